/* oxo.d.ts - the C core of oxo for JavaScript.
 *
 * Rules, notation, intensity, engine and reviews are C code, compiled to
 * WebAssembly. Games and answers are plain values: store them, compare them, send
 * them to a worker.
 *
 *     import {load} from "@oxo/core";
 *     const oxo = await load();
 *     const view = oxo.view({variant: "ultimate", moves: ["ee", "ea"]});
 */

// ---- Games -----------------------------------------------------------------

export type Variant = "classic" | "ultimate" | "ultimate-cg" | "ultimate-continue";
export type Mark = "X" | "O";

/** The state of a game. */
export type Outcome = "ongoing" | "X" | "O" | "draw";

/** A move as text: "e" in classic, "ae" (board, cell) in Ultimate. */
export type Move = string;

/** A game: its first position and its moves. */
export interface Game {
    readonly variant: Variant;
    /** A position string; default: the variant's start position. */
    readonly start?: string;
    readonly moves: readonly Move[];
}

/** A move of a game and its effects. */
export interface Turn {
    readonly move: Move;
    readonly mark: Mark;
    /** The heuristic intensity after the move, 0..1. */
    readonly intensity: number;
    /** The board that the move decided; Ultimate only. */
    readonly board?: {readonly index: number; readonly owner: Mark | "draw"};
}

/** One of the nine boards of Ultimate; classic has one. */
export interface BoardView {
    /** Nine characters: "x", "o" or ".". */
    readonly cells: string;
    readonly owner: Mark | "draw" | null;
    /** The three cells of the winning line, 0..8. */
    readonly line: readonly number[] | null;
    /** May the side to move play here? */
    readonly playable: boolean;
}

/** Everything that follows from a game: its state after the last move. */
export interface View {
    readonly variant: Variant;
    readonly position: string;
    readonly turn: Mark;
    readonly outcome: Outcome;
    readonly boards: readonly BoardView[];
    /** The board to play on, 0..8; null: any open board. */
    readonly target: number | null;
    readonly legal: readonly Move[];
    readonly last: Move | null;
    /** The three cells (classic) or boards (Ultimate) of the winning line. */
    readonly line: readonly number[] | null;
    readonly intensity: number;
    readonly turns: readonly Turn[];
}

// ---- Refusals --------------------------------------------------------------

/** Why something was refused, and where if it is a text. Lines and columns count
 * from 1. */
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
    /** notes[n] is the note after n moves, or null. */
    readonly notes: readonly (Note | null)[];
}

export interface Note {
    readonly comment?: string;
    /** Milliseconds left on the clock of the mover. */
    readonly clock?: number;
    /** The time of the move, milliseconds since 1970. */
    readonly time?: number;
    readonly intensity?: number;
    readonly eval?: Eval;
}

/** An engine's evaluation, from X's side. */
export interface Eval {
    readonly kind: "estimated" | "win" | "draw";
    /** Estimated: hundredths. Win: moves to the end, negative if O wins. */
    readonly value: number;
}

export type Notation = "native" | "ultimattt" | "utttai" | "codingame";

// ---- The engine ------------------------------------------------------------

/** The value of a position or move for a side. */
export interface Value {
    readonly kind: "estimated" | "win" | "draw" | "loss";
    readonly proven: boolean;
    /** Proven win or loss: moves of both sides to the end. Else 0. */
    readonly distance: number;
    /** Estimated: hundredths, positive if the side is ahead. */
    readonly centi: number;
    /** Probabilities of win, draw and loss, in thousandths. */
    readonly wdl: readonly [number, number, number];
    /** Expected score, 0..1. */
    readonly expected: number;
}

/** A move and its expected continuation. */
export interface Line {
    /** For the mover. */
    readonly value: Value;
    readonly moves: readonly Move[];
}

export interface SearchInfo {
    readonly depth: number;
    readonly deepest: number;
    readonly nodes: number;
    /** Milliseconds. */
    readonly time: number;
    /** The best line first; at least one. */
    readonly lines: readonly Line[];
    /** Did a neural network evaluate the positions? */
    readonly net: boolean;
}

/** A neural network for one variant. It takes up to 80 MB when loaded, and has no
 * effect on other variants. */
export interface Net {
    readonly variant: Variant;
    /** The CRC-32 at the end of the file. */
    readonly checksum: number;
    /** Refused (`engine-busy`) while an engine or a reviewer uses the network. */
    free(): void;
}

export interface EngineOptions {
    /** The size of the transposition table; default: 16. */
    readonly hashMegabytes?: number;
    /** 1..10; default: full strength. */
    readonly level?: number;
    /** How many of the best moves to report; default: 1. */
    readonly lines?: number;
    readonly seed?: number;
    /** The network that evaluates positions; default: the handwritten
     * evaluation. */
    readonly net?: Net;
    /** 0..200, default: 0: by how many hundredths a draw is worse than an even
     * position for the side that searches. Only for `ultimate` with a network and
     * one line. Reported values don't include it. */
    readonly contempt?: number;
}

