/* study.test.ts - a study: its branches and findings. */
import assert from "node:assert/strict";
import {test} from "node:test";
import type {Line, SearchInfo, Value} from "@oxo/core";
import {addFinding, addLine, branchAround, choicesAt, gameAt, goToPath, goToPly, mainLine, pathOf, playMove, promoteBranch,
    removeBranch, type Study, studyOf} from "../src/state/study.js";

const game = (moves: string, ply = 0): Study => studyOf({variant: "classic", moves: moves.split(" ").filter(Boolean)}, ply);
const text = (path: readonly string[]): string => path.join(" ");

test("a game is its main line, and the ply stays inside it", () => {
    assert.equal(text(mainLine(game("e a i"))), "e a i");
    assert.equal(game("e a i", 99).ply, 3);
    assert.equal(game("e a i", -4).ply, 0);
    assert.equal(game("e a i", Number.NaN).ply, 0);
});

test("playing the next move of the line follows it", () => {
    const study = playMove(game("e a i", 1), "a");
    assert.equal(text(pathOf(study)), "e a");
    assert.equal(text(study.line), "e a i");
    assert.equal(choicesAt(study, ["e"]).length, 1);
});

test("another move makes a branch and keeps the main line", () => {
    const study = playMove(game("e a i", 1), "b");
    assert.equal(text(mainLine(study)), "e a i");
    assert.equal(text(study.line), "e b");
    assert.deepEqual(choicesAt(study, ["e"]).map((branch) => branch.move), ["a", "b"]);
});

test("going back and forward again returns to the same place", () => {
    const study = playMove(playMove(game("e a i", 1), "b"), "c");
    assert.equal(text(pathOf(goToPly(goToPly(study, 0), 3))), "e b c");
    assert.equal(text(goToPath(study, ["e", "a"]).line), "e a i");
});

test("the innermost branch around a path is found", () => {
    const outer = addLine(game("e a i"), ["e", "b", "c", "d"]);
    const study = addLine(outer, ["e", "b", "g"]);
    assert.equal(branchAround(study, ["e", "a"]), null);
    assert.deepEqual(branchAround(study, ["e", "b", "c", "d"]), ["e", "b"]);
    assert.deepEqual(branchAround(study, ["e", "b", "g"]), ["e", "b", "g"]);
});

test("a promoted branch becomes the main line", () => {
    const study = promoteBranch(playMove(game("e a i", 1), "b"), ["e", "b"]);
    assert.equal(text(mainLine(study)), "e b");
    assert.equal(text(pathOf(study)), "e b");
    assert.equal(branchAround(study, pathOf(study)), null);
});

test("deleting the current branch goes back to where it began", () => {
    const branched = playMove(playMove(game("e a i", 1), "b"), "c");
    const study = removeBranch(branched, ["e", "b"]);
    assert.equal(text(pathOf(study)), "e");
    assert.equal(text(study.line), "e a i");
    assert.deepEqual(study.next, game("e a i").next);
});

test("deleting another branch keeps the place", () => {
    const study = removeBranch(goToPath(playMove(game("e a i", 1), "b"), ["e", "a", "i"]), ["e", "b"]);
    assert.equal(text(pathOf(study)), "e a i");
});

test("no change modifies the study it starts from", () => {
    const before = game("e a i", 1);
    const copy = structuredClone(before);
    removeBranch(promoteBranch(playMove(before, "b"), ["e", "b"]), ["e", "a"]);
    assert.deepEqual(before, copy);
});

test("a game keeps its start position", () => {
    const start = "3/1x1/3 o";
    assert.deepEqual(gameAt(studyOf({variant: "classic", start, moves: []}), ["a"]), {variant: "classic", start, moves: ["a"]});
    assert.deepEqual(gameAt(game(""), []), {variant: "classic", moves: []});
});

const value = {kind: "draw", proven: true, distance: 0, centi: 0, wdl: [0, 1000, 0], expected: 0.5} satisfies Value;
const info = (depth: number, ...lines: string[]): SearchInfo => ({
    depth, deepest: depth, nodes: 1, time: 1, net: false,
    lines: lines.map((moves): Line => ({value, moves: moves.split(" ")})),
});

test("the deeper result is kept", () => {
    const known = addFinding(addFinding(new Map(), "p", info(7, "e a")), "p", info(5, "i"));
    assert.equal(known.get("p")?.depth, 7);
    assert.equal(addFinding(known, "p", info(8, "i")).get("p")?.depth, 8);
});

test("a line that a deeper search shortens keeps its end", () => {
    const known = addFinding(addFinding(new Map(), "p", info(7, "e a i", "b c")), "p", info(8, "e", "b d"));
    assert.deepEqual(known.get("p")?.lines.map((line) => text(line.moves)), ["e a i", "b d"]);
});
