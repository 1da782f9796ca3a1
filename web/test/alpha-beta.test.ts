/* alpha-beta.test.ts - the steps of alpha-beta against the C core's scores of the
 * same tree. */
import assert from "node:assert/strict";
import fs from "node:fs";
import {before, test} from "node:test";
import {load, type Mark, type Oxo, type TreeNode} from "@oxo/core";
import {type AskTree, endWords, type Family, keyOf, nodeWords, progressAfter, pruningWords, scoreText, stepWords,
    walkAlphaBeta, type WalkStep} from "../src/state/alpha-beta.js";
import {MINIMAX_LESSONS, PRESETS} from "../src/state/minimax-lessons.js";
import {faceOf, layOut} from "../src/state/minimax-tree.js";

declare const WASM: string;
let oxo: Oxo;
before(async () => { oxo = await load(fs.readFileSync(WASM)); });

function asking(root: string): AskTree {
    const kept = new Map<string, Family>();
    return (path) => {
        const family = kept.get(keyOf(path)) ?? oxo.tree(root, path);
        kept.set(keyOf(path), family);
        return family;
    };
}

const SMALL = ["xox/1o1/x1o x", "x1o/1x1/1xo o", "xo1/1x1/2o x", "xo1/xx1/2o o"];

test("the walk visits as many positions as alpha-beta, and skips the others", () => {
    for (const root of SMALL) {
        const ask = asking(root);
        const last = [...walkAlphaBeta(ask)].at(-1)!;
        const {minimax, alphaBeta} = ask([]).node.nodes;
        assert.equal(last.kind, "done");
        assert.equal(last.seen, alphaBeta, root);
        assert.equal(last.seen + last.saved, minimax, root);
    }
});

test("the walk finds the score that alpha-beta gives to each node", () => {
    for (const root of SMALL) {
        const ask = asking(root);
        const progress = progressAfter([...walkAlphaBeta(ask)]);
        for (const [key, {state, best, choice}] of progress) {
            const node: TreeNode = ask([...key]).node;
            assert.equal(state, node.visited ? "done" : "skipped", `${root} ${key}`);
            if (node.visited)
                assert.equal(best, node.bound, `${root} ${key}`);
            if (key === "")
                assert.equal(choice, ask([]).children.find((child) => child.best)?.move);
        }
    }
});

test("a step's alpha and beta are the window of the next move", () => {
    const ask = asking("xo1/1x1/2o x");
    const steps = [...walkAlphaBeta(ask)];
    steps.forEach((step, i) => {
        const next = steps[i + 1];
        if (next?.kind === "enter" && next.path.length === step.path.length + 1) {
            assert.deepEqual(next.alpha, step.alpha);
            assert.deepEqual(next.beta, step.beta);
        }
        if (step.kind === "cut")
            assert.ok(step.alpha!.score >= step.beta!.score);
    });
});

test("after some steps only visited nodes are known", () => {
    const steps = [...walkAlphaBeta(asking("x1o/1x1/1xo o"))].slice(0, 3);
    const progress = progressAfter(steps);
    assert.equal(progress.get("")?.best, null);
    assert.equal(progress.size, new Set(steps.map((step) => keyOf(step.path))).size);
});

test("every step has a sentence, and a cut gives the reason", () => {
    for (const root of SMALL) {
        const max = oxo.view({variant: "classic", start: root, moves: []}).turn as Mark;
        for (const step of walkAlphaBeta(asking(root)))
            assert.ok(stepWords(step, max).length > 10);
    }
    const cut = [...walkAlphaBeta(asking("x1o/1x1/1xo o"))].find((step: WalkStep) => step.kind === "cut" && step.node.depth === 1)!;
    assert.equal(stepWords(cut, "O"), "X can hold it down to −8 here, with b. But O already has 0 with b, one move earlier, "
        + "which is better for it. It will not come to this position, so f and g are skipped.");
});

test("a node explains its score and what alpha-beta does there", () => {
    const ask = asking("xox/1o1/x1o x");
    assert.equal(nodeWords(ask([]), "X"), "X chooses here. It is max, so it takes the highest score of its 3 moves: 9, by d.");
    assert.equal(nodeWords(ask(["d"]), "X"), "X wins at depth 1: 10 − 1 = 9.");
    assert.match(pruningWords(ask(["f", "h"]).node, "X"), /^Alpha-beta never comes here\. O can hold it down to 0 here, with d\. But X already has 9 with d/);
    assert.match(pruningWords(ask(["f"]).node, "X"), /at most 0: that is enough/);
});

test("a node shows what alpha-beta knows so far, and no more", () => {
    const ask = asking("x1o/1x1/1xo o");
    const steps = [...walkAlphaBeta(ask)];
    const face = (count: number, ...path: string[]): string =>
        Object.values(faceOf(progressAfter(steps.slice(0, count)), path, ask(path).node)).join("|");
    assert.equal(face(1, "b"), "unknown|?|not looked at yet");
    assert.equal(face(2, "b"), "unknown|…|being looked at");
    assert.equal(face(steps.length, "f"), "best|9|★ best so far");
    assert.equal(face(steps.length, "d"), "plain|≤ −8|enough to know: not wanted");
    assert.equal(face(steps.length, "d", "f"), "skipped|✂|skipped: cannot matter");
    assert.equal(face(steps.length, "d", "f", "b"), "skipped||below a move that is skipped");
    assert.deepEqual(faceOf(null, ["d", "f"], ask(["d", "f"]).node),
        {kind: "skipped", score: "0", more: "✂ alpha-beta skips it · 4 below"});
});

test("a drawing has every node once, leaves side by side, parents above their children", () => {
    const ask = asking("x1o/1x1/1xo o");
    const {spots, leaves, depth} = layOut(ask);
    assert.equal(spots.length, ask([]).node.nodes.minimax);
    assert.equal(depth, 4);
    const ends = spots.filter((spot) => spot.node.outcome !== "ongoing").map((spot) => spot.x);
    assert.deepEqual(ends, Array.from({length: leaves}, (_, i) => i));
    for (const {path, node, x} of spots) {
        const below = spots.filter((spot) => spot.path.length === path.length + 1 && keyOf(spot.path).startsWith(keyOf(path)));
        if (node.outcome === "ongoing")
            assert.ok(below[0]!.x <= x && x <= below.at(-1)!.x);
    }
});

test("finished games are scored as in the lessons", () => {
    assert.equal(endWords("O", 2, "X"), "O wins at depth 2: 2 − 10 = −8.");
    assert.equal(endWords("O", 3, "O"), "O wins at depth 3: 10 − 3 = 7.");
    assert.equal(scoreText(-8), "−8");
});

test("every lesson and preset has a valid position", () => {
    for (const {root} of [...MINIMAX_LESSONS, ...PRESETS])
        assert.equal(oxo.view({variant: "classic", start: root, moves: []}).position, root);
});
