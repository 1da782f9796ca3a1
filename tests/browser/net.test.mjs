/* net.test.mjs - the net in the browser: fetched when full strength is asked
 * for, and missed without a word. */
import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {closeBrowser, person, playMoves, Server, visit} from "./support.mjs";

let server;
before(async () => { server = await Server.start({after() {}}); });
after(async () => {
    await server.end();
    await closeBrowser();
});

/** A person at an address, and which nets their browser asks for. */
async function watch(t, address, {prepare = async () => {}, ...options} = {}) {
    const context = await person(t, server, options);
    const nets = new Set();
    context.on("request", (request) => {
        const net = /assets\/(.+)-\w+\.net$/.exec(request.url());
        if (net)
            nets.add(net[1]);
    });
    await prepare(context);
    const page = await context.newPage();
    await page.goto(address);
    return {page, nets};
}

const thinks = (page, words) => page.locator("oxo-lines .state").filter({hasText: words}).waitFor();
const withoutNet = async (page) => {
    await thinks(page, /depth \d/);
    assert.doesNotMatch(await page.locator("oxo-lines .state").innerText(), /net/);
};

for (const variant of ["ultimate", "ultimate-cg"])
    test(`analysis of ${variant} fetches its net, and thinks with it`, async (t) => {
        const {page, nets} = await watch(t, `/analysis?variant=${variant}&moves=ee`);
        await thinks(page, "with net");
        assert.deepEqual([...nets], [variant]);
    });

test("classic, and rules that have no net, fetch none", async (t) => {
    const {page, nets} = await watch(t, "/analysis?variant=classic&moves=e");
    await thinks(page, "looked up");
    await page.goto("/analysis?variant=ultimate-continue&moves=ee");
    await withoutNet(page);
    assert.deepEqual([...nets], []);
});

test("a game against a level fetches no net; a hint does", async (t) => {
    const {page, nets} = await watch(t, "/play?variant=ultimate&level=3&side=X");
    await playMoves(page, "ee");
    await page.locator("oxo-board .mark.o").first().waitFor();
    assert.deepEqual([...nets], []);
    await page.getByRole("button", {name: "Hint"}).click();
    await page.locator("oxo-board .cell.hint").waitFor();
    assert.deepEqual([...nets], ["ultimate"]);
});

test("a net that cannot be had is not missed", async (t) => {
    for (const answer of [(route) => route.abort(), (route) => route.fulfill({status: 404}),
        (route) => route.fulfill({body: "no net"})]) {
        const {page} = await watch(t, "/analysis?variant=ultimate&moves=ee.ea.ae",
            {prepare: (context) => context.route(/\.net$/, answer)});
        await withoutNet(page);
        await page.locator("oxo-summary tr.accuracy").waitFor();
        assert.equal(await page.getByRole("alert").filter({hasText: /\S/}).count(), 0);
    }
});

test("a device with little memory, or one that saves data, does without", async (t) => {
    for (const [name, value] of [["deviceMemory", 2], ["connection", {saveData: true}]]) {
        const {page, nets} = await watch(t, "/analysis?variant=ultimate&moves=ee", {
            prepare: (context) => context.addInitScript(([key, told]) => {
                Object.defineProperty(navigator, key, {get: () => told});
            }, [name, value]),
        });
        await withoutNet(page);
        assert.deepEqual([...nets], [], name);
    }
});

test("a net that was fetched once is there without a network", async (t) => {
    const own = await Server.start(t);
    const {page} = await visit(t, "/rules", {server: own, serviceWorkers: "allow"});
    await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        if (!navigator.serviceWorker.controller)
            await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
    });
    await page.goto("/analysis?variant=ultimate");
    await thinks(page, "with net");
    await own.kill();
    await page.goto("/analysis?variant=ultimate&moves=ee");
    await thinks(page, "with net");
});
