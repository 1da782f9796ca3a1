/* judgement.ts - results of the engine and of reviews in words and symbols.
 * Every value says whether it is proven or estimated. */
import type {Eval, Grade, Line, Mark, Move, Note, Outcome, Point, Review, SearchInfo, Value, Verdict} from "@oxo/core";
import {numberOf} from "./sides.js";
import {capitalized} from "./text.js";

// ---- Values -------------------------------------------------------------------

/** The same value from the other side's view. */
export function flipValue(value: Value): Value {
    const [win, draw, loss] = value.wdl;
    const kind = value.kind === "win" ? "loss" : value.kind === "loss" ? "win" : value.kind;
    return {...value, kind, centi: -value.centi, wdl: [loss, draw, win], expected: 1 - value.expected};
}

/** Converts a value for the side to move into one for X. */
export function valueForX(value: Value, turn: Mark): Value {
    return turn === "X" ? value : flipValue(value);
}

export function percent(share: number): string {
    return `${Math.round(share * 100)} %`;
}

/** A value for X in words: "X wins in 7, proven", "estimated 63 % for O". An
 * estimate is given for `side`, by default for the side that is ahead. */
export function valueWords(value: Value, side: Mark = value.expected < 0.5 ? "O" : "X"): string {
    if (value.kind === "draw")
        return "a draw, proven";
    if (value.kind !== "estimated")
        return `${value.kind === "win" ? "X" : "O"} wins in ${value.distance}, proven`;
    const share = Math.round(valueForX(value, side).expected * 100);
    return share === 50 ? "estimated even" : `estimated ${share} % for ${side}`;
}

export function outcomeWords(outcome: Outcome): string {
    return outcome === "draw" ? "The game is drawn" : `${outcome} has won`;
}

/** The value of a finished game for X. */
export function valueOfEnd(outcome: Outcome): Value {
    const expected = outcome === "X" ? 1 : outcome === "O" ? 0 : 0.5;
    const wdl = [outcome === "X" ? 1000 : 0, outcome === "draw" ? 1000 : 0, outcome === "O" ? 1000 : 0] as const;
    const kind = outcome === "X" ? "win" : outcome === "O" ? "loss" : "draw";
    return {kind, proven: true, distance: 0, centi: 0, wdl, expected};
}

/** The value of a move for its mover, short enough for a cell. */
export function shortValue(value: Value): string {
    if (value.kind === "estimated")
        return String(Math.round(value.expected * 100));
    return value.kind === "draw" ? "=" : `${value.kind === "win" ? "W" : "L"}${value.distance}`;
}

/** The same for a screen reader. */
export function moveValueWords(value: Value): string {
    if (value.kind === "estimated")
        return `estimated ${percent(value.expected)}`;
    return value.kind === "draw" ? "draws, proven"
        : `${value.kind === "win" ? "wins" : "loses"} in ${value.distance}, proven`;
}

export interface CellValue {
    readonly text: string;
    readonly good: number;
    readonly words: string;
}

/** What to write on the cell of each searched move. */
export function cellValues(lines: readonly Line[]): ReadonlyMap<Move, CellValue> {
    return new Map(lines.filter((line) => line.moves[0]).map(({value, moves}) =>
        [moves[0]!, {text: shortValue(value), good: value.expected, words: moveValueWords(value)}]));
}

// ---- The search ---------------------------------------------------------------

/** 1234 -> "1.2k", 2500000 -> "2.5M". */
export function shortCount(n: number): string {
    if (n < 1000)
        return String(Math.round(n));
    return n < 1e6 ? `${(n / 1e3).toFixed(n < 1e4 ? 1 : 0)}k` : `${(n / 1e6).toFixed(n < 1e7 ? 1 : 0)}M`;
}

export function searchWords(info: SearchInfo): string {
    if (info.nodes === 0)
        return "looked up: every position of classic is known";
    const speed = info.time > 0 ? `, ${shortCount(info.nodes / info.time * 1000)} a second` : "";
    return `depth ${info.depth}, ${shortCount(info.nodes)} positions${speed}${info.net ? ", with net" : ""}`;
}

// ---- Grades -------------------------------------------------------------------

export interface GradeLook {
    readonly sign: string;
    readonly name: string;
    /** The plural. */
    readonly names: string;
    readonly tone: "good" | "bad" | null;
}

const GRADES: {readonly [grade in Grade]: GradeLook} = {
    "ungraded": {sign: "", name: "not judged", names: "not judged", tone: null},
    "forced": {sign: "", name: "forced", names: "forced", tone: null},
    "only-move": {sign: "!", name: "the only good move", names: "only good moves", tone: "good"},
    "best": {sign: "", name: "best", names: "best moves", tone: "good"},
    "good": {sign: "", name: "good", names: "good moves", tone: null},
    "inaccuracy": {sign: "?!", name: "inaccuracy", names: "inaccuracies", tone: "bad"},
    "mistake": {sign: "?", name: "mistake", names: "mistakes", tone: "bad"},
    "missed-win": {sign: "??", name: "missed win", names: "missed wins", tone: "bad"},
    "blunder": {sign: "??", name: "blunder", names: "blunders", tone: "bad"},
};

