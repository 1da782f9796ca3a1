/* cells.ts - the places and names of cells, and how keys move between them. No
 * rules: the C core says what may be played. */
import type {BoardView, Move, View} from "@oxo/core";

/** The place of a cell on the whole board; rows and columns count from 0. */
export interface Place {
    readonly row: number;
    readonly column: number;
}

export const PLACES = ["top-left", "top", "top-right", "left", "centre", "right",
    "bottom-left", "bottom", "bottom-right"] as const;

const letter = (index: number): string => "abcdefghi"[index] ?? "?";
const index = (text: string | undefined): number => "abcdefghi".indexOf(text ?? "?");

/** The number of cells in a row of the whole board. */
export function sideOf(boards: number): number {
    return boards === 1 ? 3 : 9;
}

export function placeOf(move: Move): Place {
    const [first, second] = [index(move[0]), index(move[1])];
    if (move.length === 1)
        return {row: Math.floor(first / 3), column: first % 3};
    return {
        row: 3 * Math.floor(first / 3) + Math.floor(second / 3),
        column: 3 * (first % 3) + second % 3,
    };
}

export function moveAt({row, column}: Place, side: number): Move {
    if (side === 3)
        return letter(3 * row + column);
    const board = 3 * Math.floor(row / 3) + Math.floor(column / 3);
    return letter(board) + letter(3 * (row % 3) + column % 3);
}

/** The board and the cell within the board, 0..8 each. */
export function partsOf(move: Move): {board: number; cell: number} {
    return move.length === 1 ? {board: 0, cell: index(move)}
        : {board: index(move[0]), cell: index(move[1])};
}

/** "centre", or "centre of the top-left board". */
export function cellName(move: Move): string {
    const {board, cell} = partsOf(move);
    const where = PLACES[cell] ?? "?";
    return move.length === 1 ? where : `${where} of the ${PLACES[board]} board`;
}

function boardLabel(index: number, owner: BoardView["owner"]): string {
    const decided = owner === "draw" ? ", drawn" : owner ? `, won by ${owner}` : "";
    return `${PLACES[index]} board${decided}`;
}

/** The accessible name of a cell. */
export function cellLabel(view: View, move: Move, playable: boolean): string {
    const {board, cell} = partsOf(move);
    const {cells, owner} = view.boards[board]!;
    const mark = cells[cell];
    const parts = move.length === 1 ? [] : [boardLabel(board, owner)];
    parts.push(PLACES[cell] ?? "?");
    parts.push(mark === "x" ? "X" : mark === "o" ? "O" : "empty");
    if (view.last === move)
        parts.push("last move");
    if (playable)
        parts.push("playable");
    return parts.join(", ");
}

const STEPS: {readonly [key: string]: Place} = {
    ArrowUp: {row: -1, column: 0},
    ArrowDown: {row: 1, column: 0},
    ArrowLeft: {row: 0, column: -1},
    ArrowRight: {row: 0, column: 1},
};

const bounded = (n: number, side: number): number => Math.max(0, Math.min(side - 1, n));

/** The cell that a key leads to; null if the key doesn't move the focus. `far`:
 * with Control, arrow keys move from board to board. */
export function stepFrom(from: Place, key: string, far: boolean, side: number): Place | null {
    if (key === "Home")
        return {row: far ? 0 : from.row, column: 0};
    if (key === "End")
        return {row: far ? side - 1 : from.row, column: side - 1};
    const way = STEPS[key];
    if (!way)
        return null;
    const by = far && side === 9 ? 3 : 1;
    return {
        row: bounded(from.row + by * way.row, side),
        column: bounded(from.column + by * way.column, side),
    };
}
