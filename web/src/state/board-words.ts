/* board-words.ts - positions and moves in words, as screen readers announce
 * them. */
import type {View} from "@oxo/core";
import {cellName, PLACES} from "./cells.js";
import {capitalized} from "./text.js";

export interface Announcement {
    /** Announced when the screen reader is idle. */
    readonly polite: string;
    /** Announced at once: the end of the game. */
    readonly urgent: string;
}

const QUIET: Announcement = {polite: "", urgent: ""};

/** How a finished game ended. */
export function resultWords(view: View): string {
    if (view.outcome === "draw")
        return "The game is drawn.";
    return view.outcome === "ongoing" ? "" : `${view.outcome} wins.`;
}

/** Whose turn it is, and on which board. */
export function boardTurnWords(view: View): string {
    if (view.outcome !== "ongoing")
        return "";
    if (view.variant === "classic")
        return `${view.turn} to move.`;
    return view.target === null ? `${view.turn} to move, on any open board.`
        : `${view.turn} to move, on the ${PLACES[view.target]} board.`;
}

function decidedBoardWords(view: View): string {
    const board = view.turns.at(-1)?.board;
    if (!board)
        return "";
    const where = `the ${PLACES[board.index]} board`;
    return board.owner === "draw" ? ` ${capitalized(where)} is drawn.`
        : ` ${board.owner} wins ${where}.`;
}

/** What to announce when `now` replaces `before`. */
export function announcementOf(before: View | null, now: View): Announcement {
    if (before?.position === now.position)
        return QUIET;
    const last = now.turns.at(-1);
    if (!last)
        return {polite: boardTurnWords(now), urgent: ""};
    const what = `${last.mark} plays ${cellName(last.move)}.${decidedBoardWords(now)}`;
    if (now.outcome !== "ongoing")
        return {polite: "", urgent: `${what} ${resultWords(now)}`};
    return {polite: `${what} ${boardTurnWords(now)}`, urgent: ""};
}
