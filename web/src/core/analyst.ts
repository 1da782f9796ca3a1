/* analyst.ts - the engine of the analysis screen: one worker searches the
 * position on the board, another one reviews the game. */
import type {Game, Point, Review, SearchInfo} from "@oxo/core";
import type {Thinker} from "@oxo/core/thinker";
import {intensitiesOf, neuralFor, newThinker} from "./core.js";

/** More than there are legal moves: every cell gets a value. */
const ALL_LINES = 81;
/** Milliseconds. */
const LONGEST_SEARCH = 30_000;
/** Nodes for each position of a game. */
export const REVIEW_NODES = 50_000;
/** Milliseconds between two updates: deeper results come faster than a person
 * can read. */
const UPDATE_INTERVAL = 120;

/** Delivers the newest value, at most once per UPDATE_INTERVAL. */
class Throttle<T> {
    private newest: T | null = null;
    private timer = 0;

    constructor(private readonly deliver: (it: T) => void) {}

    push(it: T): void {
        this.newest = it;
        this.timer ||= window.setTimeout(() => this.flush(), UPDATE_INTERVAL);
    }

    flush(): void {
        const it = this.newest;
        this.cancel();
        if (it !== null)
            this.deliver(it);
    }

    cancel(): void {
        clearTimeout(this.timer);
        this.timer = 0;
        this.newest = null;
    }
}

/** A worker and its current job. A new job aborts the previous one. */
class WorkerSlot {
    private thinker: Thinker | null = null;
    private abort: AbortController | null = null;

    stop(): void {
        this.abort?.abort();
        this.abort = null;
    }

    /** Resolves to true when the job is done and to false when it was aborted.
     * If the job fails, the promise is rejected. */
    async runJob<T>(job: (thinker: Thinker, signal: AbortSignal, onProgress: (part: T) => void) => Promise<T>,
        onProgress: (part: T) => void): Promise<boolean> {
        this.stop();
        const abort = this.abort = new AbortController();
        const throttle = new Throttle<T>(onProgress);
        abort.signal.addEventListener("abort", () => throttle.cancel());
        try {
            const whole = await job(this.thinker ??= newThinker(), abort.signal, (part) => throttle.push(part));
            throttle.push(whole);
            throttle.flush();
            return true;
        } catch (error) {
            if (abort.signal.aborted)
                return false;
            this.close();
            throw error;
        } finally {
            throttle.cancel();
        }
    }

    close(): void {
        this.stop();
        this.thinker?.close();
        this.thinker = null;
    }
}

/** Replaces the intensities of a review by those that are shown during a game. */
function withIntensities(review: Review, known: readonly Point[]): Review {
    return {...review, points: review.points.map((point, ply) => {
        const {intensity, source} = known[ply] ?? point;
        return {...point, intensity, source};
    })};
}

export class Analyst {
    private readonly positionSlot = new WorkerSlot();
    private readonly gameSlot = new WorkerSlot();

    /** Reports the intensity of the position first, then the search as it gets
     * deeper. */
    searchPosition(game: Game, onInfo: (info: SearchInfo) => void, onPoint: (point: Point) => void): Promise<boolean> {
        return this.positionSlot.runJob<SearchInfo>(async (thinker, signal, onProgress) => {
            const [point] = await intensitiesOf(thinker, game, signal);
            if (point)
                onPoint(point);
            return thinker.search(game, {moveTime: LONGEST_SEARCH},
                {lines: ALL_LINES, ...neuralFor(game.variant), signal, onProgress});
        }, onInfo);
    }

    stopSearch(): void {
        this.positionSlot.stop();
    }

    /** Reports the review position by position. */
    async reviewGame(game: Game, onReview: (review: Review) => void): Promise<boolean> {
        const done = await this.gameSlot.runJob<Review>(async (thinker, signal, onProgress) => {
            const points = await intensitiesOf(thinker, game, signal);
            return withIntensities(await thinker.review(game, {nodes: REVIEW_NODES, ...neuralFor(game.variant), signal,
                onProgress: (part) => onProgress(withIntensities(part, points))}), points);
        }, onReview);
        if (done)
            this.gameSlot.close(); // frees the memory of its tables
        return done;
    }

    stopReview(): void {
        this.gameSlot.stop();
    }

    close(): void {
        this.positionSlot.close();
        this.gameSlot.close();
    }
}
