/* oxo-graph.ts - <oxo-graph>: a reviewed game as two curves, evaluation and
 * intensity, with the key moments marked. Choosing a point sends `oxo-ply`. A
 * table has the same content for screen readers. */
import {css, html, LitElement, nothing, svg, type SVGTemplateResult, type TemplateResult} from "lit";
import type {Point, Review} from "@oxo/core";
import {curveRuns, gradeLook, gradeWords, HEIGHT, judgedCount, moveNumber, pointWords} from "../state/judgement.js";
import {shared} from "../style/shared.js";
import {sendEvent} from "./events.js";

export class OxoGraph extends LitElement {
    static override styles = [shared, css`
        :host {
            display: grid;
            gap: var(--space-2);
        }

        .plot {
            position: relative;
            height: var(--graph-height, 150px);
            border-radius: var(--round-s);
            background: var(--o-soft);
            cursor: pointer;
            touch-action: pan-y;
        }

        .foot {
            display: flex;
            flex-wrap: wrap;
            gap: 0 var(--space-4);
            align-items: center;
            justify-content: space-between;
        }

        details[open] {
            flex-basis: 100%;
        }

        .legend {
            display: flex;
            flex-wrap: wrap;
            gap: var(--space-1) var(--space-4);
            color: var(--ink-soft);
            font-size: var(--text-s);
        }

        .legend span::before {
            display: inline-block;
            width: 20px;
            margin-inline-end: var(--space-1);
            border-block-start: 3px solid var(--ink);
            vertical-align: middle;
            content: "";
        }

        .legend .tension::before {
            border-block-start: 3px dashed var(--warm-colour);
        }

        .legend .turn::before {
            width: 11px;
            height: 11px;
            border: 3px solid var(--bad);
            border-radius: 50%;
        }

        svg {
            position: absolute;
            inset: 0;
            width: 100%;
            height: 100%;
            border-radius: inherit;
            overflow: hidden;
        }

        .share {
            fill: var(--x-soft);
        }

        polyline {
            fill: none;
            stroke: var(--ink);
            stroke-linejoin: round;
            stroke-width: 2.5;
            vector-effect: non-scaling-stroke;
        }

        polyline.tension {
            stroke: var(--warm-colour);
            stroke-dasharray: 5 4;
            stroke-width: 2;
        }

        .middle {
            stroke: var(--line-strong);
            stroke-dasharray: 2 4;
            vector-effect: non-scaling-stroke;
        }

        .here {
            stroke: var(--ink);
            stroke-width: 2;
            vector-effect: non-scaling-stroke;
        }

        .turn-at,
        .now {
            position: absolute;
            width: 15px;
            height: 15px;
            margin: -8px 0 0 -8px;
            border: 3px solid var(--bad);
            border-radius: 50%;
            background: var(--card);
            pointer-events: none;
        }

        .now {
            width: 9px;
            height: 9px;
            margin: -4.5px 0 0 -4.5px;
            border-color: var(--ink);
            background: var(--ink);
        }

        .axis {
            position: absolute;
            inset-inline-start: var(--space-2);
            padding-inline: var(--space-1);
            border-radius: 4px;
            background: var(--card);
            font-size: var(--text-xs);
            font-weight: 600;
            pointer-events: none;
        }

        .axis.top {
            color: var(--x);
            inset-block-start: 2px;
        }

        .axis.foot {
            color: var(--o);
            inset-block-end: 2px;
        }

        progress {
            width: 100%;
            height: 8px;
            accent-color: var(--ink);
        }

        .scroll {
            max-height: 22rem;
            margin-block-start: var(--space-2);
            overflow: auto;
        }

        summary {
            display: inline-flex;
            align-items: center;
            min-height: var(--target);
            color: var(--ink-soft);
            font-size: var(--text-s);
            cursor: pointer;
            text-decoration: underline;
            text-underline-offset: 0.2em;
        }

        table {
            width: 100%;
            border-collapse: collapse;
            font-size: var(--text-s);
        }

        th,
        td {
            padding: var(--space-1) var(--space-2);
            border-block-end: 1px solid var(--line);
            text-align: start;
        }

        tr[aria-current] {
            background: var(--sunk);
        }
    `];

    static override properties = {
        review: {attribute: false},
        at: {type: Number},
        pointed: {state: true},
    };

    declare review: Review | null;
    /** The ply that the board shows; -1 if it isn't in this line. */
    declare at: number;
    /** The ply under the pointer. */
    private declare pointed: number | null;

    constructor() {
        super();
        this.review = null;
        this.at = -1;
        this.pointed = null;
    }

