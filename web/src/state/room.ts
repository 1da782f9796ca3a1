/* room.ts - a room as this client knows it: a pure function from the server's
 * messages to what the page shows.
 *
 * Times are milliseconds since 1970 on this machine's clock. `skew` is how far
 * that clock is ahead of the server's. A message gives an upper bound of the
 * skew, since it needs some time to arrive; a request with its answer gives a
 * lower bound, too. */
import type {Mark, Move, Variant} from "@oxo/core";
import type {Clocks, ClockSetup, GameAborted, GameEnd, GameOver, GameStart, GameState, Life, Limits, MoveMade, Offer,
    PlayerLeft, PlayerMessage, Presence, RoomCreated, RoomEvent, SeatMessage, SeatTaken, Series, ServerMessage} from "./messages.js";
import {otherMark} from "./sides.js";

export interface Player {
    readonly seat: number;
    readonly name: string;
    readonly avatar: string;
    readonly level: number | null;
    readonly here: boolean;
    /** Has left for good. */
    readonly left: boolean;
    /** Since when the player is away; null if here. */
    readonly awaySince: number | null;
}

export interface Pending {
    readonly ply: number;
    readonly move: Move;
}

export interface Room {
    readonly code: string;
    /** The number of the last applied event; 0: none yet. */
    readonly seq: number;
    readonly life: Life | "unknown";
    /** Our seat; null for a spectator. */
    readonly seat: number | null;
    readonly variant: Variant;
    readonly public: boolean;
    readonly clock: ClockSetup | null;
    /** Days for each move; null: no limit. */
    readonly days: number | null;
    readonly players: {readonly [mark in Mark]: Player | null};
    readonly game: number;
    readonly turn: Mark | null;
    /** When the turn began, by the server's clock. */
    readonly turned: number;
    readonly moves: readonly Move[];
    readonly intensities: readonly number[];
    /** The index of the last move with an intensity by the engine; -1: none. */
    readonly refined: number;
    /** The time left at the server's time `at`. */
    readonly clocks: (Clocks & {readonly at: number}) | null;
    readonly over: GameEnd | null;
    /** Null until the server has sent them. */
    readonly limits: Limits | null;
    readonly offer: Offer | null;
    readonly series: Series;
    readonly spectators: number;
    readonly closed: "left" | "abandoned" | "idle" | null;
    /** Our move, until the server confirms it. */
    readonly pending: Pending | null;
    readonly skew: number;
}

const NO_SERIES: Series = {games: 1, target: 1, score: [0, 0], over: false, winner: null};

export function unknownRoom(code: string): Room {
    return {
        code, seq: 0, life: "unknown", seat: null, variant: "ultimate", public: false, clock: null, days: null,
        players: {X: null, O: null}, game: 0, turn: null, turned: 0, moves: [], intensities: [], refined: -1,
        clocks: null, over: null, limits: null, offer: null, series: NO_SERIES, spectators: 0, closed: null,
        pending: null, skew: Infinity,
    };
}

/** Normalizes a room code: small letters become capitals, O becomes 0, I and L
 * become 1. */
export function codeOf(text: string): string {
    return text.toUpperCase().replaceAll("O", "0").replace(/[IL]/g, "1");
}

/** Is it a well-formed, normalized code? The server's alphabet has no U. */
export function isCode(code: string): boolean {
    return /^[0-9A-HJKMNP-TV-Z]{6}$/.test(code);
}

// ---- Questions -----------------------------------------------------------------

export function markOf(room: Room): Mark | null {
    if (room.seat === null)
        return null;
    return room.players.X?.seat === room.seat ? "X" : room.players.O?.seat === room.seat ? "O" : null;
}

/** The time left now: the server's last value, less the time since. */
export function clockOf(room: Room, mark: Mark, now: number): number | null {
    if (!room.clocks)
        return null;
    const runs = room.life === "active" && room.turn === mark;
    const since = runs ? Math.max(0, now - room.skew - room.clocks.at) : 0;
    return Math.max(0, room.clocks[mark] - since);
}

/** May this client place a mark now? The rules say where. */
export function mayPlace(room: Room): boolean {
    return room.life === "active" && room.turn !== null && room.turn === markOf(room) && !room.pending;
}

/** The mark of the other player; null for a spectator. */
export function rivalOf(room: Room): Mark | null {
    const me = markOf(room);
    return me && otherMark(me);
}

/** Have both sides moved? Before that the game can be aborted. */
export function haveBothMoved(room: Room): boolean {
    return room.moves.length >= 2;
}

/** Are both seats taken in a room whose first game has not started? */
export function waitsForStart(room: Room): boolean {
    return room.life === "waiting" && room.players.X !== null && room.players.O !== null;
}

/** Milliseconds since the turn began. */
function sinceTurn(room: Room, now: number): number {
    return now - room.skew - room.turned;
}

