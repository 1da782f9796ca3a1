/* play.ts - a game on this device, against the computer or with a friend.
 *
 * /play?variant=V&level=N&side=X|O[&first=MOVE] and /play?friend&variant=V start
 * a game; /play continues the saved one. The address changes to /play after the
 * start, so that a reload continues the game. */
import {html, LitElement, nothing, type PropertyValues, type TemplateResult} from "lit";
import {createRef, ref} from "lit/directives/ref.js";
import type {Mark, Oxo, Variant} from "@oxo/core";
import type {OxoBoard, TryDetail} from "../board/oxo-board.js";
import {goTo, isCurrent, type Route} from "../browser/router.js";
import {saveFile} from "../browser/save-file.js";
import {loadCore} from "../core/core.js";
import {LocalGameController} from "../local/local-game-controller.js";
import {levelName, LEVELS} from "../state/levels.js";
import {localGameFile, localGameFileName} from "../state/local-game-file.js";
import {hintWords, opponentName, playerName, reasonWords, resultWords, turnWords} from "../state/local-game-words.js";
import {readSetting, scoreOf} from "../state/local-game.js";
import {settings} from "../state/settings.js";
import {otherMark, pointsText} from "../state/sides.js";
import {toast} from "../state/toasts.js";
import {variantName} from "../state/variants.js";
import {shared} from "../style/shared.js";
import {icon, type IconName} from "../ui/icons.js";
import {keyList, keyListStyle, type Keys, lettersHelp} from "../ui/keys.js";
import type {OxoDialog} from "../ui/oxo-dialog.js";
import "../ui/oxo-dialog.js";
import "../ui/oxo-intensity.js";
import "../ui/oxo-moves.js";
import type {PlayerInfo} from "../ui/oxo-player.js";
import "../ui/oxo-player.js";
import "../ui/oxo-result.js";
import "../ui/oxo-rules.js";
import "../ui/oxo-stage.js";
import {Watching} from "../ui/watching.js";
import {playStyle} from "./play-style.js";

/** All keys of the screen. The letters a to i are cells, so a hint is on t, as in
 * "tip". */
const playKeys = (variant: Variant): Keys => [
    ["Arrows", "go from cell to cell"],
    ...(variant === "classic" ? [] : [["Ctrl and arrows", "go from board to board"] as const]),
    ["Enter, Space", "place your mark"],
    ["a to i", lettersHelp(variant, "place")],
    ["u", "undo"],
    ["r", "redo"],
    ["t", "a hint, or tip"],
    ["n", "new game"],
    ["?", "this help"],
];

class ScreenPlay extends LitElement {
    static override styles = [shared, keyListStyle, playStyle];

    static override properties = {
        route: {attribute: false},
        game: {state: true},
        broken: {state: true},
        reading: {state: true},
    };

    declare route: Route;
    private declare game: LocalGameController | null;
    /** The core could not be loaded. */
    private declare broken: boolean;
    /** The rules are open. Their pictures are drawn on demand. */
    private declare reading: boolean;

    private oxo: Oxo | null = null;
    private readonly board = createRef<OxoBoard>();
    private readonly keys = createRef<OxoDialog>();
    private readonly rules = createRef<OxoDialog>();
    private readonly resigning = createRef<OxoDialog>();

    constructor() {
        super();
        this.game = null;
        this.broken = false;
        this.reading = false;
        new Watching(this, [settings]);
        this.addEventListener("keydown", (event) => this.onKey(event));
    }

    override connectedCallback(): void {
        super.connectedCallback();
        void this.loadGame();
    }

    private async loadGame(): Promise<void> {
        this.broken = false;
        try {
            this.oxo = await loadCore();
            if (isCurrent(this.route))
                this.openRoute();
        } catch {
            this.broken = true;
        }
    }

    protected override updated(changed: PropertyValues<this>): void {
        if (changed.has("route") && this.oxo && (!this.game || this.route.query.size > 0))
            this.openRoute();
    }

    /** Starts what the address asks for, and changes the address to /play. */
    private openRoute(): void {
        const {query} = this.route;
        const wanted = query.size > 0 ? readSetting(query) : null;
        const setting = typeof wanted === "string" ? null : wanted;
        if (!this.game)
            this.game = new LocalGameController(this, this.oxo!, setting);
        else if (setting)
            this.game.beginGame(setting);
        if (setting && query.has("moves"))
            this.game.playOn(query.get("moves")!.split(".").filter(Boolean));
        if (typeof wanted === "string")
            toast(wanted);
        if (setting && query.has("first"))
            this.tryMove(query.get("first")!);
        if (query.size === 0)
            return;
        goTo("/play", "replace");
        requestAnimationFrame(() => this.board.value?.focus());
    }

    // ---- Actions ---------------------------------------------------------------

    private tryMove(move: string): void {
        const refusal = this.game!.tryMove(move);
        if (!refusal)
            return;
        toast(refusal);
        this.board.value?.pointAtOpenBoards();
    }

