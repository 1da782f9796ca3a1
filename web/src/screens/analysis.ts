/* analysis.ts - the analysis screen: a finished game from the server (/g/ID), or
 * a pasted game or moves tried out on the board (/analysis). */
import {html, LitElement, nothing, type PropertyValues, type TemplateResult} from "lit";
import {createRef, ref} from "lit/directives/ref.js";
import type {Oxo, Point, SearchInfo, Variant, View} from "@oxo/core";
import type {TryDetail} from "../board/oxo-board.js";
import {isCurrent, type Route} from "../browser/router.js";
import {setTitle} from "../browser/title.js";
import {Analyst, REVIEW_NODES} from "../core/analyst.js";
import {loadCore} from "../core/core.js";
import {asObject} from "../state/checks.js";
import {type About, aboutRecord, endingWords, titleOf, UNKNOWN_GAME} from "../state/game-about.js";
import {cellValues, gradeLook, judgedCount, notesOf, valueForX, verdictWords} from "../state/judgement.js";
import {FIRST_LEVEL} from "../state/levels.js";
import {savedGame} from "../state/local-game.js";
import {RESULTS} from "../state/results.js";
import {numberOf} from "../state/sides.js";
import {Store} from "../state/store.js";
import {writeAddress} from "../state/study-address.js";
import {type Opened, saveText} from "../state/study-text.js";
import {addFinding, addLine, branchAround, type Findings, gameAt, goToPath, goToPly, isPrefix, mainLine, type Path, pathOf,
    playMove, pointAt, promoteBranch, removeBranch, type Reviewed, samePath, type Study, studyOf,
    verdictAt} from "../state/study.js";
import {asSentence} from "../state/text.js";
import {toast} from "../state/toasts.js";
import {VARIANT_OPTIONS} from "../state/variants.js";
import {shared} from "../style/shared.js";
import {icon} from "../ui/icons.js";
import {keyList, keyListStyle, type Keys, lettersHelp} from "../ui/keys.js";
import type {OxoDialog} from "../ui/oxo-dialog.js";
import "../ui/oxo-dialog.js";
import "../ui/oxo-eval.js";
import "../ui/oxo-export.js";
import "../ui/oxo-graph.js";
import "../ui/oxo-intensity.js";
import "../ui/oxo-lines.js";
import type {OxoOpen} from "../ui/oxo-open.js";
import "../ui/oxo-open.js";
import "../ui/oxo-stage.js";
import "../ui/oxo-summary.js";
import "../ui/oxo-transport.js";
import type {MoveSign} from "../ui/oxo-variations.js";
import "../ui/oxo-variations.js";
import {Watching} from "../ui/watching.js";
import {analysisStyle} from "./analysis-style.js";
import {openStudy} from "./study-source.js";

/** The symbols in the list of moves. */
function moveSigns(reviewed: Reviewed | null): (path: Path) => MoveSign | null {
    return (path) => {
        const verdict = verdictAt(reviewed, path);
        return verdict ? {...gradeLook(verdict.grade), words: verdictWords(verdict)} : null;
    };
}

const engineSwitch = new Store<{readonly on: boolean}>({on: true}, "oxo-analysis", (kept) => {
    const on = asObject(kept)?.["on"];
    return typeof on === "boolean" ? {on} : null;
});

/** All keys of the screen, with those of the board. */
const analysisKeys = (variant: Variant): Keys => [
    ["Left, Right", "one move back, one on"],
    ["Home, End", "to the start, to the end"],
    ["b", "play the engine’s best move"],
    ["l", "engine on or off"],
    ["?", "this help"],
    ["on the board: arrows, Enter", "go from cell to cell, play there"],
    ["on the board: a to i", lettersHelp(variant, "play")],
];

/** Milliseconds without a change. Browsers refuse to change the address too
 * often. */
const ADDRESS_DELAY = 250;

class ScreenAnalysis extends LitElement {
    static override styles = [shared, keyListStyle, analysisStyle];

    static override properties = {
        route: {attribute: false},
        oxo: {state: true},
        study: {state: true},
        about: {state: true},
        known: {state: true},
        intensities: {state: true},
        reviewed: {state: true},
        reviewing: {state: true},
        busy: {state: true},
        failure: {state: true},
        trouble: {state: true},
        dragging: {state: true},
    };

