/* join.test.mjs - how one gets into a room: by a link, from a list, first or
 * too late; and rooms for everyone, in every state. */
import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {assertBoard, button, comes, headline, joins, makesRoom, pair, playBoth, says, takesSeat} from "./room.mjs";
import {assertAccessible, cell, closeBrowser, Server} from "./support.mjs";

let server;
before(async () => { server = await Server.start({after() {}}); });
after(async () => {
    await closeBrowser();
    await server.end();
});

test("a room is made on the page, and who opens its link may play", async (t) => {
    const ada = await comes(t, server, "/new?variant=classic");
    await ada.getByLabel("Your name, if you like").fill("Ada");
    await ada.getByText("of 3").click();
    await ada.getByText("the other", {exact: true}).click();
    await button(ada, "Make the link").click();
    const link = await ada.getByLabel("Link to this room").inputValue();
    assert.match(link, /\/r\/[0-9A-Z]{6}$/);
    assert.ok(ada.url().endsWith(new URL(link).pathname));
    const bo = await comes(t, server, new URL(link).pathname, {name: "Bo"});
    await bo.getByRole("heading", {name: "Ada waits for a game"}).waitFor();
    await button(bo, "Play as X").click();
    await headline(bo, "Your move");
    await headline(ada, "Bo to move");
    await bo.getByText("Best of 3: 0–0").waitFor();
});

test("who opens a link takes no seat by it, and may watch", async (t) => {
    const {page: ada, code} = await makesRoom(t, server);
    const eve = await comes(t, server, `/r/${code}`, {name: "Eve"});
    await button(eve, "Watch").click();
    await eve.getByText("You will see the game when somebody takes the seat.").waitFor();
    assert.deepEqual(await eve.evaluate(() => JSON.parse(localStorage.getItem("oxo-seats"))), {});
    await eve.reload();
    const bo = await joins(t, server, code);
    await headline(eve, "Ada to move");
    assert.equal(await button(eve, "Resign").count(), 0);
    await bo.reload(); // who has a seat is not asked again
    await headline(bo, "Ada to move");
    await headline(ada, "Your move");
});

test("two clicks take one seat", async (t) => {
    const {page: ada, code} = await makesRoom(t, server);
    const bo = await comes(t, server, `/r/${code}`, {name: "Bo"});
    await button(bo, "Play as O").evaluate((it) => {
        it.click();
        it.click();
    });
    await playBoth(ada, bo, "e a");
    await headline(bo, "Ada to move");
    assert.deepEqual(Object.keys(await bo.evaluate(() => JSON.parse(localStorage.getItem("oxo-seats")))), [code]);
});

test("who has no name is told apart by the mark", async (t) => {
    const {page: ada, code} = await makesRoom(t, server, {name: ""}, {name: ""});
    const bo = await joins(t, server, code, {name: ""});
    const eve = await comes(t, server, `/r/${code}`);
    await headline(eve, "Guest X to move");
    await playBoth(ada, bo, "e");
    await headline(eve, "Guest O to move");
    const names = await eve.locator("oxo-player .name").allTextContents();
    assert.deepEqual(names.map((name) => name.split(",")[0].trim()), ["Guest O", "Guest X"]);
});

test("a link that works on this computer only is said to be one", async (t) => {
    const {page} = await makesRoom(t, server);
    await page.getByText("This link works on this computer only.").waitFor();
    await page.getByText(`oxo serve --listen 0.0.0.0:${new URL(server.url).port}`).waitFor();
    assert.equal(await page.getByRole("img", {name: "QR code of the link"}).count(), 0);
});

for (const [width, height] of [[390, 844], [1440, 900]])
    test(`the link is made without scrolling in a window of ${width} by ${height}`, async (t) => {
        const page = await comes(t, server, "/new", {viewport: {width, height}});
        const make = await button(page, "Make the link").boundingBox();
        const bar = width < 760 ? await page.getByRole("navigation", {name: "Main"}).boundingBox() : {y: height};
        assert.ok(make.y + make.height <= bar.y, `${make.y} + ${make.height}, ${bar.y}`);
    });

test("a room has what was chosen for it", async (t) => {
    const ada = await comes(t, server, "/new");
    await ada.getByText("Classic", {exact: true}).click();
    await ada.getByText("Three in a row", {exact: false}).first().waitFor();
    await ada.getByText("anybody", {exact: true}).click();
    await ada.getByRole("heading", {name: "Play anybody"}).waitFor();
    await button(ada, "Wait for somebody").click();
    await ada.getByRole("heading", {name: "Your room is open"}).waitFor();
    assert.deepEqual(await ada.locator("oxo-room-door .facts li").allTextContents(),
        ["Classic", "no clock", "one game", "you are X"]);
});

