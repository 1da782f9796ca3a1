/* study-text.test.ts - addresses, pasted texts and files of a study. */
import assert from "node:assert/strict";
import fs from "node:fs";
import {before, test} from "node:test";
import {load, type Oxo} from "@oxo/core";
import {goToPly, playMove, studyOf} from "../src/state/study.js";
import {aboutRecord, type Address, endingWords, type Fault, isFault, kindOf, type Opened, openText, playablePart, readAddress, saveText, splitMoves,
    UNKNOWN_GAME, writeAddress} from "../src/state/opening.js";

declare const WASM: string;
let oxo: Oxo;
before(async () => { oxo = await load(fs.readFileSync(WASM)); });

const open = (text: string, variant = "ultimate", notation = "native"): Opened | Fault =>
    openText(oxo, text, {variant, notation} as Parameters<typeof openText>[2]);

function opened(it: Opened | Fault): Opened {
    assert.ok(!isFault(it), JSON.stringify(it));
    return it;
}

function fault(it: Opened | Fault): Fault {
    assert.ok(isFault(it), JSON.stringify(it));
    return it;
}

test("an address is read back as it was written", () => {
    const games = [
        studyOf({variant: "ultimate", moves: ["ee", "ea", "ae"]}, 2),
        studyOf({variant: "classic", start: "3/1x1/3 o", moves: ["a", "b"]}, 1),
        studyOf({variant: "ultimate-cg", moves: []}),
    ];
    for (const study of games) {
        const url = new URL(writeAddress(study, null), "http://oxo");
        assert.deepEqual(studyOf(readAddress(url.searchParams).game, readAddress(url.searchParams).ply), study);
    }
});

test("the link to a game of the server names its branch only if there is one", () => {
    const study = studyOf({variant: "classic", moves: ["e", "a", "i"]}, 2);
    assert.equal(writeAddress(study, "ABC-1"), "/g/ABC-1?ply=2");
    assert.equal(writeAddress(playMove(study, "b"), "ABC-1"), "/g/ABC-1?moves=e.a.b&ply=3");
});

test("the longest games there are fit an address", () => {
    const moves = Array.from({length: 81}, () => "ee");
    assert.ok(writeAddress(studyOf({variant: "ultimate", moves}, 81), null).length < 400);
});

test("moves of a link may be written in several ways", () => {
    for (const text of ["ee.ea", "ee ea", "ee,ea", "eeea"])
        assert.deepEqual(splitMoves(text, "ultimate"), ["ee", "ea"]);
    assert.deepEqual(splitMoves("ea", "classic"), ["e", "a"]);
    assert.deepEqual(splitMoves("", "classic"), []);
});

test("a link without a ply leads to the end of its game", () => {
    assert.equal(readAddress(new URLSearchParams("variant=classic&moves=e.a")).ply, 2);
    assert.equal(readAddress(new URLSearchParams("moves=ee")).game.variant, "ultimate");
});

test("an address is read up to what is wrong with it, and that is said", () => {
    const read = (query: string): Address => playablePart(oxo, readAddress(new URLSearchParams(query)));
    assert.deepEqual(read("variant=foo&moves=e"),
        {game: {variant: "ultimate", moves: []}, ply: 0, trouble: "There are no rules called “foo”."});
    assert.deepEqual(read("variant=classic&moves=e%20e"), {game: {variant: "classic", moves: ["e"]}, ply: 1,
        trouble: "Only 1 move of this link can be read. The next is “e”: that cell is already taken."});
    assert.deepEqual(read("variant=ultimate-cg&moves=ee.zz&ply=0").game, {variant: "ultimate-cg", moves: ["ee"]});
    assert.equal(read("variant=ultimate-cg&moves=ee.zz&ply=0").ply, 0);
    assert.match(read("variant=classic&position=nonsense&moves=e").trouble, /^The position of this link cannot be read: /);
    assert.deepEqual(read("variant=classic&moves=e.a&ply=1"), {game: {variant: "classic", moves: ["e", "a"]}, ply: 1, trouble: ""});
});

