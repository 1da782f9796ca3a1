/* analysis.ts - a screen that is being written. */
import {html, LitElement, type TemplateResult} from "lit";

customElements.define("screen-analysis", class extends LitElement {
    protected override render(): TemplateResult {
        return html`<h1>analysis</h1>`;
    }
});
