/* local-game-controller.ts - runs a game on this device: plays the reader's
 * moves and the computer's, saves the game, and counts it in the statistics
 * when it ends. */
import type {ReactiveController, ReactiveControllerHost} from "lit";
import type {Line, Move, Outcome, Oxo, SearchInfo, View} from "@oxo/core";
import {playSound} from "../browser/sound.js";
import {dropThinker, intensitiesOf, neuralFor, sharedThinker} from "../core/core.js";
import {FIRST_LEVEL} from "../state/levels.js";
import {turnWords} from "../state/local-game-words.js";
import * as local from "../state/local-game.js";
import {type LocalGame, savedGame, type Setting} from "../state/local-game.js";
import {countGame, deviceStatistics, playedLocalGame, uncountGame} from "../state/statistics.js";
import {addFinding, type Findings} from "../state/study.js";
import {asSentence} from "../state/text.js";
import {toast} from "../state/toasts.js";

/** Milliseconds before the computer's answer appears, so that readers see their
 * own mark being drawn first. */
const ANSWER_DELAY = 320;
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
/** Milliseconds after which an engine without an answer counts as failed. */
const ENGINE_TIMEOUT = 20_000;
const HINT_TIME = 600;
const HINT = "hint"; // findings of a hint are about one position only

/** Without a saved game and without a request in the address. */
const FIRST_SETTING: Setting = {variant: "ultimate", level: FIRST_LEVEL, me: "X"};

/** What the engine is working on. */
export type EngineTask = "thinking" | "hint" | null;

const newStart = (): local.LocalGameStart =>
    ({begun: Date.now(), seed: crypto.getRandomValues(new Uint32Array(1))[0]!});

const sleep = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

export class LocalGameController implements ReactiveController {
    busy: EngineTask = null;
    failed = false;
    /** The engine's best line. */
    hint: Line | null = null;
    /** How many moves the board shows; null: all of them. */
    at: number | null = null;

    private current: LocalGame;
    /** By number of moves. */
    private readonly views = new Map<number, View>();
    /** The engine's intensities, by position. */
    private readonly refinedIntensities = new Map<string, number>();
    private request = new AbortController();
    private unwatch = (): void => {};

    /** Starts the `wanted` game, or without one continues the saved game. */
    constructor(private readonly host: ReactiveControllerHost, private readonly oxo: Oxo, wanted: Setting | null) {
        this.current = (wanted ? null : this.restoreGame()) ?? local.beginGame(wanted ?? FIRST_SETTING, newStart());
        savedGame.value = this.current;
        host.addController(this);
    }

    hostConnected(): void {
        this.unwatch = savedGame.watch((game) => {
            if (game && game !== this.current)
                this.followWindow(game);
        });
        document.addEventListener("visibilitychange", this.onVisible);
        this.continueGame();
    }

    hostDisconnected(): void {
        this.unwatch();
        document.removeEventListener("visibilitychange", this.onVisible);
        this.stopEngine();
        dropThinker(); // frees the memory of its tables
    }

    /** Another window has made a move, or started a new game. The window in view
     * plays the computer's move; if both do, they get the same one. */
    private followWindow(game: LocalGame): void {
        if (game.begun !== this.current.begun)
            toast("Another window has begun a new game. It goes on here as well.");
        this.showState(game);
        this.onVisible();
    }

    private readonly onVisible = (): void => {
        if (document.visibilityState === "visible" && this.busy === null && !this.failed)
            this.continueGame();
    };

    // ---- State -----------------------------------------------------------------

    get state(): LocalGame {
        return this.current;
    }

    /** The game after its last move. */
    get view(): View {
        return this.viewAt(this.current.moves.length);
    }

    /** What the board shows. */
    get shown(): View {
        return this.viewAt(this.at ?? this.current.moves.length);
    }

    get outcome(): Outcome {
        return local.outcomeOf(this.current, this.view.outcome);
    }

    get over(): boolean {
        return this.outcome !== "ongoing";
    }

    get computersTurn(): boolean {
        return !this.over && this.current.level !== null && this.view.turn !== this.current.me;
    }

    get mayUndo(): boolean {
        return local.undoMove(this.current, this.view.turns) !== this.current;
    }

    /** Of the position shown: by the engine if available, else by the heuristic. */
    get intensity(): {readonly value: number; readonly refined: boolean} {
        const refined = this.refinedIntensities.get(this.shown.position);
        return {value: refined ?? this.shown.intensity, refined: refined !== undefined};
    }

    private viewAt(ply: number): View {
        const {variant, moves} = this.current;
        const view = this.views.get(ply) ?? this.oxo.view({variant, moves: moves.slice(0, ply)});
        this.views.set(ply, view);
        return view;
    }

    // ---- Actions ---------------------------------------------------------------

    /** Plays the move and returns null, or returns why the move is refused. */
    tryMove(move: Move): string | null {
        const refusal = this.refusalOf(move);
        if (!refusal)
            this.playMove(move);
        return refusal;
    }

    private refusalOf(move: Move): string | null {
        if (this.at !== null)
            return "You are looking at an earlier move. Go back to the game to play.";
        if (this.current.resigned)
            return this.sentence("game-over");
        if (this.computersTurn)
            return "It is the computer’s turn.";
        const {variant, moves} = this.current;
        const error = this.oxo.check({variant, moves}, move);
        const duty = this.over ? "" : turnWords(this.current, this.view);
        return error && `${this.sentence(error.code, error.message)} ${duty}`.trim();
    }

    private sentence(code: string, message = this.oxo.statuses[code] ?? code): string {
        return asSentence(message);
    }

    beginGame(setting: Setting): void {
        this.setState(local.beginGame(setting, newStart()));
    }

