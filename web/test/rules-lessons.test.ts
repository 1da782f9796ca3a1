/* rules-lessons.test.ts - every lesson's board is a legal game and shows what the
 * text says. */
import assert from "node:assert/strict";
import fs from "node:fs";
import {before, test} from "node:test";
import {load, type Oxo, type Variant, type View} from "@oxo/core";
import {lessonsFor, RULES_LESSONS} from "../src/state/rules-lessons.js";

declare const WASM: string;
let oxo: Oxo;
before(async () => { oxo = await load(fs.readFileSync(WASM)); });

function picture(variant: Variant, title: string): View {
    const lesson = RULES_LESSONS[variant].find((it) => it.title === title);
    assert.ok(lesson, title);
    return oxo.view({variant: lesson.variant, moves: lesson.moves.split(" ").filter(Boolean)});
}

test("classic: a win and a draw", () => {
    assert.equal(picture("classic", "Three in a row win").outcome, "X");
    assert.equal(picture("classic", "A full board is a draw").outcome, "draw");
});

test("ultimate: a cell sends to a board, a decided board gives a free move", () => {
    assert.equal(picture("ultimate", "Your cell chooses their board").target, 2);
    assert.equal(picture("ultimate", "Win a board").boards[0]?.owner, "X");
    const free = picture("ultimate", "Sent to a board that is decided?");
    assert.deepEqual([free.target, free.turn], [null, "X"]);
});

test("ultimate: a drawn board, a won game and a drawn one", () => {
    assert.equal(picture("ultimate", "A drawn board is nobody’s").boards[4]?.owner, "draw");
    assert.deepEqual(picture("ultimate", "Three boards in a row win").outcome, "X");
    assert.equal(picture("ultimate", "Nobody has a line? A draw").outcome, "draw");
});

test("most boards: without a line the number of boards decides", () => {
    const won = picture("ultimate-cg", "Without a line, count boards");
    assert.deepEqual([won.outcome, won.line], ["X", null]);
    assert.equal(picture("ultimate-cg", "As many each is a draw").outcome, "draw");
});

test("play on: a won board stays in play, and a draw fills all boards", () => {
    const sent = picture("ultimate-continue", "A board that is won stays open");
    assert.deepEqual([sent.target, sent.boards[6]?.owner, sent.turn], [6, "O", "O"]);
    const full = picture("ultimate-continue", "Free only when it is full");
    assert.deepEqual([full.outcome, full.turns.length], ["draw", 81]);
});

test("the lessons of a variant do not contradict each other", () => {
    assert.deepEqual(lessonsFor("ultimate-continue").map((it) => it.title).slice(0, 2),
        ["Nine boards in one", "Your cell chooses their board"]);
    assert.equal(lessonsFor("classic").length, RULES_LESSONS.classic.length);
    assert.ok(!lessonsFor("ultimate-cg").some((it) => it.title.startsWith("Nobody has a line")));
});
