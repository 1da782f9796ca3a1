/* board-words.test.ts - what those who do not see the board are told. */
import assert from "node:assert/strict";
import fs from "node:fs";
import {before, test} from "node:test";
import {load, type Oxo} from "@oxo/core";
import {announcementOf, boardTurnWords, resultWords} from "../src/state/board-words.js";
import {cellLabel} from "../src/state/cells.js";

declare const WASM: string;
let oxo: Oxo;
before(async () => { oxo = await load(fs.readFileSync(WASM)); });

const at = (variant: "classic" | "ultimate", moves: string) =>
    oxo.view({variant, moves: moves.split(" ").filter(Boolean)});

test("a move is said with who made it, where, and who is next", () => {
    const news = announcementOf(at("classic", ""), at("classic", "e"));
    assert.deepEqual(news, {polite: "X plays centre. O to move.", urgent: ""});
});

test("in ultimate the board to play in is said", () => {
    const news = announcementOf(null, at("ultimate", "ee ea"));
    assert.equal(news.polite, "O plays top-left of the centre board. X to move, on the top-left board.");
});

test("a free move is said to be one", () => {
    assert.equal(boardTurnWords(at("ultimate", "")), "X to move, on any open board.");
});

test("a board that is won is told", () => {
    const news = announcementOf(null, at("ultimate", "ee ea ae eb be ec"));
    assert.match(news.polite, /O wins the centre board\./);
});

test("the end is urgent, and nothing else is", () => {
    const news = announcementOf(at("classic", "a b e c"), at("classic", "a b e c i"));
    assert.deepEqual(news, {polite: "", urgent: "X plays bottom-right. X wins."});
});

test("a draw is called a draw", () => {
    assert.equal(resultWords(at("classic", "e a c g d f b h i")), "The game is drawn.");
});

test("what has not changed is not said again", () => {
    assert.deepEqual(announcementOf(at("classic", "e"), at("classic", "e")), {polite: "", urgent: ""});
});

test("a cell's label has place, mark and whether it may be played", () => {
    const view = at("ultimate", "ee");
    assert.equal(cellLabel(view, "ee", false), "centre board, centre, X, last move");
    assert.equal(cellLabel(view, "ea", true), "centre board, top-left, empty, playable");
    assert.equal(cellLabel(at("classic", ""), "e", true), "centre, empty, playable");
});
