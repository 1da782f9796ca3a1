/* game-about.test.ts - how a game ended, in words. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {endingWords, UNKNOWN_GAME} from "../src/state/game-about.js";

test("the end of a game is a sentence", () => {
    const about = {...UNKNOWN_GAME, names: {X: "Ada", O: ""}, reason: "resignation"};
    assert.equal(endingWords("1-0", about, 34), "Ada won by resignation, after 34 moves of both sides.");
    assert.equal(endingWords("0-1", UNKNOWN_GAME, 1), "O won, after 1 move.");
    assert.equal(endingWords("1/2-1/2", {...about, reason: "agreement"}, 9), "Drawn by agreement, after 9 moves of both sides.");
    assert.equal(endingWords("*", UNKNOWN_GAME, 3), "Not finished: 3 moves of both sides so far.");
});
