/* oxo-result.ts - <oxo-result>: the result of a game in words. The slot has the
 * buttons for what to do next. */
import {css, html, LitElement, nothing, type TemplateResult} from "lit";
import type {Mark} from "@oxo/core";
import {markOf} from "../board/marks.js";
import {shared} from "../style/shared.js";

export class OxoResult extends LitElement {
    static override styles = [shared, css`
        :host {
            display: block;
            --mark: var(--draw);
            --soft: var(--sunk);
        }

        :host([winner="X"]) {
            --mark: var(--x);
            --soft: var(--x-soft);
        }

        :host([winner="O"]) {
            --mark: var(--o);
            --soft: var(--o-soft);
        }

        section {
            display: grid;
            grid-template-columns: auto 1fr;
            gap: var(--space-3) var(--space-4);
            align-items: center;
            padding: var(--space-4);
            border: 2px solid var(--mark);
            border-radius: var(--round-m);
            background: color-mix(in srgb, var(--soft) 60%, var(--card));
        }

        .mark {
            width: 56px;
            height: 56px;
            fill: none;
            stroke: var(--mark);
            stroke-linecap: round;
            stroke-width: 1.5;
        }

        :host([winner="none"]) .words {
            grid-column: 1 / -1;
        }

        h2 {
            font-size: var(--text-xl);
            letter-spacing: -0.015em;
        }

        .content {
            display: flex;
            flex-wrap: wrap;
            gap: var(--space-2);
            align-items: center;
            grid-column: 1 / -1;
        }

        @media (prefers-reduced-motion: no-preference) {
            section {
                animation: arrive 320ms var(--ease);
            }
        }

        @keyframes arrive {
            from {
                opacity: 0;
                transform: translateY(8px);
            }
        }
    `];

    static override properties = {
        winner: {type: String, reflect: true},
        words: {type: String},
        reason: {type: String},
        score: {type: String},
    };

    declare winner: Mark | "draw" | "none";
    declare words: string;
    declare reason: string;
    /** The score of the series; "" after its first game. */
    declare score: string;

    constructor() {
        super();
        this.winner = "draw";
        this.words = "";
        this.reason = "";
        this.score = "";
    }

    protected override render(): TemplateResult {
        return html`<section aria-labelledby="words">
            ${this.winner === "none" ? nothing : markOf(this.winner)}
            <div class="words">
                <h2 id="words">${this.words}</h2>
                <p>${this.reason}</p>
                ${this.score ? html`<p class="small number">${this.score}</p>` : nothing}
            </div>
            <div class="content"><slot></slot></div>
        </section>`;
    }
}

customElements.define("oxo-result", OxoResult);

declare global {
    interface HTMLElementTagNameMap {
        "oxo-result": OxoResult;
    }
}
