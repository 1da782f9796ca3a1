/* learn.ts - minimax with alpha-beta, one visit at a time, as plain values.
 *
 * What every node is worth, whether alpha-beta comes there and with which
 * window is the C core's answer (oxo.tree). Here is only the order in which it
 * goes from node to node, and what there is to say on the way. */
import type {Mark, Move, Outcome, TreeLimit, TreeNode} from "@oxo/core";

export type Path = readonly Move[];

export interface Family {
    readonly node: TreeNode;
    readonly children: readonly TreeNode[];
}

/** A node of the tree and those below it, by the moves that lead there. */
export type Ask = (path: Path) => Family;

export const keyOf = (path: Path): string => path.join("");

// ---- Walking --------------------------------------------------------------------

export interface Step {
    /** Comes to a node, sees a finished game, comes back with a child's score,
     * leaves the rest out, is done. */
    readonly kind: "enter" | "end" | "back" | "cut" | "done";
    readonly path: Path;
    readonly node: TreeNode;
    /** back: the move whose score came up, and that score. */
    readonly from: {readonly move: Move; readonly score: number; readonly better: boolean} | null;
    /** The best there so far, and the move that gets it. */
    readonly best: number | null;
    readonly choice: Move | null;
    readonly alpha: TreeLimit | null;
    readonly beta: TreeLimit | null;
    /** cut: the moves that are left out. */
    readonly skipped: readonly Move[];
    /** Positions looked at, and left out, until now. */
    readonly seen: number;
    readonly saved: number;
}

interface Count {
    seen: number;
    saved: number;
}

/** Everything alpha-beta does, in order, worked out as it is asked for. */
export function* walk(ask: Ask): Generator<Step, void> {
    const count = {seen: 0, saved: 0};
    const last = yield* visit(ask, [], count);
    yield {...last, kind: "done", from: null, skipped: []};
}

/** One node and all below it; its last step. */
function* visit(ask: Ask, path: Path, count: Count): Generator<Step, Step> {
    const {node, children} = ask(path);
    count.seen++;
    const over = node.outcome !== "ongoing";
    let now: Step = {
        kind: over ? "end" : "enter", path, node, from: null, skipped: [],
        best: over ? node.score : null, choice: null, alpha: node.alpha, beta: node.beta, ...count,
    };
    yield now;
    for (const [i, child] of children.entries()) {
        if (!child.visited) {
            yield now = cut(now, children.slice(i), count);
            break;
        }
        const below = yield* visit(ask, [...path, child.move!], count);
        yield now = back(now, child.move!, below.best!, count);
    }
    return now;
}

function cut(now: Step, rest: readonly TreeNode[], count: Count): Step {
    count.saved += rest.reduce((sum, child) => sum + child.nodes.minimax, 0);
    return {...now, kind: "cut", from: null, skipped: rest.map((child) => child.move!), ...count};
}

function back(now: Step, move: Move, score: number, count: Count): Step {
    const max = now.node.player === "max";
    const better = now.best === null || (max ? score > now.best : score < now.best);
    const next = {
        ...now, ...count, kind: "back" as const, from: {move, score, better},
        best: better ? score : now.best, choice: better ? move : now.choice,
    };
    const limit = {score, move, depth: now.node.depth};
    if (max && score > (now.alpha?.score ?? -Infinity))
        return {...next, alpha: limit};
    if (!max && score < (now.beta?.score ?? Infinity))
        return {...next, beta: limit};
    return next;
}

// ---- What is known after some steps -----------------------------------------------

/** How far alpha-beta has come with a node. */
export interface Progress {
    readonly state: "open" | "done" | "skipped";
    readonly best: number | null;
    readonly choice: Move | null;
    readonly alpha: TreeLimit | null;
    readonly beta: TreeLimit | null;
}

