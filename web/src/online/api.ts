/* api.ts - the HTTP API: rooms and finished games. */
import type {Variant} from "@oxo/core";
import type {FinishedGame, MyFinishedGame} from "../state/game-about.js";
import type {Identity} from "../state/identity.js";
import type {ListedRoom} from "../state/listed-room.js";
import type {GameState, SeatMessage} from "../state/messages.js";
import type {RoomSetup} from "../state/room-setup.js";
import {requestApi} from "./request.js";

export async function listRooms(state: ListedRoom["state"], variant?: Variant): Promise<readonly ListedRoom[]> {
    const filter = new URLSearchParams({state, ...(variant && {variant})});
    return (await requestApi(`rooms?${filter}`) as {rooms: ListedRoom[]}).rooms;
}

export async function createRoom(setup: RoomSetup, identity: Identity): Promise<SeatMessage> {
    const body = JSON.stringify({...setup, ...identity});
    return (await requestApi("rooms", {method: "POST", body}) as {seat: SeatMessage}).seat;
}

export async function fetchRoom(code: string): Promise<GameState> {
    return await requestApi(`rooms/${code}`) as GameState;
}

export async function fetchGame(id: string): Promise<FinishedGame> {
    return await requestApi(`games/${encodeURIComponent(id)}`) as FinishedGame;
}

/** Is there a finished game with this id? */
async function hasGame(id: string): Promise<boolean> {
    return fetchGame(id).then(() => true, () => false);
}

/** The id of the first finished game of a room that is gone; null if there is
 * none. */
export async function findFirstGame(code: string): Promise<string | null> {
    const id = `${code}-1`;
    return await hasGame(id) ? id : null;
}

/** The reader's last finished game in a room, found by the reader's key; null if
 * there is none. */
export async function fetchMyLastGame(code: string, key: string): Promise<MyFinishedGame | null> {
    const answer = await requestApi("games?limit=30", {headers: {Authorization: `Bearer ${key}`}}).catch(() => null);
    const {games} = (answer ?? {games: []}) as {games: readonly MyFinishedGame[]};
    return games.find(({id}) => id.startsWith(`${code}-`)) ?? null;
}
