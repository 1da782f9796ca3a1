/* oxo-eval.ts - <oxo-eval>: the evaluation, in words and as a bar with the
 * chances of X, a draw and O. */
import {css, html, LitElement, nothing, type TemplateResult} from "lit";
import type {Mark, Outcome, Value} from "@oxo/core";
import {markOf} from "../board/marks.js";
import {outcomeWords, valueOfEnd, valueWords} from "../state/judgement.js";
import {shared} from "../style/shared.js";

export class OxoEval extends LitElement {
    static override styles = [shared, css`
        :host {
            display: grid;
            gap: var(--space-1);
            min-height: 52px;
            align-content: end;
        }

        .words {
            display: flex;
            gap: var(--space-2);
            align-items: baseline;
            justify-content: space-between;
            min-height: 1.5em;
            font-weight: 600;
            white-space: nowrap;
        }

        @media (max-width: 419px) {
            .words {
                font-size: var(--text-s);
            }

            .words .small {
                font-size: var(--text-xs);
            }
        }

        .words > :first-child {
            display: inline-block;
        }

        .words > :first-child::first-letter {
            text-transform: uppercase;
        }

        .bar {
            display: flex;
            height: 14px;
            overflow: hidden;
            border-radius: 7px;
            background: var(--sunk);
            box-shadow: inset 0 0 0 1px var(--line-strong);
        }

        .bar div {
            transition: width var(--calm) var(--ease);
        }

        .x-wins {
            background: var(--x);
        }

        .draws {
            background: repeating-linear-gradient(-45deg, transparent 0 3px, var(--line-strong) 3px 4px);
        }

        .o-wins {
            background: var(--o);
        }

        .whole {
            display: grid;
            grid-template-columns: auto 1fr auto;
            gap: var(--space-2);
            align-items: center;
        }

        .mark {
            width: 18px;
            height: 18px;
            fill: none;
            stroke-linecap: round;
            stroke-width: 2;
        }

        .mark.x {
            stroke: var(--x);
        }

        .mark.o {
            stroke: var(--o);
        }

        .off .bar {
            opacity: 0.5;
        }

        @media (forced-colors: active) {
            .bar div {
                forced-color-adjust: none;
            }
        }
    `];

    static override properties = {
        value: {attribute: false},
        outcome: {type: String},
        turn: {type: String},
        missing: {type: String},
    };

    /** For X. */
    declare value: Value | null;
    declare outcome: Outcome;
    /** The side to move. Estimates are for this side, as on the board. */
    declare turn: Mark;
    /** The text shown while there is no value. */
    declare missing: string;

    constructor() {
        super();
        this.value = null;
        this.outcome = "ongoing";
        this.turn = "X";
        this.missing = "";
    }

    protected override render(): TemplateResult {
        const over = this.outcome !== "ongoing";
        const value = over ? valueOfEnd(this.outcome) : this.value;
        const words = over ? outcomeWords(this.outcome) : value ? valueWords(value, this.turn) : this.missing;
        const [win, draw, loss] = value?.wdl ?? [500, 0, 500];
        const chances = value && !value.proven
            ? `X ${Math.round(win / 10)} · draw ${Math.round(draw / 10)} · O ${Math.round(loss / 10)}` : "";
        const part = (kind: string, share: number): TemplateResult =>
            html`<div class=${kind} .style=${`width: ${share / 10}%`}></div>`;
        return html`
            <div class="words"><span>${words}</span>${chances
                ? html`<span class="soft small number" title="Chances in hundredths">${chances}</span>` : nothing}</div>
            <div class="whole ${value ? "" : "off"}" role="img" aria-label="Evaluation: ${words}">
                ${markOf("X")}
                <div class="bar">${value ? [part("x-wins", win), part("draws", draw), part("o-wins", loss)] : nothing}</div>
                ${markOf("O")}
            </div>`;
    }
}

customElements.define("oxo-eval", OxoEval);

declare global {
    interface HTMLElementTagNameMap {
        "oxo-eval": OxoEval;
    }
}
