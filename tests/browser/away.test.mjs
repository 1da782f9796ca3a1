/* away.test.mjs - nobody loses a game by accident: other screens, hidden pages,
 * closed tabs and absent players. */
import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {assertBoard, button, joinRoom, makeRoom, openAs, playBoth, startGame, waitForHeadline,
    waitForToast} from "./room.mjs";
import {assertAccessible, closeBrowser, Server} from "./support.mjs";

const CLOCK = {clock: {initial: 300_000, increment: 0}};

let server;
before(async () => { server = await Server.start({after() {}}, "--claim-after", "1s", "--close-after", "2s", "--grace", "1s"); });
after(async () => {
    await closeBrowser();
    await server.end();
});

const bar = (page) => page.getByRole("navigation", {name: "Your games"});

/** The reader looks at another tab or application, or comes back. */
async function setVisible(page, isVisible) {
    await page.evaluate((state) => {
        Object.defineProperty(document, "visibilityState", {value: state, configurable: true});
        document.dispatchEvent(new Event("visibilitychange"));
    }, isVisible ? "visible" : "hidden");
}

/** Follows a link of the main menu. */
async function openMenu(page, name) {
    await page.getByRole("navigation", {name: "Main"}).getByRole("link", {name}).click();
}

const iconOf = (page) => page.locator('link[rel="icon"]').getAttribute("href");

async function waitForTitle(page, title) {
    await page.waitForFunction((wanted) => document.title === wanted, title);
}

/** Closes the page, as a reader closes a tab, and opens another one. */
async function reopen(page, address) {
    const context = page.context();
    await page.close();
    const next = await context.newPage();
    await next.goto(address);
    return next;
}

// ---- Before the game -------------------------------------------------------------

test("a game with a clock waits for a creator who is in another tab", async (t) => {
    const {page: ada, code} = await makeRoom(t, server, CLOCK);
    await ada.getByText("Waiting for your friend. The game starts when you are both here.").waitFor();
    await setVisible(ada, false);
    const bo = await joinRoom(t, server, code);
    await bo.getByText("Ada isn’t here yet. The game starts when you are both here.").waitFor();
    await assertAccessible(bo);
    await waitForTitle(ada, "Bo is here · Room · oxo");
    assert.equal(await iconOf(ada), "/icon-badge.svg");
    await setVisible(ada, true);
    await waitForHeadline(ada, "Your move");
    await waitForHeadline(bo, "Ada to move");
    await playBoth(ada, bo, "e a");
    await waitForTitle(ada, "Your move · Game · oxo");
});

test("the second player can leave before the game starts, and the seat is free again", async (t) => {
    const {page: ada, code} = await makeRoom(t, server, CLOCK);
    await setVisible(ada, false);
    const bo = await joinRoom(t, server, code);
    await bo.getByText("You lose nothing if you leave now.").waitFor();
    await button(bo, "Leave").click();
    await bo.waitForURL(`${server.url}/`);
    await setVisible(ada, true);
    await ada.locator("oxo-invite").waitFor();
    const cy = await joinRoom(t, server, code, {name: "Cy"});
    await waitForHeadline(cy, "Ada to move");
});

test("a creator on another screen is told that the friend is here, and the game waits", async (t) => {
    const {page: ada, code} = await makeRoom(t, server, CLOCK);
    await openMenu(ada, "Learn");
    await bar(ada).getByText("Your game: waiting for your friend").waitFor();
    const bo = await joinRoom(t, server, code);
    await waitForToast(ada, "Bo is here.");
    await bo.getByText("Ada isn’t here yet.").waitFor();
    await bar(ada).getByRole("link", {name: /Your game with Bo/}).click();
    await waitForHeadline(ada, "Your move");
});

test("a third visitor of a room that has not started may only watch", async (t) => {
    const {page: ada, code} = await makeRoom(t, server, CLOCK);
    await setVisible(ada, false);
    await joinRoom(t, server, code);
    const eve = await openAs(t, server, `/r/${code}`, {name: "Eve"});
    await eve.getByText("Both seats are taken.").waitFor();
    assert.equal(await button(eve, "Play as O").count(), 0);
    await setVisible(ada, true);
    await waitForHeadline(eve, "Ada to move");
});

