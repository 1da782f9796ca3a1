/* oxo-tree-drawing.ts - <oxo-tree-drawing>: a drawing of a whole small tree, as
 * in textbooks. The rows of <oxo-minimax> have the same content for screen
 * readers. Clicking a node sends `oxo-node`. */
import {css, html, LitElement, nothing, svg, type SVGTemplateResult, type TemplateResult} from "lit";
import type {Mark} from "@oxo/core";
import {type AskTree, chooserOf, keyOf, type NodePath, type Progress} from "../state/alpha-beta.js";
import {faceOf, layOut, type Spot} from "../state/minimax-tree.js";
import {shared} from "../style/shared.js";
import {sendEvent} from "./events.js";

/** Larger trees, and drawings on narrower screens, are unreadable. */
const MOST_DRAWN = 60;
const WIDE = "(min-width: 620px)";

/** Is a tree with that many positions drawn on this screen? */
export function isDrawn(positions: number): boolean {
    return positions <= MOST_DRAWN && matchMedia(WIDE).matches;
}

const STEP = {x: 36, y: 62} as const;
const LEFT = 52;
const TOP = 24;

export class OxoTreeDrawing extends LitElement {
    static override styles = [shared, css`
        :host {
            display: block;
        }

        svg {
            display: block;
            width: 100%;
            margin-inline: auto;
            overflow: visible;
        }

        text {
            fill: var(--ink);
            font: 600 13px var(--font);
            text-anchor: middle;
        }

        .level {
            fill: var(--ink-soft);
            font-size: 12px;
            text-anchor: start;
        }

        .edge {
            fill: none;
            stroke: var(--line-strong);
            stroke-width: 1.5;
        }

        .edge.best {
            stroke: var(--ink);
            stroke-width: 3.5;
        }

        .edge.skipped {
            stroke-dasharray: 3 4;
        }

        .move {
            fill: var(--ink-soft);
            font-size: 11.5px;
            paint-order: stroke;
            stroke: var(--card);
            stroke-width: 4;
        }

        .node {
            cursor: pointer;
        }

        .node rect {
            stroke: var(--line-strong);
            stroke-width: 1.5;
        }

        .X rect {
            fill: var(--x-soft);
        }

        .O rect {
            fill: var(--o-soft);
        }

        .over rect {
            fill: var(--card);
        }

        .unknown rect {
            stroke-dasharray: 3 3;
        }

        .skipped rect {
            fill: var(--card);
            stroke-dasharray: 2 3;
        }

        .skipped text {
            fill: var(--ink-soft);
            text-decoration: line-through;
        }

        .here rect {
            stroke: var(--focus);
            stroke-dasharray: none;
            stroke-width: 3.5;
        }

        @media (max-width: 619px) {
            :host {
                display: none;
            }
        }
    `];

    static override properties = {
        ask: {attribute: false},
        max: {type: String},
        progress: {attribute: false},
        at: {attribute: false},
    };

    declare ask: AskTree | null;
    declare max: Mark;
    /** What alpha-beta has found so far; null: show the whole result. */
    declare progress: ReadonlyMap<string, Progress> | null;
    /** The highlighted node. */
    declare at: NodePath;

    constructor() {
        super();
        this.ask = null;
        this.max = "X";
        this.progress = null;
        this.at = [];
    }

    protected override render(): TemplateResult | typeof nothing {
        if (!this.ask || this.ask([]).node.nodes.minimax > MOST_DRAWN)
            return nothing;
        const {spots, leaves, depth} = layOut(this.ask);
        const [width, height] = [LEFT + leaves * STEP.x, 2 * TOP + depth * STEP.y];
        const byPath = new Map(spots.map((spot) => [keyOf(spot.path), spot]));
        return html`<svg viewBox="0 0 ${width} ${height}" .style=${`max-width: ${1.25 * width}px`} role="img"
            aria-label="The whole tree as a drawing; the rows below say the same">
            ${Array.from({length: depth + 1}, (_, level) => this.level(level))}
            ${spots.map((spot) => this.edge(spot, byPath.get(keyOf(spot.path.slice(0, -1)))))}
            ${spots.map((spot) => this.node(spot))}
        </svg>`;
    }

    private level(depth: number): SVGTemplateResult {
        return svg`<text class="level" x="0" y=${TOP + depth * STEP.y + 4}>${depth % 2 ? "MIN" : "MAX"}</text>`;
    }

    private placeOf({path, x}: Spot): readonly [number, number] {
        return [LEFT + (x + 0.5) * STEP.x, TOP + path.length * STEP.y];
    }

    /** The line to the parent, labelled with the move. */
    private edge(spot: Spot, parent: Spot | undefined): SVGTemplateResult | typeof nothing {
        if (!parent || spot === parent)
            return nothing;
        const [[x1, y1], [x2, y2]] = [this.placeOf(parent), this.placeOf(spot)];
        const {kind} = faceOf(this.progress, spot.path, spot.node);
        return svg`<line class="edge ${kind}" x1=${x1} y1=${y1 + 12} x2=${x2} y2=${y2 - 12}/>
            <text class="move" x=${x1 + 0.66 * (x2 - x1)} y=${y1 + 0.62 * (y2 - y1)}>${spot.node.move}</text>`;
    }

    private node(spot: Spot): SVGTemplateResult {
        const {path, node} = spot;
        const [x, y] = this.placeOf(spot);
        const {kind, score} = faceOf(this.progress, path, node);
        const side = node.outcome === "ongoing" ? chooserOf(node, this.max) : "over";
        const here = keyOf(path) === keyOf(this.at) ? "here" : "";
        const round = side === "over" ? 3 : 12;
        return svg`<g class="node ${side} ${kind} ${here}" @click=${() => this.chooseNode(path)}>
            <rect x=${x - 16} y=${y - 12} width="32" height="24" rx=${round}/>
            <text x=${x} y=${y + 4.5}>${score.replace(" ", "")}</text></g>`;
    }

    private chooseNode(path: NodePath): void {
        sendEvent(this, "oxo-node", path);
    }
}

customElements.define("oxo-tree-drawing", OxoTreeDrawing);

declare global {
    interface HTMLElementTagNameMap {
        "oxo-tree-drawing": OxoTreeDrawing;
    }
}
