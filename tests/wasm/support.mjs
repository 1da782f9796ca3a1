/* support.mjs - helpers for the tests of the package.
 *
 * usage: node TEST.mjs PACKAGE SOURCE OXO GAMES
 * PACKAGE is the folder of the package, SOURCE the repository, OXO the command,
 * GAMES the program of random-games.c. */
import {execFileSync} from "node:child_process";
import {readFileSync} from "node:fs";
import path from "node:path";
import {pathToFileURL} from "node:url";

const [PACKAGE, SOURCE, OXO, GAMES] = process.argv.slice(2);

export const folder = PACKAGE;

export function packageUrl(name) {
    return pathToFileURL(path.join(PACKAGE, name));
}

export const {load, OxoError} = await import(packageUrl("oxo.js"));
export const {Thinker} = await import(packageUrl("thinker.js"));
export const oxo = await load();

/** A separate core with its WebAssembly memory. */
export async function loadWithMemory() {
    const {instantiate} = WebAssembly;
    let memory;
    WebAssembly.instantiate = async (...args) => {
        const instance = await instantiate(...args);
        ({memory} = instance.exports);
        return instance;
    };
    const own = await load(readFileSync(packageUrl("oxo.wasm")));
    WebAssembly.instantiate = instantiate;
    return {own, memory};
}

export function source(name) {
    return readFileSync(path.join(SOURCE, name), "utf8");
}

/** Runs the native command and returns its output. */
export function native(args, input = "") {
    return execFileSync(OXO, args, {input, encoding: "utf8", maxBuffer: 1 << 28});
}

/** Positions to search. */
export const OPENINGS = ["", "ee", "ee ea ae eb be ec", "ab ba aa ac ca ae eb bd de ef fi ie ed dh hf"];

/** The native engine's reports and best move. */
export function nativeSearch(game, go, ...options) {
    const position = `position startpos moves ${game.moves.join(" ")}`.replace(/ moves $/, "");
    const variant = `setoption name UGI_Variant value ${game.variant}`;
    const printed = native(["engine", "--hash", "1", ...options], `${variant}\n${position}\ngo ${go}\n`);
    const infos = printed.split("\n").filter((line) => line.startsWith("info depth"));
    return {
        reports: infos.map((line) => {
            const [, depth, nodes, pv] = line.match(/depth (\d+).* nodes (\d+).* pv (.*)$/);
            return [Number(depth), Number(nodes), pv];
        }),
        best: printed.match(/^bestmove (\S+)/m)[1],
    };
}

/** Random games played by the native library. */
export function nativeGames(count, seed) {
    const printed = execFileSync(GAMES, [String(count), String(seed)], {encoding: "utf8", maxBuffer: 1 << 28});
    return printed.trim().split("\n").map((line) => JSON.parse(line));
}

export function moves(text) {
    return text.split(" ").filter(Boolean);
}

export function ultimate(text = "") {
    return {variant: "ultimate", moves: moves(text)};
}

export function classic(text = "") {
    return {variant: "classic", moves: moves(text)};
}

/** The OxoError that a call throws. */
export function refusal(call) {
    try {
        call();
    } catch (error) {
        if (error instanceof OxoError)
            return error;
        throw error;
    }
    throw new Error("nothing was refused");
}

/** The contents of all fenced blocks of a kind in a page. */
export function examples(page, kind) {
    const blocks = source(page).matchAll(new RegExp(`^\`\`\`${kind}\n([^]*?)^\`\`\`$`, "gm"));
    return [...blocks].map((block) => block[1]);
}
