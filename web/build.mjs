/* build.mjs - builds the page into a folder, which the server embeds or serves.
 *
 *     node build.mjs --wasm FILE --out FOLDER [--stamp FILE --depfile FILE] [--watch]
 *
 *     index.html              refers to everything else
 *     assets/NAME-HASH.js     the shell, and a file for each screen
 *     assets/NAME-HASH.net    the neural networks, loaded on demand
 *     core-HASH/              the C core and its worker
 *     embed/                  <oxo-board> for other sites, without hashes
 *     sw.js, manifest, icons
 *
 * Larger files also exist compressed (.gz, .br), except those that are
 * compressed already. With --watch the script keeps running and rebuilds after
 * every change, without compression. */
import {build} from "esbuild";
import {createHash} from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import {parseArgs} from "node:util";
import zlib from "node:zlib";

const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const {values: options} = parseArgs({
    options: {
        wasm: {type: "string"},
        out: {type: "string"},
        depfile: {type: "string"},
        stamp: {type: "string"},
        watch: {type: "boolean"},
    },
});
if (!options.wasm || !options.out) {
    console.error("build.mjs: --wasm FILE and --out FOLDER are needed");
    process.exit(2);
}

const source = (...parts) => path.join(here, ...parts);
const core = (name) => path.join(here, "..", "bindings", "wasm", name);
const folder = path.resolve(options.out);
const out = (...parts) => path.join(folder, ...parts);
const hashOf = (...contents) => contents.reduce((hash, content) => hash.update(content),
    createHash("sha256")).digest("hex").slice(0, 8);

/* Every source file, for the depfile: ninja rebuilds when one of them changes. */
const used = new Set([source("build.mjs"), source("package-lock.json"), path.resolve(options.wasm)]);

const common = {
    absWorkingDir: here,
    bundle: true,
    format: "esm",
    target: ["es2022"],
    minify: true,
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
    alias: {"@oxo/core": core("oxo.js"), "@oxo/core/thinker": core("thinker.js")},
    loader: {".woff2": "file", ".svg": "text"},
    outdir: out("assets"),
    outbase: source("src"),
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
};

async function bundle(changes) {
    const result = await build({...common, ...changes});
    Object.keys(result.metafile.inputs).forEach((file) => used.add(path.resolve(here, file)));
    return result;
}

/** The address of the output file made from a source file. */
function addressOf(result, entry) {
    const wanted = path.relative(here, source(entry));
    const [file] = Object.entries(result.metafile.outputs)
        .find(([, made]) => made.entryPoint === wanted) ?? [];
    if (!file)
        throw new Error(`no output file for ${entry}`);
    return `/${path.relative(folder, path.resolve(here, file))}`;
}

function addressLike(result, pattern) {
    const file = Object.keys(result.metafile.outputs).find((name) => pattern.test(name));
    return `/${path.relative(folder, path.resolve(here, file))}`;
}

/* The files of the core find each other by plain names, so the hash is in the
 * name of their folder. */
async function makeCore() {
    const wasm = fs.readFileSync(options.wasm);
    const worker = await bundle({entryPoints: [core("worker.js")], write: false, entryNames: "[name]"});
    const name = `core-${hashOf(wasm, worker.outputFiles[0].contents)}`;
    write(`${name}/oxo.wasm`, wasm);
    write(`${name}/worker.js`, worker.outputFiles[0].contents);
    write("embed/worker.js", worker.outputFiles[0].contents);
    write("embed/oxo.wasm", wasm);
    return {
        WASM_URL: JSON.stringify(`/${name}/oxo.wasm`),
        WORKER_URL: JSON.stringify(`/${name}/worker.js`),
    };
}

/* Returns the addresses of the neural networks by variant. */
function makeNeuralFiles() {
    const addresses = {};
    for (const variant of ["ultimate", "ultimate-cg"]) {
        const file = path.join(here, "../src/core/engine/neural/nets", `${variant}.net`);
        used.add(file);
        const content = fs.readFileSync(file);
        const name = `assets/${variant}-${hashOf(content)}.net`;
        write(name, content);
        addresses[variant] = `/${name}`;
    }
    return addresses;
}