    declare route: Route | null;
    private declare oxo: Oxo | null;
    private declare study: Study | null;
    private declare about: About;
    private declare known: Findings;
    /** By position, computed with the same settings as during a game. */
    private declare intensities: ReadonlyMap<string, Point>;
    private declare reviewed: Reviewed | null;
    private declare reviewing: boolean;
    /** The engine searches the position on the board. */
    private declare busy: boolean;
    /** Why the search failed. */
    private declare failure: string;
    /** What is wrong with the address. */
    private declare trouble: string;
    private declare dragging: boolean;

    private view: View | null = null;
    private moveSignOf = moveSigns(null);
    private searchedPosition = "";
    private analyst = new Analyst();
    private readonly keys = createRef<OxoDialog>();
    private addressTimer = 0;

    constructor() {
        super();
        this.route = null;
        this.oxo = null;
        this.study = null;
        this.known = new Map();
        this.forgetFindings();
        this.busy = this.dragging = false;
        this.failure = this.trouble = "";
        new Watching(this, [engineSwitch]);
        this.addEventListener("dragover", (event) => this.onDrag(event));
        this.addEventListener("dragleave", () => { this.dragging = false; });
        this.addEventListener("drop", (event) => this.onDrop(event));
    }

    override connectedCallback(): void {
        super.connectedCallback();
        addEventListener("keydown", this.onKey);
    }

    override disconnectedCallback(): void {
        super.disconnectedCallback();
        removeEventListener("keydown", this.onKey);
        clearTimeout(this.addressTimer);
        this.analyst.close();
        this.searchedPosition = "";
    }

    // ---- Opening ------------------------------------------------------------

    private async loadRoute(route: Route): Promise<void> {
        try {
            this.oxo = await loadCore();
            const {study, about, trouble} = await openStudy(this.oxo, route);
            if (isCurrent(route))
                this.beginStudy(study, about, trouble);
        } catch (error) {
            if (isCurrent(route))
                this.showTrouble((error as Error).message);
        }
    }

    /** Shows the problem, and an empty board if there is none yet. */
    private showTrouble(why: string): void {
        this.trouble = why;
        if (!this.study && this.oxo)
            this.beginStudy(studyOf({variant: "ultimate", moves: []}), UNKNOWN_GAME, why);
    }

    /** Starts another study. */
    private beginStudy(study: Study, about: About, trouble = ""): void {
        this.forgetFindings();
        this.trouble = trouble;
        this.about = about;
        setTitle(`${titleOf(about)} · oxo`);
        this.study = study;
        if (study.next.length > 0)
            void this.reviewLine(mainLine(study));
    }

    private forgetFindings(): void {
        this.analyst.stopReview();
        this.reviewing = false;
        this.about = UNKNOWN_GAME;
        this.reviewed = null;
        this.known = new Map();
        this.intensities = new Map();
    }

    private onOpened(event: CustomEvent<Opened>): void {
        const {game, record} = event.detail;
        this.beginStudy(studyOf(game, game.moves.length), record ? aboutRecord(record) : UNKNOWN_GAME);
        this.scheduleAddress();
    }

    // ---- Moves --------------------------------------------------------------

    private changeStudy(study: Study): void {
        this.study = study;
        this.scheduleAddress();
    }

    private scheduleAddress(): void {
        clearTimeout(this.addressTimer);
        this.addressTimer = window.setTimeout(() => {
            if (this.study && !this.trouble && isCurrent(this.route))
                history.replaceState(history.state, "", writeAddress(this.study, this.about.id));
        }, ADDRESS_DELAY);
    }

    private tryMove({detail}: CustomEvent<TryDetail>): void {
        const {study, oxo} = this;
        if (!study || !oxo)
            return;
        const refusal = oxo.check(gameAt(study, pathOf(study)), detail.move);
        if (refusal)
            toast(asSentence(refusal.message));
        else
            this.changeStudy(playMove(study, detail.move));
    }

    /** Plays moves of the engine as a branch. */
    private playMoves(moves: Path): void {
        if (this.study)
            this.changeStudy(moves.reduce(playMove, this.study));
    }

    private onKey = (event: KeyboardEvent): void => {
        const {study} = this;
        const busy = event.composedPath().some((node) => node instanceof Element
            && (node.matches("input, textarea, select, dialog[open], [role=grid], .scroll")));
        const shifted = event.shiftKey && event.key !== "?";
        if (!study || busy || event.ctrlKey || event.metaKey || event.altKey || shifted)
            return;
        const go = (ply: number) => (): void => this.changeStudy(goToPly(study, ply));
        const action = {
            ArrowLeft: go(study.ply - 1), ArrowRight: go(study.ply + 1), Home: go(0), End: go(study.line.length),
            b: () => this.playBest(),
            l: () => { engineSwitch.value = {on: !engineSwitch.value.on}; },
            "?": () => this.keys.value?.show(),
        }[event.key];
        if (!action)
            return;
        event.preventDefault();
        action();
    };

