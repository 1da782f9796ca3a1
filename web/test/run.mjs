/* run.mjs - runs the page's unit tests in Node: bundles every *.test.ts beside
 * this file, or those whose name starts with NAME, and runs them.
 *
 *     node test/run.mjs [--wasm FILE] [NAME ...]
 *
 * In a test, WASM is the path of the C core and WEB the folder web/. */
import {build} from "esbuild";
import {spawnSync} from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {fileURLToPath} from "node:url";
import {parseArgs} from "node:util";

const here = path.dirname(fileURLToPath(import.meta.url));
const {values, positionals} = parseArgs({
    options: {wasm: {type: "string", default: "build/bindings/wasm/oxo.wasm"}},
    allowPositionals: true,
});
const names = fs.readdirSync(here).filter((name) => name.endsWith(".test.ts")
    && (positionals.length === 0 || positionals.some((wanted) => name.startsWith(wanted))));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "oxo-test-"));
try {
    const core = (name) => path.join(here, "..", "..", "bindings", "wasm", name);
    await build({
        entryPoints: names.map((name) => path.join(here, name)),
        bundle: true,
        format: "esm",
        platform: "node",
        target: "node18",
        outdir: folder,
        outExtension: {".js": ".mjs"},
        logLevel: "warning",
        alias: {"@oxo/core": core("oxo.js"), "@oxo/core/thinker": core("thinker.js")},
        // Node 18 lacks the global that browsers have.
        banner: {js: 'import {webcrypto} from "node:crypto"; globalThis.crypto ??= webcrypto;'},
        define: {WASM: JSON.stringify(path.resolve(values.wasm)), WEB: JSON.stringify(path.join(here, ".."))},
    });
    const files = fs.readdirSync(folder).map((name) => path.join(folder, name));
    const run = spawnSync(process.execPath, ["--test", "--test-reporter=tap", ...files], {stdio: "inherit"});
    process.exitCode = run.status ?? 1;
} finally {
    fs.rmSync(folder, {recursive: true, force: true});
}
