/* support.mjs - starts a real server and a real browser for tests of the page.
 *
 *     const {page, server} = await visit(t, "/");      // t: the test's context
 *
 * The environment variable OXO is the path of the command. A test fails if the
 * page reports an error or sends a request to another host. */
import assert from "node:assert/strict";
import {spawn} from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {createRequire} from "node:module";
import {chromium} from "playwright-core";

const OXO = process.env.OXO ?? "build/oxo";
const BROWSER = process.env.OXO_BROWSER ?? "/usr/bin/chromium-headless-shell";
const AXE = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// ---- The server --------------------------------------------------------------

export class Server {
    /** Starts a server with a store of its own; `flags` of `oxo serve`. */
    static async start(t, ...flags) {
        const server = new Server();
        server.folder = fs.mkdtempSync(path.join(os.tmpdir(), "oxo-page-"));
        server.flags = flags;
        t.after(() => server.end());
        await server.run(0);
        return server;
    }

    async run(port) {
        this.process = spawn(OXO, ["serve", "--listen", `127.0.0.1:${port}`,
            "--store", path.join(this.folder, "rooms.db"), ...this.flags],
            {stdio: ["ignore", "pipe", "pipe"]});
        this.said = "";
        this.url = await new Promise((resolve, reject) => {
            const hear = (bytes) => {
                this.said += bytes;
                const address = /http:\/\/[\d.]+:(\d+)/.exec(this.said);
                if (address)
                    resolve(address[0]);
            };
            this.process.stdout.on("data", hear);
            this.process.stderr.on("data", hear);
            this.process.once("exit", (code) => reject(new Error(`oxo serve ended (${code}): ${this.said}`)));
        });
    }

    /** Kills the server without a shutdown. */
    async kill() {
        const gone = new Promise((resolve) => this.process.once("exit", resolve));
        this.process.kill("SIGKILL");
        await gone;
    }

    /** Starts the server again with the same address and store. */
    async restart() {
        await this.run(new URL(this.url).port);
    }

    async end() {
        if (this.process.exitCode === null && this.process.signalCode === null)
            await this.kill();
        fs.rmSync(this.folder, {recursive: true, force: true});
    }
}

// ---- The browser -------------------------------------------------------------

let browser;

async function launchBrowser() {
    browser ??= await chromium.launch({executablePath: BROWSER, args: ["--no-sandbox", "--disable-gpu"]});
    return browser;
}

export async function closeBrowser() {
    await browser?.close();
    browser = undefined;
}

/** Opens a browser context; options as Playwright's newContext(), and `also`,
 * another host that the page may send requests to. */
export async function openContext(t, server, {also, ...options} = {}) {
    const context = await (await launchBrowser()).newContext({
        baseURL: server.url, reducedMotion: "reduce", viewport: {width: 1280, height: 860},
        serviceWorkers: "block", // it would load the whole page for every context
        ...options,
    });
    context.setDefaultTimeout(300_000);
    t.after(() => context.close());
    const faults = [];
    context.on("weberror", (error) => faults.push(`error: ${error.error()}`));
    context.on("console", (message) => {
        // Tests cause network errors on purpose.
        if (message.type() === "error" && !/Failed to load resource|WebSocket connection|ERR_/.test(message.text()))
            faults.push(`console: ${message.text()}`);
    });
    context.on("request", (request) => {
        const allowed = [server.url, also ?? server.url, "data:", "blob:"];
        if (!allowed.some((start) => request.url().startsWith(start)))
            faults.push(`asked another host: ${request.url()}`);
    });
    t.after(() => assert.deepEqual(faults, []));
    return context;
}

/** Opens an address in a new context, by default on a new server. */
export async function visit(t, address, {server, flags = [], ...options} = {}) {
    server ??= await Server.start(t, ...flags);
    const context = await openContext(t, server, options);
    const page = await context.newPage();
    await page.goto(address);
    return {server, context, page};
}

/** Holds matching requests until the returned function is called. */
export async function holdRequests(context, what) {
    let letGo;
    const gate = new Promise((resolve) => { letGo = resolve; });
    await context.route(what, (route) => gate.then(() => route.continue()));
    return letGo;
}

// ---- The board ---------------------------------------------------------------

/** A cell of the board, by its move. */
export function cell(page, move) {
    return page.locator(`oxo-board [data-move="${move}"]`);
}

/** Clicks the moves one after the other, each as soon as it is legal. */
export async function playMoves(page, moves) {
    for (const move of moves.split(" ")) {
        await page.locator(`oxo-board .cell.legal[data-move="${move}"]`).click();
        await page.locator(`oxo-board .cell.taken[data-move="${move}"]`).waitFor();
    }
}

// ---- Accessibility -----------------------------------------------------------

/** Checks WCAG 2.2 AA and best practices with axe. */
export async function assertAccessible(page) {
    // The content security policy would block axe.
    const session = await page.context().newCDPSession(page);
    await session.send("Page.setBypassCSP", {enabled: true});
    await page.evaluate(AXE);
    const {violations} = await page.evaluate(() => globalThis.axe.run(document, {
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }));
    assert.deepEqual(violations.map((v) => `${v.id}: ${v.help}: ${v.nodes.map((n) => n.target.join(" ")).slice(0, 4)}`), []);
}
