/* room-words.ts - a room in words: players, offers, results. A reader with a
 * seat is "You". */
import type {Mark, Move} from "@oxo/core";
import type {ClockSetup, OfferKind, ServerMessage} from "./messages.js";
import {markOf, type Room} from "./room.js";
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

/** How the game ended; "" during the game. */
export function resultWords(room: Room): string {
    if (!room.over)
        return "";
    const {winner} = room.over;
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
    case null:
        return "";
    }
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
    takeback: {asks: "asks to take the last move back", noun: "takeback"},
    rematch: {asks: "wants a rematch", noun: "rematch"},
};

export function offerWords(room: Room): string {
    const offer = room.offer;
    if (!offer)
        return "";
    const {asks, noun} = OFFERS[offer.offer];
    return offer.by === markOf(room) ? `You have offered a ${noun}.` : `${playerName(room, offer.by)} ${asks}.`;
}

/** A move that waits for the connection. */
export function pendingWords(move: Move): string {
    return `The server hears of ${move} as soon as the connection is back.`;
}

/** A toast for a message, or "". `before` is the room before the message. */
export function newsWords(before: Room, message: ServerMessage): string {
    const mine = markOf(before);
    switch (message.type) {
    case "offer-declined":
        if (message.by === mine)
            return "";
        return before.offer?.by === message.by ? `${playerName(before, message.by)} took the offer back.`
            : `${playerName(before, message.by)} declined the ${OFFERS[message.offer].noun}.`;
    case "player-left":
        return message.mark === mine ? "" : `${playerName(before, message.mark)} left the room.`;
    case "player-disconnected":
        return message.mark === mine || before.life !== "active" || !before.players[message.mark]?.here ? ""
            : `${playerName(before, message.mark)} has lost the connection.`;
    case "player-reconnected":
        return message.mark === mine ? "" : `${playerName(before, message.mark)} is back.`;
    case "game-state":
        return message.game === before.game && message.life === "active" && before.life === "active"
            && message.moves.length < before.moves.length ? "A move was taken back." : "";
    default:
        return "";
    }
}

/** Which opponent is away, and the consequence; "" if nobody is away. */
export function awayWords(room: Room, now: number): string {
    for (const mark of ["X", "O"] as const) {
        const deadline = room.players[mark]?.deadline ?? null;
        if (deadline !== null && mark !== markOf(room))
            return `${playerName(room, mark)} is away and loses the game in ${Math.max(0, Math.ceil((deadline - now) / 1000))} s.`;
    }
    return "";
}

export function closedWords(room: Room): string {
    switch (room.closed) {
    case "left":
        return "Everybody has left.";
    case "abandoned":
        return "Everybody was away for too long.";
    case "idle":
        return room.game === 0 ? "Nobody came." : "Nobody played on.";
    case null:
        return "";
    }
}

/** "no clock", or "5 + 3": minutes for each side, seconds for each move. */
export function clockWords(clock: ClockSetup | null): string {
    if (!clock || clock.initial === 0)
        return "no clock";
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
