/* package.mjs - the built package: its examples, and what npm packs. */
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from "node:fs";
import os from "node:os";
import path from "node:path";
import {after, test} from "node:test";
import {examples, folder} from "./support.mjs";

/* A project with the package installed. */
const project = mkdtempSync(path.join(os.tmpdir(), "oxo-package-"));
mkdirSync(path.join(project, "node_modules", "@oxo"), {recursive: true});
symlinkSync(path.resolve(folder), path.join(project, "node_modules", "@oxo", "core"));
after(() => rmSync(project, {recursive: true}));

function runScript(name, text, ...args) {
    writeFileSync(path.join(project, name), text);
    return execFileSync(process.execPath, [name, ...args], {cwd: project, encoding: "utf8"});
}

test("the README's example prints what its comments say", () => {
    const [example] = examples("bindings/wasm/README.md", "js");
    const promised = [...example.matchAll(/^console\.log.*;\s+\/\/ (.*)$/gm)].map((match) => match[1]);
    assert.ok(promised.length >= 4);
    assert.deepEqual(runScript("example.mjs", example).trimEnd().split("\n"), promised);
});

test("the example program plays a game", () => {
    const play = readFileSync(path.join(folder, "example", "play.mjs"), "utf8");
    const printed = runScript("play.mjs", play, "1", "2");
    assert.match(printed, /\[X "Level 1"\]/);
    assert.match(printed, /(1-0|0-1|1\/2-1\/2)\n/);
    assert.match(printed, /accuracy: X [\d.]+ %/);
    assert.match(runScript("play.mjs", play, "full", "1"), /\[X "Level full"\][^]*(1-0|0-1|1\/2-1\/2)\n/);
});

test("npm packs the listed files and nothing else", () => {
    const {files, name, exports} = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    const [packed] = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json", "--offline"], {
        cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"],
        env: {...process.env, npm_config_cache: path.join(project, "cache"), npm_config_update_notifier: "false"},
    }));
    const names = packed.files.map((file) => file.path);
    assert.equal(name, "@oxo/core");
    for (const file of files)
        assert.ok(names.some((found) => found === file || found.startsWith(`${file}/`)), file);
    for (const target of Object.values(exports).flatMap((way) => (typeof way === "string" ? way : Object.values(way))))
        assert.ok(names.includes(target.replace("./", "")), target);
    assert.ok(names.every((found) => found === "package.json" || files.some((file) => found.startsWith(file))));
});

test("the package evaluates no code from text", () => {
    for (const file of ["oxo.js", "thinker.js", "worker.js"])
        assert.doesNotMatch(readFileSync(path.join(folder, file), "utf8"), /\beval\(|new Function|Blob/);
});
