/* minimax-tree.ts - how the minimax tree is shown: the text of each node, and
 * its place in a drawing. */
import type {TreeNode} from "@oxo/core";
import {type AskTree, groupDigits, keyOf, type NodePath, type Progress, scoreText} from "./alpha-beta.js";

export interface NodeFace {
    readonly kind: "best" | "plain" | "unknown" | "skipped";
    readonly score: string;
    readonly more: string;
}

const BOUND_SIGNS = {"exact": "", "at-least": "≥ ", "at-most": "≤ "} as const;

const joinParts = (parts: readonly string[]): string => parts.filter(Boolean).join(" · ");

/** A node of the whole tree, with minimax finished. */
function wholeFace(node: TreeNode): NodeFace {
    const below = node.nodes.minimax - 1;
    return {
        kind: !node.visited ? "skipped" : node.best || node.move === null ? "best" : "plain",
        score: scoreText(node.score),
        more: joinParts([node.best ? "★ best" : "", node.visited ? "" : "✂ alpha-beta skips it",
            below > 0 ? `${groupDigits(below)} below` : ""]),
    };
}

function openFace({best, choice, alpha, beta}: Progress): NodeFace {
    return {
        kind: "unknown",
        score: best === null ? "…" : scoreText(best),
        more: joinParts([alpha ? `α ${scoreText(alpha.score)}` : "", beta ? `β ${scoreText(beta.score)}` : "",
            best === null ? "being looked at" : `best so far, by ${choice}`]),
    };
}

/** What a node shows. With `progress`: only what alpha-beta knows so far. */
export function faceOf(progress: ReadonlyMap<string, Progress> | null, path: NodePath, node: TreeNode): NodeFace {
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
        score: BOUND_SIGNS[kind] + scoreText(known.best!),
        more: best && path.length > 0 ? "★ best so far" : kind === "exact" ? "" : "enough to know: not wanted",
    };
}

// ---- The drawing of a small tree ---------------------------------------------------------

export interface Spot {
    readonly path: NodePath;
    readonly node: TreeNode;
    /** The unit is the width of a leaf. */
    readonly x: number;
}

/** Places leaves side by side and every other node above the middle of its
 * children. Parents come before their children in `spots`. */
export function layOut(ask: AskTree): {readonly spots: readonly Spot[]; readonly leaves: number; readonly depth: number} {
    const spots: Spot[] = [];
    let leaves = 0, depth = 0;
    const place = (path: NodePath): number => {
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