    /** Continues from given moves, for instance from the analysis board. */
    playOn(moves: readonly Move[]): void {
        try {
            this.oxo.view({variant: this.current.variant, moves});
            this.setState({...this.current, moves});
        } catch (error) {
            toast(`The game cannot go on from there: ${(error as Error).message}.`);
        }
    }

    undo(): void {
        this.setState(local.undoMove(this.current, this.view.turns));
    }

    redo(): void {
        this.setState(local.redoMove(this.current));
    }

    resign(): void {
        this.setState(local.resignGame(this.current, this.current.level === null ? this.view.turn : this.current.me));
        playSound(this.current.level === null ? "win" : "loss");
    }

    beginNextGame(swap: boolean): void {
        this.setState(local.nextGame(this.current, this.view.outcome, newStart(), swap));
    }

    switchSides(): void {
        this.setState(local.switchSides(this.current));
    }

    /** Takes effect with the next move. After the end it starts a new game. */
    changeLevel(level: number): void {
        const next = local.changeLevel(this.current, level);
        this.setState(this.over ? local.beginGame(next, newStart()) : next);
    }

    showPly(ply: number): void {
        this.at = ply < this.current.moves.length ? ply : null;
        this.host.requestUpdate();
    }

    // ---- Consequences ----------------------------------------------------------

    private playMove(move: Move): void {
        this.setState(local.addMove(this.current, move));
        const result = this.outcome;
        if (result === "draw")
            playSound("draw");
        else if (result !== "ongoing")
            playSound(this.current.level === null || result === this.current.me ? "win" : "loss");
        else
            playSound(this.view.turns.at(-1)?.board ? "board" : "place");
    }

    private setState(game: LocalGame): void {
        this.showState(game);
        savedGame.value = game;
        this.countResult();
        this.continueGame();
    }

    /** Shows another game, or the same game with the moves of another window. */
    private showState(game: LocalGame): void {
        this.stopEngine();
        this.current = game;
        this.at = null;
        this.failed = false;
        this.views.clear();
        this.host.requestUpdate();
    }

    private countResult(): void {
        const result = this.outcome;
        deviceStatistics.value = result === "ongoing" ? uncountGame(deviceStatistics.value, String(this.current.begun))
            : countGame(deviceStatistics.value, playedLocalGame(this.current, result, Date.now()));
    }

    private continueGame(): void {
        if (this.computersTurn)
            void this.playComputerMove();
        else if (!this.over)
            void this.refineIntensity();
    }

    /** The saved game, if the core accepts its moves. */
    private restoreGame(): LocalGame | null {
        const game = savedGame.value;
        try {
            if (game)
                this.oxo.view({variant: game.variant, moves: [...game.moves, ...game.undone]});
            return game;
        } catch {
            toast("The game that was kept could not be read, so a new one begins.");
            return null;
        }
    }

    // ---- The engine ------------------------------------------------------------

    /** Aborts the engine's current task. */
    private stopEngine(): void {
        this.request.abort();
        this.request = new AbortController();
        this.busy = null;
        this.hint = null;
    }

    /** The line that `search` finds; null if it was aborted or failed. */
    private async askEngine(busy: EngineTask, search: (signal: AbortSignal) => Promise<Line | undefined>): Promise<Line | null> {
        this.stopEngine();
        const {signal} = this.request;
        this.busy = busy;
        this.failed = false;
        this.host.requestUpdate();
        try {
            const line = await search(AbortSignal.any([signal, AbortSignal.timeout(ENGINE_TIMEOUT)]));
            if (signal.aborted || !line)
                return null;
            this.busy = null;
            return line;
        } catch {
            if (!signal.aborted) {
                this.busy = null;
                this.failed = true;
            }
            return null;
        } finally {
            this.host.requestUpdate();
        }
    }

    private async playComputerMove(): Promise<void> {
        const {variant, moves, level, seed} = this.current;
        const line = await this.askEngine("thinking", async (signal) => {
            const search = sharedThinker().search({variant, moves}, {}, {level: level!, seed, signal});
            const [info] = await Promise.all([search, sleep(reducedMotion.matches ? 0 : ANSWER_DELAY)]);
            return info.lines[0];
        });
        if (line?.moves[0])
            this.playMove(line.moves[0]);
    }

    async findHint(): Promise<void> {
        if (this.over || this.computersTurn)
            return;
        const {variant, moves} = this.current;
        this.at = null;
        const line = await this.askEngine("hint", async (signal) => {
            let known: Findings = new Map();
            const keep = (info: SearchInfo): void => { known = addFinding(known, HINT, info); };
            keep(await sharedThinker().search({variant, moves}, {moveTime: HINT_TIME},
                {...neuralFor(variant), signal, onProgress: keep}));
            return known.get(HINT)!.lines[0];
        });
        if (!line?.moves[0])
            return;
        this.hint = line;
        this.host.requestUpdate();
        void this.refineIntensity();
    }

    /** Asks the engine for the intensity of the position. Nothing waits for the
     * answer; without one the heuristic value stays. */
    private async refineIntensity(): Promise<void> {
        const {signal} = this.request;
        const {variant, position} = this.view;
        if (this.refinedIntensities.has(position))
            return;
        try {
            const [point] = await intensitiesOf(sharedThinker(), {variant, start: position, moves: []}, signal);
            if (point?.source === "engine")
                this.refinedIntensities.set(position, point.intensity);
            this.host.requestUpdate();
        } catch {
            return;
        }
    }

    /** Tries again with a new worker. */
    retryEngine(): void {
        dropThinker();
        this.failed = false;
        this.continueGame();
        this.host.requestUpdate();
    }
}
