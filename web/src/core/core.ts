/* core.ts - the C core, loaded once for the page. */
import {type Game, load, type Oxo, type Point, type Variant} from "@oxo/core";
import {Thinker} from "@oxo/core/thinker";

/* Set by build.mjs: where the files lie under their hashed names. */
declare const WASM_URL: string;
declare const WORKER_URL: string;
declare const NETS: {readonly [variant in Variant]?: string};

let loading: Promise<Oxo> | undefined;

export function loadCore(): Promise<Oxo> {
    return loading ??= load(new URL(WASM_URL, document.baseURI)).catch((error: unknown) => {
        loading = undefined; // so that it can be tried again
        throw error;
    });
}

let thinker: Thinker | undefined;

/** The worker that plays the computer's moves and judges the game being
 * played. Analysis has one of its own: it never makes a move wait. */
export function sharedThinker(): Thinker {
    return thinker ??= newThinker();
}

/** For one that does not answer: the next to ask gets another. */
export function dropThinker(): void {
    thinker?.close();
    thinker = undefined;
}

export function newThinker(): Thinker {
    return new Thinker(new URL(WORKER_URL, document.baseURI));
}

/** Positions looked at for the intensity of one, and no net: as the server and
 * the terminal do it, so that all come to the same value. */
const INTENSITY_NODES = 2000;

/** The intensity of every position of a game, as the engine sees it. */
export async function intensitiesOf(by: Thinker, game: Game, signal: AbortSignal): Promise<readonly Point[]> {
    return (await by.review(game, {nodes: INTENSITY_NODES, signal})).points;
}

/** What browsers tell of the device, if they do. */
interface Device {
    readonly deviceMemory?: number;
    readonly connection?: {readonly saveData?: boolean};
}

/** Gigabytes below which a net's 80 MB are too much. */
const ENOUGH_MEMORY = 4;

/** What a search at full strength needs beside the engine: where the net for
 * these rules is, unless there is none or the device should be spared. The
 * worker fetches it, and thinks without until it is there. */
export function netFor(variant: Variant): {readonly net?: URL} {
    const {deviceMemory = ENOUGH_MEMORY, connection} = navigator as Device;
    const address = NETS[variant];
    return address && deviceMemory >= ENOUGH_MEMORY && !connection?.saveData
        ? {net: new URL(address, document.baseURI)} : {};
}