    private playBest(): void {
        const best = this.view && engineSwitch.value.on ? this.known.get(this.view.position)?.lines[0]?.moves[0] : undefined;
        if (best)
            this.playMoves([best]);
        else
            toast(engineSwitch.value.on ? "The engine has found nothing yet." : "The engine is off.");
    }

    private onDrag(event: DragEvent): void {
        event.preventDefault();
        this.dragging = true;
    }

    private onDrop(event: DragEvent): void {
        event.preventDefault();
        this.dragging = false;
        const file = event.dataTransfer?.files[0];
        const text = event.dataTransfer?.getData("text/plain");
        if (file)
            void this.dialog.openFile(file);
        else if (text)
            this.dialog.openText(text);
    }

    private get dialog(): OxoOpen {
        return this.renderRoot.querySelector("oxo-open")!;
    }

    // ---- Thinking -----------------------------------------------------------

    protected override willUpdate(changed: PropertyValues): void {
        if (changed.has("route") && this.route)
            void this.loadRoute(this.route);
        if (changed.has("study") && this.study && this.oxo)
            this.view = this.oxo.view(gameAt(this.study, pathOf(this.study)));
        if (changed.has("reviewed"))
            this.moveSignOf = moveSigns(this.reviewed);
    }

    protected override updated(): void {
        const wanted = engineSwitch.value.on && this.view?.outcome === "ongoing" ? this.view.position : "";
        if (wanted === this.searchedPosition)
            return;
        this.searchedPosition = wanted;
        if (wanted)
            void this.lookAtPosition(wanted);
        else
            this.analyst.stopSearch();
    }

    private async lookAtPosition(position: string): Promise<void> {
        this.busy = true;
        this.failure = "";
        const {variant} = this.study!;
        try {
            await this.analyst.searchPosition({variant, start: position, moves: []}, (info) => {
                this.known = addFinding(this.known, position, info);
            }, (point) => {
                this.intensities = new Map(this.intensities).set(position, point);
            });
        } catch (error) {
            this.failure = `the engine failed: ${(error as Error).message}`;
        }
        if (this.searchedPosition === position)
            this.busy = false;
    }

    private async reviewLine(moves: Path): Promise<void> {
        this.reviewing = true;
        try {
            const done = await this.analyst.reviewGame(gameAt(this.study!, moves), (review) => {
                this.reviewed = {moves, review};
            });
            if (!done)
                return; // another review has started
        } catch (error) {
            toast(`The review failed: ${(error as Error).message}`);
        }
        this.reviewing = false;
    }

    // ---- Drawing ------------------------------------------------------------

    protected override render(): TemplateResult {
        const {study, view} = this;
        return html`
            ${this.heading()}
            ${this.trouble ? html`<p class="card trouble" role="alert">${this.trouble}</p>` : nothing}
            ${study && view ? this.stage(study, view) : html`<oxo-stage><oxo-board label="Analysis board"></oxo-board></oxo-stage>`}
            ${study && view ? this.belowStage(study, view) : nothing}
            <oxo-dialog ${ref(this.keys)} heading="Keys">${keyList(analysisKeys(study?.variant ?? "ultimate"))}</oxo-dialog>
            <oxo-open .oxo=${this.oxo} .variant=${study?.variant ?? "ultimate"} @oxo-opened=${this.onOpened}></oxo-open>
            ${this.dragging ? html`<div class="drop">Drop a game file to open it</div>` : nothing}`;
    }

    private heading(): TemplateResult {
        return html`<div class="top">
            <div class="title"><h1>${titleOf(this.about)}</h1></div>
            ${this.playOnLink()}
            <select class="field" aria-label="Empty board, with these rules" @change=${this.onVariantChosen}>
                ${VARIANT_OPTIONS.map(([variant, name]) => html`<option value=${variant} .selected=${variant === this.study?.variant}>${name}</option>`)}
            </select>
            <button class="button icon" aria-label="Keys" title="Keys (?)" @click=${() => this.keys.value?.show()}>?</button>
            <button class="button" @click=${this.clearBoard}>${icon("plus")}New<span class="hidden-text"> empty board</span></button>
            <button class="button primary" ?disabled=${!this.oxo} @click=${() => this.dialog.show()}>${icon("download")}Open</button>
        </div>`;
    }

