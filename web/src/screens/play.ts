/* play.ts - a screen that is being written. */
import {html, LitElement, type TemplateResult} from "lit";

customElements.define("screen-play", class extends LitElement {
    protected override render(): TemplateResult {
        return html`<h1>play</h1>`;
    }
});
