/* worker.js - the other half of thinker.js: the engine in a worker.
 *
 * C does not hear messages while it thinks, so long work is cut into slices,
 * between which the worker listens. A search that goes on finds what the
 * slice before has learnt in the engine's table. */
import {load} from "./oxo.js";

const SLICE = 70; // milliseconds; somebody who gives up waits that long

// ---- Messages ---------------------------------------------------------------

/* Browsers have a port at once; Node's is to be asked for, and keeps what
 * comes meanwhile. */
async function openPort() {
    const name = "node:worker_threads"; // a variable: see oxo.js
    const {parentPort} = await import(name);
    port = parentPort;
    port.on("message", hear);
}

const waiting = []; // questions, in order
const stopped = new Set(); // ids of those that were given up
let busy = false;
let core = null; // a promise of it
let port = null;

function hear(message) {
    if (message.kind === "load") {
        core = load(message.wasm);
        core.catch(() => {}); // whoever asks is told
    } else if (message.kind === "stop") {
        stopped.add(message.id);
    } else {
        waiting.push(message);
        void work();
    }
}

function tell(message) {
    port.postMessage(message);
}

/** Lets messages in. */
function listen() {
    return new Promise((resolve) => setTimeout(resolve));
}

// ---- Work -------------------------------------------------------------------

async function work() {
    if (busy)
        return;
    busy = true;
    while (waiting.length > 0) {
        const question = waiting.shift();
        try {
            await answer(question);
        } catch ({code, message, line, column}) {
            tell({id: question.id, error: {code, message, line, column}});
        }
        stopped.delete(question.id);
    }
    stopped.clear(); // of questions that were answered meanwhile
    busy = false;
}

async function answer(question) {
    const oxo = await core;
    const parts = question.kind === "review" ? review(oxo, question) : search(oxo, question);
    try {
        for (;;) {
            await listen();
            if (stopped.has(question.id))
                return;
            const {done, value} = parts.next();
            if (done) {
                tell({id: question.id, value});
                return;
            }
        }
    } finally {
        parts.return();
    }
}

function* review(oxo, {id, game, nodes}) {
    const reviewer = oxo.reviewer(game, nodes);
    try {
        for (;;) {
            const part = reviewer.step();
            if (part.done)
                return part;
            tell({id, progress: part});
            yield;
        }
    } finally {
        reviewer.free();
    }
}

// ---- Searching --------------------------------------------------------------

let engine = null;
let made = ""; // with these options

function engineFor(oxo, options) {
    const wanted = JSON.stringify(options);
    if (!engine || wanted !== made) {
        engine?.free();
        engine = null;
        engine = oxo.engine(options);
        made = wanted;
    }
    return engine;
}

function* search(oxo, {id, game, limits, options}) {
    const by = engineFor(oxo, options);
    const report = (info) => tell({id, progress: info});
    if (options.level) {
        /* A level sees few nodes, and what it plays depends on nothing but
         * seed and position. */
        by.newGame();
        return by.search(game, limits, report);
    }
    return yield* searchOn(by, game, limits, report);
}

/** What is left of the limits, for one slice. */
function slice(limits, nodes, time) {
    const left = {...limits, moveTime: SLICE};
    if (limits.moveTime !== undefined)
        left.moveTime = Math.min(SLICE, limits.moveTime - time);
    if (limits.nodes !== undefined)
        left.nodes = limits.nodes - nodes;
    return left;
}

function* searchOn(by, game, limits, report) {
    const begun = performance.now();
    const passed = () => Math.round(performance.now() - begun);
    let best = null, nodes = 0, time = 0;
    const keep = (info) => {
        best = {...info, nodes: nodes + info.nodes, time: passed()};
    };
    for (;;) {
        const part = slice(limits, nodes, time);
        const info = by.search(game, part, (found) => {
            if (best && found.depth <= best.depth)
                return; // so far the slice before has been as well
            keep(found);
            report(best);
        });
        if (!best || info.depth >= best.depth)
            keep(info);
        const took = passed() - time;
        nodes += info.nodes;
        time += took;
        best = {...best, nodes, time};
        /* Before its time a slice ends when there is nothing left to find. */
        if (took < part.moveTime - 2 || limits.moveTime - time < 1 || limits.nodes - nodes < 1)
            return best;
        yield;
    }
}

// ---- The beginning ----------------------------------------------------------

/* Behind everything else: messages may be there already. */
if (globalThis.postMessage) {
    port = globalThis;
    globalThis.addEventListener("message", ({data}) => hear(data));
} else {
    await openPort();
}
