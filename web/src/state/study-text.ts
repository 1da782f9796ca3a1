/* study-text.ts - opens pasted texts and game files, and writes game files. */
import type {Game, Notation, Oxo, Record, Variant} from "@oxo/core";
import {RESULTS} from "./results.js";
import {gameAt, isPrefix, mainLine, type Study} from "./study.js";

// ---- Opening ------------------------------------------------------------------

export interface Opened {
    readonly game: Game;
    /** Set if the text is a game file. */
    readonly record: Record | null;
}

/** Why the core refuses a text, and where in the text. */
export interface Fault {
    readonly line: number;
    readonly column: number;
    readonly reason: string;
    /** The whole line with the fault. */
    readonly text: string;
}

export interface ReadOptions {
    readonly variant: Variant;
    readonly notation: Notation;
}

type TextKind = "record" | "moves" | "position";

/** Guesses from typical characters what a text is. */
export function kindOf(text: string, notation: Notation): TextKind {
    if (notation !== "native")
        return "position";
    if (/[[{%;]/.test(text) || /(^|\s)(1-0|0-1|1\/2-1\/2|\*)\s*$/.test(text))
        return "record";
    return text.includes("/") ? "position" : "moves";
}

/* The number of boards in a position tells classic from Ultimate. Which of the
 * three Ultimate variants it is, the reader has to say. */
function variantFor(text: string, options: ReadOptions): Variant {
    if (options.notation !== "native")
        return options.variant;
    const classic = text.split("/").length <= 3;
    if (classic)
        return "classic";
    return options.variant === "classic" ? "ultimate" : options.variant;
}

/* To read bare moves, add the first and the last line of a game file. */
function recordText(text: string, kind: TextKind, options: ReadOptions): string {
    return kind === "moves" ? `[Variant "${options.variant}"]\n${text}\n*\n` : text;
}

export function openText(oxo: Oxo, text: string, options: ReadOptions): Opened | Fault {
    const kind = kindOf(text, options.notation);
    try {
        if (kind === "position") {
            const variant = variantFor(text, options);
            return {game: {variant, start: oxo.readPosition(variant, text, options.notation), moves: []}, record: null};
        }
        const record = oxo.readRecord(recordText(text, kind, options));
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
    /** What is known about the game besides its moves. */
    readonly record: Pick<Record, "tags" | "result"> | null;
    readonly notes: Record["notes"];
}

/** Writes the current line as a game file. */
export function saveText(oxo: Oxo, {study, record, notes}: SavedStudy): string {
    const game = gameAt(study, study.line);
    const outcome = oxo.view(game).outcome;
    const whole = isPrefix(study.line, mainLine(study)) && study.line.length === mainLine(study).length;
    const result = outcome !== "ongoing" ? RESULTS[outcome] : whole && record ? record.result : "*";
    return oxo.writeRecord({game, result, tags: record?.tags ?? {}, notes});
}
