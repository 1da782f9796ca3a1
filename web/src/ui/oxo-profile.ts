/* oxo-profile.ts - <oxo-profile>: the dialog for name and avatar. openProfile()
 * shows it; closing removes it from the page. */
import {html, LitElement, type TemplateResult} from "lit";
import {shared} from "../style/shared.js";
import "./oxo-dialog.js";
import "./oxo-identity.js";

export class OxoProfile extends LitElement {
    static override styles = shared;

    protected override async firstUpdated(): Promise<void> {
        const dialog = this.renderRoot.querySelector("oxo-dialog")!;
        await dialog.updateComplete;
        dialog.show();
    }

    protected override render(): TemplateResult {
        return html`<oxo-dialog heading="You" @oxo-close=${() => this.remove()}>
            <div class="stack">
                <oxo-identity></oxo-identity>
                <p class="soft small">Others see this when you play online. There is no account:
                    it is kept in this browser.</p>
                <button class="button primary" data-close="done">Done</button>
            </div>
        </oxo-dialog>`;
    }
}

customElements.define("oxo-profile", OxoProfile);

export function openProfile(): void {
    document.body.append(document.createElement("oxo-profile"));
}
