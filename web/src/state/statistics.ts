/* statistics.ts - finished games and their totals: games on this device, which
 * are stored here, and the server's. */
import type {Mark, Move, Variant} from "@oxo/core";
import {asObject, isCount, isMark, isMoves} from "./checks.js";
import {isLevel} from "./levels.js";
import type {LocalGame} from "./local-game.js";
import {finalOutcome} from "./results.js";
import {otherMark} from "./sides.js";
import {Store} from "./store.js";
import {isVariant, VARIANTS} from "./variants.js";

/** Totals for a variant and an opponent. */
export interface Tally {
    readonly variant: Variant;
    /** The computer's level; null: people. */
    readonly level: number | null;
    readonly wins: number;
    readonly draws: number;
    readonly losses: number;
}

export type Result = "win" | "draw" | "loss";

/** A finished game from one player's view. */
export interface Played {
    /** Online the server's id, else the start time. */
    readonly id: string;
    readonly online: boolean;
    readonly ended: number;
    readonly variant: Variant;
    readonly level: number | null;
    /** The opponent's name, or "". */
    readonly opponent: string;
    readonly me: Mark;
    readonly result: Result;
    readonly moves: readonly Move[];
}

export interface Statistics {
    readonly tallies: readonly Tally[];
    /** Newest first, at most MOST_GAMES. */
    readonly games: readonly Played[];
}

export const NO_STATISTICS: Statistics = {tallies: [], games: []};
const MOST_GAMES = 100;

// ---- Counting ------------------------------------------------------------------

export function resultFor(me: Mark, outcome: Mark | "draw"): Result {
    return outcome === "draw" ? "draw" : outcome === me ? "win" : "loss";
}

export function playedLocalGame(game: LocalGame, outcome: Mark | "draw", ended: number): Played {
    const {begun, variant, level, me, moves} = game;
    return {id: String(begun), online: false, ended, variant, level, opponent: "", me,
        result: resultFor(me, outcome), moves};
}

const sameKind = (a: Tally, b: Tally): boolean => a.variant === b.variant && a.level === b.level;

/** Adds up tallies of the same kind; sorts them by variant, then people before
 * levels. */
export function mergeTallies(...lists: readonly (readonly Tally[])[]): readonly Tally[] {
    const sums: Tally[] = [];
    for (const tally of lists.flat()) {
        const at = sums.findIndex((sum) => sameKind(sum, tally));
        const sum = sums[at] ?? {...tally, wins: 0, draws: 0, losses: 0};
        sums[at < 0 ? sums.length : at] = {
            ...sum,
            wins: sum.wins + tally.wins,
            draws: sum.draws + tally.draws,
            losses: sum.losses + tally.losses,
        };
    }
    const order = (tally: Tally): number => 100 * VARIANTS.indexOf(tally.variant) + (tally.level ?? 0);
    return sums.filter((sum) => gamesOf(sum) > 0).sort((a, b) => order(a) - order(b));
}

type Counts = Pick<Tally, "wins" | "draws" | "losses">;

export const gamesOf = ({wins, draws, losses}: Counts): number => wins + draws + losses;

/** The grand total. */
export function sumTallies(tallies: readonly Counts[]): Counts {
    const sum = (of: (tally: Counts) => number): number => tallies.reduce((all, tally) => all + of(tally), 0);
    return {wins: sum((t) => t.wins), draws: sum((t) => t.draws), losses: sum((t) => t.losses)};
}

function tallyOfGame({variant, level, result}: Played, one: 1 | -1): Tally {
    const when = (which: Result): number => result === which ? one : 0;
    return {variant, level, wins: when("win"), draws: when("draw"), losses: when("loss")};
}

/** Counts a finished game; replaces an earlier result of the same game. */
export function countGame(all: Statistics, game: Played): Statistics {
    const others = uncountGame(all, game.id);
    return {
        tallies: mergeTallies(others.tallies, [tallyOfGame(game, 1)]),
        games: [game, ...others.games].slice(0, MOST_GAMES),
    };
}

/** Removes a game that continues, for instance after an undo. */
export function uncountGame(all: Statistics, id: string): Statistics {
    const game = all.games.find((played) => played.id === id);
    if (!game)
        return all;
    return {
        tallies: mergeTallies(all.tallies, [tallyOfGame(game, -1)]),
        games: all.games.filter((played) => played !== game),
    };
}

/** Wins, draws and losses of a list of games. */
export function tallyGames(games: readonly Played[]): Counts {
    return sumTallies(games.map((game) => tallyOfGame(game, 1)));
}

// ---- Reading -------------------------------------------------------------------

const isLevelOrNone = (value: unknown): value is number | null => value === null || isLevel(value);

/** The valid items of a list. */
function readList<T>(value: unknown, read: (item: unknown) => T | null): readonly T[] {
    return Array.isArray(value) ? value.map(read).filter((item) => item !== null) : [];
}

function readTally(value: unknown): Tally | null {
    const {variant, level, wins, draws, losses} = asObject(value) ?? {};
    return isVariant(variant) && isLevelOrNone(level) && isCount(wins) && isCount(draws) && isCount(losses)
        ? {variant, level, wins, draws, losses} : null;
}

function readPlayed(value: unknown): Played | null {
    const {id, ended, variant, level, me, result, moves} = asObject(value) ?? {};
    if (typeof id !== "string" || !isCount(ended) || !isVariant(variant) || !isLevelOrNone(level))
        return null;
    if (!isMark(me) || !(result === "win" || result === "draw" || result === "loss") || !isMoves(moves))
        return null;
    return {id, online: false, ended, variant, level, opponent: "", me, result, moves};
}

function readStatistics(value: unknown): Statistics | null {
    const from = asObject(value);
    return from && {
        tallies: mergeTallies(readList(from["tallies"], readTally)),
        games: readList(from["games"], readPlayed).slice(0, MOST_GAMES),
    };
}

/** Reads the answer of GET /api/v1/players/me. */
export function readRecords(answer: unknown): readonly Tally[] {
    return readList(asObject(answer)?.["records"], readTally);
}

function readOnlineGame(value: unknown): Played | null {
    const from = asObject(value) ?? {};
    const {id, ended, variant, you: me, moves} = from;
    const outcome = finalOutcome(String(from["result"]));
    if (typeof id !== "string" || !isCount(ended) || !isVariant(variant) || !isMark(me) || !outcome
        || !isMoves(moves))
        return null;
    const other = asObject(from[otherMark(me)]);
    const [level, name] = [other?.["level"], other?.["name"]];
    return {id, online: true, ended, variant, level: isLevel(level) ? level : null,
        opponent: typeof name === "string" ? name : "", me, result: resultFor(me, outcome), moves};
}

/** Reads the answer of GET /api/v1/games. */
export function readOnlineGames(answer: unknown): readonly Played[] {
    return readList(asObject(answer)?.["games"], readOnlineGame);
}

/** The games on this device. */
export const deviceStatistics = new Store<Statistics>(NO_STATISTICS, "oxo-statistics", readStatistics);
