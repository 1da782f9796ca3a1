/* thinker.js - thinking beside the page: see thinker.d.ts.
 *
 * The page's half. Questions go to worker.js with a number, and what comes
 * back carries it:
 *
 *     {id, kind: "search" | "review" | "net", ...}    {id, kind: "stop"}
 *     {id, progress}   {id, value}   {id, error} */
import {OxoError} from "./oxo.js";

/* A worker of the browser's, or one of Node's that looks like it. */
async function start(url) {
    if (globalThis.Worker)
        return new Worker(url, {type: "module"});
    const name = "node:worker_threads"; // a variable: see oxo.js
    const {Worker: NodeWorker} = await import(name);
    const worker = new NodeWorker(url);
    worker.unref(); // it ends with the program
    return {
        postMessage: (message) => worker.postMessage(message),
        terminate: () => worker.terminate(),
        addEventListener: (event, tell) =>
            worker.on(event, (data) => tell(event === "message" ? {data} : data)),
        ref: () => worker.ref(),
        unref: () => worker.unref(),
    };
}

/* Addresses are relative to the page, not to the worker. */
function address(file) {
    if (file === undefined || file instanceof WebAssembly.Module)
        return file;
    return new URL(file, globalThis.location?.href ?? import.meta.url).href;
}

export class Thinker {
    #worker; // a promise of it
    #asked = new Map(); // id -> what to do with the answers
    #next = 1;
    #closed = null; // why nothing can be asked any more

    constructor(worker, wasm) {
        this.#worker = start(worker).then((started) => {
            started.addEventListener("message", ({data}) => this.#hear(data));
            started.addEventListener("error", (error) => {
                this.#end(new Error(error.message || "the worker does not start"));
            });
            started.postMessage({kind: "load", wasm: address(wasm)});
            return started;
        });
        this.#worker.catch((error) => this.#end(error));
    }

    search(game, limits, {onProgress, signal, net, ...others} = {}) {
        const options = {...others, net: address(net)};
        return this.#ask({kind: "search", game, limits, options}, onProgress, signal);
    }

    review(game, {nodes, net, onProgress, signal} = {}) {
        return this.#ask({kind: "review", game, nodes, net: address(net)}, onProgress, signal);
    }

    loadNet(net, {signal} = {}) {
        return this.#ask({kind: "net", net: address(net)}, undefined, signal);
    }

    close() {
        this.#worker.then((worker) => worker.terminate(), () => {});
        this.#end(new Error("the thinker was closed"));
    }

    async #ask(question, onProgress, signal) {
        signal?.throwIfAborted();
        if (this.#closed)
            throw this.#closed;
        const id = this.#next++;
        const answer = new Promise((resolve, reject) => {
            this.#asked.set(id, {resolve, reject, onProgress});
        });
        const giveUp = () => {
            this.#settle(id)?.reject(signal.reason);
            this.#post({kind: "stop", id});
        };
        signal?.addEventListener("abort", giveUp, {once: true});
        this.#post({...question, id});
        try {
            return await answer;
        } finally {
            signal?.removeEventListener("abort", giveUp);
        }
    }

    async #post(message) {
        try {
            const worker = await this.#worker;
            worker.ref?.();
            worker.postMessage(message);
        } catch (error) { // a game that is no plain value, say
            this.#settle(message.id)?.reject(error);
        }
    }

    /* Takes a question off the list. */
    #settle(id) {
        const asked = this.#asked.get(id);
        this.#asked.delete(id);
        if (this.#asked.size === 0)
            this.#worker.then((worker) => worker.unref?.(), () => {});
        return asked;
    }

    #hear({id, progress, value, error}) {
        if (progress)
            this.#asked.get(id)?.onProgress?.(progress);
        else if (error)
            this.#settle(id)?.reject(error.code ? new OxoError(error) : new Error(error.message));
        else
            this.#settle(id)?.resolve(value);
    }

    #end(why) {
        this.#closed ??= why;
        for (const id of [...this.#asked.keys()])
            this.#settle(id).reject(why);
    }
}
