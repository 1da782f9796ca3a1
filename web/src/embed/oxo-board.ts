/* oxo-board.ts - <oxo-board> for other sites, with one script tag.
 *
 *     <script type="module" src="https://HOST/embed/oxo-board.js"></script>
 *     <oxo-board variant="ultimate" moves="ee ea ae" playable></oxo-board>
 *
 *     variant    classic, ultimate (unless given), ultimate-cg, ultimate-continue
 *     position   where the game begins; the variant's start unless given
 *     moves      what was played, separated by blanks
 *     ply        show only so many of the moves
 *     playable   visitors may place, both sides in turn
 *     computer   1..10: the computer answers as O
 *
 * Events: `oxo-change` after a move (detail: moves, position, outcome, turn),
 * `oxo-error` if attributes make no game, or oxo could not be loaded (detail:
 * code, message). */
import {type PropertyValues, unsafeCSS} from "lit";
import {type Game, load, type Oxo, OxoError, type Variant} from "@oxo/core";
import {OxoBoard, type TryDetail} from "../board/oxo-board.js";
import tokens from "../style/tokens.css";

const loading = load(new URL("oxo.wasm", import.meta.url));

class EmbeddedBoard extends OxoBoard {
    /* The tokens belong to this element here, not to the page around it. */
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
        }, (error: Error) => this.tell("not-loaded", error.message));
    }

    private get game(): Game {
        const moves = this.moves.split(/\s+/).filter(Boolean).slice(0, this.ply ?? undefined);
        return {variant: this.variant, ...(this.position ? {start: this.position} : {}), moves};
    }

    protected override willUpdate(changed: PropertyValues<this>): void {
        const given = ["variant", "position", "moves", "ply"] as const;
        if (this.oxo && given.some((name) => changed.has(name)))
            this.showGame(this.oxo, changed);
        this.locked = !this.playable || this.view?.outcome !== "ongoing";
        super.willUpdate(changed);
    }

    private showGame(oxo: Oxo, changed: PropertyValues<this>): void {
        try {
            const before = this.view;
            this.view = oxo.view(this.game);
            changed.set("view", before);
        } catch (error) {
            const {code, message} = error as OxoError;
            this.tell(code, message);
        }
    }

    private tell(code: string, message: string): void {
        this.dispatchEvent(new CustomEvent("oxo-error", {detail: {code, message}}));
    }

    private onTry(event: CustomEvent<TryDetail>): void {
        if (!this.playable || !this.oxo)
            return;
        if (!event.detail.legal) {
            this.point();
            return;
        }
        this.place(event.detail.move);
        if (this.computer && this.view?.outcome === "ongoing")
            setTimeout(() => this.reply(), 30);
    }

    private place(move: string): void {
        this.moves = [...this.game.moves, move].join(" ");
        this.ply = null;
        this.performUpdate();
        const {outcome, position, turn} = this.view!;
        this.dispatchEvent(new CustomEvent("oxo-change", {
            detail: {moves: this.game.moves, position, outcome, turn},
        }));
    }

    /* A tenth of a second on the page's own thread: a widget needs no worker. */
    private reply(): void {
        const engine = this.oxo!.engine({level: this.computer ?? 1, hashMegabytes: 1});
        const {lines} = engine.search(this.game, {moveTime: 100});
        engine.free();
        const move = lines[0]?.moves[0];
        if (move)
            this.place(move);
    }
}

customElements.define("oxo-board", EmbeddedBoard);
