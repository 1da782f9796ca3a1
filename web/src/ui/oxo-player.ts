/* oxo-player.ts - <oxo-player>: a player in a strip above or below the board. */
import {css, html, LitElement, nothing, type TemplateResult} from "lit";
import type {Mark} from "@oxo/core";
import {markOf} from "../board/marks.js";
import {pointsText} from "../state/sides.js";
import {shared} from "../style/shared.js";

export interface PlayerInfo {
    readonly mark: Mark;
    /** "Ada", "Computer, level 5", "You". */
    readonly name: string;
    readonly avatar?: string;
    /** It is this player's turn. */
    readonly active: boolean;
    /** Milliseconds left; absent without a clock. */
    readonly clock?: number;
    /** Points in the series; absent for a single game. */
    readonly score?: number;
    /** The state of the player: "thinking", "away", "won". */
    readonly note?: string;
}

/** 4:05, 1:02:03, and with tenths below ten seconds: 9.4. */
export function clockText(milliseconds: number): string {
    const left = Math.max(0, milliseconds);
    if (left < 10_000)
        return (Math.floor(left / 100) / 10).toFixed(1);
    const seconds = Math.ceil(left / 1000);
    const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    const two = (n: number): string => String(n).padStart(2, "0");
    return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

export class OxoPlayer extends LitElement {
    static override styles = [shared, css`
        :host {
            display: flex;
            gap: var(--space-3);
            align-items: center;
            min-height: 52px;
            padding: var(--space-1) var(--space-3);
            border: 2px solid transparent;
            border-radius: var(--round-m);
            transition: background var(--calm), border-color var(--calm);
        }

        :host([active]) {
            border-color: var(--mark);
            background: var(--card);
        }

        :host([mark="X"]) {
            --mark: var(--x);
        }

        :host([mark="O"]) {
            --mark: var(--o);
        }

        .mark {
            flex: none;
            width: 30px;
            height: 30px;
            fill: none;
            stroke: var(--mark);
            stroke-linecap: round;
            stroke-width: 1.7;
        }

        .who {
            flex: 1;
            min-width: 0;
            line-height: 1.25;
        }

        .name {
            position: relative;
            overflow: hidden;
            font-weight: 600;
            text-overflow: ellipsis;
            white-space: nowrap;
        }

        .note {
            color: var(--ink-soft);
            font-size: var(--text-xs);
        }

        .note:empty {
            display: none;
        }

        .score {
            min-width: 2ch;
            font-size: var(--text-l);
            font-weight: 600;
            text-align: center;
        }

        .clock {
            padding: var(--space-1) var(--space-3);
            border-radius: var(--round-s);
            background: var(--sunk);
            font: 600 var(--text-l) / 1.3 var(--font-mono);
        }

        :host([active]) .clock {
            background: var(--ink);
            color: var(--paper);
        }

        :host([active]) .clock.low {
            background: var(--bad);
            color: var(--card);
        }

        @media (forced-colors: active) {
            :host {
                border-color: Canvas;
            }

            :host([active]) {
                border-color: Highlight;
            }
        }
    `];

    static override properties = {info: {attribute: false}};

    declare info: PlayerInfo | null;

    constructor() {
        super();
        this.info = null;
    }

    protected override willUpdate(): void {
        this.toggleAttribute("active", this.info?.active ?? false);
        this.setAttribute("mark", this.info?.mark ?? "X");
    }

    protected override render(): TemplateResult | typeof nothing {
        const info = this.info;
        if (!info)
            return nothing;
        return html`
            ${markOf(info.mark)}
            ${info.avatar ? html`<span aria-hidden="true">${info.avatar}</span>` : nothing}
            <div class="who">
                <div class="name">${info.name}<span class="hidden-text">, playing ${info.mark}${
                    info.active ? ", to move" : ""}</span></div>
                <div class="note">${info.note ?? ""}</div>
            </div>
            ${info.score === undefined ? nothing : html`
                <span class="score number"><span class="hidden-text">score </span>${pointsText(info.score)}</span>`}
            ${info.clock === undefined ? nothing : html`
                <span class="clock number ${info.clock < 10_000 ? "low" : ""}" role="timer"
                    aria-label="Clock of ${info.mark}">${clockText(info.clock)}</span>`}`;
    }
}

customElements.define("oxo-player", OxoPlayer);

declare global {
    interface HTMLElementTagNameMap {
        "oxo-player": OxoPlayer;
    }
}
