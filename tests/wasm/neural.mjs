/* neural.mjs - the neural network in WebAssembly against the scores of the
 * training, bit for bit.
 *
 * usage: node neural.mjs WASM SOURCE
 * WASM is the program of neural-vectors.c, SOURCE the repository. */
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import path from "node:path";
import {test} from "node:test";

const [WASM, SOURCE] = process.argv.slice(2);

/* Dummy system calls: the program needs none. */
const system = new Proxy({}, {get: () => () => 0});

async function load() {
    const {instance} = await WebAssembly.instantiate(readFileSync(WASM), {wasi_snapshot_preview1: system});
    instance.exports._initialize();
    return instance.exports;
}

function give(core, bytes) {
    const at = core.vectors_room(bytes.length);
    new Uint8Array(core.memory.buffer).set(bytes, at);
    return at;
}

for (const variant of ["ultimate", "ultimate-cg"])
    test(`scores of ${variant} equal those of the training`, async () => {
        const core = await load();
        const net = readFileSync(path.join(SOURCE, `src/core/engine/neural/nets/${variant}.net`));
        const text = readFileSync(path.join(SOURCE, `tests/data/net-${variant}.txt`));
        const lines = text.toString().trim().split("\n").length;
        assert.ok(lines >= 1000);
        const file = give(core, net);
        const right = core.vectors_right(file, net.length, give(core, Buffer.concat([text, Buffer.of(0)])));
        assert.equal(right, lines);
    });
