/* thinker.js - runs the engine in a worker; thinker.d.ts documents the functions.
 *
 * Requests go to worker.js with an id, which its messages repeat:
 *
 *     {id, kind: "search" | "review" | "net", ...}    {id, kind: "stop"}
 *     {id, progress}   {id, value}   {id, error} */
import {OxoError} from "./oxo.js";

/* Starts a worker of the browser, or one of Node with the same interface. */
async function startWorker(url) {
    if (globalThis.Worker)
        return new Worker(url, {type: "module"});
    const name = "node:worker_threads"; // a variable: see oxo.js
    const {Worker: NodeWorker} = await import(name);
    const worker = new NodeWorker(url);
    worker.unref(); // the program may end before the worker
    return {
        postMessage: (message) => worker.postMessage(message),
        terminate: () => worker.terminate(),
        addEventListener: (event, listener) =>
            worker.on(event, (data) => listener(event === "message" ? {data} : data)),
        ref: () => worker.ref(),
        unref: () => worker.unref(),
    };
}

/* Resolves an address relative to the page, not to the worker. */
function resolveAddress(file) {
    if (file === undefined || file instanceof WebAssembly.Module)
        return file;
    return new URL(file, globalThis.location?.href ?? import.meta.url).href;
}

export class Thinker {
    #worker; // a promise of it
    #pending = new Map(); // id -> how to settle the request
    #nextId = 1;
    #closed = null; // why requests are rejected from now on

    constructor(worker, wasm) {
        this.#worker = startWorker(worker).then((started) => {
            started.addEventListener("message", ({data}) => this.#onMessage(data));
            started.addEventListener("error", (error) => {
                this.#rejectAll(new Error(error.message || "the worker does not start"));
            });
            started.postMessage({kind: "load", wasm: resolveAddress(wasm)});
            return started;
        });
        this.#worker.catch((error) => this.#rejectAll(error));
    }

    search(game, limits, {onProgress, signal, net, ...others} = {}) {
        const options = {...others, net: resolveAddress(net)};
        return this.#request({kind: "search", game, limits, options}, onProgress, signal);
    }

    review(game, {nodes, net, onProgress, signal} = {}) {
        return this.#request({kind: "review", game, nodes, net: resolveAddress(net)}, onProgress, signal);
    }

    loadNet(net, {signal} = {}) {
        return this.#request({kind: "net", net: resolveAddress(net)}, undefined, signal);
    }

    close() {
        this.#worker.then((worker) => worker.terminate(), () => {});
        this.#rejectAll(new Error("the thinker was closed"));
    }

    async #request(message, onProgress, signal) {
        signal?.throwIfAborted();
        if (this.#closed)
            throw this.#closed;
        const id = this.#nextId++;
        const answer = new Promise((resolve, reject) => {
            this.#pending.set(id, {resolve, reject, onProgress});
        });
        const abort = () => {
            this.#takePending(id)?.reject(signal.reason);
            this.#post({kind: "stop", id});
        };
        signal?.addEventListener("abort", abort, {once: true});
        this.#post({...message, id});
        try {
            return await answer;
        } finally {
            signal?.removeEventListener("abort", abort);
        }
    }

    async #post(message) {
        try {
            const worker = await this.#worker;
            worker.ref?.();
            worker.postMessage(message);
        } catch (error) { // the message can't be cloned
            this.#takePending(message.id)?.reject(error);
        }
    }

    /* Removes and returns a pending request. */
    #takePending(id) {
        const pending = this.#pending.get(id);
        this.#pending.delete(id);
        if (this.#pending.size === 0)
            this.#worker.then((worker) => worker.unref?.(), () => {});
        return pending;
    }

    #onMessage({id, progress, value, error}) {
        if (progress)
            this.#pending.get(id)?.onProgress?.(progress);
        else if (error)
            this.#takePending(id)?.reject(error.code ? new OxoError(error) : new Error(error.message));
        else
            this.#takePending(id)?.resolve(value);
    }

    #rejectAll(why) {
        this.#closed ??= why;
        for (const id of [...this.#pending.keys()])
            this.#takePending(id).reject(why);
    }
}
