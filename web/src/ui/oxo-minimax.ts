/* oxo-minimax.ts - <oxo-minimax>: the minimax tree as rows that open on demand.
 * Each row shows its position, who chooses there, and its score. With `progress`
 * a row shows only what alpha-beta has found so far. Choosing a row sends
 * `oxo-node`. */
import {css, html, LitElement, nothing, type PropertyValues, type TemplateResult} from "lit";
import type {Mark, TreeNode} from "@oxo/core";
import {type AskTree, chooserOf, keyOf, type NodePath, type Progress} from "../state/alpha-beta.js";
import {cellName, partsOf} from "../state/cells.js";
import {faceOf} from "../state/minimax-tree.js";
import {otherMark} from "../state/sides.js";
import {shared} from "../style/shared.js";
import {sendEvent} from "./events.js";
import {icon} from "./icons.js";
import {miniBoard, miniBoardStyle} from "./mini-board.js";

declare global {
    interface HTMLElementTagNameMap {
        "oxo-minimax": OxoMinimax;
    }
    interface HTMLElementEventMap {
        "oxo-node": CustomEvent<NodePath>;
    }
}

interface Row {
    readonly path: NodePath;
    readonly node: TreeNode;
    readonly open: boolean;
    readonly place: number;
    readonly siblings: number;
}

export class OxoMinimax extends LitElement {
    static override styles = [shared, miniBoardStyle, css`
        :host {
            display: block;
        }

        .row {
            position: relative;
            display: grid;
            grid-template-columns: auto auto minmax(0, 1fr) auto;
            gap: var(--space-2);
            align-items: center;
            min-height: 60px;
            margin-inline-start: calc(var(--depth) * clamp(10px, 2.2vw, 26px));
            padding: var(--space-1) var(--space-2);
            border-radius: var(--round-s);
            cursor: pointer;
            scroll-margin-block: var(--beside, 0) 80px;
        }

        .row::before {
            position: absolute;
            inset-block: 0;
            inset-inline-start: -7px;
            border-inline-start: 2px solid var(--line);
            content: "";
        }

        .row.d0::before {
            display: none;
        }

        .row:hover {
            background: var(--sunk);
        }

        .row[aria-selected="true"] {
            background: var(--sunk);
            box-shadow: inset 0 0 0 2px var(--line-strong);
        }

        .row.here {
            background: color-mix(in srgb, var(--focus) 12%, var(--card));
            box-shadow: inset 0 0 0 2px var(--focus);
        }

        .row:focus-visible {
            outline-offset: -2px;
        }

        .fold {
            display: grid;
            place-items: center;
            width: 22px;
            transition: transform var(--quick);
        }

        [aria-expanded="true"] > .fold {
            transform: rotate(90deg);
        }

        .what {
            min-width: 0;
            line-height: 1.3;
        }

        .name {
            display: flex;
            flex-wrap: wrap;
            gap: 0 var(--space-2);
            align-items: baseline;
            font-weight: 500;
        }

        .more {
            color: var(--ink-soft);
            font-size: var(--text-xs);
        }

        .player {
            padding: 0 6px;
            border-radius: 5px;
            font-size: var(--text-xs);
            font-weight: 600;
            letter-spacing: 0.03em;
        }

        .player.X {
            background: var(--x-soft);
        }

        .player.O {
            background: var(--o-soft);
        }

        .player.over {
            background: var(--sunk);
        }

        .score {
            min-width: 2.1em;
            padding: 2px 8px;
            border: 2px solid var(--line-strong);
            border-radius: 18px;
            font-size: var(--text-m);
            font-weight: 650;
            text-align: center;
            white-space: nowrap;
        }

        .best > .score {
            border-color: var(--ink);
            background: var(--ink);
            color: var(--paper);
        }

        .unknown > .score {
            border-style: dashed;
            color: var(--ink-soft);
        }

        .skipped > .score {
            border-style: dotted;
        }

        .skipped .mini,
        .unknown .mini {
            opacity: 0.55;
        }

        .skipped .name > :first-child {
            text-decoration: line-through;
        }

        @media (forced-colors: active) {
            .row:is([aria-selected="true"], .here) {
                outline: 2px solid CanvasText;
            }

            .row.here {
                outline: 4px solid Highlight;
            }

            .best > .score {
                border-width: 4px;
            }
        }

        @media (max-width: 419px) {
            .row {
                gap: 6px;
                padding-inline: 2px;
            }

            .mini {
                width: 40px;
                height: 40px;
            }
        }
    `];

    static override properties = {
        ask: {attribute: false},
        cellsOf: {attribute: false},
        max: {type: String},
        at: {attribute: false},
        progress: {attribute: false},
        follow: {attribute: false},
        still: {type: Boolean},
        opened: {state: true},
    };

    declare ask: AskTree | null;
    /** The nine cells of a position. */
    declare cellsOf: (position: string) => string;
    declare max: Mark;
    /** The selected row. */
    declare at: NodePath;
    /** What alpha-beta has found so far; null: show the whole result. */
    declare progress: ReadonlyMap<string, Progress> | null;
    /** The node that alpha-beta visits; all rows on the way to it are open. */
    declare follow: NodePath | null;
    /** Don't scroll to that node, because a drawing shows it. */
    declare still: boolean;
    private declare opened: ReadonlySet<string>;

    constructor() {
        super();
        this.ask = null;
        this.cellsOf = () => ".........";
        this.max = "X";
        this.at = [];
        this.progress = null;
        this.follow = null;
        this.still = false;
        this.opened = new Set([""]);
    }