    protected override render(): TemplateResult | typeof nothing {
        const review = this.review;
        if (!review)
            return nothing;
        const last = review.points.length - 1;
        return html`
            <div class="plot" @click=${this.choosePly} @pointermove=${this.onPointer}
                @pointerleave=${() => { this.pointed = null; }}>
                ${this.drawing(review.points, Math.max(1, last))}
                <span class="axis top" aria-hidden="true">X wins</span>
                <span class="axis foot" aria-hidden="true">O wins</span>
                ${review.keys.map((move) => this.dot("turn-at", move + 1, review.points, last))}
                ${this.at >= 0 ? this.dot("now", this.at, review.points, last) : nothing}
            </div>
            ${review.done ? nothing : html`<progress max=${review.points.length} .value=${judgedCount(review)}
                aria-label="Review of the game"></progress>`}
            <div class="foot"><div class="legend">${this.pointed === null ? html`
                <span>who stands better</span>
                <span class="tension">intensity</span>
                <span class="turn">key moment</span>` : this.readout(review, this.pointed)}</div>
            <details>
                <summary>As a table</summary>
                <div class="scroll" tabindex="0" role="region" aria-label="The graph as a table">${this.table(review)}</div>
            </details></div>`;
    }

    private drawing(points: readonly Point[], last: number): TemplateResult {
        const share = curveRuns(points, (point) => point.value.expected);
        const tension = curveRuns(points, (point) => point.intensity);
        const under = (run: string): SVGTemplateResult => {
            const [from, to] = [parseInt(run), parseInt(run.slice(run.lastIndexOf(" ") + 1))];
            return svg`<polygon class="share" points="${from},${HEIGHT} ${run} ${to},${HEIGHT}"/>`;
        };
        const marker = this.pointed ?? this.at;
        return html`<svg viewBox="0 0 ${last} ${HEIGHT}" preserveAspectRatio="none" role="img"
            aria-label="Evaluation and intensity over the game; the table below has the numbers">
            ${share.map(under)}
            <line class="middle" x1="0" x2=${last} y1=${HEIGHT / 2} y2=${HEIGHT / 2}></line>
            ${tension.map((run) => svg`<polyline class="tension" points=${run}/>`)}
            ${share.map((run) => svg`<polyline points=${run}/>`)}
            ${marker >= 0 ? svg`<line class="here" x1=${marker} x2=${marker} y1="0" y2=${HEIGHT}/>` : nothing}
        </svg>`;
    }

    private dot(kind: string, ply: number, points: readonly Point[], last: number): TemplateResult | typeof nothing {
        const point = points[ply];
        if (!point?.known)
            return nothing;
        const [x, y] = [100 * ply / Math.max(1, last), 100 * (1 - point.value.expected)];
        return html`<span class=${kind} .style=${`left: ${x}%; top: ${y}%`}></span>`;
    }

    private readout(review: Review, ply: number): TemplateResult {
        const point = review.points[ply]!;
        const move = review.moves[ply - 1];
        const what = move ? `${moveNumber(review, ply - 1)}. ${move.mark} ${move.move}${gradeLook(move.grade).sign}` : "start";
        return html`<b class="number">${what}: ${pointWords(point)}, intensity ${point.intensity.toFixed(2)}</b>`;
    }

    private table(review: Review): TemplateResult {
        return html`<table>
            <thead><tr><th scope="col">Move</th><th scope="col">Position behind it</th>
                <th scope="col">Intensity</th><th scope="col">Judgement</th></tr></thead>
            <tbody>${review.points.map((point, ply) => this.tableRow(review, point, ply))}</tbody>
        </table>`;
    }

    private tableRow(review: Review, point: Point, ply: number): TemplateResult {
        const move = review.moves[ply - 1];
        const judgement = move ? `${gradeWords(move)}${move.key ? ", key moment" : ""}` : "";
        return html`<tr aria-current=${ply === this.at ? "true" : nothing}>
            <th scope="row">${move ? `${moveNumber(review, ply - 1)}. ${move.mark} ${move.move}` : "start"}</th>
            <td>${pointWords(point)}</td>
            <td class="number">${point.intensity.toFixed(2)}</td>
            <td>${judgement}</td></tr>`;
    }

    // ---- Pointing ---------------------------------------------------------

    private plyOf(event: MouseEvent): number {
        const box = (event.currentTarget as Element).getBoundingClientRect();
        const last = (this.review?.points.length ?? 1) - 1;
        const share = (event.clientX - box.left) / box.width;
        return Math.max(0, Math.min(last, Math.round(share * last)));
    }

    private onPointer(event: PointerEvent): void {
        this.pointed = this.plyOf(event);
        if (event.buttons === 1)
            this.choosePly(event);
    }

    private choosePly(event: MouseEvent): void {
        sendEvent(this, "oxo-ply", this.plyOf(event));
    }
}

customElements.define("oxo-graph", OxoGraph);

declare global {
    interface HTMLElementTagNameMap {
        "oxo-graph": OxoGraph;
    }
}
