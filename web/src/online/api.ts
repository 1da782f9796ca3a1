/* api.ts - the parts of the HTTP API that the page asks for. A refusal or a
 * network that is away is an ApiError, with words. */
import type {Variant} from "@oxo/core";
import type {ListedRoom} from "../state/listed-room.js";
import type {FinishedGame} from "../state/opening.js";
import type {RoomSetup} from "../state/room-setup.js";
import {asObject} from "../state/checks.js";
import type {Identity} from "../state/identity.js";
import type {GameState, SeatMessage} from "../state/messages.js";

export class ApiError extends Error {
    constructor(readonly code: string, message: string) {
        super(message);
    }
}

/** Longer than any answer takes. */
const REQUEST_TIMEOUT = 10_000;

async function requestJson(path: string, init: RequestInit = {}): Promise<unknown> {
    const answer = await fetch(`/api/v1/${path}`, {...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT)})
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
    return (await requestJson(`rooms?${filter}`) as {rooms: ListedRoom[]}).rooms;
}

export async function createRoom(wish: RoomSetup, who: Identity): Promise<SeatMessage> {
    const body = JSON.stringify({...wish, ...who});
    return (await requestJson("rooms", {method: "POST", body}) as {seat: SeatMessage}).seat;
}

export async function fetchRoom(code: string): Promise<GameState> {
    return await requestJson(`rooms/${code}`) as GameState;
}

export async function fetchGame(id: string): Promise<FinishedGame> {
    return await requestJson(`games/${encodeURIComponent(id)}`) as FinishedGame;
}

/** Is there a finished game of this name? */
export async function hasGame(id: string): Promise<boolean> {
    return requestJson(`games/${encodeURIComponent(id)}`).then(() => true, () => false);
}
