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

/** One worker, one thing at a time, in the order they were asked for. Long
 * work is cut into slices, so that what is given up ends within a tenth of a
 * second and the worker keeps its table. */
export class Thinker {
    /** `worker.js`, and where the .wasm is unless it lies beside that. */
    constructor(worker: URL | string, wasm?: URL | string | WebAssembly.Module);
    /** With no limit it goes on until it is given up or the position solved. */
    search(game: Game, limits: Limits, options?: EngineOptions & Progress<SearchInfo>): Promise<SearchInfo>;
    review(game: Game, options?: {readonly nodes?: number} & Progress<Review>): Promise<Review>;
    /** Ends the worker; what was asked for is rejected. */
    close(): void;
}
