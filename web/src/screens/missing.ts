/* missing.ts - the screen for unknown addresses. */
import {css, html, LitElement, type TemplateResult} from "lit";
import {shared} from "../style/shared.js";

class ScreenMissing extends LitElement {
    static override styles = [shared, css`
        :host {
            display: grid;
            gap: var(--space-4);
            justify-items: center;
            padding-block: var(--space-7);
            text-align: center;
        }
    `];

    protected override render(): TemplateResult {
        return html`
            <h1>There is nothing here</h1>
            <p class="soft">The link may be mistyped, or what it led to is gone.</p>
            <a class="button primary" href="/">Play a game</a>`;
    }
}

customElements.define("screen-missing", ScreenMissing);
