/* oxo-window.ts - <oxo-window>: the alpha-beta window on the axis of scores. */
import {css, html, LitElement, nothing, type TemplateResult} from "lit";
import type {TreeLimit} from "@oxo/core";
import {scoreText} from "../state/alpha-beta.js";
import {shared} from "../style/shared.js";

/** Scores range from -BEST_SCORE to BEST_SCORE. */
const BEST_SCORE = 10;

export class OxoWindow extends LitElement {
    static override styles = [shared, css`
        .line {
            position: relative;
            height: 58px;
            margin-inline: 14px;
        }

        .axis,
        .open {
            position: absolute;
            inset-block-start: 24px;
            height: 10px;
            border-radius: 5px;
        }

        .axis {
            inset-inline: 0;
            background: var(--sunk);
            box-shadow: inset 0 0 0 1px var(--line-strong);
        }

        .open {
            background: var(--focus);
            transition: left var(--calm) var(--ease), width var(--calm) var(--ease);
        }

        .sign {
            position: absolute;
            inset-block-start: 0;
            width: 5em;
            margin-inline-start: -2.5em;
            font-size: var(--text-s);
            font-weight: 600;
            text-align: center;
            white-space: nowrap;
            transition: left var(--calm) var(--ease);
        }

        .sign.beta {
            inset-block-start: 37px;
        }

        .end {
            position: absolute;
            inset-block-start: 36px;
            color: var(--ink-soft);
            font-size: var(--text-xs);
        }

        .end.left {
            inset-inline-start: -12px;
        }

        .end.right {
            inset-inline-end: -12px;
        }

        @media (forced-colors: active) {
            .open {
                forced-color-adjust: none;
            }
        }
    `];

    static override properties = {alpha: {attribute: false}, beta: {attribute: false}};

    declare alpha: TreeLimit | null;
    declare beta: TreeLimit | null;

    constructor() {
        super();
        this.alpha = null;
        this.beta = null;
    }

    protected override render(): TemplateResult {
        const place = (score: number): number => 50 + 50 * score / BEST_SCORE;
        const [from, to] = [this.alpha?.score ?? -BEST_SCORE, this.beta?.score ?? BEST_SCORE];
        const text = (limit: TreeLimit | null): string => limit ? scoreText(limit.score) : "nothing yet";
        const closed = from >= to;
        return html`<div class="line" role="img" aria-label="Alpha: ${text(this.alpha)}. Beta: ${text(this.beta)}.${
            closed ? " The window is closed." : ""}">
            <div class="axis"></div>
            ${closed ? nothing : html`<div class="open" .style=${`left: ${place(from)}%; width: ${place(to) - place(from)}%`}></div>`}
            ${this.sign("alpha", "α", this.alpha, place(from))}
            ${this.sign("beta", "β", this.beta, place(to))}
            <span class="end left">−${BEST_SCORE}</span>
            <span class="end right">${BEST_SCORE}</span>
        </div>`;
    }

    private sign(kind: string, letter: string, limit: TreeLimit | null, at: number): TemplateResult | typeof nothing {
        return limit ? html`<span class="sign ${kind}" .style=${`left: ${at}%`}>${letter} ${scoreText(limit.score)}</span>` : nothing;
    }
}

customElements.define("oxo-window", OxoWindow);

declare global {
    interface HTMLElementTagNameMap {
        "oxo-window": OxoWindow;
    }
}
