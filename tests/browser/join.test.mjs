/* join.test.mjs - entering a room, by a link or from a list; accessibility of
 * rooms in every state. */
import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {assertBoard, button, joinRoom, makeRoom, openAs, playBoth, startGame, takeSeat, waitForHeadline,
    waitForToast} from "./room.mjs";
import {assertAccessible, cell, closeBrowser, Server} from "./support.mjs";

let server;
before(async () => { server = await Server.start({after() {}}); });
after(async () => {
    await closeBrowser();
    await server.end();
});

test("a room is made on the page, and a visitor of its link may play", async (t) => {
    const ada = await openAs(t, server, "/new?variant=classic");
    await ada.getByLabel("Your name, if you like").fill("Ada");
    await ada.getByText("of 3").click();
    await ada.getByText("the other", {exact: true}).click();
    await button(ada, "Make the link").click();
    const link = await ada.getByLabel("Link to this room").inputValue();
    assert.match(link, /\/r\/[0-9A-Z]{6}$/);
    assert.ok(ada.url().endsWith(new URL(link).pathname));
    const bo = await openAs(t, server, new URL(link).pathname, {name: "Bo"});
    await bo.getByRole("heading", {name: "Ada waits for a game"}).waitFor();
    await button(bo, "Play as X").click();
    await waitForHeadline(bo, "Your move");
    await waitForHeadline(ada, "Bo to move");
    await bo.getByText("Best of 3: 0–0").waitFor();
});

test("opening a link takes no seat, and the visitor may watch", async (t) => {
    const {page: ada, code} = await makeRoom(t, server);
    const eve = await openAs(t, server, `/r/${code}`, {name: "Eve"});
    await button(eve, "Watch").click();
    await eve.getByText("You will see the game when somebody takes the seat.").waitFor();
    assert.deepEqual(await eve.evaluate(() => JSON.parse(localStorage.getItem("oxo-seats"))), {});
    await eve.reload();
    const bo = await joinRoom(t, server, code);
    await waitForHeadline(eve, "Ada to move");
    assert.equal(await button(eve, "Leave").count(), 0);
    await bo.reload(); // a player with a seat rejoins without a question
    await waitForHeadline(bo, "Ada to move");
    await waitForHeadline(ada, "Your move");
});

test("two clicks take one seat", async (t) => {
    const {page: ada, code} = await makeRoom(t, server);
    const bo = await openAs(t, server, `/r/${code}`, {name: "Bo"});
    await button(bo, "Play as O").evaluate((it) => {
        it.click();
        it.click();
    });
    await playBoth(ada, bo, "e a");
    await waitForHeadline(bo, "Ada to move");
    assert.deepEqual(Object.keys(await bo.evaluate(() => JSON.parse(localStorage.getItem("oxo-seats")))), [code]);
});

test("players without a name are distinguished by their marks", async (t) => {
    const {page: ada, code} = await makeRoom(t, server, {name: ""}, {name: ""});
    const bo = await joinRoom(t, server, code, {name: ""});
    const eve = await openAs(t, server, `/r/${code}`);
    await waitForHeadline(eve, "Guest X to move");
    await playBoth(ada, bo, "e");
    await waitForHeadline(eve, "Guest O to move");
    const names = await eve.locator("oxo-player .name").allTextContents();
    assert.deepEqual(names.map((name) => name.split(",")[0].trim()), ["Guest O", "Guest X"]);
});

test("a link that works only on this computer comes with a warning", async (t) => {
    const {page} = await makeRoom(t, server);
    await page.getByText("This link works on this computer only.").waitFor();
    await page.getByText(`oxo serve --listen 0.0.0.0:${new URL(server.url).port}`).waitFor();
    assert.equal(await page.getByRole("img", {name: "QR code of the link"}).count(), 0);
});

for (const [width, height] of [[390, 844], [1440, 900]])
    test(`the button for the link is visible in a window of ${width} by ${height}`, async (t) => {
        const page = await openAs(t, server, "/new", {viewport: {width, height}});
        const make = await button(page, "Make the link").boundingBox();
        const bar = width < 760 ? await page.getByRole("navigation", {name: "Main"}).boundingBox() : {y: height};
        assert.ok(make.y + make.height <= bar.y, `${make.y} + ${make.height}, ${bar.y}`);
    });

test("a new room has the chosen settings", async (t) => {
    const ada = await openAs(t, server, "/new");
    await ada.getByText("Classic", {exact: true}).click();
    await ada.getByText("Three in a row", {exact: false}).first().waitFor();
    await ada.getByText("anybody", {exact: true}).click();
    await ada.getByRole("heading", {name: "Play anybody"}).waitFor();
    await button(ada, "Wait for somebody").click();
    await ada.getByRole("heading", {name: "Your room is open"}).waitFor();
    assert.deepEqual(await ada.locator("oxo-room-door .facts li").allTextContents(),
        ["Classic", "no clock", "one game", "you are X"]);
});

