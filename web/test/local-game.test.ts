/* local-game.test.ts - a game on this device, its series, and reading it back. */
import assert from "node:assert/strict";
import fs from "node:fs";
import {before, test} from "node:test";
import {load, type Mark, type Oxo} from "@oxo/core";
import {localGameFile, localGameFileName} from "../src/state/local-game-file.js";
import {playerName, reasonWords, resultWords, turnWords} from "../src/state/local-game-words.js";
import {addMove, beginGame, changeLevel, type LocalGame, nextGame, outcomeOf, readLocalGame, readSetting, redoMove,
    resignGame, scoreOf, switchSides, undoMove} from "../src/state/local-game.js";

declare const WASM: string;
let oxo: Oxo;
before(async () => { oxo = await load(fs.readFileSync(WASM)); });

const START = {begun: 1000, seed: 7};
const alone = (me: Mark = "X", level = 5): LocalGame => beginGame({variant: "classic", level, me}, START);
const friends = (): LocalGame => beginGame({variant: "classic", level: null, me: "X"}, START);
const after = (game: LocalGame, moves: string): LocalGame => moves.split(" ").reduce(addMove, game);
const turnsOf = ({variant, moves}: LocalGame) => oxo.view({variant, moves}).turns;
const undone = (game: LocalGame): LocalGame => undoMove(game, turnsOf(game));

test("undo takes back one move between friends, and the person's move with the answer against the computer", () => {
    assert.deepEqual(undone(after(friends(), "e a")).moves, ["e"]);
    assert.deepEqual(undone(after(alone(), "e a b h")).moves, ["e", "a"]);
    assert.deepEqual(undone(after(alone(), "e a b")).moves, ["e", "a"]);
    assert.deepEqual(undone(after(alone("O"), "e a b h d")).moves, ["e", "a", "b"]);
});

test("the computer's first move cannot be undone", () => {
    const game = after(alone("O"), "e");
    assert.equal(undone(game), game);
    assert.equal(undone(friends()).moves.length, 0);
});

test("redo replays undone moves, and a new move drops them", () => {
    const game = after(alone(), "e a b h");
    assert.deepEqual(redoMove(undone(game)), game);
    assert.deepEqual(redoMove(redoMove(undone(undone(game)))), game);
    assert.deepEqual(addMove(undone(game), "c").undone, []);
    assert.deepEqual(redoMove(undone(after(friends(), "e a"))).moves, ["e", "a"]);
});

test("undo takes back a resignation before a move", () => {
    const game = resignGame(after(alone(), "e a"), "X");
    assert.equal(outcomeOf(game, "ongoing"), "O");
    assert.deepEqual(undone(game), {...game, resigned: null});
});

test("a series counts games for the person, with either mark", () => {
    const won = after(alone(), "a b e c i");
    const second = nextGame(won, "X", START, true);
    assert.equal(second.me, "O");
    assert.deepEqual(second.score, {mine: 1, theirs: 0, drawn: 0});
    assert.deepEqual(scoreOf(second, "O"), {mine: 2, theirs: 0, drawn: 0});
    assert.deepEqual(scoreOf(second, "X"), {mine: 1, theirs: 1, drawn: 0});
    assert.deepEqual(nextGame(second, "draw", START, true).score, {mine: 1, theirs: 0, drawn: 1});
    assert.deepEqual(nextGame(second, "ongoing", START, false), {...second, moves: []});
});

test("another level starts a new series", () => {
    const game = nextGame(alone(), "X", START, true);
    assert.deepEqual(changeLevel(game, 9).score, {mine: 0, theirs: 0, drawn: 0});
    assert.equal(changeLevel(game, 9).level, 9);
});

test("switching sides keeps the game", () => {
    const game = after(alone(), "e a");
    assert.deepEqual(switchSides(game), {...game, me: "O"});
});

test("a stored game is read back, and invalid ones are refused", () => {
    const game = undone(after(alone("O", 3), "e a b h"));
    assert.deepEqual(readLocalGame(JSON.parse(JSON.stringify(game))), game);
    for (const wrong of [null, [], "x", {}, {...game, variant: "chess"}, {...game, level: 11}, {...game, level: 1.5},
        {...game, me: "Z"}, {...game, moves: ["zz"]}, {...game, moves: "e"}, {...game, undone: null},
        {...game, moves: Array(82).fill("aa")}, {...game, resigned: "x"}, {...game, score: {mine: -1}},
        {...game, begun: "now"}, {...game, seed: null}])
        assert.equal(readLocalGame(wrong), null, JSON.stringify(wrong));
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
    const view = (game: LocalGame) => oxo.view({variant: game.variant, moves: game.moves});
    const big = beginGame({variant: "ultimate", level: 2, me: "O"}, START);
    assert.equal(turnWords(big, view(big)), "The computer is thinking.");
    assert.equal(turnWords(addMove(big, "ea"), view(addMove(big, "ea"))), "Your turn, on the top-left board.");
    assert.equal(turnWords(friends(), view(friends())), "X to move.");
    const won = after(alone(), "a b e c i");
    assert.equal(resultWords(won, "X", "Ada"), "You win");
    assert.equal(resultWords({...won, me: "O"}, "X", "Ada"), "The computer wins");
    assert.equal(resultWords({...won, level: null}, "X", "Ada"), "Ada wins");
    assert.equal(reasonWords(won, view(won)), "Three in a row: top-left, centre, bottom-right.");
    assert.equal(reasonWords(resignGame(alone(), "X"), view(alone())), "You resigned.");
    assert.equal(playerName(friends(), "O", "Ada"), "Player 2");
    assert.equal(playerName(alone(), "O", ""), "Computer, level 5");
});

test("the reason for a win by most boards gives the numbers", () => {
    const game = after(beginGame({variant: "ultimate-cg", level: null, me: "X"}, START), "ab bg gg gf fb bc ce ec ca af "
        + "fi ib bd dd dh ha aa ad de ef fc cg ge eg gb be ee eb db id ia ah hh hi ii if fe ei ig gc cf fd ai ie hg ga "
        + "ae gi cd fh he fg hb ff fa");
    const view = oxo.view({variant: game.variant, moves: game.moves});
    assert.equal(view.outcome, "X");
    assert.match(reasonWords(game, view), /^Nobody has a line\. X has \d boards, O has \d\.$/);
});

test("a game file has players, result and all moves", () => {
    const game = resignGame(after(alone(), "e a b"), "X");
    const record = oxo.readRecord(localGameFile(oxo, game, (mark) => mark === "X" ? "Ada" : "Computer, level 5"));
    assert.deepEqual(record.game.moves, ["e", "a", "b"]);
    assert.equal(record.result, "0-1");
    assert.deepEqual([record.tags["X"], record.tags["O"], record.tags["Termination"]],
        ["Ada", "Computer, level 5", "resignation"]);
    assert.equal(record.notes[1]?.intensity, 0.1167);
    assert.match(localGameFileName(game), /^classic-\d{4}-\d\d-\d\d\.tpgn$/);
});
