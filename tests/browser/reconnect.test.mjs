/* reconnect.test.mjs - the seat and the board survive failures of the network, the
 * page and the server. */
import assert from "node:assert/strict";
import net from "node:net";
import {after, before, test} from "node:test";
import {assertBoard, button, joinRoom, makeRoom, openAs, playBoth, startGame, waitForHeadline,
    waitForToast} from "./room.mjs";
import {assertAccessible, cell, closeBrowser, Server} from "./support.mjs";

let server;
before(async () => { server = await Server.start({after() {}}); });
after(async () => {
    await closeBrowser();
    await server.end();
});

/** A TCP proxy between browsers and the server that can fail. */
class TcpProxy {
    static async start(t, server) {
        const proxy = new TcpProxy();
        proxy.ends = new Set();
        proxy.isCut = false;
        const listener = net.createServer((near) => proxy.join(near, server));
        await new Promise((resolve) => listener.listen(0, "127.0.0.1", resolve));
        t.after(() => { proxy.cut(); listener.close(); });
        proxy.url = `http://127.0.0.1:${listener.address().port}`;
        return proxy;
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

    /** Closes all connections and refuses new ones. */
    cut() {
        this.isCut = true;
        this.ends.forEach((end) => end.destroy());
    }

    /** Stops forwarding without closing the connections. */
    stall() {
        this.ends.forEach((end) => { end.unpipe(); end.pause(); });
    }

    restore() {
        this.isCut = false;
    }
}

const banner = (page) => page.getByText("Connection lost.");

async function waitForConnection(page) {
    await banner(page).waitFor({state: "detached"});
}

test("a reload in the middle of a game keeps the seat and the board", async (t) => {
    const {ada, bo} = await startGame(t, server, {variant: "ultimate"});
    await playBoth(ada, bo, "ae ei ia");
    await bo.reload();
    await waitForHeadline(bo, "Your move");
    await assertBoard(bo, "ae ei ia");
    await playBoth(bo, ada, "ac cg");
    await assertBoard(bo, "ae ei ia ac cg");
});

test("a lost connection comes back by itself, with the missed moves", async (t) => {
    const proxy = await TcpProxy.start(t, server);
    const {page: ada, code} = await makeRoom(t, server);
    const bo = await joinRoom(t, {...server, url: proxy.url}, code);
    await waitForHeadline(bo, "Ada to move");
    proxy.cut();
    await banner(bo).waitFor();
    await bo.getByText(/Trying again( in \d+ s\.| …)/).waitFor();
    await ada.getByText(/Bo has been away for 0:\d\d\./).waitFor();
    await playBoth(ada, bo, "e");
    proxy.restore();
    await waitForConnection(bo);
    await assertBoard(bo, "e");
    await ada.locator("oxo-player .note", {hasText: "away"}).waitFor({state: "detached"});
    await playBoth(bo, ada, "a c");
    await assertBoard(bo, "e a c");
});

test("a connection that breaks while another screen is open comes back, too", async (t) => {
    const proxy = await TcpProxy.start(t, server);
    const {page: ada, code} = await makeRoom(t, server);
    const bo = await joinRoom(t, {...server, url: proxy.url}, code);
    await waitForHeadline(bo, "Ada to move");
    await bo.getByRole("link", {name: "Learn", exact: true}).click();
    await bo.getByText("Your game with Ada: their move").waitFor();
    proxy.cut();
    await ada.getByText(/Bo has been away for 0:\d\d\./).waitFor();
    await playBoth(ada, bo, "e");
    proxy.restore();
    await bo.getByText("Your game with Ada: your move").first().click();
    await playBoth(bo, ada, "a");
    await assertBoard(ada, "e a");
});

test("a move made without a network is sent when it is back", async (t) => {
    const proxy = await TcpProxy.start(t, server);
    const {page: ada, code} = await makeRoom(t, server, {mark: "O"});
    const bo = await joinRoom(t, {...server, url: proxy.url}, code);
    await waitForHeadline(bo, "Your move");
    proxy.cut();
    await banner(bo).waitFor();
    await cell(bo, "e").click();
    await bo.locator("oxo-board .cell.pending[data-move=e]").waitFor();
    proxy.restore();
    await button(bo, "Try now").click({timeout: 1000}).catch(() => {}); // the page may have reconnected by itself
    await assertBoard(ada, "e");
    await assertBoard(bo, "e");
});

test("a move made without a network is shown as waiting until it is sent", async (t) => {
    const proxy = await TcpProxy.start(t, server);
    const {page: ada, code} = await makeRoom(t, server, {mark: "O", variant: "ultimate"});
    const bo = await joinRoom(t, {...server, url: proxy.url}, code);
    await playBoth(bo, ada, "ea ae");
    await waitForHeadline(bo, "Your move");
    const duty = bo.locator("oxo-room-panel .status").getByText("On the centre board.");
    await duty.waitFor();
    proxy.cut();
    await banner(bo).waitFor();
    assert.equal(await bo.locator("oxo-room-panel h2").innerText(), "Your move");
    await cell(bo, "ec").click();
    await bo.locator("oxo-room-panel h2").getByText("Your move is waiting", {exact: true}).waitFor();
    await bo.locator("oxo-room-panel .status").getByText("ec will be sent as soon as the connection is back.").waitFor();
    assert.equal(await duty.count(), 0);
    await assertAccessible(bo);
    proxy.restore();
    await waitForHeadline(bo, "Ada to move");
    assert.equal(await bo.getByText(/as soon as the connection is back/).count(), 0);
    await assertBoard(ada, "ea ae ec");
});

test("a move that arrives too late is taken back with a reason", async (t) => {
    const proxy = await TcpProxy.start(t, server);
    const {page: ada, code} = await makeRoom(t, server, {mark: "O"});
    const bo = await joinRoom(t, server, code);
    await waitForHeadline(bo, "Your move");
    const seats = await bo.evaluate(() => JSON.parse(localStorage.getItem("oxo-seats")));
    const elsewhere = await openAs(t, {...server, url: proxy.url}, `/r/${code}`, {seats});
    await waitForHeadline(elsewhere, "Your move");
    proxy.cut();
    await banner(elsewhere).waitFor();
    await cell(elsewhere, "a").click();
    await elsewhere.locator("oxo-board .cell.pending[data-move=a]").waitFor();
    await playBoth(bo, ada, "e");
    proxy.restore();
    await waitForToast(elsewhere, "The game has moved on since.");
    await assertBoard(elsewhere, "e");
    assert.equal(await elsewhere.locator("oxo-board .cell.pending").count(), 0);
});

test("a silently dead connection is noticed and replaced", async (t) => {
    const proxy = await TcpProxy.start(t, server);
    const {page: ada, code} = await makeRoom(t, server, {mark: "O"});
    const bo = await joinRoom(t, {...server, url: proxy.url}, code);
    await waitForHeadline(bo, "Your move");
    proxy.stall();
    await cell(bo, "e").click();
    await assertBoard(ada, "e");
    await assertBoard(bo, "e");
});

test("a browser that was offline rejoins its game", async (t) => {
    const {ada, bo} = await startGame(t, server);
    await bo.context().setOffline(true);
    await banner(bo).waitFor();
    await playBoth(ada, bo, "e");
    await bo.context().setOffline(false);
    await waitForConnection(bo);
    await assertBoard(bo, "e");
    await playBoth(bo, ada, "a");
    await assertBoard(ada, "e a");
});

test("a seat survives a crash of the server in the middle of a game", async (t) => {
    const mortal = await Server.start(t);
    const {ada, bo} = await startGame(t, mortal, {variant: "ultimate"});
    await playBoth(ada, bo, "ae ei ia");
    await assertBoard(ada, "ae ei ia");
    await mortal.kill();
    await Promise.all([banner(ada).waitFor(), banner(bo).waitFor()]);
    await assertAccessible(ada);
    await mortal.restart();
    await Promise.all([waitForConnection(ada), waitForConnection(bo)]);
    await waitForToast(ada, "The connection is back.");
    await waitForHeadline(bo, "Your move");
    for (const page of [ada, bo])
        await assertBoard(page, "ae ei ia");
    await playBoth(bo, ada, "ac cg");
    await assertBoard(bo, "ae ei ia ac cg");
});

test("the page waits for a server that restarts", async (t) => {
    const polite = await Server.start(t, "--drain-time", "1s");
    const {ada, bo} = await startGame(t, polite);
    await playBoth(ada, bo, "e");
    await assertBoard(ada, "e");
    const gone = new Promise((resolve) => polite.process.once("exit", resolve));
    polite.process.kill("SIGTERM");
    await banner(ada).waitFor();
    await gone;
    await polite.restart();
    await Promise.all([waitForConnection(ada), waitForConnection(bo)]);
    await playBoth(bo, ada, "a c");
    await assertBoard(bo, "e a c");
});

test("a spectator reconnects, too", async (t) => {
    const proxy = await TcpProxy.start(t, server);
    const {ada, bo, code} = await startGame(t, server);
    const eve = await openAs(t, {...server, url: proxy.url}, `/r/${code}`);
    await waitForHeadline(eve, "Ada to move");
    proxy.cut();
    await banner(eve).waitFor();
    await playBoth(ada, bo, "e a");
    proxy.restore();
    await waitForConnection(eve);
    await assertBoard(eve, "e a");
    assert.equal(await button(eve, "Leave").count(), 0);
});