test("a click copies the link", async (t) => {
    const {page, code} = await makeRoom(t, server, {}, {permissions: ["clipboard-read", "clipboard-write"]});
    await button(page, "Copy the link").click();
    await waitForToast(page, "The link is copied.");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${server.url}/r/${code}`);
});

test("no address contains a token", async (t) => {
    const {ada} = await startGame(t, server);
    const seats = await ada.evaluate(() => JSON.parse(localStorage.getItem("oxo-seats")));
    const [{token}] = Object.values(seats);
    const asked = await ada.evaluate(() => performance.getEntriesByType("resource").map((entry) => entry.name));
    assert.ok(![ada.url(), ...asked].some((address) => address.includes(token)));
});

test("a third visitor watches the game and cannot move", async (t) => {
    const {ada, bo, code} = await startGame(t, server);
    const eve = await openAs(t, server, `/r/${code}`, {name: "Eve"});
    await waitForHeadline(eve, "Ada to move");
    await cell(eve, "e").click({force: true});
    await waitForToast(eve, "You are watching this game.");
    assert.equal(await button(eve, "Leave").count(), 0);
    await playBoth(ada, bo, "a d b h c");
    await waitForHeadline(eve, "Ada wins");
    await assertBoard(eve, "a d b h c");
});

test("if two take the seat at the same moment, one plays and one watches", async (t) => {
    const {page: ada, code} = await makeRoom(t, server);
    const rivals = await Promise.all(["Bo", "Cy"].map((name) => openAs(t, server, `/r/${code}`, {name})));
    await Promise.all(rivals.map((page) => button(page, "Play as O").waitFor()));
    await Promise.all(rivals.map((page) => button(page, "Play as O").click({force: true, timeout: 2000}).catch(() => {})));
    await Promise.all(rivals.map((page) => waitForHeadline(page, "Ada to move")));
    const seats = await Promise.all(rivals.map((page) => button(page, "Abort").count()));
    assert.deepEqual(seats.sort(), [0, 1]);
    await waitForHeadline(ada, "Your move");
});

test("a public room is listed, and a click joins it", async (t) => {
    const {page: ada, code} = await makeRoom(t, server, {variant: "ultimate-cg", public: true});
    const bo = await openAs(t, server, "/new?variant=ultimate-cg&public", {name: "Bo"});
    await bo.getByRole("link", {name: "Play: Ada"}).click();
    await waitForHeadline(bo, "Ada to move");
    assert.ok(bo.url().endsWith(`/r/${code}`));
    await playBoth(ada, bo, "ae");
    const eve = await openAs(t, server, "/rooms");
    await eve.getByRole("link", {name: "Watch: Ada – Bo"}).click();
    await waitForHeadline(eve, "Bo to move"); // before this, the visitor sees the list, which has boards, too
    await assertBoard(eve, "ae");
});

test("choosing another variant lists its waiting rooms at once", async (t) => {
    await makeRoom(t, server, {variant: "classic", public: true});
    const bo = await openAs(t, server, "about:blank", {name: "Bo"});
    await bo.clock.install();
    await bo.goto("/new?variant=ultimate-cg&public");
    await bo.clock.pauseAt(Date.now() + 60_000); // stops polling
    await bo.getByRole("radio", {name: "Classic"}).click();
    await bo.getByRole("link", {name: "Play: Ada"}).waitFor();
});

test("an unknown room is reported", async (t) => {
    const page = await openAs(t, server, "/r/ZZZZZZ");
    await page.getByText("There is no such room.").waitFor();
    await page.getByRole("link", {name: "A new room"}).waitFor();
});

test("a malformed code is reported as an unknown room", async (t) => {
    for (const code of ["x", "K7Q2MU", "K7Q2MXX", "K7Q2MX".repeat(20), "x?play"]) {
        const page = await openAs(t, server, `/r/${code}`, {viewport: {width: 320, height: 640}});
        await page.getByText("There is no such room.").waitFor();
        await page.getByRole("link", {name: "A new room"}).waitFor();
        assert.equal(await button(page, "Try again").count(), 0);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), code);
    }
});

test("a seat is kept even if its confirmation is lost", async (t) => {
    const {page: ada, code} = await makeRoom(t, server);
    const bo = await openAs(t, server, "/rules", {name: "Bo"});
    let losing = true; // loses the confirmation of the seat, and then the connection
    await bo.routeWebSocket(/\/ws$/, (socket) => {
        const there = socket.connectToServer();
        there.onMessage((message) => {
            if (!losing || JSON.parse(message).type !== "seat") {
                socket.send(message);
                return;
            }
            losing = false;
            void socket.close({code: 3000}).then(() => there.close());
        });
    });
    await bo.goto(`/r/${code}`);
    await takeSeat(bo);
    await waitForHeadline(bo, "Ada to move");
    await playBoth(ada, bo, "e a");
    await assertBoard(ada, "e a");
});

test("a refused entry can be tried again", async (t) => {
    const {page: ada, code} = await makeRoom(t, server);
    const bo = await openAs(t, server, "/rules", {name: "Bo"});
    await bo.routeWebSocket(/\/ws$/, (socket) => {
        socket.onMessage((text) => {
            const {ref} = JSON.parse(text);
            socket.send(JSON.stringify({type: "error", code: "rate-limited", message: "too many messages", ref}));
        });
    });
    await bo.goto(`/r/${code}`);
    await bo.getByRole("alert").filter({hasText: /too many messages/i}).waitFor();
    await assertAccessible(bo);
    await bo.routeWebSocket(/\/ws$/, (socket) => { socket.connectToServer(); });
    await button(bo, "Try again").click();
    await takeSeat(bo);
    await waitForHeadline(bo, "Ada to move");
    await waitForHeadline(ada, "Your move");
});

test("names are shown as text, not as HTML", async (t) => {
    const name = `<b>"'&\u00e9</b>`;
    const {page: ada, code} = await makeRoom(t, server, {name});
    const bo = await joinRoom(t, server, code, {name: "<img src=x>"});
    await bo.locator("oxo-player .name", {hasText: name}).waitFor();
    await ada.locator("oxo-player .name", {hasText: "<img src=x>"}).waitFor();
    assert.equal(await bo.locator("oxo-player b, oxo-player img").count(), 0);
});

