/* oxo-board.ts - <oxo-board>, the board on every screen.
 *
 * Draws a view of a game, which comes from the C core, and reports the chosen
 * cell as `oxo-try`. The component knows where cells are but no rules: it
 * reports illegal choices as well, so that the screen can explain the refusal. */
import {type CSSResultGroup, html, LitElement, nothing, type PropertyValues, type TemplateResult} from "lit";
import type {BoardView, Move, View} from "@oxo/core";
import {announcementOf} from "../state/board-words.js";
import {cellLabel, moveAt, partsOf, type Place, placeOf, PLACES, sideOf, stepFrom} from "../state/cells.js";
import {markOf} from "./marks.js";
import {boardStyle, GUTTER, INSIDE} from "./style.js";

/** What is written on a cell, such as a move's value. */
export interface CellNote {
    readonly text: string;
    /** Chooses the colour: 0 (bad for the side to move) to 1 (good). */
    readonly good: number;
    /** What a screen reader says in place of the text. */
    readonly words?: string;
}

/** The detail of `oxo-try`: the reader chose a cell. */
export interface TryDetail {
    readonly move: Move;
    readonly legal: boolean;
}

declare global {
    interface HTMLElementTagNameMap {
        "oxo-board": OxoBoard;
    }
    interface HTMLElementEventMap {
        "oxo-try": CustomEvent<TryDetail>;
    }
}

/** The zoom is explained once per visit. */
let zoomExplained = false;

/** CSS pixels. A finger misses smaller cells. */
const FINGER_SIZE = 44;
/** Milliseconds. */
const POINTING_TIME = 1200;

export class OxoBoard extends LitElement {
    static override styles: CSSResultGroup = boardStyle;

    static override properties = {
        view: {attribute: false},
        locked: {type: Boolean, reflect: true},
        pending: {attribute: false},
        hint: {attribute: false},
        notes: {attribute: false},
        label: {type: String},
        focused: {state: true},
        zoomed: {state: true},
        pointing: {state: true},
    };

    /** What the board shows; null until the core is loaded. */
    declare view: View | null;
    /** The reader may not place a mark now. */
    declare locked: boolean;
    /** A move that the server has not confirmed yet. */
    declare pending: Move | null;
    /** The move that a hint suggests. */
    declare hint: Move | null;
    declare notes: ReadonlyMap<Move, CellNote> | null;
    declare label: string;
    /** The only cell in the tab order. */
    protected declare focused: Place;
    /** On a small screen: the board that fills the frame. */
    protected declare zoomed: number | null;
    /** The boards to play on are highlighted. */
    private declare pointing: boolean;

    /** Shows what a second tap does. */
    private showsTip = false;
    private typedLetters = "";
    private pointingTimer: ReturnType<typeof setTimeout> | undefined;

    constructor() {
        super();
        this.view = null;
        this.locked = false;
        this.pending = null;
        this.hint = null;
        this.notes = null;
        this.label = "Board";
        this.focused = {row: 4, column: 4};
        this.zoomed = null;
        this.pointing = false;
    }

    /** Highlights the boards to play on for a moment. */
    pointAtOpenBoards(): void {
        this.pointing = true;
        clearTimeout(this.pointingTimer);
        this.pointingTimer = setTimeout(() => { this.pointing = false; }, POINTING_TIME);
    }

    /** Moves the focus into the grid. */
    override focus(): void {
        this.cellAt(this.focused)?.focus();
    }

    protected override willUpdate(changed: PropertyValues<this>): void {
        if (!changed.has("view") || !this.view)
            return;
        const before = changed.get("view") ?? null;
        const side = sideOf(this.view.boards.length);
        if (before?.boards.length !== this.view.boards.length)
            this.focused = {row: (side - 1) / 2, column: (side - 1) / 2};
        if (before?.position !== this.view.position)
            this.zoomed = null;
    }

    protected override updated(changed: PropertyValues<this>): void {
        if (changed.has("view") && this.view)
            this.announceChange(changed.get("view") ?? null, this.view);
    }

    // ---- Drawing ----------------------------------------------------------