test("the link is copied at a click", async (t) => {
    const {page, code} = await makesRoom(t, server, {}, {permissions: ["clipboard-read", "clipboard-write"]});
    await button(page, "Copy the link").click();
    await says(page, "The link is copied.");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${server.url}/r/${code}`);
});

test("a token is in no address", async (t) => {
    const {ada} = await pair(t, server);
    const seats = await ada.evaluate(() => JSON.parse(localStorage.getItem("oxo-seats")));
    const [{token}] = Object.values(seats);
    const asked = await ada.evaluate(() => performance.getEntriesByType("resource").map((entry) => entry.name));
    assert.ok(![ada.url(), ...asked].some((address) => address.includes(token)));
});

test("who comes third watches all of it and cannot move", async (t) => {
    const {ada, bo, code} = await pair(t, server);
    const eve = await comes(t, server, `/r/${code}`, {name: "Eve"});
    await headline(eve, "Ada to move");
    await cell(eve, "e").click({force: true});
    await says(eve, "You are watching this game.");
    assert.equal(await button(eve, "Resign").count(), 0);
    await playBoth(ada, bo, "a d b h c");
    await headline(eve, "Ada wins");
    await assertBoard(eve, "a d b h c");
});

test("of two who take the seat at the same moment one plays and one watches", async (t) => {
    const {page: ada, code} = await makesRoom(t, server);
    const rivals = await Promise.all(["Bo", "Cy"].map((name) => comes(t, server, `/r/${code}`, {name})));
    await Promise.all(rivals.map((page) => button(page, "Play as O").waitFor()));
    await Promise.all(rivals.map((page) => button(page, "Play as O").click({force: true, timeout: 2000}).catch(() => {})));
    await Promise.all(rivals.map((page) => headline(page, "Ada to move")));
    const seats = await Promise.all(rivals.map((page) => button(page, "Resign").count()));
    assert.deepEqual(seats.sort(), [0, 1]);
    await headline(ada, "Your move");
});

test("whoever waits in public is offered to others, and joined at a click", async (t) => {
    const {page: ada, code} = await makesRoom(t, server, {variant: "ultimate-cg", public: true});
    const bo = await comes(t, server, "/new?variant=ultimate-cg&public", {name: "Bo"});
    await bo.getByRole("link", {name: "Play: Ada"}).click();
    await headline(bo, "Ada to move");
    assert.ok(bo.url().endsWith(`/r/${code}`));
    await playBoth(ada, bo, "ae");
    const eve = await comes(t, server, "/rooms");
    await eve.getByRole("link", {name: "Watch: Ada – Bo"}).click();
    await headline(eve, "Bo to move"); // the list shows a board as well
    await assertBoard(eve, "ae");
});

test("who wants other rules is told at once who waits for them", async (t) => {
    await makesRoom(t, server, {variant: "classic", public: true});
    const bo = await comes(t, server, "about:blank", {name: "Bo"});
    await bo.clock.install();
    await bo.goto("/new?variant=ultimate-cg&public");
    await bo.clock.pauseAt(Date.now() + 60_000); // nothing is asked again from now on
    await bo.getByRole("radio", {name: "Classic"}).click();
    await bo.getByRole("link", {name: "Play: Ada"}).waitFor();
});

test("a room that is not there is said to be so", async (t) => {
    const page = await comes(t, server, "/r/ZZZZZZ");
    await page.getByText("There is no such room.").waitFor();
    await page.getByRole("link", {name: "A new room"}).waitFor();
});

test("a code that cannot be one is a room that is not there", async (t) => {
    for (const code of ["x", "K7Q2MU", "K7Q2MXX", "K7Q2MX".repeat(20), "x?play"]) {
        const page = await comes(t, server, `/r/${code}`, {viewport: {width: 320, height: 640}});
        await page.getByText("There is no such room.").waitFor();
        await page.getByRole("link", {name: "A new room"}).waitFor();
        assert.equal(await button(page, "Try again").count(), 0);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), code);
    }
});

test("a seat is ours even if nobody heard that it is", async (t) => {
    const {page: ada, code} = await makesRoom(t, server);
    const bo = await comes(t, server, "/rules", {name: "Bo"});
    let deaf = true; // the seat's confirmation, and with it the connection, is lost
    await bo.routeWebSocket(/\/ws$/, (socket) => {
        const there = socket.connectToServer();
        there.onMessage((message) => {
            if (!deaf || JSON.parse(message).type !== "seat") {
                socket.send(message);
                return;
            }
            deaf = false;
            void socket.close({code: 3000}).then(() => there.close());
        });
    });
    await bo.goto(`/r/${code}`);
    await takesSeat(bo);
    await headline(bo, "Ada to move");
    await playBoth(ada, bo, "e a");
    await assertBoard(ada, "e a");
});

test("what was refused at the door can be tried again", async (t) => {
    const {page: ada, code} = await makesRoom(t, server);
    const bo = await comes(t, server, "/rules", {name: "Bo"});
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
    await takesSeat(bo);
    await headline(bo, "Ada to move");
    await headline(ada, "Your move");
});

test("names are shown as text, whatever they are", async (t) => {
    const name = `<b>"'&\u00e9</b>`;
    const {page: ada, code} = await makesRoom(t, server, {name});
    const bo = await joins(t, server, code, {name: "<img src=x>"});
    await bo.locator("oxo-player .name", {hasText: name}).waitFor();
    await ada.locator("oxo-player .name", {hasText: "<img src=x>"}).waitFor();
    assert.equal(await bo.locator("oxo-player b, oxo-player img").count(), 0);
});

