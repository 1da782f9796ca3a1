/* room-client.ts - this browser in a room: takes a seat or watches, keeps up
 * with the server, and comes back after every loss. */
import type {Move} from "@oxo/core";
import {allHere, isCode, measured, place, type Room, take, takeBack, unknownRoom} from "../state/room.js";
import {passingWords} from "../state/room-words.js";
import {newKey, settings} from "../state/settings.js";
import {Store} from "../state/store.js";
import {identityOf} from "../state/identity.js";
import type {OfferKind, Refusal, ServerMessage} from "../state/messages.js";
import {forgetSeat, keepSeat, tokenOf} from "../state/seats.js";
import {type Link, Socket} from "./socket.js";

export interface Shown {
    readonly room: Room;
    readonly link: Link;
    /** Why there is nothing to show. */
    readonly trouble: {readonly code: string; readonly message: string} | null;
}

/** Says a refusal or some news; the words are the screen's. */
export interface Teller {
    refused(refusal: Refusal): void;
    news(words: string): void;
}

/** Where the server listens: beside the page. */
const address = (): string => `${location.origin.replace(/^http/, "ws")}/ws`;

/** The room is no more, and neither is our seat: trying again is in vain. */
export const GONE: readonly string[] = ["room-not-found", "reconnect-expired"];

/** How we came into the room, and so what an answer is the answer to. */
type Entry = "rejoin" | "join" | "spectate";

/** What whoever has no seat yet is here for. */
export type Intent = "play" | "watch";

export class RoomClient {
    readonly shown: Store<Shown>;
    private readonly socket: Socket;
    private refs = 0;
    private entry: {ref: number; how: Entry} | null = null;
    private moveRef = -1;
    private resumedFrom = -1;

    constructor(private readonly code: string, private intent: Intent, private readonly teller: Teller) {
        this.shown = new Store<Shown>({room: unknownRoom(code), link: {state: "connecting"}, trouble: null});
        this.socket = new Socket(address(), {
            opened: () => this.enter(),
            heard: (message) => this.heard(message),
            probe: () => this.say({type: "resume", seq: this.room.seq}),
            linked: (link) => this.show({link}),
        });
    }

    end(): void {
        this.socket.end();
    }

    retry(): void {
        this.socket.connect();
    }

    /** The server's time, as somebody heard it who had asked. */
    timed(at: number, asked: number, heard: number): void {
        const room = measured(this.room, at, asked, heard);
        if (room !== this.room)
            this.show({room});
    }

    private get room(): Room {
        return this.shown.value.room;
    }

    private show(part: Partial<Shown>): void {
        this.shown.value = {...this.shown.value, ...part};
    }

    // ---- What we say -----------------------------------------------------------

    /** The number under which an answer comes back; -1 if it could not be sent. */
    private say(message: object): number {
        const ref = ++this.refs;
        return this.socket.send({...message, ref}) ? ref : -1;
    }

    /** Draws the move at once, and sends it now or when the network is back. */
    play(move: Move): void {
        this.show({room: place(this.room, move)});
        this.sendPending();
    }

    private sendPending(): void {
        const pending = this.room.pending;
        if (pending)
            this.moveRef = this.say({type: "make-move", ...pending});
    }

    offer(offer: OfferKind): void {
        this.sayOrTell({type: "offer", offer});
    }

    answer(how: "accept" | "decline", offer: OfferKind): void {
        this.sayOrTell({type: how, offer});
    }

    resign(): void {
        this.sayOrTell({type: "resign"});
    }

    /** Gives the seat up for good; false if that could not be said. */
    leave(): boolean {
        const left = this.sayOrTell({type: "leave"});
        if (left)
            forgetSeat(this.code);
        return left;
    }

    private sayOrTell(message: object): boolean {
        const said = this.say(message) >= 0;
        if (!said)
            this.teller.news("There is no connection just now. Try again in a moment.");
        return said;
    }

    // ---- Coming in -------------------------------------------------------------

