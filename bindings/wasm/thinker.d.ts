/* thinker.d.ts - the engine in a worker.
 *
 *     import {Thinker} from "@oxo/core/thinker";
 *     const thinker = new Thinker(new URL("worker.js", import.meta.url));
 *     const info = await thinker.search(game, {moveTime: 500}, {level: 7});
 */
import type {EngineOptions, Game, Limits, Review, SearchInfo} from "./oxo.js";

/** Progress of a request, and how to abort it. */
export interface Progress<T> {
    readonly onProgress?: (part: T) => void;
    /** Aborts the request: its promise is rejected with the signal's reason. */
    readonly signal?: AbortSignal;
}

/** The address of a neural network. The worker loads it on first use, and keeps
 * one network at a time. */
export interface WithNet {
    readonly net?: URL | string;
}

/** A worker that handles one request at a time, in order. Long requests run in
 * slices, so that an aborted one ends within a tenth of a second and the worker
 * keeps its transposition table. */
export class Thinker {
    /** `worker`: the address of worker.js; `wasm`: by default oxo.wasm beside
     * it. */
    constructor(worker: URL | string, wasm?: URL | string | WebAssembly.Module);
    /** Searches a position; without limits until it is aborted or the position is
     * solved. Searches without the network until it is loaded, and if it can't be
     * loaded. Levels never use a network. */
    search(game: Game, limits: Limits,
        options?: Omit<EngineOptions, "net"> & WithNet & Progress<SearchInfo>): Promise<SearchInfo>;
    /** Reviews a game. Waits some seconds for the network, so that it judges either
     * all positions or none. */
    review(game: Game, options?: {readonly nodes?: number} & WithNet & Progress<Review>): Promise<Review>;
    /** Loads a network ahead of time. Rejected if that takes more than a minute.
     * Other requests don't wait for it. */
    loadNet(net: URL | string, options?: {readonly signal?: AbortSignal}): Promise<void>;
    /** Ends the worker and rejects all pending requests. */
    close(): void;
}
