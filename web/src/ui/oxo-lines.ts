/* oxo-lines.ts - <oxo-lines>: the search of the position on the board: its depth
 * and its best lines. Choosing a move of a line sends `oxo-line`, the switch
 * sends `oxo-engine`, and the "Think on" button sends `oxo-more`. */
import {css, html, LitElement, nothing, type TemplateResult} from "lit";
import type {Line, Mark, Move, SearchInfo} from "@oxo/core";
import {cellName} from "../state/cells.js";
import {searchWords, shortValue, valueForX, valueWords} from "../state/judgement.js";
import {shared} from "../style/shared.js";
import {sendEvent} from "./events.js";

declare global {
    interface HTMLElementTagNameMap {
        "oxo-lines": OxoLines;
    }
    interface HTMLElementEventMap {
        "oxo-line": CustomEvent<readonly Move[]>;
        "oxo-engine": CustomEvent<boolean>;
        "oxo-more": CustomEvent<void>;
    }
}

const LINES_SHOWN = 3;
const MOVES_SHOWN = 8;

export class OxoLines extends LitElement {
    static override styles = [shared, css`
        :host {
            display: grid;
            gap: var(--space-2);
        }

        .head {
            display: flex;
            gap: var(--space-2);
            align-items: center;
            justify-content: space-between;
        }

        .switch {
            display: inline-flex;
            gap: var(--space-2);
            align-items: center;
            min-height: var(--target);
            padding: 0;
            border: 0;
            background: none;
            color: inherit;
            font: 600 var(--text-m) var(--font);
            cursor: pointer;
        }

        .knob {
            position: relative;
            width: 44px;
            height: 26px;
            border: 2px solid var(--line-strong);
            border-radius: 13px;
            background: var(--sunk);
            transition: background var(--quick);
        }

        .knob::after {
            position: absolute;
            inset-block-start: 2px;
            inset-inline-start: 2px;
            width: 18px;
            height: 18px;
            border-radius: 50%;
            background: var(--line-strong);
            transition: transform var(--quick);
            content: "";
        }

        [aria-checked="true"] .knob {
            border-color: var(--good);
            background: var(--good);
        }

        [aria-checked="true"] .knob::after {
            background: var(--card);
            transform: translateX(18px);
        }

        .state {
            min-height: 2.6em;
            text-align: end;
            line-height: 1.3;
        }

        .line {
            display: grid;
            grid-template-columns: 3.4em 1fr;
            gap: var(--space-2);
            align-items: start;
            padding-block: 2px;
            border-block-start: 1px solid var(--line);
        }

        .value {
            margin-block-start: 4px;
            padding: 2px 0;
            border-radius: 6px;
            background: var(--sunk);
            font-weight: 600;
            text-align: center;
        }

        .moves {
            display: flex;
            flex-wrap: wrap;
        }

        .moves button {
            min-width: 29px;
            min-height: 32px;
            padding: 0 3px;
            border: 0;
            border-radius: 6px;
            background: none;
            color: inherit;
            font: 500 var(--text-s) var(--font-mono);
            cursor: pointer;
        }

        .moves button:hover {
            background: var(--sunk);
        }

        .moves button:first-child {
            font-weight: 700;
        }

        .key {
            font-size: var(--text-xs);
            line-height: 1.35;
        }

        .waiting {
            min-height: 36px;
        }

        @media (forced-colors: active) {
            .switch .knob::after {
                background: ButtonText;
                forced-color-adjust: none;
            }
        }
    `];

    static override properties = {
        on: {type: Boolean},
        busy: {type: Boolean},
        over: {type: Boolean},
        info: {attribute: false},
        turn: {type: String},
        failure: {type: String},
    };

    declare on: boolean;
    declare busy: boolean;
    /** The game is over: there is nothing to search. */
    declare over: boolean;
    declare info: SearchInfo | null;
    declare turn: Mark;
    declare failure: string;

    constructor() {
        super();
        this.on = true;
        this.busy = false;
        this.over = false;
        this.info = null;
        this.turn = "X";
        this.failure = "";
    }

    protected override render(): TemplateResult {
        return html`
            <div class="head">
                <button class="switch" role="switch" aria-checked=${this.on} @click=${() => this.switchEngine()}>
                    <span class="knob" aria-hidden="true"></span>Engine</button>
                <span class="state soft small number">${this.state()}</span>
            </div>
            ${this.on && !this.over ? html`${this.lines()}
                <p class="key soft">All for ${this.turn}, who is to move: 0 to 100 on the cells is what a move scores; W wins, L loses,
                    in so many moves; = draws.</p>${this.more()}` : nothing}`;
    }

    private state(): string {
        if (this.failure)
            return this.failure;
        if (!this.on)
            return "off";
        if (this.over)
            return "the game is over";
        if (!this.info)
            return "thinking";
        return `${searchWords(this.info)}${this.busy || this.info.nodes === 0 ? "" : " · done"}`;
    }

    /** The button to search on, if the search ended without a proof. */
    private more(): TemplateResult | typeof nothing {
        const sure = this.info?.lines[0]?.value.proven ?? true;
        return this.busy || sure ? nothing : html`<button class="button" @click=${() =>
            sendEvent(this, "oxo-more", undefined)}>Think on</button>`;
    }

    private lines(): TemplateResult {
        const lines = this.info?.lines.slice(0, LINES_SHOWN) ?? [];
        if (lines.length === 0)
            return html`<div class="waiting"></div>`;
        return html`<div role="group" aria-label="Best lines">${lines.map((line) => this.line(line))}</div>`;
    }

    private line({value, moves}: Line): TemplateResult {
        const words = valueWords(valueForX(value, this.turn), this.turn);
        const shown = moves.slice(0, MOVES_SHOWN);
        return html`<div class="line">
            <span class="value small number" title=${words}><span aria-hidden="true">${shortValue(value)}${
                value.kind === "estimated" ? " %" : ""}</span><span class="hidden-text">${words}: </span></span>
            <div class="moves">${shown.map((move, i) => html`
                <button title=${cellName(move)} aria-label="${move}, ${cellName(move)}"
                    @click=${() => this.chooseLine(moves.slice(0, i + 1))}>${move}</button>`)}</div>
        </div>`;
    }

    private chooseLine(moves: readonly Move[]): void {
        sendEvent(this, "oxo-line", moves);
    }

    private switchEngine(): void {
        sendEvent(this, "oxo-engine", !this.on);
    }
}

customElements.define("oxo-lines", OxoLines);
