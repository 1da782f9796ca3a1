/* listed-room.ts - a public room in the server's list, and its players in
 * words. */
import type {Variant} from "@oxo/core";

export interface ListedPlayer {
    readonly name: string;
    readonly avatar: string;
    /** The computer's level, or null for a person. */
    readonly level: number | null;
}

export interface ListedRoom {
    readonly room: string;
    readonly state: "waiting" | "active";
    readonly variant: Variant;
    readonly series: number;
    readonly initial: number;
    readonly increment: number;
    readonly ply: number;
    readonly spectators: number;
    readonly players: readonly ListedPlayer[];
}

export function listedPlayerName(player: ListedPlayer | undefined): string {
    if (!player)
        return "?";
    const name = player.level === null ? player.name || "Guest" : `Computer, level ${player.level}`;
    return player.avatar ? `${player.avatar} ${name}` : name;
}
