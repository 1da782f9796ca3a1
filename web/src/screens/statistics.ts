/* statistics.ts - a screen that is being written. */
import {html, LitElement, type TemplateResult} from "lit";

customElements.define("screen-statistics", class extends LitElement {
    protected override render(): TemplateResult {
        return html`<h1>statistics</h1>`;
    }
});
