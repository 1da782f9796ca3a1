/* checks.ts - is a value from outside, kept or received, what it should be? By
 * its form only: what is legal in a game is the C core's answer. */
import type {Mark, Move, Variant} from "@oxo/core";

export const VARIANTS: readonly Variant[] = ["classic", "ultimate", "ultimate-cg", "ultimate-continue"];

export const isMark = (value: unknown): value is Mark => value === "X" || value === "O";

export const isVariant = (value: unknown): value is Variant => VARIANTS.includes(value as Variant);

export const isCount = (value: unknown): value is number =>
    Number.isSafeInteger(value) && (value as number) >= 0;

/** Of the computer. */
export const isLevel = (value: unknown): value is number => isCount(value) && value >= 1 && value <= 10;

export function isMoves(value: unknown): value is readonly Move[] {
    return Array.isArray(value) && value.length <= 81
        && value.every((move) => typeof move === "string" && /^[a-i]{1,2}$/.test(move));
}
