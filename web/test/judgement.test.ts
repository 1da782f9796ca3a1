/* judgement.test.ts - values, grades and reviews in words and in game files. */
import assert from "node:assert/strict";
import fs from "node:fs";
import {before, test} from "node:test";
import {type Game, load, type Oxo, type Review, type Value} from "@oxo/core";
import {basisWords, cellValues, curveRuns, flipValue, gradeLook, judgedCount, moveValueWords, nextWithGrade, notesOf,
    searchWords, shortCount, shortValue, summaryWords, valueForX, valueWords, verdictWords} from "../src/state/judgement.js";
import {numberOf} from "../src/state/sides.js";

declare const WASM: string;
let oxo: Oxo;
before(async () => { oxo = await load(fs.readFileSync(WASM)); });

function reviewOf(game: Game): Review {
    const reviewer = oxo.reviewer(game, 2000);
    let review = reviewer.step();
    while (!review.done)
        review = reviewer.step();
    reviewer.free();
    return review;
}

const BLUNDER: Game = {variant: "classic", moves: ["e", "b", "a", "i", "g"]};

const win: Value = {kind: "win", proven: true, distance: 7, centi: 0, wdl: [1000, 0, 0], expected: 1};
const even: Value = {kind: "estimated", proven: false, distance: 0, centi: -40, wdl: [200, 340, 460], expected: 0.37};

test("a value says whether it is proven or estimated, and for which side", () => {
    assert.equal(valueWords(win), "X wins in 7, proven");
    assert.equal(valueWords(flipValue(win)), "O wins in 7, proven");
    assert.equal(valueWords(even), "estimated 63 % for O");
    assert.equal(valueWords(flipValue(even)), "estimated 63 % for X");
    assert.equal(valueWords(even, "X"), "estimated 37 % for X");
    assert.equal(valueWords({...even, expected: 0.5}), "estimated even");
    assert.equal(valueWords({...win, kind: "draw"}), "a draw, proven");
});

test("flipping a value twice changes nothing", () => {
    assert.deepEqual(flipValue(flipValue(even)), even);
    assert.deepEqual(valueForX(even, "O"), flipValue(even));
});

test("a cell has a short value, and a screen reader a complete one", () => {
    assert.equal(shortValue(win), "W7");
    assert.equal(shortValue(flipValue(win)), "L7");
    assert.equal(shortValue(even), "37");
    assert.equal(moveValueWords(even), "estimated 37 %");
    assert.equal(moveValueWords(flipValue(win)), "loses in 7, proven");
});

test("every legal move of a position has a value", () => {
    const game: Game = {variant: "classic", moves: ["e"]};
    const engine = oxo.engine({lines: 81});
    const values = cellValues(engine.search(game, {}).lines);
    engine.free();
    assert.deepEqual([...values.keys()].sort(), [...oxo.view(game).legal].sort());
    assert.equal(values.get("a")?.text, "=");
    assert.match(values.get("b")?.text ?? "", /^L\d$/);
});

test("large numbers are shortened", () => {
    assert.deepEqual([999, 1234, 45_600, 2_500_000, 34_000_000].map(shortCount), ["999", "1.2k", "46k", "2.5M", "34M"]);
    const info = {depth: 9, deepest: 12, nodes: 2000, time: 500, lines: [], net: false};
    assert.equal(searchWords(info), "depth 9, 2.0k positions, 4.0k a second");
    assert.equal(searchWords({...info, net: true}), "depth 9, 2.0k positions, 4.0k a second, with net");
    assert.match(searchWords({...info, depth: 0, nodes: 0, time: 0}), /^looked up/);
});

test("the next move with a grade starts again after the last one", () => {
    const review = reviewOf(BLUNDER);
    assert.equal(nextWithGrade(review, "O", "blunder", -1), 2);
    assert.equal(nextWithGrade(review, "O", "blunder", 2), 2);
    assert.equal(nextWithGrade(review, "X", "blunder", 0), null);
});

test("a blunder has a symbol, a sentence and the better move", () => {
    const review = reviewOf(BLUNDER);
    const verdict = review.moves[1]!;
    assert.equal(gradeLook(verdict.grade).sign, "??");
    assert.equal(verdictWords(verdict), "Blunder: throws a proven draw away. Best was a.");
    assert.equal(judgedCount(review), 6);
});

test("only a fault without a proof is marked as estimated", () => {
    const verdict = {...reviewOf(BLUNDER).moves[1]!, proven: false};
    assert.equal(verdictWords(verdict), "Blunder (estimated): throws a proven draw away. Best was a.");
    assert.equal(verdictWords({...verdict, grade: "best", best: null, sentence: ""}), "Best.");
    const review = {...reviewOf(BLUNDER), moves: [{...verdict, grade: "inaccuracy", key: true, sentence: ""} as const]};
    assert.match(summaryWords(review, "X won."), /b was an inaccuracy \(estimated\)\.$/);
    assert.equal(notesOf({...review, moves: [verdict]}, [], 1)[1]?.comment, "blunder (estimated): throws a proven draw away");
});

test("a review states its basis", () => {
    const review = reviewOf({variant: "ultimate", moves: ["ee", "ea", "ae"]});
    assert.equal(basisWords(review, 50_000), `By 50,000 nodes a position: 0 of ${judgedCount(review)} values are proven, the rest estimated.`);
    assert.equal(basisWords(reviewOf(BLUNDER), 0), "Looked up: classic is solved.");
});

test("moves are numbered as in game files", () => {
    assert.deepEqual([0, 1, 2, 3].map((index) => numberOf(index, "X")), [1, 1, 2, 2]);
    assert.deepEqual([0, 1, 2, 3].map((index) => numberOf(index, "O")), [1, 2, 2, 3]);
});

test("the summary names the turning point", () => {
    assert.equal(summaryWords(reviewOf(BLUNDER), "X won."), "X won. It turned most at O's move 1: b throws a proven draw away.");
    assert.match(summaryWords(reviewOf({variant: "classic", moves: ["e", "a"]}), "On it goes."), /never turned/);
});

test("a game file gets the review's notes and keeps its own", () => {
    const review = reviewOf(BLUNDER);
    const notes = notesOf(review, [null, {comment: "The centre.", clock: 5000}], 5);
    const text = oxo.writeRecord({game: BLUNDER, result: "*", tags: {}, notes});
    assert.match(text, /\[%eval =\]/);
    assert.match(text, /\[%eval #5\]/);
    assert.match(text, /The centre\./);
    assert.match(text, /blunder: throws a proven draw away/);
    assert.equal(oxo.readRecord(text).notes[1]?.clock, 5000);
    assert.deepEqual(oxo.readRecord(text).game, BLUNDER);
});

test("a game without a review keeps its notes", () => {
    assert.deepEqual(notesOf(null, [null, {comment: "hm"}], 2), [null, {comment: "hm"}, null]);
});

test("a position without a judgement is a gap in the graph", () => {
    const [first, second] = reviewOf(BLUNDER).points;
    const gap = {...first!, known: false};
    assert.deepEqual(curveRuns([first!, gap, second!], () => 0.25), ["0,75.00", "2,75.00"]);
});
