/* minimax-lessons.ts - lessons about minimax, and positions to explore. */

export interface MinimaxLesson {
    readonly title: string;
    readonly text: readonly string[];
    /** The position at the root of the tree. */
    readonly root: string;
    readonly mode: "tree" | "steps";
}

export const MINIMAX_LESSONS: readonly MinimaxLesson[] = [{
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