    protected override render(): TemplateResult | typeof nothing {
        const view = this.view;
        if (!view)
            return html`<div class="grid empty" aria-hidden="true"></div>`;
        const side = sideOf(view.boards.length);
        const size = side === 3 ? "classic" : "ultimate";
        const turn = view.outcome === "ongoing" ? view.turn.toLowerCase() : "over";
        const free = view.target === null ? "free" : "";
        const zoom = this.zoomed === null ? "" : `zoomed z${this.zoomed}`;
        const pointing = this.pointing ? "pointing" : "";
        return html`
            <div class="frame">
                <div class="grid ${size} turn-${turn} ${free} ${zoom} ${pointing}" role="grid" aria-label=${this.label}
                    aria-readonly=${this.locked} @click=${this.onClick} @keydown=${this.onKey}>
                    ${view.boards.map((board, i) => this.panel(board, i))}
                    ${Array.from({length: side}, (_, row) => html`
                        <div role="row">
                            ${Array.from({length: side}, (_, column) =>
                                this.cell(view, {row, column}, side))}
                        </div>`)}
                    ${view.boards.map((board, i) => this.owner(view, board, i))}
                    ${this.winningLine(view)}
                </div>
                ${this.zoomed === null ? nothing : html`<div class="way">
                    ${this.showsTip ? html`<span>Now tap a cell to place.</span>` : nothing}
                    <button class="out" @click=${() => { this.zoomed = null; }}>All boards</button>
                </div>`}
            </div>
            <div class="say" role="status" aria-live="polite"></div>
            <div class="say" role="alert" aria-live="assertive"></div>`;
    }

    /** The background of one board. */
    private panel(board: BoardView, i: number): TemplateResult {
        const open = board.playable && !this.locked;
        const state = board.owner ? `decided by-${board.owner.toLowerCase()}`
            : board.playable ? "playable" : "waiting";
        return html`<div class="panel b${i} ${state} ${open ? "open" : ""}" aria-hidden="true"></div>`;
    }

    private cell(view: View, place: Place, side: number): TemplateResult {
        const move = moveAt(place, side);
        const {board, cell} = partsOf(move);
        const {cells, owner, line, playable} = view.boards[board]!;
        const legal = view.legal.includes(move) && !this.locked;
        const taken = cells[cell] === "x" ? "X" : cells[cell] === "o" ? "O" : null;
        const pending = this.pending === move && !taken;
        const note = this.notes?.get(move);
        const classes = ["cell", `r${place.row}`, `c${place.column}`,
            taken ? "taken" : "empty",
            legal ? "legal" : "",
            playable && !this.locked ? "open" : "",
            owner && side === 9 ? "faded" : "",
            line?.includes(cell) ? "in-line" : "",
            view.last === move ? "last" : "",
            this.hint === move ? "hint" : "",
            pending ? "pending" : ""].join(" ");
        const mine = place.row === this.focused.row && place.column === this.focused.column;
        const label = cellLabel(view, move, legal)
            + (note ? `, ${note.words ?? note.text}` : "");
        return html`<div class=${classes} role="gridcell" data-move=${move}
            tabindex=${mine ? 0 : -1} aria-label=${label}
            aria-disabled=${!legal}
            >${taken ? markOf(taken) : pending ? markOf(view.turn) : nothing
            }${note && !taken ? this.drawNote(note) : nothing}</div>`;
    }

    private drawNote(note: CellNote): TemplateResult {
        const tone = Math.max(0, Math.min(8, Math.round(note.good * 8)));
        return html`<span class="note t${tone}" aria-hidden="true">${note.text}</span>`;
    }

    /** The large mark over a decided board. */
    private owner(view: View, board: BoardView, i: number): TemplateResult | typeof nothing {
        if (!board.owner || view.boards.length === 1)
            return nothing;
        const fresh = view.turns.at(-1)?.board?.index === i ? "fresh" : "";
        const won = view.line?.includes(i) ? "in-line" : "";
        return html`<div class="owner b${i} ${fresh} ${won}" aria-hidden="true"
            >${markOf(board.owner)}</div>`;
    }

