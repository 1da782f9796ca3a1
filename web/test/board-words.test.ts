/* board-words.test.ts - announcements for screen readers. */
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

test("the announcement of a move names the mover, the cell and the next player", () => {
    const news = announcementOf(at("classic", ""), at("classic", "e"));
    assert.deepEqual(news, {polite: "X plays centre. O to move.", urgent: ""});
});

test("in ultimate the announcement names the next board", () => {
    const news = announcementOf(null, at("ultimate", "ee ea"));
    assert.equal(news.polite, "O plays top-left of the centre board. X to move, on the top-left board.");
});

test("a free move is announced as any open board", () => {
    assert.equal(boardTurnWords(at("ultimate", "")), "X to move, on any open board.");
});

test("a won board is announced", () => {
    const news = announcementOf(null, at("ultimate", "ee ea ae eb be ec"));
    assert.match(news.polite, /O wins the centre board\./);
});

test("only the end of the game is urgent", () => {
    const news = announcementOf(at("classic", "a b e c"), at("classic", "a b e c i"));
    assert.deepEqual(news, {polite: "", urgent: "X plays bottom-right. X wins."});
});

test("a draw is announced as a draw", () => {
    assert.equal(resultWords(at("classic", "e a c g d f b h i")), "The game is drawn.");
});

test("an unchanged position is not announced again", () => {
    assert.deepEqual(announcementOf(at("classic", "e"), at("classic", "e")), {polite: "", urgent: ""});
});

test("a cell's label has its place, its mark and whether it is playable", () => {
    const view = at("ultimate", "ee");
    assert.equal(cellLabel(view, "ee", false), "centre board, centre, X, last move");
    assert.equal(cellLabel(view, "ea", true), "centre board, top-left, empty, playable");
    assert.equal(cellLabel(at("classic", ""), "e", true), "centre, empty, playable");
});