test("a text is taken for what it looks like", () => {
    assert.equal(kindOf("[Variant \"classic\"] 1. e *", "native"), "record");
    assert.equal(kindOf("1. e a 1/2-1/2", "native"), "record");
    assert.equal(kindOf("3/3/3 x", "native"), "position");
    assert.equal(kindOf("1. ee ea 2. ae", "native"), "moves");
    assert.equal(kindOf("0".repeat(93), "utttai"), "position");
});

test("game files, moves and positions are opened", () => {
    const file = opened(open('[Variant "classic"]\n[X "Ada"]\n\n1. e a *\n'));
    assert.deepEqual(file.game, {variant: "classic", moves: ["e", "a"]});
    assert.equal(aboutRecord(file.record!).names.X, "Ada");
    assert.deepEqual(opened(open("1. ee ea\n2. ae")).game.moves, ["ee", "ea", "ae"]);
    assert.equal(opened(open("3/1x1/3 o")).game.variant, "classic");
    assert.equal(opened(open("9/9/9/9/9/9/9/9/9 x -", "ultimate-cg")).game.variant, "ultimate-cg");
});

test("positions in others' notations are opened by choice", () => {
    const theirs = "O;@........;X.OO...../X..X.O.O./X.X...O.O/.X.OXO.../O.O.X..../.XX....O./......X.O/.O.X.X.../.O.....XX";
    assert.ok(opened(open(theirs, "ultimate", "ultimattt")).game.start?.endsWith("o a"));
});

test("a text that cannot be read says where and why", () => {
    assert.deepEqual(fault(open('[Variant "classic"]\n\n1. e e *\n')),
        {line: 3, column: 6, reason: "that cell is already taken", text: "1. e e *"});
    const position = fault(open("3/2/3 x"));
    assert.deepEqual([position.line, position.column], [1, 4]);
});

test("bare moves are refused at their own line and column", () => {
    const second = fault(open("ee ea\nae zz"));
    assert.deepEqual([second.line, second.column, second.text], [2, 4, "ae zz"]);
    const first = fault(open("e a", "ultimate"));
    assert.deepEqual([first.line, first.column], [1, 1]);
});

test("what was saved opens as the same game", () => {
    const study = studyOf({variant: "classic", moves: ["e", "a", "i"]}, 3);
    const about = {...UNKNOWN_GAME, tags: {X: "Ada", O: "Bo"}, result: "1-0"};
    const saved = opened(open(saveText(oxo, {study, record: about, notes: []})));
    assert.deepEqual(saved.game, {variant: "classic", moves: ["e", "a", "i"]});
    assert.equal(saved.record?.result, "1-0");
    assert.equal(saved.record?.tags["O"], "Bo");
});

test("a branch does not inherit the game's result", () => {
    const study = playMove(goToPly(studyOf({variant: "classic", moves: ["e", "a", "i"]}), 1), "b");
    const saved = opened(open(saveText(oxo, {study, record: {...UNKNOWN_GAME, result: "1-0"}, notes: []})));
    assert.equal(saved.record?.result, "*");
});

test("an ending is a sentence", () => {
    const about = {...UNKNOWN_GAME, names: {X: "Ada", O: ""}, reason: "resignation"};
    assert.equal(endingWords("1-0", about, 34), "Ada won by resignation, after 34 moves of both sides.");
    assert.equal(endingWords("0-1", UNKNOWN_GAME, 1), "O won, after 1 move.");
    assert.equal(endingWords("1/2-1/2", {...about, reason: "agreement"}, 9), "Drawn by agreement, after 9 moves of both sides.");
    assert.equal(endingWords("*", UNKNOWN_GAME, 3), "Not finished: 3 moves of both sides so far.");
});