test("name and avatar are chosen in a dialog, and others see them", async (t) => {
    const ada = await openAs(t, server, "/rooms");
    await button(ada, "You").click();
    await ada.locator("oxo-profile").getByLabel("Your name, if you like").fill("Countess");
    await ada.locator("oxo-profile").getByRole("radio", {name: "owl"}).check({force: true});
    await button(ada, "Done").click();
    await button(ada, "You: Countess").waitFor();
    const {page: bo, code} = await makeRoom(t, server);
    await ada.goto(`/r/${code}`);
    await takeSeat(ada);
    await bo.locator("oxo-player", {hasText: "🦉"}).locator(".name", {hasText: "Countess"}).waitFor();
});

// ---- Accessibility -----------------------------------------------------------------

for (const colorScheme of ["light", "dark"])
    test(`rooms are accessible in every state: ${colorScheme}`, async (t) => {
        const look = {colorScheme};
        const visitor = await openAs(t, server, "/new?variant=ultimate&public", look);
        await visitor.getByRole("heading", {name: "Waiting now"}).waitFor();
        await assertAccessible(visitor);
        const {page: ada, code} = await makeRoom(t, server, {public: true, clock: {initial: 60_000}}, look);
        await assertAccessible(ada);
        const bo = await openAs(t, server, `/r/${code}`, {name: "Bo", ...look});
        await button(bo, "Play as O").waitFor();
        await assertAccessible(bo);
        await takeSeat(bo);
        await playBoth(ada, bo, "a d b");
        await button(ada, "Draw").click();
        await button(bo, "Accept").waitFor();
        await assertAccessible(bo);
        await visitor.goto("/rooms");
        await visitor.getByRole("link", {name: "Watch: Ada – Bo"}).first().waitFor();
        await assertAccessible(visitor);
        await playBoth(bo, ada, "h c");
        await waitForHeadline(bo, "Ada wins");
        await assertAccessible(bo);
        await visitor.goto("/r/ZZZZZZ");
        await visitor.getByText("There is no such room.").waitFor();
        await assertAccessible(visitor);
    });

test("rooms fit 320 pixels", async (t) => {
    const small = {viewport: {width: 320, height: 640}};
    const name = "Somebody with a rather long name";
    const {page, code} = await makeRoom(t, server, {variant: "ultimate", public: true, series: 3, name,
        clock: {initial: 3_600_000, increment: 1000}}, small);
    const assertFits = async (there) => assert.ok(await there.evaluate(() =>
        document.documentElement.scrollWidth <= document.documentElement.clientWidth), there.url());
    await assertFits(page);
    const bo = await openAs(t, server, `/r/${code}`, {name, ...small});
    await button(bo, "Play as O").waitFor();
    await assertFits(bo);
    await takeSeat(bo);
    await waitForHeadline(page, "Your move");
    await assertFits(page);
    await bo.goto("/rooms");
    await bo.getByRole("link", {name: /^Go back/}).waitFor();
    await assertFits(bo);
    await bo.goto("/new?variant=ultimate&public");
    await bo.getByRole("heading", {name: "Waiting now"}).waitFor();
    await assertFits(bo);
});
