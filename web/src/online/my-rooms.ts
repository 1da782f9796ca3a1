/* my-rooms.ts - the rooms that the page is connected to: the room on the screen,
 * and all rooms where the reader has a seat. A screen holds its room; leaving the
 * screen keeps the connection as long as the reader has the seat. */
import {myEndedGame, type MyGame, myGameOf, myGames} from "../state/my-games.js";
import type {Room} from "../state/room.js";
import {lastSeen, markSeen, roomsOf, seats, tokenOf} from "../state/seats.js";
import {settings} from "../state/settings.js";
import {fetchMyLastGame} from "./api.js";
import {GONE, type Intent, RoomClient, type RoomListener} from "./room-client.js";

/** Connections at most, besides the room on the screen: the newest seats. */
const MOST_ROOMS = 12;

/** A change of a room where the reader has a seat. */
export type RoomWatcher = (before: Room, after: Room, isOnScreen: boolean) => void;

interface Entry {
    readonly client: RoomClient;
    readonly unwatch: () => void;
    isHeld: boolean;
}

/** Other screens say what matters in the bar. */
const SILENT: RoomListener = {onRefusal: () => {}, onNews: () => {}};

class MyRooms {
    private readonly entries = new Map<string, Entry>();
    private readonly watchers = new Set<RoomWatcher>();
    private ended: readonly MyGame[] = [];
    private isStarted = false;

    /** Connects to all rooms where the reader has a seat, now and whenever a seat
     * is taken. */
    start(): void {
        if (this.isStarted)
            return;
        this.isStarted = true;
        seats.watch(() => this.followSeats());
        document.addEventListener("visibilitychange", () => this.followAttention());
        this.followSeats();
    }

    watch(watcher: RoomWatcher): void {
        this.watchers.add(watcher);
    }

    /** The room for a screen, until release(). */
    hold(code: string, intent: Intent, listener: RoomListener): RoomClient {
        this.start();
        const entry = this.entries.get(code) ?? this.addRoom(code, intent);
        entry.isHeld = true;
        entry.client.listener = listener;
        this.followAttention();
        return entry.client;
    }

    release(client: RoomClient): void {
        const entry = this.entries.get(client.code);
        if (entry?.client !== client)
            return;
        entry.isHeld = false;
        client.listener = SILENT;
        this.followAttention();
        this.followSeats();
    }

    /** The reader has opened a game that had ended meanwhile. */
    forgetEnded(code: string): void {
        this.ended = this.ended.filter((game) => game.code !== code);
        this.listGames();
    }

    private addRoom(code: string, intent: Intent): Entry {
        const client = new RoomClient(code, intent, SILENT);
        let before = client.shown.value.room;
        const unwatch = client.shown.watch(({room, trouble}) => {
            const was = before;
            before = room;
            if (room !== was)
                this.onRoomChange(was, room);
            if (trouble)
                this.onTrouble(code, trouble.code);
        });
        const entry = {client, unwatch, isHeld: false};
        this.entries.set(code, entry);
        return entry;
    }

    private removeRoom(code: string, entry: Entry): void {
        this.entries.delete(code);
        entry.unwatch();
        entry.client.close();
    }

    private onRoomChange(before: Room, after: Room): void {
        const entry = this.entries.get(after.code);
        this.noteSeen(entry);
        this.listGames();
        if (after.life === "closed" && !entry?.isHeld && before.game > lastSeen(after.code))
            void this.addEnded(after.code, lastSeen(after.code));
        for (const watcher of this.watchers)
            watcher(before, after, entry?.isHeld ?? false);
    }

    /** A room that nobody has open: shows how its last game ended. */
    private onTrouble(code: string, trouble: string): void {
        const entry = this.entries.get(code);
        if (!entry || entry.isHeld)
            return;
        if (GONE.includes(trouble))
            void this.addEnded(code, lastSeen(code));
        this.removeRoom(code, entry);
        this.listGames();
    }

    private async addEnded(code: string, seen: number): Promise<void> {
        const game = await fetchMyLastGame(code, settings.value.key);
        if (!game || Number(game.id.split("-")[1]) <= seen)
            return;
        this.ended = [...this.ended, myEndedGame(game)];
        this.listGames();
    }

    private followSeats(): void {
        const mine = roomsOf(seats.value, Date.now()).slice(0, MOST_ROOMS);
        for (const [code, entry] of this.entries)
            if (!entry.isHeld && !mine.includes(code))
                this.removeRoom(code, entry);
        for (const code of mine)
            if (!this.entries.has(code))
                this.addRoom(code, "watch");
        this.listGames();
    }

    private followAttention(): void {
        const isVisible = document.visibilityState === "visible";
        for (const entry of this.entries.values()) {
            entry.client.setAttention(entry.isHeld && isVisible);
            this.noteSeen(entry);
        }
        this.listGames();
    }

    private noteSeen(entry: Entry | undefined): void {
        const room = entry?.client.shown.value.room;
        if (room?.life === "finished" && entry?.client.hasAttention && tokenOf(room.code))
            markSeen(room.code, room.game);
    }

    private listGames(): void {
        const games = [...this.entries.values()].flatMap(({client}) => {
            const {room} = client.shown.value;
            return (tokenOf(room.code) && myGameOf(room, lastSeen(room.code))) || [];
        }).concat(this.ended);
        if (JSON.stringify(games) !== JSON.stringify(myGames.value))
            myGames.value = games;
    }
}

export const myRooms = new MyRooms();
