/* online.test.ts - connections that come back, seats that are kept, and names
 * as the server takes them. */
import assert from "node:assert/strict";
import {test, type TestContext} from "node:test";
import {type Link, retryDelay, Socket} from "../src/online/socket.js";
import {fitAvatar, fitName, fitText, identityOf} from "../src/state/identity.js";
import {FIRST_CHOICES, readChoices, setupOf} from "../src/state/room-setup.js";
import {pruneSeats, readSeats} from "../src/state/seats.js";
import {AVATARS, type Settings} from "../src/state/settings.js";

// ---- A browser's connection and time, under the test's hand ----------------------

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

    pass(time: number): void {
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

interface Browser {
    readonly links: Link[];
    readonly probes: () => number;
    readonly socket: Socket;
    readonly last: () => FakeSocket;
    readonly tell: (event: string) => void;
    readonly pass: (time: number) => void;
}

function browser(t: TestContext): Browser {
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
        tell: (event) => { page.dispatchEvent(new Event(event)); }, pass: (ms) => time.pass(ms),
    };
}

test("waits grow, are random, and have an end", () => {
    assert.ok(retryDelay(0, 1006, 0) < retryDelay(0, 1006, 1));
    assert.ok(retryDelay(1, 1006, 0.5) > retryDelay(0, 1006, 0.5));
    assert.equal(retryDelay(60, 1006, 1), retryDelay(70, 1006, 1));
});

test("a server that is about to stop, or wants peace, is given time", () => {
    for (const code of [1001, 1008, 1013])
        assert.ok(retryDelay(0, code, 0) >= 1000);
});

test("a connection that breaks is made again", (t) => {
    const it = browser(t);
    it.last().opens();
    it.last().breaks(1006);
    assert.equal(it.links.at(-1)?.state, "lost");
    it.pass(1000);
    assert.equal(FakeSocket.all.length, 2);
    it.last().opens();
    assert.equal(it.links.at(-1)?.state, "open");
});

test("nothing is sent where there is no connection", (t) => {
    const it = browser(t);
    assert.equal(it.socket.send({type: "resign"}), false);
    it.last().opens();
    assert.equal(it.socket.send({type: "resign"}), true);
});

test("a network that is back is tried at once", (t) => {
    const it = browser(t);
    it.last().breaks(1006);
    it.tell("online");
    assert.equal(FakeSocket.all.length, 2);
});

test("after silence a sign of life is asked for, and without one the connection is given up", (t) => {
    const it = browser(t);
    it.last().opens();
    it.pass(15_000);
    assert.equal(it.probes(), 1);
    it.last().says({type: "ok", room: "K7Q2MX", seq: 1});
    it.pass(14_000);
    assert.equal(it.links.at(-1)?.state, "open");
    it.pass(1000);
    assert.equal(it.probes(), 2);
    it.pass(6000);
    assert.equal(it.links.at(-1)?.state, "lost");
});

test("a message without any answer gives the connection up", (t) => {
    const it = browser(t);
    it.last().opens();
    it.socket.send({type: "resign"});
    it.pass(6000);
    assert.equal(it.links.at(-1)?.state, "lost");
});

test("a browser that says it is offline is not believed, but asked about", (t) => {
    const it = browser(t);
    it.last().opens();
    it.tell("offline");
    assert.equal(it.probes(), 1);
    it.last().says({type: "ok", room: "K7Q2MX", seq: 1});
    it.pass(5000);
    assert.equal(it.links.at(-1)?.state, "open");
});

test("what was ended stays so", (t) => {
    const it = browser(t);
    it.last().opens();
    it.socket.close();
    it.pass(60_000);
    it.tell("online");
    assert.equal(FakeSocket.all.length, 1);
});

// ---- Seats ------------------------------------------------------------------------

const TOKEN = "gabL8BU6X4SpzvMYPWKHrA";

test("seats that were kept are read only if they look like seats", () => {
    const good = {K7Q2MX: {token: TOKEN, at: 5}};
    assert.deepEqual(readSeats(good), good);
    for (const bad of [null, 7, [], "x", {K7Q2MX: TOKEN}, {K7Q2MX: {token: "short", at: 5}},
        {"../../x": {token: TOKEN, at: 5}}, {K7Q2MX: {token: TOKEN, at: "5"}}])
        assert.deepEqual(readSeats(bad), {});
});

test("old seats are forgotten, and the oldest of too many", () => {
    const day = 24 * 3600 * 1000;
    assert.deepEqual(Object.keys(pruneSeats({A: {token: TOKEN, at: 0}, B: {token: TOKEN, at: 29 * day}}, 31 * day)), ["B"]);
    const many = Object.fromEntries(Array.from({length: 100}, (_, i) => [`R${i}`, {token: TOKEN, at: i}]));
    const kept = pruneSeats(many, 200);
    assert.equal(Object.keys(kept).length, 40);
    assert.ok(kept["R99"] && !kept["R0"]);
});

// ---- Names ------------------------------------------------------------------------

test("a name is cut to the bytes that the server takes, between whole signs", () => {
    assert.equal(fitName("  Ada   Lovelace "), "Ada Lovelace");
    assert.equal(fitName("é".repeat(40)), "é".repeat(24));
    assert.equal(fitText("👩‍👩‍👧 x", 12), "");
    assert.ok(new TextEncoder().encode(fitName("🦊".repeat(40))).length <= 48);
});

test("characters that act on text are left out, and others stay", () => {
    assert.equal(fitName("a\u202eb\u0000c\u2028d\u200f"), "abc d");
    assert.equal(fitName("<b>\"'&"), "<b>\"'&");
});

test("every picture that is offered fits", () => {
    for (const avatar of AVATARS)
        assert.equal(fitAvatar(avatar), avatar);
});

test("who has no name sends none, and always the key", () => {
    const settings: Settings = {theme: "system", sound: false, name: " ", avatar: "", key: TOKEN};
    assert.deepEqual(identityOf(settings), {key: TOKEN});
    assert.deepEqual(identityOf({...settings, name: "Ada", avatar: "🦊"}), {name: "Ada", avatar: "🦊", key: TOKEN});
});

// ---- Wishes -----------------------------------------------------------------------

test("a room is asked for in the server's words", () => {
    const wish = {...FIRST_CHOICES, clock: "3+2" as const, first: "other" as const, series: 3};
    assert.deepEqual(setupOf(wish, "classic", true),
        {variant: "classic", series: 3, mark: "O", public: true, clock: {initial: 180_000, increment: 2000}});
    assert.deepEqual(setupOf({...wish, clock: "custom", minutes: 0.5, seconds: 1}, "classic", false).clock,
        {initial: 30_000, increment: 1000});
    assert.equal(setupOf(FIRST_CHOICES, "ultimate", false).clock, null);
});

test("a wish that was kept is mended where it is wrong", () => {
    assert.equal(readChoices(7), null);
    assert.deepEqual(readChoices({clock: "9+9", minutes: -1, seconds: 1e9, series: 2, first: "you"}), FIRST_CHOICES);
    assert.equal(readChoices({series: 7})?.series, 7);
});
