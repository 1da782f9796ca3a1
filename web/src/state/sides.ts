/* sides.ts - the two sides of a game, and how their points are written. */
import type {Mark} from "@oxo/core";

export const otherMark = (mark: Mark): Mark => mark === "X" ? "O" : "X";

/** Halves as they are written: 0, ½, 1, 1½. */
export function pointsText(points: number): string {
    const whole = Math.floor(points);
    return points === whole ? String(whole) : `${whole > 0 ? whole : ""}½`;
}
