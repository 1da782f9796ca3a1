/* statistics.test.ts - counting games, and reading the totals back. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {addMove, beginGame, type LocalGame} from "../src/state/local-game.js";
import {countGame, gamesOf, mergeTallies, NO_STATISTICS, playedLocalGame, readOnlineGames, readRecords, resultFor,
    sumTallies, tallyGames, uncountGame} from "../src/state/statistics.js";

const game = (begun: number, level: number | null = 3): LocalGame =>
    addMove(beginGame({variant: "ultimate", level, me: "X"}, {begun, seed: 0}), "ee");

test("a finished game counts for its variant and level", () => {
    const all = [game(1), game(2), game(3, null)].reduce(
        (sum, game, i) => countGame(sum, playedLocalGame(game, i === 0 ? "X" : "draw", 50)), NO_STATISTICS);
    assert.deepEqual(all.tallies, [
        {variant: "ultimate", level: null, wins: 0, draws: 1, losses: 0},
        {variant: "ultimate", level: 3, wins: 1, draws: 1, losses: 0},
    ]);
    assert.deepEqual(all.games.map((played) => played.id), ["3", "2", "1"]);
});

test("a game counts once, with its last result", () => {
    const once = countGame(NO_STATISTICS, playedLocalGame(game(1), "X", 50));
    const again = countGame(once, playedLocalGame(game(1), "O", 60));
    assert.deepEqual(sumTallies(again.tallies), {wins: 0, draws: 0, losses: 1});
    assert.equal(again.games.length, 1);
});

test("a game that continues is not counted", () => {
    const once = countGame(NO_STATISTICS, playedLocalGame(game(1), "X", 50));
    assert.deepEqual(uncountGame(once, "1"), NO_STATISTICS);
    assert.equal(uncountGame(once, "2"), once);
});

test("old games leave the list but stay in the totals", () => {
    let all = NO_STATISTICS;
    for (let i = 0; i < 130; i++)
        all = countGame(all, playedLocalGame(game(i), "O", i));
    assert.equal(all.games.length, 100);
    assert.deepEqual(sumTallies(all.tallies), {wins: 0, draws: 0, losses: 130});
});

test("a result is from the player's side", () => {
    assert.deepEqual((["X", "O", "draw"] as const).map((outcome) => resultFor("O", outcome)), ["loss", "win", "draw"]);
});

test("tallies of two sources are merged by kind", () => {
    const one = {variant: "classic", level: 1, wins: 1, draws: 2, losses: 3} as const;
    assert.deepEqual(mergeTallies([one], [one, {...one, level: null}]), [{...one, level: null},
        {...one, wins: 2, draws: 4, losses: 6}]);
    assert.equal(gamesOf(one), 6);
});

test("the server's records are read, and invalid ones left out", () => {
    const record = {variant: "classic", level: null, wins: 1, draws: 0, losses: 2};
    assert.deepEqual(readRecords({records: [record, {...record, wins: -1}, {...record, variant: "chess"}, null]}), [record]);
    assert.deepEqual(readRecords(null), []);
});

test("an online game is seen from its player's side", () => {
    const told = {id: "ABC123-1", variant: "classic", result: "0-1", ended: 9, moves: ["e"], you: "O",
        X: {name: "Bo", avatar: "", level: null}, O: {name: "Ada", avatar: "", level: null}};
    const [won] = readOnlineGames({games: [told, {...told, you: undefined}, {...told, result: "*"}]});
    assert.deepEqual(won, {id: "ABC123-1", online: true, ended: 9, variant: "classic", level: null, opponent: "Bo",
        me: "O", result: "win", moves: ["e"]});
    assert.equal(readOnlineGames({games: [told, {...told, you: undefined}]}).length, 1);
    assert.deepEqual(tallyGames([won!, {...won!, result: "draw"}]), {wins: 1, draws: 1, losses: 0});
});
