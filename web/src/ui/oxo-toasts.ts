/* oxo-toasts.ts - <oxo-toasts>: short messages at the foot of the page. */
import {css, html, LitElement, type TemplateResult} from "lit";
import {toasts} from "../state/toasts.js";
import {shared} from "../style/shared.js";
import {Watching} from "./watching.js";

export class OxoToasts extends LitElement {
    static override styles = [shared, css`
        :host {
            position: fixed;
            inset: auto 0 calc(var(--space-5) + env(safe-area-inset-bottom)) 0;
            z-index: 20;
            display: grid;
            gap: var(--space-2);
            justify-items: center;
            pointer-events: none;
        }

        p {
            max-width: min(92vw, 34rem);
            padding: var(--space-3) var(--space-4);
            border: 1px solid transparent; /* visible in forced colours */
            border-radius: var(--round-s);
            background: var(--ink);
            box-shadow: var(--shadow);
            color: var(--paper);
            font-size: var(--text-s);
        }

        /* Stays above the navigation bar. */
        @media (max-width: 759px) {
            :host {
                inset-block-end: calc(4.25rem + env(safe-area-inset-bottom));
            }
        }
    `];

    constructor() {
        super();
        new Watching(this, [toasts]);
    }

    protected override render(): TemplateResult {
        return html`<div role="status" aria-live="polite">${toasts.value.map((t) => html`<p>${t.text}</p>`)}</div>`;
    }
}

customElements.define("oxo-toasts", OxoToasts);
