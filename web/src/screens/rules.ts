/* rules.ts - a screen that is being written. */
import {html, LitElement, type TemplateResult} from "lit";

customElements.define("screen-rules", class extends LitElement {
    protected override render(): TemplateResult {
        return html`<h1>rules</h1>`;
    }
});
