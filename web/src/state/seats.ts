/* seats.ts - the tokens of the reader's seats, by room. They are stored between
 * visits, and never shown or put into an address. */
import {asObject} from "./checks.js";
import {Store} from "./store.js";

export interface Seat {
    readonly token: string;
    /** When the seat was taken. */
    readonly at: number;
    /** 0 or 1; absent until the server has confirmed the seat. */
    readonly seat?: number;
    /** The number of the last game whose end the reader has seen. */
    readonly seen?: number;
}

export type Seats = {readonly [room: string]: Seat};

const MOST = 40;
/** A game with days for each move may last for months. */
const OLDEST = 400 * 24 * 3600 * 1000;

/** Keeps the newest seats. */
export function pruneSeats(seats: Seats, now: number): Seats {
    return Object.fromEntries(Object.entries(seats)
        .filter(([, seat]) => seat.at <= now && now - seat.at < OLDEST)
        .sort(([, a], [, b]) => b.at - a.at)
        .slice(0, MOST));
}

function numberIn(seat: {readonly [name: string]: unknown} | null, name: "seat" | "seen"): Partial<Seat> {
    const value = seat?.[name];
    return typeof value === "number" ? {[name]: value} : {};
}

export function readSeats(kept: unknown): Seats {
    const seats: {[room: string]: Seat} = {};
    for (const [room, value] of Object.entries(asObject(kept) ?? {})) {
        const seat = asObject(value);
        const [token, at] = [seat?.["token"], seat?.["at"]];
        if (/^[0-9A-Z]{6}$/.test(room) && typeof token === "string" && /^[\w-]{22}$/.test(token)
            && typeof at === "number")
            seats[room] = {token, at, ...numberIn(seat, "seat"), ...numberIn(seat, "seen")};
    }
    return seats;
}

/** After this time the confirmation of a seat counts as lost. */
const CONFIRMED_WITHIN = 60_000;

/** The rooms in which we have a seat, the newest seat first, except seats that are
 * just being asked for: another window may be asking. */
export function roomsOf(seats: Seats, now: number): readonly string[] {
    return Object.entries(seats)
        .filter(([, seat]) => seat.seat !== undefined || now - seat.at >= CONFIRMED_WITHIN)
        .sort(([, a], [, b]) => b.at - a.at)
        .map(([room]) => room);
}

export const seats = new Store<Seats>({}, "oxo-seats", readSeats);

export function tokenOf(room: string): string | null {
    return seats.value[room]?.token ?? null;
}

/** `number` is the seat's, once the server has confirmed it. */
export function keepSeat(room: string, token: string, number?: number): void {
    const kept = seats.value[room];
    const before = kept?.token === token ? kept : null;
    if (before && (number === undefined || before.seat === number))
        return;
    const now = Date.now();
    const seat: Seat = {at: now, ...before, token, ...(number !== undefined && {seat: number})};
    seats.value = pruneSeats({...seats.value, [room]: seat}, now);
}

export function seatNumberOf(room: string): number | null {
    return seats.value[room]?.seat ?? null;
}

/** The number of the room's last game whose end the reader has seen. */
export function lastSeen(room: string): number {
    return seats.value[room]?.seen ?? 0;
}

export function markSeen(room: string, game: number): void {
    const seat = seats.value[room];
    if (seat && seat.seen !== game)
        seats.value = {...seats.value, [room]: {...seat, seen: game}};
}

export function forgetSeat(room: string): void {
    const {[room]: _, ...rest} = seats.value;
    seats.value = rest;
}
