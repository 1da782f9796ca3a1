#!/usr/bin/env node
/* wasm.mjs BUILD - the speed of the engine in WebAssembly, without and with a neural
 * network, compared with the native engine: as it is, and without instructions
 * that WebAssembly lacks.
 *
 * All of them search the same positions to the same number of nodes, in turns. The
 * best round of each counts, in processor time. */
import {execFileSync} from "node:child_process";
import path from "node:path";
import {pathToFileURL} from "node:url";

const ROUNDS = 5;
const NODES = 400_000;
const BAR = 0.6;
const GAMES = ["", "ee", "ee ea ae eb be ec", "ee ei ia ac ch hb bd dg ga aa ad dd di ii"]
    .map((text) => text.split(" ").filter(Boolean));

const build = process.argv[2] ?? "build";
const {load} = await import(pathToFileURL(path.join(build, "bindings/wasm/oxo.js")));
const oxo = await load();

function native(program) {
    return (moves) => {
        const printed = execFileSync(path.join(build, "bench", program), [String(NODES), ...moves], {encoding: "utf8"});
        const [nodes, seconds] = printed.split(" ").map(Number);
        return {nodes, seconds};
    };
}

const net = await oxo.loadNet(pathToFileURL(path.resolve(build, "bindings/wasm/ultimate.net")));

const wasm = (options) => (moves) => {
    const engine = oxo.engine(options);
    const begun = process.cpuUsage();
    const {nodes} = engine.search({variant: "ultimate", moves}, {nodes: NODES});
    const {user, system} = process.cpuUsage(begun);
    engine.free();
    return {nodes, seconds: (user + system) / 1e6};
};

const ways = {wasm: wasm({}), net: wasm({net}), portable: native("portable-search"), native: native("native-search")};
const best = {wasm: 0, net: 0, portable: 0, native: 0};
for (let round = 0; round < ROUNDS; round++) {
    for (const [name, search] of Object.entries(ways)) {
        const runs = GAMES.map(search);
        const sum = (key) => runs.reduce((total, run) => total + run[key], 0);
        best[name] = Math.max(best[name], sum("nodes") / sum("seconds"));
    }
}

const mega = (name) => `${(best[name] / 1e6).toFixed(1)} M/s`;
const ratio = (name) => (best.wasm / best[name]).toFixed(2);
console.log(`search-wasm        ${mega("wasm")}`);
console.log(`  beside portable  ${mega("portable")}  ratio ${ratio("portable")}, bar ${BAR}`);
console.log(`  beside native    ${mega("native")}  ratio ${ratio("native")}`);
console.log(`  with net         ${mega("net")}`);
