/* study-text.ts - opens pasted texts and game files, and writes game files. The
 * C core says what is wrong with a text. */
import type {Game, Notation, Oxo, Record, Variant} from "@oxo/core";
import {RESULTS} from "./results.js";
import {gameAt, isPrefix, mainLine, type Study} from "./study.js";

// ---- Opening ------------------------------------------------------------------

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

// ---- Saving -------------------------------------------------------------------

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