export function progressAfter(steps: readonly Step[]): ReadonlyMap<string, Progress> {
    const known = new Map<string, Progress>();
    for (const {kind, path, best, choice, alpha, beta, from, skipped} of steps) {
        const state = kind === "end" || kind === "done" ? "done" : "open";
        known.set(keyOf(path), {state, best, choice, alpha, beta});
        if (from) {
            const below = keyOf([...path, from.move]);
            known.set(below, {...known.get(below)!, state: "done"});
        }
        for (const move of skipped)
            known.set(keyOf([...path, move]), {state: "skipped", best: null, choice: null, alpha, beta});
    }
    return known;
}

// ---- Words ------------------------------------------------------------------------

/** A score with a real minus sign. */
export function scoreText(score: number): string {
    return score < 0 ? `−${-score}` : String(score);
}

export function countText(n: number): string {
    return n.toLocaleString("en").replaceAll(",", "\u2009");
}

const other = (mark: Mark): Mark => mark === "X" ? "O" : "X";

/** Who chooses at a node. */
export function chooserOf(node: TreeNode, max: Mark): Mark {
    return node.player === "max" ? max : other(max);
}

/** "X wins at depth 3: 10 − 3 = 7." */
export function endWords(outcome: Outcome, depth: number, max: Mark): string {
    if (outcome === "draw")
        return "A draw, and a draw is worth 0.";
    return outcome === max ? `${outcome} wins at depth ${depth}: 10 − ${depth} = ${10 - depth}.`
        : `${outcome} wins at depth ${depth}: ${depth} − 10 = ${scoreText(depth - 10)}.`;
}

const list = (moves: readonly Move[]): string => moves.length < 2 ? moves.join("")
    : `${moves.slice(0, -1).join(", ")} and ${moves.at(-1)}`;

const positions = (n: number): string => n === 1 ? "1 position" : `${countText(n)} positions`;

/** Why nothing more need be looked at: the side to move has a move so good
 * that the other side, above, rather plays something else. */
export function cutWords(alpha: TreeLimit, beta: TreeLimit, max: Mark): string {
    const byMax = alpha.depth > beta.depth;
    const [good, rather] = byMax ? [alpha, beta] : [beta, alpha];
    const who = byMax ? max : other(max);
    const lead = byMax ? `${who} gets ${scoreText(good.score)} or more here`
        : `${who} can hold it down to ${scoreText(good.score)} here`;
    const verdict = good.score === rather.score ? "and this is no better" : "which is better";
    return `${lead}, with ${good.move}. But ${other(who)} already has ${scoreText(rather.score)} with ${
        rather.move}, ${where(good.depth - rather.depth)}, ${verdict} for it`;
}

const where = (levels: number): string => levels === 1 ? "one move earlier" : `${levels} moves earlier`;

function sure(alpha: TreeLimit | null, beta: TreeLimit | null, max: Mark): string {
    const parts = [
        alpha ? `${max} is sure of ${scoreText(alpha.score)} by ${alpha.move} (alpha)` : "",
        beta ? `${other(max)} of ${scoreText(beta.score)} by ${beta.move} (beta)` : "",
    ].filter(Boolean);
    if (parts.length === 0)
        return "Nothing is sure yet.";
    const text = parts.join(", ");
    return alpha ? `So far ${text}.` : `So far ${text.replace(" of", " is sure of")}.`;
}

function enterWords({node, alpha, beta}: Step, max: Mark): string {
    const who = chooserOf(node, max);
    const wish = node.player === "max" ? "wants the highest score" : "wants the lowest score";
    if (node.move === null)
        return `${who} is to move and is max: it ${wish}. ${sure(alpha, beta, max)}`;
    return `After ${node.move} it is ${who}'s choice: ${node.player} ${wish}. ${sure(alpha, beta, max)}`;
}

function backWords({node, from, best, choice}: Step, max: Mark): string {
    const who = chooserOf(node, max);
    const brings = `${from!.move} brings ${scoreText(from!.score)}.`;
    if (!from!.better)
        return `${brings} ${who} keeps ${choice}, worth ${scoreText(best!)}.`;
    return `${brings} That is the best for ${who} here so far.`;
}

