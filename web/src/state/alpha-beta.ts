/* alpha-beta.ts - alpha-beta search of classic, one step at a time.
 *
 * The C core (oxo.tree) says what every node is worth, whether alpha-beta
 * visits it, and with which window. This module adds the order of the visits
 * and a sentence for each step. */
import type {Mark, Move, Outcome, TreeLimit, TreeNode} from "@oxo/core";
import {otherMark} from "./sides.js";

export type NodePath = readonly Move[];

export interface Family {
    readonly node: TreeNode;
    readonly children: readonly TreeNode[];
}

/** A node of the tree and its children, by the moves that lead to the node. */
export type AskTree = (path: NodePath) => Family;

export const keyOf = (path: NodePath): string => path.join("");

// ---- Walking --------------------------------------------------------------------

export interface WalkStep {
    /** enter: comes to a node; end: finds a finished game; back: returns with a
     * child's score; cut: skips the other children; done: the search is over. */
    readonly kind: "enter" | "end" | "back" | "cut" | "done";
    readonly path: NodePath;
    readonly node: TreeNode;
    /** back: the move that was searched, and its score. */
    readonly from: {readonly move: Move; readonly score: number; readonly better: boolean} | null;
    /** The best score of this node so far, and its move. */
    readonly best: number | null;
    readonly choice: Move | null;
    readonly alpha: TreeLimit | null;
    readonly beta: TreeLimit | null;
    /** cut: the moves that are skipped. */
    readonly skipped: readonly Move[];
    /** Positions visited and skipped so far. */
    readonly seen: number;
    readonly saved: number;
}

interface VisitCount {
    seen: number;
    saved: number;
}

/** Yields every step of alpha-beta, in order. */
export function* walkAlphaBeta(ask: AskTree): Generator<WalkStep, void> {
    const count = {seen: 0, saved: 0};
    const last = yield* visitNode(ask, [], count);
    yield {...last, kind: "done", from: null, skipped: []};
}

/** Yields the steps of a node and all below it; returns the last one. */
function* visitNode(ask: AskTree, path: NodePath, count: VisitCount): Generator<WalkStep, WalkStep> {
    const {node, children} = ask(path);
    count.seen++;
    const over = node.outcome !== "ongoing";
    let now: WalkStep = {
        kind: over ? "end" : "enter", path, node, from: null, skipped: [],
        best: over ? node.score : null, choice: null, alpha: node.alpha, beta: node.beta, ...count,
    };
    yield now;
    for (const [i, child] of children.entries()) {
        if (!child.visited) {
            yield now = cutStep(now, children.slice(i), count);
            break;
        }
        const below = yield* visitNode(ask, [...path, child.move!], count);
        yield now = backStep(now, child.move!, below.best!, count);
    }
    return now;
}

function cutStep(now: WalkStep, rest: readonly TreeNode[], count: VisitCount): WalkStep {
    count.saved += rest.reduce((sum, child) => sum + child.nodes.minimax, 0);
    return {...now, kind: "cut", from: null, skipped: rest.map((child) => child.move!), ...count};
}

