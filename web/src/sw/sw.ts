/* sw.ts - the page without a network.
 *
 * All files of one version are fetched when that version is installed, so
 * whatever was opened once works offline, and files of two versions are never
 * mixed. Only nets, which are large and not for everybody, are kept when they
 * are first asked for. What is said to a server (/api, /ws, /game) is not
 * touched. */

/* Set by build.mjs. */
declare const VERSION: string;
declare const FILES: readonly string[];
declare const NETS: readonly string[];

/* What TypeScript's DOM library does not know of. */
interface Worker extends EventTarget {
    skipWaiting(): Promise<void>;
    readonly clients: {claim(): Promise<void>};
}
interface Extendable extends Event {
    waitUntil(promise: Promise<unknown>): void;
}
interface Fetching extends Extendable {
    readonly request: Request;
    respondWith(answer: Promise<Response>): void;
}

const worker = self as unknown as Worker;
const CACHE = `oxo-${VERSION}`;
const NET_CACHE = "nets";
/** Milliseconds that a screen waits for a network that says nothing. */
const PATIENCE = 3000;
const SERVERS_OWN = /^\/(api|ws|game|health|healthz|readyz|metrics|embed)(\/|$)/;

async function install(): Promise<void> {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map((file) => new Request(file, {cache: "no-cache"})));
    await worker.skipWaiting();
}

/* The version before this one stays: a page that is open may still ask for
 * its files. Of nets only those of this version do. */
async function tidy(): Promise<void> {
    const old = (await caches.keys()).filter((name) => name.startsWith("oxo-") && name !== CACHE);
    await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
    const nets = await caches.open(NET_CACHE);
    const left = (await nets.keys()).filter(({url}) => !NETS.includes(new URL(url).pathname));
    await Promise.all(left.map((request) => nets.delete(request)));
    await worker.clients.claim();
}

/* One that cannot be kept, because there is no room, is of use all the same. */
async function keepNet(request: Request, net: Response): Promise<void> {
    try {
        await (await caches.open(NET_CACHE)).put(request, net);
    } catch {
        await caches.delete(NET_CACHE).catch(() => false);
    }
}

/* A file that is kept is one with a hash in its name, so it is never old. */
async function file(request: Request): Promise<Response> {
    const kept = await caches.match(request);
    if (kept)
        return kept;
    const found = await fetch(request);
    if (found.ok && NETS.includes(new URL(request.url).pathname))
        await keepNet(request, found.clone());
    return found;
}

/* A screen's address is the same page for all: new if the network is there,
 * else, or if it is silent, the one that was kept. */
async function page(request: Request): Promise<Response> {
    const answer = fetch(request);
    const kept = (): Promise<Response | undefined> => caches.match("/", {cacheName: CACHE});
    const late = new Promise<undefined>((resolve) => { setTimeout(resolve, PATIENCE); });
    try {
        return await Promise.race([answer, late]) ?? await kept() ?? await answer;
    } catch (gone) {
        const old = await kept();
        if (!old)
            throw gone;
        return old;
    }
}

worker.addEventListener("install", (event) => (event as Extendable).waitUntil(install()));
worker.addEventListener("activate", (event) => (event as Extendable).waitUntil(tidy()));
worker.addEventListener("fetch", (event) => {
    const {request} = event as Fetching;
    const url = new URL(request.url);
    if (request.method === "GET" && url.origin === location.origin && !SERVERS_OWN.test(url.pathname))
        (event as Fetching).respondWith(request.mode === "navigate" ? page(request) : file(request));
});
