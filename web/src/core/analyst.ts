/* analyst.ts - the engine beside the page: one worker looks at the position
 * on the board for as long as it is there, another goes through the game. */
import type {Game, Point, Review, SearchInfo} from "@oxo/core";
import type {Thinker} from "@oxo/core/thinker";
import {intensitiesOf, netFor, newThinker} from "./core.js";

/** Every legal move has a line, so that every cell has a value. */
const ALL_LINES = 81;
/** A position that nobody leaves is not thought about for ever. */
const LONGEST_SEARCH = 30_000;
/** Positions looked at for each move of a game. */
export const REVIEW_NODES = 50_000;
/** What is found is shown so often, in milliseconds: deeper answers come
 * faster than anybody reads. */
const UPDATE_INTERVAL = 120;

/** Tells the newest of what comes in, now and then. */
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

/** One worker and what it is doing: whatever is asked for next ends it. */
class Bench {
    private thinker: Thinker | null = null;
    private work: AbortController | null = null;

    stop(): void {
        this.work?.abort();
        this.work = null;
    }

    /** Until it is done (true), given up (false) or failed (throws). */
    async runJob<T>(job: (thinker: Thinker, signal: AbortSignal, tell: (part: T) => void) => Promise<T>,
        tell: (part: T) => void): Promise<boolean> {
        this.stop();
        const work = this.work = new AbortController();
        const teller = new Throttle<T>(tell);
        work.signal.addEventListener("abort", () => teller.cancel());
        try {
            const whole = await job(this.thinker ??= newThinker(), work.signal, (part) => teller.push(part));
            teller.push(whole);
            teller.flush();
            return true;
        } catch (error) {
            if (work.signal.aborted)
                return false;
            this.close();
            throw error;
        } finally {
            teller.cancel();
        }
    }

    close(): void {
        this.stop();
        this.thinker?.close();
        this.thinker = null;
    }
}

/** The review, with the intensities that are shown while a game is played. */
function withIntensities(review: Review, known: readonly Point[]): Review {
    return {...review, points: review.points.map((point, ply) => {
        const {intensity, source} = known[ply] ?? point;
        return {...point, intensity, source};
    })};
}

export class Analyst {
    private readonly board = new Bench();
    private readonly book = new Bench();

    /** Looks at a position, as deep as there is time; tells its intensity first. */
    look(game: Game, tell: (info: SearchInfo) => void, tellPoint: (point: Point) => void): Promise<boolean> {
        return this.board.runJob<SearchInfo>(async (thinker, signal, onProgress) => {
            const [point] = await intensitiesOf(thinker, game, signal);
            if (point)
                tellPoint(point);
            return thinker.search(game, {moveTime: LONGEST_SEARCH},
                {lines: ALL_LINES, ...netFor(game.variant), signal, onProgress});
        }, tell);
    }

    stopLooking(): void {
        this.board.stop();
    }

    /** Goes through a game; tells how far it has come. */
    async review(game: Game, tell: (review: Review) => void): Promise<boolean> {
        const done = await this.book.runJob<Review>(async (thinker, signal, onProgress) => {
            const points = await intensitiesOf(thinker, game, signal);
            return withIntensities(await thinker.review(game, {nodes: REVIEW_NODES, ...netFor(game.variant), signal,
                onProgress: (part) => onProgress(withIntensities(part, points))}), points);
        }, tell);
        if (done)
            this.book.close(); // its memory is worth more than its warmth
        return done;
    }

    stopReviewing(): void {
        this.book.stop();
    }

    close(): void {
        this.board.close();
        this.book.close();
    }
}
