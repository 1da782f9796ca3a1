/* sides.ts - the two sides of a game, and how their moves and points are
 * counted. */
import type {Mark} from "@oxo/core";

export const otherMark = (mark: Mark): Mark => mark === "X" ? "O" : "X";

/** The number of a move as game files have it: X's and O's share one. `index`
 * is from 0, `first` who made the first. */
export function numberOf(index: number, first: Mark): number {
    return Math.floor((index + (first === "O" ? 1 : 0)) / 2) + 1;
}

/** Halves as they are written: 0, ½, 1, 1½. */
export function pointsText(points: number): string {
    const whole = Math.floor(points);
    return points === whole ? String(whole) : `${whole > 0 ? whole : ""}½`;
}
