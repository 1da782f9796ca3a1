/* oxo-variations.ts - <oxo-variations>: the moves of a study. The main line is
 * written in pairs of moves; each branch is a block after the move it replaces.
 * Choosing a move sends `oxo-path`. */
import {css, html, LitElement, nothing, type PropertyValues, type TemplateResult} from "lit";
import type {Mark, Move} from "@oxo/core";
import {cellName} from "../state/cells.js";
import {numberOf} from "../state/sides.js";
import {type Branch, type Path, pathOf, samePath, type Study} from "../state/study.js";
import {shared} from "../style/shared.js";
import {sendEvent} from "./events.js";
import {moveListStyle, showCurrent} from "./move-list.js";

/** A symbol after a move, and what it means. */
export interface MoveSign {
    readonly sign: string;
    readonly words: string;
    readonly tone: "good" | "bad" | null;
}

declare global {
    interface HTMLElementTagNameMap {
        "oxo-variations": OxoVariations;
    }
    interface HTMLElementEventMap {
        "oxo-path": CustomEvent<Path>;
    }
}

export class OxoVariations extends LitElement {
    static override styles = [shared, moveListStyle, css`
        :host {
            display: block;
        }

        .list {
            display: grid;
            grid-template-columns: 2.6em 1fr 1fr;
            max-height: var(--moves-height, 15rem);
            overflow-y: auto;
            font-size: var(--text-s);
            scrollbar-width: thin;
        }

        .pause {
            align-self: center;
            padding-inline-start: var(--space-2);
            color: var(--ink-soft);
        }

        .branch {
            grid-column: 1 / -1;
            margin: var(--space-1) 0 var(--space-1) var(--space-2);
            padding-inline-start: var(--space-2);
            border-inline-start: 3px solid var(--line-strong);
            border-radius: 2px;
        }

        .branch button {
            min-width: 32px;
        }

        .branch .count {
            padding-inline: var(--space-1) 0;
        }
    `];

    static override properties = {
        study: {attribute: false},
        first: {type: String},
        signOf: {attribute: false},
    };

    declare study: Study | null;
    /** Who makes the first move. */
    declare first: Mark;
    declare signOf: (path: Path) => MoveSign | null;

    constructor() {
        super();
        this.study = null;
        this.first = "X";
        this.signOf = () => null;
    }

    protected override updated(changed: PropertyValues<this>): void {
        if (changed.has("study"))
            showCurrent(this.renderRoot.querySelector(".list"));
    }

    protected override render(): TemplateResult {
        const study = this.study;
        if (!study || study.next.length === 0)
            return html`<p class="soft small">No moves yet. Play some on the board: any move, at any moment, for both sides.</p>`;
        return html`<div class="list" role="group" aria-label="Moves">${this.pairs(study.next)}</div>`;
    }

    private get shift(): number {
        return this.first === "O" ? 1 : 0;
    }

    /** The main line in two columns, interrupted by branches. */
    private pairs(next: readonly Branch[]): unknown[] {
        const parts: unknown[] = [];
        let path: Move[] = [];
        let open = false; // the row lacks O's move
        for (let choices = next; choices[0]; choices = choices[0].next) {
            const column = (path.length + this.shift) % 2;
            if (!open)
                parts.push(this.count(path.length), column === 1 ? this.ellipsis() : nothing);
            parts.push(this.move([...path, choices[0].move]));
            open = column === 0;
            if (choices.length > 1) {
                parts.push(open ? this.ellipsis() : nothing,
                    ...choices.slice(1).map((branch) => this.branch(branch, path)));
                open = false;
            }
            path = [...path, choices[0].move];
        }
        return parts;
    }

    private count(ply: number): TemplateResult {
        return html`<span class="count" aria-hidden="true">${numberOf(ply, this.first)}.</span>`;
    }

    private ellipsis(): TemplateResult {
        return html`<span class="pause" aria-hidden="true">…</span>`;
    }

    private branch(branch: Branch, parent: Path): TemplateResult {
        return html`<div class="branch" role="group"
            aria-label="Branch at move ${numberOf(parent.length, this.first)}">${this.branchMoves([branch], parent)}</div>`;
    }

    /** The moves of a branch, interrupted by its own branches. */
    private branchMoves(next: readonly Branch[], parent: Path): unknown[] {
        const parts: unknown[] = [];
        let path = parent, fresh = true;
        for (let choices = next; choices[0]; choices = choices[0].next) {
            const second = (path.length + this.shift) % 2 === 1;
            if (!second || fresh)
                parts.push(this.count(path.length), second ? this.ellipsis() : nothing);
            parts.push(this.move([...path, choices[0].move]));
            fresh = choices.length > 1;
            for (const other of choices.slice(1))
                parts.push(this.branch(other, path));
            path = [...path, choices[0].move];
        }
        return parts;
    }

    private move(path: Path): TemplateResult {
        const move = path.at(-1)!;
        const sign = this.signOf(path);
        const here = this.study !== null && samePath(path, pathOf(this.study));
        const words = `${cellName(move)}${sign?.words ? `. ${sign.words}` : ""}`;
        return html`<button aria-current=${here ? "true" : nothing} title=${words}
            aria-label="${numberOf(path.length - 1, this.first)}. ${move}, ${words}" data-path=${path.join(".")}
            @click=${() => this.choosePath(path)}
            >${move}${sign?.sign ? html`<b class=${sign.tone ?? nothing}>${sign.sign}</b>` : nothing}</button>`;
    }

    private choosePath(path: Path): void {
        sendEvent(this, "oxo-path", path);
    }
}

customElements.define("oxo-variations", OxoVariations);
