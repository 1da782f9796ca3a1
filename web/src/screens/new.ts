/* new.ts - the screen for a new room: /new?variant=V. With &public anybody may
 * join, and the list of waiting rooms comes first. */
import {css, html, LitElement, nothing, type PropertyValues, type TemplateResult} from "lit";
import type {Oxo, Variant} from "@oxo/core";
import {goTo, isCurrent, type Route} from "../browser/router.js";
import {whenCoreLoads} from "../core/with-core.js";
import {createRoom, listRooms} from "../online/api.js";
import {ApiError} from "../online/request.js";
import {identityOf} from "../state/identity.js";
import type {ListedRoom} from "../state/listed-room.js";
import {CLOCKS, DAYS, FIRST_CHOICES, FIRST_MOVES, MOST_MINUTES, MOST_SECONDS, readChoices, type RoomChoices, SERIES,
    setupOf} from "../state/room-setup.js";
import {refusalWords} from "../state/room-words.js";
import {keepSeat} from "../state/seats.js";
import {settings} from "../state/settings.js";
import {Store} from "../state/store.js";
import {toast} from "../state/toasts.js";
import {aboutVariant, isVariant, VARIANT_OPTIONS} from "../state/variants.js";
import {choices} from "../style/choices.js";
import {shared} from "../style/shared.js";
import {radioChoices} from "../ui/choices.js";
import "../ui/oxo-identity.js";
import "../ui/oxo-room-card.js";
import {Polling} from "../ui/polling.js";
import {Watching} from "../ui/watching.js";

const savedChoices = new Store<RoomChoices>(FIRST_CHOICES, "oxo-room-wish", readChoices);
const OPEN_TO = [["link", "who has the link"], ["public", "anybody"]] as const;

class ScreenNew extends LitElement {
    static override styles = [shared, choices, css`
        :host {
            display: grid;
            gap: var(--space-5);
        }

        .text {
            width: 100%;
            max-width: 34rem;
            margin-inline: auto;
        }

        .choices {
            flex-wrap: wrap;
        }

        .choices label {
            min-width: max-content;
        }

        .custom {
            display: grid;
            grid-template-columns: 1fr 1fr;
            gap: var(--space-3);
            margin-block-start: var(--space-2);
            color: var(--ink-soft);
            font-size: var(--text-s);
        }

        .waiting {
            display: grid;
            gap: var(--space-2);
        }

        fieldset > p {
            margin-block-start: var(--space-2);
        }

        /* The main button is always visible, above the edge of the window and above
         * the navigation bar of a small one. */
        .go {
            position: sticky;
            inset-block-end: calc(var(--bar, 0px) + env(safe-area-inset-bottom, 0px));
            display: grid;
            gap: var(--space-2);
            margin: 0 calc(-1 * var(--space-4)) calc(-1 * var(--space-4));
            padding: var(--space-3) var(--space-4) var(--space-4);
            border-block-start: 1px solid var(--line);
            border-radius: 0 0 var(--round-m) var(--round-m);
            background: var(--card);
        }

        label,
        input {
            scroll-margin-block: 0 10rem;
        }

        .refused {
            color: var(--bad);
        }

        .primary {
            min-height: 52px;
            font-size: var(--text-m);
        }

        .board {
            display: none;
        }

        @media (min-width: 860px) {
            :host {
                grid-template-columns: minmax(340px, 32rem) minmax(0, 1fr);
                gap: var(--space-7);
                align-items: start;
            }

            .board {
                display: block;
                position: sticky;
                inset-block-start: var(--space-4);
                max-width: calc(100dvh - 190px);
                width: 100%;
                margin-inline: auto;
            }
        }
    `];

    static override properties = {
        route: {attribute: false},
        oxo: {state: true},
        rooms: {state: true},
        busy: {state: true},
        refused: {state: true},
    };

    declare route: Route;
    private declare oxo: Oxo | null;
    /** Null if the list can't be fetched. */
    private declare rooms: readonly ListedRoom[] | null;
    private declare busy: boolean;
    private declare refused: string;

    constructor() {
        super();
        this.oxo = null;
        this.rooms = [];
        this.busy = false;
        this.refused = "";
        new Watching(this, [savedChoices]);
        new Polling(this, 4000, () => this.fetchRooms());
        whenCoreLoads((oxo) => { this.oxo = oxo; });
    }

    private get variant(): Variant {
        const variant = this.route.query.get("variant");
        return isVariant(variant) ? variant : "ultimate";
    }

    private get isPublic(): boolean {
        return this.route.query.has("public");
    }

    /** Variant and visibility are in the address, so that a link includes them. */
    private chooseRoom(variant: Variant, isPublic: boolean): void {
        goTo(`/new?variant=${variant}${isPublic ? "&public" : ""}`, "replace");
    }

    protected override updated(changed: PropertyValues<this>): void {
        if (!changed.get("route")) // the first time Polling fetches them
            return;
        this.rooms = [];
        void this.fetchRooms();
    }

