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

export interface SocketListener {
    /** Connected, perhaps not for the first time. */
    onOpen(): void;
    onMessage(message: ServerMessage): void;
    /** Say something that the other side must answer. */
    sendProbe(): void;
    onLink(link: Link): void;
}

const FIRST_DELAY = 400;
const LONGEST_DELAY = 20_000;
/** The server is stopping, or wants us to slow down: not at once. */
const EXTRA_DELAY: {readonly [code: number]: number} = {1001: 1000, 1008: 5000, 1013: 5000};

/** How long to wait after so many tries in vain; `random` is 0..1. */
export function retryDelay(tries: number, closedWith: number, random: number): number {
    const grown = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** tries);
    return (EXTRA_DELAY[closedWith] ?? 0) + grown * (0.5 + random / 2);
}

/** Silence after which we ask, and after which we give up. */
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

    /** Sends it now, or not at all: false if there is no connection. */
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

    /** Lets go and comes back after a while. */
    reconnectLater(): void {
        this.socket?.close();
        this.onLost(1013);
    }

    /** Now, without waiting. */
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

    /** From here on nothing of it is heard any more. */
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

    /** Nothing was heard for too long: ask, or if we have asked, give up. */
    private onSilence(): void {
        if (this.awaitsAnswer || this.socket?.readyState !== WebSocket.OPEN) {
            this.socket?.close();
            this.onLost(1006);
        } else {
            this.listener.sendProbe();
        }
    }

    /** The network or the reader came or went. */
    private readonly onBrowserChange = (): void => {
        if (this.socket?.readyState === WebSocket.OPEN) {
            this.listener.sendProbe();
            this.watchFor(PROBE_ANSWER_TIME);
        } else if (!this.socket && document.visibilityState === "visible" && navigator.onLine) {
            this.connect();
        }
    };
}
