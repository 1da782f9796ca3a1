/* local-game-words.ts - a game on this device in words: who plays, whose turn
 * it is, how and why the game ended. */
import type {Line, Mark, Outcome, View} from "@oxo/core";
import {boardTurnWords} from "./board-words.js";
import {cellName, PLACES} from "./cells.js";
import {moveValueWords} from "./judgement.js";
import type {LocalGame} from "./local-game.js";

export function opponentName(level: number | null): string {
    return level === null ? "a friend" : `the computer, level ${level}`;
}

/** The name of a side; `own` is the reader's chosen name, or "". */
export function playerName(game: LocalGame, mark: Mark, own: string): string {
    if (mark === game.me)
        return own || (game.level === null ? "Player 1" : "You");
    return game.level === null ? "Player 2" : `Computer, level ${game.level}`;
}

/** Whose turn it is, and on which board. */
export function turnWords(game: LocalGame, view: View): string {
    if (game.level === null)
        return boardTurnWords(view);
    if (view.turn !== game.me)
        return "The computer is thinking.";
    if (view.variant === "classic")
        return "Your turn.";
    if (view.target !== null)
        return `Your turn, on the ${PLACES[view.target]} board.`;
    return view.turns.length === 0 ? "Your turn. Play anywhere." : "Your turn, on any open board.";
}

/** A hint: the move, its value and the expected continuation:
 * "Hint: ee, centre of the centre board: wins in 3, proven. Then ea, ae." */
export function hintWords({value, moves: [move = "", ...rest]}: Line): string {
    const then = rest.length > 0 ? ` Then ${rest.slice(0, 2).join(", ")}.` : "";
    return `Hint: ${move}, ${cellName(move)}: ${moveValueWords(value).replace(" %", "\u00a0%")}.${then}`;
}

export function resultWords(game: LocalGame, outcome: Outcome, own: string): string {
    if (outcome === "ongoing")
        return "";
    if (outcome === "draw")
        return "A draw";
    if (game.level === null)
        return `${playerName(game, outcome, own)} wins`;
    return outcome === game.me ? "You win" : "The computer wins";
}

function placeList(places: readonly number[]): string {
    return places.map((place) => PLACES[place]).join(", ");
}

/** How many boards each side has. */
function boardCounts(view: View): string {
    const count = (owner: string): number => view.boards.filter((board) => board.owner === owner).length;
    return `X has ${count("X")} boards, O has ${count("O")}`;
}

/** Why the game ended. */
export function reasonWords(game: LocalGame, view: View): string {
    if (game.resigned)
        return game.level === null ? `${game.resigned} resigned.` : "You resigned.";
    if (view.line)
        return `Three ${view.variant === "classic" ? "" : "boards "}in a row: ${placeList(view.line)}.`;
    if (view.variant === "ultimate-cg")
        return `Nobody has a line. ${boardCounts(view)}.`;
    return view.variant === "ultimate" ? "All nine boards are decided, and nobody has a line."
        : "All cells are taken, and nobody has a line.";
}
