/* checks.ts - checks the form of values from outside, stored or received. What
 * is legal in a game is for the C core to say. */
import type {Mark, Move} from "@oxo/core";

/** The value if it is an object, else null. */
export function asObject(value: unknown): {readonly [key: string]: unknown} | null {
    return typeof value === "object" && value !== null && !Array.isArray(value)
        ? value as {readonly [key: string]: unknown} : null;
}

export const isMark = (value: unknown): value is Mark => value === "X" || value === "O";

export const isCount = (value: unknown): value is number =>
    Number.isSafeInteger(value) && (value as number) >= 0;

export function isMoves(value: unknown): value is readonly Move[] {
    return Array.isArray(value) && value.length <= 81
        && value.every((move) => typeof move === "string" && /^[a-i]{1,2}$/.test(move));
}
