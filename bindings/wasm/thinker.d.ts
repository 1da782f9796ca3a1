/* thinker.d.ts - thinking beside the page: the engine in a worker.
 *
 *     import {Thinker} from "@oxo/core/thinker";
 *     const thinker = new Thinker(new URL("worker.js", import.meta.url));
 *     const info = await thinker.search(game, {moveTime: 500}, {level: 7});
 */
import type {EngineOptions, Game, Limits, Review, SearchInfo} from "./oxo.js";

/** Told as it goes on. */
export interface Progress<T> {
    readonly onProgress?: (part: T) => void;
    /** Gives up: the promise is rejected with the signal's reason. */
    readonly signal?: AbortSignal;
}

/** What a worker is told of a net: where its file is. It is fetched when it is
 * first asked for, and one is kept. */
export interface WithNet {
    readonly net?: URL | string;
}

/** One worker, one thing at a time, in the order they were asked for. Long
 * work is cut into slices, so that what is given up ends within a tenth of a
 * second and the worker keeps its table. */
export class Thinker {
    /** `worker.js`, and where the .wasm is unless it lies beside that. */
    constructor(worker: URL | string, wasm?: URL | string | WebAssembly.Module);
    /** With no limit it goes on until it is given up or the position solved.
     * Until its net is there, or if it cannot be had, it thinks without; levels
     * always do. */
    search(game: Game, limits: Limits,
        options?: Omit<EngineOptions, "net"> & WithNet & Progress<SearchInfo>): Promise<SearchInfo>;
    /** All of it with the net, or all of it without: waits some seconds for it. */
    review(game: Game, options?: {readonly nodes?: number} & WithNet & Progress<Review>): Promise<Review>;
    /** Loads a net before it is needed; rejected if it cannot be had within a
     * minute. Nothing that is asked for meanwhile waits for it. */
    loadNet(net: URL | string, options?: {readonly signal?: AbortSignal}): Promise<void>;
    /** Ends the worker; what was asked for is rejected. */
    close(): void;
}
