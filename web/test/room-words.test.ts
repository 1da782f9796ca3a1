/* room-words.test.ts - a room in words. */
import assert from "node:assert/strict";
import {test} from "node:test";
import type {Reason} from "../src/state/messages.js";
import {awayWords, clockWords, durationText, leaveWords, newsWords, offerWords, playerName, reasonWords, refusalWords,
    resultWords, seriesWords, startWords, timeForMoveWords} from "../src/state/room-words.js";
import {type Player, type Room, unknownRoom} from "../src/state/room.js";

const player = (seat: number, name: string, level: number | null = null): Player =>
    ({seat, name, avatar: "", level, here: true, left: false, awaySince: null});

const room = (part: Partial<Room>): Room => ({
    ...unknownRoom("K7Q2MX"), life: "active", game: 1,
    players: {X: player(0, "Ada"), O: player(1, "")}, ...part,
});

const over = (winner: "X" | "O" | null, reason: Reason, seat: number | null): Room =>
    room({over: {winner, reason, result: ""}, seat});

test("a player is called by name, or as a guest or computer", () => {
    assert.equal(playerName(room({}), "X"), "Ada");
    assert.equal(playerName(room({}), "O"), "Guest O");
    assert.equal(playerName(room({players: {X: player(0, ""), O: player(1, "")}}), "X"), "Guest X");
    assert.equal(playerName(room({seat: 1}), "O"), "You");
    assert.equal(playerName(room({players: {X: player(0, "", 7), O: null}}), "X"), "Computer, level 7");
});

test("each player reads the result from their side", () => {
    assert.equal(resultWords(over("X", "resignation", 0)), "You win");
    assert.equal(resultWords(over("X", "resignation", 1)), "Ada wins");
    assert.equal(reasonWords(over("X", "resignation", 1)), "You resigned.");
    assert.equal(reasonWords(over("O", "forfeit", null)), "Ada was away too long.");
    assert.equal(resultWords(over(null, "agreement", 0)), "Drawn");
});

test("both players learn who was away and what the opponent claimed", () => {
    const claimed = (winner: "O" | null, seat: number): Room =>
        ({...over(winner, "claim", seat), moves: ["e", "a"], players: {X: player(0, "Ada"), O: player(1, "Bo")}});
    assert.equal(reasonWords(claimed("O", 0)), "You were away, and Bo claimed the win.");
    assert.equal(reasonWords(claimed("O", 1)), "Ada was away, and you claimed the win.");
    assert.equal(reasonWords(claimed(null, 0)), "You were away, and Bo claimed a draw.");
});

test("an aborted game has no winner and no result", () => {
    const aborted = (reason: Reason, by?: "X" | "O"): Room =>
        room({over: {winner: null, reason, result: "*", ...(by && {by})}, seat: 1});
    assert.equal(resultWords(aborted("aborted", "X")), "Game aborted");
    assert.equal(reasonWords(aborted("aborted", "X")), "Ada aborted the game. The game has no result.");
    assert.equal(reasonWords(aborted("aborted")), "The game was aborted before both players had moved. The game has no result.");
    assert.equal(reasonWords(aborted("no-show", "O")), "You did not move in time. The game has no result.");
    assert.equal(resultWords(aborted("closed", "O")), "Game closed");
});

test("every reason has a sentence", () => {
    const reasons: Reason[] = ["line", "boards", "full-board", "resignation", "agreement", "time", "forfeit", "left",
        "claim", "aborted", "no-show", "closed", "expired"];
    const words = reasons.map((reason) => reasonWords(over("X", reason, null)));
    assert.equal(new Set(words).size, reasons.length);
    assert.ok(words.every((text) => /^[A-Z].*\.$/.test(text)));
});

test("a series is counted from the reader's side", () => {
    const series = {games: 3, target: 2, score: [1.5, 0.5] as const, over: false, winner: null};
    assert.equal(seriesWords(room({series, seat: 1})), "Best of 3: ½–1½");
    assert.equal(seriesWords(room({series: {...series, score: [2, 0], over: true, winner: 0}, seat: 0})),
        "You win the series 2–0");
    assert.equal(seriesWords(room({})), "");
});

test("an offer is worded as the reader's own or the opponent's", () => {
    const offer = {offer: "takeback" as const, by: "X" as const};
    assert.equal(offerWords(room({offer, seat: 0})), "You offered a takeback.");
    assert.equal(offerWords(room({offer, seat: 1})), "Ada asks to take back the last move.");
});