    private async fetchRooms(): Promise<void> {
        const {variant} = this;
        const rooms = this.isPublic ? await listRooms("waiting", variant).catch(() => null) : [];
        if (variant === this.variant)
            this.rooms = rooms;
    }

    private async makeRoom(): Promise<void> {
        this.busy = true;
        this.refused = "";
        try {
            const seat = await createRoom(setupOf(savedChoices.value, this.variant, this.isPublic), identityOf(settings.value));
            keepSeat(seat.room, seat.token, seat.seat);
            if (isCurrent(this.route))
                goTo(`/r/${seat.room}`);
            else
                toast(`Your room is open: /r/${seat.room}.`);
        } catch (error) {
            this.refused = error instanceof ApiError
                ? refusalWords(error.code, error.message, this.oxo?.statuses ?? {}) : String(error);
        }
        this.busy = false;
    }

    protected override render(): TemplateResult {
        const variant = this.variant;
        return html`
            <div class="text stack">
                <h1>${this.isPublic ? "Play anybody" : "Invite a friend"}</h1>
                ${this.rules(variant)}
                ${this.isPublic ? this.waiting() : nothing}
                <form class="card stack" @submit=${this.onSubmit}>
                    <h2>${this.isPublic && this.rooms?.length ? "Or wait for somebody" : "A new room"}</h2>
                    ${this.setup()}
                    <oxo-identity></oxo-identity>
                    <div class="go">
                        <button class="button primary" ?disabled=${this.busy}>${
                            this.isPublic ? "Wait for somebody" : "Make the link"}</button>
                        <p class="refused" role="alert" ?hidden=${!this.refused}>${this.refused}</p>
                    </div>
                </form>
            </div>
            <div class="board" inert>
                <oxo-board locked .view=${this.oxo?.view({variant, moves: []}) ?? null}></oxo-board>
            </div>`;
    }

    private onSubmit(event: SubmitEvent): void {
        event.preventDefault();
        if (!this.busy)
            void this.makeRoom();
    }

    private rules(now: Variant): TemplateResult {
        return html`<fieldset>
            <legend>Rules (<a href="/rules">how to play</a>)</legend>
            ${radioChoices("variant", VARIANT_OPTIONS, now,
                (variant) => this.chooseRoom(variant, this.isPublic))}
            <p class="soft small">${aboutVariant(now)}</p>
        </fieldset>`;
    }

    private waiting(): TemplateResult {
        return html`<section class="waiting" aria-labelledby="waiting">
            <h2 id="waiting">Waiting now</h2>
            ${this.rooms?.map((room) => html`<oxo-room-card .room=${room}></oxo-room-card>`)}
            <p class="soft" role="status" ?hidden=${this.rooms?.length}>${this.rooms
                ? "Nobody waits for a game like this. Be the first: others see your room here."
                : "The server cannot be asked who waits. Is the network away?"}</p>
        </section>`;
    }

    private setup(): TemplateResult {
        const {clock, days, series, first} = savedChoices.value;
        const set = (part: Partial<RoomChoices>): void => { savedChoices.value = {...savedChoices.value, ...part}; };
        return html`
            <fieldset>
                <legend>Clock: minutes for each side, seconds for each move</legend>
                ${radioChoices("clock", CLOCKS, clock, (value) => set({clock: value}))}
                ${clock === "custom" ? this.custom(set) : nothing}
            </fieldset>
            ${clock === "none" ? html`<fieldset>
                <legend>Days per move</legend>
                ${radioChoices("days", DAYS, days, (value) => set({days: value}))}
                ${days > 0 ? html`<p class="soft small">A player who takes longer for a move loses.</p>` : nothing}
            </fieldset>` : nothing}
            <fieldset>
                <legend>Best of how many games</legend>
                ${radioChoices("series", SERIES, series, (value) => set({series: value}))}
            </fieldset>
            <fieldset>
                <legend>Who is X and begins</legend>
                ${radioChoices("first", FIRST_MOVES, first, (value) => set({first: value}))}
            </fieldset>
            <fieldset>
                <legend>Who may come</legend>
                ${radioChoices("open", OPEN_TO, this.isPublic ? "public" : "link",
                    (value) => this.chooseRoom(this.variant, value === "public"))}
            </fieldset>`;
    }

    private custom(set: (part: Partial<RoomChoices>) => void): TemplateResult {
        const number = (event: Event): number => (event.target as HTMLInputElement).valueAsNumber || 0;
        return html`<div class="custom">
            <label>Minutes
                <input class="field" type="number" name="minutes" required min="0.1" max=${MOST_MINUTES} step="any"
                    .value=${String(savedChoices.value.minutes)} @change=${(e: Event) => set({minutes: number(e)})}>
            </label>
            <label>Seconds a move
                <input class="field" type="number" name="seconds" required min="0" max=${MOST_SECONDS} step="any"
                    .value=${String(savedChoices.value.seconds)} @change=${(e: Event) => set({seconds: number(e)})}>
            </label>
        </div>`;
    }
}

customElements.define("screen-new", ScreenNew);
