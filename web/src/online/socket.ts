/* socket.ts - a connection that comes back by itself.
 *
 * After a loss it waits a random time, longer each time, and not at all when
 * the browser says that the network or the reader is back. A network can also
 * go without a word: when nothing was heard for a while, or the browser says
 * that something changed, the other side is asked for a sign of life. */
import type {ServerMessage} from "../state/messages.js";

export type Link =
    | {readonly state: "connecting" | "open" | "ended"}
    /** Lost; `until` is when the next try begins. */
    | {readonly state: "lost"; readonly until: number};

export interface SocketUser {
    /** Connected, perhaps not for the first time. */
    opened(): void;
    heard(message: ServerMessage): void;
    /** Say something that the other side must answer. */
    probe(): void;
    linked(link: Link): void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 20_000;
/** The server is stopping, or wants us to slow down: not at once. */
const POLITE_WAIT: {readonly [code: number]: number} = {1001: 1000, 1008: 5000, 1013: 5000};

/** How long to wait after so many tries in vain; `random` is 0..1. */
export function waitBefore(tries: number, closedWith: number, random: number): number {
    const grown = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries);
    return (POLITE_WAIT[closedWith] ?? 0) + grown * (0.5 + random / 2);
}

/** Silence after which we ask, and after which we give up. */
const QUIET = 15_000;
const ANSWER = 6000;
const HURRIED_ANSWER = 2500;

export class Socket {
    private socket: WebSocket | null = null;
    private tries = 0;
    private retry: ReturnType<typeof setTimeout> | undefined;
    private watch: ReturnType<typeof setTimeout> | undefined;
    private awaited = false;
    private ended = false;

    constructor(private readonly url: string, private readonly user: SocketUser) {
        addEventListener("online", this.nudge);
        addEventListener("offline", this.nudge);
        document.addEventListener("visibilitychange", this.nudge);
        this.connect();
    }

    /** Sends it now, or not at all: false if there is no connection. */
    send(message: object): boolean {
        if (this.socket?.readyState !== WebSocket.OPEN)
            return false;
        this.socket.send(JSON.stringify(message));
        if (!this.awaited) {
            this.awaited = true;
            this.wakeIn(ANSWER);
        }
        return true;
    }

    end(): void {
        this.ended = true;
        removeEventListener("online", this.nudge);
        removeEventListener("offline", this.nudge);
        document.removeEventListener("visibilitychange", this.nudge);
        clearTimeout(this.retry);
        clearTimeout(this.watch);
        this.forget()?.close(1000);
        this.user.linked({state: "ended"});
    }

    /** Lets go and comes back after a while. */
    restart(): void {
        this.socket?.close();
        this.lost(1013);
    }

    /** Now, without waiting. */
    connect(): void {
        clearTimeout(this.retry);
        if (this.ended || this.socket)
            return;
        this.user.linked({state: "connecting"});
        const socket = new WebSocket(this.url, "oxo.v1");
        this.socket = socket;
        socket.onopen = () => this.opened();
        socket.onmessage = (event) => this.heard(event);
        socket.onclose = (event) => this.lost(event.code);
        this.wakeIn(ANSWER);
    }

    private opened(): void {
        this.user.linked({state: "open"});
        this.awaited = false;
        this.wakeIn(QUIET);
        this.user.opened();
    }

    private heard(event: MessageEvent): void {
        this.tries = 0;
        this.awaited = false;
        this.wakeIn(QUIET);
        this.user.heard(JSON.parse(String(event.data)) as ServerMessage);
    }

    private lost(code: number): void {
        this.forget();
        clearTimeout(this.watch);
        if (this.ended)
            return;
        const wait = waitBefore(this.tries++, code, Math.random());
        this.user.linked({state: "lost", until: Date.now() + wait});
        clearTimeout(this.retry);
        this.retry = setTimeout(() => this.connect(), wait);
    }

    /** From here on nothing of it is heard any more. */
    private forget(): WebSocket | null {
        const socket = this.socket;
        this.socket = null;
        if (socket)
            socket.onopen = socket.onmessage = socket.onclose = null;
        return socket;
    }

    private wakeIn(time: number): void {
        clearTimeout(this.watch);
        this.watch = setTimeout(() => this.suspect(), time);
    }

    /** Nothing was heard for too long: ask, or if we have asked, give up. */
    private suspect(): void {
        if (this.awaited || this.socket?.readyState !== WebSocket.OPEN) {
            this.socket?.close();
            this.lost(1006);
        } else {
            this.user.probe();
        }
    }

    /** The network or the reader came or went. */
    private readonly nudge = (): void => {
        if (this.socket?.readyState === WebSocket.OPEN) {
            this.user.probe();
            this.wakeIn(HURRIED_ANSWER);
        } else if (!this.socket && document.visibilityState === "visible" && navigator.onLine) {
            this.connect();
        }
    };
}
