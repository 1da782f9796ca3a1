/* local-game.ts - a game on this device, against the computer or a friend, and its
 * series. Plain values: the caller asks the C core which moves are legal and how
 * a game ended, and passes the answer in. */
import type {Mark, Move, Outcome, Turn, Variant} from "@oxo/core";
import {asObject, isCount, isMark, isMoves} from "./checks.js";
import {FIRST_LEVEL, isLevel} from "./levels.js";
import {otherMark} from "./sides.js";
import {Store} from "./store.js";
import {isVariant} from "./variants.js";

/** What is played, and by whom. */
export interface Setting {
    readonly variant: Variant;
    /** The computer's level, 1..10; null: two people take turns. */
    readonly level: number | null;
    /** The reader's mark. */
    readonly me: Mark;
}

/** The score of a series from the reader's view. */
export interface Score {
    readonly mine: number;
    readonly theirs: number;
    readonly drawn: number;
}

export interface LocalGame extends Setting {
    /** Milliseconds since 1970. Identifies the game. */
    readonly begun: number;
    /** The seed of the computer's choices: it answers the same move the same
     * way. */
    readonly seed: number;
    readonly moves: readonly Move[];
    /** Undone moves, in the order in which redo plays them. */
    readonly undone: readonly Move[];
    readonly resigned: Mark | null;
    /** The score of the games before this one. */
    readonly score: Score;
}

/** The start time and the seed of a game. */
export interface LocalGameStart {
    readonly begun: number;
    readonly seed: number;
}

const NO_SCORE: Score = {mine: 0, theirs: 0, drawn: 0};

// ---- A game ------------------------------------------------------------------

export function beginGame(setting: Setting, start: LocalGameStart): LocalGame {
    const {variant, level, me} = setting;
    return {variant, level, me, ...start, moves: [], undone: [], resigned: null, score: NO_SCORE};
}

export function addMove(game: LocalGame, move: Move): LocalGame {
    return {...game, moves: [...game.moves, move], undone: []};
}

/** Undoes a resignation, or the last move; against the computer the reader's
 * last move and all after it. Returns `game` itself if there is nothing to undo. */
export function undoMove(game: LocalGame, turns: readonly Turn[]): LocalGame {
    if (game.resigned)
        return {...game, resigned: null};
    const keep = game.level === null ? turns.length - 1
        : turns.map((turn) => turn.mark).lastIndexOf(game.me);
    if (keep < 0)
        return game;
    return {...game, moves: game.moves.slice(0, keep), undone: [...game.moves.slice(keep), ...game.undone]};
}

/** Redoes a move; against the computer also the computer's answer. */
export function redoMove(game: LocalGame): LocalGame {
    const count = game.level === null ? 1 : 2;
    return {
        ...game,
        moves: [...game.moves, ...game.undone.slice(0, count)],
        undone: game.undone.slice(count),
    };
}

export function resignGame(game: LocalGame, mark: Mark): LocalGame {
    return {...game, resigned: mark};
}

/** The reader and the computer swap marks. */
export function switchSides(game: LocalGame): LocalGame {
    return {...game, me: otherMark(game.me), undone: []};
}

/** Another level counts as another opponent, so a new series starts. */
export function changeLevel(game: LocalGame, level: number): LocalGame {
    return {...game, level, score: NO_SCORE};
}

// ---- Score ---------------------------------------------------------------------

/** The outcome with resignation; `outcome` is that of the moves alone. */
export function outcomeOf(game: LocalGame, outcome: Outcome): Outcome {
    return game.resigned ? otherMark(game.resigned) : outcome;
}

export function scoreOf(game: LocalGame, outcome: Outcome): Score {
    const {mine, theirs, drawn} = game.score;
    const result = outcomeOf(game, outcome);
    if (result === "ongoing")
        return game.score;
    if (result === "draw")
        return {mine, theirs, drawn: drawn + 1};
    return result === game.me ? {mine: mine + 1, theirs, drawn} : {mine, theirs: theirs + 1, drawn};
}

/** The next game of the series. `swap`: with swapped marks, as in a rematch. */
export function nextGame(game: LocalGame, outcome: Outcome, start: LocalGameStart, swap: boolean): LocalGame {
    const me = swap ? otherMark(game.me) : game.me;
    return {...beginGame({...game, me}, start), score: scoreOf(game, outcome)};
}

// ---- Reading -------------------------------------------------------------------

/** The setting in an address, or a sentence that says what is wrong with it. */
export function readSetting(query: URLSearchParams): Setting | string {
    const variant = query.get("variant") ?? "ultimate";
    if (!isVariant(variant))
        return `There are no rules called “${variant}”.`;
    const me = query.get("side") ?? "X";
    if (!isMark(me))
        return `There is no side “${me}”: it is X or O.`;
    if (query.has("friend"))
        return {variant, level: null, me};
    const level = query.get("level") ?? FIRST_LEVEL;
    return isLevel(Number(level)) ? {variant, level: Number(level), me}
        : `There is no level “${level}”: they go from 1 to 10.`;
}

function readScore(kept: unknown): Score | null {
    const from = asObject(kept);
    const [mine, theirs, drawn] = [from?.["mine"], from?.["theirs"], from?.["drawn"]];
    return isCount(mine) && isCount(theirs) && isCount(drawn) ? {mine, theirs, drawn} : null;
}

export function readLocalGame(kept: unknown): LocalGame | null {
    const from = asObject(kept) ?? {};
    const {variant, level, me, begun, seed, moves, undone, resigned} = from;
    const score = readScore(from["score"]);
    if (!isVariant(variant) || !isMark(me) || !isCount(begun) || !isCount(seed) || !score)
        return null;
    if (!(level === null || isLevel(level)) || !(resigned === null || isMark(resigned)))
        return null;
    return isMoves(moves) && isMoves(undone)
        ? {variant, level, me, begun, seed, moves, undone, resigned, score} : null;
}

/** The game to continue when the page is opened again. */
export const savedGame = new Store<LocalGame | null>(null, "oxo-match", readLocalGame);
