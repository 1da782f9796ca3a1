/* seats.ts - the tokens of the reader's seats, by room. They are stored between
 * visits, and never shown or put into an address. */
import {asObject} from "./checks.js";
import {Store} from "./store.js";

export interface Seat {
    readonly token: string;
    /** When the seat was taken. */
    readonly at: number;
}

export type Seats = {readonly [room: string]: Seat};

const MOST = 40;
const OLDEST = 30 * 24 * 3600 * 1000;

/** Keeps the newest seats. Rooms close long before a seat is dropped. */
export function pruneSeats(seats: Seats, now: number): Seats {
    return Object.fromEntries(Object.entries(seats)
        .filter(([, seat]) => seat.at <= now && now - seat.at < OLDEST)
        .sort(([, a], [, b]) => b.at - a.at)
        .slice(0, MOST));
}

export function readSeats(kept: unknown): Seats {
    const seats: {[room: string]: Seat} = {};
    for (const [room, value] of Object.entries(asObject(kept) ?? {})) {
        const seat = asObject(value);
        const [token, at] = [seat?.["token"], seat?.["at"]];
        if (/^[0-9A-Z]{6}$/.test(room) && typeof token === "string" && /^[\w-]{22}$/.test(token)
            && typeof at === "number")
            seats[room] = {token, at};
    }
    return seats;
}

const seats = new Store<Seats>({}, "oxo-seats", readSeats);

export function tokenOf(room: string): string | null {
    return seats.value[room]?.token ?? null;
}

export function keepSeat(room: string, token: string): void {
    const now = Date.now();
    seats.value = pruneSeats({...seats.value, [room]: {token, at: now}}, now);
}

export function forgetSeat(room: string): void {
    const {[room]: _, ...rest} = seats.value;
    seats.value = rest;
}
