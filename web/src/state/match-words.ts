/* match-words.ts - a game on this device in words: who plays, whose turn it is,
 * how and why the game ended. */
import type {Line, Mark, Outcome, View} from "@oxo/core";
import {boardTurnWords} from "./board-words.js";
import {cellName, PLACES} from "./cells.js";
import {moveValueWords} from "./judgement.js";
import type {Match} from "./match.js";

export function opponentName(level: number | null): string {
    return level === null ? "a friend" : `the computer, level ${level}`;
}

/** The name of a side; `own` is the reader's chosen name, or "". */
export function playerName(match: Match, mark: Mark, own: string): string {
    if (mark === match.me)
        return own || (match.level === null ? "Player 1" : "You");
    return match.level === null ? "Player 2" : `Computer, level ${match.level}`;
}

/** Whose turn it is, and on which board. */
export function turnWords(match: Match, view: View): string {
    if (match.level === null)
        return boardTurnWords(view);
    if (view.turn !== match.me)
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

export function resultWords(match: Match, outcome: Outcome, own: string): string {
    if (outcome === "ongoing")
        return "";
    if (outcome === "draw")
        return "A draw";
    if (match.level === null)
        return `${playerName(match, outcome, own)} wins`;
    return outcome === match.me ? "You win" : "The computer wins";
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
export function reasonWords(match: Match, view: View): string {
    if (match.resigned)
        return match.level === null ? `${match.resigned} resigned.` : "You resigned.";
    if (view.line)
        return `Three ${view.variant === "classic" ? "" : "boards "}in a row: ${placeList(view.line)}.`;
    if (view.variant === "ultimate-cg")
        return `Nobody has a line. ${boardCounts(view)}.`;
    return view.variant === "ultimate" ? "All nine boards are decided, and nobody has a line."
        : "All cells are taken, and nobody has a line.";
}
