/* statistics.ts - what the server has counted of a player. The key is a
 * secret: it goes into a header and never into an address. */
import {type Played, readGames, readRecords, type Tally} from "../state/statistics.js";

export interface Online {
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

export async function askStatistics(key: string): Promise<Online> {
    const [records, games] = await Promise.all([ask("players/me", key), ask("games?limit=30", key)]);
    return {tallies: readRecords(records), games: readGames(games)};
}

/** The games against whoever played this one, the newest 200 of them. */
export async function askRival(key: string, game: string): Promise<readonly Played[]> {
    return readGames(await ask(`games?limit=200&rival=${encodeURIComponent(game)}`, key));
}
