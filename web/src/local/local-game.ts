/* local-game.ts - runs a game at this screen: does what people ask for, lets
 * the computer answer, keeps the game and counts it when it ends. */
import type {ReactiveController, ReactiveControllerHost} from "lit";
import type {Line, Move, Outcome, Oxo, SearchInfo, View} from "@oxo/core";
import {dropThinker, intensitiesOf, netFor, sharedThinker} from "../core/core.js";
import {learn, type Known} from "../state/analysis.js";
import {FIRST_LEVEL} from "../state/levels.js";
import * as matches from "../state/match.js";
import {kept, type Match, type Setting} from "../state/match.js";
import {turnWords} from "../state/match-words.js";
import {count, here, playedOf, uncount} from "../state/statistics.js";
import {toast} from "../state/toasts.js";
import {sound} from "../browser/sound.js";

/** Milliseconds before the computer answers at the earliest: so that people see
 * their own mark being drawn first. Nobody's input waits for it. */
const PACE = 320;
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** Milliseconds after which an engine that says nothing has failed. */
const PATIENCE = 20_000;
const HINT_TIME = 600;
const HINT = "hint"; // the only position that is known then

/** For somebody who asks for nothing special. */
const FIRST: Setting = {variant: "ultimate", level: FIRST_LEVEL, me: "X"};

/** What the engine is asked for just now. */
export type Busy = "thinking" | "hint" | null;

const birth = (): matches.Birth =>
    ({begun: Date.now(), seed: crypto.getRandomValues(new Uint32Array(1))[0]!});

const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

export class LocalGame implements ReactiveController {
    busy: Busy = null;
    failed = false;
    /** The best line, as the engine sees it. */
    hint: Line | null = null;
    /** How many moves are looked at; null: all of them, as the game stands. */
    at: number | null = null;

    private now: Match;
    /** By the number of moves. */
    private readonly views = new Map<number, View>();
    /** By position: the tension, once the engine has had its say. */
    private readonly judged = new Map<string, number>();
    private asked = new AbortController();
    private unwatch = (): void => {};

    /** A new game if one is wanted, else the one that was kept. */
    constructor(private readonly host: ReactiveControllerHost, private readonly oxo: Oxo, wanted: Setting | null) {
        this.now = (wanted ? null : this.restore()) ?? matches.begin(wanted ?? FIRST, birth());
        kept.value = this.now;
        host.addController(this);
    }

    hostConnected(): void {
        this.unwatch = kept.watch((match) => {
            if (match && match !== this.now)
                this.followWindow(match);
        });
        document.addEventListener("visibilitychange", this.wake);
        this.goOn();
    }

    hostDisconnected(): void {
        this.unwatch();
        document.removeEventListener("visibilitychange", this.wake);
        this.stop();
        dropThinker(); // its tables are worth more than its warmth
    }

    /** Another window plays the same game, or has begun another. Whichever is
     * looked at lets the computer answer: two that do get the same move. */
    private followWindow(match: Match): void {
        if (match.begun !== this.now.begun)
            toast("Another window has begun a new game. It goes on here as well.");
        this.follow(match);
        this.wake();
    }

    private readonly wake = (): void => {
        if (document.visibilityState === "visible" && this.busy === null && !this.failed)
            this.goOn();
    };

    // ---- How it stands ---------------------------------------------------------

    get match(): Match {
        return this.now;
    }

    /** As the game stands. */
    get view(): View {
        return this.viewAt(this.now.moves.length);
    }

    /** As it is shown. */
    get shown(): View {
        return this.viewAt(this.at ?? this.now.moves.length);
    }

    get outcome(): Outcome {
        return matches.outcomeOf(this.now, this.view.outcome);
    }

    get over(): boolean {
        return this.outcome !== "ongoing";
    }

    get computersTurn(): boolean {
        return !this.over && this.now.level !== null && this.view.turn !== this.now.me;
    }

    get mayUndo(): boolean {
        return matches.undo(this.now, this.view.turns) !== this.now;
    }

    /** Of the position shown: the engine's if it is there, else the heuristic's. */
    get intensity(): {readonly value: number; readonly refined: boolean} {
        const refined = this.judged.get(this.shown.position);
        return {value: refined ?? this.shown.intensity, refined: refined !== undefined};
    }

    private viewAt(ply: number): View {
        const {variant, moves} = this.now;
        const view = this.views.get(ply) ?? this.oxo.view({variant, moves: moves.slice(0, ply)});
        this.views.set(ply, view);
        return view;
    }

    // ---- What people do --------------------------------------------------------

    /** Null if the move was made, else in words why not. */
    try(move: Move): string | null {
        const refusal = this.refusalOf(move);
        if (!refusal)
            this.place(move);
        return refusal;
    }

    private refusalOf(move: Move): string | null {
        if (this.at !== null)
            return "You are looking at an earlier move. Go back to the game to play.";
        if (this.now.resigned)
            return this.sentence("game-over");
        if (this.computersTurn)
            return "It is the computer’s turn.";
        const {variant, moves} = this.now;
        const error = this.oxo.check({variant, moves}, move);
        const duty = this.over ? "" : turnWords(this.now, this.view);
        return error && `${this.sentence(error.code, error.message)} ${duty}`.trim();
    }

