/* results.ts - outcomes in the notation of game files. */
import type {Mark} from "@oxo/core";

export const RESULTS = {X: "1-0", O: "0-1", draw: "1/2-1/2", ongoing: "*"} as const;

/** Null if the game is unfinished, or the result unknown. */
export function finalOutcome(result: string): Mark | "draw" | null {
    return (["X", "O", "draw"] as const).find((outcome) => RESULTS[outcome] === result) ?? null;
}
