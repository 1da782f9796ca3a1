/* learn.ts - how a machine decides: minimax and alpha-beta on classic, as a tree
 * to explore and as single steps to follow. */
import {html, LitElement, nothing, type PropertyValues, type TemplateResult} from "lit";
import type {Mark, Oxo, View} from "@oxo/core";
import type {TryDetail} from "../board/oxo-board.js";
import type {Route} from "../browser/router.js";
import {whenCoreLoads} from "../core/with-core.js";
import {type AskTree, type Family, groupDigits, keyOf, type NodePath, nodeWords, progressAfter, pruningWords, stepWords,
    walkAlphaBeta, type WalkStep} from "../state/alpha-beta.js";
import {MINIMAX_LESSONS, PRESETS} from "../state/minimax-lessons.js";
import {asSentence} from "../state/text.js";
import {toast} from "../state/toasts.js";
import {shared} from "../style/shared.js";
import {icon, type IconName} from "../ui/icons.js";
import "../ui/oxo-minimax.js";
import {isDrawn} from "../ui/oxo-tree-drawing.js";
import "../ui/oxo-window.js";
import {learnStyle} from "./learn-style.js";

/** Milliseconds between two steps of the replay. */
const STEP_INTERVAL = 1100;
/** Milliseconds of work without a pause. */
const LONGEST_TASK = 20;

class ScreenLearn extends LitElement {
    static override styles = [shared, learnStyle];

    static override properties = {
        route: {attribute: false},
        oxo: {state: true},
        lesson: {state: true},
        start: {state: true},
        moves: {state: true},
        mode: {state: true},
        at: {state: true},
        taken: {state: true},
        playing: {state: true},
    };

    /** `?position=` is the root of the tree. */
    declare route: Route | null;
    private declare oxo: Oxo | null;
    private declare lesson: number;
    /** The root of the tree is this position after `moves`. */
    private declare start: string;
    private declare moves: NodePath;
    private declare mode: "tree" | "steps";
    /** The selected row of the tree. */
    private declare at: NodePath;
    /** How many steps of alpha-beta are shown. */
    private declare taken: number;
    private declare playing: boolean;

    private view: View | null = null;
    private ask: AskTree | null = null;
    private steps: WalkStep[] = [];
    private walking: Generator<WalkStep, void> | null = null;
    private timer = 0;
    private readonly boards = new Map<string, string>();

    constructor() {
        super();
        this.route = null;
        this.oxo = null;
        this.moves = [];
        this.at = [];
        this.taken = 1;
        this.lesson = 0;
        this.playing = false;
        this.start = MINIMAX_LESSONS[0]!.root;
        this.mode = MINIMAX_LESSONS[0]!.mode;
        whenCoreLoads((oxo) => { this.oxo = oxo; });
    }

    override disconnectedCallback(): void {
        super.disconnectedCallback();
        this.stopPlaying();
    }

    // ---- The tree -----------------------------------------------------------

    protected override willUpdate(changed: PropertyValues): void {
        if (this.oxo && (changed.has("oxo") || changed.has("route")))
            this.openLink(this.oxo);
        if (this.oxo && (changed.has("oxo") || changed.has("start") || changed.has("moves")))
            this.growTree(this.oxo);
    }

    private openLink(oxo: Oxo): void {
        const position = this.route?.query.get("position");
        if (!position)
            return;
        try {
            this.chooseRoot(oxo.readPosition("classic", position));
        } catch (error) {
            toast(`The position of this link cannot be read: ${(error as Error).message}.`);
        }
    }

    /** Starts a tree with another root. */
    private growTree(oxo: Oxo): void {
        const view = oxo.view({variant: "classic", start: this.start, moves: this.moves});
        const families = new Map<string, Family>();
        this.view = view;
        this.ask = (path) => {
            const key = keyOf(path);
            const family = families.get(key) ?? oxo.tree(view.position, path);
            families.set(key, family);
            return family;
        };
        this.at = [];
        this.restartWalk();
    }

    private cellsOf = (position: string): string => {
        const kept = this.boards.get(position);
        const cells = kept ?? this.oxo!.view({variant: "classic", start: position, moves: []}).boards[0]!.cells;
        this.boards.set(position, cells);
        return cells;
    };

    private get max(): Mark {
        return this.view?.turn ?? "X";
    }

    private chooseRoot(start: string, moves: NodePath = []): void {
        this.stopPlaying();
        this.start = start;
        this.moves = moves;
    }

