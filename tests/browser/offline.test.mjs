/* offline.test.mjs - the page without a network. */
import assert from "node:assert/strict";
import {after, test} from "node:test";
import {cell, closeBrowser, playMoves, visit} from "./support.mjs";

after(closeBrowser);

/** Installs the service worker, then kills the server, or calls `lose`. */
async function visitAndLose(t, lose = (server) => server.kill()) {
    const {page, server, context} = await visit(t, "/", {serviceWorkers: "allow"});
    await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        if (!navigator.serviceWorker.controller)
            await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
    });
    await lose(server);
    return {page, context};
}

test("the computer plays without a network", async (t) => {
    const {page} = await visitAndLose(t);
    await page.goto("/play?variant=classic&level=10&side=X");
    await cell(page, "e").click();
    await page.locator("oxo-board .mark.o").first().waitFor();
});

test("two people on one device finish a game without a network", async (t) => {
    const {page} = await visitAndLose(t);
    await page.goto("/play?friend&variant=classic");
    await playMoves(page, "a b e c i");
    await page.getByText(/X wins/).first().waitFor();
});

test("analysis and learning work without a network", async (t) => {
    const {page} = await visitAndLose(t);
    for (const address of ["/analysis", "/learn", "/rules"]) {
        await page.goto(address);
        await page.locator("oxo-board .cell").first().waitFor();
    }
});

test("the page does not wait for a silent network", async (t) => {
    const {page} = await visitAndLose(t, (server) => server.process.kill("SIGSTOP"));
    await page.goto("/play?friend&variant=classic");
    await playMoves(page, "a b e");
});

test("screens that need the server say so", async (t) => {
    const {page} = await visitAndLose(t);
    await page.goto("/new?variant=classic&public");
    await page.getByText("The server cannot be asked who waits.").waitFor();
    await page.goto("/rooms");
    await page.getByText("The server cannot be reached.").waitFor();
    assert.equal(await page.getByText("Looking …").isVisible(), false);
    assert.equal(await page.getByRole("heading", {level: 1}).count(), 1);
});