    private sentence(code: string, message = this.oxo.statuses[code] ?? code): string {
        return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
    }

    begin(setting: Setting): void {
        this.become(matches.begin(setting, birth()));
    }

    /** A new game goes on from moves that others made, on the analysis board say. */
    playOn(moves: readonly Move[]): void {
        try {
            this.oxo.view({variant: this.now.variant, moves});
            this.become({...this.now, moves});
        } catch (error) {
            toast(`The game cannot go on from there: ${(error as Error).message}.`);
        }
    }

    undo(): void {
        this.become(matches.undo(this.now, this.view.turns));
    }

    redo(): void {
        this.become(matches.redo(this.now));
    }

    resign(): void {
        this.become(matches.resign(this.now, this.now.level === null ? this.view.turn : this.now.me));
        sound(this.now.level === null ? "win" : "loss");
    }

    again(swap: boolean): void {
        this.become(matches.next(this.now, this.view.outcome, birth(), swap));
    }

    switchSides(): void {
        this.become(matches.switchSides(this.now));
    }

    /** From the next move on; behind the end, for another game. */
    changeLevel(level: number): void {
        const next = matches.changeLevel(this.now, level);
        this.become(this.over ? matches.begin(next, birth()) : next);
    }

    look(ply: number): void {
        this.at = ply < this.now.moves.length ? ply : null;
        this.host.requestUpdate();
    }

    // ---- What follows ----------------------------------------------------------

    private place(move: Move): void {
        this.become(matches.play(this.now, move));
        const result = this.outcome;
        if (result === "draw")
            sound("draw");
        else if (result !== "ongoing")
            sound(this.now.level === null || result === this.now.me ? "win" : "loss");
        else
            sound(this.view.turns.at(-1)?.board ? "board" : "place");
    }

    private become(match: Match): void {
        this.follow(match);
        kept.value = match;
        this.count();
        this.goOn();
    }

    /** Another game, or the same as another window played on. */
    private follow(match: Match): void {
        this.stop();
        this.now = match;
        this.at = null;
        this.failed = false;
        this.views.clear();
        this.host.requestUpdate();
    }

    private count(): void {
        const result = this.outcome;
        here.value = result === "ongoing" ? uncount(here.value, String(this.now.begun))
            : count(here.value, playedOf(this.now, result, Date.now()));
    }

    private goOn(): void {
        if (this.computersTurn)
            void this.answer();
        else if (!this.over)
            void this.judge();
    }

    /** What was kept, if the core agrees that it is a game. */
    private restore(): Match | null {
        const match = kept.value;
        try {
            if (match)
                this.oxo.view({variant: match.variant, moves: [...match.moves, ...match.undone]});
            return match;
        } catch {
            toast("The game that was kept could not be read, so a new one begins.");
            return null;
        }
    }

    // ---- The engine ------------------------------------------------------------

    /** Gives up whatever the engine was asked for: its answer is late now. */
    private stop(): void {
        this.asked.abort();
        this.asked = new AbortController();
        this.busy = null;
        this.hint = null;
    }

    /** Asks for a line; null if it was given up meanwhile. */
    private async ask(busy: Busy, search: (signal: AbortSignal) => Promise<Line | undefined>): Promise<Line | null> {
        this.stop();
        const {signal} = this.asked;
        this.busy = busy;
        this.failed = false;
        this.host.requestUpdate();
        try {
            const line = await search(AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]));
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

    private async answer(): Promise<void> {
        const {variant, moves, level, seed} = this.now;
        const line = await this.ask("thinking", async (signal) => {
            const search = sharedThinker().search({variant, moves}, {}, {level: level!, seed, signal});
            const [info] = await Promise.all([search, pause(still.matches ? 0 : PACE)]);
            return info.lines[0];
        });
        if (line?.moves[0])
            this.place(line.moves[0]);
    }

    async advise(): Promise<void> {
        if (this.over || this.computersTurn)
            return;
        const {variant, moves} = this.now;
        this.at = null;
        const line = await this.ask("hint", async (signal) => {
            let known: Known = new Map();
            const keep = (info: SearchInfo): void => { known = learn(known, HINT, info); };
            keep(await sharedThinker().search({variant, moves}, {moveTime: HINT_TIME},
                {...netFor(variant), signal, onProgress: keep}));
            return known.get(HINT)!.lines[0];
        });
        if (!line?.moves[0])
            return;
        this.hint = line;
        this.host.requestUpdate();
        void this.judge();
    }

    /** The engine's idea of the tension. It comes when it comes, and nothing
     * waits for it; where it does not, the heuristic value stays. */
    private async judge(): Promise<void> {
        const {signal} = this.asked;
        const {variant, position} = this.view;
        if (this.judged.has(position))
            return;
        try {
            const [point] = await intensitiesOf(sharedThinker(), {variant, start: position, moves: []}, signal);
            if (point?.source === "engine")
                this.judged.set(position, point.intensity);
            this.host.requestUpdate();
        } catch {
            return;
        }
    }

    /** Once more, with a new engine. */
    retry(): void {
        dropThinker();
        this.failed = false;
        this.goOn();
        this.host.requestUpdate();
    }
}
