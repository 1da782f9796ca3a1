/* cells.test.ts - the places and names of cells. */
import assert from "node:assert/strict";
import {test} from "node:test";
import type {BoardView, View} from "@oxo/core";
import {cellLabel, cellName, moveAt, partsOf, placeOf, sideOf, stepFrom} from "../src/state/cells.js";

const LETTERS = "abcdefghi";

test("moves and places convert both ways", () => {
    for (const first of LETTERS) {
        assert.equal(moveAt(placeOf(first), 3), first);
        for (const second of LETTERS)
            assert.equal(moveAt(placeOf(first + second), 9), first + second);
    }
});

test("ultimate has 81 different places", () => {
    const places = new Set([...LETTERS].flatMap((b) => [...LETTERS].map((c) => JSON.stringify(placeOf(b + c)))));
    assert.equal(places.size, 81);
});

test("a move consists of a board and a cell", () => {
    assert.deepEqual(partsOf("ae"), {board: 0, cell: 4});
    assert.deepEqual(partsOf("i"), {board: 0, cell: 8});
});

test("cells have names in words", () => {
    assert.equal(cellName("e"), "centre");
    assert.equal(cellName("ae"), "centre of the top-left board");
});

test("a cell's label names its board and the winner of the board", () => {
    const board = (owner: BoardView["owner"]): BoardView =>
        ({cells: "x........", owner, line: null, playable: owner === null});
    const view = {boards: [board("X"), board("draw"), board(null)], last: "ba"} as unknown as View;
    assert.equal(cellLabel(view, "aa", false), "top-left board, won by X, top-left, X");
    assert.equal(cellLabel(view, "ba", false), "top board, drawn, top-left, X, last move");
    assert.equal(cellLabel(view, "ce", true), "top-right board, centre, empty, playable");
    assert.equal(cellLabel(view, "a", false), "top-left, X");
});

test("arrow keys move within and across boards, and stop at the edge", () => {
    assert.deepEqual(stepFrom({row: 0, column: 2}, "ArrowRight", false, 9), {row: 0, column: 3});
    assert.deepEqual(stepFrom({row: 0, column: 8}, "ArrowRight", false, 9), {row: 0, column: 8});
    assert.deepEqual(stepFrom({row: 2, column: 0}, "ArrowDown", false, 3), {row: 2, column: 0});
});

test("with Control, arrow keys move from board to board, and Home and End to the corners", () => {
    assert.deepEqual(stepFrom({row: 4, column: 4}, "ArrowUp", true, 9), {row: 1, column: 4});
    assert.deepEqual(stepFrom({row: 4, column: 4}, "Home", true, 9), {row: 0, column: 0});
    assert.deepEqual(stepFrom({row: 4, column: 4}, "End", false, 9), {row: 4, column: 8});
});

test("other keys don't move", () => {
    assert.equal(stepFrom({row: 0, column: 0}, "a", false, 9), null);
});

test("a row has three cells in classic and nine in ultimate", () => {
    assert.deepEqual([sideOf(1), sideOf(9)], [3, 9]);
});