/** May we claim a win or a draw because the other player is away? */
export function mayClaim(room: Room, now: number): boolean {
    const rival = rivalOf(room);
    const awaySince = rival && room.players[rival]?.awaySince;
    return room.life === "active" && room.clock !== null && haveBothMoved(room) && room.turn === rival
        && typeof awaySince === "number" && room.limits !== null && now - awaySince >= room.limits.claim;
}

/** May we close a game without limits, because the other player does not move? */
export function mayClose(room: Room, now: number): boolean {
    return room.life === "active" && room.clock === null && room.days === null && haveBothMoved(room)
        && room.turn !== null && room.turn === rivalOf(room) && room.limits !== null
        && sinceTurn(room, now) >= room.limits.close;
}

const DAY = 24 * 3600 * 1000;

/** Milliseconds that the side to move has for its move; null without a limit of
 * days. */
export function timeForMove(room: Room, now: number): number | null {
    if (room.life !== "active" || room.days === null)
        return null;
    return Math.max(0, room.days * DAY - Math.max(0, sinceTurn(room, now)));
}

// ---- Our own moves -------------------------------------------------------------

/** Adds a move that the server has not confirmed yet. */
export function addPendingMove(room: Room, move: Move): Room {
    return {...room, pending: {ply: room.moves.length, move}};
}

export function dropPendingMove(room: Room): Room {
    return {...room, pending: null};
}

/** Marks all players as present, except those who have left for good. After a
 * rejoin the server names the absent players only. */
export function markAllHere(room: Room): Room {
    const back = (p: Player | null): Player | null => p && {...p, here: !p.left, awaySince: null};
    return {...room, players: {X: back(room.players.X), O: back(room.players.O)}};
}

/** Corrects the skew by a request for the server's time: sent at `asked`, its
 * answer `at` arrived at `heard`. Notices if a clock was set during the game. */
export function withServerTime(room: Room, at: number, asked: number, heard: number): Room {
    const skew = Math.min(heard - at, Math.max(asked - at, room.skew));
    return skew === room.skew ? room : {...room, skew};
}

// ---- Messages --------------------------------------------------------------------

export interface AppliedMessage {
    readonly room: Room;
    /** Events between the last one and this one are missing. */
    readonly gap: boolean;
}

export function applyMessage(room: Room, message: ServerMessage, now: number): AppliedMessage {
    switch (message.type) {
    case "ok":
    case "error":
        return {room, gap: false};
    case "seat":
        return {room: applySeat(room, message), gap: false};
    case "player-disconnected":
    case "player-reconnected":
        return {room: applyPresence(room, message, now), gap: false};
    case "intensity-update":
        return {room: message.ply === room.moves.length - 1 ? {
            ...room,
            intensities: [...room.intensities.slice(0, -1), message.intensity],
            refined: message.source === "engine" ? message.ply : room.refined,
        } : room, gap: false};
    default:
        return applyNextEvent(room, message, now);
    }
}

/** A spectator who takes a seat is no spectator any more. */
function applySeat(room: Room, m: SeatMessage): Room {
    const watched = room.seat === null && room.life !== "unknown" ? 1 : 0;
    return {...room, code: m.room, seq: 0, seat: m.seat, spectators: Math.max(0, room.spectators - watched)};
}

function applyNextEvent(room: Room, event: RoomEvent, now: number): AppliedMessage {
    if (typeof event.at !== "number")
        return {room, gap: false}; // not an event, but a message of a newer server
    const isNext = room.seq === 0 || event.seq === room.seq + 1;
    if (event.type !== "game-state" && !isNext)
        return {room, gap: event.seq > room.seq};
    const before = {...room, seq: event.seq, skew: Math.min(room.skew, now - event.at)};
    return {room: dropStalePending(applyEvent(before, event, now)), gap: false};
}

function applyEvent(room: Room, event: RoomEvent, now: number): Room {
    switch (event.type) {
    case "room-created":
        return applyRoomCreated(room, event);
    case "seat-taken":
        return applySeatTaken(room, event);
    case "game-start":
        return applyGameStart(room, event);
    case "move-made":
        return applyMoveMade(room, event);
    case "board-won":
    case "board-drawn":
        return room;
    case "game-over":
        return applyGameOver(room, event);
    case "game-aborted":
        return applyGameAborted(room, event);
    case "offer-made":
        return {...room, offer: {offer: event.offer, by: event.by}};
    case "offer-declined":
        return {...room, offer: null};
    case "player-left":
        return applyPlayerLeft(room, event);
    case "room-closed":
        return {...room, life: "closed", closed: event.why, turn: null, offer: null};
    case "game-state":
        return applyGameState(room, event, now);
    default:
        return room; // an event of a newer server
    }
}

/** Drops the pending move unless it is still for the next ply. */
function dropStalePending(room: Room): Room {
    const stands = room.pending && room.life === "active" && room.pending.ply === room.moves.length;
    return stands ? room : dropPendingMove(room);
}

