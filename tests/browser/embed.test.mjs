/* embed.test.mjs - <oxo-board> on other sites, and its demo page. */
import assert from "node:assert/strict";
import http from "node:http";
import {after, test} from "node:test";
import {assertAccessible, closeBrowser, openContext, Server, visit} from "./support.mjs";

after(closeBrowser);

test("one script tag makes a board on another site", async (t) => {
    const server = await Server.start(t);
    const site = http.createServer((_, answer) => {
        answer.setHeader("Content-Type", "text/html");
        answer.end(`<!doctype html><title>Another site</title>
            <script type="module" src="${server.url}/embed/oxo-board.js"></script>
            <oxo-board variant="classic" playable></oxo-board>`);
    });
    await new Promise((resolve) => site.listen(0, "127.0.0.1", resolve));
    t.after(() => site.close());
    const address = `http://127.0.0.1:${site.address().port}`;
    const context = await openContext(t, server, {also: address});
    const page = await context.newPage();
    await page.goto(address);
    const changed = page.evaluate(() => new Promise((resolve) => {
        document.querySelector("oxo-board").addEventListener("oxo-change", (event) => resolve(event.detail));
    }));
    await page.locator('oxo-board [data-move="e"]').click();
    assert.deepEqual(await changed, {moves: ["e"], position: "3/1x1/3 o", outcome: "ongoing", turn: "O"});
});

test("the demo page has the navigation and the theme of the page", async (t) => {
    const {page} = await visit(t, "/");
    const links = () => page.getByRole("navigation", {name: "Main"}).getByRole("link").evaluateAll((all) =>
        all.map((link) => `${link.textContent.trim()} ${new URL(link.href).pathname}`));
    await page.getByRole("link", {name: "Statistics"}).waitFor();
    const there = await links();
    await page.goto("/embed/");
    assert.deepEqual(await links(), there);
    await page.getByRole("button", {name: "Colours: as the system has them"}).click();
    await page.getByRole("button", {name: "Colours: light"}).click();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    await page.goto("/rules");
    await page.getByRole("button", {name: "Colours: dark"}).waitFor();
});

test("the computer answers on a board with the attribute", async (t) => {
    const {page} = await visit(t, "/embed/");
    const board = page.locator('oxo-board[computer="10"]');
    await board.locator('[data-move="e"]').click();
    await board.locator(".mark.o").waitFor();
    assert.match(await board.getAttribute("moves") ?? await board.evaluate((b) => b.moves), /^e a$/);
});

test("the computer thinks in a worker, or without one where none is allowed", async (t) => {
    const {page} = await visit(t, "/embed/");
    const board = page.locator('oxo-board[computer="10"]');
    const started = page.waitForEvent("worker");
    await board.locator('[data-move="a"]').click();
    assert.match((await started).url(), /embed\/worker\.js$/);
    await board.locator('.cell.taken[data-move="e"]').waitFor();

    await page.route(/worker\.js$/, (route) => route.abort());
    await page.reload();
    await board.locator('[data-move="a"]').click();
    await board.locator('.cell.taken[data-move="e"]').waitFor();
});

test("the demo page copies the HTML of the board it shows", async (t) => {
    const {page, server} = await visit(t, "/embed/", {permissions: ["clipboard-read", "clipboard-write"]});
    const script = `<script type="module" src="${server.url}/embed/oxo-board.js"></script>\n`;
    const copied = async () => {
        await page.getByRole("button", {name: "Copy"}).click();
        await page.getByText("Copied.").waitFor();
        return page.evaluate(() => navigator.clipboard.readText());
    };
    assert.equal(await copied(), `${script}<oxo-board variant="ultimate" playable></oxo-board>`);
    await page.getByLabel("Rules").first().selectOption("classic");
    await page.getByLabel("Who plays").selectOption("computer");
    await page.getByLabel("The computer's level").selectOption("7");
    assert.equal(await copied(), `${script}<oxo-board variant="classic" playable computer="7"></oxo-board>`);
    const board = page.locator("#made");
    await board.locator('[data-move="e"]').click();
    await board.locator(".mark.o").waitFor();
    await page.getByLabel("Who plays").selectOption("nobody");
    assert.equal(await board.locator(".cell.legal").count(), 0);
});

test("a board can show a moment of a game", async (t) => {
    const {page} = await visit(t, "/embed/");
    const board = page.locator('oxo-board[ply="5"]');
    await board.locator(".cell").first().waitFor();
    assert.equal(await board.locator(".cell.taken").count(), 5);
    assert.equal(await board.locator(".cell.legal").count(), 0);
});

test("invalid attributes send an error event", async (t) => {
    const {page} = await visit(t, "/embed/");
    const detail = await page.evaluate(() => new Promise((resolve) => {
        const board = document.createElement("oxo-board");
        board.addEventListener("oxo-error", (event) => resolve(event.detail));
        board.setAttribute("moves", "ee ee");
        document.body.append(board);
    }));
    assert.equal(detail.code, "cell-occupied");
    assert.match(detail.message, /taken/);
});

test("a refused click highlights the boards to play on", async (t) => {
    const {page} = await visit(t, "/embed/");
    const board = page.locator('oxo-board[computer="10"]');
    await board.locator('[data-move="e"]').click();
    await board.locator(".mark.o").waitFor();
    await board.locator('[data-move="e"]').click({force: true});
    await board.locator(".grid.pointing").waitFor();
});

test("a board that cannot be loaded sends an error event", async (t) => {
    const {page, context} = await visit(t, "/rules");
    await context.route(/\.wasm$/, (route) => route.abort());
    await page.addInitScript(() => addEventListener("oxo-error",
        (event) => { globalThis.told = event.detail.code; }, {capture: true}));
    await page.goto("/embed/");
    await page.waitForFunction(() => globalThis.told === "not-loaded");
});

for (const colorScheme of ["light", "dark"])
    test(`the demo page is accessible: ${colorScheme}`, async (t) => {
        const {page} = await visit(t, "/embed/", {colorScheme});
        await page.locator("oxo-board .cell").first().waitFor();
        await assertAccessible(page);
    });
