/* online.test.ts - reconnecting, stored seats, valid names and room requests. */
import assert from "node:assert/strict";
import {test, type TestContext} from "node:test";
import {type Link, retryDelay, Socket} from "../src/online/socket.js";
import {fitAvatar, fitName, fitText, identityOf} from "../src/state/identity.js";
import {FIRST_CHOICES, readChoices, setupOf} from "../src/state/room-setup.js";
import {pruneSeats, readSeats, roomsOf} from "../src/state/seats.js";
import {AVATARS, type Settings} from "../src/state/settings.js";

// ---- Fake time and a fake connection ----------------------------------------------

class FakeTime {
    private now = 0;
    private timers: {id: number; at: number; call: () => void}[] = [];
    private ids = 0;

    readonly set = (call: () => void, wait: number): number => {
        this.timers.push({id: ++this.ids, at: this.now + wait, call});
        return this.ids;
    };

    readonly clear = (id: number): void => {
        this.timers = this.timers.filter((timer) => timer.id !== id);
    };

    advance(time: number): void {
        const until = this.now + time;
        for (;;) {
            const [next] = this.timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at);
            if (!next)
                break;
            this.now = next.at;
            this.clear(next.id);
            next.call();
        }
        this.now = until;
    }
}

class FakeSocket extends EventTarget {
    static readonly OPEN = 1;
    static all: FakeSocket[] = [];
    readyState = 0;
    sent: string[] = [];
    onopen: (() => void) | null = null;
    onmessage: ((event: {data: string}) => void) | null = null;
    onclose: ((event: {code: number}) => void) | null = null;

    constructor() {
        super();
        FakeSocket.all.push(this);
    }

    send(text: string): void {
        this.sent.push(text);
    }

    close(): void {
        this.readyState = 3;
    }

    opens(): void {
        this.readyState = 1;
        this.onopen?.();
    }

    says(message: object): void {
        this.onmessage?.({data: JSON.stringify(message)});
    }

    breaks(code: number): void {
        this.readyState = 3;
        this.onclose?.({code});
    }
}

interface FakeBrowser {
    readonly links: Link[];
    readonly probes: () => number;
    readonly socket: Socket;
    readonly last: () => FakeSocket;
    readonly dispatch: (event: string) => void;
    readonly advance: (time: number) => void;
}

function fakeBrowser(t: TestContext): FakeBrowser {
    const [page, document] = [new EventTarget(), Object.assign(new EventTarget(), {visibilityState: "visible"})];
    const time = new FakeTime();
    const fakes = {
        WebSocket: FakeSocket, document, navigator: {onLine: true}, setTimeout: time.set, clearTimeout: time.clear,
        addEventListener: page.addEventListener.bind(page), removeEventListener: page.removeEventListener.bind(page),
    };
    const real = Object.keys(fakes).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
    for (const [name, value] of Object.entries(fakes))
        Object.defineProperty(globalThis, name, {value, configurable: true, writable: true});
    FakeSocket.all = [];
    const links: Link[] = [];
    let probes = 0;
    const socket = new Socket("ws://here/ws", {
        onOpen: () => {},
        onMessage: () => {},
        onLink: (link) => links.push(link),
        sendProbe: () => { probes++; socket.send({type: "resume", seq: 0}); },
    });
    t.after(() => {
        socket.close();
        for (const [name, descriptor] of real)
            Object.defineProperty(globalThis, name, descriptor ?? {value: undefined, configurable: true});
    });
    return {
        links, socket, probes: () => probes, last: () => FakeSocket.all.at(-1)!,
        dispatch: (event) => { page.dispatchEvent(new Event(event)); }, advance: (ms) => time.advance(ms),
    };
}

test("retry delays grow, are random, and have a limit", () => {
    assert.ok(retryDelay(0, 1006, 0) < retryDelay(0, 1006, 1));
    assert.ok(retryDelay(1, 1006, 0.5) > retryDelay(0, 1006, 0.5));
    assert.equal(retryDelay(60, 1006, 1), retryDelay(70, 1006, 1));
});

test("a server that stops or is overloaded gets extra time", () => {
    for (const code of [1001, 1008, 1013])
        assert.ok(retryDelay(0, code, 0) >= 1000);
});

test("a lost connection is reopened", (t) => {
    const browser = fakeBrowser(t);
    browser.last().opens();
    browser.last().breaks(1006);
    assert.equal(browser.links.at(-1)?.state, "lost");
    browser.advance(1000);
    assert.equal(FakeSocket.all.length, 2);
    browser.last().opens();
    assert.equal(browser.links.at(-1)?.state, "open");
});

test("nothing is sent without a connection", (t) => {
    const browser = fakeBrowser(t);
    assert.equal(browser.socket.send({type: "resign"}), false);
    browser.last().opens();
    assert.equal(browser.socket.send({type: "resign"}), true);
});

test("the socket reconnects at once when the network is back", (t) => {
    const browser = fakeBrowser(t);
    browser.last().breaks(1006);
    browser.dispatch("online");
    assert.equal(FakeSocket.all.length, 2);
});

