/* oxo.js - the C core of oxo for JavaScript; oxo.d.ts documents the functions.
 *
 * Requests and answers are JSON text (core.h). There are no rules here: C decides
 * everything. */

/** Why something was refused, and where if it is a text. */
export class OxoError extends Error {
    constructor({code, message, line, column}) {
        super(message);
        this.name = "OxoError";
        this.code = code;
        if (line !== undefined) {
            this.line = line;
            this.column = column;
        }
    }
}

// ---- WASI -------------------------------------------------------------------

const OK = 0;
const NOT_SEEKABLE = 70;

/* The few system calls that libc needs: a clock, and output for its error
 * messages. `memory` is a function because the memory is created later. */
function system(memory) {
    const view = () => new DataView(memory().buffer);
    return {
        clock_time_get(clock, precision, at) {
            const now = clock === 0 ? Date.now() : performance.now();
            view().setBigUint64(at, BigInt(Math.round(now * 1e6)), true);
            return OK;
        },
        fd_write(file, pieces, count, written) {
            let text = "", total = 0;
            for (let i = 0; i < count; i++) {
                const at = view().getUint32(pieces + 8 * i, true);
                const length = view().getUint32(pieces + 8 * i + 4, true);
                text += new TextDecoder().decode(new Uint8Array(memory().buffer, at, length));
                total += length;
            }
            console.error(text);
            view().setUint32(written, total, true);
            return OK;
        },
        fd_close: () => OK,
        fd_seek: () => NOT_SEEKABLE,
    };
}

// ---- Calls ------------------------------------------------------------------

/* The exports of the WebAssembly module. Refusals are thrown as OxoError. */
class Core {
    #exports;
    #encoder = new TextEncoder();
    #decoder = new TextDecoder();
    #listener = null; // of the running search

    static async open(module) {
        const core = new Core();
        const {exports} = await WebAssembly.instantiate(module, {
            wasi_snapshot_preview1: system(() => core.#exports.memory),
            oxo: {report: (at) => Number(core.#listener(core.#read(at)))},
        });
        core.#exports = exports;
        exports._initialize();
        return core;
    }

    #write(bytes) {
        const at = this.#exports.core_request(bytes.length);
        if (at === 0)
            throw new OxoError({code: "text-too-long", message: "the text is too long"});
        new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
        return bytes.length;
    }

    #read(at) {
        const bytes = new Uint8Array(this.#exports.memory.buffer);
        return JSON.parse(this.#decoder.decode(bytes.subarray(at, bytes.indexOf(0, at))));
    }

    #answer(at) {
        const {error, value} = this.#read(at);
        if (error)
            throw new OxoError(error);
        return value;
    }

    /** Calls an export with a request: bytes and text as they are, anything else as
     * JSON. */
    call(name, request, ...handle) {
        const length = this.#write(request instanceof Uint8Array ? request
            : this.#encoder.encode(typeof request === "string" ? request : JSON.stringify(request)));
        return this.#answer(this.#exports[name](...handle, length));
    }

    /** Calls an export with the number of an object in C. */
    ask(name, handle) {
        return this.#answer(this.#exports[name](handle));
    }

    /* An exception of `report` must not unwind through C, which would skip its
     * cleanup: the search is stopped first, then the exception is thrown. */
    search(handle, request, report) {
        const outer = this.#listener;
        let failure = null;
        this.#listener = (info) => {
            try {
                report(info);
            } catch (error) {
                failure = {error};
            }
            return failure !== null;
        };
        try {
            const info = this.call("core_engine_search", request, handle);
            if (failure)
                throw failure.error;
            return info;
        } finally {
            this.#listener = outer;
        }
    }
}

// ---- The objects ------------------------------------------------------------

class Net {
    #core;
    #handle;

    constructor(core, bytes) {
        this.#core = core;
        const {net, variant, checksum} = core.call("core_neural_create", bytes);
        this.#handle = net;
        this.variant = variant;
        this.checksum = checksum;
    }

