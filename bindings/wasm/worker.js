/* worker.js - the worker of thinker.js: the engine.
 *
 * While C code runs, the worker can't receive messages, so long work is cut into
 * slices. The next slice of a search finds the results of the previous one in the
 * engine's transposition table. */
import {load} from "./oxo.js";

const SLICE = 70; // milliseconds; an abort takes that long
const REVIEW_WAIT = 3000; // milliseconds that a review waits for its network
const POLL_INTERVAL = 20; // milliseconds between two checks for the network
const NEURAL_TIMEOUT = 60000; // milliseconds to load a network

// ---- Messages ---------------------------------------------------------------

/* Browsers have a port from the start. In Node it must be imported; messages that
 * arrive earlier are queued. */
async function openPort() {
    const name = "node:worker_threads"; // a variable: see oxo.js
    const {parentPort} = await import(name);
    port = parentPort;
    port.on("message", onMessage);
}

const waiting = []; // requests, in order
const stopped = new Set(); // ids of aborted requests
let busy = false;
let core = null; // a promise of it
let port = null;

function onMessage(message) {
    if (message.kind === "load") {
        core = load(message.wasm);
        core.catch(() => {}); // the requests report it
    } else if (message.kind === "stop") {
        stopped.add(message.id);
    } else {
        waiting.push(message);
        void runQueue();
    }
}

function send(message) {
    port.postMessage(message);
}

function sendError({id}, {code, message, line, column}) {
    send({id, error: {code, message, line, column}});
}

/** Waits, so that messages can arrive. */
function receiveMessages(milliseconds) {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

// ---- Work -------------------------------------------------------------------

async function runQueue() {
    if (busy)
        return;
    busy = true;
    while (waiting.length > 0) {
        const request = waiting.shift();
        try {
            await runRequest(request);
        } catch (error) {
            sendError(request, error);
        }
        stopped.delete(request.id);
    }
    stopped.clear(); // ids of requests that were already answered
    busy = false;
}

async function runRequest(request) {
    const oxo = await core;
    if (request.kind === "net") { // don't block the queue
        requireNeural(oxo, request.net).then(() => send({id: request.id}),
            (error) => sendError(request, error));
        return;
    }
    const parts = request.kind === "review" ? reviewGame(oxo, request) : searchGame(oxo, request);
    let pause = 0;
    try {
        for (;;) {
            await receiveMessages(pause);
            if (stopped.has(request.id))
                return;
            const {done, value} = parts.next();
            if (done) {
                send({id: request.id, value});
                return;
            }
            pause = value ?? 0;
        }
    } finally {
        parts.return();
    }
}

/* Values with and without a network can't be compared, so a review waits for its
 * network. */
function* reviewGame(oxo, {id, game, nodes, net}) {
    const begun = performance.now();
    if (net)
        requireNeural(oxo, net).catch(() => {}); // then the review does without
    while (isLoading(net) && performance.now() - begun < REVIEW_WAIT)
        yield POLL_INTERVAL;
    const reviewer = oxo.reviewer(game, nodes, neuralOf(net));
    try {
        for (;;) {
            const part = reviewer.step();
            if (part.done)
                return part;
            send({id, progress: part});
            yield;
        }
    } finally {
        reviewer.free();
    }
}

// ---- The neural network ------------------------------------------------------

let held = null; // {address, net, loading, controller}: only one, since it takes 80 MB

/* Loads a network, with a time limit because a connection may hang. */
async function loadNeural(oxo, address, controller) {
    const late = new Error(`${address}: did not load within a minute`);
    const timer = setTimeout(() => controller.abort(late), NEURAL_TIMEOUT);
    try {
        return await oxo.loadNet(address, {signal: controller.signal});
    } finally {
        clearTimeout(timer);
    }
}

function requireNeural(oxo, address) {
    if (held?.address === address)
        return held.loading;
    dropNeural();
    const mine = held = {address, net: null, controller: new AbortController()};
    mine.loading = loadNeural(oxo, address, mine.controller).then((net) => {
        if (held === mine)
            mine.net = net;
        else
            net.free(); // another one was requested meanwhile
    }, (error) => {
        if (held === mine)
            held = null; // the next request tries again
        throw error;
    });
    return mine.loading;
}

function dropNeural() {
    if (held?.net) {
        dropEngine();
        held.net.free();
    }
    held?.controller.abort(new Error(`${held.address}: another net was requested`));
    held = null;
}

function isLoading(address) {
    return address !== undefined && held?.address === address && !held.net;
}

/** The network of an address, if it is loaded. */
function neuralOf(address) {
    return address && held?.address === address ? held.net ?? undefined : undefined;
}

// ---- Searching --------------------------------------------------------------

let engine = null;
let engineKey = ""; // the options of `engine`

function dropEngine() {
    engine?.free();
    engine = null;
}

function engineFor(oxo, options, net) {
    const wanted = JSON.stringify([options, net?.checksum]);
    if (!engine || wanted !== engineKey) {
        dropEngine();
        engine = oxo.engine({...options, net});
        engineKey = wanted;
    }
    return engine;
}

function* searchGame(oxo, {id, game, limits, options: {net, ...options}}) {
    const report = (info) => send({id, progress: info});
    if (options.level) {
        /* A level searches few nodes, so it needs no slices. Its move must
         * depend on seed and position only, so the table is cleared. */
        const by = engineFor(oxo, options);
        by.newGame();
        return by.search(game, limits, report);
    }
    if (net)
        requireNeural(oxo, net).catch(() => {}); // then the search does without
    return yield* searchInSlices(() => engineFor(oxo, options, neuralOf(net)), game, limits, report);
}

/** The limits of one slice. */
function sliceLimits(limits, nodes, time) {
    const left = {...limits, moveTime: SLICE};
    if (limits.moveTime !== undefined)
        left.moveTime = Math.min(SLICE, limits.moveTime - time);
    if (limits.nodes !== undefined)
        left.nodes = limits.nodes - nodes;
    return left;
}

/* Searches slice by slice, each with the current engine. When the network arrives,
 * the result without it stays until the search with it is as deep. */
function* searchInSlices(engineNow, game, limits, report) {
    const begun = performance.now();
    const passed = () => Math.round(performance.now() - begun);
    let best = null, nodes = 0, time = 0, by = null, newDepth = 1;
    const keep = (info) => {
        best = {...info, nodes: nodes + info.nodes, time: passed()};
        newDepth = info.depth + 1;
    };
    for (;;) {
        const part = sliceLimits(limits, nodes, time);
        if (by !== (by = engineNow()) && best)
            newDepth = best.depth;
        const info = by.search(game, part, (found) => {
            if (found.depth < newDepth)
                return; // an earlier slice was as deep
            keep(found);
            report(best);
        });
        if (!best || info.depth >= best.depth)
            keep(info);
        const took = passed() - time;
        nodes += info.nodes;
        time += took;
        best = {...best, nodes, time};
        /* A slice that ends early has nothing left to find. */
        if (took < part.moveTime - 2 || limits.moveTime - time < 1 || limits.nodes - nodes < 1)
            return best;
        yield;
    }
}

// ---- The beginning ----------------------------------------------------------

/* Must come last: messages may be waiting already. */
if (globalThis.postMessage) {
    port = globalThis;
    globalThis.addEventListener("message", ({data}) => onMessage(data));
} else {
    await openPort();
}
