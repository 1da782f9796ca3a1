/* oxo-room-door.ts - <oxo-room-door>: a room without a game, because it is still
 * opening, waits for a player, or doesn't exist. Sends `oxo-act` to take the free
 * seat, to watch or to close the room, and `oxo-again` to try again. */
import {css, html, LitElement, nothing, type TemplateResult} from "lit";
import {clockWords, closedWords, playerName, startWords} from "../state/room-words.js";
import {markOf, type Room, waitsForStart} from "../state/room.js";
import {otherMark} from "../state/sides.js";
import {variantName} from "../state/variants.js";
import {shared} from "../style/shared.js";
import {icon} from "./icons.js";
import "./oxo-identity.js";
import "./oxo-invite.js";
import "./oxo-notify.js";
import type {RoomAct} from "./oxo-room-panel.js";

export class OxoRoomDoor extends LitElement {
    static override styles = [shared, css`
        :host {
            display: block;
            max-width: 34rem;
            margin: var(--space-5) auto;
        }

        .card {
            padding: var(--space-5);
            border-radius: var(--round-l);
            box-shadow: var(--shadow);
        }

        h1 {
            overflow-wrap: anywhere;
        }

        .facts {
            display: flex;
            flex-wrap: wrap;
            gap: var(--space-2);
        }

        .facts li {
            padding: var(--space-1) var(--space-3);
            border-radius: 99px;
            background: var(--sunk);
            font-size: var(--text-s);
        }

        .enter {
            display: grid;
            grid-template-columns: 1fr auto;
            gap: var(--space-2);
        }

        .enter .button {
            min-height: 52px;
            font-size: var(--text-m);
        }

        .pulse {
            display: flex;
            gap: var(--space-3);
            align-items: baseline;
        }

        .pulse::before {
            content: "";
            flex: none;
            width: 10px;
            height: 10px;
            border-radius: 50%;
            background: var(--good);
        }

        @media (prefers-reduced-motion: no-preference) {
            .pulse::before {
                animation: pulse 1.6s infinite alternate;
            }
        }

        @keyframes pulse {
            to {
                opacity: 0.25;
            }
        }
    `];

    static override properties = {
        room: {attribute: false},
        trouble: {type: String},
        gone: {type: Boolean},
        watching: {type: Boolean},
        firstGame: {attribute: false},
    };

    declare room: Room | null;
    /** Why the room can't be shown, as a sentence, or "". */
    declare trouble: string;
    /** The room is gone for good. */
    declare gone: boolean;
    /** The reader has chosen to watch. */
    declare watching: boolean;
    /** The id of the room's first game, if the room is gone and its game is not. */
    declare firstGame: string | null;

    constructor() {
        super();
        this.room = null;
        this.trouble = "";
        this.gone = this.watching = false;
        this.firstGame = null;
    }

    protected override render(): TemplateResult | typeof nothing {
        const room = this.room;
        if (!room)
            return nothing;
        if (this.trouble)
            return this.goneRoom(room.code, this.trouble);
        if (room.life === "closed")
            return this.goneRoom(room.code, `The room is closed. ${closedWords(room)}`);
        if (room.life === "unknown")
            return this.openingRoom(room.code);
        if (waitsForStart(room))
            return markOf(room) ? this.startingRoom(room) : this.fullRoom(room);
        return markOf(room) ? this.waitingRoom(room) : this.visitorRoom(room);
    }

    private openingRoom(code: string): TemplateResult {
        return html`<div class="stack"><h1>Room ${code}</h1>
            <p class="soft pulse" role="status">Opening the room …</p></div>`;
    }

