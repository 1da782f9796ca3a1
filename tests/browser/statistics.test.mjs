/* statistics.test.mjs - the statistics of games on this device and online. */
import assert from "node:assert/strict";
import {after, test} from "node:test";
import {assertAccessible, closeBrowser, playMoves, visit as open} from "./support.mjs";

after(closeBrowser);

const X_WINS = "a b e c i";
const DRAWN = "e a b h d f c g i";

/** The numbers in a row of a table: won, drawn, lost. */
async function rowOf(page, table, name) {
    const cells = page.getByRole("table", {name: table}).getByRole("row", {name}).getByRole("cell");
    await cells.first().waitFor();
    return (await cells.allTextContents()).slice(0, 3).map(Number);
}

async function playHere(page, moves) {
    await page.goto("/play?friend&variant=classic");
    await playMoves(page, moves);
    await page.locator("oxo-result").waitFor();
}

const keyOf = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("oxo-settings")).key);

/** Plays a game over HTTP between two keys. The first makes the room, is X and
 * wins. */
async function playOnline(server, [xKey, xName], [oKey, oName]) {
    const post = async (path, body, token) => {
        const answer = await fetch(`${server.url}/api/v1/rooms${path}`, {
            method: "POST", body: JSON.stringify(body), ...(token && {headers: {Authorization: `Bearer ${token}`}}),
        });
        assert.ok(answer.ok, `${path}: ${answer.status}`);
        return answer.json();
    };
    const {seat: x} = await post("", {variant: "classic", name: xName, key: xKey});
    const {seat: o} = await post(`/${x.room}/join`, {name: oName, key: oKey});
    for (const [ply, move] of X_WINS.split(" ").entries())
        await post(`/${x.room}/moves`, {ply, move}, (ply % 2 ? o : x).token);
    return `${x.room}-1`;
}

test("before the first game the screen says how to start", async (t) => {
    const {page} = await open(t, "/statistics");
    await page.getByText("You have not finished a game yet.").waitFor();
    await page.getByRole("link", {name: "Play a game"}).waitFor();
});

test("only finished games on this device are counted", async (t) => {
    const {page} = await open(t, "/");
    await playHere(page, X_WINS);
    await playHere(page, DRAWN);
    await page.goto("/play?friend&variant=classic"); // not finished
    await playMoves(page, "e");
    await page.goto("/statistics");
    assert.deepEqual(await rowOf(page, "Classic", /People/), [1, 1, 0]);
    assert.equal(await page.getByRole("listitem").filter({hasText: "a friend here"}).count(), 2);
});

test("a game against the computer counts for its level, also if resigned", async (t) => {
    const {page} = await open(t, "/play?variant=ultimate&level=7&side=X&first=ee");
    await page.getByRole("button", {name: "Resign"}).click();
    await page.locator("oxo-dialog[heading='Resign?']").getByRole("button", {name: "Resign"}).click();
    await page.getByRole("heading", {name: "The computer wins"}).waitFor();
    await page.goto("/statistics");
    assert.deepEqual(await rowOf(page, "Ultimate", /Level 7/), [0, 0, 1]);
});

test("undoing a win removes it from the statistics", async (t) => {
    const {page} = await open(t, "/");
    await playHere(page, DRAWN);
    await playHere(page, X_WINS);
    await page.getByRole("button", {name: "Undo"}).click();
    await page.locator("oxo-board:not([locked])").waitFor();
    await page.goto("/statistics");
    assert.deepEqual(await rowOf(page, "Classic", /People/), [0, 1, 0]);
});

test("a finished game links to its analysis", async (t) => {
    const {page} = await open(t, "/");
    await playHere(page, X_WINS);
    await page.goto("/statistics");
    const link = page.getByRole("link", {name: /Analyse/});
    assert.equal(await link.getAttribute("href"), "/analysis?variant=classic&moves=a.b.e.c.i");
});

test("online games are counted, with a head-to-head score", async (t) => {
    const {page, server} = await open(t, "/statistics");
    const [me, bo] = [[await keyOf(page), "Ada"], ["Bo--" + "A".repeat(18), "Bo"]];
    await playOnline(server, me, bo);
    await playOnline(server, bo, me);
    const last = await playOnline(server, me, bo);
    await page.reload();
    assert.deepEqual(await rowOf(page, "Classic", /People/), [2, 0, 1]);
    assert.equal(await page.getByRole("link", {name: /Analyse/}).first().getAttribute("href"), `/g/${last}`);
    await page.getByRole("button", {name: "Head to head"}).first().click();
    await page.getByRole("heading", {name: "You and Bo"}).waitFor();
    await page.getByText("2 won, 0 drawn, 1 lost").waitFor();
    await assertAccessible(page);
});

test("without a server the games on this device are shown, with a button to try again", async (t) => {
    const {page, context} = await open(t, "/");
    await playHere(page, X_WINS);
    await context.route("**/api/**", (route) => route.abort());
    await page.goto("/statistics");
    await page.getByText("The server cannot be asked just now").waitFor();
    assert.deepEqual(await rowOf(page, "Classic", /People/), [1, 0, 0]);
    await context.unroute("**/api/**");
    await page.getByRole("button", {name: "Try again"}).click();
    await page.getByText("The server cannot be asked just now").waitFor({state: "detached"});
});

test("deleting the statistics needs a confirmation", async (t) => {
    const {page} = await open(t, "/");
    await playHere(page, X_WINS);
    await page.goto("/statistics");
    await page.getByRole("button", {name: "Forget the games of this device"}).click();
    await page.getByRole("button", {name: "Keep them"}).click();
    assert.deepEqual(await rowOf(page, "Classic", /People/), [1, 0, 0]);
    await page.getByRole("button", {name: "Forget the games of this device"}).click();
    await page.getByRole("button", {name: "Forget them", exact: true}).click();
    await page.getByText("You have not finished a game yet.").waitFor();
    await page.reload();
    await page.getByText("You have not finished a game yet.").waitFor();
});

for (const colorScheme of ["light", "dark"])
    test(`the statistics are accessible and fit 320 pixels: ${colorScheme}`, async (t) => {
        const {page} = await open(t, "/", {colorScheme, viewport: {width: 320, height: 640}});
        await playHere(page, X_WINS);
        await playHere(page, DRAWN);
        await page.goto("/statistics");
        await rowOf(page, "Classic", /People/);
        await assertAccessible(page);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    });
