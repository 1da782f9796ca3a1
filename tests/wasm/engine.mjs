/* engine.mjs - the package's engine against the native one. */
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {OPENINGS, classic, load, loadWithMemory, moves, nativeSearch, oxo, packageUrl, refusal, ultimate} from "./support.mjs";

/* Level 10, because at full strength the native engine uses its neural network. */
const STRENGTHS = {ultimate: {level: 10}, "ultimate-cg": {level: 10}, "ultimate-continue": {}};

for (const [variant, strength] of Object.entries(STRENGTHS))
    test(`searches of ${variant} equal the native ones, node by node`, () => {
        for (const text of OPENINGS) {
            const game = {variant, moves: moves(text)};
            const engine = oxo.engine({hashMegabytes: 1, ...strength});
            const reports = [];
            const info = engine.search(game, {nodes: 20000}, ({depth, nodes, lines}) => {
                reports.push([depth, nodes, lines[0].moves.join(" ")]);
            });
            engine.free();
            const there = nativeSearch(game, "nodes 20000", "--level", String(strength.level ?? 0));
            assert.deepEqual(reports, there.reports);
            assert.equal(info.lines[0].moves[0], there.best);
            assert.ok(info.nodes >= reports.at(-1)[1]);
        }
    });

test("levels play the same moves as natively", () => {
    for (let level = 1; level <= 10; level++) {
        for (const game of [ultimate("ee ea ae"), ultimate("aa ai ie"), classic("a")]) {
            const engine = oxo.engine({hashMegabytes: 1, level, seed: 7});
            const info = engine.search(game, {});
            engine.free();
            const options = ["--level", String(level), "--seed", "7"];
            assert.equal(info.lines[0].moves[0], nativeSearch(game, "nodes 1000000", ...options).best, `level ${level}`);
        }
    }
});

test("several lines are sorted by value, one for each move", () => {
    const engine = oxo.engine({hashMegabytes: 1, lines: 9});
    const reports = [];
    const {lines} = engine.search(ultimate("ee"), {depth: 5}, (info) => reports.push(info));
    engine.free();
    assert.equal(lines.length, 8);
    assert.equal(new Set(lines.map((line) => line.moves[0])).size, 8);
    for (const [i, {value}] of lines.entries()) {
        assert.ok(i === 0 || value.expected <= lines[i - 1].value.expected);
        assert.equal(value.wdl[0] + value.wdl[1] + value.wdl[2], 1000);
        assert.ok(Math.abs(value.expected - (value.wdl[0] + value.wdl[1] / 2) / 1000) < 1e-9);
    }
    assert.deepEqual(reports.map((info) => info.depth), [1, 2, 3, 4, 5]);
    assert.ok(reports.every((info) => info.lines.length === 8));
});

test("a proof is marked as one", () => {
    const engine = oxo.engine({hashMegabytes: 1});
    const {value, moves: line} = engine.search(classic("e b"), {}).lines[0];
    assert.deepEqual([value.kind, value.proven, value.distance], ["win", true, 5]);
    assert.equal(line.length, 5);
    assert.equal(refusal(() => engine.search(classic("a d b e c"), {})).code, "game-over");
    engine.free();
});

/* Plays the engine's moves for its side, and all moves for the other. */
function neverLoses(engine, side, game) {
    const view = oxo.view(game);
    if (view.outcome !== "ongoing") {
        assert.ok(view.outcome === side || view.outcome === "draw", game.moves.join(" "));
        return;
    }
    const next = view.turn === side ? [engine.search(game, {}).lines[0].moves[0]] : view.legal;
    for (const move of next)
        neverLoses(engine, side, {...game, moves: [...game.moves, move]});
}

test("classic is never lost, at full strength and at level 10", () => {
    for (const options of [{}, {level: 10}]) {
        const engine = oxo.engine({hashMegabytes: 1, ...options});
        neverLoses(engine, "X", classic());
        neverLoses(engine, "O", classic());
        engine.free();
    }
});

test("options and limits out of range are refused", () => {
    const code = (call) => refusal(call).code;
    for (const options of [{level: 11}, {level: 0}, {lines: 0}, {lines: 82}, {hashMegabytes: 0},
        {hashMegabytes: 1 << 20}, {seed: -1}, {contempt: 201}, {level: "7"}, {level: 1.5}])
        assert.equal(code(() => oxo.engine(options)), "invalid-message", JSON.stringify(options));
    const engine = oxo.engine({hashMegabytes: 1});
    for (const limits of [{depth: 0}, {nodes: -1}, {moveTime: 0.5}, {nodes: 2 ** 60}])
        assert.equal(code(() => engine.search(ultimate(), limits)), "invalid-message", JSON.stringify(limits));
    engine.free();
    engine.free(); // freeing twice is allowed
    assert.equal(code(() => engine.search(ultimate(), {nodes: 10})), "engine-busy");
    assert.equal(code(() => engine.newGame()), "engine-busy");
});

