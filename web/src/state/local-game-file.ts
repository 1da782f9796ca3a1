/* local-game-file.ts - writes a game on this device as a game file. */
import type {Mark, Oxo} from "@oxo/core";
import {type LocalGame, outcomeOf} from "./local-game.js";
import {RESULTS} from "./results.js";

/** 2026.11.15, in the reader's time zone. */
function dateOf(time: number): string {
    const day = new Date(time);
    return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
        .map((part) => String(part).padStart(2, "0")).join(".");
}

export function localGameFileName(game: LocalGame): string {
    return `${game.variant}-${dateOf(game.begun).replaceAll(".", "-")}.tpgn`;
}

/** The text of the game file. */
export function localGameFile(oxo: Oxo, game: LocalGame, nameOf: (mark: Mark) => string): string {
    const {variant, moves, score, resigned} = game;
    const view = oxo.view({variant, moves});
    return oxo.writeRecord({
        game: {variant, moves},
        result: RESULTS[outcomeOf(game, view.outcome)],
        tags: {
            Event: game.level === null ? "Game at one screen" : "Game with the computer",
            Site: "oxo",
            Date: dateOf(game.begun),
            Round: String(score.mine + score.theirs + score.drawn + 1),
            X: nameOf("X"),
            O: nameOf("O"),
            ...(resigned && {Termination: "resignation"}),
        },
        notes: [null, ...view.turns.map(({intensity}) => ({intensity}))],
    });
}