    /** The network's number for a request; undefined without a network. */
    static numberOf(net, core) {
        if (net && net.#core !== core)
            throw new OxoError({code: "invalid-message", message: "the net belongs to another core"});
        return net?.#handle;
    }

    free() {
        if (this.#handle !== 0)
            this.#core.ask("core_neural_free", this.#handle);
        this.#handle = 0;
    }
}

class Engine {
    #core;
    #handle;

    constructor(core, {net, ...options}) {
        this.#core = core;
        this.#handle = core.call("core_engine_create", {...options, net: Net.numberOf(net, core)});
    }

    search(game, limits, report) {
        return this.#core.search(this.#handle, {game, limits, report: Boolean(report)}, report);
    }

    newGame() {
        this.#core.ask("core_engine_new_game", this.#handle);
    }

    free() {
        if (this.#handle !== 0)
            this.#core.ask("core_engine_free", this.#handle);
        this.#handle = 0;
    }
}

class Reviewer {
    #core;
    #handle;

    constructor(core, game, nodes, net) {
        this.#core = core;
        this.#handle = core.call("core_reviewer_create", {game, nodes, net: Net.numberOf(net, core)});
    }

    step() {
        return this.#core.ask("core_reviewer_step", this.#handle);
    }

    free() {
        if (this.#handle !== 0)
            this.#core.ask("core_reviewer_free", this.#handle);
        this.#handle = 0;
    }
}

class Oxo {
    #core;

    constructor(core) {
        this.#core = core;
        const {version, statuses} = core.call("core_about", {});
        this.version = version;
        this.statuses = statuses;
    }

    view(game) {
        return this.#core.call("core_view", game);
    }

    check(game, move) {
        const refusal = this.#core.call("core_check", {game, move});
        return refusal && new OxoError(refusal);
    }

    readPosition(variant, text, notation) {
        return this.#core.call("core_read_position", `${JSON.stringify({variant, notation})}\n${text}`);
    }

    writePosition(variant, position, notation) {
        return this.#core.call("core_write_position", {variant, position, notation});
    }

    readRecord(text) {
        return this.#core.call("core_read_record", String(text));
    }

    writeRecord(record) {
        return this.#core.call("core_write_record", record);
    }

    engine(options = {}) {
        return new Engine(this.#core, options);
    }

    reviewer(game, nodes, net) {
        return new Reviewer(this.#core, game, nodes, net);
    }

    async loadNet(source, {signal} = {}) {
        return new Net(this.#core, await unlessAborted(bytesOf(source, signal), signal));
    }

    tree(root, path) {
        return this.#core.call("core_tree", {root, path});
    }
}

// ---- Loading ----------------------------------------------------------------

/* Only for Node. The name is a variable so that bundlers for browsers ignore the
 * import. */
async function readFile(url) {
    const name = "node:fs/promises";
    return (await import(name)).readFile(url);
}

/* The bytes of a file, or a Response. */
async function fetchSource(source, signal) {
    const url = new URL(source, globalThis.location?.href ?? import.meta.url);
    if (url.protocol === "file:")
        return readFile(url);
    const response = await fetch(url, {signal});
    if (!response.ok)
        throw new Error(`${url.href}: ${response.status} ${response.statusText}`);
    return response;
}

const isAddress = (source) => typeof source === "string" || source instanceof URL;

/* Rejects when the signal is aborted. fetch() should do so, but in Node 18 the
 * garbage collector may remove its signal. */
function unlessAborted(promise, signal) {
    const aborted = new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason), {once: true});
    });
    return Promise.race([promise, aborted]);
}

async function bytesOf(source, signal) {
    const found = isAddress(source) ? await fetchSource(source, signal) : source;
    if (ArrayBuffer.isView(found))
        return new Uint8Array(found.buffer, found.byteOffset, found.byteLength);
    return new Uint8Array(found instanceof ArrayBuffer ? found : await found.arrayBuffer());
}

async function compile(source) {
    if (source instanceof WebAssembly.Module)
        return source;
    const found = isAddress(source) ? await fetchSource(source) : source;
    if (!(found instanceof Response))
        return WebAssembly.compile(found);
    if (found.headers.get("content-type")?.startsWith("application/wasm"))
        return WebAssembly.compileStreaming(found);
    return WebAssembly.compile(await found.arrayBuffer());
}

async function openCore(source) {
    return new Oxo(await Core.open(await compile(source)));
}

let shared = null; // the core of the .wasm beside this script

export function load(source) {
    if (source !== undefined)
        return openCore(source);
    shared ??= openCore(new URL("oxo.wasm", import.meta.url));
    return shared;
}
