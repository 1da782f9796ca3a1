/* opening.ts - where a study comes from: an address, a pasted text, a file, a
 * game of the server; and the address it is shared by. What is legal, and what
 * is wrong with a text, says the C core. */
import type {Game, Move, Notation, Oxo, Record, Variant} from "@oxo/core";
import {gameAt, isPrefix, mainLine, type Study} from "./study.js";
import {isVariant} from "./variants.js";

// ---- Addresses ----------------------------------------------------------------

export interface Address {
    readonly game: Game;
    readonly ply: number;
    /** What is wrong with it, in a sentence; else "". */
    readonly trouble: string;
}

/** Moves of a link: "ee.ea", "ee ea", "ee,ea" or "eeea". */
export function splitMoves(text: string, variant: Variant): readonly Move[] {
    const parts = text.split(/[^a-z]+/i).filter(Boolean);
    if (parts.length !== 1)
        return parts;
    return parts[0]!.match(variant === "classic" ? /./g : /..?/g) ?? [];
}

/** What `?variant=&position=&moves=&ply=` asks for; whether it can be played is
 * not checked yet. Without its rules a game is nothing: it is left out. */
export function readAddress(query: URLSearchParams): Address {
    const variant = query.get("variant") ?? "ultimate";
    if (!isVariant(variant))
        return {game: {variant: "ultimate", moves: []}, ply: 0, trouble: `There are no rules called “${variant}”.`};
    const moves = splitMoves(query.get("moves") ?? "", variant);
    const start = query.get("position");
    const ply = query.get("ply");
    return {
        game: start ? {variant, start, moves} : {variant, moves},
        ply: ply === null ? (start ? 0 : moves.length) : Number(ply),
        trouble: "",
    };
}

/** The same, as far as the rules allow: up to the first move that cannot be
 * played, or to nothing if the position is none. */
export function playablePart(oxo: Oxo, address: Address): Address {
    const {game} = address;
    try {
        oxo.view({...game, moves: []});
    } catch (error) {
        return {game: {variant: game.variant, moves: []}, ply: 0,
            trouble: `The position of this link cannot be read: ${(error as Error).message}.`};
    }
    for (const [i, move] of game.moves.entries()) {
        const before = {...game, moves: game.moves.slice(0, i)};
        const refusal = oxo.check(before, move);
        if (refusal)
            return {game: before, ply: Math.min(address.ply, i), trouble: `${
                i === 0 ? "No move" : i === 1 ? "Only 1 move" : `Only ${i} moves`} of this link can be read. The next is “${
                move}”: ${refusal.message}.`};
    }
    return address;
}

/** The link to this game, line and ply. `id` names a game of the server. */
export function writeAddress(study: Study, id: string | null): string {
    const query = new URLSearchParams();
    if (id === null) {
        query.set("variant", study.variant);
        if (study.start !== null)
            query.set("position", study.start);
    }
    const onMain = id !== null && isPrefix(study.line, mainLine(study));
    if (study.line.length > 0 && !onMain)
        query.set("moves", study.line.join("."));
    query.set("ply", String(study.ply));
    // Slashes and commas may stand in a query as they are.
    const text = query.toString().replaceAll("%2F", "/").replaceAll("%2C", ",");
    return `${id === null ? "/analysis" : `/g/${encodeURIComponent(id)}`}?${text}`;
}

// ---- Texts --------------------------------------------------------------------

export interface Opened {
    readonly game: Game;
    /** Of a game file. */
    readonly record: Record | null;
}

/** A text that the core refuses, and where. */
export interface Fault {
    readonly line: number;
    readonly column: number;
    readonly reason: string;
    /** The line itself. */
    readonly text: string;
}

export interface ReadOptions {
    readonly variant: Variant;
    readonly notation: Notation;
}

type TextKind = "record" | "moves" | "position";