    private tryMove({detail}: CustomEvent<TryDetail>): void {
        const refusal = this.oxo?.check({variant: "classic", start: this.start, moves: this.moves}, detail.move);
        if (refusal)
            toast(asSentence(refusal.message));
        else
            this.chooseRoot(this.start, [...this.moves, detail.move]);
    }

    private showLesson(lesson: number): void {
        const {root, mode} = MINIMAX_LESSONS[lesson]!;
        this.lesson = lesson;
        this.mode = mode;
        this.chooseRoot(root);
    }

    // ---- Steps --------------------------------------------------------------

    private restartWalk(): void {
        this.stopPlaying();
        this.walking = this.ask && walkAlphaBeta(this.ask);
        this.steps = [];
        this.goToStep(1);
    }

    /** Shows that many steps, or all if there are fewer. */
    private goToStep(count: number): void {
        while (this.steps.length < count) {
            const next = this.walking?.next();
            if (!next || next.done)
                break;
            this.steps.push(next.value);
        }
        this.taken = Math.min(count, this.steps.length);
    }

    /** Goes to the next cut. In large trees this takes a while, so it pauses for
     * the page, and stops if the reader does something else. */
    private async toNextCut(): Promise<void> {
        this.stopPlaying();
        const {walking} = this;
        let rested = performance.now();
        for (let kind = ""; kind !== "cut" && kind !== "done"; kind = this.steps[this.taken - 1]!.kind) {
            const before = this.taken;
            this.goToStep(before + 1);
            if (performance.now() - rested < LONGEST_TASK)
                continue;
            await new Promise((resolve) => setTimeout(resolve));
            rested = performance.now();
            if (this.walking !== walking || this.taken !== before + 1)
                return;
        }
    }

    private startPlaying(): void {
        if (this.steps[this.taken - 1]?.kind === "done")
            this.restartWalk();
        this.playing = true;
        this.timer = window.setInterval(() => {
            this.goToStep(this.taken + 1);
            if (this.steps[this.taken - 1]?.kind === "done")
                this.stopPlaying();
        }, STEP_INTERVAL);
    }

    private stopPlaying(): void {
        clearInterval(this.timer);
        this.playing = false;
    }

    // ---- Drawing ------------------------------------------------------------

    protected override render(): TemplateResult {
        return html`
            <h1>How a machine decides</h1>
            <div class="whole">
                ${this.lessonCard()}
                <section class="card tree stack" aria-labelledby="tree-title">
                    ${this.ask && this.view ? this.treeCard() : html`<p class="soft">Loading.</p>`}
                </section>
                ${this.ask ? this.countCard(this.ask([]).node.nodes) : nothing}
                ${this.chooseCard()}
            </div>`;
    }

    private lessonCard(): TemplateResult {
        const {title, text, root} = MINIMAX_LESSONS[this.lesson]!;
        const away = this.view !== null && this.view.position !== root;
        return html`<section class="card lesson stack" aria-labelledby="lesson-title">
            <nav class="lessons" aria-label="Lessons">${MINIMAX_LESSONS.map((lesson, i) => html`
                <button class="button" aria-current=${i === this.lesson ? "page" : nothing}
                    aria-label="Lesson ${i + 1}: ${lesson.title}" title=${lesson.title}
                    @click=${() => this.showLesson(i)}><b>${i + 1}</b></button>`)}</nav>
            <h2 id="lesson-title">${title}</h2>
            <div>${text.map((part) => html`<p>${part}</p>`)}</div>
            ${away ? html`<button class="button" @click=${() => this.showLesson(this.lesson)}>${
                icon("undo")}The position of this lesson</button>` : nothing}
            ${this.lesson + 1 < MINIMAX_LESSONS.length ? html`<button class="button primary"
                @click=${() => this.showLesson(this.lesson + 1)}>Next: ${MINIMAX_LESSONS[this.lesson + 1]!.title}${icon("next")}</button>` : nothing}
        </section>`;
    }

