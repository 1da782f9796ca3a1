/* statistics.ts - what the server has counted of a player. The key is a
 * secret: it goes into a header and never into an address. */
import {type Played, readOnlineGames, readRecords, type Tally} from "../state/statistics.js";

export interface OnlineStatistics {
    readonly tallies: readonly Tally[];
    /** Newest first. */
    readonly games: readonly Played[];
}

async function ask(path: string, key: string): Promise<unknown> {
    const answer = await fetch(`/api/v1/${path}`, {headers: {Authorization: `Bearer ${key}`}});
    if (!answer.ok)
        throw new Error(`${path}: ${answer.status}`);
    return answer.json();
}

export async function fetchStatistics(key: string): Promise<OnlineStatistics> {
    const [records, games] = await Promise.all([ask("players/me", key), ask("games?limit=30", key)]);
    return {tallies: readRecords(records), games: readOnlineGames(games)};
}

/** The games against whoever played this one, the newest 200 of them. */
export async function fetchRivalGames(key: string, game: string): Promise<readonly Played[]> {
    return readOnlineGames(await ask(`games?limit=200&rival=${encodeURIComponent(game)}`, key));
}
