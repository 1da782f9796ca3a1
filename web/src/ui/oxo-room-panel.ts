/* oxo-room-panel.ts - <oxo-room-panel>: the panel beside the board of a room:
 * turn or result, offers, and buttons. Sends `oxo-act`. */
import {css, html, LitElement, nothing, type PropertyValues, type TemplateResult} from "lit";
import type {Mark} from "@oxo/core";
import type {GameEnd, OfferKind} from "../state/messages.js";
import {closedWords, isAborted, leaveWords, offerWords, pendingWords, playerName, reasonWords, resultWords,
    seriesWords} from "../state/room-words.js";
import {haveBothMoved, markOf, type Room} from "../state/room.js";
import {shared} from "../style/shared.js";
import {icon, type IconName} from "./icons.js";
import "./oxo-result.js";

export type RoomAct =
    | {readonly do: "offer" | "accept" | "decline"; readonly offer: OfferKind}
    | {readonly do: "claim"; readonly result: "win" | "draw"}
    | {readonly do: "abort" | "resign" | "leave" | "take-seat" | "watch"};

/** An action that the reader has to confirm. */
type Question = "abort" | "resign" | "leave";

declare global {
    interface HTMLElementEventMap {
        "oxo-act": CustomEvent<RoomAct>;
    }
}

/** Reasons that the board doesn't announce. */
const OFF_THE_BOARD = ["resignation", "agreement", "time", "forfeit", "left", "claim", "aborted", "no-show", "closed",
    "expired"];

export class OxoRoomPanel extends LitElement {
    static override styles = [shared, css`
        :host {
            display: grid;
            gap: var(--space-3);
        }

        .status {
            display: grid;
            gap: var(--space-1);
            padding: var(--space-4);
            border-inline-start: 5px solid var(--line-strong);
            border-radius: var(--round-m);
            background: var(--card);
        }

        .status.X {
            border-color: var(--x);
        }

        .status.O {
            border-color: var(--o);
        }

        .away {
            font-weight: 500;
        }

        .ask {
            border: 2px solid var(--focus);
        }

        .row .button {
            flex: 1 1 auto;
        }

        .acts {
            display: grid;
            grid-template-columns: repeat(4, 1fr);
            gap: var(--space-2);
        }

        .acts .button {
            flex-direction: column;
            gap: 2px;
            min-height: 58px;
            padding: var(--space-1);
            font-size: var(--text-xs);
        }
    `];

    static override properties = {
        room: {attribute: false},
        duty: {type: String},
        away: {type: String},
        limit: {type: String},
        mayClaim: {type: Boolean},
        mayClose: {type: Boolean},
        lost: {type: Boolean},
        sure: {state: true},
        waits: {state: true},
    };

    declare room: Room | null;
    /** On which board the side to move may play, as a sentence. */
    declare duty: string;
    /** Which player is away, and for how long; "" if nobody is. */
    declare away: string;
    /** How many days are left for the move; "" without such a limit. */
    declare limit: string;
    /** The other player has been away so long that we may claim the game. */
    declare mayClaim: boolean;
    /** Nobody has moved for so long that we may close the game. */
    declare mayClose: boolean;
    /** There is no connection, so a pending move has to wait. */
    declare lost: boolean;
    private declare sure: Question | null;
    /** The reader prefers to wait for an absent player. */
    private declare waits: boolean;

    constructor() {
        super();
        this.room = null;
        this.duty = "";
        this.away = this.limit = "";
        this.mayClaim = this.mayClose = this.lost = this.waits = false;
        this.sure = null;
    }

    /** The focused element before the update. */
    private focused: Element | null = null;

    protected override willUpdate(): void {
        if (this.room?.life !== "active")
            this.sure = null; // nothing to confirm after the game
        if (!this.mayClaim)
            this.waits = false;
        this.focused = this.shadowRoot?.activeElement ?? null;
    }

