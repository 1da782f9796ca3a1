/* study-text.test.ts - pasted texts and game files. */
import assert from "node:assert/strict";
import fs from "node:fs";
import {before, test} from "node:test";
import {load, type Oxo} from "@oxo/core";
import {aboutRecord, UNKNOWN_GAME} from "../src/state/game-about.js";
import {type Fault, isFault, kindOf, type Opened, openText, saveText} from "../src/state/study-text.js";
import {goToPly, playMove, studyOf} from "../src/state/study.js";

declare const WASM: string;
let oxo: Oxo;
before(async () => { oxo = await load(fs.readFileSync(WASM)); });

const open = (text: string, variant = "ultimate", notation = "native"): Opened | Fault =>
    openText(oxo, text, {variant, notation} as Parameters<typeof openText>[2]);

function opened(it: Opened | Fault): Opened {
    assert.ok(!isFault(it), JSON.stringify(it));
    return it;
}

function fault(it: Opened | Fault): Fault {
    assert.ok(isFault(it), JSON.stringify(it));
    return it;
}

test("the kind of a text is guessed from its characters", () => {
    assert.equal(kindOf("[Variant \"classic\"] 1. e *", "native"), "record");
    assert.equal(kindOf("1. e a 1/2-1/2", "native"), "record");
    assert.equal(kindOf("3/3/3 x", "native"), "position");
    assert.equal(kindOf("1. ee ea 2. ae", "native"), "moves");
    assert.equal(kindOf("0".repeat(93), "utttai"), "position");
});

test("game files, moves and positions are opened", () => {
    const file = opened(open('[Variant "classic"]\n[X "Ada"]\n\n1. e a *\n'));
    assert.deepEqual(file.game, {variant: "classic", moves: ["e", "a"]});
    assert.equal(aboutRecord(file.record!).names.X, "Ada");
    assert.deepEqual(opened(open("1. ee ea\n2. ae")).game.moves, ["ee", "ea", "ae"]);
    assert.equal(opened(open("3/1x1/3 o")).game.variant, "classic");
    assert.equal(opened(open("9/9/9/9/9/9/9/9/9 x -", "ultimate-cg")).game.variant, "ultimate-cg");
});

test("positions in other notations can be opened", () => {
    const theirs = "O;@........;X.OO...../X..X.O.O./X.X...O.O/.X.OXO.../O.O.X..../.XX....O./......X.O/.O.X.X.../.O.....XX";
    assert.ok(opened(open(theirs, "ultimate", "ultimattt")).game.start?.endsWith("o a"));
});

test("an invalid text is reported with place and reason", () => {
    assert.deepEqual(fault(open('[Variant "classic"]\n\n1. e e *\n')),
        {line: 3, column: 6, reason: "that cell is already taken", text: "1. e e *"});
    const position = fault(open("3/2/3 x"));
    assert.deepEqual([position.line, position.column], [1, 4]);
});

test("errors in bare moves have the right line and column", () => {
    const second = fault(open("ee ea\nae zz"));
    assert.deepEqual([second.line, second.column, second.text], [2, 4, "ae zz"]);
    const first = fault(open("e a", "ultimate"));
    assert.deepEqual([first.line, first.column], [1, 1]);
});

test("a saved game opens as the same game", () => {
    const study = studyOf({variant: "classic", moves: ["e", "a", "i"]}, 3);
    const about = {...UNKNOWN_GAME, tags: {X: "Ada", O: "Bo"}, result: "1-0"};
    const saved = opened(open(saveText(oxo, {study, record: about, notes: []})));
    assert.deepEqual(saved.game, {variant: "classic", moves: ["e", "a", "i"]});
    assert.equal(saved.record?.result, "1-0");
    assert.equal(saved.record?.tags["O"], "Bo");
});

test("a branch does not inherit the game's result", () => {
    const study = playMove(goToPly(studyOf({variant: "classic", moves: ["e", "a", "i"]}), 1), "b");
    const saved = opened(open(saveText(oxo, {study, record: {...UNKNOWN_GAME, result: "1-0"}, notes: []})));
    assert.equal(saved.record?.result, "*");
});
