/* match.test.ts - a game on this device, its series, and reading it back. */
import assert from "node:assert/strict";
import fs from "node:fs";
import {before, test} from "node:test";
import {load, type Mark, type Oxo} from "@oxo/core";
import {matchFile, matchFileName} from "../src/state/match-file.js";
import {playerName, reasonWords, resultWords, turnWords} from "../src/state/match-words.js";
import {addMove, beginMatch, changeLevel, type Match, nextMatch, outcomeOf, readMatch, readSetting, redoMove, resignMatch,
    scoreOf, switchSides, undoMove} from "../src/state/match.js";

declare const WASM: string;
let oxo: Oxo;
before(async () => { oxo = await load(fs.readFileSync(WASM)); });

const BIRTH = {begun: 1000, seed: 7};
const alone = (me: Mark = "X", level = 5): Match => beginMatch({variant: "classic", level, me}, BIRTH);
const friends = (): Match => beginMatch({variant: "classic", level: null, me: "X"}, BIRTH);
const after = (match: Match, moves: string): Match => moves.split(" ").reduce(addMove, match);
const turnsOf = ({variant, moves}: Match) => oxo.view({variant, moves}).turns;
const undone = (match: Match): Match => undoMove(match, turnsOf(match));

test("undo takes back one move between friends, and the person's move with the answer against the computer", () => {
    assert.deepEqual(undone(after(friends(), "e a")).moves, ["e"]);
    assert.deepEqual(undone(after(alone(), "e a b h")).moves, ["e", "a"]);
    assert.deepEqual(undone(after(alone(), "e a b")).moves, ["e", "a"]);
    assert.deepEqual(undone(after(alone("O"), "e a b h d")).moves, ["e", "a", "b"]);
});

test("the computer's first move cannot be undone", () => {
    const match = after(alone("O"), "e");
    assert.equal(undone(match), match);
    assert.equal(undone(friends()).moves.length, 0);
});

test("redo replays undone moves, and a new move drops them", () => {
    const match = after(alone(), "e a b h");
    assert.deepEqual(redoMove(undone(match)), match);
    assert.deepEqual(redoMove(redoMove(undone(undone(match)))), match);
    assert.deepEqual(addMove(undone(match), "c").undone, []);
    assert.deepEqual(redoMove(undone(after(friends(), "e a"))).moves, ["e", "a"]);
});

test("undo takes back a resignation before a move", () => {
    const match = resignMatch(after(alone(), "e a"), "X");
    assert.equal(outcomeOf(match, "ongoing"), "O");
    assert.deepEqual(undone(match), {...match, resigned: null});
});

test("a series counts games for the person, with either mark", () => {
    const won = after(alone(), "a b e c i");
    const second = nextMatch(won, "X", BIRTH, true);
    assert.equal(second.me, "O");
    assert.deepEqual(second.score, {mine: 1, theirs: 0, drawn: 0});
    assert.deepEqual(scoreOf(second, "O"), {mine: 2, theirs: 0, drawn: 0});
    assert.deepEqual(scoreOf(second, "X"), {mine: 1, theirs: 1, drawn: 0});
    assert.deepEqual(nextMatch(second, "draw", BIRTH, true).score, {mine: 1, theirs: 0, drawn: 1});
    assert.deepEqual(nextMatch(second, "ongoing", BIRTH, false), {...second, moves: []});
});

test("another level starts a new series", () => {
    const match = nextMatch(alone(), "X", BIRTH, true);
    assert.deepEqual(changeLevel(match, 9).score, {mine: 0, theirs: 0, drawn: 0});
    assert.equal(changeLevel(match, 9).level, 9);
});

test("switching sides keeps the game", () => {
    const match = after(alone(), "e a");
    assert.deepEqual(switchSides(match), {...match, me: "O"});
});

