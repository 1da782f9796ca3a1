/* room.ts - a room: /r/CODE. A reader with a seat rejoins at once; others see the
 * room and may take a free seat. Leaving the screen leaves no game: the connection
 * belongs to online/my-rooms.ts. Lists link to /r/CODE?play, which takes the seat,
 * and to /r/CODE?watch, which doesn't offer it. */
import {html, LitElement, nothing, type PropertyValues, type TemplateResult} from "lit";
import type {Mark, Oxo, View} from "@oxo/core";
import type {TryDetail} from "../board/oxo-board.js";
import {goTo, type Route} from "../browser/router.js";
import {playSound} from "../browser/sound.js";
import {setTitle} from "../browser/title.js";
import {whenCoreLoads} from "../core/with-core.js";
import {fetchRoom, findFirstGame} from "../online/api.js";
import {myRooms} from "../online/my-rooms.js";
import {GONE, type RoomClient, type ShownRoom} from "../online/room-client.js";
import {PLACES} from "../state/cells.js";
import {awayWords, clockWords, isAborted, playerName, refusalWords, timeForMoveWords} from "../state/room-words.js";
import {clockOf, codeOf, markOf, mayClaim, mayClose, mayPlace, type Player, type Room} from "../state/room.js";
import {otherMark} from "../state/sides.js";
import {toast} from "../state/toasts.js";
import {variantName} from "../state/variants.js";
import {shared} from "../style/shared.js";
import "../ui/oxo-history.js";
import "../ui/oxo-intensity.js";
import "../ui/oxo-notify.js";
import type {PlayerInfo} from "../ui/oxo-player.js";
import "../ui/oxo-player.js";
import "../ui/oxo-room-door.js";
import type {RoomAct} from "../ui/oxo-room-panel.js";
import "../ui/oxo-room-panel.js";
import "../ui/oxo-stage.js";
import {Polling} from "../ui/polling.js";
import {roomStyle} from "./room-style.js";

/** Milliseconds between two updates of clocks and countdowns. */
const CLOCK_INTERVAL = 200;
/** Milliseconds between two requests for the number of spectators, which the
 * server doesn't announce. */
const COUNT_INTERVAL = 15_000;

class ScreenRoom extends LitElement {
    static override styles = [shared, roomStyle];

    static override properties = {
        route: {attribute: false},
        oxo: {state: true},
        shown: {state: true},
        firstGame: {state: true},
        spectators: {state: true},
        at: {state: true},
        now: {state: true},
    };

    declare route: Route;
    private declare oxo: Oxo | null;
    private declare shown: ShownRoom | null;
    /** The id of the room's first game, if the room is gone and its game is not. */
    private declare firstGame: string | null;
    private declare spectators: number;
    /** How many moves the board shows; null: all of them. */
    private declare at: number | null;
    private declare now: number;

    private client: RoomClient | null = null;
    private unwatch: () => void = () => {};
    private opened = "";
    private timer: ReturnType<typeof setInterval> | undefined;
    private drawn: {moves: Room["moves"]; at: number; view: View} | null = null;

    constructor() {
        super();
        this.oxo = null;
        this.shown = null;
        this.firstGame = null;
        this.spectators = 0;
        this.at = null;
        this.now = Date.now();
        new Polling(this, COUNT_INTERVAL, () => this.countSpectators());
        whenCoreLoads((oxo) => { this.oxo = oxo; });
    }

    // ---- Entering and leaving ----------------------------------------------------

    private get code(): string {
        return codeOf(this.route.rest[0] ?? "");
    }

    override disconnectedCallback(): void {
        super.disconnectedCallback();
        this.closeRoom();
        this.opened = "";
    }

    protected override willUpdate(changed: PropertyValues<this>): void {
        if (changed.has("route") && this.code !== this.opened) {
            this.opened = this.code;
            this.openRoom();
        }
    }

    /** Readers share the address of the room, so it must not take a seat. */
    protected override updated(): void {
        if (this.route.query.has("play"))
            goTo(`/r/${this.code}`, "replace");
    }

    private closeRoom(): void {
        this.unwatch();
        if (this.client)
            myRooms.release(this.client);
        this.client = null;
        clearInterval(this.timer);
    }

    private openRoom(): void {
        this.closeRoom();
        this.at = null;
        this.firstGame = null;
        const client = myRooms.hold(this.code, this.route.query.has("play") ? "play" : "watch", {
            onRefusal: (refusal) => toast(this.refusalText(refusal.code, refusal.message)),
            onNews: toast,
        });
        this.client = client;
        this.shown = client.shown.value;
        this.unwatch = client.shown.watch((shown) => this.onRoomShown(shown));
        this.timer = setInterval(() => this.updateClocks(), CLOCK_INTERVAL);
    }

