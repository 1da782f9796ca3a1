/* oxo-notify.ts - <oxo-notify>: a button that asks for the permission to notify.
 * Nothing once the reader has answered. */
import {css, html, LitElement, nothing, type TemplateResult} from "lit";
import {askToNotify, canAskToNotify} from "../browser/notifications.js";
import {toast} from "../state/toasts.js";
import {shared} from "../style/shared.js";
import {icon} from "./icons.js";

export class OxoNotify extends LitElement {
    static override styles = [shared, css`
        :host {
            display: contents; /* no gap in a row if there is no button */
        }
    `];

    protected override render(): TemplateResult | typeof nothing {
        return canAskToNotify()
            ? html`<button class="button" @click=${this.ask}>${icon("bell")}Notify me</button>` : nothing;
    }

    private async ask(): Promise<void> {
        const isAllowed = await askToNotify();
        toast(isAllowed ? "You get a notification when somebody joins or it is your move."
            : "The browser does not allow notifications.");
        this.requestUpdate();
    }
}

customElements.define("oxo-notify", OxoNotify);
