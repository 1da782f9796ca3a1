/* sw.ts - the service worker: the page without a network.
 *
 * Installing a version caches all of its files, so every screen works offline
 * and files of two versions are never mixed. Only the neural networks, which are
 * large and not needed by everyone, are cached on first use. Requests to the
 * server's own paths (/api, /ws, /game) pass through. */

/* Set by build.mjs. */
declare const VERSION: string;
declare const FILES: readonly string[];
/* Addresses of the neural networks. */
declare const NEURAL_FILES: readonly string[];

/* Types that TypeScript's DOM library lacks. */
interface Worker extends EventTarget {
    skipWaiting(): Promise<void>;
    readonly clients: {
        claim(): Promise<void>;
        matchAll(what: {type: "window"}): Promise<readonly {focus(): Promise<unknown>}[]>;
        openWindow(address: string): Promise<unknown>;
    };
}
interface Clicking extends Extendable {
    /** `data` is the address of the game. */
    readonly notification: {close(): void; readonly data: string};
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
const NEURAL_CACHE = "nets";
/** Milliseconds to wait for the network before the cached page is used. */
const NETWORK_TIMEOUT = 3000;
const SERVER_PATHS = /^\/(api|ws|game|health|healthz|readyz|metrics|embed)(\/|$)/;

async function installVersion(): Promise<void> {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map((file) => new Request(file, {cache: "no-cache"})));
    await worker.skipWaiting();
}

/* Keeps the cache of the previous version, since an open page may still need its
 * files. Of the neural networks only those of this version are kept. */
async function deleteOldCaches(): Promise<void> {
    const old = (await caches.keys()).filter((name) => name.startsWith("oxo-") && name !== CACHE);
    await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
    const neurals = await caches.open(NEURAL_CACHE);
    const left = (await neurals.keys()).filter(({url}) => !NEURAL_FILES.includes(new URL(url).pathname));
    await Promise.all(left.map((request) => neurals.delete(request)));
    await worker.clients.claim();
}

/* A full disk must not fail the request. */
async function cacheNeural(request: Request, neural: Response): Promise<void> {
    try {
        await (await caches.open(NEURAL_CACHE)).put(request, neural);
    } catch {
        await caches.delete(NEURAL_CACHE).catch(() => false);
    }
}

/* Cached files have a hash in their name, so they are never outdated. */
async function cachedFile(request: Request): Promise<Response> {
    const kept = await caches.match(request);
    if (kept)
        return kept;
    const found = await fetch(request);
    if (found.ok && NEURAL_FILES.includes(new URL(request.url).pathname))
        await cacheNeural(request, found.clone());
    return found;
}

/* Every screen has the same HTML page: from the network, or from the cache if the
 * network fails or is silent. */
async function screenPage(request: Request): Promise<Response> {
    const answer = fetch(request);
    const kept = (): Promise<Response | undefined> => caches.match("/", {cacheName: CACHE});
    const late = new Promise<undefined>((resolve) => { setTimeout(resolve, NETWORK_TIMEOUT); });
    try {
        return await Promise.race([answer, late]) ?? await kept() ?? await answer;
    } catch (gone) {
        const old = await kept();
        if (!old)
            throw gone;
        return old;
    }
}

worker.addEventListener("install", (event) => (event as Extendable).waitUntil(installVersion()));
worker.addEventListener("activate", (event) => (event as Extendable).waitUntil(deleteOldCaches()));
worker.addEventListener("fetch", (event) => {
    const {request} = event as Fetching;
    const url = new URL(request.url);
    if (request.method === "GET" && url.origin === location.origin && !SERVER_PATHS.test(url.pathname))
        (event as Fetching).respondWith(request.mode === "navigate" ? screenPage(request) : cachedFile(request));
});

/* Shows an open page, whose bar leads to the game, or opens the game. */
worker.addEventListener("notificationclick", (event) => {
    const {notification} = event as unknown as Clicking;
    notification.close();
    (event as Extendable).waitUntil(worker.clients.matchAll({type: "window"}).then(async ([page]) => {
        await (page ? page.focus() : worker.clients.openWindow(notification.data));
    }));
});
