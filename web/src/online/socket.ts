/* socket.ts - a WebSocket that reconnects by itself.
 *
 * After a loss it waits for a random time that grows with every attempt
 * (exponential backoff with jitter). It reconnects at once when the browser
 * reports that the network is back or the page visible again. A connection can
 * also die silently: after some silence, or when the browser reports a change,
 * the listener sends a probe, and a missing answer counts as a loss. */
import type {ServerMessage} from "../state/messages.js";

export type Link =
    | {readonly state: "connecting" | "open" | "ended"}
    /** `until`: the time of the next attempt. */
    | {readonly state: "lost"; readonly until: number};

export interface SocketListener {
    /** Connected, perhaps again. */
    onOpen(): void;
    onMessage(message: ServerMessage): void;
    /** Must send a message that the server answers. */
    sendProbe(): void;
    onLink(link: Link): void;
}

const FIRST_DELAY = 400;
const LONGEST_DELAY = 20_000;
/** Milliseconds by close code: the server is stopping, or asks us to slow down. */
const EXTRA_DELAY: {readonly [code: number]: number} = {1001: 1000, 1008: 5000, 1013: 5000};

/** Milliseconds to wait after `tries` failed attempts; `random` is 0..1. */
export function retryDelay(tries: number, closedWith: number, random: number): number {
    const grown = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** tries);
    return (EXTRA_DELAY[closedWith] ?? 0) + grown * (0.5 + random / 2);
}

/** Milliseconds of silence before a probe is sent, and before an answer counts as
 * missing. */
const QUIET_TIME = 15_000;
const ANSWER_TIME = 6000;
const PROBE_ANSWER_TIME = 2500;

export class Socket {
    private socket: WebSocket | null = null;
    private tries = 0;
    private retryTimer: ReturnType<typeof setTimeout> | undefined;
    private silenceTimer: ReturnType<typeof setTimeout> | undefined;
    private awaitsAnswer = false;
    private closed = false;

    constructor(private readonly url: string, private readonly listener: SocketListener) {
        addEventListener("online", this.onBrowserChange);
        addEventListener("offline", this.onBrowserChange);
        document.addEventListener("visibilitychange", this.onBrowserChange);
        this.connect();
    }

    /** Sends a message; returns false if there is no connection. */
    send(message: object): boolean {
        if (this.socket?.readyState !== WebSocket.OPEN)
            return false;
        this.socket.send(JSON.stringify(message));
        if (!this.awaitsAnswer) {
            this.awaitsAnswer = true;
            this.watchFor(ANSWER_TIME);
        }
        return true;
    }

    close(): void {
        this.closed = true;
        removeEventListener("online", this.onBrowserChange);
        removeEventListener("offline", this.onBrowserChange);
        document.removeEventListener("visibilitychange", this.onBrowserChange);
        clearTimeout(this.retryTimer);
        clearTimeout(this.silenceTimer);
        this.detach()?.close(1000);
        this.listener.onLink({state: "ended"});
    }

    /** Closes the connection and reconnects after a delay. */
    reconnectLater(): void {
        this.socket?.close();
        this.onLost(1013);
    }

    /** Connects without a delay. */
    connect(): void {
        clearTimeout(this.retryTimer);
        if (this.closed || this.socket)
            return;
        this.listener.onLink({state: "connecting"});
        const socket = new WebSocket(this.url, "oxo.v1");
        this.socket = socket;
        socket.onopen = () => this.onOpen();
        socket.onmessage = (event) => this.onMessage(event);
        socket.onclose = (event) => this.onLost(event.code);
        this.watchFor(ANSWER_TIME);
    }

    private onOpen(): void {
        this.listener.onLink({state: "open"});
        this.awaitsAnswer = false;
        this.watchFor(QUIET_TIME);
        this.listener.onOpen();
    }

    private onMessage(event: MessageEvent): void {
        this.tries = 0;
        this.awaitsAnswer = false;
        this.watchFor(QUIET_TIME);
        this.listener.onMessage(JSON.parse(String(event.data)) as ServerMessage);
    }

    private onLost(code: number): void {
        this.detach();
        clearTimeout(this.silenceTimer);
        if (this.closed)
            return;
        const wait = retryDelay(this.tries++, code, Math.random());
        this.listener.onLink({state: "lost", until: Date.now() + wait});
        clearTimeout(this.retryTimer);
        this.retryTimer = setTimeout(() => this.connect(), wait);
    }

    /** Ignores the current WebSocket from now on, and returns it. */
    private detach(): WebSocket | null {
        const socket = this.socket;
        this.socket = null;
        if (socket)
            socket.onopen = socket.onmessage = socket.onclose = null;
        return socket;
    }

    private watchFor(time: number): void {
        clearTimeout(this.silenceTimer);
        this.silenceTimer = setTimeout(() => this.onSilence(), time);
    }

    /** Sends a probe; if an answer was already due, counts the connection as
     * lost. */
    private onSilence(): void {
        if (this.awaitsAnswer || this.socket?.readyState !== WebSocket.OPEN) {
            this.socket?.close();
            this.onLost(1006);
        } else {
            this.listener.sendProbe();
        }
    }

    /** The network or the visibility of the page has changed. */
    private readonly onBrowserChange = (): void => {
        if (this.socket?.readyState === WebSocket.OPEN) {
            this.listener.sendProbe();
            this.watchFor(PROBE_ANSWER_TIME);
        } else if (!this.socket && document.visibilityState === "visible" && navigator.onLine) {
            this.connect();
        }
    };
}
