/* thinker.mjs - requests to a worker: order, progress, aborting. */
import assert from "node:assert/strict";
import {after, test} from "node:test";
import {OxoError, Thinker, classic, oxo, packageUrl, ultimate} from "./support.mjs";

const thinker = new Thinker(packageUrl("worker.js"));
after(() => thinker.close());

function stopAfter(milliseconds) {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), milliseconds);
    return controller.signal;
}

test("a search in a worker equals the direct search", async () => {
    const info = await thinker.search(classic("e b"), {});
    const engine = oxo.engine();
    assert.deepEqual(info.lines, engine.search(classic("e b"), {}).lines);
    engine.free();
});

test("levels do not depend on earlier searches", async () => {
    for (const level of [1, 5, 10]) {
        const options = {level, seed: 3, hashMegabytes: 1};
        const engine = oxo.engine(options);
        const {lines, nodes} = engine.search(ultimate("ee ea"), {});
        engine.free();
        for (let i = 0; i < 2; i++) {
            const there = await thinker.search(ultimate("ee ea"), {}, options);
            assert.deepEqual([there.lines, there.nodes], [lines, nodes]);
        }
    }
});

test("limits end a search in slices", async () => {
    const byNodes = await thinker.search(ultimate("ee"), {nodes: 300000});
    assert.ok(byNodes.nodes >= 300000 && byNodes.nodes < 330000, String(byNodes.nodes));
    const byDepth = await thinker.search(ultimate("aa"), {depth: 9});
    assert.equal(byDepth.depth, 9);
    const byTime = await thinker.search(ultimate("ee"), {moveTime: 300});
    assert.ok(byTime.time >= 300);
    assert.ok(byTime.depth > 5);
});

test("progress only increases, and the answer continues it", async () => {
    const parts = [];
    const info = await thinker.search(ultimate("ae"), {moveTime: 500}, {
        lines: 3, onProgress: (part) => parts.push(part),
    });
    assert.ok(parts.length > 3);
    for (let i = 1; i < parts.length; i++) {
        assert.ok(parts[i].depth > parts[i - 1].depth);
        assert.ok(parts[i].nodes >= parts[i - 1].nodes);
        assert.ok(parts[i].time >= parts[i - 1].time);
    }
    assert.ok(info.depth >= parts.at(-1).depth);
    assert.ok(info.nodes >= parts.at(-1).nodes);
    assert.equal(info.lines.length, 3);
});

test("an aborted search ends, and the worker continues", async () => {
    const reason = new Error("changed my mind");
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 150);
    await assert.rejects(thinker.search(ultimate(), {}, {signal: controller.signal}), reason);
    const info = await thinker.search(classic("e"), {});
    assert.equal(info.lines[0].moves[0], "a");
});

test("an aborted search keeps its transposition table", async () => {
    const options = {hashMegabytes: 8};
    const controller = new AbortController();
    const search = thinker.search(ultimate("ei"), {}, {
        ...options, signal: controller.signal, onProgress: (info) => {
            if (info.depth >= 12)
                controller.abort();
        },
    });
    await assert.rejects(search, {name: "AbortError"});
    // The first search was deeper than 4, so its results are in the table.
    const again = await thinker.search(ultimate("ei"), {depth: 4}, options);
    const cold = await thinker.search(ultimate("ei"), {depth: 4}, {...options, seed: 2});
    assert.ok(again.nodes < cold.nodes, `${again.nodes} of ${cold.nodes}`);
});

test("a queued request can be aborted", async () => {
    const first = thinker.search(ultimate("ee"), {moveTime: 200});
    const second = thinker.search(ultimate(), {}, {signal: stopAfter(20)});
    const third = thinker.search(classic("a"), {});
    await assert.rejects(second, {name: "AbortError"});
    assert.ok((await first).time >= 200);
    assert.equal((await third).lines[0].moves[0], "e");
    await assert.rejects(thinker.search(ultimate(), {}, {signal: AbortSignal.abort()}), {name: "AbortError"});
});

test("requests are answered in order", async () => {
    const order = [];
    const ask = (name, limits) => thinker.search(ultimate("ee"), limits).then(() => order.push(name));
    await Promise.all([ask("long", {moveTime: 200}), ask("short", {depth: 1}), ask("last", {depth: 2})]);
    assert.deepEqual(order, ["long", "short", "last"]);
});

test("refusals arrive as OxoError", async () => {
    await assert.rejects(thinker.search(classic("e e"), {}), (error) => {
        assert.ok(error instanceof OxoError);
        assert.equal(error.code, "cell-occupied");
        return true;
    });
    await assert.rejects(thinker.search(ultimate(), {moveTime: -1}), {code: "invalid-message"});
    await assert.rejects(thinker.search(ultimate(), {}, {level: 12}), {code: "invalid-message"});
    await assert.rejects(thinker.search({variant: "classic", moves: [() => 1]}, {}), {name: "DataCloneError"});
    await assert.rejects(thinker.review(classic("z")), {code: "syntax"});
});

test("a review in a worker equals the direct review, step by step", async () => {
    const game = ultimate("ee ea ae eb be ec");
    const parts = [];
    const review = await thinker.review(game, {nodes: 1000, onProgress: (part) => parts.push(part)});
    const reviewer = oxo.reviewer(game, 1000);
    let here;
    do
        here = reviewer.step();
    while (!here.done);
    reviewer.free();
    assert.deepEqual(review, here);
    assert.deepEqual(parts.map((part) => part.points.length), [1, 2, 3, 4, 5, 6]);
    await assert.rejects(thinker.review(game, {signal: stopAfter(30), nodes: 50000}), {name: "AbortError"});
});

test("closing rejects pending and later requests", async () => {
    const own = new Thinker(packageUrl("worker.js"));
    const search = own.search(ultimate(), {});
    setTimeout(() => own.close(), 100);
    await assert.rejects(search, /closed/);
    await assert.rejects(own.search(classic(), {}), /closed/);
});

test("a missing worker or .wasm file is an error", async () => {
    const nowhere = new Thinker(packageUrl("nowhere.js"));
    await assert.rejects(nowhere.search(classic(), {}));
    nowhere.close();
    const lost = new Thinker(packageUrl("worker.js"), packageUrl("nowhere.wasm"));
    await assert.rejects(lost.search(classic(), {}), /nowhere/);
    lost.close();
});
