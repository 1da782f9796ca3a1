/* neural-engine.mjs - the engine with a neural network, direct and in a worker,
 * against the native engine at full strength. */
import assert from "node:assert/strict";
import {once} from "node:events";
import {readFileSync} from "node:fs";
import {createServer} from "node:http";
import {after, test} from "node:test";
import {OPENINGS, Thinker, classic, load, loadWithMemory, moves, native, nativeSearch, oxo, packageUrl, refusal, ultimate} from "./support.mjs";

/* Node 18 may keep the connection of an aborted fetch open. */
const KEEPS_CONNECTIONS = Number.parseInt(process.versions.node, 10) < 20;

const VARIANTS = ["ultimate", "ultimate-cg"];
const fileOf = (variant) => packageUrl(`${variant}.net`);

/** Searches with a temporary engine. */
function search(options, game, limits = {nodes: 20000}) {
    const engine = oxo.engine({hashMegabytes: 1, ...options});
    try {
        return engine.search(game, limits);
    } finally {
        engine.free();
    }
}

for (const variant of VARIANTS)
    test(`searches of ${variant} with its network equal the native ones, node by node`, async () => {
        const net = await oxo.loadNet(fileOf(variant));
        assert.equal(net.variant, variant);
        for (const text of OPENINGS) {
            const game = {variant, moves: moves(text)};
            const engine = oxo.engine({hashMegabytes: 1, net, contempt: 70});
            const reports = [];
            const info = engine.search(game, {nodes: 20000}, ({depth, nodes, lines}) => {
                reports.push([depth, nodes, lines[0].moves.join(" ")]);
            });
            engine.free();
            const there = nativeSearch(game, "nodes 20000", "--contempt", "70");
            assert.deepEqual(reports, there.reports);
            assert.equal(info.lines[0].moves[0], there.best);
            assert.equal(info.net, true);
        }
        net.free();
    });

test("a review with a network equals the native one", async () => {
    const net = await oxo.loadNet(fileOf("ultimate"));
    const text = "ee ei ia ac ch hb bd dg ga aa ad dd di ii";
    const reviewer = oxo.reviewer(ultimate(text), 300, net);
    let here;
    do
        here = reviewer.step();
    while (!here.done);
    reviewer.free();
    net.free();
    const printed = native(["analyze", "--json", "--nodes", "300", "--hash", "4", "--from", "moves", "-"], text);
    const {points, moves: verdicts, accuracy, keys} = JSON.parse(printed);
    assert.deepEqual([here.points, here.moves, here.accuracy, here.keys], [points, verdicts, accuracy, keys]);
});

test("a network has no effect on other variants", async () => {
    const net = await oxo.loadNet(fileOf("ultimate"));
    for (const variant of ["ultimate-cg", "ultimate-continue"]) {
        const game = {variant, moves: ["ee"]};
        const [with_, without] = [search({net}, game), search({}, game)];
        assert.equal(with_.net, false);
        assert.deepEqual([with_.lines, with_.nodes], [without.lines, without.nodes]);
    }
    assert.equal(search({net}, classic("e")).net, false);
    assert.equal(search({}, ultimate("ee")).net, false);
    net.free();
});

test("a network is loaded from an address or from bytes", async () => {
    const file = readFileSync(fileOf("ultimate"));
    const shifted = new Uint8Array(file.length + 3);
    shifted.set(file, 3);
    const sums = [];
    for (const source of [fileOf("ultimate"), fileOf("ultimate").href, file, new Uint8Array(file).buffer,
        new DataView(shifted.buffer, 3)]) {
        const net = await oxo.loadNet(source);
        sums.push(net.checksum);
        net.free();
    }
    assert.deepEqual(sums, Array(5).fill(file.readUInt32LE(file.length - 4)));
});

test("an invalid network is refused and leaks nothing", async () => {
    const file = readFileSync(fileOf("ultimate"));
    const damaged = Uint8Array.from(file);
    damaged[file.length >> 1] ^= 1;
    for (let i = 0; i < 10; i++) {
        await assert.rejects(oxo.loadNet(damaged), {code: "syntax"});
        await assert.rejects(oxo.loadNet(file.subarray(0, -1)), {code: "syntax"});
        await assert.rejects(oxo.loadNet(new Uint8Array(0)), {code: "syntax"});
    }
    await assert.rejects(oxo.loadNet(new Uint8Array(2 << 20)), {code: "text-too-long"});
    await assert.rejects(oxo.loadNet(packageUrl("nowhere.net")), /nowhere/);
});

test("a network in use cannot be freed", async () => {
    const net = await oxo.loadNet(fileOf("ultimate-cg"));
    const engine = oxo.engine({hashMegabytes: 1, net});
    const reviewer = oxo.reviewer(classic("e a"), 10, net);
    assert.equal(refusal(() => net.free()).code, "engine-busy");
    engine.free();
    assert.equal(refusal(() => net.free()).code, "engine-busy");
    reviewer.free();
    assert.equal(refusal(() => oxo.engine({level: 99, net})).code, "invalid-message");
    net.free();
    net.free(); // freeing twice is allowed
    assert.equal(refusal(() => oxo.engine({net})).code, "invalid-message");
});

