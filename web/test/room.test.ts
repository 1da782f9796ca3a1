/* room.test.ts - how the server's messages change a room. */
import assert from "node:assert/strict";
import {test} from "node:test";
import type {GameStart, GameState, MoveMade, PlayerMessage, ServerMessage} from "../src/state/messages.js";
import {addPendingMove, applyMessage, clockOf, codeOf, dropPendingMove, haveBothMoved, isCode, markAllHere, markOf, mayClaim,
    mayClose, mayPlace, type Room, timeForMove, unknownRoom, waitsForStart, withServerTime} from "../src/state/room.js";

const ROOM = "K7Q2MX";
const SERIES = {games: 3, target: 2, score: [0, 0] as const, over: false, winner: null};
const ada: PlayerMessage = {seat: 0, name: "Ada", avatar: "🦊", level: null};
const bo: PlayerMessage = {seat: 1, name: "Bo", avatar: "", level: null};
const SETUP = {variant: "classic" as const, public: true, series: SERIES};
const CLOCK = {clock: {initial: 60_000, increment: 1000}, clocks: {X: 60_000, O: 60_000}};

const start = (seq: number, more: Partial<GameStart> = {}): GameStart => ({
    type: "game-start", room: ROOM, seq, at: 1000, game: 1, ...SETUP, players: {X: ada, O: bo}, ...more,
});

const move = (seq: number, ply: number, text: string, more: Partial<MoveMade> = {}): MoveMade => ({
    type: "move-made", room: ROOM, seq, at: 1000, ply, mark: ply % 2 === 0 ? "X" : "O", move: text,
    turn: ply % 2 === 0 ? "O" : "X", intensity: 0.25, ...more,
});

const state = (seq: number, more: Partial<GameState> = {}): GameState => ({
    type: "game-state", room: ROOM, seq, at: 1000, life: "active", ...SETUP,
    players: {X: {...ada, connected: true}, O: {...bo, connected: true}}, game: 1, turn: "X",
    moves: [], intensities: [], over: null, offer: null, spectators: 2, you: "O", ...more,
});

function after(room: Room, ...messages: ServerMessage[]): Room {
    return messages.reduce((now, message) => applyMessage(now, message, 5000).room, room);
}

const seat = (n: number): ServerMessage =>
    ({type: "seat", room: ROOM, seq: 1, seat: n, mark: "O", token: "gabL8BU6X4SpzvMYPWKHrA"});
const playing = (): Room => after(unknownRoom(ROOM), seat(1), start(3));

test("a player with a seat knows the room when the game starts", () => {
    const room = playing();
    assert.equal(room.life, "active");
    assert.equal(room.seq, 3);
    assert.equal(markOf(room), "O");
    assert.equal(room.players.X?.name, "Ada");
    assert.ok(!mayPlace(room));
    assert.ok(mayPlace(after(room, move(4, 0, "e"))));
});

test("an event seen before is dropped", () => {
    const room = after(playing(), move(4, 0, "e"));
    const {room: again, gap} = applyMessage(room, move(4, 0, "e"), 5000);
    assert.equal(again, room);
    assert.equal(gap, false);
});

test("an event after a gap is dropped, and the gap is reported", () => {
    const room = playing();
    const {room: same, gap} = applyMessage(room, move(5, 1, "a"), 5000);
    assert.equal(same, room);
    assert.equal(gap, true);
});

test("a game-state is applied whatever its seq", () => {
    for (const seq of [2, 3, 9]) {
        const room = after(playing(), state(seq, {moves: ["e", "a"], intensities: [0.1, 0.2]}));
        assert.equal(room.seq, seq);
        assert.deepEqual(room.moves, ["e", "a"]);
        assert.equal(room.spectators, 2);
    }
});

test("a takeback's game-state changes neither our seat nor the number of spectators", () => {
    const {you: _, spectators: __, ...takeback} = state(6, {moves: ["e"], intensities: [0.1]});
    const room = after(after(playing(), state(5)), takeback);
    assert.equal(markOf(room), "O");
    assert.equal(room.spectators, 2);
});

test("in the next game the seats have swapped marks", () => {
    const room = after(playing(), start(4, {game: 2, players: {X: bo, O: ada}}));
    assert.equal(markOf(room), "X");
    assert.ok(mayPlace(room));
});

test("a spectator has no mark and may not place one", () => {
    const room = after(unknownRoom(ROOM), state(7, {you: null}));
    assert.equal(markOf(room), null);
    assert.ok(!mayPlace(room));
});

test("a move is pending until the server confirms it", () => {
    const mine = after(playing(), move(4, 0, "e"));
    const pending = addPendingMove(mine, "a");
    assert.deepEqual(pending.pending, {ply: 1, move: "a"});
    assert.ok(!mayPlace(pending));
    assert.equal(after(pending, move(5, 1, "a")).pending, null);
    assert.equal(dropPendingMove(pending).pending, null);
});

