/* worker.js - the other half of thinker.js: the engine in a worker.
 *
 * C does not hear messages while it thinks, so long work is cut into slices,
 * between which the worker listens. A search that goes on finds what the
 * slice before has learnt in the engine's table. */
import {load} from "./oxo.js";

const SLICE = 70; // milliseconds; somebody who gives up waits that long
const PATIENCE = 3000; // milliseconds that a review waits for its net
const WAIT = 20; // milliseconds between two looks whether it is there
const NET_LIMIT = 60000; // milliseconds in which a net must come

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

function refuse({id}, {code, message, line, column}) {
    tell({id, error: {code, message, line, column}});
}

/** Lets messages in. */
function listen(milliseconds) {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
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
        } catch (error) {
            refuse(question, error);
        }
        stopped.delete(question.id);
    }
    stopped.clear(); // of questions that were answered meanwhile
    busy = false;
}

async function answer(question) {
    const oxo = await core;
    if (question.kind === "net") { // others need not wait until it is there
        fetchNet(oxo, question.net).then(() => tell({id: question.id}),
            (error) => refuse(question, error));
        return;
    }
    const parts = question.kind === "review" ? review(oxo, question) : search(oxo, question);
    let pause = 0;
    try {
        for (;;) {
            await listen(pause);
            if (stopped.has(question.id))
                return;
            const {done, value} = parts.next();
            if (done) {
                tell({id: question.id, value});
                return;
            }
            pause = value ?? 0;
        }
    } finally {
        parts.return();
    }
}

/* Half of a game judged by one and half by another could not be compared, so
 * a review waits for its net. */
function* review(oxo, {id, game, nodes, net}) {
    const begun = performance.now();
    if (net)
        fetchNet(oxo, net).catch(() => {}); // then it is done without
    while (isComing(net) && performance.now() - begun < PATIENCE)
        yield WAIT;
    const reviewer = oxo.reviewer(game, nodes, netOf(net));
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

// ---- The net ----------------------------------------------------------------

let held = null; // {address, net, coming, giveUp}: up to 80 MB, so there is one

/* A line that is silent for ever looks like one that is slow. */
async function loadInTime(oxo, address, giveUp) {
    const late = new Error(`${address}: did not come within a minute`);
    const timer = setTimeout(() => giveUp.abort(late), NET_LIMIT);
    try {
        return await oxo.loadNet(address, {signal: giveUp.signal});
    } finally {
        clearTimeout(timer);
    }
}

function fetchNet(oxo, address) {
    if (held?.address === address)
        return held.coming;
    dropNet();
    const mine = held = {address, net: null, giveUp: new AbortController()};
    mine.coming = loadInTime(oxo, address, mine.giveUp).then((net) => {
        if (held === mine)
            mine.net = net;
        else
            net.free(); // meanwhile another was asked for
    }, (error) => {
        if (held === mine)
            held = null; // the next to ask tries again
        throw error;
    });
    return mine.coming;
}

function dropNet() {
    if (held?.net) {
        dropEngine();
        held.net.free();
    }
    held?.giveUp.abort(new Error(`${held.address}: another net was asked for`));
    held = null;
}

function isComing(address) {
    return address !== undefined && held?.address === address && !held.net;
}

/** The net of an address, if it is there. */
function netOf(address) {
    return address && held?.address === address ? held.net ?? undefined : undefined;
}

// ---- Searching --------------------------------------------------------------

let engine = null;
let made = ""; // with these options

function dropEngine() {
    engine?.free();
    engine = null;
}

function engineFor(oxo, options, net) {
    const wanted = JSON.stringify([options, net?.checksum]);
    if (!engine || wanted !== made) {
        dropEngine();
        engine = oxo.engine({...options, net});
        made = wanted;
    }
    return engine;
}

function* search(oxo, {id, game, limits, options: {net, ...options}}) {
    const report = (info) => tell({id, progress: info});
    if (options.level) {
        /* A level sees few nodes, and what it plays depends on nothing but
         * seed and position. */
        const by = engineFor(oxo, options);
        by.newGame();
        return by.search(game, limits, report);
    }
    if (net)
        fetchNet(oxo, net).catch(() => {}); // then it thinks without
    return yield* searchOn(() => engineFor(oxo, options, netOf(net)), game, limits, report);
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

/* With the engine that there is for each slice: when the net comes, what was
 * found without it stays until the net has come as far. */
function* searchOn(engineNow, game, limits, report) {
    const begun = performance.now();
    const passed = () => Math.round(performance.now() - begun);
    let best = null, nodes = 0, time = 0, by = null, news = 1;
    const keep = (info) => {
        best = {...info, nodes: nodes + info.nodes, time: passed()};
        news = info.depth + 1;
    };
    for (;;) {
        const part = slice(limits, nodes, time);
        if (by !== (by = engineNow()) && best)
            news = best.depth;
        const info = by.search(game, part, (found) => {
            if (found.depth < news)
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