test("a notification tells a hidden page that the friend is here", async (t) => {
    const {page: ada, code} = await makeRoom(t, server, {}, {permissions: ["notifications"]});
    await ada.evaluate(() => {
        globalThis.notified = [];
        globalThis.Notification = class {
            static permission = "granted";
            constructor(title, {body}) { globalThis.notified.push(body); }
        };
    });
    await setVisible(ada, false);
    const bo = await joinRoom(t, server, code);
    await waitForHeadline(bo, "Ada to move");
    await ada.waitForFunction(() => globalThis.notified.length > 1);
    assert.deepEqual(await ada.evaluate(() => globalThis.notified), ["Bo is here.", "Your move against Bo."]);
});

// ---- During the game ---------------------------------------------------------------

test("menus do not leave a game, and a bar leads back to it", async (t) => {
    const {ada, bo} = await startGame(t, server);
    await playBoth(ada, bo, "e");
    for (const name of ["Learn", "Analysis", "Watch", "Statistics"]) {
        await openMenu(bo, name);
        await bar(bo).getByText("Your game with Ada: your move").waitFor();
    }
    await waitForTitle(bo, "Your move · Statistics · oxo");
    await assertAccessible(bo);
    await bo.waitForTimeout(2500); // longer than the grace
    assert.equal(await ada.getByText(/has been away/).count(), 0);
    await bar(bo).getByRole("link").click();
    await playBoth(bo, ada, "a c");
    await openMenu(bo, "Play");
    await bar(bo).getByText(/Your game with Ada: your move/).waitFor();
    await bo.goBack();
    await playBoth(bo, ada, "b");
    await assertBoard(ada, "e a c b");
    await openMenu(bo, "Watch");
    await bar(bo).getByText("Your game with Ada: their move").waitFor();
    await waitForTitle(bo, "Rooms · oxo");
});

test("a closed tab keeps the seat, and home lists all games of this device", async (t) => {
    const {ada, bo} = await startGame(t, server);
    await playBoth(ada, bo, "e a");
    await assertBoard(bo, "e a");
    const {page: cy, code} = await makeRoom(t, server, {name: "Cy"});
    await bo.goto(`/r/${code}`);
    await button(bo, "Play as O").click();
    await waitForHeadline(bo, "Cy to move");
    const again = await reopen(bo, "/");
    await bar(again).getByText(/Your game with Ada: their move/).waitFor();
    await playBoth(cy, again, "e");
    await bar(again).getByText(/Your game with Cy: your move/).waitFor();
    assert.equal(await bar(again).getByRole("link").count(), 2);
    await assertAccessible(again);
    await bar(again).getByRole("link", {name: /Cy/}).click();
    await waitForHeadline(again, "Your move");
    await playBoth(again, cy, "a");
    await assertBoard(cy, "e a");
});

test("a game can be aborted until both players have moved", async (t) => {
    const {ada, bo} = await startGame(t, server);
    await playBoth(ada, bo, "e");
    await button(bo, "Leave").click();
    await bo.getByText("Leave the game? It will be aborted.").waitFor();
    await button(bo, "Play on").click();
    await button(bo, "Abort").click();
    await bo.getByText("Abort the game? It will have no result.").waitFor();
    await button(bo, "Abort").click();
    for (const page of [ada, bo])
        await waitForHeadline(page, "Game aborted");
    await ada.locator("oxo-result").getByText("Bo aborted the game. The game has no result.").waitFor();
    assert.equal(await ada.getByRole("link", {name: "Analyse this game"}).count(), 0);
    await assertAccessible(ada);
    await button(ada, "Another game").click();
    await button(bo, "Accept").click();
    await playBoth(bo, ada, "e a");
    await button(ada, "Resign").waitFor();
    assert.equal(await button(ada, "Abort").count(), 0);
});

// ---- Absence -------------------------------------------------------------------------

for (const [claim, headline, theirs, reason] of [
    ["Claim a win", "You win", "Ada wins", /and Ada claimed the win\./],
    ["Claim a draw", "Drawn", "Drawn", /and Ada claimed a draw\./],
])
    test(`${claim}: the opponent of an absent player claims, and the absent player learns why`, async (t) => {
        const {ada, bo, code} = await startGame(t, server, CLOCK);
        await playBoth(ada, bo, "e a c");
        await assertBoard(bo, "e a c");
        const elsewhere = await bo.context().newPage();
        await bo.close();
        await ada.getByText(/Bo has been away for 0:\d\d\./).waitFor();
        await button(ada, claim).waitFor();
        await assertAccessible(ada);
        await button(ada, "Keep waiting").click();
        assert.equal(await button(ada, claim).count(), 0);
        await button(ada, "Claim the game").click();
        await button(ada, claim).click();
        await waitForHeadline(ada, headline);
        await ada.locator("oxo-result").getByText(/^Bo was away, and you claimed/).waitFor();
        await elsewhere.goto(`/r/${code}`);
        await waitForHeadline(elsewhere, theirs);
        await elsewhere.locator("oxo-result").getByText(/^You were away,/).filter({hasText: reason}).waitFor();
    });

