/* oxo-board.ts - <oxo-board> for other sites, with one script tag.
 *
 *     <script type="module" src="https://HOST/embed/oxo-board.js"></script>
 *     <oxo-board variant="ultimate" moves="ee ea ae" playable></oxo-board>
 *
 *     variant    classic, ultimate, ultimate-cg, ultimate-continue;
 *                default: ultimate
 *     position   the position before the first move; default: the start position
 *     moves      the moves played, separated by blanks
 *     ply        how many of the moves to show; default: all
 *     playable   visitors may place marks, for both sides in turn
 *     computer   1..10: the computer plays O at this level
 *
 * Events: `oxo-change` after a move (detail: moves, position, outcome, turn),
 * `oxo-error` if the attributes are invalid or oxo can't be loaded (detail: code,
 * message). */
import {type PropertyValues, unsafeCSS} from "lit";
import {type Game, load, type Move, type Oxo, OxoError, type Variant} from "@oxo/core";
import {Thinker} from "@oxo/core/thinker";
import {OxoBoard, type TryDetail} from "../board/oxo-board.js";
import tokens from "../style/tokens.css";

const loading = load(new URL("oxo.wasm", import.meta.url));

/* All boards share one worker. There is none (null) if the script comes from
 * another host, or if the page forbids workers. */
let thinker: Thinker | null | undefined;

function sharedThinker(): Thinker | null {
    if (thinker === undefined)
        thinker = new URL(import.meta.url).origin === location.origin
            ? new Thinker(new URL("worker.js", import.meta.url)) : null;
    return thinker;
}

/** Searches in the page's own thread: levels see few positions, so it takes some
 * hundredths of a second, a tenth at most. */
function searchHere(oxo: Oxo, game: Game, level: number): Move | undefined {
    const engine = oxo.engine({level, hashMegabytes: 1});
    const {lines} = engine.search(game, {moveTime: 100});
    engine.free();
    return lines[0]?.moves[0];
}

async function computerMove(oxo: Oxo, game: Game, level: number): Promise<Move | undefined> {
    const found = sharedThinker()?.search(game, {}, {level, hashMegabytes: 1});
    return await found?.then(({lines}) => lines[0]?.moves[0]).catch(() => { thinker = null; })
        ?? searchHere(oxo, game, level);
}

/** Milliseconds, so that the visitor's mark is drawn before the engine starts. */
const ANSWER_DELAY = 30;

class EmbeddedBoard extends OxoBoard {
    /* Sets the design tokens on this element instead of the surrounding page. */
    static override styles = [unsafeCSS(tokens.replaceAll(":root", ":host")), OxoBoard.styles];

    static override properties = {
        ...OxoBoard.properties,
        variant: {type: String},
        position: {type: String},
        moves: {type: String},
        ply: {type: Number},
        playable: {type: Boolean},
        computer: {type: Number},
    };

    declare variant: Variant;
    declare position: string | null;
    declare moves: string;
    declare ply: number | null;
    declare playable: boolean;
    declare computer: number | null;
    private oxo: Oxo | null = null;
    /** It is the computer's turn. */
    private computerMoves = false;

    constructor() {
        super();
        this.variant = "ultimate";
        this.position = null;
        this.moves = "";
        this.ply = null;
        this.playable = false;
        this.computer = null;
        this.addEventListener("oxo-try", (event) => this.onTry(event));
        loading.then((oxo) => {
            this.oxo = oxo;
            this.requestUpdate("moves");
        }, (error: Error) => this.sendError("not-loaded", error.message));
    }

    private get game(): Game {
        const moves = this.moves.split(/\s+/).filter(Boolean).slice(0, this.ply ?? undefined);
        return {variant: this.variant, ...(this.position ? {start: this.position} : {}), moves};
    }

    protected override willUpdate(changed: PropertyValues<this>): void {
        const given = ["variant", "position", "moves", "ply"] as const;
        if (this.oxo && given.some((name) => changed.has(name)))
            this.showGame(this.oxo, changed);
        this.locked = !this.playable || this.computerMoves || this.view?.outcome !== "ongoing";
        super.willUpdate(changed);
    }

    private showGame(oxo: Oxo, changed: PropertyValues<this>): void {
        try {
            const before = this.view;
            this.view = oxo.view(this.game);
            changed.set("view", before);
        } catch (error) {
            const {code, message} = error as OxoError;
            this.sendError(code, message);
        }
    }

    private sendError(code: string, message: string): void {
        this.dispatchEvent(new CustomEvent("oxo-error", {detail: {code, message}}));
    }

    private onTry(event: CustomEvent<TryDetail>): void {
        if (!this.playable || !this.oxo || this.computerMoves)
            return;
        if (!event.detail.legal) {
            this.pointAtOpenBoards();
            return;
        }
        this.playMove(event.detail.move);
        if (this.computer && this.view?.outcome === "ongoing")
            void this.playComputerMove();
    }

    private playMove(move: string): void {
        this.moves = [...this.game.moves, move].join(" ");
        this.ply = null;
        this.performUpdate();
        const {outcome, position, turn} = this.view!;
        this.dispatchEvent(new CustomEvent("oxo-change", {
            detail: {moves: this.game.moves, position, outcome, turn},
        }));
    }

    /** Plays the computer's move, unless the attributes have changed meanwhile. */
    private async playComputerMove(): Promise<void> {
        const {game} = this;
        this.computerMoves = true;
        this.requestUpdate();
        await new Promise((resolve) => setTimeout(resolve, ANSWER_DELAY)); // see ANSWER_DELAY
        const move = await computerMove(this.oxo!, game, this.computer ?? 1);
        this.computerMoves = false;
        this.requestUpdate();
        if (move && this.moves === game.moves.join(" ") && this.variant === game.variant)
            this.playMove(move);
    }
}

customElements.define("oxo-board", EmbeddedBoard);