test("a report may call the core, and its exception ends the search", () => {
    const engine = oxo.engine({hashMegabytes: 1});
    const seen = [];
    engine.search(ultimate("ee"), {depth: 4}, ({lines}) => {
        seen.push(oxo.view(ultimate(`ee ${lines[0].moves[0]}`)).outcome);
        assert.equal(refusal(() => engine.search(ultimate(), {depth: 1})).code, "engine-busy");
        assert.equal(refusal(() => engine.free()).code, "engine-busy");
    });
    assert.deepEqual(seen, ["ongoing", "ongoing", "ongoing", "ongoing"]);
    const stop = new Error("enough");
    for (let i = 0; i < 1000; i++)
        assert.throws(() => engine.search(ultimate(), {}, () => {
            throw stop;
        }), stop);
    assert.equal(engine.search(ultimate("ee"), {depth: 2}).depth, 2);
    engine.free();
});

test("newGame() clears the transposition table", () => {
    const engine = oxo.engine({hashMegabytes: 1});
    const nodes = () => engine.search(ultimate("ee"), {depth: 8}).nodes;
    const first = nodes();
    assert.ok(nodes() < first);
    engine.newGame();
    assert.equal(nodes(), first);
    engine.free();
});

test("a review judges one position per step", () => {
    const reviewer = oxo.reviewer(classic("a b e i"));
    for (let points = 1; points <= 5; points++) {
        const review = reviewer.step();
        assert.equal(review.points.length, points);
        assert.equal(review.moves.length, points - 1);
        assert.equal(review.done, points === 5);
    }
    const {points, moves: verdicts, accuracy, keys} = reviewer.step();
    reviewer.free();
    assert.deepEqual(points.map((point) => point.value.kind), ["draw", "draw", "win", "win", "win"]);
    assert.deepEqual([verdicts[1].mark, verdicts[1].move, verdicts[1].best], ["O", "b", "e"]);
    assert.deepEqual([verdicts[1].grade, verdicts[1].loss, verdicts[1].key], ["blunder", 0.5, true]);
    assert.equal(verdicts[1].sentence, "throws a proven draw away");
    assert.equal(verdicts[0].best, null);
    assert.deepEqual(keys, [1]);
    assert.equal(accuracy.X, 100);
    assert.ok(accuracy.O < 10);
    assert.equal(refusal(() => reviewer.step()).code, "engine-busy");
});

test("a side without a move has no accuracy", () => {
    const reviewer = oxo.reviewer(classic());
    const {done, accuracy} = reviewer.step();
    reviewer.free();
    assert.deepEqual([done, accuracy], [true, {X: null, O: null}]);
});

test("the minimax tree opens node by node", () => {
    const {node, children} = oxo.tree("3/3/3 x", []);
    assert.deepEqual([node.move, node.player, node.score, node.nodes.minimax], [null, "max", 0, 549946]);
    assert.ok(node.nodes.alphaBeta < node.nodes.minimax / 10);
    assert.deepEqual(children.map((child) => child.move).join(""), "abcdefghi");
    assert.equal(children.reduce((sum, child) => sum + child.nodes.minimax, 1), node.nodes.minimax);
    assert.equal(children.filter((child) => child.best).length, 1);
    const below = oxo.tree("3/3/3 x", ["a", "b", "e"]);
    assert.equal(below.node.position, "xo1/1x1/3 o");
    assert.equal(below.node.player, "min");
    const skipped = below.children.filter((child) => !child.visited);
    for (const child of skipped) {
        assert.equal(child.window, null);
        assert.ok(child.alpha.score >= child.beta.score);
    }
    assert.equal(refusal(() => oxo.tree("3/3/3 x", ["a", "a"])).code, "cell-occupied");
    assert.equal(refusal(() => oxo.tree("9 x", [])).code, "syntax");
});

test("a node doesn't depend on the nodes requested before", async () => {
    const ask = (core, root, path) => core.tree(root, [...path]);
    const ways = [["3/3/3 x", "e"], ["3/3/3 x", "ea"], ["3/3/3 x", "eab"], ["3/3/3 x", "ec"], ["3/3/3 x", ""],
        ["x2/1o1/3 x", "b"], ["x2/1o1/3 x", "bc"], ["3/3/3 x", "eab"], ["x2/1o1/3 x", ""]];
    for (const [root, path] of ways) {
        const fresh = await load(readFileSync(packageUrl("oxo.wasm")));
        assert.deepEqual(ask(oxo, root, path), ask(fresh, root, path), `${root} ${path}`);
    }
});

test("memory does not grow with calls", async () => {
    const {own, memory} = await loadWithMemory();
    const round = () => {
        own.view(ultimate("ee ea ae eb be ec"));
        own.check(classic("e"), "e");
        own.writeRecord(own.readRecord('[Variant "classic"] e a {hm} *'));
        refusal(() => own.readPosition("classic", "?"));
        const engine = own.engine({hashMegabytes: 1, lines: 3});
        engine.search(ultimate("ee"), {nodes: 200}, () => {});
        engine.free();
        const reviewer = own.reviewer(classic("e a"), 10);
        reviewer.step();
        reviewer.free();
        own.tree("xox/3/3 o", []);
    };
    for (let i = 0; i < 20; i++)
        round();
    const size = memory.buffer.byteLength;
    for (let i = 0; i < 1000; i++)
        round();
    assert.equal(memory.buffer.byteLength, size);
});