async function makePage(define) {
    const page = await bundle({
        entryPoints: ["src/app/main.ts", "src/style/page.css"].map((name) => source(name)),
        splitting: true,
        define,
    });
    const theme = await bundle({entryPoints: [source("src/app/early-theme.ts")], format: "iife"});
    const names = {
        main: addressOf(page, "src/app/main.ts"),
        app: addressOf(page, "src/app/oxo-app.ts"),
        css: addressOf(page, "src/style/page.css"),
        font: addressLike(page, /outfit-latin-wght.*\.woff2$/),
        theme: addressOf(theme, "src/app/early-theme.ts"),
    };
    for (const page of ["index.html", "embed/index.html"])
        write(page, read(`public/${page}`).replace(/\{\{(\w+)\}\}/g, (_, name) => names[name]));
}

/* Other sites refer to these files, so their names must not change. */
async function makeEmbed() {
    await bundle({
        entryPoints: [source("src/embed/oxo-board.ts"), source("src/embed/demo.ts")],
        outdir: out("embed"),
        entryNames: "[name]",
        loader: {...common.loader, ".css": "text"},
    });
    write("embed/demo.css", read("public/embed/demo.css"));
}

function copyPublicFiles() {
    for (const name of fs.readdirSync(source("public"), {withFileTypes: true}))
        if (name.isFile() && name.name !== "index.html")
            write(name.name, read(`public/${name.name}`, null));
}

/* Must run last, because the service worker lists all files. */
async function makeServiceWorker(neuralFiles) {
    const files = listFiles(folder).filter((name) => !/^(embed\/|sw\.js)|\.net$/.test(name));
    const version = hashOf(...files.map((name) => fs.readFileSync(out(name))));
    await bundle({
        entryPoints: [source("src/sw/sw.ts")],
        format: "iife",
        outdir: folder,
        entryNames: "[name]",
        define: {
            VERSION: JSON.stringify(version),
            FILES: JSON.stringify(files.map((name) => name === "index.html" ? "/" : `/${name}`)),
            NEURAL_FILES: JSON.stringify(Object.values(neuralFiles)),
        },
    });
}

function compress() {
    for (const name of listFiles(folder)) {
        const content = fs.readFileSync(out(name));
        if (/\.(woff2|png)$/.test(name) || content.length < 512)
            continue;
        fs.writeFileSync(out(`${name}.gz`), zlib.gzipSync(content, {level: 9}));
        if (name.endsWith(".net"))
            continue; // brotli saves only 2 % more, and the binary would carry both
        fs.writeFileSync(out(`${name}.br`), zlib.brotliCompressSync(content, {
            params: {[zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length},
        }));
    }
}

// ---- Files -------------------------------------------------------------------

function read(name, encoding = "utf8") {
    used.add(source(name));
    return fs.readFileSync(source(name), encoding);
}

function write(name, content) {
    fs.mkdirSync(path.dirname(out(name)), {recursive: true});
    fs.writeFileSync(out(name), content);
}

function listFiles(folder) {
    return fs.readdirSync(folder, {recursive: true, withFileTypes: true})
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)))
        .sort();
}

function writeDepfile() {
    const escaped = (name) => name.replaceAll(" ", "\\ ");
    const files = [...used].filter((name) => fs.existsSync(name)).map(escaped);
    fs.writeFileSync(options.depfile, `${options.stamp}: ${files.join(" ")}\n`);
}

async function makeAll({compressed}) {
    fs.rmSync(folder, {recursive: true, force: true});
    const neuralFiles = makeNeuralFiles();
    await makePage({...await makeCore(), NEURAL_FILES: JSON.stringify(neuralFiles)});
    await makeEmbed();
    copyPublicFiles();
    await makeServiceWorker(neuralFiles);
    if (compressed)
        compress();
}

async function rebuildOnChange() {
    const rebuild = async () => {
        const begun = Date.now();
        await makeAll({compressed: false}).catch(() => {});
        console.log(`rebuilt in ${Date.now() - begun} ms`);
    };
    await rebuild();
    let timer;
    for (const folder of [source("src"), source("public"), core(".")])
        fs.watch(folder, {recursive: true}, () => {
            clearTimeout(timer);
            timer = setTimeout(rebuild, 80);
        });
}

if (options.watch) {
    await rebuildOnChange();
} else {
    await makeAll({compressed: true});
    if (options.stamp) {
        writeDepfile();
        fs.writeFileSync(options.stamp, "");
    }
}
