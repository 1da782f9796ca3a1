/* oxo-summary.ts - <oxo-summary>: the summary of a review: accuracy, number of
 * mistakes, key moments. */
import {css, html, LitElement, nothing, type TemplateResult} from "lit";
import type {Grade, Mark, Review} from "@oxo/core";
import {markOf} from "../board/marks.js";
import {basisWords, countGrade, FAULTS, gradeLook, moveNumber, nextWithGrade, summaryWords,
    verdictWords} from "../state/judgement.js";
import {shared} from "../style/shared.js";
import {sendEvent} from "./events.js";

export class OxoSummary extends LitElement {
    static override styles = [shared, css`
        :host {
            display: grid;
            gap: var(--space-3);
        }

        table {
            width: 100%;
            border-collapse: collapse;
            font-size: var(--text-s);
        }

        th,
        td {
            padding: 3px var(--space-2);
            border-block-end: 1px solid var(--line);
            text-align: end;
        }

        th:first-child {
            padding-inline-start: 0;
            font-weight: 400;
            text-align: start;
        }

        .accuracy td {
            font-size: var(--text-xl);
            font-weight: 650;
            line-height: 1.2;
        }

        .who {
            overflow-wrap: anywhere;
        }

        .mark {
            width: 22px;
            height: 22px;
            fill: none;
            stroke: currentcolor;
            stroke-linecap: round;
            stroke-width: 1.9;
            vertical-align: middle;
        }

        .key {
            display: grid;
            grid-template-columns: auto 1fr;
            gap: 0 var(--space-3);
            align-items: baseline;
            width: 100%;
            min-height: var(--target);
            padding: var(--space-1) var(--space-2);
            border: 0;
            border-radius: var(--round-s);
            background: none;
            color: inherit;
            font: 400 var(--text-s) / 1.35 var(--font);
            text-align: start;
            cursor: pointer;
        }

        .faults {
            min-width: 32px;
            min-height: 28px;
            border: 0;
            border-radius: 6px;
            background: var(--sunk);
            color: inherit;
            font: inherit;
            font-weight: 600;
            cursor: pointer;
        }

        .faults:hover {
            background: var(--line);
        }

        .key:hover,
        .key[aria-current="true"] {
            background: var(--sunk);
        }

        .key b {
            font-family: var(--font-mono);
        }

        @media (forced-colors: active) {
            .key[aria-current="true"] {
                outline: 2px solid Highlight;
            }
        }

        .bad {
            color: var(--bad);
        }
    `];

    static override properties = {
        review: {attribute: false},
        ending: {type: String},
        nodes: {type: Number},
        names: {attribute: false},
        at: {type: Number},
    };

    declare review: Review | null;
    /** How the game ended, as a sentence. */
    declare ending: string;
    /** Nodes per position; 0 if positions were looked up. */
    declare nodes: number;
    declare names: {readonly X: string; readonly O: string};
    declare at: number;

    constructor() {
        super();
        this.review = null;
        this.ending = "";
        this.nodes = 0;
        this.names = {X: "", O: ""};
        this.at = -1;
    }

    protected override render(): TemplateResult | typeof nothing {
        const review = this.review;
        if (!review)
            return nothing;
        return html`
            ${review.done ? html`<p>${summaryWords(review, this.ending)}</p>` : nothing}
            ${this.table(review)}
            ${review.keys.length > 0 ? html`<h3>Key moments</h3><ul>${review.keys.map((move) => this.key(review, move))}</ul>` : nothing}
            <p class="soft small">${basisWords(review, this.nodes)}</p>`;
    }

    private table(review: Review): TemplateResult {
        const accuracy = (mark: Mark): string => {
            const value = review.accuracy[mark];
            return value === null ? "–" : String(Math.round(value));
        };
        const side = (mark: Mark): TemplateResult => html`<th scope="col"><span class=${mark.toLowerCase()}>${markOf(mark)}</span>
            <span class="who">${this.names[mark] || mark}</span></th>`;
        return html`<table>
            <thead><tr><th scope="col"><span class="hidden-text">What</span></th>${side("X")}${side("O")}</tr></thead>
            <tbody>
                <tr class="accuracy"><th scope="row">Accuracy, 0 to 100</th>
                    <td class="number">${accuracy("X")}</td><td class="number">${accuracy("O")}</td></tr>
                ${FAULTS.map((grade) => html`<tr>
                    <th scope="row">${gradeLook(grade).names}${" "}<b class="bad">${gradeLook(grade).sign}</b></th>
                    ${this.faults(review, "X", grade)}${this.faults(review, "O", grade)}</tr>`)}
            </tbody>
        </table>`;
    }

    /** The number of moves with a grade. A click goes to the next of them. */
    private faults(review: Review, mark: Mark, grade: Grade): TemplateResult {
        const count = countGrade(review, mark, grade);
        const {names} = gradeLook(grade);
        return html`<td class="number">${count === 0 ? 0 : html`<button class="faults"
            aria-label="${count}: go through ${mark}’s ${names}" title="Go through them"
            @click=${() => this.choosePly(nextWithGrade(review, mark, grade, this.at)!)}>${count}</button>`}</td>`;
    }

    private key(review: Review, move: number): TemplateResult | typeof nothing {
        const verdict = review.moves[move];
        if (!verdict)
            return nothing;
        const fault = gradeLook(verdict.grade).tone === "bad";
        return html`<li><button class="key" aria-current=${this.at === move + 1 ? "true" : nothing}
            @click=${() => this.choosePly(move + 1)}>
            <b class="number">${moveNumber(review, move)}. ${verdict.mark} ${verdict.move}<span class=${fault ? "bad" : nothing}>${
                gradeLook(verdict.grade).sign}</span></b>
            <span>${fault ? verdictWords(verdict) : "The game turned here."}</span></button></li>`;
    }

    private choosePly(ply: number): void {
        sendEvent(this, "oxo-ply", ply);
    }
}

customElements.define("oxo-summary", OxoSummary);

declare global {
    interface HTMLElementTagNameMap {
        "oxo-summary": OxoSummary;
    }
}
