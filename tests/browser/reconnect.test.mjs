/* reconnect.test.mjs - whatever happens to the network, the page or the
 * server: the seat is ours, and the board right. */
import assert from "node:assert/strict";
import net from "node:net";
import {after, before, test} from "node:test";
import {assertBoard, button, comes, headline, joins, makesRoom, pair, playBoth, says} from "./room.mjs";
import {assertAccessible, cell, closeBrowser, Server} from "./support.mjs";

let server;
before(async () => { server = await Server.start({after() {}}); });
after(async () => {
    await closeBrowser();
    await server.end();
});

/** A wire between browsers and the server, which can be cut. */
class Wire {
    static async lay(t, server) {
        const wire = new Wire();
        wire.ends = new Set();
        wire.isCut = false;
        const listener = net.createServer((near) => wire.join(near, server));
        await new Promise((resolve) => listener.listen(0, "127.0.0.1", resolve));
        t.after(() => { wire.cut(); listener.close(); });
        wire.url = `http://127.0.0.1:${listener.address().port}`;
        return wire;
    }

    join(near, server) {
        if (this.isCut) {
            near.destroy();
            return;
        }
        const far = net.connect(new URL(server.url).port, "127.0.0.1");
        for (const [from, to] of [[near, far], [far, near]]) {
            this.ends.add(from);
            from.on("error", () => {}).on("close", () => { this.ends.delete(from); to.destroy(); });
            from.pipe(to);
        }
    }

    /** Both sides notice. */
    cut() {
        this.isCut = true;
        this.ends.forEach((end) => end.destroy());
    }

    /** Nobody notices: nothing passes any more. */
    clog() {
        this.ends.forEach((end) => { end.unpipe(); end.pause(); });
    }

    mend() {
        this.isCut = false;
    }
}

const banner = (page) => page.getByText("Connection lost.");

async function connected(page) {
    await banner(page).waitFor({state: "detached"});
}

test("after a reload in the middle of a game the seat is ours and the board right", async (t) => {
    const {ada, bo} = await pair(t, server, {variant: "ultimate"});
    await playBoth(ada, bo, "ae ei ia");
    await bo.reload();
    await headline(bo, "Your move");
    await assertBoard(bo, "ae ei ia");
    await playBoth(bo, ada, "ac cg");
    await assertBoard(bo, "ae ei ia ac cg");
});

test("a connection that is cut comes back by itself, with what was missed", async (t) => {
    const wire = await Wire.lay(t, server);
    const {page: ada, code} = await makesRoom(t, server);
    const bo = await joins(t, {...server, url: wire.url}, code);
    await headline(bo, "Ada to move");
    wire.cut();
    await banner(bo).waitFor();
    await bo.getByText(/Trying again( in \d+ s\.| …)/).waitFor();
    await ada.getByText(/Bo is away and loses the game in \d+ s\./).waitFor();
    await playBoth(ada, bo, "e");
    wire.mend();
    await connected(bo);
    await assertBoard(bo, "e");
    await ada.locator("oxo-player .note", {hasText: "away"}).waitFor({state: "detached"});
    await playBoth(bo, ada, "a c");
    await assertBoard(bo, "e a c");
});

test("a move made without a network is sent when it is back", async (t) => {
    const wire = await Wire.lay(t, server);
    const {page: ada, code} = await makesRoom(t, server, {mark: "O"});
    const bo = await joins(t, {...server, url: wire.url}, code);
    await headline(bo, "Your move");
    wire.cut();
    await banner(bo).waitFor();
    await cell(bo, "e").click();
    await bo.locator("oxo-board .cell.pending[data-move=e]").waitFor();
    wire.mend();
    await button(bo, "Try now").click({timeout: 1000}).catch(() => {}); // it may be back by itself
    await assertBoard(ada, "e");
    await assertBoard(bo, "e");
});