    private treeCard(): TemplateResult {
        const stepping = this.mode === "steps";
        const mode = (value: "tree" | "steps", name: string): TemplateResult => html`
            <button class="button" aria-pressed=${this.mode === value}
                @click=${() => { this.stopPlaying(); this.mode = value; }}>${name}</button>`;
        const step = this.steps[this.taken - 1];
        const progress = stepping ? progressAfter(this.steps.slice(0, this.taken)) : null;
        const choose = (event: CustomEvent<NodePath>): void => { this.at = event.detail; };
        return html`
            <div class="head">
                <h2 id="tree-title">The tree</h2>
                <div class="modes" role="group" aria-label="How to look at it">${mode("tree", "Whole tree")}${mode("steps", "Step by step")}</div>
            </div>
            ${stepping && step ? this.stepExplanation(step) : this.nodeExplanation()}
            <oxo-tree-drawing .ask=${this.ask} .max=${this.max} .progress=${progress}
                .at=${stepping && step ? step.path : this.at} @oxo-node=${choose}></oxo-tree-drawing>
            <oxo-minimax .ask=${this.ask} .cellsOf=${this.cellsOf} .max=${this.max} .at=${this.at} .progress=${progress}
                .follow=${stepping && step ? step.path : null} .still=${isDrawn(this.ask!([]).node.nodes.minimax)} @oxo-node=${choose}></oxo-minimax>`;
    }

    private nodeExplanation(): TemplateResult {
        const family = this.ask!(this.at);
        return html`<div class="beside says" role="status">
            <p>${nodeWords(family, this.max)}</p>
            <p class="soft small">${this.at.length > 0 ? pruningWords(family.node, this.max)
                : "Open a row, and choose it, to hear what minimax and alpha-beta make of it."}</p>
        </div>`;
    }

    private stepExplanation(step: WalkStep): TemplateResult {
        const done = step.kind === "done";
        const button = (name: IconName, label: string, off: boolean, act: () => void): TemplateResult => html`
            <button class="button icon" aria-label=${label} title=${label} ?disabled=${off} @click=${act}>${icon(name)}</button>`;
        return html`<div class="beside">
            <div class="steps">
                ${button("first", "From the beginning", this.taken <= 1, () => this.restartWalk())}
                ${button("back", "One step back", this.taken <= 1, () => { this.stopPlaying(); this.goToStep(this.taken - 1); })}
                ${button(this.playing ? "pause" : "play", this.playing ? "Pause" : "Play the steps", false,
                    () => this.playing ? this.stopPlaying() : this.startPlaying())}
                ${button("next", "Next step", done, () => { this.stopPlaying(); this.goToStep(this.taken + 1); })}
                <button class="button" ?disabled=${done} @click=${() => this.toNextCut()}><span class="roomy">Next cut</span>✂</button>
            </div>
            <oxo-window .alpha=${step.alpha} .beta=${step.beta}></oxo-window>
            <p class="says" role="status">${stepWords(step, this.max)}</p>
            <p class="soft small number">step ${this.taken}: seen ${groupDigits(step.seen)}, skipped ${groupDigits(step.saved)}</p>
        </div>`;
    }

    private countCard({minimax, alphaBeta}: {minimax: number; alphaBeta: number}): TemplateResult {
        const share = 100 * alphaBeta / minimax;
        return html`<section class="card counted stack" aria-labelledby="counts-title">
            <h2 id="counts-title">Positions looked at</h2>
            <div class="counts">
                <span>Minimax</span><div class="bar"></div><b class="number">${groupDigits(minimax)}</b>
                <span>Alpha-beta</span><div class="bar pruned" .style=${`width: ${share}%`}></div>
                <b class="number">${groupDigits(alphaBeta)}</b>
            </div>
            <p class="soft small">${alphaBeta === minimax ? "Here nothing could be skipped."
                : `Alpha-beta needs ${share < 10 ? share.toFixed(1) : Math.round(share)} % of them for the same answer.`}</p>
        </section>`;
    }

    private chooseCard(): TemplateResult {
        return html`<section class="card choose stack" aria-labelledby="choose-title">
            <h2 id="choose-title">Choose a position</h2>
            <p class="soft small">Play on this board: the tree begins where you stop. The side to move is max.</p>
            <oxo-board label="Position to explain" .view=${this.view} @oxo-try=${this.tryMove}></oxo-board>
            <button class="button" ?disabled=${this.moves.length === 0}
                @click=${() => this.chooseRoot(this.start, this.moves.slice(0, -1))}>${icon("undo")}Take the move back</button>
            <div class="presets" role="group" aria-label="Positions to begin with">${PRESETS.map((preset) => html`
                <button class="button" aria-pressed=${preset.root === this.view?.position}
                    @click=${() => this.chooseRoot(preset.root)}>${preset.name}</button>`)}</div>
        </section>`;
    }
}

customElements.define("screen-learn", ScreenLearn);
