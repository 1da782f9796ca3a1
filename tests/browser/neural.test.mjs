/* neural.test.mjs - the neural network in the browser: loaded for full strength
 * only, and optional. */
import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {closeBrowser, openContext, playMoves, Server, visit} from "./support.mjs";

let server;
before(async () => { server = await Server.start({after() {}}); });
after(async () => {
    await server.end();
    await closeBrowser();
});

/** Opens an address; `nets` collects the networks that the browser requests. */
async function watchNetworks(t, address, {prepare = async () => {}, ...options} = {}) {
    const context = await openContext(t, server, options);
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

const waitForSearch = (page, words) => page.locator("oxo-lines .state").filter({hasText: words}).waitFor();
const assertNoNetwork = async (page) => {
    await waitForSearch(page, /depth \d/);
    assert.doesNotMatch(await page.locator("oxo-lines .state").innerText(), /net/);
};

for (const variant of ["ultimate", "ultimate-cg"])
    test(`analysis of ${variant} loads its network and searches with it`, async (t) => {
        const {page, nets} = await watchNetworks(t, `/analysis?variant=${variant}&moves=ee`);
        await waitForSearch(page, "with net");
        assert.deepEqual([...nets], [variant]);
    });

test("variants without a network load none", async (t) => {
    const {page, nets} = await watchNetworks(t, "/analysis?variant=classic&moves=e");
    await waitForSearch(page, "looked up");
    await page.goto("/analysis?variant=ultimate-continue&moves=ee");
    await assertNoNetwork(page);
    assert.deepEqual([...nets], []);
});

test("a game against a level loads no network, but a hint does", async (t) => {
    const {page, nets} = await watchNetworks(t, "/play?variant=ultimate&level=3&side=X");
    await playMoves(page, "ee");
    await page.locator("oxo-board .mark.o").first().waitFor();
    assert.deepEqual([...nets], []);
    await page.getByRole("button", {name: "Hint"}).click();
    await page.locator("oxo-board .cell.hint").waitFor();
    assert.deepEqual([...nets], ["ultimate"]);
});

test("analysis works if the network cannot be loaded", async (t) => {
    for (const answer of [(route) => route.abort(), (route) => route.fulfill({status: 404}),
        (route) => route.fulfill({body: "no net"})]) {
        const {page} = await watchNetworks(t, "/analysis?variant=ultimate&moves=ee.ea.ae",
            {prepare: (context) => context.route(/\.net$/, answer)});
        await assertNoNetwork(page);
        await page.locator("oxo-summary tr.accuracy").waitFor();
        assert.equal(await page.getByRole("alert").filter({hasText: /\S/}).count(), 0);
    }
});

test("a device with little memory, or one that saves data, loads no network", async (t) => {
    for (const [name, value] of [["deviceMemory", 2], ["connection", {saveData: true}]]) {
        const {page, nets} = await watchNetworks(t, "/analysis?variant=ultimate&moves=ee", {
            prepare: (context) => context.addInitScript(([key, told]) => {
                Object.defineProperty(navigator, key, {get: () => told});
            }, [name, value]),
        });
        await assertNoNetwork(page);
        assert.deepEqual([...nets], [], name);
    }
});

test("a network loaded once is available offline", async (t) => {
    const own = await Server.start(t);
    const {page} = await visit(t, "/rules", {server: own, serviceWorkers: "allow"});
    await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        if (!navigator.serviceWorker.controller)
            await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
    });
    await page.goto("/analysis?variant=ultimate");
    await waitForSearch(page, "with net");
    await own.kill();
    await page.goto("/analysis?variant=ultimate&moves=ee");
    await waitForSearch(page, "with net");
});