function doneWords({node, choice, best, seen}: Step): string {
    const total = node.nodes.minimax;
    const answer = choice ? `${choice} is best, worth ${scoreText(best!)}.` : "The game is over: nothing to choose.";
    return `Done. ${answer} Alpha-beta looked at ${countText(seen)} of ${positions(total)}, and plain minimax finds the same.`;
}

/** What happens in a step, as a sentence or two. */
export function stepWords(step: Step, max: Mark): string {
    switch (step.kind) {
    case "enter": return enterWords(step, max);
    case "end": return endWords(step.node.outcome, step.node.depth, max);
    case "back": return backWords(step, max);
    case "done": return doneWords(step);
    case "cut": return `${cutWords(step.alpha!, step.beta!, max)}. It will not come to this position, so ${
        list(step.skipped)} ${step.skipped.length === 1 ? "is" : "are"} skipped.`;
    }
}

const KINDS = {"exact": "exactly", "at-least": "at least", "at-most": "at most"} as const;

/** What alpha-beta does at a node, for those who look at the whole tree. */
export function pruningWords(node: TreeNode, max: Mark): string {
    if (!node.visited)
        return `Alpha-beta never comes here. ${cutWords(node.alpha!, node.beta!, max)}. Positions saved: ${
            countText(node.nodes.minimax)}.`;
    const bound = node.bound === null || node.boundKind === null ? ""
        : ` It finds the score to be ${KINDS[node.boundKind]} ${scoreText(node.bound)}`
            + (node.boundKind === "exact" ? "." : ": that is enough to know that it is not wanted.");
    return `${sure(node.alpha, node.beta, max)}${node.outcome === "ongoing" ? bound : ""}`;
}

/** What minimax makes of a node. */
export function nodeWords({node, children}: Family, max: Mark): string {
    if (node.outcome !== "ongoing")
        return endWords(node.outcome, node.depth, max);
    const who = chooserOf(node, max);
    const best = children.find((child) => child.best);
    const which = node.player === "max" ? "highest" : "lowest";
    return `${who} chooses here. It is ${node.player}, so it takes the ${which} score of its ${
        children.length === 1 ? "one move" : `${children.length} moves`}: ${scoreText(node.score)}, by ${best?.move}.`;
}

// ---- How a node is shown --------------------------------------------------------------

export interface Face {
    readonly kind: "best" | "plain" | "unknown" | "skipped";
    readonly score: string;
    readonly more: string;
}

const BOUNDS = {"exact": "", "at-least": "≥ ", "at-most": "≤ "} as const;

const joined = (parts: readonly string[]): string => parts.filter(Boolean).join(" · ");

/** With everything told. */
function wholeFace(node: TreeNode): Face {
    const below = node.nodes.minimax - 1;
    return {
        kind: !node.visited ? "skipped" : node.best || node.move === null ? "best" : "plain",
        score: scoreText(node.score),
        more: joined([node.best ? "★ best" : "", node.visited ? "" : "✂ alpha-beta skips it",
            below > 0 ? `${countText(below)} below` : ""]),
    };
}

function openFace({best, choice, alpha, beta}: Progress): Face {
    return {
        kind: "unknown",
        score: best === null ? "…" : scoreText(best),
        more: joined([alpha ? `α ${scoreText(alpha.score)}` : "", beta ? `β ${scoreText(beta.score)}` : "",
            best === null ? "being looked at" : `best so far, by ${choice}`]),
    };
}

