/* study.ts - a game on the analysis board: a tree of moves, the current place in
 * the tree, and what the engine found. Plain values: every change returns a new
 * study. The caller asks the C core first whether a move is legal. */
import type {Game, Move, Point, Review, SearchInfo, Variant, Verdict} from "@oxo/core";

/** A move and the moves tried after it. The first of `next` continues the main
 * line. */
export interface Branch {
    readonly move: Move;
    readonly next: readonly Branch[];
}

export interface Study {
    readonly variant: Variant;
    /** A position string; null: the variant's start position. */
    readonly start: string | null;
    readonly next: readonly Branch[];
    /** The current line to its end, and the current ply in it. Going back keeps
     * the line, so going forward returns to the same place. */
    readonly line: readonly Move[];
    readonly ply: number;
}

/** The moves from the start to a position in the tree. */
export type Path = readonly Move[];

// ---- Reading ------------------------------------------------------------------

function branchesOf(moves: readonly Move[]): readonly Branch[] {
    return moves.reduceRight<readonly Branch[]>((next, move) => [{move, next}], []);
}

export function studyOf(game: Game, ply = 0): Study {
    return {
        variant: game.variant,
        start: game.start ?? null,
        next: branchesOf(game.moves),
        line: game.moves,
        ply: clampPly(ply, game.moves.length),
    };
}

function clampPly(ply: number, most: number): number {
    return Math.max(0, Math.min(most, Math.trunc(ply) || 0));
}

export function pathOf(study: Study): Path {
    return study.line.slice(0, study.ply);
}

/** The game up to a position in the tree. */
export function gameAt({variant, start}: Study, path: Path): Game {
    return start === null ? {variant, moves: path} : {variant, start, moves: path};
}

/** The moves tried after `path`. */
export function choicesAt(study: Study, path: Path): readonly Branch[] {
    let next = study.next;
    for (const move of path)
        next = next.find((branch) => branch.move === move)?.next ?? [];
    return next;
}

/** The line of first choices. */
function firstMoves(next: readonly Branch[]): Move[] {
    const moves: Move[] = [];
    for (let branch = next[0]; branch; branch = branch.next[0])
        moves.push(branch.move);
    return moves;
}

export function mainLine(study: Study): readonly Move[] {
    return firstMoves(study.next);
}

export function samePath(a: Path, b: Path): boolean {
    return a.length === b.length && isPrefix(a, b);
}

export function isPrefix(part: Path, whole: Path): boolean {
    return part.length <= whole.length && part.every((move, i) => move === whole[i]);
}

/** The innermost branch that contains `path`, as the path to the first move of
 * the branch. Null on the main line. */
export function branchAround(study: Study, path: Path): Path | null {
    let next = study.next, at: number | null = null;
    path.forEach((move, i) => {
        if (next[0]?.move !== move)
            at = i + 1;
        next = next.find((branch) => branch.move === move)?.next ?? [];
    });
    return at === null ? null : path.slice(0, at);
}

// ---- Moving through the tree ------------------------------------------------------

/** Goes to another ply of the current line. */
export function goToPly(study: Study, ply: number): Study {
    return {...study, ply: clampPly(ply, study.line.length)};
}

/** Goes to any position in the tree. */
export function goToPath(study: Study, path: Path): Study {
    if (isPrefix(path, study.line))
        return goToPly(study, path.length);
    return {...study, line: [...path, ...firstMoves(choicesAt(study, path))], ply: path.length};
}

// ---- Changing -------------------------------------------------------------------

/** Replaces the moves after `path` by what `change` makes of them. */
function changeAt(next: readonly Branch[], path: Path,
    change: (next: readonly Branch[]) => readonly Branch[]): readonly Branch[] {
    const [move, ...rest] = path;
    if (move === undefined)
        return change(next);
    return next.map((branch) => branch.move === move
        ? {move, next: changeAt(branch.next, rest, change)} : branch);
}

/** Plays a legal move: follows an existing branch, or adds one. */
export function playMove(study: Study, move: Move): Study {
    const path = pathOf(study);
    const there = choicesAt(study, path).some((branch) => branch.move === move);
    const next = there ? study.next
        : changeAt(study.next, path, (branches) => [...branches, {move, next: []}]);
    return goToPath({...study, next}, [...path, move]);
}

/** Adds a line from the start and goes to its end. */
export function addLine(study: Study, moves: readonly Move[]): Study {
    return moves.reduce(playMove, goToPath(study, []));
}

/** Removes a move and all moves after it. */
export function removeBranch(study: Study, path: Path): Study {
    const parent = path.slice(0, -1);
    const next = changeAt(study.next, parent, (branches) =>
        branches.filter((branch) => branch.move !== path.at(-1)));
    const without = {...study, next};
    const here = isPrefix(path, pathOf(study)) ? parent : pathOf(study);
    const line = isPrefix(path, study.line) ? [...here, ...firstMoves(choicesAt(without, here))] : study.line;
    return {...without, line, ply: here.length};
}

/** Makes the last move of `path` the first choice at its place. */
export function promoteBranch(study: Study, path: Path): Study {
    const next = changeAt(study.next, path.slice(0, -1), (branches) => [
        ...branches.filter((branch) => branch.move === path.at(-1)),
        ...branches.filter((branch) => branch.move !== path.at(-1)),
    ]);
    return {...study, next};
}

// ---- Findings ---------------------------------------------------------------------

/** Search results by position string. */
export type Findings = ReadonlyMap<string, SearchInfo>;

/** Keeps the deeper of two results. Lines from the transposition table may end
 * early, so a longer known line with the same beginning is kept. */
export function addFinding(known: Findings, position: string, info: SearchInfo): Findings {
    const before = known.get(position);
    if (before && before.depth > info.depth)
        return known;
    const lines = info.lines.map((line) => {
        const longer = before?.lines.find(({moves}) =>
            moves.length > line.moves.length && isPrefix(line.moves, moves));
        return longer ? {...line, moves: longer.moves} : line;
    });
    return new Map(known).set(position, {...info, lines});
}

/** The review of a line, perhaps not complete yet. */
export interface Reviewed {
    readonly moves: readonly Move[];
    readonly review: Review;
}

/** The verdict on the last move of a path. */
export function verdictAt(reviewed: Reviewed | null, path: Path): Verdict | null {
    if (!reviewed || path.length === 0 || !isPrefix(path, reviewed.moves))
        return null;
    return reviewed.review.moves[path.length - 1] ?? null;
}

/** The review of the position after a path. */
export function pointAt(reviewed: Reviewed | null, path: Path): Point | null {
    if (!reviewed || !isPrefix(path, reviewed.moves))
        return null;
    return reviewed.review.points[path.length] ?? null;
}