    /** The link to play on from here against the computer. Not for games from
     * another start position. */
    private playOnLink(): TemplateResult | typeof nothing {
        const {study, view} = this;
        if (!study || study.start || view?.outcome !== "ongoing" || study.ply === 0)
            return nothing;
        const query = new URLSearchParams({variant: study.variant, level: String(savedGame.value?.level ?? FIRST_LEVEL),
            side: view.turn, moves: pathOf(study).join(".")});
        return html`<a class="button" href="/play?${query}">${icon("computer")}<span>Play<span class="long"> from here</span></span></a>`;
    }

    private onVariantChosen(event: Event): void {
        this.beginEmptyBoard((event.target as HTMLSelectElement).value as Variant);
    }

    private clearBoard(): void {
        this.beginEmptyBoard(this.study?.variant ?? "ultimate");
    }

    private beginEmptyBoard(variant: Variant): void {
        this.beginStudy(studyOf({variant, moves: []}), UNKNOWN_GAME);
        this.scheduleAddress();
    }

    private stage(study: Study, view: View): TemplateResult {
        const info = engineSwitch.value.on ? this.known.get(view.position) ?? null : null;
        const point = pointAt(this.reviewed, pathOf(study));
        const value = info?.lines[0] ? valueForX(info.lines[0].value, view.turn) : point?.known ? point.value : null;
        const ongoing = view.outcome === "ongoing";
        return html`<oxo-stage>
            <oxo-eval slot="above" .value=${value} .outcome=${view.outcome} .turn=${view.turn}
                .missing=${engineSwitch.value.on ? "Thinking" : "The engine is off"}></oxo-eval>
            <oxo-board label="Analysis board" .view=${view} .notes=${info && ongoing ? cellValues(info.lines) : null}
                .hint=${ongoing ? info?.lines[0]?.moves[0] ?? null : null} @oxo-try=${this.tryMove}></oxo-board>
            <oxo-transport slot="below" .at=${study.ply} .last=${study.line.length}
                .words=${study.ply === 0 ? "start" : `${numberOf(study.ply - 1, this.firstMark(study))}. ${study.line[study.ply - 1]}`}
                @oxo-ply=${(event: CustomEvent<number>) => this.changeStudy(goToPly(study, event.detail))}></oxo-transport>
            <div slot="side" class="side stack">${this.side(study, view, info)}</div>
        </oxo-stage>`;
    }

