/* oxo.d.ts - the C core of oxo for JavaScript.
 *
 * Rules, notation, intensity, engine and analysis are the C code, compiled to
 * WebAssembly; nothing here decides anything. Games and answers are plain
 * values: keep them, compare them, send them to a worker.
 *
 *     import {load} from "@oxo/core";
 *     const oxo = await load();
 *     const view = oxo.view({variant: "ultimate", moves: ["ee", "ea"]});
 */

// ---- Games -----------------------------------------------------------------

export type Variant = "classic" | "ultimate" | "ultimate-cg" | "ultimate-continue";
export type Mark = "X" | "O";

/** How a game stands. */
export type Outcome = "ongoing" | "X" | "O" | "draw";

/** A move as text: "e" in classic, "ae" (board, cell) in Ultimate. */
export type Move = string;

/** A game: where it began and what was played. */
export interface Game {
    readonly variant: Variant;
    /** A position string; the variant's first position if absent. */
    readonly start?: string;
    readonly moves: readonly Move[];
}

/** One move of a game and what it brought about. */
export interface Turn {
    readonly move: Move;
    readonly mark: Mark;
    /** Of the position behind it, 0..1, by heuristic. */
    readonly intensity: number;
    /** The board that it decided, if it did; Ultimate only. */
    readonly board?: {readonly index: number; readonly owner: Mark | "draw"};
}

/** One of the nine boards of Ultimate; classic has one. */
export interface BoardView {
    /** Nine of "x", "o" and ".". */
    readonly cells: string;
    readonly owner: Mark | "draw" | null;
    /** The three cells that won it, 0..8. */
    readonly line: readonly number[] | null;
    /** May the side to move play here? */
    readonly playable: boolean;
}

/** Everything that follows from a game, as it stands behind its last move. */
export interface View {
    readonly variant: Variant;
    readonly position: string;
    readonly turn: Mark;
    readonly outcome: Outcome;
    readonly boards: readonly BoardView[];
    /** The one board to be played in, 0..8; null: any that is open. */
    readonly target: number | null;
    readonly legal: readonly Move[];
    readonly last: Move | null;
    /** The three cells (classic) or boards (Ultimate) that won. */
    readonly line: readonly number[] | null;
    readonly intensity: number;
    readonly turns: readonly Turn[];
}

// ---- Refusals --------------------------------------------------------------

/** Why something was refused; where, if it was a text (from 1). */
export class OxoError extends Error {
    /** A status's wire word: "cell-occupied", "syntax". */
    readonly code: string;
    readonly line?: number;
    readonly column?: number;
}

// ---- Game files ------------------------------------------------------------

/** A game file (.tpgn). */
export interface Record {
    readonly game: Game;
    /** "1-0", "0-1", "1/2-1/2" or "*". */
    readonly result: string;
    readonly tags: {readonly [name: string]: string};
    /** [ply]: said behind so many moves; sparse entries are null. */
    readonly notes: readonly (Note | null)[];
}

export interface Note {
    readonly comment?: string;
    /** Milliseconds left to the mover. */
    readonly clock?: number;
    /** When the move was made, milliseconds since 1970. */
    readonly time?: number;
    readonly intensity?: number;
    readonly eval?: Eval;
}

/** What an engine said of a position, from X's side. */
export interface Eval {
    readonly kind: "estimated" | "win" | "draw";
    /** Estimated: hundredths. Win: moves to the end, negative if O wins. */
    readonly value: number;
}

export type Notation = "native" | "ultimattt" | "utttai" | "codingame";

// ---- The engine ------------------------------------------------------------

/** What a position or move is worth to a side. */
export interface Value {
    readonly kind: "estimated" | "win" | "draw" | "loss";
    readonly proven: boolean;
    /** Proven win or loss: moves of both sides to the end. Else 0. */
    readonly distance: number;
    /** Estimated: hundredths, positive if that side is ahead. */
    readonly centi: number;
    /** Chances of win, draw and loss, in thousandths. */
    readonly wdl: readonly [number, number, number];
    /** Expected score, 0..1. */
    readonly expected: number;
}

/** One move and what is expected to follow it. */
export interface Line {
    /** To the mover. */
    readonly value: Value;
    readonly moves: readonly Move[];
}

export interface SearchInfo {
    readonly depth: number;
    readonly deepest: number;
    readonly nodes: number;
    /** Milliseconds. */
    readonly time: number;
    /** Best first, one at least. */
    readonly lines: readonly Line[];
    /** Did a net judge? */
    readonly net: boolean;
}

/** A trained evaluation for one variant, up to 80 MB once it is loaded. Other
 * variants are judged as if it were not there. */
export interface Net {
    readonly variant: Variant;
    /** Of the file: the CRC-32 at its end. */
    readonly checksum: number;
    /** Refused (`engine-busy`) while an engine or a reviewer thinks with it. */
    free(): void;
}

export interface EngineOptions {
    /** Of the table; 16 unless given. */
    readonly hashMegabytes?: number;
    /** 1..10; full strength unless given. */
    readonly level?: number;
    /** How many best moves to report; 1 unless given. */
    readonly lines?: number;
    readonly seed?: number;
    /** What judges; the evaluation written by hand unless given. */
    readonly net?: Net;
    /** 0..200: by how many hundredths a draw is worse than an even position to
     * the side that thinks. Only under `ultimate` with a net and one line;
     * values are told about as if it were 0, which it is unless given. */
    readonly contempt?: number;
}