test("a move made without a network is said to wait, and no longer when it is back", async (t) => {
    const wire = await Wire.lay(t, server);
    const {page: ada, code} = await makesRoom(t, server, {mark: "O", variant: "ultimate"});
    const bo = await joins(t, {...server, url: wire.url}, code);
    await playBoth(bo, ada, "ea ae");
    await headline(bo, "Your move");
    const duty = bo.locator("oxo-room-panel .status").getByText("On the centre board.");
    await duty.waitFor();
    wire.cut();
    await banner(bo).waitFor();
    assert.equal(await bo.locator("oxo-room-panel h2").innerText(), "Your move");
    await cell(bo, "ec").click();
    await bo.locator("oxo-room-panel h2").getByText("Your move waits", {exact: true}).waitFor();
    await bo.locator("oxo-room-panel .status").getByText("The server hears of ec as soon as the connection is back.").waitFor();
    assert.equal(await duty.count(), 0);
    await assertAccessible(bo);
    wire.mend();
    await headline(bo, "Ada to move");
    assert.equal(await bo.getByText(/as soon as the connection is back/).count(), 0);
    await assertBoard(ada, "ea ae ec");
});

test("a move that comes too late is taken back, in words", async (t) => {
    const wire = await Wire.lay(t, server);
    const {page: ada, code} = await makesRoom(t, server, {mark: "O"});
    const bo = await joins(t, server, code);
    await headline(bo, "Your move");
    const seats = await bo.evaluate(() => JSON.parse(localStorage.getItem("oxo-seats")));
    const elsewhere = await comes(t, {...server, url: wire.url}, `/r/${code}`, {seats});
    await headline(elsewhere, "Your move");
    wire.cut();
    await banner(elsewhere).waitFor();
    await cell(elsewhere, "a").click();
    await elsewhere.locator("oxo-board .cell.pending[data-move=a]").waitFor();
    await playBoth(bo, ada, "e");
    wire.mend();
    await says(elsewhere, "The game has moved on since.");
    await assertBoard(elsewhere, "e");
    assert.equal(await elsewhere.locator("oxo-board .cell.pending").count(), 0);
});

test("a network that goes without a word is noticed, and left", async (t) => {
    const wire = await Wire.lay(t, server);
    const {page: ada, code} = await makesRoom(t, server, {mark: "O"});
    const bo = await joins(t, {...server, url: wire.url}, code);
    await headline(bo, "Your move");
    wire.clog();
    await cell(bo, "e").click();
    await assertBoard(ada, "e");
    await assertBoard(bo, "e");
});

test("a browser that goes offline and comes back is in its game again", async (t) => {
    const {ada, bo} = await pair(t, server);
    await bo.context().setOffline(true);
    await banner(bo).waitFor();
    await playBoth(ada, bo, "e");
    await bo.context().setOffline(false);
    await connected(bo);
    await assertBoard(bo, "e");
    await playBoth(bo, ada, "a");
    await assertBoard(ada, "e a");
});

test("a seat outlasts the death of the server in the middle of a game", async (t) => {
    const mortal = await Server.start(t);
    const {ada, bo} = await pair(t, mortal, {variant: "ultimate"});
    await playBoth(ada, bo, "ae ei ia");
    await assertBoard(ada, "ae ei ia");
    await mortal.kill();
    await Promise.all([banner(ada).waitFor(), banner(bo).waitFor()]);
    await assertAccessible(ada);
    await mortal.restart();
    await Promise.all([connected(ada), connected(bo)]);
    await says(ada, "The connection is back.");
    await headline(bo, "Your move");
    for (const page of [ada, bo])
        await assertBoard(page, "ae ei ia");
    await playBoth(bo, ada, "ac cg");
    await assertBoard(bo, "ae ei ia ac cg");
});

test("a server that stops politely is waited for", async (t) => {
    const polite = await Server.start(t, "--drain-time", "1s");
    const {ada, bo} = await pair(t, polite);
    await playBoth(ada, bo, "e");
    await assertBoard(ada, "e");
    const gone = new Promise((resolve) => polite.process.once("exit", resolve));
    polite.process.kill("SIGTERM");
    await banner(ada).waitFor();
    await gone;
    await polite.restart();
    await Promise.all([connected(ada), connected(bo)]);
    await playBoth(bo, ada, "a c");
    await assertBoard(bo, "e a c");
});

test("who watches comes back too", async (t) => {
    const wire = await Wire.lay(t, server);
    const {ada, bo, code} = await pair(t, server);
    const eve = await comes(t, {...server, url: wire.url}, `/r/${code}`);
    await headline(eve, "Ada to move");
    wire.cut();
    await banner(eve).waitFor();
    await playBoth(ada, bo, "e a");
    wire.mend();
    await connected(eve);
    await assertBoard(eve, "e a");
    assert.equal(await button(eve, "Resign").count(), 0);
});
