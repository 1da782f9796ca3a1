/* messages.ts - the server's messages in a room. docs/manual/protocol.md
 * documents this protocol, oxo.v1. */
import type {Mark, Move, Variant} from "@oxo/core";

export type OfferKind = "draw" | "takeback" | "rematch";
export type Reason = "line" | "boards" | "full-board" | "resignation" | "agreement" | "time"
    | "forfeit" | "left" | "claim" | AbortReason;
/** Why a game ended without a result. */
export type AbortReason = "aborted" | "no-show" | "closed" | "expired";
export type Life = "waiting" | "active" | "finished" | "closed";

export interface ClockSetup {
    /** All durations are in milliseconds. */
    readonly initial: number;
    readonly increment: number;
}

export interface Series {
    readonly games: number;
    readonly target: number;
    /** Points by seat. */
    readonly score: readonly [number, number];
    readonly over: boolean;
    /** The seat that won the series. */
    readonly winner: number | null;
}

export interface PlayerMessage {
    readonly seat: number;
    readonly name: string;
    readonly avatar: string;
    /** The computer's level, or null for a person. */
    readonly level: number | null;
    readonly connected?: boolean;
    readonly left?: boolean;
    /** For how many milliseconds the player has been away. */
    readonly away?: number;
}

export interface GameEnd {
    readonly winner: Mark | null;
    /** "*" for an aborted game. */
    readonly result: string;
    readonly reason: Reason;
    /** Who aborted the game, or was to move when it was aborted. Unknown after a
     * game-state. */
    readonly by?: Mark;
}

/** What the absence of a player allows, in milliseconds. */
export interface Limits {
    /** How long the player to move must be away before the opponent may claim. */
    readonly claim: number;
    /** How old the last move of a game without limits must be before the waiting
     * player may close the game. */
    readonly close: number;
}

export interface Offer {
    readonly offer: OfferKind;
    readonly by: Mark;
}

export type Clocks = {readonly [mark in Mark]: number};

interface RoomMessage {
    readonly room: string;
    readonly seq: number;
    readonly ref?: number;
}

interface RoomEventBase extends RoomMessage {
    /** The time of the event, by the server's clock. */
    readonly at: number;
}

interface Setup {
    readonly variant: Variant;
    readonly public: boolean;
    readonly clock?: ClockSetup;
    /** Days for each move, without a clock. */
    readonly days?: number;
    readonly series: Series;
}

export interface SeatMessage extends RoomMessage {
    readonly type: "seat";
    readonly seat: number;
    readonly mark: Mark;
    readonly token: string;
}

export interface RoomCreated extends RoomEventBase, Setup {
    readonly type: "room-created";
    readonly mark: Mark;
    readonly player: PlayerMessage;
}

export interface SeatTaken extends RoomEventBase {
    readonly type: "seat-taken";
    readonly mark: Mark;
    readonly player: PlayerMessage;
}

export interface GameStart extends RoomEventBase, Setup {
    readonly type: "game-start";
    readonly game: number;
    readonly players: {readonly [mark in Mark]: PlayerMessage};
    readonly clocks?: Clocks;
}

export interface MoveMade extends RoomEventBase {
    readonly type: "move-made";
    readonly ply: number;
    readonly mark: Mark;
    readonly move: Move;
    readonly turn: Mark | null;
    readonly intensity: number;
    readonly clocks?: Clocks;
}

export interface BoardDecided extends RoomEventBase {
    readonly type: "board-won" | "board-drawn";
}

export interface GameOver extends RoomEventBase, GameEnd {
    readonly type: "game-over";
    readonly clocks?: Clocks;
    readonly series: Series;
}

export interface GameAborted extends RoomEventBase, GameEnd {
    readonly type: "game-aborted";
    readonly series: Series;
}

export interface OfferEvent extends RoomEventBase, Offer {
    readonly type: "offer-made" | "offer-declined";
}

export interface PlayerLeft extends RoomEventBase {
    readonly type: "player-left";
    readonly seat: number;
    readonly mark: Mark;
}

export interface RoomClosed extends RoomEventBase {
    readonly type: "room-closed";
    readonly why: "left" | "abandoned" | "idle";
}

export interface GameState extends RoomEventBase, Setup {
    readonly type: "game-state";
    readonly life: Life;
    readonly players: {readonly [mark in Mark]: PlayerMessage | null};
    readonly game: number;
    readonly turn: Mark | null;
    readonly moves: readonly Move[];
    readonly intensities: readonly number[];
    readonly clocks?: Clocks;
    /** When the game began, and the time of each move since then. */
    readonly started?: number;
    readonly times?: readonly number[];
    readonly over: GameEnd | null;
    readonly offer: Offer | null;
    readonly limits?: Limits;
    readonly spectators?: number;
    readonly you?: Mark | null;
}

export interface Presence extends RoomMessage {
    readonly type: "player-disconnected" | "player-reconnected";
    readonly mark: Mark;
    /** For how many milliseconds the player has been away. */
    readonly away?: number;
}

export interface IntensityUpdate extends RoomMessage {
    readonly type: "intensity-update";
    readonly ply: number;
    readonly intensity: number;
    readonly source: "engine" | "heuristic";
}

export interface Ok extends RoomMessage {
    readonly type: "ok";
}

export interface Refusal {
    readonly type: "error";
    readonly code: string;
    readonly message: string;
    readonly ref?: number;
}

/** The events, which `seq` numbers, and game-state, which replaces them. A
 * client must not miss any. */
export type RoomEvent = RoomCreated | SeatTaken | GameStart | MoveMade | BoardDecided | GameOver
    | GameAborted | OfferEvent | PlayerLeft | RoomClosed | GameState;

export type ServerMessage = RoomEvent | SeatMessage | Presence | IntensityUpdate | Ok | Refusal;