function backStep(now: WalkStep, move: Move, score: number, count: VisitCount): WalkStep {
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

// ---- Progress ---------------------------------------------------------------------

/** What alpha-beta knows about a node after some steps. */
export interface Progress {
    readonly state: "open" | "done" | "skipped";
    readonly best: number | null;
    readonly choice: Move | null;
    readonly alpha: TreeLimit | null;
    readonly beta: TreeLimit | null;
}

export function progressAfter(steps: readonly WalkStep[]): ReadonlyMap<string, Progress> {
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

/** The score with a typographic minus sign. */
export function scoreText(score: number): string {
    return score < 0 ? `−${-score}` : String(score);
}

export function groupDigits(n: number): string {
    return n.toLocaleString("en").replaceAll(",", "\u2009");
}

/** The side that moves at a node. */
export function chooserOf(node: TreeNode, max: Mark): Mark {
    return node.player === "max" ? max : otherMark(max);
}

/** "X wins at depth 3: 10 − 3 = 7." */
export function endWords(outcome: Outcome, depth: number, max: Mark): string {
    if (outcome === "draw")
        return "A draw, and a draw is worth 0.";
    return outcome === max ? `${outcome} wins at depth ${depth}: 10 − ${depth} = ${10 - depth}.`
        : `${outcome} wins at depth ${depth}: ${depth} − 10 = ${scoreText(depth - 10)}.`;
}

const moveList = (moves: readonly Move[]): string => moves.length < 2 ? moves.join("")
    : `${moves.slice(0, -1).join(", ")} and ${moves.at(-1)}`;

const positionCount = (n: number): string => n === 1 ? "1 position" : `${groupDigits(n)} positions`;

/** Why alpha-beta cuts: one side has a move here that is so good that the other
 * side, higher in the tree, prefers another move. */
export function cutWords(alpha: TreeLimit, beta: TreeLimit, max: Mark): string {
    const byMax = alpha.depth > beta.depth;
    const [good, rather] = byMax ? [alpha, beta] : [beta, alpha];
    const who = byMax ? max : otherMark(max);
    const lead = byMax ? `${who} gets ${scoreText(good.score)} or more here`
        : `${who} can hold it down to ${scoreText(good.score)} here`;
    const verdict = good.score === rather.score ? "and this is no better" : "which is better";
    return `${lead}, with ${good.move}. But ${otherMark(who)} already has ${scoreText(rather.score)} with ${
        rather.move}, ${movesEarlier(good.depth - rather.depth)}, ${verdict} for it`;
}

const movesEarlier = (levels: number): string => levels === 1 ? "one move earlier" : `${levels} moves earlier`;

function boundsWords(alpha: TreeLimit | null, beta: TreeLimit | null, max: Mark): string {
    const parts = [
        alpha ? `${max} is sure of ${scoreText(alpha.score)} by ${alpha.move} (alpha)` : "",
        beta ? `${otherMark(max)} of ${scoreText(beta.score)} by ${beta.move} (beta)` : "",
    ].filter(Boolean);
    if (parts.length === 0)
        return "Nothing is sure yet.";
    const text = parts.join(", ");
    return alpha ? `So far ${text}.` : `So far ${text.replace(" of", " is sure of")}.`;
}

function enterWords({node, alpha, beta}: WalkStep, max: Mark): string {
    const who = chooserOf(node, max);
    const wish = node.player === "max" ? "wants the highest score" : "wants the lowest score";
    if (node.move === null)
        return `${who} is to move and is max: it ${wish}. ${boundsWords(alpha, beta, max)}`;
    return `After ${node.move} it is ${who}'s choice: ${node.player} ${wish}. ${boundsWords(alpha, beta, max)}`;
}

function backWords({node, from, best, choice}: WalkStep, max: Mark): string {
    const who = chooserOf(node, max);
    const brings = `${from!.move} brings ${scoreText(from!.score)}.`;
    if (!from!.better)
        return `${brings} ${who} keeps ${choice}, worth ${scoreText(best!)}.`;
    return `${brings} That is the best for ${who} here so far.`;
}

function doneWords({node, choice, best, seen}: WalkStep): string {
    const total = node.nodes.minimax;
    const answer = choice ? `${choice} is best, worth ${scoreText(best!)}.` : "The game is over: nothing to choose.";
    return `Done. ${answer} Alpha-beta looked at ${groupDigits(seen)} of ${positionCount(total)}, and plain minimax finds the same.`;
}

/** Describes a step in one or two sentences. */
export function stepWords(step: WalkStep, max: Mark): string {
    switch (step.kind) {
    case "enter": return enterWords(step, max);
    case "end": return endWords(step.node.outcome, step.node.depth, max);
    case "back": return backWords(step, max);
    case "done": return doneWords(step);
    case "cut": return `${cutWords(step.alpha!, step.beta!, max)}. It will not come to this position, so ${
        moveList(step.skipped)} ${step.skipped.length === 1 ? "is" : "are"} skipped.`;
    }
}

const BOUND_WORDS = {"exact": "exactly", "at-least": "at least", "at-most": "at most"} as const;

/** What alpha-beta does at a node; for the view of the whole tree. */
export function pruningWords(node: TreeNode, max: Mark): string {
    if (!node.visited)
        return `Alpha-beta never comes here. ${cutWords(node.alpha!, node.beta!, max)}. Positions saved: ${
            groupDigits(node.nodes.minimax)}.`;
    const bound = node.bound === null || node.boundKind === null ? ""
        : ` It finds the score to be ${BOUND_WORDS[node.boundKind]} ${scoreText(node.bound)}`
            + (node.boundKind === "exact" ? "." : ": that is enough to know that it is not wanted.");
    return `${boundsWords(node.alpha, node.beta, max)}${node.outcome === "ongoing" ? bound : ""}`;
}

/** How minimax scores a node. */
export function nodeWords({node, children}: Family, max: Mark): string {
    if (node.outcome !== "ongoing")
        return endWords(node.outcome, node.depth, max);
    const who = chooserOf(node, max);
    const best = children.find((child) => child.best);
    const which = node.player === "max" ? "highest" : "lowest";
    return `${who} chooses here. It is ${node.player}, so it takes the ${which} score of its ${
        children.length === 1 ? "one move" : `${children.length} moves`}: ${scoreText(node.score)}, by ${best?.move}.`;
}
