/* style.ts - the CSS of the board. Lengths are shares of the board's width
 * (cqw), so the board looks the same at any size. */
import {css, unsafeCSS} from "lit";

/** In hundredths of the board's width: the space between two boards of
 * Ultimate, and the width inside the edges. */
export const GUTTER = 2.6;
const EDGE = 1.2;
export const INSIDE = 100 - 2 * EDGE;

const NINE = Array.from({length: 9}, (_, i) => i);

/* Ultimate: nine tracks with a gutter after the third and the sixth. Classic:
 * three tracks. */
const tracks = NINE.map((i) => `
    .ultimate .c${i} { grid-column: ${1 + i + Math.floor(i / 3)}; }
    .ultimate .r${i} { grid-row: ${1 + i + Math.floor(i / 3)}; }
    .ultimate .b${i} {
        grid-column: ${1 + 4 * (i % 3)} / span 3;
        grid-row: ${1 + 4 * Math.floor(i / 3)} / span 3;
    }
    .classic .c${i} { grid-column: ${1 + i}; }
    .classic .r${i} { grid-row: ${1 + i}; }
    .zoomed.z${i} {
        --row: ${Math.floor(i / 3)};
        transform-origin: ${50 * (i % 3)}% ${50 * Math.floor(i / 3)}%;
    }
    .note.t${i} {
        color: color-mix(in oklab, var(--good) ${Math.round(12.5 * i)}%, var(--bad));
    }`).join("");

