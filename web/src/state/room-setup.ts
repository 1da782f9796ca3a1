/* room-setup.ts - the choices for a new room. */
import type {Variant} from "@oxo/core";
import {asObject} from "./checks.js";
import type {ClockSetup} from "./messages.js";

export type ClockChoice = "none" | "1+0" | "3+2" | "5+3" | "10+5" | "custom";
export type FirstMove = "me" | "other" | "either";

export interface RoomChoices {
    readonly clock: ClockChoice;
    /** Minutes and seconds of the custom clock. */
    readonly minutes: number;
    readonly seconds: number;
    /** Days for each move without a clock; 0: no limit. */
    readonly days: number;
    readonly series: number;
    readonly first: FirstMove;
}

/** The choices as the server expects them. */
export interface RoomSetup {
    readonly variant: Variant;
    readonly series: number;
    readonly mark: "X" | "O" | "random";
    readonly public: boolean;
    readonly clock: ClockSetup | null;
    readonly days?: number;
}

export const CLOCKS: readonly (readonly [ClockChoice, string])[] = [["none", "none"], ["1+0", "1 + 0"],
    ["3+2", "3 + 2"], ["5+3", "5 + 3"], ["10+5", "10 + 5"], ["custom", "other"]];
export const DAYS: readonly (readonly [number, string])[] = [[0, "no limit"], [1, "1"], [3, "3"], [7, "7"], [14, "14"]];
export const SERIES: readonly (readonly [number, string])[] = [[1, "one game"], [3, "of 3"], [5, "of 5"], [7, "of 7"]];
export const FIRST_MOVES: readonly (readonly [FirstMove, string])[] = [["me", "me"], ["either", "either"], ["other", "the other"]];

export const FIRST_CHOICES: RoomChoices = {clock: "none", minutes: 15, seconds: 10, days: 0, series: 1, first: "me"};

/** Limits of the server: a day for each side, an hour for each move. */
export const MOST_MINUTES = 24 * 60;
export const MOST_SECONDS = 3600;

const numberWithin = (value: unknown, least: number, most: number, otherwise: number): number =>
    typeof value === "number" && value >= least && value <= most ? value : otherwise;

const optionOf = <T>(value: unknown, options: readonly (readonly [T, string])[], otherwise: T): T =>
    options.find(([option]) => option === value)?.[0] ?? otherwise;

export function readChoices(kept: unknown): RoomChoices | null {
    const from = asObject(kept);
    return from && {
        clock: optionOf(from["clock"], CLOCKS, FIRST_CHOICES.clock),
        minutes: numberWithin(from["minutes"], 0.1, MOST_MINUTES, FIRST_CHOICES.minutes),
        seconds: numberWithin(from["seconds"], 0, MOST_SECONDS, FIRST_CHOICES.seconds),
        days: optionOf(from["days"], DAYS, FIRST_CHOICES.days),
        series: optionOf(from["series"], SERIES, FIRST_CHOICES.series),
        first: optionOf(from["first"], FIRST_MOVES, FIRST_CHOICES.first),
    };
}

function clockOf(choice: RoomChoices): ClockSetup | null {
    if (choice.clock === "none")
        return null;
    const [minutes = 0, seconds = 0] = choice.clock === "custom" ? [choice.minutes, choice.seconds]
        : choice.clock.split("+").map(Number);
    return {initial: Math.round(minutes * 60_000), increment: Math.round(seconds * 1000)};
}

export function setupOf(choice: RoomChoices, variant: Variant, isPublic: boolean): RoomSetup {
    const clock = clockOf(choice);
    return {
        variant, series: choice.series, public: isPublic, clock, ...(!clock && choice.days > 0 && {days: choice.days}),
        mark: choice.first === "me" ? "X" : choice.first === "other" ? "O" : "random",
    };
}