test("a pending move survives a game-state of the same ply, and no other", () => {
    const pending = addPendingMove(after(playing(), move(4, 0, "e")), "a");
    const now = (moves: string[], more = {}): Room => after(pending, state(9, {moves, intensities: moves.map(() => 0), ...more}));
    assert.deepEqual(now(["e"], {turn: "O"}).pending, {ply: 1, move: "a"});
    assert.equal(now(["e", "a"]).pending, null);
    assert.equal(now([]).pending, null);
    assert.equal(now(["e"], {life: "finished", turn: null}).pending, null);
});

test("only the clock of the side to move runs", () => {
    const room = after(unknownRoom(ROOM), seat(1), start(3, CLOCK));
    assert.equal(clockOf(room, "X", 5000), 60_000);
    assert.equal(clockOf(room, "X", 7500), 57_500);
    assert.equal(clockOf(room, "O", 7500), 60_000);
    assert.equal(clockOf(room, "X", 999_000), 0);
    assert.equal(clockOf(playing(), "X", 7500), null);
});

test("time that passed before a message was resent is counted", () => {
    // This clock is 4 s ahead of the server's. The message of a move at 2000 arrives at 16000.
    const room = after(unknownRoom(ROOM), seat(1), start(3, CLOCK));
    const late = applyMessage(room, move(4, 0, "e", {at: 2000, clocks: {X: 60_000, O: 60_000}}), 16_000).room;
    assert.equal(clockOf(late, "O", 16_000), 50_000);
});

test("setting the system clock during a game is noticed", () => {
    // An event of 1000 arrives at 5000, so this clock is at most 4 s ahead.
    const room = after(unknownRoom(ROOM), seat(1), start(3, CLOCK));
    // The clock is set forward by an hour; then the server answers 3000 to a request.
    const hour = 3_600_000;
    const set = withServerTime(room, 3000, hour + 7000, hour + 7200);
    assert.equal(clockOf(set, "X", hour + 7200), 57_800);
    // A slow answer that agrees with the known skew changes nothing.
    assert.equal(withServerTime(room, 3000, 6500, 9000), room);
});

test("clocks stop when the game is over", () => {
    const room = after(unknownRoom(ROOM), seat(1), start(3, CLOCK), {
        type: "game-over", room: ROOM, seq: 4, at: 3000, winner: "X", result: "1-0", reason: "resignation",
        clocks: {X: 58_000, O: 60_000}, series: {...SERIES, score: [1, 0]},
    });
    assert.equal(clockOf(room, "X", 90_000), 58_000);
    assert.deepEqual(room.series.score, [1, 0]);
    assert.equal(room.turn, null);
});

test("it is known since when a player is away", () => {
    const away = applyMessage(playing(), {type: "player-disconnected", room: ROOM, seq: 3, mark: "X", away: 2000}, 50_000).room;
    assert.equal(away.players.X?.awaySince, 48_000);
    assert.equal(away.players.X?.here, false);
    assert.equal(away.seq, 3);
    const back = after(away, {type: "player-reconnected", room: ROOM, seq: 3, mark: "X"});
    assert.equal(back.players.X?.awaySince, null);
    assert.equal(back.players.X?.here, true);
    assert.equal(markAllHere(away).players.X?.here, true);
    const told = applyMessage(unknownRoom(ROOM), state(4, {players: {X: {...ada, connected: false, away: 500}, O: bo}}), 50_000).room;
    assert.equal(told.players.X?.awaySince, 49_500);
});

test("the start of a game brings nobody back", () => {
    const away = applyMessage(unknownRoom(ROOM), state(1, {
        life: "waiting", game: 0, turn: null, players: {X: {...ada, connected: false, away: 0}, O: null}, you: null,
    }), 5000).room;
    const started = after(away, seat(1), {type: "seat-taken", room: ROOM, seq: 2, at: 1000, mark: "O", player: bo}, start(3));
    assert.equal(started.players.X?.here, false);
    assert.equal(started.players.X?.awaySince, 5000);
    assert.equal(started.players.O?.here, true);
});

test("a second player who leaves before the first game frees the seat", () => {
    const room = after(unknownRoom(ROOM), state(2, {life: "waiting", game: 0, turn: null, you: "X"}));
    assert.ok(waitsForStart(room));
    const left = after(room, {type: "player-left", room: ROOM, seq: 3, at: 1000, seat: 1, mark: "O"});
    assert.equal(left.players.O, null);
    assert.ok(!waitsForStart(left));
});

/** A game after two moves, with X away since the local time 5000. We are O. */
const deserted = (more: Partial<GameState>): Room => after(unknownRoom(ROOM), state(5, {
    players: {X: {...ada, connected: false, away: 0}, O: bo}, moves: ["e", "a"], intensities: [0, 0],
    started: 0, times: [500, 1000], limits: {claim: 60_000, close: 3_600_000}, ...more,
}));