test("a network belongs to the core that loaded it", async () => {
    const other = await load(readFileSync(packageUrl("oxo.wasm")));
    const net = await other.loadNet(fileOf("ultimate"));
    assert.equal(refusal(() => oxo.engine({net})).code, "invalid-message");
    assert.equal(refusal(() => oxo.reviewer(classic(), 10, net)).code, "invalid-message");
});

test("memory does not grow when networks are exchanged", async () => {
    const {own, memory} = await loadWithMemory();
    const sizes = [];
    for (const variant of [...VARIANTS, ...VARIANTS, ...VARIANTS]) {
        const without = own.engine();
        const net = await own.loadNet(fileOf(variant));
        without.free();
        own.engine({net}).free();
        net.free();
        sizes.push(memory.buffer.byteLength);
    }
    assert.deepEqual(sizes.slice(1), Array(sizes.length - 1).fill(sizes[1]));
});

// ---- In a worker ------------------------------------------------------------

const thinker = new Thinker(packageUrl("worker.js"));
after(() => thinker.close());

test("a worker uses a loaded network", async () => {
    const net = fileOf("ultimate");
    await thinker.loadNet(net);
    const info = await thinker.search(ultimate("ee ea"), {depth: 6}, {net, hashMegabytes: 1});
    const ours = await oxo.loadNet(net);
    const {lines} = search({net: ours}, ultimate("ee ea"), {depth: 6});
    assert.equal(info.net, true);
    assert.deepEqual(info.lines, lines);
    const review = await thinker.review(ultimate("ee ea ae"), {nodes: 500, net});
    const reviewer = oxo.reviewer(ultimate("ee ea ae"), 500, ours);
    let here;
    do
        here = reviewer.step();
    while (!here.done);
    reviewer.free();
    ours.free();
    assert.deepEqual(review, here);
});

test("a worker keeps one network, and replaces it for another variant", async () => {
    for (const variant of [...VARIANTS, ...VARIANTS]) {
        await thinker.loadNet(fileOf(variant));
        const info = await thinker.search({variant, moves: ["ee"]}, {depth: 3}, {net: fileOf(variant)});
        assert.equal(info.net, true);
    }
});

test("a search does not wait for its network, and switches to it", async () => {
    const own = new Thinker(packageUrl("worker.js"));
    const parts = [];
    const enough = new AbortController();
    const found = own.search(ultimate("ee"), {}, {
        net: fileOf("ultimate"), signal: enough.signal, onProgress: (part) => {
            parts.push(part);
            if (part.net)
                enough.abort();
        },
    });
    await assert.rejects(found, {name: "AbortError"});
    own.close();
    assert.equal(parts[0].net, false);
    for (let i = 1; i < parts.length; i++)
        assert.ok(parts[i].depth >= parts[i - 1].depth && parts[i].nodes >= parts[i - 1].nodes);
});

test("a worker searches without a network that cannot be loaded", async () => {
    const own = new Thinker(packageUrl("worker.js"));
    const net = packageUrl("nowhere.net");
    await assert.rejects(own.loadNet(net), /nowhere/);
    const info = await own.search(ultimate("ee"), {depth: 5}, {net});
    assert.equal(info.net, false);
    assert.equal((await own.review(ultimate("ee ea"), {nodes: 100, net})).done, true);
    own.close();
});

/** A server that accepts requests and never answers. */
async function startSilentServer() {
    const server = createServer(() => {});
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    return {
        net: `http://127.0.0.1:${server.address().port}/slow.net`,
        asked: () => once(server, "request").then(([{socket}]) => socket),
        close: () => server.closeAllConnections() ?? server.close(),
    };
}

test("a network that never arrives blocks no other request", async () => {
    const own = new Thinker(packageUrl("worker.js"));
    const slow = await startSilentServer();
    const asked = slow.asked();
    const given = new AbortController();
    const coming = own.loadNet(slow.net, {signal: given.signal});
    const socket = await asked;
    const ended = once(socket, "close");
    const info = await own.search(ultimate("ee"), {depth: 5}, {net: slow.net});
    assert.equal(info.net, false);
    given.abort();
    await assert.rejects(coming, {name: "AbortError"});
    // Another network loads at once, and the connection of the first is closed.
    const again = assert.rejects(own.loadNet(slow.net), /another net/);
    await own.loadNet(fileOf("ultimate"));
    await again;
    if (!KEEPS_CONNECTIONS)
        await ended;
    assert.equal((await own.search(ultimate("ee"), {depth: 5}, {net: fileOf("ultimate")})).net, true);
    own.close();
    slow.close();
});

test("loading a network can be aborted", async () => {
    const slow = await startSilentServer();
    const asked = slow.asked();
    const given = new AbortController();
    const coming = oxo.loadNet(slow.net, {signal: given.signal});
    await asked;
    given.abort();
    await assert.rejects(coming, {name: "AbortError"});
    slow.close();
});

test("levels ignore networks", async () => {
    for (const level of [1, 6, 10]) {
        const options = {level, seed: 5, hashMegabytes: 1};
        const {lines, nodes} = search(options, ultimate("ee ea"), {});
        const there = await thinker.search(ultimate("ee ea"), {}, {...options, net: fileOf("ultimate")});
        assert.deepEqual([there.lines, there.nodes, there.net], [lines, nodes, false]);
    }
});
