/* sw.ts - the page without a network.
 *
 * All files of one version are fetched when that version is installed, so
 * whatever was opened once works offline, and files of two versions are never
 * mixed. What is said to a server (/api, /ws, /game) is not touched. */

/* Set by build.mjs. */
declare const VERSION: string;
declare const FILES: readonly string[];

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
const SERVERS_OWN = /^\/(api|ws|game|health|healthz|readyz|metrics|embed)(\/|$)/;

async function install(): Promise<void> {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map((file) => new Request(file, {cache: "no-cache"})));
    await worker.skipWaiting();
}

/* The version before this one stays: a page that is open may still ask for
 * its files. */
async function tidy(): Promise<void> {
    const old = (await caches.keys()).filter((name) => name.startsWith("oxo-") && name !== CACHE);
    await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
    await worker.clients.claim();
}

/* A file that is kept is one with a hash in its name, so it is never old; a
 * screen's address is the same page for all, new if the network is there. */
async function answer(request: Request): Promise<Response> {
    if (request.mode !== "navigate")
        return await caches.match(request) ?? fetch(request);
    try {
        return await fetch(request);
    } catch (gone) {
        const kept = await caches.match("/", {cacheName: CACHE});
        if (!kept)
            throw gone;
        return kept;
    }
}

worker.addEventListener("install", (event) => (event as Extendable).waitUntil(install()));
worker.addEventListener("activate", (event) => (event as Extendable).waitUntil(tidy()));
worker.addEventListener("fetch", (event) => {
    const {request} = event as Fetching;
    const url = new URL(request.url);
    if (request.method === "GET" && url.origin === location.origin && !SERVERS_OWN.test(url.pathname))
        (event as Fetching).respondWith(answer(request));
});