test("a game with a clock may be claimed while the player to move is away", () => {
    const room = deserted(CLOCK);
    assert.ok(!mayClaim(room, 64_999));
    assert.ok(mayClaim(room, 65_000));
    assert.ok(!mayClaim({...room, turn: "O"}, 65_000));
    assert.ok(!mayClaim({...room, moves: ["e"]}, 65_000));
    assert.ok(!mayClaim({...room, seat: null}, 65_000));
    assert.ok(!mayClaim(markAllHere(room), 65_000));
    assert.ok(!mayClaim(deserted({}), 65_000));
});

test("a game without limits may be closed when the other player has not moved for long", () => {
    const room = deserted({});
    // The last move was at 1000 by the server's clock, which is 4000 behind ours.
    assert.ok(!mayClose(room, 3_604_999));
    assert.ok(mayClose(room, 3_605_000));
    assert.ok(!mayClose({...room, turn: "O"}, 3_605_000));
    assert.ok(!mayClose({...room, days: 3}, 3_605_000));
    assert.ok(!mayClose(deserted(CLOCK), 3_605_000));
});

test("the time for a move ends after the agreed days", () => {
    const room = deserted({days: 1});
    assert.equal(timeForMove(room, 5000), 86_400_000);
    assert.equal(timeForMove(room, 86_405_000 - 7), 7);
    assert.equal(timeForMove(room, 99_999_999), 0);
    assert.equal(timeForMove(deserted({}), 5000), null);
});

test("an aborted game is over without a result", () => {
    const room = after(playing(), move(4, 0, "e"));
    assert.ok(!haveBothMoved(room));
    const aborted = after(room, {
        type: "game-aborted", room: ROOM, seq: 5, at: 1000, winner: null, result: "*", reason: "aborted", by: "X", series: SERIES,
    });
    assert.equal(aborted.life, "finished");
    assert.deepEqual(aborted.over, {winner: null, result: "*", reason: "aborted", by: "X"});
    assert.equal(aborted.turn, null);
});

test("an event of a newer server is counted and changes nothing else", () => {
    const room = after(playing(), {type: "weather-changed", room: ROOM, seq: 4, at: 1000} as unknown as ServerMessage);
    assert.equal(room.seq, 4);
    assert.equal(room.life, "active");
    const hint = {type: "weather-report", room: ROOM, seq: 3} as unknown as ServerMessage;
    assert.equal(after(unknownRoom(ROOM), hint).seq, 0);
});

test("a spectator who takes the seat is not counted as a spectator", () => {
    const room = after(unknownRoom(ROOM), state(1, {life: "waiting", game: 0, turn: null, spectators: 1, you: null}));
    assert.equal(after(room, seat(1)).spectators, 0);
});

test("a player who has left for good stays absent", () => {
    const left = after(playing(), {type: "player-left", room: ROOM, seq: 4, at: 1000, seat: 0, mark: "X"});
    assert.equal(markAllHere(left).players.X?.here, false);
});

test("a draw offer lapses when the opponent moves, a takeback offer with any move", () => {
    const offered = (offer: "draw" | "takeback", by: "X" | "O"): Room =>
        after(playing(), {type: "offer-made", room: ROOM, seq: 4, at: 1000, offer, by});
    assert.equal(after(offered("draw", "O"), move(5, 0, "e")).offer, null);
    assert.equal(after(offered("draw", "X"), move(5, 0, "e")).offer?.offer, "draw");
    assert.equal(after(offered("takeback", "X"), move(5, 0, "e")).offer, null);
    assert.equal(after(offered("draw", "O"),
        {type: "offer-declined", room: ROOM, seq: 5, at: 1000, offer: "draw", by: "X"}).offer, null);
});

test("the engine's intensity replaces the heuristic one for the last move only", () => {
    const room = after(playing(), move(4, 0, "e"));
    const judge = (ply: number): Room =>
        after(room, {type: "intensity-update", room: ROOM, seq: 4, ply, intensity: 0.5, source: "engine"});
    assert.deepEqual(judge(0).intensities, [0.5]);
    assert.equal(judge(0).refined, 0);
    assert.equal(judge(1), room);
});

test("a closed room has nobody to move", () => {
    const room = after(playing(), {type: "room-closed", room: ROOM, seq: 4, at: 1000, why: "idle"});
    assert.equal(room.life, "closed");
    assert.equal(room.turn, null);
    assert.equal(room.closed, "idle");
});

test("codes are normalized", () => {
    assert.equal(codeOf("k7q2mx"), "K7Q2MX");
    assert.equal(codeOf("oOiIlL"), "001111");
});

test("only six characters of the server's alphabet are a code", () => {
    assert.ok(["K7Q2MX", codeOf("oOiIlL"), "ZZZZZZ"].every(isCode));
    assert.ok(!["", "X", "K7Q2M", "K7Q2MXX", "K7Q2MU", "k7q2mx", "K7Q2M\n", "K7Q-MX"].some(isCode));
});
