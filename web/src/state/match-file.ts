/* match-file.ts - writes a game on this device as a game file. */
import type {Mark, Oxo} from "@oxo/core";
import {type Match, outcomeOf} from "./match.js";
import {RESULTS} from "./results.js";

/** 2026.11.15, in the reader's time zone. */
function dateOf(time: number): string {
    const day = new Date(time);
    return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
        .map((part) => String(part).padStart(2, "0")).join(".");
}

export function matchFileName(match: Match): string {
    return `${match.variant}-${dateOf(match.begun).replaceAll(".", "-")}.tpgn`;
}

/** The text of the game file. */
export function matchFile(oxo: Oxo, match: Match, nameOf: (mark: Mark) => string): string {
    const {variant, moves, score, resigned} = match;
    const view = oxo.view({variant, moves});
    return oxo.writeRecord({
        game: {variant, moves},
        result: RESULTS[outcomeOf(match, view.outcome)],
        tags: {
            Event: match.level === null ? "Game at one screen" : "Game with the computer",
            Site: "oxo",
            Date: dateOf(match.begun),
            Round: String(score.mine + score.theirs + score.drawn + 1),
            X: nameOf("X"),
            O: nameOf("O"),
            ...(resigned && {Termination: "resignation"}),
        },
        notes: [null, ...view.turns.map(({intensity}) => ({intensity}))],
    });
}