    /** Who has a seat is in it at once; all others see the room first. A code
     * that is none is a room that is not there, and no error of the protocol. */
    private enter(): void {
        if (!isCode(this.code)) {
            this.giveUp({type: "error", code: "room-not-found", message: "There is no such room."});
            return;
        }
        const token = tokenOf(this.code);
        this.resumedFrom = -1;
        if (token)
            this.enterBy("rejoin", {type: "rejoin-room", token});
        else if (this.intent === "play")
            this.join();
        else
            this.enterBy("spectate", {type: "spectate"});
    }

    /** Takes the free seat, now or when the network is back. */
    takeSeat(): void {
        if (this.entry?.how === "join" || this.room.seat !== null)
            return; // a second click would be refused, and cost the first one's seat
        this.intent = "play";
        if (this.shown.value.link.state === "open")
            this.join();
        else
            this.teller.news("There is no connection just now. Your seat is asked for as soon as it is back.");
    }

    /** The token is ours and kept before it is sent: if the answer is lost, the
     * seat is not. */
    private join(): void {
        const token = newKey();
        keepSeat(this.code, token);
        this.enterBy("join", {type: "join-room", token, ...identityOf(settings.value)});
    }

    private enterBy(how: Entry, message: object): void {
        const {seq, life, seat} = this.room;
        const follows = how === "rejoin" ? seat !== null : how === "spectate" && life !== "unknown";
        const seen = follows ? {seq} : {}; // else all is wanted, and which seat is ours
        this.entry = {how, ref: this.say({...message, room: this.code, ...seen})};
        if (how === "rejoin")
            this.sendPending();
    }

    private entryRefused(how: Entry, refusal: Refusal): void {
        if (how === "join")
            forgetSeat(this.code);
        if (how === "join" && refusal.code === "room-full") {
            this.intent = "watch";
            this.teller.news("Somebody else has taken the seat. You are watching.");
            this.enterBy("spectate", {type: "spectate"});
        } else if (how === "rejoin" && refusal.code === "invalid-token") {
            forgetSeat(this.code);
            this.show({room: unknownRoom(this.code)});
            this.enter();
        } else if (refusal.code === "store-unavailable" || refusal.code === "shutting-down") {
            this.teller.refused(refusal);
            this.socket.restart();
        } else {
            this.giveUp(refusal);
        }
    }

    private giveUp(refusal: Refusal): void {
        if (GONE.includes(refusal.code))
            forgetSeat(this.code);
        this.show({trouble: {code: refusal.code, message: refusal.message}});
        this.socket.end();
    }

    // ---- What we hear ----------------------------------------------------------

    private heard(message: ServerMessage): void {
        if (message.type === "error")
            this.refused(message);
        else if (message.type === "ok")
            this.done(message.ref);
        else if (message.room === this.code)
            this.told(message);
    }

    private refused(refusal: Refusal): void {
        if (refusal.ref !== undefined && refusal.ref === this.entry?.ref) {
            const {how} = this.entry;
            this.entry = null;
            this.entryRefused(how, refusal);
            return;
        }
        if (refusal.ref === this.moveRef)
            this.show({room: takeBack(this.room)});
        this.teller.refused(refusal);
    }

    private done(ref: number | undefined): void {
        if (ref === this.entry?.ref) {
            this.entry = null;
            this.show({room: allHere(this.room)});
        } else if (ref === this.moveRef) {
            this.show({room: takeBack(this.room)});
        }
    }

    private told(message: Exclude<ServerMessage, {type: "ok" | "error"}>): void {
        if (message.type === "seat")
            keepSeat(this.code, message.token);
        const before = this.room;
        const {room, gap} = take(before, message, Date.now());
        if (gap)
            this.resume();
        if (room === before)
            return;
        const words = passingWords(before, message);
        if (words)
            this.teller.news(words);
        this.show({room});
        if (room.life === "closed")
            this.closed();
    }

    /** Asks for what is missing, once for each place. */
    private resume(): void {
        if (this.resumedFrom === this.room.seq)
            return;
        this.resumedFrom = this.room.seq;
        this.say({type: "resume", seq: this.room.seq});
    }

    private closed(): void {
        forgetSeat(this.code);
        this.socket.end();
    }
}
