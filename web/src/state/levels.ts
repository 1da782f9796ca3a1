/* levels.ts - the computer's levels and their names. */
import {isCount} from "./checks.js";

export const LEVELS = 10;

/** The level of a person who has not chosen one. */
export const FIRST_LEVEL = 3;

export const isLevel = (value: unknown): value is number => isCount(value) && value >= 1 && value <= LEVELS;

const NAMES = ["", "first game", "beginner", "casual", "keen", "steady", "sharp", "strong",
    "expert", "master", "full strength"] as const;

export function levelName(level: number): string {
    return NAMES[level] ?? "";
}
