/* oxo-room-card.ts - <oxo-room-card>: a public room in a list, with a link, and
 * with its board during a game. */
import {css, html, LitElement, nothing, type TemplateResult} from "lit";
import type {View} from "@oxo/core";
import {listedPlayerName, type ListedRoom} from "../state/listed-room.js";
import {clockWords} from "../state/room-words.js";
import {tokenOf} from "../state/seats.js";
import {variantName} from "../state/variants.js";
import {shared} from "../style/shared.js";
import {icon} from "./icons.js";

export class OxoRoomCard extends LitElement {
    static override styles = [shared, css`
        :host {
            display: block;
        }

        .card {
            display: grid;
            grid-template-columns: minmax(0, 1fr) auto;
            gap: var(--space-2) var(--space-3);
            align-items: center;
            height: 100%;
            padding: var(--space-3) var(--space-4);
        }

        .board,
        .wide {
            grid-column: 1 / -1;
        }

        h3 {
            overflow-wrap: anywhere;
        }

        .facts {
            grid-column: 1;
            display: flex;
            flex-wrap: wrap;
            gap: 0 var(--space-2);
        }

        .button {
            grid-column: 2;
            grid-row: 1 / span 2;
        }

        .wide ~ .button {
            grid-row: 3;
        }

        .facts > span:not(:last-child)::after {
            content: "·";
            margin-inline-start: var(--space-2);
        }
    `];

    static override properties = {room: {attribute: false}, view: {attribute: false}};

    declare room: ListedRoom | null;
    /** The current position; null: draw no board. */
    declare view: View | null;

    constructor() {
        super();
        this.room = null;
        this.view = null;
    }

    protected override render(): TemplateResult | typeof nothing {
        const room = this.room;
        if (!room)
            return nothing;
        const waiting = room.state === "waiting";
        const who = waiting ? listedPlayerName(room.players[0])
            : `${listedPlayerName(room.players[0])} – ${listedPlayerName(room.players[1])}`;
        const mine = tokenOf(room.room) !== null;
        const [word, sign] = mine ? ["Go back", "back"] as const
            : waiting ? ["Play", "play"] as const : ["Watch", "eye"] as const;
        return html`<article class="card">
            ${this.view ? html`<div class="board" inert>
                <oxo-board locked label="Board" .view=${this.view}></oxo-board></div>` : nothing}
            <h3 class=${this.view ? "wide" : ""}>${who}</h3>
            <p class="soft small facts">${this.facts(room).map((fact) => html`<span>${fact}</span>`)}</p>
            <a class="button ${waiting || mine ? "primary" : ""}" href="/r/${room.room}${mine ? "" : waiting ? "?play" : "?watch"}"
                aria-label="${word}: ${who}">${icon(sign)}${word}</a>
        </article>`;
    }

    private facts(room: ListedRoom): readonly string[] {
        return [
            variantName(room.variant),
            clockWords(room),
            ...(room.series > 1 ? [`best of ${room.series}`] : []),
            ...(room.state === "active" ? [`move ${room.ply}`] : []),
            ...(room.spectators > 0 ? [`${room.spectators} watching`] : []),
        ];
    }
}

customElements.define("oxo-room-card", OxoRoomCard);
