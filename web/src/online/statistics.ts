/* statistics.ts - what the server has counted of a player. The key is a
 * secret: it goes into a header and never into an address. */
import {type Played, readOnlineGames, readRecords, type Tally} from "../state/statistics.js";
import {requestApi} from "./request.js";

export interface OnlineStatistics {
    readonly tallies: readonly Tally[];
    /** Newest first. */
    readonly games: readonly Played[];
}

const request = (path: string, key: string): Promise<unknown> =>
    requestApi(path, {headers: {Authorization: `Bearer ${key}`}});

export async function fetchStatistics(key: string): Promise<OnlineStatistics> {
    const [records, games] = await Promise.all([request("players/me", key), request("games?limit=30", key)]);
    return {tallies: readRecords(records), games: readOnlineGames(games)};
}

/** The games against whoever played this one, the newest 200 of them. */
export async function fetchRivalGames(key: string, game: string): Promise<readonly Played[]> {
    return readOnlineGames(await request(`games?limit=200&rival=${encodeURIComponent(game)}`, key));
}
