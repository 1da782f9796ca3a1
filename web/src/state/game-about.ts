/* game-about.ts - what is known about a game besides its moves: players,
 * result, tags and origin. */
import type {Move, Record, Variant} from "@oxo/core";
import {finalOutcome} from "./results.js";

/** What is known about a game besides its moves. */
export interface About {
    /** The id of a game on the server; null for other games. */
    readonly id: string | null;
    readonly names: {readonly X: string; readonly O: string};
    /** How the game ended if the board doesn't show it: "resignation". */
    readonly reason: string;
    readonly result: string;
    readonly tags: Record["tags"];
    readonly notes: Record["notes"];
}

export const UNKNOWN_GAME: About = {id: null, names: {X: "", O: ""}, reason: "", result: "*", tags: {}, notes: []};

const knownName = (name: string | undefined): string => name === undefined || name === "?" ? "" : name;

export function aboutRecord({tags, result, notes}: Record): About {
    return {
        id: null, result, tags, notes,
        names: {X: knownName(tags["X"]), O: knownName(tags["O"])},
        reason: tags["Termination"] ?? "",
    };
}

interface FinishedPlayer {
    readonly name: string;
    readonly level: number | null;
}

/** A finished game on the server. */
export interface FinishedGame {
    readonly id: string;
    readonly variant: Variant;
    readonly result: string;
    readonly reason: string;
    readonly ended: number;
    readonly X: FinishedPlayer;
    readonly O: FinishedPlayer;
    readonly moves: readonly Move[];
}

/** A finished game of the reader, in the server's list. */
export interface MyFinishedGame extends FinishedGame {
    readonly you: "X" | "O";
}

const playerName = ({name, level}: FinishedPlayer, mark: "X" | "O"): string =>
    name || (level === null ? `Guest ${mark}` : `Computer, level ${level}`);

export function aboutServer(game: FinishedGame): About {
    const names = {X: playerName(game.X, "X"), O: playerName(game.O, "O")};
    const date = new Date(game.ended).toISOString().slice(0, 10).replaceAll("-", ".");
    return {
        id: game.id, names, result: game.result, notes: [],
        reason: game.reason,
        tags: {X: names.X, O: names.O, Date: date, Termination: game.reason},
    };
}

export function titleOf({id, names}: About): string {
    if (names.X || names.O)
        return `${names.X || "X"} against ${names.O || "O"}`;
    return id === null ? "Analysis" : "Game";
}

/* Reasons why a game ends before the board is decided. */
const REASONS: {readonly [reason: string]: string} = {
    resignation: " by resignation",
    agreement: " by agreement",
    time: " on time",
    forfeit: " because the opponent stayed away",
    left: " because the opponent left",
    claim: " by a claim, because a player was away",
};

/** "Ada won by resignation, after 34 moves of both sides." */
export function endingWords(result: string, about: About, moves: number): string {
    const count = moves === 1 ? "1 move" : `${moves} moves of both sides`;
    const reason = REASONS[about.reason] ?? "";
    const outcome = finalOutcome(result);
    if (outcome === null)
        return `Not finished: ${count} so far.`;
    return outcome === "draw" ? `Drawn${reason}, after ${count}.`
        : `${about.names[outcome] || outcome} won${reason}, after ${count}.`;
}
