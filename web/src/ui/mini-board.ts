/* mini-board.ts - a board of nine cells as a small drawing. */
import {css, html, svg, type SVGTemplateResult, type TemplateResult} from "lit";

export const miniBoardStyle = css`
    .mini {
        flex: none;
        width: 48px;
        height: 48px;
        fill: none;
        stroke-linecap: round;
    }

    .mini .grid {
        stroke: var(--line-strong);
        stroke-width: 0.5;
    }

    .mini .x {
        stroke: var(--x);
        stroke-width: 1.5;
    }

    .mini .o {
        stroke: var(--o);
        stroke-width: 1.5;
    }

    .mini .new {
        fill: color-mix(in srgb, var(--ink) 14%, transparent);
        stroke: none;
    }
`;

function drawMark(mark: string, x: number, y: number): SVGTemplateResult | null {
    if (mark === "x")
        return svg`<path class="x" d="M${x - 2.2} ${y - 2.2}l4.4 4.4m0 -4.4l-4.4 4.4"/>`;
    return mark === "o" ? svg`<circle class="o" cx=${x} cy=${y} r="2.5"/>` : null;
}

/** `cells`: nine of "x", "o" and ".", as in a view; `last`: 0..8. */
export function miniBoard(cells: string, last: number | null): TemplateResult {
    const at = (i: number): readonly [number, number] => [5 + 10 * (i % 3), 5 + 10 * Math.floor(i / 3)];
    const [x, y] = at(last ?? 0);
    return html`<svg class="mini" viewBox="-1 -1 32 32" aria-hidden="true">
        <path class="grid" d="M10 0V30M20 0V30M0 10H30M0 20H30"></path>
        ${last === null ? null : svg`<rect class="new" x=${x - 4.5} y=${y - 4.5} width="9" height="9" rx="2"/>`}
        ${[...cells].map((mark, i) => drawMark(mark, ...at(i)))}
    </svg>`;
}
