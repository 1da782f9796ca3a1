/* core.ts - loads the C core once for the whole page, and starts its workers. */
import {type Game, load, type Oxo, type Point, type Variant} from "@oxo/core";
import {Thinker} from "@oxo/core/thinker";

/* Addresses of the files with their hashed names. build.mjs sets them. */
declare const WASM_URL: string;
declare const WORKER_URL: string;
declare const NEURAL_FILES: {readonly [variant in Variant]?: string};

let loading: Promise<Oxo> | undefined;

export function loadCore(): Promise<Oxo> {
    return loading ??= load(new URL(WASM_URL, document.baseURI)).catch((error: unknown) => {
        loading = undefined; // the next call tries again
        throw error;
    });
}

let thinker: Thinker | undefined;

/** The worker for the game being played: the computer's moves, hints and
 * intensities. The analysis screen has its own, so it never delays a move. */
export function sharedThinker(): Thinker {
    return thinker ??= newThinker();
}

/** Ends the shared worker; the next caller of sharedThinker() gets a new one. */
export function dropThinker(): void {
    thinker?.close();
    thinker = undefined;
}

export function newThinker(): Thinker {
    return new Thinker(new URL(WORKER_URL, document.baseURI));
}

/** Nodes for the intensity of a position. The server and the terminal use the
 * same number, and no neural network either, so all show the same value. */
const INTENSITY_NODES = 2000;

/** The engine's intensity of every position of a game. */
export async function intensitiesOf(by: Thinker, game: Game, signal: AbortSignal): Promise<readonly Point[]> {
    return (await by.review(game, {nodes: INTENSITY_NODES, signal})).points;
}

/** What some browsers report about the device. */
interface Device {
    readonly deviceMemory?: number;
    readonly connection?: {readonly saveData?: boolean};
}

/** Gigabytes. With less, the 80 MB of a neural network are too much. */
const ENOUGH_MEMORY = 4;

/** The option for a search at full strength: the address of the neural network
 * for the variant. Empty if the variant has none, or if the device has little
 * memory or saves data. */
export function neuralFor(variant: Variant): {readonly net?: URL} {
    const {deviceMemory = ENOUGH_MEMORY, connection} = navigator as Device;
    const address = NEURAL_FILES[variant];
    return address && deviceMemory >= ENOUGH_MEMORY && !connection?.saveData
        ? {net: new URL(address, document.baseURI)} : {};
}
