/* api.ts - the parts of the HTTP API that the page asks for. A refusal or a
 * network that is away is an ApiError, with words. */
import type {Variant} from "@oxo/core";
import type {ListedRoom} from "../state/listed-room.js";
import type {FinishedGame} from "../state/opening.js";
import type {RoomWish} from "../state/room-wish.js";
import {asObject} from "../state/checks.js";
import type {Identity} from "../state/identity.js";
import type {GameState, SeatMessage} from "../state/messages.js";

export class ApiError extends Error {
    constructor(readonly code: string, message: string) {
        super(message);
    }
}

/** Longer than any answer takes. */
const PATIENCE = 10_000;

async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
    const answer = await fetch(`/api/v1/${path}`, {...init, signal: AbortSignal.timeout(PATIENCE)})
        .catch(() => { throw new ApiError("network", "The server cannot be reached. Is the network away?"); });
    const body: unknown = await answer.json().catch(() => null);
    if (answer.ok && body !== null)
        return body;
    const problem = asObject(body);
    throw new ApiError(String(problem?.["code"] ?? "network"),
        String(problem?.["detail"] ?? `The server answered with ${answer.status}.`));
}

export async function listRooms(state: ListedRoom["state"], variant?: Variant): Promise<readonly ListedRoom[]> {
    const filter = new URLSearchParams({state, ...(variant && {variant})});
    return (await ask(`rooms?${filter}`) as {rooms: ListedRoom[]}).rooms;
}

export async function createRoom(wish: RoomWish, who: Identity): Promise<SeatMessage> {
    const body = JSON.stringify({...wish, ...who});
    return (await ask("rooms", {method: "POST", body}) as {seat: SeatMessage}).seat;
}

export async function roomState(code: string): Promise<GameState> {
    return await ask(`rooms/${code}`) as GameState;
}

export async function finishedGame(id: string): Promise<FinishedGame> {
    return await ask(`games/${encodeURIComponent(id)}`) as FinishedGame;
}

/** Is there a finished game of this name? */
export async function hasGame(id: string): Promise<boolean> {
    return ask(`games/${encodeURIComponent(id)}`).then(() => true, () => false);
}