    private side(study: Study, view: View, info: SearchInfo | null): TemplateResult {
        const path = pathOf(study);
        const judged = this.intensities.get(view.position) ?? pointAt(this.reviewed, path);
        const refined = judged?.source === "engine";
        return html`
            <section class="card" aria-label="Engine">
                <oxo-lines .on=${engineSwitch.value.on} .busy=${this.busy} .over=${view.outcome !== "ongoing"} .info=${info}
                    .turn=${view.turn} .failure=${this.failure}
                    @oxo-more=${() => this.lookAtPosition(view.position)}
                    @oxo-engine=${(event: CustomEvent<boolean>) => { engineSwitch.value = {on: event.detail}; }}
                    @oxo-line=${(event: CustomEvent<Path>) => this.playMoves(event.detail)}></oxo-lines>
            </section>
            <section class="card moves stack" aria-label="Moves">
                <oxo-variations .study=${study} .first=${this.firstMark(study)} .signOf=${this.moveSignOf}
                    @oxo-path=${(event: CustomEvent<Path>) => this.changeStudy(goToPath(study, event.detail))}></oxo-variations>
                ${this.verdict(path)}
                ${this.branchTools(study, path)}
                ${view.variant === "classic" && view.outcome === "ongoing" ? html`<a class="button" href="/learn?position=${
                    encodeURIComponent(view.position)}">${icon("tree")}How a machine decides here</a>` : nothing}
                <oxo-intensity .value=${refined ? judged.intensity : view.intensity} .refined=${refined}
                    .classic=${view.variant === "classic"}></oxo-intensity>
            </section>
            ${study.line.length > 0 ? this.graphCard(study) : this.openCard()}`;
    }

    private openCard(): TemplateResult {
        return html`<section class="card stack">
            <h2>Bring a game</h2>
            <p class="soft">Open a game file or a position, drop a file anywhere on this page, or just play: the
                engine says what it thinks of every move.</p>
            <p><button class="button" ?disabled=${!this.oxo} @click=${() => this.dialog.show()}>Open a game</button></p>
        </section>`;
    }

    private firstMark(study: Study): "X" | "O" {
        return this.oxo!.view(gameAt(study, [])).turn;
    }

    private verdict(path: Path): TemplateResult | typeof nothing {
        const verdict = verdictAt(this.reviewed, path);
        if (!this.reviewed)
            return nothing;
        if (!verdict || verdict.grade === "ungraded")
            return html`<p class="verdict soft">${path.length === 0 ? "The start of the game."
                : isPrefix(path, this.reviewed.moves) ? "Not judged yet." : "Not part of the reviewed game."}</p>`;
        const {sign, tone} = gradeLook(verdict.grade);
        return html`<p class="verdict"><b class=${tone ?? nothing}>${verdict.move}${sign}</b> ${verdictWords(verdict)}</p>`;
    }

    private branchTools(study: Study, path: Path): TemplateResult | typeof nothing {
        const branch = branchAround(study, path);
        if (!branch)
            return nothing;
        return html`<div class="row">
            <button class="button" @click=${() => this.changeStudy(promoteBranch(study, branch))}>${icon("redo")}Make it the main line</button>
            <button class="button" @click=${() => this.changeStudy(removeBranch(study, branch))}>${icon("close")}Delete branch</button>
        </div>`;
    }

    private belowStage(study: Study, view: View): TemplateResult {
        const saving = {study, record: this.about, notes: this.notes(study)};
        return html`<div class="under">
            ${study.line.length > 0 ? this.summaryCard(study) : nothing}
            <section class="card export stack"><h2>Take it along</h2>
                <oxo-export .view=${view} .link=${location.origin + writeAddress(study, this.about.id)}
                    .fileOf=${() => saveText(this.oxo!, saving)} .name=${this.about.id ?? `oxo-${study.variant}`}></oxo-export>
            </section>
        </div>`;
    }

    private notes(study: Study): About["notes"] {
        const fits = this.reviewed !== null && samePath(this.reviewed.moves, study.line);
        const own = samePath(study.line, mainLine(study)) ? this.about.notes : [];
        return notesOf(fits ? this.reviewed!.review : null, own, study.line.length);
    }

    /** Goes to a ply of the reviewed line, from the graph or the summary. */
    private goToReviewedPly(study: Study): (event: CustomEvent<number>) => void {
        return ({detail}) => this.changeStudy(goToPly(addLine(study, this.reviewed!.moves), detail));
    }

    /** The current ply if the board is in the reviewed line, else -1. */
    private reviewedAt(study: Study): number {
        return this.reviewed && isPrefix(pathOf(study), this.reviewed.moves) ? study.ply : -1;
    }

    private graphCard(study: Study): TemplateResult {
        const {reviewed} = this;
        const current = reviewed !== null && samePath(reviewed.moves, study.line);
        return html`<section class="card game stack" @oxo-ply=${this.goToReviewedPly(study)}>
            <div class="row">
                <h2>The game</h2>
                <span class="soft small" role="status">${this.reviewing ? `Judging position ${
                    reviewed ? judgedCount(reviewed.review) : 0} of ${reviewed?.review.points.length ?? "…"}` : ""}</span>
                ${current || this.reviewing ? nothing : html`<button class="button" @click=${() => this.reviewLine(study.line)}>${
                    icon("chart")}${reviewed ? "Review this line" : "Review the game"}</button>`}
            </div>
            <oxo-graph .review=${reviewed?.review ?? null} .at=${this.reviewedAt(study)}></oxo-graph>
        </section>`;
    }

    private summaryCard(study: Study): TemplateResult | typeof nothing {
        const {reviewed} = this;
        return reviewed ? html`<section class="card summary stack" @oxo-ply=${this.goToReviewedPly(study)}>
            <h2>Summary</h2>
            <oxo-summary .review=${reviewed.review} .names=${this.about.names} .at=${this.reviewedAt(study)}
                .ending=${this.ending(reviewed)} .nodes=${study.variant === "classic" ? 0 : REVIEW_NODES}></oxo-summary>
        </section>` : nothing;
    }

    private ending({moves}: Reviewed): string {
        const outcome = this.oxo!.view(gameAt(this.study!, moves)).outcome;
        const result = outcome === "ongoing" ? this.about.result : RESULTS[outcome];
        return endingWords(result, outcome === "ongoing" ? this.about : {...this.about, reason: ""}, moves.length);
    }
}

customElements.define("screen-analysis", ScreenAnalysis);
