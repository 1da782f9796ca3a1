/* oxo-tally.ts - <oxo-tally>: wins, draws and losses as a bar of three parts. It
 * is decoration: the numbers must stand beside it. */
import {css, html, LitElement, type TemplateResult} from "lit";

export class OxoTally extends LitElement {
    static override styles = css`
        :host {
            display: flex;
            gap: 2px;
            min-width: 4rem;
            height: 12px;
            overflow: hidden;
            border-radius: 6px;
        }

        div {
            min-width: 0;
            transition: flex-grow var(--calm) var(--ease);
        }

        .wins {
            background: var(--good);
        }

        .draws {
            background: var(--line-strong);
        }

        /* A pattern, so that colour is not the only difference. */
        .losses {
            background: repeating-linear-gradient(-45deg, var(--bad) 0 4px,
                color-mix(in srgb, var(--bad) 60%, var(--card)) 4px 7px);
        }

        @media (forced-colors: active) {
            div {
                border: 1px solid CanvasText;
                forced-color-adjust: none;
            }
        }
    `;

    static override properties = {wins: {type: Number}, draws: {type: Number}, losses: {type: Number}};

    declare wins: number;
    declare draws: number;
    declare losses: number;

    constructor() {
        super();
        this.wins = 0;
        this.draws = 0;
        this.losses = 0;
    }

    protected override render(): TemplateResult {
        const part = (name: string, size: number): TemplateResult =>
            html`<div class=${name} ?hidden=${size === 0} .style=${`flex-grow: ${size}`}></div>`;
        return html`${part("wins", this.wins)}${part("draws", this.draws)}${part("losses", this.losses)}`;
    }
}

customElements.define("oxo-tally", OxoTally);

declare global {
    interface HTMLElementTagNameMap {
        "oxo-tally": OxoTally;
    }
}
