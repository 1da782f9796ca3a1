/* study-address.ts - reads and writes the address of a study, which is also the
 * link for sharing it. */
import type {Game, Move, Oxo, Variant} from "@oxo/core";
import {isPrefix, mainLine, type Study} from "./study.js";
import {isVariant} from "./variants.js";

export interface Address {
    readonly game: Game;
    readonly ply: number;
    /** What is wrong with the address, as a sentence, or "". */
    readonly trouble: string;
}

/** Splits the moves of a link: "ee.ea", "ee ea", "ee,ea" or "eeea". */
export function splitMoves(text: string, variant: Variant): readonly Move[] {
    const parts = text.split(/[^a-z]+/i).filter(Boolean);
    if (parts.length !== 1)
        return parts;
    return parts[0]!.match(variant === "classic" ? /./g : /..?/g) ?? [];
}

/** Reads `?variant=&position=&moves=&ply=`. Doesn't check whether the moves are
 * legal. If the variant is unknown, the game is dropped. */
export function readAddress(query: URLSearchParams): Address {
    const variant = query.get("variant") ?? "ultimate";
    if (!isVariant(variant))
        return {game: {variant: "ultimate", moves: []}, ply: 0, trouble: `There are no rules called “${variant}”.`};
    const moves = splitMoves(query.get("moves") ?? "", variant);
    const start = query.get("position");
    const ply = query.get("ply");
    return {
        game: start ? {variant, start, moves} : {variant, moves},
        ply: ply === null ? (start ? 0 : moves.length) : Number(ply),
        trouble: "",
    };
}

/** The part of the game that is legal: the moves before the first illegal one,
 * or an empty game if the position is invalid. */
export function playablePart(oxo: Oxo, address: Address): Address {
    const {game} = address;
    try {
        oxo.view({...game, moves: []});
    } catch (error) {
        return {game: {variant: game.variant, moves: []}, ply: 0,
            trouble: `The position of this link cannot be read: ${(error as Error).message}.`};
    }
    for (const [i, move] of game.moves.entries()) {
        const before = {...game, moves: game.moves.slice(0, i)};
        const refusal = oxo.check(before, move);
        if (refusal)
            return {game: before, ply: Math.min(address.ply, i), trouble: `${
                i === 0 ? "No move" : i === 1 ? "Only 1 move" : `Only ${i} moves`} of this link can be read. The next is “${
                move}”: ${refusal.message}.`};
    }
    return address;
}

/** The address of the current line and ply. `id` names a game on the server. */
export function writeAddress(study: Study, id: string | null): string {
    const query = new URLSearchParams();
    if (id === null) {
        query.set("variant", study.variant);
        if (study.start !== null)
            query.set("position", study.start);
    }
    const onMain = id !== null && isPrefix(study.line, mainLine(study));
    if (study.line.length > 0 && !onMain)
        query.set("moves", study.line.join("."));
    query.set("ply", String(study.ply));
    // A query may contain slashes and commas; unescaped they are easier to read.
    const text = query.toString().replaceAll("%2F", "/").replaceAll("%2C", ",");
    return `${id === null ? "/analysis" : `/g/${encodeURIComponent(id)}`}?${text}`;
}