test("silence triggers a probe, and a missing answer ends the connection", (t) => {
    const browser = fakeBrowser(t);
    browser.last().opens();
    browser.advance(15_000);
    assert.equal(browser.probes(), 1);
    browser.last().says({type: "ok", room: "K7Q2MX", seq: 1});
    browser.advance(14_000);
    assert.equal(browser.links.at(-1)?.state, "open");
    browser.advance(1000);
    assert.equal(browser.probes(), 2);
    browser.advance(6000);
    assert.equal(browser.links.at(-1)?.state, "lost");
});

test("a message without an answer ends the connection", (t) => {
    const browser = fakeBrowser(t);
    browser.last().opens();
    browser.socket.send({type: "resign"});
    browser.advance(6000);
    assert.equal(browser.links.at(-1)?.state, "lost");
});

test("an offline event triggers a probe, not a disconnect", (t) => {
    const browser = fakeBrowser(t);
    browser.last().opens();
    browser.dispatch("offline");
    assert.equal(browser.probes(), 1);
    browser.last().says({type: "ok", room: "K7Q2MX", seq: 1});
    browser.advance(5000);
    assert.equal(browser.links.at(-1)?.state, "open");
});

test("a closed socket stays closed", (t) => {
    const browser = fakeBrowser(t);
    browser.last().opens();
    browser.socket.close();
    browser.advance(60_000);
    browser.dispatch("online");
    assert.equal(FakeSocket.all.length, 1);
});

// ---- Seats ------------------------------------------------------------------------

const TOKEN = "gabL8BU6X4SpzvMYPWKHrA";

test("stored seats are read only if they are well-formed", () => {
    const good = {K7Q2MX: {token: TOKEN, at: 5}, B7Q2MX: {token: TOKEN, at: 5, seat: 1, seen: 2}};
    assert.deepEqual(readSeats(good), good);
    for (const bad of [null, 7, [], "x", {K7Q2MX: TOKEN}, {K7Q2MX: {token: "short", at: 5}},
        {"../../x": {token: TOKEN, at: 5}}, {K7Q2MX: {token: TOKEN, at: "5"}}])
        assert.deepEqual(readSeats(bad), {});
});

test("old seats are dropped, and the oldest of too many", () => {
    const day = 24 * 3600 * 1000;
    assert.deepEqual(Object.keys(pruneSeats({A: {token: TOKEN, at: 0}, B: {token: TOKEN, at: 29 * day}}, 401 * day)), ["B"]);
    const many = Object.fromEntries(Array.from({length: 100}, (_, i) => [`R${i}`, {token: TOKEN, at: i}]));
    const kept = pruneSeats(many, 200);
    assert.equal(Object.keys(kept).length, 40);
    assert.ok(kept["R99"] && !kept["R0"]);
});

test("a seat that is just being asked for is not listed, and the newest comes first", () => {
    const seat = (at: number, more = {}): object => ({token: TOKEN, at, ...more});
    const kept = readSeats({AAAAAA: seat(0), BBBBBB: seat(100_000, {seat: 1}), CCCCCC: seat(90_000)});
    assert.deepEqual(roomsOf(kept, 100_000), ["BBBBBB", "AAAAAA"]);
});

// ---- Names ------------------------------------------------------------------------

test("a name is cut to the server's limit, between graphemes", () => {
    assert.equal(fitName("  Ada   Lovelace "), "Ada Lovelace");
    assert.equal(fitName("é".repeat(40)), "é".repeat(24));
    assert.equal(fitText("👩‍👩‍👧 x", 12), "");
    assert.ok(new TextEncoder().encode(fitName("🦊".repeat(40))).length <= 48);
});

test("control characters are removed, and others stay", () => {
    assert.equal(fitName("a\u202eb\u0000c\u2028d\u200f"), "abc d");
    assert.equal(fitName("<b>\"'&"), "<b>\"'&");
});

test("every avatar on offer is valid", () => {
    for (const avatar of AVATARS)
        assert.equal(fitAvatar(avatar), avatar);
});

test("an empty name is not sent, but the key always is", () => {
    const settings: Settings = {theme: "system", sound: false, name: " ", avatar: "", key: TOKEN};
    assert.deepEqual(identityOf(settings), {key: TOKEN});
    assert.deepEqual(identityOf({...settings, name: "Ada", avatar: "🦊"}), {name: "Ada", avatar: "🦊", key: TOKEN});
});

// ---- Room setup -------------------------------------------------------------------

test("a room request has the server's members", () => {
    const wish = {...FIRST_CHOICES, clock: "3+2" as const, first: "other" as const, series: 3};
    assert.deepEqual(setupOf(wish, "classic", true),
        {variant: "classic", series: 3, mark: "O", public: true, clock: {initial: 180_000, increment: 2000}});
    assert.deepEqual(setupOf({...wish, clock: "custom", minutes: 0.5, seconds: 1}, "classic", false).clock,
        {initial: 30_000, increment: 1000});
    assert.equal(setupOf(FIRST_CHOICES, "ultimate", false).clock, null);
    assert.equal(setupOf({...FIRST_CHOICES, days: 3}, "ultimate", false).days, 3);
    assert.equal(setupOf({...wish, days: 3}, "ultimate", false).days, undefined);
});

test("invalid stored choices are replaced by defaults", () => {
    assert.equal(readChoices(7), null);
    assert.deepEqual(readChoices({clock: "9+9", minutes: -1, seconds: 1e9, series: 2, first: "you"}), FIRST_CHOICES);
    assert.equal(readChoices({series: 7})?.series, 7);
});