    private onKey(event: KeyboardEvent): void {
        const path = event.composedPath();
        const elsewhere = path.some((node) => node instanceof HTMLSelectElement
            || (node instanceof HTMLDialogElement && node.open));
        if (!this.game || elsewhere || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
            return;
        const action = this.keyActions()[event.key];
        if (!action)
            return;
        event.preventDefault();
        action();
    }

    private keyActions(): {readonly [key: string]: () => void} {
        const game = this.game!;
        return {
            u: () => game.mayUndo ? game.undo() : toast("There is no move to undo."),
            r: () => game.state.undone.length > 0 ? game.redo() : toast("There is no move to redo."),
            t: () => void game.findHint(),
            n: () => game.beginNextGame(false),
            "?": () => this.keys.value?.show(),
            Escape: () => game.showPly(game.state.moves.length),
        };
    }

    private showRules(): void {
        this.reading = true;
        this.rules.value?.show();
    }

    private saveGame(): void {
        const {state} = this.game!;
        saveFile(localGameFileName(state), localGameFile(this.oxo!, state, (mark) => this.nameOf(mark)));
    }

    // ---- Drawing ---------------------------------------------------------------

    protected override render(): TemplateResult {
        if (this.broken)
            return this.trouble("oxo could not be loaded. The network may be away.", () => void this.loadGame());
        const game = this.game;
        const label = game ? `${variantName(game.state.variant)} board` : "Board";
        return html`<oxo-stage>
            ${game ? this.player(game, otherMark(game.state.me), "above") : html`<div class="strip" slot="above"></div>`}
            <oxo-board ${ref(this.board)} label=${label} .view=${game?.shown ?? null} .hint=${game?.at === null ? game.hint?.moves[0] ?? null : null}
                .locked=${!game || game.over || game.computersTurn || game.at !== null}
                @oxo-try=${(event: CustomEvent<TryDetail>) => this.tryMove(event.detail.move)}></oxo-board>
            ${game ? this.player(game, game.state.me, "below") : html`<div class="strip" slot="below"></div>`}
            <div slot="side" class="side">${game ? this.side(game) : html`<h1>Play</h1>`}</div>
        </oxo-stage>
        ${game ? this.dialogs(game) : nothing}`;
    }

    private nameOf(mark: Mark): string {
        return playerName(this.game!.state, mark, settings.value.name);
    }

    private player(game: LocalGameController, mark: Mark, slot: string): TemplateResult {
        const mine = mark === game.state.me;
        const {mine: won, theirs: lost, drawn} = scoreOf(game.state, game.view.outcome);
        const info: PlayerInfo = {
            mark,
            name: this.nameOf(mark),
            active: !game.over && game.view.turn === mark,
            ...(mine && {avatar: settings.value.avatar}),
            ...(won + lost + drawn > 0 && {score: (mine ? won : lost) + drawn / 2}),
            note: game.outcome === mark ? "won" : game.state.resigned === mark ? "resigned"
                : game.busy === "thinking" && !mine ? "thinking …" : "",
        };
        return html`<oxo-player slot=${slot} .info=${info}></oxo-player>`;
    }

    private side(game: LocalGameController): TemplateResult {
        const {variant, level, moves} = game.state;
        return html`
            <header>
                <div>
                    <h1>${variantName(variant)}</h1>
                    <p class="soft small">with ${opponentName(level)}</p>
                </div>
                <button class="button quiet" @click=${this.showRules}>${icon("book")}Rules</button>
                <button class="button quiet icon" aria-label="Keys" title="Keys (?)"
                    @click=${() => this.keys.value?.show()}>?</button>
            </header>
            ${game.failed ? this.trouble("The engine does not answer.", () => game.retryEngine()) : nothing}
            ${game.over ? this.result(game) : nothing}
            ${this.status(game)}
            <oxo-intensity .value=${game.intensity.value} .refined=${game.intensity.refined}
                .classic=${variant === "classic"}></oxo-intensity>
            ${this.buttons(game)}
            <section class="card" aria-label="Moves">
                <oxo-moves .moves=${moves.map((move) => ({move}))} .at=${game.at ?? moves.length}
                    @oxo-ply=${(event: CustomEvent<number>) => game.showPly(event.detail)}></oxo-moves>
            </section>
            ${this.moreButtons(game)}`;
    }

    /** Whose turn it is, a hint, or which earlier position is shown. */
    private status(game: LocalGameController): TemplateResult {
        const {length} = game.state.moves;
        if (game.at !== null)
            return html`<div class="past row">
                <p>${game.at} of ${length} moves</p>
                <button class="button primary" @click=${() => game.showPly(length)}>${icon("last")}Back to the game</button>
            </div>`;
        const hint = game.hint ? hintWords(game.hint) : game.busy === "hint" ? "Looking for a hint …" : "";
        const said = game.state.resigned ? `${this.resultOf(game)}. ${reasonWords(game.state, game.view)}` : hint;
        return html`<div class=${game.over ? "" : "now"}>
            <p class="turn" ?hidden=${game.over || game.failed || hint !== ""}>${turnWords(game.state, game.view)}</p>
            <p class=${game.over ? "hidden-text" : ""} role="status">${said}</p>
        </div>`;
    }

    private resultOf(game: LocalGameController): string {
        return resultWords(game.state, game.outcome, settings.value.name);
    }

    private result(game: LocalGameController): TemplateResult {
        const {mine, theirs, drawn} = scoreOf(game.state, game.view.outcome);
        const [us, them] = [this.nameOf(game.state.me), this.nameOf(otherMark(game.state.me))];
        const score = mine + theirs + drawn < 2 ? ""
            : `${us} ${pointsText(mine + drawn / 2)} – ${pointsText(theirs + drawn / 2)} ${them}`;
        return html`<oxo-result .winner=${game.outcome} .words=${this.resultOf(game)} .score=${score}
            .reason=${reasonWords(game.state, game.view)}>
            <button class="button primary" @click=${() => game.beginNextGame(true)}>${icon("again")}Rematch</button>
            <a class="button" href=${this.analysisAddress(game)}>${icon("chart")}Analyse</a>
        </oxo-result>`;
    }

    private buttons(game: LocalGameController): TemplateResult {
        const button = (name: IconName, label: string, key: string, disabled: boolean): TemplateResult => html`
            <button class="button tool" title="${label} (${key})" aria-keyshortcuts=${key} ?disabled=${disabled}
                @click=${() => this.keyActions()[key]?.()}>${icon(name)}${label}</button>`;
        return html`<div class="tools" role="group" aria-label="Game">
            ${button("undo", "Undo", "u", !game.mayUndo)}
            ${button("redo", "Redo", "r", game.state.undone.length === 0)}
            ${button("bulb", "Hint", "t", game.over || game.computersTurn || game.busy === "hint")}
            ${button("plus", "New game", "n", false)}
        </div>`;
    }

    private moreButtons(game: LocalGameController): TemplateResult {
        const {level, moves} = game.state;
        return html`<div class="others">
            ${level === null ? nothing : this.levelChoice(game, level)}
            ${level === null ? nothing : html`<button class="button quiet" ?disabled=${game.over}
                @click=${() => game.switchSides()}>${icon("flip")}Switch sides</button>`}
            <button class="button quiet" ?disabled=${game.over || moves.length === 0}
                @click=${() => this.resigning.value?.show()}>${icon("flag")}Resign</button>
            ${game.over ? nothing
                : html`<a class="button quiet" href=${this.analysisAddress(game)}>${icon("chart")}Analyse</a>`}
            <button class="button quiet" @click=${this.saveGame}>${icon("download")}Download</button>
        </div>`;
    }

    private levelChoice(game: LocalGameController, now: number): TemplateResult {
        return html`<label class="level"><span>Level</span>
            <select class="field" @change=${(event: Event) => {
                game.changeLevel(Number((event.target as HTMLSelectElement).value));
            }}>${Array.from({length: LEVELS}, (_, i) => i + 1).map((level) => html`
                <option value=${level} .selected=${level === now}>${level}, ${levelName(level)}</option>`)}
            </select></label>`;
    }

    private analysisAddress(game: LocalGameController): string {
        return `/analysis?variant=${game.state.variant}&moves=${game.state.moves.join(".")}`;
    }

    private dialogs(game: LocalGameController): TemplateResult {
        const {variant, level} = game.state;
        return html`
            <oxo-dialog ${ref(this.keys)} heading="Keys">
                ${keyList(playKeys(variant))}
                <p class="soft small">Keys work while the board or something beside it has the focus.</p>
            </oxo-dialog>
            <oxo-dialog ${ref(this.rules)} class="wide" heading="Rules: ${variantName(variant)}"
                @oxo-close=${() => { this.reading = false; }}>
                ${this.reading ? html`<oxo-rules whole .variant=${variant} .oxo=${this.oxo}></oxo-rules>` : nothing}
                <p><a href="/rules">All rules, and how moves are written</a></p>
            </oxo-dialog>
            <oxo-dialog ${ref(this.resigning)} heading="Resign?"
                @oxo-close=${(event: CustomEvent<string>) => event.detail === "yes" && game.resign()}>
                <p>${level === null ? `The game is then won by ${this.nameOf(otherMark(game.view.turn))}.`
                    : "The computer then wins this game."}</p>
                <p class="row answers">
                    <button class="button" data-close="">Play on</button>
                    <button class="button primary" data-close="yes">Resign</button>
                </p>
            </oxo-dialog>`;
    }

    private trouble(words: string, again: () => void): TemplateResult {
        return html`<div class="card trouble row" role="alert">
            <p>${words}</p><button class="button" @click=${again}>${icon("again")}Try again</button>
        </div>`;
    }
}

customElements.define("screen-play", ScreenPlay);
