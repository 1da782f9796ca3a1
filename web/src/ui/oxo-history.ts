/* oxo-history.ts - <oxo-history>: the moves of a running game, and buttons to
 * look back. Sends `oxo-ply`. */
import {css, html, LitElement, nothing, type TemplateResult} from "lit";
import type {Move} from "@oxo/core";
import {shared} from "../style/shared.js";
import {sendEvent} from "./events.js";
import {icon, type IconName} from "./icons.js";
import "./oxo-moves.js";

export class OxoHistory extends LitElement {
    static override styles = [shared, css`
        :host {
            display: block;
        }

        .steps {
            display: flex;
            gap: var(--space-1);
            margin-block-start: var(--space-2);
        }

        .steps .button {
            flex: 1;
        }

        .past {
            display: flex;
            flex-wrap: wrap;
            gap: var(--space-2);
            align-items: center;
            justify-content: space-between;
        }
    `];

    static override properties = {moves: {attribute: false}, at: {type: Number}};

    declare moves: readonly Move[];
    /** How many of the moves the board shows. */
    declare at: number;

    constructor() {
        super();
        this.moves = [];
        this.at = 0;
    }

    protected override render(): TemplateResult {
        const last = this.moves.length;
        return html`<div class="card">
            <oxo-moves .moves=${this.moves.map((move) => ({move}))} .at=${this.at}></oxo-moves>
            <div class="steps" role="group" aria-label="Look back">
                ${this.stepButton("first", "First position", 0)}${this.stepButton("back", "One move back", this.at - 1)}
                ${this.stepButton("next", "One move on", this.at + 1)}${this.stepButton("last", "As it stands", last)}
            </div>
            ${this.at === last ? nothing : html`<p class="past small">You see ${this.at} of ${last} moves.
                <button class="button" @click=${() => this.choosePly(last)}>Back to the game</button></p>`}
        </div>`;
    }

    private stepButton(sign: IconName, name: string, to: number): TemplateResult {
        const off = to < 0 || to > this.moves.length || to === this.at;
        return html`<button class="button quiet icon" aria-label=${name} title=${name} ?disabled=${off}
            @click=${() => this.choosePly(to)}>${icon(sign)}</button>`;
    }

    private choosePly(ply: number): void {
        sendEvent(this, "oxo-ply", ply);
    }
}

customElements.define("oxo-history", OxoHistory);
