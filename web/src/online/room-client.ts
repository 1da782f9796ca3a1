/* room-client.ts - this browser in a room: takes a seat or watches, follows the
 * server's messages, and rejoins after every loss of the connection. */
import type {Move} from "@oxo/core";
import {identityOf} from "../state/identity.js";
import type {OfferKind, Refusal, ServerMessage} from "../state/messages.js";
import {newsWords} from "../state/room-words.js";
import {addPendingMove, applyMessage, dropPendingMove, isCode, markAllHere, type Room, unknownRoom,
    withServerTime} from "../state/room.js";
import {forgetSeat, keepSeat, seatNumberOf, tokenOf} from "../state/seats.js";
import {newKey, settings} from "../state/settings.js";
import {Store} from "../state/store.js";
import {type Link, Socket} from "./socket.js";

export interface ShownRoom {
    readonly room: Room;
    readonly link: Link;
    /** Why the room can't be shown; null if it can. */
    readonly trouble: {readonly code: string; readonly message: string} | null;
}

/** Shows refusals and news to the reader. */
export interface RoomListener {
    onRefusal(refusal: Refusal): void;
    onNews(words: string): void;
}

/** The WebSocket of the server that served the page. */
const socketUrl = (): string => `${location.origin.replace(/^http/, "ws")}/ws`;

/** Codes of refusals after which the room, or our seat in it, is gone for good. */
export const GONE: readonly string[] = ["room-not-found", "reconnect-expired"];

/** How we enter the room. To "rest" is to follow the room without being counted as
 * present, although we have a seat. */
type Entry = "rejoin" | "rest" | "join" | "spectate";

/** What a reader without a seat wants to do. */
export type Intent = "play" | "watch";

export class RoomClient {
    readonly shown: Store<ShownRoom>;
    private readonly socket: Socket;
    private refs = 0;
    private entry: {ref: number; how: Entry} | null = null;
    private moveRef = -1;
    private resumedFrom = -1;
    /** How this connection has entered the room; null: not yet. */
    private entered: Entry | null = null;
    private attention = false;

    constructor(readonly code: string, private intent: Intent, public listener: RoomListener) {
        const room = {...unknownRoom(code), seat: seatNumberOf(code)};
        this.shown = new Store<ShownRoom>({room, link: {state: "connecting"}, trouble: null});
        this.socket = new Socket(socketUrl(), {
            onOpen: () => this.enterRoom(),
            onMessage: (message) => this.onMessage(message),
            sendProbe: () => this.send({type: "resume", seq: this.room.seq}),
            onLink: (link) => this.onLink(link),
        });
    }

    close(): void {
        this.socket.close();
    }

    reconnect(): void {
        this.socket.connect();
    }

    /** See withServerTime(). */
    addServerTime(at: number, asked: number, heard: number): void {
        const room = withServerTime(this.room, at, asked, heard);
        if (room !== this.room)
            this.update({room});
    }

    private get room(): Room {
        return this.shown.value.room;
    }

    private update(part: Partial<ShownRoom>): void {
        this.shown.value = {...this.shown.value, ...part};
    }

    // ---- Sending ---------------------------------------------------------------

    /** Returns the `ref` of the message, which its answer repeats; -1 if there
     * is no connection. */
    private send(message: object): number {
        const ref = ++this.refs;
        return this.socket.send({...message, ref}) ? ref : -1;
    }

    /** Shows the move at once; sends it now or after the next connect. */
    playMove(move: Move): void {
        this.update({room: addPendingMove(this.room, move)});
        this.sendPending();
    }

    private sendPending(): void {
        const pending = this.room.pending;
        if (pending)
            this.moveRef = this.send({type: "make-move", ...pending});
    }

    sendOffer(offer: OfferKind): void {
        this.sendOrReport({type: "offer", offer});
    }

    answerOffer(how: "accept" | "decline", offer: OfferKind): void {
        this.sendOrReport({type: how, offer});
    }

    abort(): void {
        this.sendOrReport({type: "abort"});
    }

    claim(result: "win" | "draw"): void {
        this.sendOrReport({type: "claim", result});
    }

    resign(): void {
        this.sendOrReport({type: "resign"});
    }

    /** Gives up the seat for good. Returns false if there is no connection. */
    leaveRoom(): boolean {
        const left = this.sendOrReport({type: "leave"});
        if (left)
            forgetSeat(this.code);
        return left;
    }

    private sendOrReport(message: object): boolean {
        const said = this.send(message) >= 0;
        if (!said)
            this.listener.onNews("There is no connection just now. Try again in a moment.");
        return said;
    }

    // ---- Entering --------------------------------------------------------------

    get hasAttention(): boolean {
        return this.attention;
    }

    /** Does the reader see the room? */
    setAttention(attention: boolean): void {
        this.attention = attention;
        this.followAttention();
    }

    /** A game with a clock starts when both players are present. So a reader who
     * does not see the room rests until then, except in a public room: a public
     * room without a player closes soon. */
    private get wantsRest(): boolean {
        const {life, clock, public: isPublic} = this.room;
        const isPlain = life === "waiting" && clock !== null && !isPublic;
        return !this.attention && this.room.seat !== null && (isPlain || life === "unknown");
    }

    private followAttention(): void {
        const isSettled = this.entered !== null && this.entry === null && tokenOf(this.code) !== null;
        if (isSettled && this.wantsRest !== (this.entered === "rest"))
            this.enterRoom();
    }

