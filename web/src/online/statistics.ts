/* statistics.ts - the server's statistics of a player. The player's key is a
 * secret, so it goes into a header and never into an address. */
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

/** The newest 200 games against the opponent of `game`. */
export async function fetchRivalGames(key: string, game: string): Promise<readonly Played[]> {
    return readOnlineGames(await request(`games?limit=200&rival=${encodeURIComponent(game)}`, key));
}