    /** Moves the focus to a new question, and back after the answer, so that it
     * never leaves the panel. */
    protected override updated(changed: PropertyValues): void {
        if (changed.has("sure") && this.sure)
            this.findElement(".stay")?.focus();
        else if (this.focused && !this.focused.isConnected)
            this.focusLater(`[data-ask="${String(changed.get("sure"))}"]`);
        else if (this.focused?.matches(":disabled"))
            this.focusLater(".acts .button:not(:disabled)"); // not an answer button: the next key press could accept the offer
    }

    private findElement(selector: string): HTMLElement | null {
        return this.renderRoot.querySelector<HTMLElement>(selector);
    }

    /** Focuses the element, or any button if it is gone, after all components are
     * drawn. */
    private focusLater(selector: string): void {
        setTimeout(() => (this.findElement(selector) ?? this.findElement("a.button, .button:not(:disabled)"))?.focus());
    }

    protected override render(): TemplateResult | typeof nothing {
        const room = this.room;
        if (!room)
            return nothing;
        const me = markOf(room);
        return html`
            ${room.offer && me ? this.offer(room, me) : nothing}
            ${this.status(room, me)}
            ${this.mayClaim ? this.claim() : this.mayClose ? this.closing() : nothing}
            ${me && room.life === "active" ? this.gameButtons(room, me) : nothing}
            <p class="hidden-text" role="status">${me && offerWords(room)}</p>
            <p class="hidden-text" role="status">${this.lost && room.pending ? pendingWords(room.pending.move) : ""}</p>
            <p class="hidden-text" role="status">${room.over && OFF_THE_BOARD.includes(room.over.reason)
                ? `${resultWords(room)}. ${reasonWords(room)}` : ""}</p>`;
    }

    private sendAct(act: RoomAct): void {
        this.sure = null;
        this.dispatchEvent(new CustomEvent("oxo-act", {detail: act}));
    }

    // ---- Turn and result ---------------------------------------------------------

    private status(room: Room, me: Mark | null): TemplateResult {
        if (room.over)
            return this.result(room, room.over, me);
        const series = seriesWords(room);
        const waits = this.lost && room.pending !== null;
        return html`<div class="status ${room.turn ?? ""}">
            <h2>${!room.turn ? "The room is closed" : waits ? "Your move is waiting"
                : room.turn === me ? "Your move" : `${playerName(room, room.turn)} to move`}</h2>
            ${room.turn ? nothing : html`<p>${closedWords(room)}</p>`}
            ${waits ? html`<p class="small">${pendingWords(room.pending!.move)}</p>` : this.duty ? html`<p class="soft small">${this.duty}</p>` : nothing}
            ${this.limit ? html`<p class="soft small">${this.limit}</p>` : nothing}
            ${this.away ? html`<p class="away small number">${this.away}</p>` : nothing}
            ${series ? html`<p class="small number">${series}</p>` : nothing}
        </div>`;
    }

    private result(room: Room, over: GameEnd, me: Mark | null): TemplateResult {
        const closed = room.life === "closed" ? ` The room is closed. ${closedWords(room)}` : "";
        return html`<oxo-result winner=${isAborted(over) ? "none" : over.winner ?? "draw"} words=${resultWords(room)}
            reason=${reasonWords(room) + closed} score=${seriesWords(room)}>${this.afterGame(room, me)}</oxo-result>`;
    }

    private afterGame(room: Room, me: Mark | null): TemplateResult {
        const open = me !== null && room.life === "finished";
        const alone = room.players.X?.left || room.players.O?.left;
        const next = isAborted(room.over) ? "Another game" : room.series.games > 1 && !room.series.over ? "Next game" : "Rematch";
        return html`
            ${open && !alone && !room.offer ? html`
                <button class="button primary" @click=${() => this.sendAct({do: "offer", offer: "rematch"})}
                    >${icon("again")}${next}</button>` : nothing}
            ${isAborted(room.over) ? nothing : html`
                <a class="button" href="/g/${room.code}-${room.game}">${icon("chart")}Analyse this game</a>`}
            ${open ? html`<button class="button" @click=${() => this.sendAct({do: "leave"})}>${icon("close")}Leave</button>`
                : html`<a class="button" href="/rooms">${icon("eye")}Other games</a>`}`;
    }