export function gradeLook(grade: Grade): GradeLook {
    return GRADES[grade];
}

/** The name of a grade. A fault without a proof is "mistake (estimated)". */
export function gradeWords({grade, proven}: Verdict): string {
    const {name, tone} = gradeLook(grade);
    return tone === "bad" && !proven ? `${name} (estimated)` : name;
}

/** "Blunder: does not stop O at c. Best was c." */
export function verdictWords(verdict: Verdict): string {
    const name = gradeWords(verdict);
    const why = verdict.sentence ? `: ${verdict.sentence}` : "";
    const best = verdict.best ? `. Best was ${verdict.best}` : "";
    return `${capitalized(name)}${why}${best}.`;
}

// ---- The whole game -----------------------------------------------------------

export const FAULTS = ["inaccuracy", "mistake", "missed-win", "blunder"] as const;

export function countGrade(review: Review, mark: Mark, grade: Grade): number {
    return review.moves.filter((m) => m.mark === mark && m.grade === grade).length;
}

/** The ply of the next move with the grade, after `at` or again from the start. */
export function nextWithGrade(review: Review, mark: Mark, grade: Grade, at: number): number | null {
    const plies = review.moves.flatMap((m, i) => m.mark === mark && m.grade === grade ? [i + 1] : []);
    return plies.find((ply) => ply > at) ?? plies[0] ?? null;
}

export function judgedCount(review: Review): number {
    return review.points.filter((point) => point.known).length;
}

/** The value at a point of the graph, in words. */
export function pointWords(point: Point): string {
    return point.known ? valueWords(point.value) : "not judged yet";
}

/** The number of a reviewed move in a game file; `index` counts from 0. */
export function moveNumber(review: Review, index: number): number {
    return numberOf(index, review.moves[0]?.mark ?? "X");
}

/** The game in one or two sentences. Says whose move it names, because X's and
 * O's moves share their numbers. */
export function summaryWords(review: Review, ending: string): string {
    const worst = [...review.moves].filter((m) => m.key).sort((a, b) => b.loss - a.loss)[0];
    if (!worst)
        return `${ending} The game never turned: nobody made a mistake that mattered.`;
    const number = moveNumber(review, review.moves.indexOf(worst));
    if (worst.loss < 0.05)
        return `${ending} It turned at ${worst.mark}'s move ${number}, ${worst.move}.`;
    const why = worst.sentence || `was ${/^[aeiou]/.test(gradeLook(worst.grade).name) ? "an" : "a"} ${gradeLook(worst.grade).name}`;
    return `${ending} It turned most at ${worst.mark}'s move ${number}: ${worst.move} ${why}${
        worst.proven ? "" : " (estimated)"}.`;
}

/** The basis of a review: nodes per position; 0 if positions are looked up. */
export function basisWords(review: Review, nodes: number): string {
    if (nodes === 0)
        return "Looked up: classic is solved.";
    const known = review.points.filter((point) => point.known);
    const proven = known.filter((point) => point.value.kind !== "estimated").length;
    return `By ${nodes.toLocaleString("en")} nodes a position: ${proven} of ${known.length} values are proven, the rest estimated.`;
}

// ---- The graph ----------------------------------------------------------------

/** The height of the graph, in its own units. */
export const HEIGHT = 100;

/** Each run of judged points as "x,y x,y". A point without a judgement is a gap
 * between runs. */
export function curveRuns(points: readonly Point[], of: (point: Point) => number): string[] {
    const runs: string[][] = [[]];
    points.forEach((point, ply) => {
        if (point.known)
            runs.at(-1)!.push(`${ply},${(HEIGHT * (1 - of(point))).toFixed(2)}`);
        else if (runs.at(-1)!.length > 0)
            runs.push([]);
    });
    return runs.filter((run) => run.length > 0).map((run) => run.join(" "));
}

// ---- Game files ---------------------------------------------------------------

function evalOf(value: Value): Eval | null {
    if (value.kind === "draw")
        return {kind: "draw", value: 0};
    if (value.kind === "estimated")
        return {kind: "estimated", value: value.centi};
    if (value.distance === 0)
        return null; // the game is over, and the file has its result
    return {kind: "win", value: value.kind === "win" ? value.distance : -value.distance};
}

/** The notes for a game file: those it had, completed by those of the review. */
export function notesOf(review: Review | null, notes: readonly (Note | null)[],
    plies: number): readonly (Note | null)[] {
    return Array.from({length: plies + 1}, (_, ply) => {
        const kept = notes[ply] ?? null;
        const point = review?.points[ply];
        const value = point?.known ? evalOf(point.value) : null;
        const verdict = review?.moves[ply - 1];
        const comment = kept?.comment
            ?? (verdict?.sentence ? `${gradeWords(verdict)}: ${verdict.sentence}` : undefined);
        const note = {
            ...kept,
            ...(comment === undefined ? {} : {comment}),
            ...(value ? {eval: value} : {}),
            ...(ply > 0 && point ? {intensity: point.intensity} : {}),
        };
        return Object.keys(note).length > 0 ? note : null;
    });
}