    protected override willUpdate(changed: PropertyValues<this>): void {
        if (changed.has("ask"))
            this.opened = new Set([""]);
        if (changed.has("at") && this.at.length > 0)
            this.opened = new Set([...this.opened, ...this.at.map((_, i) => keyOf(this.at.slice(0, i)))]);
    }

    protected override updated(changed: PropertyValues<this>): void {
        if (changed.has("follow") && this.follow && !this.still)
            this.renderRoot.querySelector(".here")?.scrollIntoView({block: "nearest"});
    }

    // ---- Rows -------------------------------------------------------------

    private isOpen(path: NodePath): boolean {
        const {follow} = this;
        if (follow && path.length <= follow.length && path.every((move, i) => move === follow[i]))
            return true;
        return this.opened.has(keyOf(path));
    }

    /** The visible rows, in order. */
    private rows(): Row[] {
        const rows: Row[] = [];
        const add = (path: NodePath, node: TreeNode, place: number, siblings: number): void => {
            const open = node.outcome === "ongoing" && this.isOpen(path);
            rows.push({path, node, open, place, siblings});
            if (open) {
                const {children} = this.ask!(path);
                children.forEach((child, i) => add([...path, child.move!], child, i + 1, children.length));
            }
        };
        if (this.ask)
            add([], this.ask([]).node, 1, 1);
        return rows;
    }

    protected override render(): TemplateResult {
        const rows = this.rows();
        const chosen = rows.some((row) => keyOf(row.path) === keyOf(this.at)) ? keyOf(this.at) : "";
        return html`<div role="tree" aria-label="Moves and replies" @keydown=${this.onKey}>${
            rows.map((row) => this.row(row, keyOf(row.path) === chosen))}</div>`;
    }

    private row({path, node, open, place, siblings}: Row, chosen: boolean): TemplateResult {
        const key = keyOf(path);
        const face = faceOf(this.progress, path, node);
        const here = this.follow !== null && keyOf(this.follow) === key;
        const over = node.outcome !== "ongoing";
        return html`<div class="row d${path.length} ${face.kind} ${here ? "here" : ""}" role="treeitem"
            .style=${`--depth: ${path.length}`} data-path=${key} tabindex=${chosen ? 0 : -1}
            aria-level=${path.length + 1} aria-posinset=${place} aria-setsize=${siblings}
            aria-expanded=${over ? nothing : open} aria-selected=${chosen}
            @click=${() => this.toggleRow(path, over)}>
            <span class="fold" aria-hidden="true">${over ? nothing : icon("next")}</span>
            ${miniBoard(this.cellsOf(node.position), node.move ? partsOf(node.move).cell : null)}
            <span class="what">
                <span class="name"><span>${this.nameOf(node)}</span>${node.move
                    ? html`<span class="hidden-text">, ${cellName(node.move)}, </span>` : nothing}${this.player(node)}</span>
                <span class="more">${face.more}</span>
            </span>
            <span class="score number"><span class="hidden-text">, score </span>${face.score}</span>
        </div>`;
    }

    private nameOf(node: TreeNode): string {
        if (node.move === null)
            return "Now";
        const mover = otherMark(chooserOf(node, this.max));
        return `${mover} ${node.move}`;
    }

    private player(node: TreeNode): TemplateResult {
        if (node.outcome !== "ongoing")
            return html`<span class="player over">${node.outcome === "draw" ? "draw" : `${node.outcome} wins`}</span>`;
        const who = chooserOf(node, this.max);
        return html`<span class="player ${who}">${node.player.toUpperCase()} · ${who} chooses</span>`;
    }

    // ---- Choosing -----------------------------------------------------------

    private toggleRow(path: NodePath, over: boolean): void {
        this.chooseNode(path);
        if (!over)
            this.setOpen(path, !this.isOpen(path));
    }

    private setOpen(path: NodePath, open: boolean): void {
        const opened = new Set(this.opened);
        if (open)
            opened.add(keyOf(path));
        else
            opened.delete(keyOf(path));
        this.opened = opened;
    }

    private chooseNode(path: NodePath): void {
        sendEvent(this, "oxo-node", path);
    }

    private focusOn(path: NodePath): void {
        this.renderRoot.querySelector<HTMLElement>(`[data-path="${keyOf(path)}"]`)?.focus();
        this.chooseNode(path);
    }

    /** The usual keys of a tree view. */
    private onKey(event: KeyboardEvent): void {
        const rows = this.rows();
        const i = rows.findIndex((row) => keyOf(row.path) === (event.target as HTMLElement).dataset["path"]);
        const row = rows[i];
        if (!row || event.ctrlKey || event.metaKey || event.altKey)
            return;
        const to = this.rowForKey(event.key, rows, i);
        if (to)
            this.focusOn(to.path);
        else if (event.key === "ArrowRight" && !row.open && row.node.outcome === "ongoing")
            this.setOpen(row.path, true);
        else if (event.key === "ArrowLeft" && row.open)
            this.setOpen(row.path, false);
        else if (event.key === "Enter" || event.key === " ")
            this.toggleRow(row.path, row.node.outcome !== "ongoing");
        else if (!["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key))
            return;
        event.preventDefault();
    }

    /** The row that a key moves to. */
    private rowForKey(key: string, rows: readonly Row[], i: number): Row | undefined {
        const row = rows[i]!;
        switch (key) {
        case "ArrowDown": return rows[i + 1];
        case "ArrowUp": return rows[i - 1];
        case "Home": return rows[0];
        case "End": return rows.at(-1);
        case "ArrowRight": return row.open ? rows[i + 1] : undefined;
        case "ArrowLeft": return row.open ? undefined
            : rows.find((other) => keyOf(other.path) === keyOf(row.path.slice(0, -1)) && other !== row);
        default: return undefined;
        }
    }
}

customElements.define("oxo-minimax", OxoMinimax);
