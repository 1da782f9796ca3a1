/* study.ts - a game under study: its moves with their branches, where in
 * them we are, and what is known of the positions. Plain values; every change
 * gives a new study, and whether a move is legal is asked of the C core before
 * it comes here. */
import type {Game, Move, Point, Review, SearchInfo, Variant, Verdict} from "@oxo/core";

/** A move and what was tried behind it. The first is the main line. */
export interface Branch {
    readonly move: Move;
    readonly next: readonly Branch[];
}

export interface Study {
    readonly variant: Variant;
    /** A position string; null: the variant's first. */
    readonly start: string | null;
    readonly next: readonly Branch[];
    /** The line that is walked, to its end, and how far we are. Going back
     * keeps it, so that going on leads to where one came from. */
    readonly line: readonly Move[];
    readonly ply: number;
}

/** A way from the start to a position: it names the position's place. */
export type Path = readonly Move[];

// ---- Looking ------------------------------------------------------------------

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

/** The game up to a place in it. */
export function gameAt({variant, start}: Study, path: Path): Game {
    return start === null ? {variant, moves: path} : {variant, start, moves: path};
}

/** What was tried behind `path`. */
export function choicesAt(study: Study, path: Path): readonly Branch[] {
    let next = study.next;
    for (const move of path)
        next = next.find((branch) => branch.move === move)?.next ?? [];
    return next;
}

/** On from a place by the first of every choice. */
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

/** Where the innermost branch that `path` lies in begins: the path of its
 * first move. Null on the main line. */
export function branchAround(study: Study, path: Path): Path | null {
    let next = study.next, at: number | null = null;
    path.forEach((move, i) => {
        if (next[0]?.move !== move)
            at = i + 1;
        next = next.find((branch) => branch.move === move)?.next ?? [];
    });
    return at === null ? null : path.slice(0, at);
}

// ---- Going about ----------------------------------------------------------------

/** To another ply of the line that is walked. */
export function goToPly(study: Study, ply: number): Study {
    return {...study, ply: clampPly(ply, study.line.length)};
}

/** To any place in the tree. */
export function goToPath(study: Study, path: Path): Study {
    if (isPrefix(path, study.line))
        return goToPly(study, path.length);
    return {...study, line: [...path, ...firstMoves(choicesAt(study, path))], ply: path.length};
}

// ---- Changing -------------------------------------------------------------------

/** The tree with what stands behind `path` exchanged. */
function changeAt(next: readonly Branch[], path: Path,
    change: (next: readonly Branch[]) => readonly Branch[]): readonly Branch[] {
    const [move, ...rest] = path;
    if (move === undefined)
        return change(next);
    return next.map((branch) => branch.move === move
        ? {move, next: changeAt(branch.next, rest, change)} : branch);
}

/** Plays a legal move from where we are: along a line there is, or a new one. */
export function playMove(study: Study, move: Move): Study {
    const path = pathOf(study);
    const there = choicesAt(study, path).some((branch) => branch.move === move);
    const next = there ? study.next
        : changeAt(study.next, path, (branches) => [...branches, {move, next: []}]);
    return goToPath({...study, next}, [...path, move]);
}

/** Plays several, and stays where we are. */
export function addLine(study: Study, moves: readonly Move[]): Study {
    return moves.reduce(playMove, goToPath(study, []));
}

/** Takes a move and all behind it out of the tree. */
export function removeBranch(study: Study, path: Path): Study {
    const parent = path.slice(0, -1);
    const next = changeAt(study.next, parent, (branches) =>
        branches.filter((branch) => branch.move !== path.at(-1)));
    const without = {...study, next};
    const here = isPrefix(path, pathOf(study)) ? parent : pathOf(study);
    const line = isPrefix(path, study.line) ? [...here, ...firstMoves(choicesAt(without, here))] : study.line;
    return {...without, line, ply: here.length};
}

/** Makes the branch that begins with `path` the first of its choices. */
export function promoteBranch(study: Study, path: Path): Study {
    const next = changeAt(study.next, path.slice(0, -1), (branches) => [
        ...branches.filter((branch) => branch.move === path.at(-1)),
        ...branches.filter((branch) => branch.move !== path.at(-1)),
    ]);
    return {...study, next};
}

// ---- What is known --------------------------------------------------------------

/** What the engine found of positions, by their position strings. */
export type Findings = ReadonlyMap<string, SearchInfo>;

/** Keeps the deeper of two answers. A search that goes on finds much in its
 * table, where lines end early: the end of a line that was there stays. */
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

/** The review of one line, as far as it has come. */
export interface Reviewed {
    readonly moves: readonly Move[];
    readonly review: Review;
}

/** What the review says of the move that a path ends with. */
export function verdictAt(reviewed: Reviewed | null, path: Path): Verdict | null {
    if (!reviewed || path.length === 0 || !isPrefix(path, reviewed.moves))
        return null;
    return reviewed.review.moves[path.length - 1] ?? null;
}

/** What the review says of the position behind a path. */
export function pointAt(reviewed: Reviewed | null, path: Path): Point | null {
    if (!reviewed || !isPrefix(path, reviewed.moves))
        return null;
    return reviewed.review.points[path.length] ?? null;
}
