/* rooms.ts - the list of games to watch and rooms to join: /rooms. */
import {css, html, LitElement, nothing, type TemplateResult} from "lit";
import type {Oxo, Variant, View} from "@oxo/core";
import {loadCore} from "../core/core.js";
import {fetchRoom, listRooms} from "../online/api.js";
import {ApiError} from "../online/request.js";
import type {ListedRoom} from "../state/listed-room.js";
import {refusalWords} from "../state/room-words.js";
import {VARIANT_OPTIONS} from "../state/variants.js";
import {choices} from "../style/choices.js";
import {shared} from "../style/shared.js";
import {radioChoices} from "../ui/choices.js";
import {icon} from "../ui/icons.js";
import "../ui/oxo-room-card.js";
import {Polling} from "../ui/polling.js";

const POLL_INTERVAL = 4000;
/** Every board costs a request. */
const BOARDS_SHOWN = 12;

type Filter = Variant | "all";

const FILTERS: readonly (readonly [Filter, string])[] = [["all", "All"],
    ...VARIANT_OPTIONS];

class ScreenRooms extends LitElement {
    static override styles = [shared, choices, css`
        :host {
            display: grid;
            gap: var(--space-5);
        }

        .top {
            display: flex;
            flex-wrap: wrap;
            gap: var(--space-3) var(--space-5);
            align-items: center;
            justify-content: space-between;
        }

        .choices {
            flex-wrap: wrap;
        }

        .choices label {
            min-width: max-content;
            padding: 0 var(--space-3);
        }

        section {
            display: grid;
            gap: var(--space-3);
        }

        .games {
            display: grid;
            grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr));
            gap: var(--space-4);
        }

        .rooms {
            display: grid;
            grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr));
            gap: var(--space-3);
        }

        .empty {
            justify-items: start;
            padding: var(--space-5);
            border: 2px dashed var(--line);
            background: none;
        }

        .refused {
            color: var(--bad);
        }
    `];

    static override properties = {
        oxo: {state: true},
        playing: {state: true},
        waiting: {state: true},
        filter: {state: true},
        refused: {state: true},
    };

    private declare oxo: Oxo | null;
    /** Null until the first answer. */
    private declare playing: readonly ListedRoom[] | null;
    private declare waiting: readonly ListedRoom[] | null;
    private declare filter: Filter;
    private declare refused: string;
    private readonly views = new Map<string, {ply: number; view: View}>();

    constructor() {
        super();
        this.oxo = null;
        this.playing = null;
        this.waiting = null;
        this.filter = "all";
        this.refused = "";
        new Polling(this, POLL_INTERVAL, () => this.fetchRooms());
    }

    private async fetchRooms(): Promise<void> {
        const variant = this.filter === "all" ? undefined : this.filter;
        try {
            this.oxo ??= await loadCore();
            const [playing, waiting] = await Promise.all([listRooms("active", variant), listRooms("waiting", variant)]);
            await Promise.all(playing.slice(0, BOARDS_SHOWN).map((room) => this.fetchView(room)));
            if (variant === (this.filter === "all" ? undefined : this.filter))
                [this.playing, this.waiting] = [playing, waiting];
            this.refused = "";
        } catch (error) {
            this.refused = error instanceof ApiError
                ? refusalWords(error.code, error.message, this.oxo?.statuses ?? {}) : "The rooms could not be listed.";
        }
    }

    /** Ignores errors: if the game has ended, the next list is without it. */
    private async fetchView({room, ply}: ListedRoom): Promise<void> {
        if (this.views.get(room)?.ply === ply && ply > 0)
            return;
        const state = await fetchRoom(room).catch(() => null);
        if (state && this.oxo)
            this.views.set(room, {ply: state.moves.length, view: this.oxo.view(state)});
    }

    protected override render(): TemplateResult {
        const {playing, waiting} = this;
        return html`
            <div class="top">
                <h1>Games and rooms</h1>
                <fieldset>
                    <legend class="hidden-text">Rules</legend>
                    ${radioChoices("filter", FILTERS, this.filter, (filter) => this.chooseFilter(filter))}
                </fieldset>
            </div>
            <p class="refused" role="status" ?hidden=${!this.refused}>${this.refused}</p>
            ${!playing || !waiting ? html`<p class="soft" role="status" ?hidden=${this.refused}>Looking …</p>`
                : playing.length + waiting.length === 0 ? this.emptyList() : [this.games(playing), this.rooms(waiting)]}`;
    }

    private chooseFilter(filter: Filter): void {
        this.filter = filter;
        void this.fetchRooms();
    }

    private games(rooms: readonly ListedRoom[]): TemplateResult {
        return html`<section aria-labelledby="playing">
            <h2 id="playing">Being played</h2>
            ${rooms.length > 0 ? html`<div class="games">${rooms.map((room) => html`
                <oxo-room-card .room=${room} .view=${this.views.get(room.room)?.view ?? null}></oxo-room-card>`)}</div>`
                : html`<p class="soft">No public game just now. Join somebody below, and there is one.</p>`}
        </section>`;
    }

    private rooms(rooms: readonly ListedRoom[]): TemplateResult {
        return html`<section aria-labelledby="waiting">
            <h2 id="waiting">Waiting for a player</h2>
            ${rooms.length === 0 ? nothing : html`<div class="rooms">${rooms.map((room) => html`
                <oxo-room-card .room=${room}></oxo-room-card>`)}</div>`}
            ${this.openRoomLink(rooms.length === 0 ? "primary" : "")}
        </section>`;
    }

    private openRoomLink(look: string): TemplateResult {
        const variant = this.filter === "all" ? "ultimate" : this.filter;
        return html`<p><a class="button ${look}" href="/new?variant=${variant}&public"
            >${icon("plus")}Open a room for anybody</a></p>`;
    }

    private emptyList(): TemplateResult {
        return html`<div class="card empty stack">
            <h2>Quiet just now</h2>
            <p class="soft">No public game is being played, and nobody waits. Open a room and the next one who looks
                here will find you, or sharpen up against the computer meanwhile.</p>
            <div class="row">${this.openRoomLink("primary")}
                <a class="button" href="/">${icon("computer")}Play the computer</a></div>
        </div>`;
    }
}

customElements.define("screen-rooms", ScreenRooms);