/** What a node shows of itself: all, or what alpha-beta knows by now. */
export function faceOf(progress: ReadonlyMap<string, Progress> | null, path: Path, node: TreeNode): Face {
    if (!progress)
        return wholeFace(node);
    const known = progress.get(keyOf(path));
    if (path.some((_, i) => progress.get(keyOf(path.slice(0, i)))?.state === "skipped"))
        return {kind: "skipped", score: "", more: "below a move that is skipped"};
    if (!known)
        return {kind: "unknown", score: "?", more: "not looked at yet"};
    if (known.state === "skipped")
        return {kind: "skipped", score: "✂", more: "skipped: cannot matter"};
    if (known.state === "open")
        return openFace(known);
    const best = path.length === 0 || progress.get(keyOf(path.slice(0, -1)))?.choice === path.at(-1);
    const kind = node.boundKind ?? "exact";
    return {
        kind: best ? "best" : "plain",
        score: BOUNDS[kind] + scoreText(known.best!),
        more: best && path.length > 0 ? "★ best so far" : kind === "exact" ? "" : "enough to know: not wanted",
    };
}

// ---- Drawing the whole of a small tree --------------------------------------------------

export interface Spot {
    readonly path: Path;
    readonly node: TreeNode;
    /** In widths of a leaf, from 0. */
    readonly x: number;
}

/** Where each node stands: leaves side by side, the others over the middle of
 * those below them. Parents come before their children. */
export function layOut(ask: Ask): {readonly spots: readonly Spot[]; readonly leaves: number; readonly depth: number} {
    const spots: Spot[] = [];
    let leaves = 0, depth = 0;
    const place = (path: Path): number => {
        const {node, children} = ask(path);
        const index = spots.push({path, node, x: 0}) - 1;
        depth = Math.max(depth, path.length);
        const below = children.map((child) => place([...path, child.move!]));
        const x = below.length === 0 ? leaves++ : (below[0]! + below.at(-1)!) / 2;
        spots[index] = {path, node, x};
        return x;
    };
    place([]);
    return {spots, leaves, depth};
}

// ---- Lessons ------------------------------------------------------------------------

export interface Lesson {
    readonly title: string;
    readonly text: readonly string[];
    /** The position it is about. */
    readonly root: string;
    readonly mode: "tree" | "steps";
}

export const LESSONS: readonly Lesson[] = [{
    title: "Look ahead",
    text: [
        "Three cells are free, and X is to move. A machine tries every move, every reply, and every reply to that, until each game is over.",
        "All those positions are a tree. Open a row to see the moves below it.",
    ],
    root: "xox/1o1/x1o x", mode: "tree",
}, {
    title: "Score the ends",
    text: [
        "Only finished games get a score: a win of X at depth d is worth 10 − d, a loss d − 10, a draw 0. So an early win is worth more than a late one.",
        "Open rows until you reach the ends, and check the scores.",
    ],
    root: "xox/1o1/x1o x", mode: "tree",
}, {
    title: "Max and min",
    text: [
        "Scores travel up. Where X chooses (max) the highest counts, where O chooses (min) the lowest: each side expects the other to play well. That is minimax.",
        "Here O is to move and is max. Follow the starred rows: they are the game that two perfect players play.",
    ],
    root: "x1o/1x1/1xo o", mode: "tree",
}, {
    title: "Skip what cannot matter",
    text: [
        "Alpha is what max is sure of by now, beta what min is sure of. As soon as a position offers nothing better than that, the rest of its moves can be skipped: that is alpha-beta.",
        "Take one step at a time, and watch the window between alpha and beta close.",
    ],
    root: "x1o/1x1/1xo o", mode: "steps",
}, {
    title: "How much it saves",
    text: [
        "From the empty board plain minimax looks at half a million positions. Alpha-beta finds the same answer in a small part of them: each cut removes a whole subtree.",
        "It saves most when good moves are tried first. Choose other positions below, and compare.",
    ],
    root: "3/3/3 x", mode: "tree",
}];

export interface Preset {
    readonly name: string;
    readonly root: string;
}

export const PRESETS: readonly Preset[] = [
    {name: "X wins at once", root: "xox/1o1/x1o x"},
    {name: "Win or block?", root: "x1o/1x1/1xo o"},
    {name: "A fork", root: "xo1/1x1/2o x"},
    {name: "Lost already", root: "xo1/xx1/2o o"},
    {name: "X in the centre", root: "3/1x1/3 o"},
    {name: "Empty board", root: "3/3/3 x"},
];
