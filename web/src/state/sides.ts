/* sides.ts - the two sides of a game; how their moves and points are counted. */
import type {Mark} from "@oxo/core";

export const otherMark = (mark: Mark): Mark => mark === "X" ? "O" : "X";

/** The number of a move in game files, where X's move and O's answer share one.
 * `index` counts from 0; `first` made the first move. */
export function numberOf(index: number, first: Mark): number {
    return Math.floor((index + (first === "O" ? 1 : 0)) / 2) + 1;
}

/** Points with halves: 0, ½, 1, 1½. */
export function pointsText(points: number): string {
    const whole = Math.floor(points);
    return points === whole ? String(whole) : `${whole > 0 ? whole : ""}½`;
}