/** A player who takes a seat, or whose presence is not mentioned. */
function playerFrom(p: PlayerMessage, before: Player | null = null): Player {
    return {
        seat: p.seat, name: p.name, avatar: p.avatar, level: p.level,
        here: before?.here ?? true, left: p.left ?? false, awaySince: before?.awaySince ?? null,
    };
}

/** A player of a game-state, which mentions the presence. */
function playerWithPresence(p: PlayerMessage, now: number): Player {
    const here = p.connected ?? true;
    const isAway = !here && !p.left;
    return {...playerFrom(p), here, awaySince: isAway ? now - (p.away ?? 0) : null};
}

function playerInSeat(room: Room, seat: number): Player | null {
    return [room.players.X, room.players.O].find((player) => player?.seat === seat) ?? null;
}

function changePlayer(room: Room, mark: Mark, part: Partial<Player>): Room {
    const player = room.players[mark];
    return player ? {...room, players: {...room.players, [mark]: {...player, ...part}}} : room;
}

function setupIn(m: RoomCreated | GameStart | GameState): Pick<Room, "variant" | "public" | "clock" | "days" | "series"> {
    return {variant: m.variant, public: m.public, clock: m.clock ?? null, days: m.days ?? null, series: m.series};
}

function clocksIn(m: {readonly clocks?: Clocks; readonly at: number}): Room["clocks"] {
    return m.clocks ? {...m.clocks, at: m.at} : null;
}

function applyRoomCreated(room: Room, m: RoomCreated): Room {
    return {
        ...room, ...setupIn(m), life: "waiting",
        players: {X: null, O: null, [m.mark]: playerFrom(m.player)},
    };
}

function applySeatTaken(room: Room, m: SeatTaken): Room {
    return {...room, players: {...room.players, [m.mark]: playerFrom(m.player)}};
}

function applyGameStart(room: Room, m: GameStart): Room {
    return {
        ...room, ...setupIn(m), life: "active", game: m.game, turn: "X", turned: m.at,
        players: {
            X: playerFrom(m.players.X, playerInSeat(room, m.players.X.seat)),
            O: playerFrom(m.players.O, playerInSeat(room, m.players.O.seat)),
        },
        moves: [], intensities: [], refined: -1, clocks: clocksIn(m), over: null, offer: null, closed: null,
    };
}

function applyMoveMade(room: Room, m: MoveMade): Room {
    const lapsed = room.offer?.offer === "takeback" || room.offer?.by !== m.mark;
    return {
        ...room, turn: m.turn, turned: m.at, clocks: clocksIn(m), offer: lapsed ? null : room.offer,
        moves: [...room.moves, m.move], intensities: [...room.intensities, m.intensity],
    };
}

function applyGameOver(room: Room, m: GameOver): Room {
    const {winner, result, reason} = m;
    return {
        ...room, life: "finished", turn: null, over: {winner, result, reason},
        offer: null, series: m.series, clocks: clocksIn(m) ?? room.clocks,
    };
}

function applyGameAborted(room: Room, m: GameAborted): Room {
    const {winner, result, reason, by} = m;
    return {
        ...room, life: "finished", turn: null, over: {winner, result, reason, ...(by && {by})},
        offer: null, series: m.series,
    };
}

/** Before the first game the seat becomes free again. */
function applyPlayerLeft(room: Room, m: PlayerLeft): Room {
    if (room.life === "waiting")
        return {...room, players: {...room.players, [m.mark]: null}};
    return changePlayer(room, m.mark, {here: false, left: true, awaySince: null});
}

function applyGameState(room: Room, m: GameState, now: number): Room {
    const players = {
        X: m.players.X && playerWithPresence(m.players.X, now),
        O: m.players.O && playerWithPresence(m.players.O, now),
    };
    const seat = m.you === undefined ? room.seat : m.you === null ? null : players[m.you]?.seat ?? room.seat;
    return {
        ...room, ...setupIn(m), life: m.life, players, seat, game: m.game, turn: m.turn, turned: turnedIn(m),
        moves: m.moves, intensities: m.intensities, refined: -1, clocks: clocksIn(m),
        over: m.over, limits: m.limits ?? room.limits, offer: m.offer,
        spectators: m.spectators ?? room.spectators, closed: null,
    };
}

/** When the turn began. A takeback, which has no `you`, begins a turn. */
function turnedIn(m: GameState): number {
    if (m.you === undefined || m.started === undefined)
        return m.at;
    return m.started + (m.times?.at(-1) ?? 0);
}

function applyPresence(room: Room, m: Presence, now: number): Room {
    const isAway = m.type === "player-disconnected";
    return changePlayer(room, m.mark, {here: !isAway, awaySince: isAway ? now - (m.away ?? 0) : null});
}