    // ---- Offers ----------------------------------------------------------------------

    private offer(room: Room, me: Mark): TemplateResult {
        const {offer, by} = room.offer!;
        const button = (word: string, how: "accept" | "decline", look: string): TemplateResult => html`
            <button class="button ${look}" @click=${() => this.sendAct({do: how, offer})}>${word}</button>`;
        return html`<div class="card ask stack">
            <p>${offerWords(room)}</p>
            <div class="row">${by === me ? button("Withdraw the offer", "decline", "")
                : [button("Accept", "accept", "primary"), button("Decline", "decline", "")]}</div>
        </div>`;
    }

    // ---- An absent player ------------------------------------------------------------

    private claim(): TemplateResult {
        if (this.waits)
            return html`<button class="button" @click=${() => { this.waits = false; }}>${icon("flag")}Claim the game</button>`;
        return html`<div class="card ask stack" role="group" aria-labelledby="claim">
            <p id="claim" role="status">Your opponent has been away for a long time. You can claim the game or keep waiting.</p>
            <div class="row">
                <button class="button primary" @click=${() => this.sendAct({do: "claim", result: "win"})}>Claim a win</button>
                <button class="button" @click=${() => this.sendAct({do: "claim", result: "draw"})}>Claim a draw</button>
                <button class="button" @click=${() => { this.waits = true; }}>Keep waiting</button>
            </div>
        </div>`;
    }

    private closing(): TemplateResult {
        return html`<div class="card ask stack" role="group" aria-labelledby="closing">
            <p id="closing" role="status">Your opponent has not moved for a long time.</p>
            <button class="button" @click=${() => this.sendAct({do: "abort"})}>${icon("close")}Close the game without a result</button>
        </div>`;
    }

    // ---- Buttons ----------------------------------------------------------------------

    private gameButtons(room: Room, me: Mark): TemplateResult {
        if (this.sure)
            return this.confirmation(room, this.sure);
        const moved = room.moves.length > (me === "X" ? 0 : 1);
        const button = (word: string, sign: IconName, click: () => void, enabled = true): TemplateResult => html`
            <button class="button" ?disabled=${!enabled} @click=${click}>${icon(sign)}${word}</button>`;
        const ask = (what: Question, word: string, sign: IconName): TemplateResult => html`
            <button class="button" data-ask=${what} @click=${() => { this.sure = what; }}>${icon(sign)}${word}</button>`;
        return html`<div class="acts" role="group" aria-label="During the game">
            ${button("Draw", "hand", () => this.sendAct({do: "offer", offer: "draw"}), !room.offer)}
            ${button("Take back", "undo", () => this.sendAct({do: "offer", offer: "takeback"}), !room.offer && moved)}
            ${haveBothMoved(room) ? ask("resign", "Resign", "flag") : ask("abort", "Abort", "flag")}
            ${ask("leave", "Leave", "close")}
        </div>`;
    }

    private onKey(event: KeyboardEvent): void {
        if (event.key === "Escape")
            this.sure = null;
    }

    private confirmation(room: Room, what: Question): TemplateResult {
        const [words, yes] = what === "abort" ? ["Abort the game? It will have no result.", "Abort"]
            : what === "resign" ? ["Resign this game?", "Resign"] : [leaveWords(room), "Leave"];
        return html`<div class="card ask stack" role="alertdialog" aria-labelledby="sure" @keydown=${this.onKey}>
            <p id="sure">${words}</p>
            <div class="row">
                <button class="button primary" @click=${() => this.sendAct({do: what})}>${yes}</button>
                <button class="button stay" @click=${() => { this.sure = null; }}>Play on</button>
            </div>
        </div>`;
    }
}

customElements.define("oxo-room-panel", OxoRoomPanel);
