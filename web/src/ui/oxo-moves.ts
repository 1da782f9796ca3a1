/* oxo-moves.ts - <oxo-moves>: the moves of a game, two in a row, numbered as in
 * game files. Choosing a move sends `oxo-ply`. */
import {css, html, LitElement, nothing, type PropertyValues, type TemplateResult} from "lit";
import type {Move} from "@oxo/core";
import {cellName} from "../state/cells.js";
import {numberOf} from "../state/sides.js";
import {shared} from "../style/shared.js";
import {sendEvent} from "./events.js";
import {moveListStyle, showCurrent} from "./move-list.js";

export interface ListedMove {
    readonly move: Move;
    /** A symbol after the move, such as ?! for an inaccuracy. */
    readonly sign?: string;
    /** What the symbol means, and why. */
    readonly words?: string;
    /** The colour of the symbol. */
    readonly tone?: "good" | "bad";
}

declare global {
    interface HTMLElementTagNameMap {
        "oxo-moves": OxoMoves;
    }
    interface HTMLElementEventMap {
        "oxo-ply": CustomEvent<number>;
    }
}

export class OxoMoves extends LitElement {
    static override styles = [shared, moveListStyle, css`
        :host {
            display: block;
        }

        ol {
            display: grid;
            grid-template-columns: 2.6em 1fr 1fr;
            max-height: var(--moves-height, 15rem);
            overflow-y: auto;
            font-size: var(--text-s);
            scrollbar-width: thin;
        }

        li {
            display: contents;
        }

        .none {
            color: var(--ink-soft);
            font-size: var(--text-s);
        }
    `];

    static override properties = {
        moves: {attribute: false},
        at: {type: Number},
        first: {type: String},
    };

    declare moves: readonly ListedMove[];
    /** How many of the moves the board shows. */
    declare at: number;
    /** Who made the first move. If O did, it stands in the second column. */
    declare first: "X" | "O";

    constructor() {
        super();
        this.moves = [];
        this.at = 0;
        this.first = "X";
    }

    protected override updated(changed: PropertyValues<this>): void {
        if (changed.has("at") || changed.has("moves"))
            showCurrent(this.renderRoot.querySelector("ol"));
    }

    protected override render(): TemplateResult {
        if (this.moves.length === 0)
            return html`<p class="none">No moves yet.</p>`;
        const shift = this.first === "O" ? 1 : 0;
        const rows = Math.ceil((this.moves.length + shift) / 2);
        return html`<ol tabindex="-1" aria-label="Moves">${Array.from({length: rows}, (_, row) => html`
            <li><span class="count" aria-hidden="true">${row + 1}.</span>${
                this.move(2 * row - shift)}${this.move(2 * row + 1 - shift)}</li>`)}</ol>`;
    }

    private move(index: number): TemplateResult {
        const it = this.moves[index];
        if (!it)
            return html`<span></span>`;
        const words = `${cellName(it.move)}${it.words ? `, ${it.words}` : ""}`;
        return html`<button aria-current=${this.at === index + 1 ? "true" : nothing} title=${words}
            aria-label="${numberOf(index, this.first)}. ${it.move}, ${words}" @click=${() => this.choosePly(index + 1)}
            >${it.move}${it.sign ? html`<span class=${it.tone ?? nothing}> ${it.sign}</span>` : nothing}</button>`;
    }

    private choosePly(ply: number): void {
        sendEvent(this, "oxo-ply", ply);
    }
}

customElements.define("oxo-moves", OxoMoves);
