/* oxo-dialog.ts - <oxo-dialog heading="...">: a modal dialog. show() opens it;
 * Escape, the close button and a click outside close it, and so does a button
 * inside with the attribute `data-close`. The detail of `oxo-close` is the value
 * of that attribute. */
import {css, html, LitElement, type TemplateResult} from "lit";
import {shared} from "../style/shared.js";
import {icon} from "./icons.js";

export class OxoDialog extends LitElement {
    static override styles = [shared, css`
        dialog {
            width: min(92vw, var(--dialog-width, 30rem));
            max-height: min(88dvh, 52rem);
            padding: 0;
            border: 1px solid var(--line);
            border-radius: var(--round-l);
            background: var(--paper);
            box-shadow: var(--shadow);
            color: var(--ink);
        }

        dialog::backdrop {
            background: rgb(0 0 0 / 45%);
        }

        .top {
            position: sticky;
            inset-block-start: 0;
            z-index: 2;
            display: flex;
            gap: var(--space-3);
            align-items: center;
            justify-content: space-between;
            padding: var(--space-3) var(--space-3) var(--space-2) var(--space-5);
            background: var(--paper);
        }

        .content {
            padding: var(--space-1) var(--space-5) var(--space-5);
        }
    `];

    static override properties = {heading: {type: String}};

    declare heading: string;

    constructor() {
        super();
        this.heading = "";
    }

    show(): void {
        const dialog = this.renderRoot.querySelector("dialog");
        if (dialog && !dialog.open)
            dialog.showModal();
    }

    close(): void {
        this.renderRoot.querySelector("dialog")?.close();
    }

    protected override render(): TemplateResult {
        return html`<dialog aria-labelledby="heading" @click=${this.onClick} @close=${this.sendClose}>
            <div class="top">
                <h2 id="heading">${this.heading}</h2>
                <button class="button quiet icon" aria-label="Close" data-close="">${icon("close")}</button>
            </div>
            <div class="content"><slot></slot></div>
        </dialog>`;
    }

    private onClick(event: Event): void {
        const dialog = this.renderRoot.querySelector("dialog")!;
        const path = event.composedPath();
        const button = path.find((node): node is HTMLElement =>
            node instanceof HTMLElement && node.dataset["close"] !== undefined);
        if (button || path[0] === dialog)
            dialog.close(button?.dataset["close"] ?? "");
    }

    private sendClose(event: Event): void {
        const dialog = event.target as HTMLDialogElement;
        this.dispatchEvent(new CustomEvent("oxo-close", {detail: dialog.returnValue}));
        dialog.returnValue = "";
    }
}

customElements.define("oxo-dialog", OxoDialog);

declare global {
    interface HTMLElementTagNameMap {
        "oxo-dialog": OxoDialog;
    }
}