/** Which of the three it is meant to be: by its first sign, and never by rules. */
export function kindOf(text: string, notation: Notation): TextKind {
    if (notation !== "native")
        return "position";
    if (/[[{%;]/.test(text) || /(^|\s)(1-0|0-1|1\/2-1\/2|\*)\s*$/.test(text))
        return "record";
    return text.includes("/") ? "position" : "moves";
}

/* A position says by its number of boards which game it is; which of the three
 * Ultimates only whoever pasted it knows. */
function variantFor(text: string, wish: ReadOptions): Variant {
    if (wish.notation !== "native")
        return wish.variant;
    const classic = text.split("/").length <= 3;
    if (classic)
        return "classic";
    return wish.variant === "classic" ? "ultimate" : wish.variant;
}

/* Bare moves are read as a game file with its first and last line added. */
function recordText(text: string, kind: TextKind, wish: ReadOptions): string {
    return kind === "moves" ? `[Variant "${wish.variant}"]\n${text}\n*\n` : text;
}

export function openText(oxo: Oxo, text: string, wish: ReadOptions): Opened | Fault {
    const kind = kindOf(text, wish.notation);
    try {
        if (kind === "position") {
            const variant = variantFor(text, wish);
            return {game: {variant, start: oxo.readPosition(variant, text, wish.notation), moves: []}, record: null};
        }
        const record = oxo.readRecord(recordText(text, kind, wish));
        return {game: record.game, record: kind === "record" ? record : null};
    } catch (error) {
        return faultOf(error, text, kind === "moves" ? 1 : 0);
    }
}

export function isFault(it: Opened | Fault): it is Fault {
    return "reason" in it;
}

function faultOf(error: unknown, text: string, added: number): Fault {
    const {message, line, column} = error as {message: string; line?: number; column?: number};
    const lines = text.split("\n");
    const at = Math.max(1, Math.min(lines.length, (line ?? 1) - added));
    const beyond = (line ?? 1) - added > lines.length;
    return {
        line: at,
        column: beyond ? (lines.at(-1)?.length ?? 0) + 1 : column ?? 1,
        reason: message,
        text: lines[at - 1] ?? "",
    };
}

// ---- Files --------------------------------------------------------------------

const RESULTS = {X: "1-0", O: "0-1", draw: "1/2-1/2", ongoing: "*"} as const;

export interface SavedStudy {
    readonly study: Study;
    /** What is known of the game beside its moves. */
    readonly record: Pick<Record, "tags" | "result"> | null;
    readonly notes: Record["notes"];
}

/** The line that is shown as a game file. */
export function saveText(oxo: Oxo, {study, record, notes}: SavedStudy): string {
    const game = gameAt(study, study.line);
    const outcome = oxo.view(game).outcome;
    const whole = isPrefix(study.line, mainLine(study)) && study.line.length === mainLine(study).length;
    const result = outcome !== "ongoing" ? RESULTS[outcome] : whole && record ? record.result : "*";
    return oxo.writeRecord({game, result, tags: record?.tags ?? {}, notes});
}

// ---- About a game -----------------------------------------------------------------

/** What is known of a game beside its moves. */
export interface About {
    /** Of the server. */
    readonly id: string | null;
    readonly names: {readonly X: string; readonly O: string};
    /** How it ended, where the board does not tell: "by resignation". */
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

/** A finished game of the server. */
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

const WINNERS: {readonly [result: string]: "X" | "O"} = {"1-0": "X", "0-1": "O"};

/* Why a game ended before the board said so. */
const REASONS: {readonly [reason: string]: string} = {
    resignation: " by resignation",
    agreement: " by agreement",
    time: " on time",
    forfeit: " because the opponent stayed away",
    left: " because the opponent left",
};

/** "Ada won by resignation, after 34 moves of both sides." */
export function endingWords(result: string, about: About, moves: number): string {
    const count = moves === 1 ? "1 move" : `${moves} moves of both sides`;
    const reason = REASONS[about.reason] ?? "";
    const winner = WINNERS[result];
    if (winner)
        return `${about.names[winner] || winner} won${reason}, after ${count}.`;
    return result === "1/2-1/2" ? `Drawn${reason}, after ${count}.` : `Not finished: ${count} so far.`;
}
