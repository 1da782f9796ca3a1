/* room.ts - a room as this client knows it: a pure function from the server's
 * messages to what the page shows.
 *
 * Times are milliseconds since 1970 on this machine's clock. `skew` is how far
 * that clock is ahead of the server's. A message gives an upper bound of the
 * skew, since it needs some time to arrive; a request with its answer gives a
 * lower bound, too. */
import type {Mark, Move, Variant} from "@oxo/core";
import type {Clocks, ClockSetup, GameEnd, GameOver, GameStart, GameState, Life, MoveMade, Offer, PlayerMessage, Presence,
    RoomCreated, RoomEvent, SeatTaken, Series, ServerMessage} from "./messages.js";

export interface Player {
    readonly seat: number;
    readonly name: string;
    readonly avatar: string;
    readonly level: number | null;
    readonly here: boolean;
    /** Has left for good. */
    readonly left: boolean;
    /** When an absent player loses the game. */
    readonly deadline: number | null;
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
    readonly players: {readonly [mark in Mark]: Player | null};
    readonly game: number;
    readonly turn: Mark | null;
    readonly moves: readonly Move[];
    readonly intensities: readonly number[];
    /** The index of the last move with an intensity by the engine; -1: none. */
    readonly refined: number;
    /** The time left at the server's time `at`. */
    readonly clocks: (Clocks & {readonly at: number}) | null;
    readonly over: GameEnd | null;
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
        code, seq: 0, life: "unknown", seat: null, variant: "ultimate", public: false, clock: null,
        players: {X: null, O: null}, game: 0, turn: null, moves: [], intensities: [], refined: -1,
        clocks: null, over: null, offer: null, series: NO_SERIES, spectators: 0, closed: null,
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
    const back = (p: Player | null): Player | null => p && {...p, here: !p.left, deadline: null};
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
        return {room: {...room, code: message.room, seq: 0, seat: message.seat}, gap: false};
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

function applyNextEvent(room: Room, event: RoomEvent, now: number): AppliedMessage {
    const isNext = room.seq === 0 || event.seq === room.seq + 1;
    if (event.type !== "game-state" && !isNext)
        return {room, gap: event.seq > room.seq};
    const before = {...room, seq: event.seq, skew: Math.min(room.skew, now - event.at)};
    return {room: dropStalePending(applyEvent(before, event)), gap: false};
}

function applyEvent(room: Room, event: RoomEvent): Room {
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
    case "offer-made":
        return {...room, offer: {offer: event.offer, by: event.by}};
    case "offer-declined":
        return {...room, offer: null};
    case "player-left":
        return changePlayer(room, event.mark, {here: false, left: true, deadline: null});
    case "room-closed":
        return {...room, life: "closed", closed: event.why, turn: null, offer: null};
    case "game-state":
        return applyGameState(room, event);
    }
}

/** Drops the pending move unless it is still for the next ply. */
function dropStalePending(room: Room): Room {
    const stands = room.pending && room.life === "active" && room.pending.ply === room.moves.length;
    return stands ? room : dropPendingMove(room);
}

function playerFrom(p: PlayerMessage, before: Player | null = null): Player {
    const here = p.connected ?? true;
    return {
        seat: p.seat, name: p.name, avatar: p.avatar, level: p.level,
        here, left: p.left ?? false, deadline: here ? null : before?.deadline ?? null,
    };
}

function changePlayer(room: Room, mark: Mark, part: Partial<Player>): Room {
    const player = room.players[mark];
    return player ? {...room, players: {...room.players, [mark]: {...player, ...part}}} : room;
}

function setupIn(m: RoomCreated | GameStart | GameState): Pick<Room, "variant" | "public" | "clock" | "series"> {
    return {variant: m.variant, public: m.public, clock: m.clock ?? null, series: m.series};
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
        ...room, ...setupIn(m), life: "active", game: m.game, turn: "X",
        players: {X: playerFrom(m.players.X), O: playerFrom(m.players.O)},
        moves: [], intensities: [], refined: -1, clocks: clocksIn(m), over: null, offer: null, closed: null,
    };
}

function applyMoveMade(room: Room, m: MoveMade): Room {
    const lapsed = room.offer?.offer === "takeback" || room.offer?.by !== m.mark;
    return {
        ...room, turn: m.turn, clocks: clocksIn(m), offer: lapsed ? null : room.offer,
        moves: [...room.moves, m.move], intensities: [...room.intensities, m.intensity],
    };
}

function applyGameOver(room: Room, m: GameOver): Room {
    const {winner, result, reason} = m;
    const over = {
        ...room, life: "finished" as const, turn: null, over: {winner, result, reason},
        offer: null, series: m.series, clocks: clocksIn(m) ?? room.clocks,
    };
    return {...over, players: {X: withoutDeadline(over.players.X), O: withoutDeadline(over.players.O)}};
}

/** Nobody forfeits a finished game. */
function withoutDeadline(player: Player | null): Player | null {
    return player && {...player, deadline: null};
}

function applyGameState(room: Room, m: GameState): Room {
    const players = {
        X: m.players.X && playerFrom(m.players.X, room.players.X),
        O: m.players.O && playerFrom(m.players.O, room.players.O),
    };
    const seat = m.you === undefined ? room.seat : m.you === null ? null : players[m.you]?.seat ?? room.seat;
    return {
        ...room, ...setupIn(m), life: m.life, players, seat, game: m.game, turn: m.turn,
        moves: m.moves, intensities: m.intensities, refined: -1, clocks: clocksIn(m),
        over: m.over, offer: m.offer, spectators: m.spectators ?? room.spectators, closed: null,
    };
}

function applyPresence(room: Room, m: Presence, now: number): Room {
    const away = m.type === "player-disconnected";
    const deadline = away && room.life === "active" && m.timeout !== undefined ? now + m.timeout : null;
    return changePlayer(room, m.mark, {here: !away, deadline});
}