test("a declined offer is reported to the player who made it, and only to them", () => {
    const declined = {type: "offer-declined", room: "K7Q2MX", seq: 5, at: 0, offer: "draw", by: "X"} as const;
    const offer = {offer: "draw" as const, by: "O" as const};
    assert.equal(newsWords(room({offer, seat: 1}), declined), "Ada declined the draw.");
    assert.equal(newsWords(room({offer, seat: 0}), declined), "");
    assert.equal(newsWords(room({offer: {...offer, by: "X"}, seat: 1}), declined), "Ada withdrew the offer.");
});

test("clocks are written as minutes + seconds", () => {
    assert.equal(clockWords(null), "no clock");
    assert.equal(clockWords(null, 1), "1 day per move");
    assert.equal(clockWords(null, 14), "14 days per move");
    assert.equal(clockWords({initial: 180_000, increment: 2000}), "3 + 2");
    assert.equal(clockWords({initial: 30_000, increment: 0}), "0.5 + 0");
});

test("a refusal has the core's sentence, or the server's where it says more", () => {
    const statuses = {"cell-occupied": "that cell is already taken", "invalid-message": "the message is wrong"};
    assert.equal(refusalWords("cell-occupied", "whatever", statuses), "That cell is already taken.");
    assert.equal(refusalWords("invalid-message", "name is too long", statuses), "Name is too long.");
    assert.equal(refusalWords("new-code", "it went wrong", statuses), "It went wrong.");
    assert.equal(refusalWords("new-code", "", statuses), "New-code.");
});

test("the others see for how long a player has been away", () => {
    const away = {...player(0, "Ada"), here: false, awaySince: 30_000};
    const players = {X: away, O: player(1, "Bo")};
    assert.equal(awayWords(room({players, seat: 1}), 72_000), "Ada has been away for 0:42.");
    assert.equal(awayWords(room({players, seat: 0}), 72_000), "");
    assert.equal(awayWords(room({players, seat: 1, life: "finished"}), 72_000), "");
    assert.equal(awayWords(room({}), 72_000), "");
});

test("a duration is written in minutes, hours or days", () => {
    assert.deepEqual([0, 59_999, 3_599_999, 3_600_000, 86_399_999, 200_000_000].map(durationText),
        ["0:00", "0:59", "59:59", "1 hour", "23 hours", "2 days"]);
});

test("the time for a move is written in days and hours", () => {
    const hour = 3_600_000;
    const slow = room({days: 3, turn: "X", turned: 0, skew: 0, seat: 0});
    assert.equal(timeForMoveWords(slow, hour), "You have 2 days and 23 hours left for this move.");
    assert.equal(timeForMoveWords({...slow, seat: 1}, 48 * hour), "Ada has 1 day left for this move.");
    assert.equal(timeForMoveWords(slow, 71.5 * hour), "You have 30 minutes left for this move.");
    assert.equal(timeForMoveWords(room({turn: "X"}), 0), "");
});

test("a player hears why the game has not started", () => {
    const waiting = (here: boolean): Room => room({
        life: "waiting", game: 0, seat: 1, players: {X: {...player(0, "Ada"), here}, O: player(1, "Bo")},
    });
    assert.equal(startWords(waiting(false)), "Ada isn’t here yet. The game starts when you are both here.");
    assert.equal(startWords(waiting(true)), "The game starts now.");
    assert.equal(startWords(room({seat: 1})), "");
});

test("leaving loses the game only after both players have moved", () => {
    assert.equal(leaveWords(room({moves: ["e"]})), "Leave the game? It will be aborted.");
    assert.equal(leaveWords(room({moves: ["e", "a"]})), "Leave the game? You will lose it.");
});

test("an absence is reported once, and only during a game", () => {
    const lost = {type: "player-disconnected", room: "K7Q2MX", seq: 5, mark: "X", away: 0} as const;
    const players = {X: {...player(0, "Ada"), here: false}, O: player(1, "Bo")};
    assert.equal(newsWords(room({seat: 1}), lost), "Ada is away.");
    assert.equal(newsWords(room({seat: 1, players}), lost), "");
    assert.equal(newsWords(room({seat: 1, life: "finished"}), lost), "");
    assert.equal(newsWords(room({seat: 0}), lost), "");
});