test("a stored match is read back, and invalid ones are refused", () => {
    const match = undone(after(alone("O", 3), "e a b h"));
    assert.deepEqual(readMatch(JSON.parse(JSON.stringify(match))), match);
    for (const wrong of [null, [], "x", {}, {...match, variant: "chess"}, {...match, level: 11}, {...match, level: 1.5},
        {...match, me: "Z"}, {...match, moves: ["zz"]}, {...match, moves: "e"}, {...match, undone: null},
        {...match, moves: Array(82).fill("aa")}, {...match, resigned: "x"}, {...match, score: {mine: -1}},
        {...match, begun: "now"}, {...match, seed: null}])
        assert.equal(readMatch(wrong), null, JSON.stringify(wrong));
});

test("an address gives a setting, or a sentence about what is wrong", () => {
    const read = (text: string) => readSetting(new URLSearchParams(text));
    assert.deepEqual(read("variant=classic&level=10&side=O"), {variant: "classic", level: 10, me: "O"});
    assert.deepEqual(read("friend&variant=ultimate-cg"), {variant: "ultimate-cg", level: null, me: "X"});
    assert.match(String(read("variant=chess&level=1")), /no rules called “chess”/);
    assert.match(String(read("variant=classic&level=11")), /no level “11”/);
    assert.match(String(read("variant=classic&level=")), /no level “”/);
    assert.deepEqual(read("variant=classic"), {variant: "classic", level: 3, me: "X"});
    assert.match(String(read("variant=classic&level=1&side=Q")), /no side “Q”/);
});

test("turn, result and reason are given in words", () => {
    const view = (match: Match) => oxo.view({variant: match.variant, moves: match.moves});
    const big = beginMatch({variant: "ultimate", level: 2, me: "O"}, BIRTH);
    assert.equal(turnWords(big, view(big)), "The computer is thinking.");
    assert.equal(turnWords(addMove(big, "ea"), view(addMove(big, "ea"))), "Your turn, on the top-left board.");
    assert.equal(turnWords(friends(), view(friends())), "X to move.");
    const won = after(alone(), "a b e c i");
    assert.equal(resultWords(won, "X", "Ada"), "You win");
    assert.equal(resultWords({...won, me: "O"}, "X", "Ada"), "The computer wins");
    assert.equal(resultWords({...won, level: null}, "X", "Ada"), "Ada wins");
    assert.equal(reasonWords(won, view(won)), "Three in a row: top-left, centre, bottom-right.");
    assert.equal(reasonWords(resignMatch(alone(), "X"), view(alone())), "You resigned.");
    assert.equal(playerName(friends(), "O", "Ada"), "Player 2");
    assert.equal(playerName(alone(), "O", ""), "Computer, level 5");
});

test("the reason for a win by most boards gives the numbers", () => {
    const match = after(beginMatch({variant: "ultimate-cg", level: null, me: "X"}, BIRTH), "ab bg gg gf fb bc ce ec ca af "
        + "fi ib bd dd dh ha aa ad de ef fc cg ge eg gb be ee eb db id ia ah hh hi ii if fe ei ig gc cf fd ai ie hg ga "
        + "ae gi cd fh he fg hb ff fa");
    const view = oxo.view({variant: match.variant, moves: match.moves});
    assert.equal(view.outcome, "X");
    assert.match(reasonWords(match, view), /^Nobody has a line\. X has \d boards, O has \d\.$/);
});

test("a game file has players, result and all moves", () => {
    const match = resignMatch(after(alone(), "e a b"), "X");
    const record = oxo.readRecord(matchFile(oxo, match, (mark) => mark === "X" ? "Ada" : "Computer, level 5"));
    assert.deepEqual(record.game.moves, ["e", "a", "b"]);
    assert.equal(record.result, "0-1");
    assert.deepEqual([record.tags["X"], record.tags["O"], record.tags["Termination"]],
        ["Ada", "Computer, level 5", "resignation"]);
    assert.equal(record.notes[1]?.intensity, 0.1167);
    assert.match(matchFileName(match), /^classic-\d{4}-\d\d-\d\d\.tpgn$/);
});
