/* rules.mjs - the package's rules against the native ones. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {classic, native, nativeGames, oxo, refusal, source, ultimate} from "./support.mjs";

test("the version is the project's", () => {
    assert.equal(oxo.version, native(["version"]).match(/\d+\.\d+\.\d+/)[0]);
});

test("statuses are those of the C table", () => {
    const table = [...source("include/oxo/base.h").matchAll(/X\(OXO_\w+,\s*"([a-z-]+)",\s*\\?\s*"([^"]+)"\)/g)];
    assert.ok(table.length > 40);
    assert.deepEqual(oxo.statuses, Object.fromEntries(table.map(([, word, sentence]) => [word, sentence])));
});

test("a view has everything that follows from a game", () => {
    const view = oxo.view(ultimate("ee ea ae eb be ec"));
    assert.equal(view.variant, "ultimate");
    assert.equal(view.position, "4x4/4x4/9/9/ooo1x4/9/9/9/9 x c");
    assert.equal(view.turn, "X");
    assert.equal(view.outcome, "ongoing");
    assert.equal(view.target, 2);
    assert.deepEqual(view.legal, ["ca", "cb", "cc", "cd", "ce", "cf", "cg", "ch", "ci"]);
    assert.equal(view.last, "ec");
    assert.equal(view.line, null);
    assert.deepEqual(view.boards[4], {cells: "ooo.x....", owner: "O", line: [0, 1, 2], playable: false});
    assert.deepEqual(view.boards[2], {cells: ".........", owner: null, line: null, playable: true});
    assert.deepEqual(view.turns.map((turn) => turn.mark).join(""), "XOXOXO");
    assert.deepEqual(view.turns[5].board, {index: 4, owner: "O"});
    assert.equal(view.turns[4].board, undefined);
    assert.equal(view.intensity, view.turns[5].intensity);
});

test("a finished game has a winner, a line and no open board", () => {
    const view = oxo.view(classic("a d b e c"));
    assert.equal(view.outcome, "X");
    assert.equal(view.turn, "O");
    assert.deepEqual(view.line, [0, 1, 2]);
    assert.deepEqual(view.legal, []);
    assert.equal(view.boards[0].playable, false);
    assert.equal(oxo.view(classic("a b c e d g f i h")).outcome, "draw");
});

test("a game may start from any position", () => {
    const start = "3/1x1/3 o";
    assert.equal(oxo.view({variant: "classic", start, moves: ["a"]}).position, "o2/1x1/3 x");
    const bad = refusal(() => oxo.view({variant: "classic", start: "3/2/3 x", moves: []}));
    assert.deepEqual([bad.code, bad.line, bad.column], ["syntax", 1, 4]);
});

test("under ultimate-continue a board keeps the line of its owner", () => {
    const start = "Oxxxooo3/9/9/9/9/9/9/9/9 x a";
    const [board] = oxo.view({variant: "ultimate-continue", start, moves: []}).boards;
    assert.deepEqual(board, {cells: "xxxooo...", owner: "O", line: [3, 4, 5], playable: true});
});

test("the first illegal move is named", () => {
    const taken = refusal(() => oxo.view(classic("e e a a")));
    assert.equal(taken.code, "cell-occupied");
    assert.match(taken.message, /^move 2: /);
    assert.equal(refusal(() => oxo.view(ultimate("ee aa"))).code, "wrong-board");
    assert.equal(refusal(() => oxo.view(classic("a d b e c f"))).code, "game-over");
    assert.equal(refusal(() => oxo.view(classic("z"))).code, "syntax");
});

test("check() returns an error and does not throw", () => {
    assert.equal(oxo.check(classic("e"), "a"), null);
    assert.equal(oxo.check(classic("e"), "e").code, "cell-occupied");
    assert.equal(oxo.check(classic("e"), "e").message, oxo.statuses["cell-occupied"]);
    assert.equal(oxo.check(ultimate("ee"), "aa").code, "wrong-board");
    assert.equal(oxo.check(classic(), "zz").code, "syntax");
});

function perft(game, depth) {
    const {legal} = oxo.view(game);
    if (depth === 1)
        return legal.length;
    return legal.reduce((sum, move) => sum + perft({...game, moves: [...game.moves, move]}, depth - 1), 0);
}

for (const [variant, depth] of Object.entries({classic: 6, ultimate: 3, "ultimate-cg": 3, "ultimate-continue": 3}))
    test(`perft of ${variant} equals the native number`, () => {
        const count = Number(native(["perft", "--variant", variant, String(depth)]));
        assert.equal(perft({variant, moves: []}, depth), count);
    });

const OUTCOMES = ["ongoing", "X", "O", "draw"];

test("random games equal the native ones, move by move", () => {
    for (const {variant, steps} of nativeGames(400, 1952)) {
        const all = steps.flatMap((step) => step.move ?? []);
        const {turns} = oxo.view({variant, moves: all});
        for (const [ply, step] of steps.entries()) {
            const game = {variant, moves: all.slice(0, ply)};
            const view = oxo.view(game);
            assert.equal(view.position, step.position);
            assert.equal(view.outcome, OUTCOMES[step.outcome]);
            assert.equal(view.intensity, step.intensity);
            assert.equal(view.legal.length, step.legal);
            assert.equal(oxo.check(game, step.tried)?.code ?? "ok", step.status);
            if (ply > 0)
                assert.equal(turns[ply - 1].intensity, step.intensity);
        }
    }
});
