/* levels.ts - what a level of the computer is called. */

export const LEVELS = 10;

const NAMES = ["", "first game", "beginner", "casual", "keen", "steady", "sharp", "strong",
    "expert", "master", "full strength"] as const;

export function levelName(level: number): string {
    return NAMES[level] ?? "";
}