export const boardStyle = css`
    *,
    ::before,
    ::after {
        box-sizing: border-box;
    }

    :host {
        display: block;
        container-type: inline-size;
        width: 100%;
        color: var(--ink);
        font-family: var(--font);
        -webkit-tap-highlight-color: transparent;
        user-select: none;
    }

    .frame {
        position: relative;
        overflow: clip;
        overflow-clip-margin: 4px;
        border-radius: 3cqw;
    }

    .grid {
        display: grid;
        width: 100%;
        aspect-ratio: 1;
        padding: ${EDGE}cqw;
        transition: transform var(--calm) var(--ease);
    }

    .ultimate {
        --gutter: ${GUTTER}cqw;
        grid-template: repeat(3, minmax(0, 1fr)) var(--gutter) repeat(3, minmax(0, 1fr))
            var(--gutter) repeat(3, minmax(0, 1fr)) / repeat(3, minmax(0, 1fr)) var(--gutter)
            repeat(3, minmax(0, 1fr)) var(--gutter) repeat(3, minmax(0, 1fr));
    }

    .classic {
        grid-template: repeat(3, minmax(0, 1fr)) / repeat(3, minmax(0, 1fr));
    }

    /* Leaves room for the "All boards" button below the zoomed board. */
    .zoomed {
        transform: translateY(calc(-8.75cqw * var(--row))) scale(2.5);
    }

    [role="row"] {
        display: contents;
    }

    .grid.empty {
        background: var(--sunk);
        border-radius: 3cqw;
    }

    /* ---- Boards -------------------------------------------------------- */

    .panel {
        margin: -0.9cqw;
        border: max(1.5px, 0.28cqw) solid var(--line);
        border-radius: 2.2cqw;
        background: var(--card);
        transition: background var(--calm), border-color var(--calm), box-shadow var(--calm);
    }

    .classic .panel {
        grid-area: 1 / 1 / span 3 / span 3;
    }

    .panel.waiting {
        background: color-mix(in srgb, var(--card) 45%, var(--paper));
    }

    .ultimate .panel.open {
        border-width: max(2px, 0.5cqw);
        border-color: var(--mover);
        background: color-mix(in srgb, var(--mover-soft) 55%, var(--card));
        box-shadow: 0 0 0 0.55cqw var(--mover-soft);
    }

    /* A free move: all boards are open, so none needs emphasis. */
    .ultimate.free .panel.open {
        border-width: max(1.5px, 0.3cqw);
        border-color: color-mix(in srgb, var(--mover) 55%, var(--line));
        background: color-mix(in srgb, var(--mover-soft) 18%, var(--card));
        box-shadow: none;
    }

    .pointing .panel.open {
        outline: max(3px, 0.8cqw) solid var(--mover);
    }

    .pointing .cell.legal::before {
        background: color-mix(in srgb, var(--mover) 20%, transparent);
    }

    .ultimate .panel.playable:not(.open) {
        border-color: var(--line-strong);
    }

    .turn-x {
        --mover: var(--x);
        --mover-soft: var(--x-soft);
    }

    .turn-o {
        --mover: var(--o);
        --mover-soft: var(--o-soft);
    }

    .panel.by-x {
        background: color-mix(in srgb, var(--x-soft) 70%, var(--paper));
    }

    .panel.by-o {
        background: color-mix(in srgb, var(--o-soft) 70%, var(--paper));
    }

    .panel.by-draw {
        border-style: dashed;
        background: var(--sunk);
    }

    /* ---- Cells --------------------------------------------------------- */

    .cell {
        position: relative;
        display: grid;
        grid-template: 100% / 100%;
        place-items: center;
        min-width: 0;
        min-height: 0;
        border: 0 solid var(--line);
        outline: none;
    }

    .ultimate .cell:is(.c1, .c4, .c7) {
        border-inline-width: 1px;
    }

    .ultimate .cell:is(.r1, .r4, .r7) {
        border-block-width: 1px;
    }

    .classic .cell:is(.c1) {
        border-inline-width: max(2px, 0.7cqw);
    }

    .classic .cell:is(.r1) {
        border-block-width: max(2px, 0.7cqw);
    }

    .classic .cell {
        border-color: var(--line-strong);
    }

    .ultimate .cell.open {
        border-color: color-mix(in srgb, var(--mover) 35%, var(--line));
    }

    .cell.legal {
        cursor: pointer;
    }

    .cell::before {
        position: absolute;
        inset: 7%;
        border-radius: 18%;
        content: "";
    }

    .cell.last::before {
        background: color-mix(in srgb, var(--ink) 11%, transparent);
        box-shadow: inset 0 0 0 max(1.5px, 0.25cqw) color-mix(in srgb, var(--ink) 45%, transparent);
    }

    .cell.hint::before {
        box-shadow: inset 0 0 0 max(2.5px, 0.5cqw) var(--focus);
    }

    .cell:focus-visible::before {
        inset: 3%;
        outline: max(3px, 0.5cqw) solid var(--focus);
    }

    @media (hover: hover) {
        .cell.legal:hover::before {
            background: color-mix(in srgb, var(--mover) 16%, transparent);
        }

        .cell.legal:hover::after {
            position: absolute;
            inset: -2%;
            background: var(--mover);
            opacity: 0.38;
            content: "";
            mask: var(--ghost) center / contain no-repeat;
        }
    }

    .turn-x {
        --ghost: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'%3E%3Cpath d='M2.3 2.3 7.7 7.7M7.7 2.3 2.3 7.7' stroke='%23000' stroke-width='1.5' stroke-linecap='round'/%3E%3C/svg%3E");
    }

    .turn-o {
        --ghost: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'%3E%3Ccircle cx='5' cy='5' r='3' stroke='%23000' stroke-width='1.5' fill='none'/%3E%3C/svg%3E");
    }

    .mark {
        position: relative;
        width: 104%;
        height: 104%;
        overflow: visible;
        fill: none;
        stroke: currentcolor;
        stroke-linecap: round;
        stroke-width: 1.5;
    }

    .mark.x {
        color: var(--x);
    }

    .mark.o {
        color: var(--o);
    }

    .mark.draw {
        color: var(--draw);
    }

    .faded .mark {
        opacity: 0.32;
    }

    .pending .mark {
        opacity: 0.5;
    }

    .note {
        position: relative;
        font-size: clamp(9px, 2.5cqw, 17px);
        font-weight: 600;
        font-variant-numeric: tabular-nums;
        letter-spacing: -0.02em;
    }

    .classic .note {
        font-size: clamp(14px, 6cqw, 32px);
    }

    /* ---- Won boards ---------------------------------------------------- */

    .owner {
        display: grid;
        grid-template: 100% / 100%; /* keeps the mark, which is larger, in the middle */
        place-items: center;
        pointer-events: none;
    }

    .owner .mark {
        width: 108%;
        height: 108%;
        stroke-width: 1.15;
        filter: drop-shadow(0 0 1cqw var(--card));
    }

    .owner .mark.draw {
        width: 60%;
        stroke-width: 0.9;
    }

    svg.line {
        grid-area: 1 / 1 / -1 / -1;
        width: 100%;
        height: 100%;
        fill: none;
        pointer-events: none;
        stroke: var(--ink);
        stroke-linecap: round;
        stroke-width: 0.055;
        opacity: 0.85;
    }

    @media (prefers-reduced-motion: no-preference) {
        .last .mark path,
        .pending .mark path,
        .fresh .mark path {
            animation: draw 180ms var(--ease) both;
            stroke-dasharray: 1.05;
        }

        .last .mark path:nth-child(2) {
            animation-delay: 70ms;
        }

        .fresh .mark path {
            animation-duration: 360ms;
        }

        .pointing .panel.open,
        .pointing .cell.legal::before {
            animation: point 400ms 3 alternate var(--ease);
        }

        svg.line line {
            animation: draw 420ms 120ms var(--ease) both;
            stroke-dasharray: 1.05;
        }
    }

    @keyframes draw {
        from {
            stroke-dashoffset: 1.05;
        }

        to {
            stroke-dashoffset: 0;
        }
    }

    @keyframes point {
        from {
            opacity: 0.45;
        }
    }

    /* ---- Around the board ---------------------------------------------- */

    .way {
        position: absolute;
        inset: auto 0 8px;
        display: flex;
        gap: 10px;
        align-items: center;
        justify-content: center;
        font: 500 15px / 1.2 var(--font);
        pointer-events: none;
    }

    .way span {
        padding: 8px 12px;
        border-radius: 18px;
        background: var(--card);
        box-shadow: inset 0 0 0 1.5px var(--line-strong);
    }

    .out {
        min-height: 44px;
        padding: 0 18px;
        border: 0;
        border-radius: 22px;
        background: var(--ink);
        color: var(--paper);
        font: inherit;
        white-space: nowrap;
        pointer-events: auto;
    }

    .say {
        position: absolute;
        width: 1px;
        height: 1px;
        overflow: hidden;
        clip-path: inset(50%);
    }

    @media (forced-colors: active) {
        .panel.open {
            border-color: Highlight;
            outline: 2px solid Highlight;
        }

        .mark,
        svg.line {
            forced-color-adjust: none;
            color: CanvasText;
            stroke: CanvasText;
        }

        .cell.last::before {
            border: 2px solid CanvasText;
        }

        .cell.hint::before {
            border: 3px dashed Highlight;
        }
    }

    ${unsafeCSS(tracks)}
`;
