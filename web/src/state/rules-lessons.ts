/* rules-lessons.ts - the rules in plain words, each with a position. Positions
 * are lists of moves, which the C core plays. */
import type {Variant} from "@oxo/core";

export interface RulesLesson {
    readonly title: string;
    readonly words: string;
    readonly variant: Variant;
    readonly moves: string;
    /** The text alternative of the board. */
    readonly picture: string;
}

const CLASSIC: readonly RulesLesson[] = [
    {
        title: "Take turns",
        words: "There are nine cells. X begins. Each in turn marks one that is empty.",
        variant: "classic", moves: "e a b",
        picture: "A board of nine cells: X in the centre and at the top, O in the top-left corner.",
    },
    {
        title: "Three in a row win",
        words: "Across, down or from corner to corner: the first with three of their own marks in a line has won.",
        variant: "classic", moves: "a b e c i",
        picture: "X has a line from the top-left to the bottom-right corner.",
    },
    {
        title: "A full board is a draw",
        words: "When all nine cells are taken and nobody has a line, the game is drawn. "
            + "Two who know how to play always draw.",
        variant: "classic", moves: "e a b h d f c g i",
        picture: "A full board without three in a row.",
    },
];

const ULTIMATE: readonly RulesLesson[] = [
    {
        title: "Nine boards in one",
        words: "Each cell of the large board is a small board. X begins, in any cell of any board.",
        variant: "ultimate", moves: "",
        picture: "Nine empty small boards in three rows of three, all open to X.",
    },
    {
        title: "Your cell chooses their board",
        words: "X has played the top-right cell of the centre board, so O must answer on the top-right board. "
            + "It is always marked: there you may play, and nowhere else.",
        variant: "ultimate", moves: "ec",
        picture: "X in the top-right cell of the centre board; the top-right board is open to O.",
    },
    {
        title: "Win a board",
        words: "Three in a row on a small board win it. It gets a large mark, and nobody plays there any more.",
        variant: "ultimate", moves: "ae ea ac ca ag",
        picture: "X has three in a row on the top-left board, which carries a large X. O is sent to the bottom-left board.",
    },
    {
        title: "Sent to a board that is decided?",
        words: "Then you may play on any board that is still open. O has just sent X to the top-left board, "
            + "which is won: X is free to choose.",
        variant: "ultimate", moves: "ae ea ac ca ag ga",
        picture: "The top-left board is won by X. All eight others are open.",
    },
    {
        title: "A drawn board is nobody’s",
        words: "A small board that is full without a line counts for neither side. It turns grey.",
        variant: "ultimate",
        moves: "fg ge ec ch he ef fe eg gg gb bh hg gh hc cc ce eh hi ic cb bd de ee eb be ea ab bg ga ai ih "
            + "hf fi id dc ag gi ib bi ie ed dg ac ei",
        picture: "The centre board is full and drawn; it carries a dash.",
    },
    {
        title: "Three boards in a row win",
        words: "The game is yours when you have won three small boards in a line: across, down or from corner to corner.",
        variant: "ultimate",
        moves: "cg ge ea ae eh hb be ei ig gi ii ia ac ci if fi ie eb bd de ed da aa ab bf fa ai ih hf fe ec ce "
            + "eg ga af ha cd df ch hg id",
        picture: "X has won three boards in a line, and the game.",
    },
    {
        title: "Nobody has a line? A draw",
        words: "When all nine boards are decided and no three in a row belong to one side, the game is drawn.",
        variant: "ultimate",
        moves: "ec cg gf fa af fg gd dd di if fe eg ga ab bd dg ge ea ag aa ae ei ih he ed db bh hg ee ef fd df fh hf "
            + "ff ch ha ai ic cb bi ie eb bc cf de eh hc cd id bg ce ad",
        picture: "All nine boards are decided, and nobody has three in a row.",
    },
];

const MOST_BOARDS: readonly RulesLesson[] = [
    {
        title: "Without a line, count boards",
        words: "Everything is as in Ultimate, but for the end: when all boards are decided and nobody has three in a "
            + "row, the side with more boards wins.",
        variant: "ultimate-cg",
        moves: "ab bg gg gf fb bc ce ec ca af fi ib bd dd dh ha aa ad de ef fc cg ge eg gb be ee eb db id ia ah hh "
            + "hi ii if fe ei ig gc cf fd ai ie hg ga ae gi cd fh he fg hb ff fa",
        picture: "All boards are decided, nobody has three in a row, and X has won more boards than O.",
    },
    {
        title: "As many each is a draw",
        words: "Only if both sides have won the same number of boards is the game drawn.",
        variant: "ultimate-cg",
        moves: "bc ci id dh hf fi ie ei ih he eb bd dd de eh hd da ae ee cb ba ai ia ah hg gc cc cg gb bf ff fc cf fb bb "
            + "ic cd db gh hi ii ag gf fa ce hh hc ge gg gi ga gd ha hb",
        picture: "All boards are decided, nobody has three in a row, and both sides have won as many.",
    },
];

const PLAY_ON: readonly RulesLesson[] = [
    {
        title: "A board that is won stays open",
        words: "Three in a row win a board, as in Ultimate, but it is closed only when it is full. Here O has won the "
            + "bottom-left board and is sent to it all the same. Its owner does not change any more; what is played "
            + "there decides where the other must go.",
        variant: "ultimate-continue", moves: "gg gc cg gb bg ga ag",
        picture: "The bottom-left board carries a large O, and it is the one that O must play on.",
    },
    {
        title: "Free only when it is full",
        words: "You choose freely only if you are sent to a board without an empty cell. "
            + "The game is drawn when all 81 cells are taken and nobody has three boards in a row.",
        variant: "ultimate-continue",
        moves: "bg gf fg gi ib bh hh hf fb bc cc ch hc ci ii ia ag gd dc ce ef fc ca ae ee eb bf fd dg gg ga aa af fa "
            + "ah ha ab be ec cg gh hb bi ie ed dd de eh hg ge eg gb bb ba ac cd da ai if fe ea ad dh hd db bd di ih hi "
            + "ic cf fh he ei ig gc cb ff fi id df",
        picture: "All 81 cells are taken and nobody has three boards in a row.",
    },
];

/** The lessons that belong to a variant alone. */
export const RULES_LESSONS: {readonly [variant in Variant]: readonly RulesLesson[]} = {
    classic: CLASSIC,
    ultimate: ULTIMATE,
    "ultimate-cg": MOST_BOARDS,
    "ultimate-continue": PLAY_ON,
};

/** All rules of a variant, beginning with those it shares with Ultimate. */
export function lessonsFor(variant: Variant): readonly RulesLesson[] {
    const shared = variant === "ultimate-cg" ? ULTIMATE.slice(0, 5)
        : variant === "ultimate-continue" ? ULTIMATE.slice(0, 2) : [];
    return [...shared, ...RULES_LESSONS[variant]];
}
