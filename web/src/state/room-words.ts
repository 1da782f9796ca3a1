/* room-words.ts - a room in words: players, offers, results. A reader with a
 * seat is "You". */
import type {Mark, Move} from "@oxo/core";
import type {ClockSetup, GameEnd, OfferKind, ServerMessage} from "./messages.js";
import {haveBothMoved, markOf, rivalOf, type Room, timeForMove, waitsForStart} from "./room.js";
import {otherMark, pointsText} from "./sides.js";
import {asSentence} from "./text.js";

/** The name of a player. Players without a name are "Guest X" and "Guest O". */
export function playerName(room: Room, mark: Mark): string {
    const player = room.players[mark];
    if (!player)
        return "Nobody yet";
    if (player.level !== null)
        return `Computer, level ${player.level}`;
    return player.name || (mark === markOf(room) ? "You" : `Guest ${mark}`);
}

/** The subject of a sentence: "You", or the name. */
function subject(room: Room, mark: Mark): string {
    return mark === markOf(room) ? "You" : playerName(room, mark);
}

function sentence(room: Room, mark: Mark, you: string, they: string): string {
    return `${subject(room, mark)} ${mark === markOf(room) ? you : they}`;
}

/** Did the game end without a result? */
export const isAborted = (over: GameEnd | null): boolean => over?.result === "*";

/** How the game ended; "" during the game. */
export function resultWords(room: Room): string {
    if (!room.over)
        return "";
    const {winner, reason} = room.over;
    if (isAborted(room.over))
        return reason === "closed" || reason === "expired" ? "Game closed" : "Game aborted";
    return winner === null ? "Drawn" : sentence(room, winner, "win", "wins");
}

/** Why the game ended. */
export function reasonWords(room: Room): string {
    const {winner, reason} = room.over ?? {winner: null, reason: null};
    const loser = winner && otherMark(winner);
    switch (reason) {
    case "line":
        return room.variant === "classic" ? "Three in a row." : "Three boards in a row.";
    case "boards":
        return "Nobody has a line; more boards decide.";
    case "full-board":
        return "Nobody can win any more.";
    case "agreement":
        return "By agreement.";
    case "resignation":
        return loser ? `${sentence(room, loser, "resigned", "resigned")}.` : "By resignation.";
    case "time":
        return loser ? `${sentence(room, loser, "ran out of time", "ran out of time")}.` : "On time.";
    case "forfeit":
        return loser ? `${sentence(room, loser, "were away too long", "was away too long")}.` : "Away too long.";
    case "left":
        return loser ? `${sentence(room, loser, "left", "left")}.` : "A player left.";
    case "claim":
        return claimWords(room, winner);
    case "aborted":
        return abortWords(room, "aborted the game", "The game was aborted before both players had moved.");
    case "no-show":
        return abortWords(room, "did not move in time", "Time ran out before both players had moved.");
    case "closed":
        return abortWords(room, "closed the game after a long wait", "A player closed the game after a long wait.");
    case "expired":
        return `Nobody moved for a long time. ${NO_RESULT}`;
    case null:
        return "";
    default:
        return asSentence(reason satisfies never); // a reason of a newer server
    }
}

const NO_RESULT = "The game has no result.";

/** `did` is what the player did, if it is known who. */
function abortWords(room: Room, did: string, otherwise: string): string {
    const by = room.over?.by;
    return `${by ? `${subject(room, by)} ${did}.` : otherwise} ${NO_RESULT}`;
}

/** X moves first, so the number of moves says who was to move, and away. */
function claimWords(room: Room, winner: Mark | null): string {
    const absent = room.moves.length % 2 === 0 ? "X" : "O";
    const claimer = otherMark(absent);
    const name = claimer === markOf(room) ? "you" : playerName(room, claimer);
    return `${sentence(room, absent, "were away", "was away")}, and ${name} claimed ${winner === null ? "a draw" : "the win"}.`;
}

/** The score of a series; "" if the room has a single game. */
export function seriesWords(room: Room): string {
    const {games, score, over, winner} = room.series;
    if (games === 1)
        return "";
    const mine = room.seat ?? 0;
    const tally = `${pointsText(score[mine === 0 ? 0 : 1])}–${pointsText(score[mine === 0 ? 1 : 0])}`;
    if (!over)
        return `Best of ${games}: ${tally}`;
    const who = winner === null ? null : room.players.X?.seat === winner ? "X" : "O";
    return who ? `${sentence(room, who, "win", "wins")} the series ${tally}` : `The series is drawn ${tally}`;
}

const OFFERS: {readonly [kind in OfferKind]: {asks: string; noun: string}} = {
    draw: {asks: "offers a draw", noun: "draw"},
    takeback: {asks: "asks to take back the last move", noun: "takeback"},
    rematch: {asks: "wants a rematch", noun: "rematch"},
};