/** All absent: until the position is solved. */
export interface Limits {
    readonly moveTime?: number;
    readonly nodes?: number;
    readonly depth?: number;
}

/** An engine with its table. `search` does not return before it is done, so
 * on a page it belongs into a worker: see Thinker. */
export interface Engine {
    search(game: Game, limits: Limits, report?: (info: SearchInfo) => void): SearchInfo;
    newGame(): void;
    free(): void;
}

// ---- Reviews ---------------------------------------------------------------

export type Grade = "ungraded" | "forced" | "only-move" | "best" | "good" | "inaccuracy"
    | "mistake" | "missed-win" | "blunder";

/** A position of a reviewed game: before the first move, or behind one. */
export interface Point {
    readonly known: boolean;
    /** To X. */
    readonly value: Value;
    readonly best: Move | null;
    readonly intensity: number;
    readonly source: "heuristic" | "engine";
}

export interface Verdict {
    readonly mark: Mark;
    readonly move: Move;
    /** The engine's choice, unless this move is as good. */
    readonly best: Move | null;
    readonly grade: Grade;
    /** It had no alternative, or its value and the best move's are proven. */
    readonly proven: boolean;
    /** Of the mover's expected score, 0..1. */
    readonly loss: number;
    /** The game turned here. */
    readonly key: boolean;
    /** Why, in words; perhaps "". */
    readonly sentence: string;
}

/** A game's review, as far as it has come. */
export interface Review {
    readonly done: boolean;
    readonly points: readonly Point[];
    readonly moves: readonly Verdict[];
    /** 0..100; null while nothing of that side counts. */
    readonly accuracy: {readonly X: number | null; readonly O: number | null};
    /** Numbers of the moves at which the game turned. */
    readonly keys: readonly number[];
}

/** Reviews one game, a position at a time. */
export interface Reviewer {
    /** Judges one position more; the review so far. */
    step(): Review;
    free(): void;
}

// ---- Minimax, step by step --------------------------------------------------

/** A position of classic in the tree that minimax walks. */
export interface TreeNode {
    readonly position: string;
    /** What led here; null at the root. */
    readonly move: Move | null;
    /** Moves from the root. */
    readonly depth: number;
    /** Who chooses here: "max" is the side to move at the root. */
    readonly player: "max" | "min";
    /** 10 - depth, depth - 10 or 0: what minimax makes of it. */
    readonly score: number;
    readonly outcome: Outcome;
    /** Is it the choice of the node above? */
    readonly best: boolean;
    /** Would alpha-beta look at it at all, coming from the root? */
    readonly visited: boolean;
    /** alpha and beta when alpha-beta comes here; null if it never does. */
    readonly window: readonly [number, number] | null;
    /** What alpha-beta makes of it, perhaps only a bound; null if it never comes. */
    readonly bound: number | null;
    /** What `bound` says of `score`; null if it never comes. */
    readonly boundKind: "exact" | "at-least" | "at-most" | null;
    /** What max and min are sure of before this node; null: nothing yet. Where
     * alpha.score >= beta.score the two say why alpha-beta does not come. */
    readonly alpha: TreeLimit | null;
    readonly beta: TreeLimit | null;
    /** Positions below it, itself included, for either. */
    readonly nodes: {readonly minimax: number; readonly alphaBeta: number};
}

/** A score that a side can have, and the move on the way here that gets it. */
export interface TreeLimit {
    readonly score: number;
    readonly move: Move;
    /** The depth at which that move is played. */
    readonly depth: number;
}

// ---- All of it --------------------------------------------------------------

export interface Oxo {
    readonly version: string;
    /** Throws OxoError, for the first move that is refused. */
    view(game: Game): View;
    /** Null if `move` may be played now, else why not. */
    check(game: Game, move: Move): OxoError | null;

    readPosition(variant: Variant, text: string, notation?: Notation): string;
    writePosition(variant: Variant, position: string, notation: Notation): string;
    /** The first game in the text. */
    readRecord(text: string): Record;
    writeRecord(record: Record): string;

    engine(options?: EngineOptions): Engine;
    /** With so many nodes a position; 20,000 unless given. */
    reviewer(game: Game, nodes?: number, net?: Net): Reviewer;
    /** A net from its address, or from the bytes of its file; the package has
     * those for `ultimate` and `ultimate-cg`. The signal gives up fetching. */
    loadNet(source: URL | string | BufferSource, options?: {readonly signal?: AbortSignal}): Promise<Net>;
    /** A node of the tree under `root`, by the moves that lead to it, and its children in reading order. */
    tree(root: string, path: readonly Move[]): {readonly node: TreeNode; readonly children: readonly TreeNode[]};

    /** Every status: wire word to sentence. */
    readonly statuses: {readonly [code: string]: string};
}

/** Loads the core, once; `source` unless the .wasm lies beside this script. */
export function load(source?: URL | string | BufferSource | WebAssembly.Module): Promise<Oxo>;