for (const [when, flags, words, address] of [
    ["while the room is open", [], "Ada wins. You were away, and Ada claimed the win.", /\/r\/\w+$/],
    ["after the room has closed", ["--idle-room", "1s"], "Ada wins, by a claim, because you were away.", /\/g\/\w+-1$/],
])
    test(`a player who returns ${when} learns on any screen how the game ended`, async (t) => {
        const own = await Server.start(t, "--claim-after", "1s", ...flags);
        const {ada, bo} = await startGame(t, own, CLOCK);
        await playBoth(ada, bo, "e a c");
        await assertBoard(bo, "e a c");
        const elsewhere = await bo.context().newPage();
        await bo.close();
        await button(ada, "Claim a win").click();
        await waitForHeadline(ada, "You win");
        await elsewhere.waitForTimeout(1500); // longer than --idle-room
        await elsewhere.goto("/rules");
        await bar(elsewhere).getByText(`Your game with Ada: ${words}`).waitFor();
        await waitForTitle(elsewhere, "Game over · Rules · oxo");
        await bar(elsewhere).getByRole("link").click();
        await elsewhere.waitForURL(address);
        await bar(elsewhere).waitFor({state: "detached"});
    });

test("an untimed game survives an absence, and can be closed without a result", async (t) => {
    const {ada, bo} = await startGame(t, server);
    await playBoth(ada, bo, "e a c");
    await assertBoard(bo, "e a c");
    const elsewhere = await bo.context().newPage();
    await bo.close();
    await button(ada, "Close the game without a result").waitFor();
    assert.equal(await button(ada, "Claim a win").count(), 0);
    await button(ada, "Close the game without a result").click();
    await waitForHeadline(ada, "Game closed");
    await ada.locator("oxo-result").getByText("You closed the game after a long wait. The game has no result.").waitFor();
    await elsewhere.close();
});

test("a game without a clock survives a restart of the server while a player is away", async (t) => {
    const mortal = await Server.start(t, "--grace", "1s");
    const {ada, bo, code} = await startGame(t, mortal, {days: 3});
    await playBoth(ada, bo, "e a");
    await assertBoard(ada, "e a");
    await ada.getByText(/You have (3 days|2 days and 23 hours) left for this move\./).waitFor();
    const elsewhere = await bo.context().newPage();
    await bo.close();
    await mortal.kill();
    await mortal.restart();
    await ada.getByText(/Bo has been away for/).waitFor();
    await playBoth(ada, elsewhere, "c");
    await elsewhere.goto(`/r/${code}`);
    await waitForHeadline(elsewhere, "Your move");
    await playBoth(elsewhere, ada, "b");
    await assertBoard(ada, "e a c b");
});

// ---- A new room ------------------------------------------------------------------------

test("a room without a clock may have a limit of days for each move", async (t) => {
    const ada = await openAs(t, server, "/new?variant=classic");
    const days = ada.getByRole("group", {name: "Days per move"});
    await days.getByText("3", {exact: true}).click();
    await button(ada, "Make the link").click();
    await ada.locator("oxo-room-door .facts li", {hasText: "3 days per move"}).waitFor();
    await ada.goto("/new?variant=classic");
    await ada.getByText("5 + 3", {exact: true}).click();
    assert.equal(await days.count(), 0);
});

test("the bar and the list of games fit 360 pixels", async (t) => {
    const small = {viewport: {width: 360, height: 740}};
    const name = "Somebody with a rather long name";
    const {page: ada, code} = await makeRoom(t, server, {}, small);
    const bo = await joinRoom(t, server, code, {name, ...small});
    await playBoth(ada, bo, "e");
    for (const address of ["/", "/rules", "/learn"]) {
        await ada.goto(address);
        await bar(ada).waitFor();
        assert.ok(await ada.evaluate(() => document.documentElement.scrollWidth <= innerWidth), address);
    }
});
