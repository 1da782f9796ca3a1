/* home.test.mjs - the home screen. */
import assert from "node:assert/strict";
import {after, test} from "node:test";
import {cell, closeBrowser, playMoves, visit} from "./support.mjs";

after(closeBrowser);

test("placing a mark on the home screen starts a game against the computer", async (t) => {
    const {page} = await visit(t, "/");
    await cell(page, "ee").click();
    await page.waitForURL(/\/play/);
    await page.locator('oxo-board .cell.taken[data-move="ee"]').waitFor();
    await page.locator("oxo-board .mark.o").first().waitFor();
});

test("choices are remembered", async (t) => {
    const {page} = await visit(t, "/");
    await page.getByText("Classic", {exact: true}).click();
    await page.getByRole("slider", {name: "Level"}).fill("7");
    await page.reload();
    await page.getByRole("button", {name: "Play level 7"}).waitFor();
    assert.equal(await page.locator("oxo-board .cell").count(), 9);
});

test("a player of O cannot place the first mark", async (t) => {
    const {page} = await visit(t, "/");
    await page.getByRole("radio", {name: "O", exact: true}).check({force: true});
    await page.locator("oxo-board[locked]").waitFor();
    assert.equal(await page.locator("oxo-board .cell.legal").count(), 0);
});

test("every way to play leads to a screen of its own", async (t) => {
    const {page} = await visit(t, "/");
    const links = page.getByRole("navigation", {name: "Other ways to play"}).getByRole("link");
    await links.first().waitFor();
    assert.equal(await links.count(), 6);
    for (const way of await links.all())
        assert.match(await way.getAttribute("href"), /^\/(play|new|rooms|analysis|learn)/);
});

test("an unfinished game is offered again, and a finished one is not", async (t) => {
    const {page} = await visit(t, "/play?friend&variant=classic");
    await playMoves(page, "a b e c");
    await page.goto("/");
    await page.getByRole("link", {name: /Go on with your game/}).click();
    await playMoves(page, "i");
    await page.goto("/");
    await page.locator("oxo-board .cell").first().waitFor();
    assert.equal(await page.getByRole("link", {name: /Go on with your game/}).count(), 0);
});

test("a corrupt stored game does not break the home screen", async (t) => {
    const {page} = await visit(t, "/play?friend&variant=classic");
    await playMoves(page, "a");
    await page.evaluate(() => localStorage.setItem("oxo-match",
        localStorage.getItem("oxo-match").replace('["a"]', '["a","a"]')));
    await page.goto("/");
    await page.locator("oxo-board .cell").first().waitFor();
    assert.equal(await page.getByRole("link", {name: /Go on with your game/}).count(), 0);
});