    private onLink(link: Link): void {
        if (link.state !== "open") {
            this.entered = null;
            this.entry = null;
        }
        this.update({link});
    }

    /** Rejoins with the token of our seat; otherwise joins or watches. Malformed
     * codes are reported as unknown rooms. */
    private enterRoom(): void {
        if (!isCode(this.code)) {
            this.showTrouble({type: "error", code: "room-not-found", message: "There is no such room."});
            return;
        }
        const token = tokenOf(this.code);
        this.resumedFrom = -1;
        if (token && this.wantsRest)
            this.sendEntry("rest", {type: "spectate"});
        else if (token)
            this.sendEntry("rejoin", {type: "rejoin-room", token});
        else
            this.sendEntry("spectate", {type: "spectate"});
    }

    /** Takes the free seat, now or after the next connect. */
    takeSeat(): void {
        if (this.entry?.how === "join" || this.room.seat !== null)
            return; // the refusal of a second request would forget the first one's token
        this.intent = "play";
        if (this.shown.value.link.state === "open")
            this.joinRoom();
        else
            this.listener.onNews("There is no connection just now. Your seat is asked for as soon as it is back.");
    }

    /** We choose the token and store it before sending it, so that we can rejoin
     * even if the answer is lost. */
    private joinRoom(): void {
        const token = newKey();
        keepSeat(this.code, token);
        this.sendEntry("join", {type: "join-room", token, ...identityOf(settings.value)});
    }

    private sendEntry(how: Entry, message: object): void {
        const {seq, life, seat} = this.room;
        const follows = how !== "join" && life !== "unknown" && (how !== "rejoin" || seat !== null);
        const seen = follows ? {seq} : {}; // without `seq` the server sends the whole state and our seat
        this.entry = {how, ref: this.send({...message, room: this.code, ...seen})};
        if (how === "rejoin")
            this.sendPending();
    }

    private onEntryRefused(how: Entry, refusal: Refusal): void {
        if (how === "join")
            forgetSeat(this.code);
        if (how === "join" && refusal.code === "room-full") {
            this.intent = "watch";
            this.listener.onNews("Somebody else has taken the seat. You are watching.");
            this.sendEntry("spectate", {type: "spectate"});
        } else if (how === "rejoin" && refusal.code === "invalid-token") {
            forgetSeat(this.code);
            this.update({room: unknownRoom(this.code)});
            this.enterRoom();
        } else if (refusal.code === "store-unavailable" || refusal.code === "shutting-down") {
            this.listener.onRefusal(refusal);
            this.socket.reconnectLater();
        } else {
            this.showTrouble(refusal);
        }
    }

    private showTrouble(refusal: Refusal): void {
        this.update({trouble: {code: refusal.code, message: refusal.message}});
        if (GONE.includes(refusal.code))
            forgetSeat(this.code);
        this.socket.close();
    }

    // ---- Receiving -------------------------------------------------------------

    private onMessage(message: ServerMessage): void {
        if (message.type === "error")
            this.onRefusal(message);
        else if (message.type === "ok")
            this.onOk(message.ref);
        else if (message.room === this.code)
            this.onRoomMessage(message);
    }

    private onRefusal(refusal: Refusal): void {
        if (refusal.ref !== undefined && refusal.ref === this.entry?.ref) {
            const {how} = this.entry;
            this.entry = null;
            this.onEntryRefused(how, refusal);
            return;
        }
        if (refusal.ref === this.moveRef)
            this.update({room: dropPendingMove(this.room)});
        this.listener.onRefusal(refusal);
    }

    private onOk(ref: number | undefined): void {
        if (this.entry && ref === this.entry.ref)
            this.onEntered(this.entry.how);
        else if (ref === this.moveRef)
            this.update({room: dropPendingMove(this.room)});
    }

    private onEntered(how: Entry): void {
        this.entry = null;
        this.entered = how;
        this.update({room: markAllHere(this.room)});
        if (how === "spectate" && this.intent === "play")
            this.joinRoom();
        else
            this.followAttention();
    }

    private onRoomMessage(message: Exclude<ServerMessage, {type: "ok" | "error"}>): void {
        if (message.type === "seat") {
            keepSeat(this.code, message.token, message.seat);
            this.entry = null;
            this.entered = "join";
        }
        const before = this.room;
        const {room, gap} = applyMessage(before, this.asPlayer(message), Date.now());
        if (gap)
            this.askForMissed();
        if (room === before)
            return;
        const words = newsWords(before, message);
        if (words)
            this.listener.onNews(words);
        this.keepSeatNumber(room.seat);
        this.update({room});
        if (room.life === "closed")
            this.onClosed();
        else
            this.followAttention();
    }

    /** While we rest, the server does not know our seat. */
    private asPlayer<M extends ServerMessage>(message: M): M {
        const {seat} = this.room;
        const isResting = (this.entry?.how ?? this.entered) === "rest";
        if (message.type !== "game-state" || !isResting || seat === null)
            return message;
        return {...message, you: message.players.X?.seat === seat ? "X" : "O"};
    }

    private keepSeatNumber(seat: number | null): void {
        const token = tokenOf(this.code);
        if (seat !== null && token)
            keepSeat(this.code, token, seat);
    }

    /** Asks for missed events, once for each `seq`. */
    private askForMissed(): void {
        if (this.resumedFrom === this.room.seq)
            return;
        this.resumedFrom = this.room.seq;
        this.send({type: "resume", seq: this.room.seq});
    }

    private onClosed(): void {
        forgetSeat(this.code);
        this.socket.close();
    }
}
