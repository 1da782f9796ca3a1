/* cells.test.ts - where cells are and what they are called. */
import assert from "node:assert/strict";
import {test} from "node:test";
import type {BoardView, View} from "@oxo/core";
import {cellLabel, cellName, moveAt, partsOf, placeOf, sideOf, stepFrom} from "../src/state/cells.js";

const LETTERS = "abcdefghi";

test("every move has a place, and the place has that move", () => {
    for (const first of LETTERS) {
        assert.equal(moveAt(placeOf(first), 3), first);
        for (const second of LETTERS)
            assert.equal(moveAt(placeOf(first + second), 9), first + second);
    }
});

test("places of ultimate are 81 different ones", () => {
    const places = new Set([...LETTERS].flatMap((b) => [...LETTERS].map((c) => JSON.stringify(placeOf(b + c)))));
    assert.equal(places.size, 81);
});

test("a move is its board and its cell", () => {
    assert.deepEqual(partsOf("ae"), {board: 0, cell: 4});
    assert.deepEqual(partsOf("i"), {board: 0, cell: 8});
});

test("moves are named as people say them", () => {
    assert.equal(cellName("e"), "centre");
    assert.equal(cellName("ae"), "centre of the top-left board");
});

test("a cell is read with its board, and with who has won that", () => {
    const board = (owner: BoardView["owner"]): BoardView =>
        ({cells: "x........", owner, line: null, playable: owner === null});
    const view = {boards: [board("X"), board("draw"), board(null)], last: "ba"} as unknown as View;
    assert.equal(cellLabel(view, "aa", false), "top-left board, won by X, top-left, X");
    assert.equal(cellLabel(view, "ba", false), "top board, drawn, top-left, X, last move");
    assert.equal(cellLabel(view, "ce", true), "top-right board, centre, empty, playable");
    assert.equal(cellLabel(view, "a", false), "top-left, X");
});

test("arrows go within and across boards, and stop at the edge", () => {
    assert.deepEqual(stepFrom({row: 0, column: 2}, "ArrowRight", false, 9), {row: 0, column: 3});
    assert.deepEqual(stepFrom({row: 0, column: 8}, "ArrowRight", false, 9), {row: 0, column: 8});
    assert.deepEqual(stepFrom({row: 2, column: 0}, "ArrowDown", false, 3), {row: 2, column: 0});
});

test("with Control arrows go from board to board, and Home and End to the corners", () => {
    assert.deepEqual(stepFrom({row: 4, column: 4}, "ArrowUp", true, 9), {row: 1, column: 4});
    assert.deepEqual(stepFrom({row: 4, column: 4}, "Home", true, 9), {row: 0, column: 0});
    assert.deepEqual(stepFrom({row: 4, column: 4}, "End", false, 9), {row: 4, column: 8});
});

test("other keys lead nowhere", () => {
    assert.equal(stepFrom({row: 0, column: 0}, "a", false, 9), null);
});

test("a side has three cells in classic and nine in ultimate", () => {
    assert.deepEqual([sideOf(1), sideOf(9)], [3, 9]);
});
