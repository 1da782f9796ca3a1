/* study-address.test.ts - addresses of a study. */
import assert from "node:assert/strict";
import fs from "node:fs";
import {before, test} from "node:test";
import {load, type Oxo} from "@oxo/core";
import {type Address, playablePart, readAddress, splitMoves, writeAddress} from "../src/state/study-address.js";
import {playMove, studyOf} from "../src/state/study.js";

declare const WASM: string;
let oxo: Oxo;
before(async () => { oxo = await load(fs.readFileSync(WASM)); });

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

test("the link to a game on the server names a branch only if there is one", () => {
    const study = studyOf({variant: "classic", moves: ["e", "a", "i"]}, 2);
    assert.equal(writeAddress(study, "ABC-1"), "/g/ABC-1?ply=2");
    assert.equal(writeAddress(playMove(study, "b"), "ABC-1"), "/g/ABC-1?moves=e.a.b&ply=3");
});

test("the longest games fit into an address", () => {
    const moves = Array.from({length: 81}, () => "ee");
    assert.ok(writeAddress(studyOf({variant: "ultimate", moves}, 81), null).length < 400);
});

test("the moves of a link may be written in several ways", () => {
    for (const text of ["ee.ea", "ee ea", "ee,ea", "eeea"])
        assert.deepEqual(splitMoves(text, "ultimate"), ["ee", "ea"]);
    assert.deepEqual(splitMoves("ea", "classic"), ["e", "a"]);
    assert.deepEqual(splitMoves("", "classic"), []);
});

test("a link without a ply leads to the end of its game", () => {
    assert.equal(readAddress(new URLSearchParams("variant=classic&moves=e.a")).ply, 2);
    assert.equal(readAddress(new URLSearchParams("moves=ee")).game.variant, "ultimate");
});

test("an address is read up to the first error, which is reported", () => {
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