    private onRoomShown(shown: ShownRoom): void {
        const before = this.shown;
        this.shown = shown;
        this.now = Date.now();
        if (before)
            this.playSounds(before.room, shown.room);
        if (shown.trouble && !before?.trouble)
            void this.findFirstGame();
        if (before?.link.state === "connecting" && shown.link.state === "open" && shown.room.life !== "unknown")
            toast("The connection is back.");
        if (shown.room.spectators !== before?.room.spectators)
            this.spectators = shown.room.spectators;
        if (shown.room.game !== before?.room.game || (this.at ?? 0) >= shown.room.moves.length)
            this.at = null; // another game, or the shown move was taken back
        setTitle(shown.room.game > 0 ? "Game · oxo" : "Room · oxo");
    }

    /** Offers the first game of a room that is gone. */
    private async findFirstGame(): Promise<void> {
        const {client} = this;
        const id = await findFirstGame(this.code);
        if (client === this.client)
            this.firstGame = id;
    }

    /** Redraws only if a clock or a countdown runs. */
    private updateClocks(): void {
        const room = this.shown?.room;
        if (room?.life === "active" && (room.clocks || room.days || awayWords(room, this.now)) || this.shown?.link.state === "lost")
            this.now = Date.now();
    }

    private async countSpectators(): Promise<void> {
        if (this.shown?.room.life !== "active")
            return;
        const {client} = this;
        const asked = Date.now();
        const state = await fetchRoom(this.code).catch(() => null);
        if (!state || client !== this.client)
            return;
        this.spectators = state.spectators ?? this.spectators;
        client?.addServerTime(state.at, asked, Date.now());
    }

    private playSounds(before: Room, room: Room): void {
        const me = markOf(room);
        if (before.life === "unknown")
            return; // the page has just been opened
        if (room.over && !before.over)
            playSound(room.over.winner === null ? "draw" : me && room.over.winner !== me ? "loss" : "win");
        else if (room.moves.length > before.moves.length && before.life === "active")
            playSound(this.oxo?.view(room).turns.at(-1)?.board ? "board" : "place");
    }

    private refusalText(code: string, message: string): string {
        return refusalWords(code, message, this.oxo?.statuses ?? {});
    }

    // ---- Playing ---------------------------------------------------------------------

    /** The view after `at` moves. Returns the same object until something
     * changes. */
    private viewOf(room: Room): View | null {
        const at = this.at ?? room.moves.length;
        if (this.drawn?.moves !== room.moves || this.drawn.at !== at)
            this.drawn = this.oxo && {
                moves: room.moves, at,
                view: this.oxo.view({variant: room.variant, moves: room.moves.slice(0, at)}),
            };
        return this.drawn?.view ?? null;
    }

    private tryMove(event: CustomEvent<TryDetail>): void {
        const refusal = this.refusalOf(event.detail.move);
        if (refusal)
            toast(refusal);
        else
            this.client?.playMove(event.detail.move);
    }

    /** Why the move can't be played now, as a sentence; "" if it can. */
    private refusalOf(move: string): string {
        const room = this.shown?.room;
        if (!room || !this.oxo)
            return "The room is still loading.";
        if (markOf(room) === null)
            return "You are watching this game.";
        if (room.life !== "active")
            return this.refusalText("game-over", "");
        if (this.at !== null) {
            this.at = null;
            return "That was an earlier move. The board now shows the current position.";
        }
        if (room.pending)
            return this.refusalText("move-in-progress", "");
        if (!mayPlace(room))
            return this.refusalText("not-your-turn", "");
        const error = this.oxo.check({variant: room.variant, moves: room.moves}, move);
        return error ? this.refusalText(error.code, error.message) : "";
    }

    private onAct(event: CustomEvent<RoomAct>): void {
        const act = event.detail;
        if (act.do === "offer")
            this.client?.sendOffer(act.offer);
        else if (act.do === "accept" || act.do === "decline")
            this.client?.answerOffer(act.do, act.offer);
        else if (act.do === "claim")
            this.client?.claim(act.result);
        else if (act.do === "abort")
            this.client?.abort();
        else if (act.do === "resign")
            this.client?.resign();
        else if (act.do === "take-seat")
            this.client?.takeSeat();
        else if (act.do === "watch")
            goTo(`/r/${this.code}?watch`, "replace");
        else
            this.leaveRoom();
    }

    private leaveRoom(): void {
        if (this.client?.leaveRoom())
            goTo("/");
    }

    // ---- Drawing ---------------------------------------------------------------------

