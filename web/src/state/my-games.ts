/* my-games.ts - the reader's games in rooms in words: for the bar and the list of
 * running games, the title and notifications. */
import type {Mark, Variant} from "@oxo/core";
import {aboutServer, type MyFinishedGame} from "./game-about.js";
import {finalOutcome} from "./results.js";
import {offerWords, playerName, reasonWords, resultWords, startWords} from "./room-words.js";
import {markOf, rivalOf, type Room} from "./room.js";
import {otherMark} from "./sides.js";
import {Store} from "./store.js";

export interface MyGame {
    readonly code: string;
    readonly href: string;
    readonly variant: Variant;
    /** "Your game with Bo". */
    readonly subject: string;
    /** "your move". */
    readonly state: string;
    /** Starts the title while the reader should come back: "Your move"; "" if
     * the others are to act. */
    readonly call: string;
}

/** The reader's games that are not over, and those whose end the reader has not
 * seen. */
export const myGames = new Store<readonly MyGame[]>([]);

type Step = Pick<MyGame, "state" | "call">;

/** Null if there is nothing to say about the room. `seen` is the number of the last
 * game whose end the reader has seen. */
export function myGameOf(room: Room, seen: number): MyGame | null {
    const rival = rivalOf(room);
    const step = rival && stepOf(room, rival, seen);
    if (!step)
        return null;
    const subject = room.players[rival] ? `Your game with ${playerName(room, rival)}` : "Your game";
    return {code: room.code, href: `/r/${room.code}`, variant: room.variant, subject, ...step};
}

function stepOf(room: Room, rival: Mark, seen: number): Step | null {
    if (room.life === "waiting")
        return waitingStep(room, rival);
    if (room.offer?.by === rival && room.life !== "closed")
        return {state: offerWords(room), call: "An offer"};
    if (room.life === "active")
        return room.turn === rival ? {state: "their move", call: ""} : {state: "your move", call: "Your move"};
    return room.over && room.life === "finished" && room.game > seen
        ? {state: `${resultWords(room)}. ${reasonWords(room)}`, call: "Game over"} : null;
}

function waitingStep(room: Room, rival: Mark): Step {
    const player = room.players[rival];
    if (!player)
        return {state: room.public ? "waiting for somebody to join" : "waiting for your friend", call: ""};
    if (!player.here)
        return {state: startWords(room), call: ""};
    return {state: "your friend is here, and the game starts when you come", call: `${playerName(room, rival)} is here`};
}

/** A game that ended while the reader was away, and whose room is gone. */
export function myEndedGame(game: MyFinishedGame): MyGame {
    const outcome = finalOutcome(game.result);
    const rival = aboutServer(game).names[otherMark(game.you)];
    const result = outcome === "draw" ? "Drawn" : outcome === game.you ? "You win" : `${rival} wins`;
    const why = game.reason === "claim" ? `, by a claim, because ${outcome === game.you ? `${rival} was` : "you were"} away` : "";
    return {
        code: game.id, href: `/g/${game.id}`, variant: game.variant, subject: `Your game with ${rival}`,
        state: `${result}${why}.`, call: "Game over",
    };
}

/** What starts the title of the page: "Your move · ", "Your move (2) · ". */
export function titlePrefix(games: readonly MyGame[]): string {
    const calls = games.map(({call}) => call).filter(Boolean);
    const first = calls.includes("Your move") ? "Your move" : calls[0];
    const count = calls.filter((call) => call === first).length;
    return first ? `${first}${count > 1 ? ` (${count})` : ""} · ` : "";
}

// ---- News ------------------------------------------------------------------------

export interface News {
    readonly kind: "joined" | "turn" | "offer" | "over";
    readonly words: string;
}

/** What the reader should hear of, wherever they are; null if nothing. */
export function newsOf(before: Room, room: Room): News | null {
    const [me, rival] = [markOf(room), rivalOf(room)];
    if (!me || !rival || before.life === "unknown")
        return null;
    const name = playerName(room, rival);
    if (markOf(before) && !before.players[rival] && room.players[rival])
        return {kind: "joined", words: room.life === "active" && room.turn === me
            ? `${name} is here. It is your move.` : `${name} is here.`};
    if (room.over && !before.over)
        return {kind: "over", words: `${resultWords(room)}. ${reasonWords(room)}`};
    if (room.offer && room.offer !== before.offer && room.offer.by === rival)
        return {kind: "offer", words: offerWords(room)};
    const isNewTurn = before.turn !== room.turn || before.game !== room.game || before.moves.length > room.moves.length;
    if (room.life === "active" && room.turn === me && isNewTurn)
        return {kind: "turn", words: `Your move against ${name}.`};
    return null;
}