export function offerWords(room: Room): string {
    const offer = room.offer;
    if (!offer)
        return "";
    const {asks, noun} = OFFERS[offer.offer];
    return offer.by === markOf(room) ? `You offered a ${noun}.` : `${playerName(room, offer.by)} ${asks}.`;
}

/** A move that waits for the connection. */
export function pendingWords(move: Move): string {
    return `${move} will be sent as soon as the connection is back.`;
}

/** A toast for a message, or "". `before` is the room before the message. */
export function newsWords(before: Room, message: ServerMessage): string {
    const mine = markOf(before);
    switch (message.type) {
    case "offer-declined":
        if (message.by === mine)
            return "";
        return before.offer?.by === message.by ? `${playerName(before, message.by)} withdrew the offer.`
            : `${playerName(before, message.by)} declined the ${OFFERS[message.offer].noun}.`;
    case "player-left":
        return message.mark === mine ? "" : `${playerName(before, message.mark)} left the room.`;
    case "player-disconnected":
        return message.mark === mine || before.life !== "active" || !before.players[message.mark]?.here ? ""
            : `${playerName(before, message.mark)} is away.`;
    case "player-reconnected":
        return message.mark === mine ? "" : `${playerName(before, message.mark)} is back.`;
    case "game-state":
        return message.game === before.game && message.life === "active" && before.life === "active"
            && message.moves.length < before.moves.length ? "A move was taken back." : "";
    default:
        return "";
    }
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const countWords = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** "0:42", "59:59", "3 hours", "2 days". */
export function durationText(milliseconds: number): string {
    const time = Math.max(0, milliseconds);
    if (time >= DAY)
        return countWords(Math.floor(time / DAY), "day");
    if (time >= HOUR)
        return countWords(Math.floor(time / HOUR), "hour");
    const seconds = Math.floor(time / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** For how long an opponent has been away, during a game; "" if nobody is
 * away. */
export function awayWords(room: Room, now: number): string {
    if (room.life !== "active")
        return "";
    for (const mark of ["X", "O"] as const) {
        const awaySince = room.players[mark]?.awaySince ?? null;
        if (awaySince !== null && mark !== markOf(room))
            return `${playerName(room, mark)} has been away for ${durationText(now - awaySince)}.`;
    }
    return "";
}

/** "2 days and 5 hours", "5 hours", "12 minutes". */
function daysAndHours(time: number): string {
    if (time < HOUR)
        return countWords(Math.ceil(time / MINUTE), "minute");
    const [days, hours] = [Math.floor(time / DAY), Math.floor(time % DAY / HOUR)];
    return [...(days > 0 ? [countWords(days, "day")] : []), ...(hours > 0 ? [countWords(hours, "hour")] : [])].join(" and ");
}

/** How much time is left for the move in a game with days for each move; ""
 * in other games. */
export function timeForMoveWords(room: Room, now: number): string {
    const left = timeForMove(room, now);
    return left === null || !room.turn ? ""
        : `${sentence(room, room.turn, "have", "has")} ${daysAndHours(left)} left for this move.`;
}

/** Why the first game has not started although both seats are taken; ""
 * otherwise. */
export function startWords(room: Room): string {
    const rival = rivalOf(room);
    if (!waitsForStart(room) || !rival)
        return "";
    return room.players[rival]?.here ? "The game starts now."
        : `${playerName(room, rival)} isn’t here yet. The game starts when you are both here.`;
}

/** The question before a player leaves a running game. */
export function leaveWords(room: Room): string {
    return haveBothMoved(room) ? "Leave the game? You will lose it." : "Leave the game? It will be aborted.";
}

export function closedWords(room: Room): string {
    switch (room.closed) {
    case "left":
        return "Everybody has left.";
    case "abandoned":
        return "Everybody was away for too long.";
    case "idle":
        return room.game === 0 ? "The game never started." : "Nobody started another game.";
    case null:
        return "";
    }
}

/** "no clock", "3 days per move", or "5 + 3": minutes for each side, seconds for
 * each move. */
export function clockWords(clock: ClockSetup | null, days: number | null = null): string {
    if (!clock || clock.initial === 0)
        return days ? `${countWords(days, "day")} per move` : "no clock";
    const minutes = Math.round(clock.initial / 600) / 100;
    return `${minutes} + ${clock.increment / 1000}`;
}

/** A refusal as a sentence. The core has a sentence for every code, but the
 * server's `message` is better where it names a field. */
export function refusalWords(code: string, message: string, statuses: {readonly [code: string]: string}): string {
    const known = statuses[code];
    const text = code === "invalid-message" || code === "invalid-setup" || !known ? message || known || code : known;
    return asSentence(text);
}