test("name and picture are chosen in a dialog, and others see them", async (t) => {
    const ada = await comes(t, server, "/rooms");
    await button(ada, "You").click();
    await ada.locator("oxo-profile").getByLabel("Your name, if you like").fill("Countess");
    await ada.locator("oxo-profile").getByRole("radio", {name: "owl"}).check({force: true});
    await button(ada, "Done").click();
    await button(ada, "You: Countess").waitFor();
    const {page: bo, code} = await makesRoom(t, server);
    await ada.goto(`/r/${code}`);
    await takesSeat(ada);
    await bo.locator("oxo-player", {hasText: "🦉"}).locator(".name", {hasText: "Countess"}).waitFor();
});

// ---- For everyone ------------------------------------------------------------------

for (const colorScheme of ["light", "dark"])
    test(`rooms are accessible in ${colorScheme} colours, in every state`, async (t) => {
        const look = {colorScheme};
        const visitor = await comes(t, server, "/new?variant=ultimate&public", look);
        await visitor.getByRole("heading", {name: "Waiting now"}).waitFor();
        await assertAccessible(visitor);
        const {page: ada, code} = await makesRoom(t, server, {public: true, clock: {initial: 60_000}}, look);
        await assertAccessible(ada);
        const bo = await comes(t, server, `/r/${code}`, {name: "Bo", ...look});
        await button(bo, "Play as O").waitFor();
        await assertAccessible(bo);
        await takesSeat(bo);
        await playBoth(ada, bo, "a d b");
        await button(ada, "Draw").click();
        await button(bo, "Accept").waitFor();
        await assertAccessible(bo);
        await visitor.goto("/rooms");
        await visitor.getByRole("link", {name: "Watch: Ada – Bo"}).first().waitFor();
        await assertAccessible(visitor);
        await playBoth(bo, ada, "h c");
        await headline(bo, "Ada wins");
        await assertAccessible(bo);
        await visitor.goto("/r/ZZZZZZ");
        await visitor.getByText("There is no such room.").waitFor();
        await assertAccessible(visitor);
    });

test("on the smallest screens nothing has to be scrolled sideways", async (t) => {
    const small = {viewport: {width: 320, height: 640}};
    const name = "Somebody with a rather long name";
    const {page, code} = await makesRoom(t, server, {variant: "ultimate", public: true, series: 3, name,
        clock: {initial: 3_600_000, increment: 1000}}, small);
    const assertFits = async (there) => assert.ok(await there.evaluate(() =>
        document.documentElement.scrollWidth <= document.documentElement.clientWidth), there.url());
    await assertFits(page);
    const bo = await comes(t, server, `/r/${code}`, {name, ...small});
    await button(bo, "Play as O").waitFor();
    await assertFits(bo);
    await takesSeat(bo);
    await headline(page, "Your move");
    await assertFits(page);
    await bo.goto("/rooms");
    await bo.getByRole("link", {name: /^Go back/}).waitFor();
    await assertFits(bo);
    await bo.goto("/new?variant=ultimate&public");
    await bo.getByRole("heading", {name: "Waiting now"}).waitFor();
    await assertFits(bo);
});
