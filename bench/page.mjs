/* page.mjs - how long a person waits on the page, measured in a browser.
 *
 *     node bench/page.mjs [OXO]
 *
 * Prints the median and the worst of several visits: the time until the board is
 * visible, the time from a click to its effect, and the longest task of the page's
 * thread while the engine searches in its worker. */
import {closeBrowser, playMoves, Server, visit} from "../tests/browser/support.mjs";

process.env.OXO = process.argv[2] ?? process.env.OXO ?? "build/oxo";

const VISITS = 7;
const GAME = "ee ea ae eb be ec ca ad db bd da ag gb";

/* Like a test's context: collects what to do at the end. */
const ends = [];
const context = {after: (end) => ends.unshift(end)};

const sorted = (numbers) => [...numbers].sort((a, b) => a - b);
const median = (numbers) => sorted(numbers)[Math.floor(numbers.length / 2)];
const worst = (numbers) => Math.max(0, ...numbers);

function report(name, numbers, unit, bar) {
    console.log(`${name.padEnd(34)} median ${median(numbers).toFixed(0).padStart(5)} ${unit}, `
        + `worst ${worst(numbers).toFixed(0).padStart(5)} ${unit}   (${bar})`);
}

/** Milliseconds from the request for the page to a board on the screen. */
async function firstBoard(server) {
    const {page, context: person} = await visit(context, "about:blank", {server});
    await page.addInitScript(() => {
        const look = () => {
            const home = document.querySelector("oxo-app")?.shadowRoot?.querySelector("main > *");
            const board = home?.shadowRoot?.querySelector("oxo-board")?.shadowRoot?.querySelector(".cell");
            if (board)
                requestAnimationFrame(() => setTimeout(() => { window.boardShown = performance.now(); }));
            else
                requestAnimationFrame(look);
        };
        look();
    });
    await page.goto(server.url);
    const shown = await (await page.waitForFunction(() => window.boardShown)).jsonValue();
    await person.close();
    return shown;
}

/** The time from each click of a game until its effect was painted. */
async function clicks(server) {
    const {page, context: person} = await visit(context, "/play?friend&variant=ultimate", {server});
    await page.evaluate(() => {
        window.seen = [];
        new PerformanceObserver((list) => window.seen.push(...list.getEntries()
            .filter((entry) => entry.interactionId).map((entry) => entry.duration)))
            .observe({type: "event", durationThreshold: 16});
    });
    await playMoves(page, GAME);
    const seen = await page.evaluate(() => window.seen);
    await person.close();
    // Shorter times than the threshold are not reported: they count as the threshold.
    return [...seen, ...Array(Math.max(0, GAME.split(" ").length - seen.length)).fill(16)];
}

/** The long tasks of the page's thread during a game against the computer. */
async function longTasks(server) {
    const {page, context: person} = await visit(context, "/play?variant=ultimate&level=10&side=X", {server});
    await page.locator("oxo-board .cell.legal").first().waitFor();
    await page.evaluate(() => {
        window.tasks = [];
        new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((entry) => entry.duration)))
            .observe({type: "longtask"});
    });
    for (let i = 0; i < 4; i++) {
        const taken = await page.locator("oxo-board .cell.taken").count();
        await page.locator("oxo-board .cell.legal").first().click();
        await page.waitForFunction((before) => {
            const screen = document.querySelector("oxo-app").shadowRoot.querySelector("main > *");
            const board = screen.shadowRoot.querySelector("oxo-board").shadowRoot;
            return board.querySelectorAll(".cell.taken").length >= before + 2;
        }, taken);
    }
    const tasks = await page.evaluate(() => window.tasks);
    await person.close();
    return tasks;
}

const server = await Server.start(context);
try {
    const first = [];
    for (let i = 0; i < VISITS; i++)
        first.push(await firstBoard(server));
    report("first board on the screen", first, "ms", "bar: below 1,000");
    report("click to paint", await clicks(server), "ms", "bar: below 50");
    const tasks = await longTasks(server);
    console.log(`${"tasks over 50 ms during a search".padEnd(34)} ${tasks.length}${
        tasks.length ? `, worst ${worst(tasks).toFixed(0)} ms` : ""}   (bar: none)`);
} finally {
    for (const end of ends)
        await end();
    await closeBrowser();
}
