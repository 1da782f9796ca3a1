/* my-games.test.ts - the reader's games in the bar, the title and notifications. */
import assert from "node:assert/strict";
import {test} from "node:test";
import type {MyFinishedGame} from "../src/state/game-about.js";
import {type MyGame, myEndedGame, myGameOf, newsOf, titlePrefix} from "../src/state/my-games.js";
import {type Player, type Room, unknownRoom} from "../src/state/room.js";

const player = (seat: number, name: string): Player =>
    ({seat, name, avatar: "", level: null, here: true, left: false, awaySince: null});
const [ada, bo] = [player(0, "Ada"), player(1, "Bo")];

/** A room of ours: we are Ada, X. */
const room = (part: Partial<Room>): Room => ({
    ...unknownRoom("K7Q2MX"), life: "active", game: 1, seat: 0, turn: "X", players: {X: ada, O: bo}, ...part,
});

const stateOf = (part: Partial<Room>, seen = 0): string => myGameOf(room(part), seen)?.state ?? "";
const callOf = (part: Partial<Room>, seen = 0): string => myGameOf(room(part), seen)?.call ?? "";

test("the bar says whose move it is", () => {
    assert.equal(myGameOf(room({}), 0)?.subject, "Your game with Bo");
    assert.equal(stateOf({}), "your move");
    assert.equal(stateOf({turn: "O"}), "their move");
    assert.deepEqual([callOf({}), callOf({turn: "O"})], ["Your move", ""]);
});

test("the bar says whom a room waits for", () => {
    const waiting: Partial<Room> = {life: "waiting", game: 0, turn: null};
    const alone = {...waiting, players: {X: ada, O: null}};
    assert.equal(stateOf(alone), "waiting for your friend");
    assert.equal(stateOf({...alone, public: true}), "waiting for somebody to join");
    assert.match(stateOf({...waiting, players: {X: ada, O: {...bo, here: false}}}), /^Bo isn’t here yet/);
    assert.equal(callOf(waiting), "Bo is here");
});

test("a finished game stays in the bar until its end has been seen", () => {
    const over: Partial<Room> = {life: "finished", turn: null, game: 2, over: {winner: "O", result: "0-1", reason: "resignation"}};
    assert.equal(stateOf(over, 1), "Bo wins. You resigned.");
    assert.equal(myGameOf(room(over), 2), null);
    assert.equal(stateOf({...over, offer: {offer: "rematch", by: "O"}}, 2), "Bo wants a rematch.");
});

test("others' rooms and closed rooms are not ours", () => {
    assert.equal(myGameOf(room({seat: null}), 0), null);
    assert.equal(myGameOf(room({life: "closed", turn: null}), 0), null);
    assert.equal(myGameOf(unknownRoom("K7Q2MX"), 0), null);
});

test("a game that ended while the reader was away says why", () => {
    const game: MyFinishedGame = {
        id: "K7Q2MX-1", variant: "classic", result: "0-1", reason: "claim", ended: 0, you: "X", moves: [],
        X: {name: "Ada", level: null}, O: {name: "", level: null},
    };
    assert.equal(myEndedGame(game).state, "Guest O wins, by a claim, because you were away.");
    assert.equal(myEndedGame({...game, you: "O"}).state, "You win, by a claim, because Ada was away.");
    assert.equal(myEndedGame(game).href, "/g/K7Q2MX-1");
});

test("the title counts the games that wait for the reader", () => {
    const calling = (call: string): MyGame => ({code: "", href: "", variant: "classic", subject: "", state: "", call});
    assert.equal(titlePrefix([]), "");
    assert.equal(titlePrefix([calling(""), calling("Bo is here")]), "Bo is here · ");
    assert.equal(titlePrefix(["Game over", "Your move", "Your move"].map(calling)), "Your move (2) · ");
});

test("a player who joins is news to the creator only", () => {
    const before = room({life: "waiting", game: 0, turn: null, players: {X: ada, O: null}});
    assert.equal(newsOf(before, room({life: "waiting", turn: null}))?.words, "Bo is here.");
    assert.equal(newsOf(before, room({}))?.words, "Bo is here. It is your move.");
    assert.equal(newsOf({...before, seat: null}, room({seat: 1, turn: null, life: "waiting"})), null);
    assert.equal(newsOf(unknownRoom("K7Q2MX"), room({})), null);
});

test("a turn, an offer and the end of a game are news once", () => {
    const theirs = room({turn: "O", moves: ["e"]});
    const mine = room({moves: ["e", "a"]});
    assert.deepEqual(newsOf(theirs, mine), {kind: "turn", words: "Your move against Bo."});
    assert.equal(newsOf(mine, {...mine, spectators: 3}), null);
    const offer = {offer: "draw" as const, by: "O" as const};
    assert.equal(newsOf(mine, {...mine, offer})?.kind, "offer");
    assert.equal(newsOf({...mine, offer}, {...mine, offer}), null);
    assert.equal(newsOf(mine, {...mine, offer: {...offer, by: "X"}}), null);
    const over = {winner: "O" as const, result: "0-1", reason: "claim" as const};
    assert.equal(newsOf(mine, {...mine, life: "finished", turn: null, over})?.words, "Bo wins. You were away, and Bo claimed the win.");
});
