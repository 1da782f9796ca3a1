/* oxo-stage.ts - <oxo-stage>: the layout of a game. The board is as large as the
 * window allows, with strips above and below, and a panel beside it or, on a
 * narrow screen, below it. --stage-rest is the height to leave free above and
 * below the board, --stage-side the largest width of the panel.
 *
 *     <oxo-stage>
 *         <oxo-player slot="above">   <oxo-board>   <oxo-player slot="below">
 *         <div slot="side">...</div>
 *     </oxo-stage> */
import {css, html, LitElement, type TemplateResult} from "lit";

export class OxoStage extends LitElement {
    static override styles = css`
        :host {
            display: grid;
            grid-template-columns: minmax(0, 1fr);
            gap: var(--space-4);
            justify-content: center;
        }

        .table {
            display: grid;
            grid-template-columns: minmax(0, 1fr);
            gap: var(--space-2);
            align-content: start;
            width: 100%;
            max-width: max(288px, min(100%, calc(100dvh - var(--stage-rest, 250px))));
            margin-inline: auto;
        }

        .side {
            display: grid;
            gap: var(--space-3);
            align-content: start;
            min-width: 0;
        }

        @media (min-width: 860px) {
            :host {
                grid-template-columns: minmax(0, calc(100dvh - var(--stage-rest, 250px))) minmax(300px, var(--stage-side, 380px));
                gap: var(--space-6);
            }

            .table {
                max-width: none;
            }
        }
    `;

    protected override render(): TemplateResult {
        return html`
            <div class="table">
                <slot name="above"></slot>
                <slot></slot>
                <slot name="below"></slot>
            </div>
            <div class="side"><slot name="side"></slot></div>`;
    }
}

customElements.define("oxo-stage", OxoStage);

declare global {
    interface HTMLElementTagNameMap {
        "oxo-stage": OxoStage;
    }
}