    private goneRoom(code: string, words: string): TemplateResult {
        return html`<div class="card stack">
            <h1>Room ${code}</h1>
            <p role="alert">${words}</p>
            ${this.gone || !this.trouble ? html`
                <p class="soft">Rooms close when everybody has left, or after a while without a game.</p>` : nothing}
            <div class="row">
                ${this.gone || !this.trouble ? nothing : html`<button class="button primary" @click=${() =>
                    this.dispatchEvent(new CustomEvent("oxo-again"))}>${icon("again")}Try again</button>`}
                ${this.firstGame ? html`<a class="button primary" href="/g/${this.firstGame}">${
                    icon("chart")}Look at its first game</a>` : nothing}
                <a class="button ${this.firstGame || this.trouble && !this.gone ? "" : "primary"}" href="/new">${icon("plus")}A new room</a>
                <a class="button" href="/rooms">${icon("eye")}Games being played</a>
            </div>
        </div>`;
    }

    private facts(room: Room, ...more: readonly string[]): TemplateResult {
        const facts = [variantName(room.variant), clockWords(room.clock, room.days),
            room.series.games > 1 ? `best of ${room.series.games}` : "one game", ...more];
        return html`<ul class="facts">${facts.map((fact) => html`<li>${fact}</li>`)}</ul>`;
    }

    private waitingRoom(room: Room): TemplateResult {
        return html`<div class="card stack">
            <h1>${room.public ? "Your room is open" : "Send this link to a friend"}</h1>
            ${this.facts(room, `you are ${markOf(room)}`)}
            <oxo-invite link="${location.origin}/r/${room.code}"></oxo-invite>
            <p class="pulse" role="status">${this.waitingWords(room)}</p>
            <div class="row">
                <oxo-notify></oxo-notify>
                <button class="button" @click=${() => this.sendAct("leave")}>Close the room</button>
            </div>
        </div>`;
    }

    private waitingWords(room: Room): string {
        if (room.public)
            return "Waiting for somebody to join. Others see your room, and the link works, too.";
        return room.clock ? "Waiting for your friend. The game starts when you are both here."
            : "Waiting for your friend. The game starts when your friend joins, even if you close this page.";
    }

    /** Both seats are taken, and the other player is not here yet. */
    private startingRoom(room: Room): TemplateResult {
        return html`<div class="card stack">
            <h1>${playerName(room, "X")} against ${playerName(room, "O")}</h1>
            ${this.facts(room, `you are ${markOf(room)}`)}
            <p class="pulse" role="status">${startWords(room)}</p>
            <div class="row">
                <oxo-notify></oxo-notify>
                <button class="button" @click=${() => this.sendAct("leave")}>${icon("close")}Leave</button>
            </div>
            <p class="soft small">You lose nothing if you leave now.</p>
        </div>`;
    }

    /** For a visitor, while the players are not both here. */
    private fullRoom(room: Room): TemplateResult {
        return html`<div class="card stack">
            <h1>${playerName(room, "X")} against ${playerName(room, "O")}</h1>
            ${this.facts(room)}
            <p class="pulse soft" role="status">Both seats are taken. The game starts when both players are here.</p>
        </div>`;
    }

    /** For a reader without a seat: opening a link takes none. */
    private visitorRoom(room: Room): TemplateResult {
        const free = room.players.X ? "O" : "X";
        const host = playerName(room, otherMark(free));
        return html`<div class="card stack">
            <h1>${host} waits for a game</h1>
            ${this.facts(room)}
            ${this.watching ? nothing : html`<oxo-identity></oxo-identity>`}
            <div class="enter">
                <button class="button ${this.watching ? "" : "primary"}" @click=${() => this.sendAct("take-seat")}>${
                    icon("play")}Play as ${free}</button>
                ${this.watching ? nothing : html`<button class="button" @click=${() => this.sendAct("watch")}>${
                    icon("eye")}Watch</button>`}
            </div>
            <p class="pulse soft" role="status">${this.watching ? "You will see the game when somebody takes the seat."
                : room.clock ? `The game starts when you and ${host} are both here.` : "The game starts when you take the seat."}</p>
        </div>`;
    }

    private sendAct(what: RoomAct["do"]): void {
        this.dispatchEvent(new CustomEvent("oxo-act", {detail: {do: what}}));
    }
}

customElements.define("oxo-room-door", OxoRoomDoor);