    protected override render(): TemplateResult | typeof nothing {
        if (!this.shown)
            return nothing;
        const {room, link, trouble} = this.shown;
        const lost = link.state === "lost" || link.state === "connecting" && room.life !== "unknown";
        return html`
            <p class="hidden-text" role="status">${lost ? "The connection is lost. Trying again." : ""}</p>
            ${lost ? this.banner(link.state === "lost" ? link.until : this.now) : nothing}
            ${trouble || room.game === 0 ? html`<oxo-room-door .room=${room} @oxo-act=${this.onAct}
                @oxo-again=${this.openRoom} .firstGame=${this.firstGame} .watching=${this.route.query.has("watch")} .gone=${trouble !== null && GONE.includes(trouble.code)}
                .trouble=${trouble ? this.refusalText(trouble.code, trouble.message) : ""}></oxo-room-door>`
                : this.game(room, lost)}`;
    }

    /** `until`: the time of the next attempt. */
    private banner(until: number): TemplateResult {
        const seconds = Math.max(0, Math.ceil((until - this.now) / 1000));
        return html`<div class="banner">
            <p>Connection lost.
                <span aria-hidden="true">${seconds > 0 ? `Trying again in ${seconds} s.` : "Trying again …"}</span></p>
            <button class="button" @click=${() => this.client?.reconnect()}>Try now</button>
        </div>`;
    }

    private game(room: Room, lost: boolean): TemplateResult {
        const view = this.viewOf(room);
        const me = markOf(room);
        const [above, below]: [Mark, Mark] = me === "X" ? ["O", "X"] : me === "O" ? ["X", "O"] : ["O", "X"];
        const ply = this.at ?? room.moves.length;
        return html`
            <h1 class="hidden-text">${playerName(room, "X")} against ${playerName(room, "O")}, ${variantName(room.variant)}</h1>
            <oxo-stage>
                <oxo-player slot="above" .info=${this.playerInfo(room, above)}></oxo-player>
                <oxo-board label="Game between ${playerName(room, "X")} and ${playerName(room, "O")}" .view=${view}
                    .locked=${!mayPlace(room) || this.at !== null}
                    .pending=${this.at === null ? room.pending?.move ?? null : null} @oxo-try=${this.tryMove}></oxo-board>
                <oxo-player slot="below" .info=${this.playerInfo(room, below)}></oxo-player>
                <div slot="side" class="stack">
                    <oxo-room-panel .room=${room} .lost=${lost} .duty=${this.turnWords(room)}
                        .away=${awayWords(room, this.now)} .limit=${timeForMoveWords(room, this.now)}
                        .mayClaim=${mayClaim(room, this.now)} .mayClose=${mayClose(room, this.now)} @oxo-act=${this.onAct}></oxo-room-panel>
                    <oxo-intensity .value=${room.intensities[ply - 1] ?? view?.intensity ?? 0} .classic=${room.variant === "classic"}
                        .refined=${ply > 0 && room.refined === ply - 1}></oxo-intensity>
                    <oxo-history .moves=${room.moves} .at=${ply}
                        @oxo-ply=${(event: CustomEvent<number>) => this.showPly(event.detail)}></oxo-history>
                    ${this.footnotes(room, me)}
                    ${me && room.life === "active" && !room.clock ? html`<oxo-notify></oxo-notify>` : nothing}
                </div>
            </oxo-stage>`;
    }

    /** On which board the side to move may play, also while the board shows an
     * earlier position. */
    private turnWords(room: Room): string {
        if (room.variant === "classic" || room.life !== "active" || !this.oxo)
            return "";
        const target = this.oxo.view({variant: room.variant, moves: room.moves}).target;
        return target === null ? "On any open board." : `On the ${PLACES[target]} board.`;
    }

    private playerInfo(room: Room, mark: Mark): PlayerInfo {
        const player = room.players[mark];
        const clock = clockOf(room, mark, this.now);
        return {
            mark, name: playerName(room, mark), active: room.turn === mark,
            ...(player?.avatar && {avatar: player.avatar}),
            ...(clock !== null && {clock}),
            ...(room.series.games > 1 && player && {score: room.series.score[player.seat === 0 ? 0 : 1]}),
            note: player ? this.playerNote(room, mark, player) : "",
        };
    }

    private playerNote(room: Room, mark: Mark, player: Player): string {
        if (player.left)
            return "has left";
        if (!player.here && player.level === null)
            return "away";
        if (isAborted(room.over))
            return "";
        if (room.over)
            return room.over.winner === mark ? "won" : room.over.winner === otherMark(mark) ? "" : "draw";
        return mark === markOf(room) && player.name ? "you" : "";
    }

    private showPly(ply: number): void {
        this.at = ply === this.shown?.room.moves.length ? null : ply;
    }

    private footnotes(room: Room, me: Mark | null): TemplateResult {
        return html`<p class="feet soft small">
            <span>${variantName(room.variant)}, ${clockWords(room.clock, room.days)}</span>
            <span>${me ? "" : "You are watching. "}${this.spectators === 0 ? "Nobody is watching"
                : `${this.spectators} watching`}</span>
            <a href="/rules" target="_blank">Rules</a>
        </p>`;
    }
}

customElements.define("screen-room", ScreenRoom);
