/* marks.ts - X, O and the dash of a draw, as drawings of 10 by 10 units. */
import {svg, type SVGTemplateResult} from "lit";

/* Every path has the length 1, so one CSS animation of the dash offset draws
 * any of them. The ring starts at the top. */
const CROSS = svg`<path pathLength="1" d="M2.3 2.3 7.7 7.7"/>
    <path pathLength="1" d="M7.7 2.3 2.3 7.7"/>`;
const RING = svg`<path pathLength="1" d="M5 2a3 3 0 1 1 -.001 0z"/>`;
const DASH = svg`<path pathLength="1" d="M2.6 5H7.4"/>`;

export function markOf(owner: string): SVGTemplateResult {
    const shape = owner === "X" ? CROSS : owner === "O" ? RING : DASH;
    const kind = owner === "X" ? "x" : owner === "O" ? "o" : "draw";
    return svg`<svg class="mark ${kind}" viewBox="0 0 10 10" aria-hidden="true">${shape}</svg>`;
}