/** Limits of a search; default: none, until the position is solved. */
export interface Limits {
    readonly moveTime?: number;
    readonly nodes?: number;
    readonly depth?: number;
}

/** An engine with its transposition table. `search` blocks until it is done, so a
 * page should run it in a worker: see Thinker. */
export interface Engine {
    search(game: Game, limits: Limits, report?: (info: SearchInfo) => void): SearchInfo;
    newGame(): void;
    free(): void;
}

// ---- Reviews ---------------------------------------------------------------

export type Grade = "ungraded" | "forced" | "only-move" | "best" | "good" | "inaccuracy"
    | "mistake" | "missed-win" | "blunder";

/** A position of a reviewed game: the first one, or the one after a move. */
export interface Point {
    readonly known: boolean;
    /** For X. */
    readonly value: Value;
    readonly best: Move | null;
    readonly intensity: number;
    readonly source: "heuristic" | "engine";
}

export interface Verdict {
    readonly mark: Mark;
    readonly move: Move;
    /** The engine's move; null if the played move is as good. */
    readonly best: Move | null;
    readonly grade: Grade;
    /** The move was forced, or its value and that of the best move are proven. */
    readonly proven: boolean;
    /** How much the mover's expected score dropped, 0..1. */
    readonly loss: number;
    /** A key moment: the game turned here. */
    readonly key: boolean;
    /** The reason for the grade, as a sentence, or "". */
    readonly sentence: string;
}

/** A review, perhaps not complete yet. */
export interface Review {
    readonly done: boolean;
    readonly points: readonly Point[];
    readonly moves: readonly Verdict[];
    /** 0..100; null without a move that counts. */
    readonly accuracy: {readonly X: number | null; readonly O: number | null};
    /** The indices of the moves that are key moments. */
    readonly keys: readonly number[];
}

/** Reviews a game position by position. */
export interface Reviewer {
    /** Judges the next position and returns the review so far. */
    step(): Review;
    free(): void;
}

// ---- Minimax, step by step --------------------------------------------------

/** A node of the minimax tree of classic. */
export interface TreeNode {
    readonly position: string;
    /** The move that leads here; null at the root. */
    readonly move: Move | null;
    /** The number of moves from the root. */
    readonly depth: number;
    /** The player to move: "max" is the side to move at the root. */
    readonly player: "max" | "min";
    /** The minimax score: 10 - depth, depth - 10 or 0. */
    readonly score: number;
    readonly outcome: Outcome;
    /** Is this the best child of its parent? */
    readonly best: boolean;
    /** Does alpha-beta, started at the root, visit this node? */
    readonly visited: boolean;
    /** Alpha and beta when alpha-beta enters the node; null if not visited. */
    readonly window: readonly [number, number] | null;
    /** The score that alpha-beta returns, perhaps only a bound; null if not
     * visited. */
    readonly bound: number | null;
    /** How `score` relates to `bound`; null if not visited. */
    readonly boundKind: "exact" | "at-least" | "at-most" | null;
    /** The best scores that max and min have found above this node; null: none yet.
     * If alpha.score >= beta.score, they are the reason for the cut. */
    readonly alpha: TreeLimit | null;
    readonly beta: TreeLimit | null;
    /** The number of positions in this subtree that each algorithm visits. */
    readonly nodes: {readonly minimax: number; readonly alphaBeta: number};
}

/** A score that a side is sure of, and the move that gets it. */
export interface TreeLimit {
    readonly score: number;
    readonly move: Move;
    /** The depth at which the move is played. */
    readonly depth: number;
}

// ---- The core ---------------------------------------------------------------

export interface Oxo {
    readonly version: string;
    /** Throws OxoError for the first illegal move. */
    view(game: Game): View;
    /** Null if `move` is legal now, else the reason why not. */
    check(game: Game, move: Move): OxoError | null;

    readPosition(variant: Variant, text: string, notation?: Notation): string;
    writePosition(variant: Variant, position: string, notation: Notation): string;
    /** Reads the first game in the text. */
    readRecord(text: string): Record;
    writeRecord(record: Record): string;

    engine(options?: EngineOptions): Engine;
    /** `nodes` per position; default: 20,000. */
    reviewer(game: Game, nodes?: number, net?: Net): Reviewer;
    /** Loads a neural network from an address or from the bytes of its file. The
     * package has networks for `ultimate` and `ultimate-cg`. */
    loadNet(source: URL | string | BufferSource, options?: {readonly signal?: AbortSignal}): Promise<Net>;
    /** A node of the tree below `root`, by the moves that lead to it, and its
     * children in reading order. */
    tree(root: string, path: readonly Move[]): {readonly node: TreeNode; readonly children: readonly TreeNode[]};

    /** A sentence for every status code. */
    readonly statuses: {readonly [code: string]: string};
}

/** Loads the core; once if called without `source`, which defaults to oxo.wasm
 * beside this script. */
export function load(source?: URL | string | BufferSource | WebAssembly.Module): Promise<Oxo>;