    private winningLine(view: View): TemplateResult | typeof nothing {
        if (!view.line || view.outcome === "draw")
            return nothing;
        const [from, to] = [view.line[0]!, view.line[2]!];
        // The unit is a third of the whole. Gutters move the centres of Ultimate's boards.
        const shift = view.boards.length > 1 ? GUTTER / INSIDE : 0;
        const at = (n: number): number => 0.5 - shift + n * (1 + shift);
        // The line reaches beyond the centres at both ends, in any direction by the same share.
        const [x1, y1, x2, y2] = [at(from % 3), at(Math.floor(from / 3)), at(to % 3), at(Math.floor(to / 3))];
        const [dx, dy] = [(x2 - x1) * 0.16, (y2 - y1) * 0.16];
        return html`<svg class="line ${view.outcome.toLowerCase()}" viewBox="0 0 3 3" aria-hidden="true">
            <line pathLength="1" x1=${x1 - dx} y1=${y1 - dy} x2=${x2 + dx} y2=${y2 + dy} /></svg>`;
    }

    /** Tells screen readers what changed. */
    private announceChange(before: View | null, now: View): void {
        const news = announcementOf(before, now);
        if (news.polite || news.urgent)
            this.announceWords(news.polite, news.urgent);
    }

    /** Screen readers announce new text in a live region, so the regions must
     * stay. */
    private announceWords(polite: string, urgent: string): void {
        const [first, second] = this.renderRoot.querySelectorAll(".say");
        first!.textContent = polite;
        second!.textContent = urgent;
    }

    // ---- Choosing ---------------------------------------------------------

    private cellAt({row, column}: Place): HTMLElement | null {
        return this.renderRoot.querySelector(`.r${row}.c${column}`);
    }

    private chooseMove(move: Move): void {
        this.focused = placeOf(move);
        const detail: TryDetail = {move, legal: this.view?.legal.includes(move) ?? false};
        this.dispatchEvent(new CustomEvent("oxo-try", {detail, bubbles: true, composed: true}));
    }

    private onClick(event: MouseEvent): void {
        const cell = (event.target as Element).closest<HTMLElement>(".cell");
        const move = cell?.dataset["move"];
        if (!cell || !move || !this.view)
            return;
        if (this.mustZoomFirst(event, cell, move))
            this.zoomTo(partsOf(move).board);
        else
            this.chooseMove(move);
    }

    private zoomTo(board: number): void {
        this.zoomed = board;
        this.showsTip = !zoomExplained;
        zoomExplained = true;
        this.announceWords(`The ${PLACES[board]} board is near now. Tap a cell to place.`, "");
    }

    /** If cells are too small for a finger, the first tap zooms to the board and
     * the second one places. Taps on closed boards don't zoom: they are refused. */
    private mustZoomFirst(event: MouseEvent, cell: HTMLElement, move: Move): boolean {
        const byFinger = event instanceof PointerEvent && event.pointerType === "touch";
        const {board} = partsOf(move);
        return byFinger && !this.locked && this.zoomed !== board && this.view!.boards[board]!.playable
            && this.view!.boards.length > 1 && cell.offsetWidth < FINGER_SIZE;
    }

    private onKey(event: KeyboardEvent): void {
        const side = sideOf(this.view?.boards.length ?? 1);
        const next = stepFrom(this.focused, event.key, event.ctrlKey, side);
        if (next) {
            event.preventDefault();
            this.focused = next;
            this.cellAt(next)?.focus();
        } else if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            this.chooseMove(moveAt(this.focused, side));
        } else if (event.key === "Escape") {
            this.typedLetters = "";
            this.zoomed = null;
        } else if (!event.ctrlKey && !event.metaKey && !event.altKey) {
            this.typeLetter(event, side);
        }
    }

    /** Types a move: in Ultimate the board's letter comes first. */
    private typeLetter(event: KeyboardEvent, side: number): void {
        if (!/^[a-i]$/i.test(event.key))
            return;
        event.preventDefault();
        const typed = this.typedLetters + event.key.toLowerCase();
        const whole = side === 3 ? 1 : 2;
        this.typedLetters = typed.length < whole ? typed : "";
        if (typed.length === whole) {
            this.chooseMove(typed);
            this.cellAt(this.focused)?.focus();
        }
    }
}
