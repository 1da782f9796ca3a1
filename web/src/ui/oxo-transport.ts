/* oxo-transport.ts - <oxo-transport>: buttons and a slider that move through a
 * game, and automatic replay. Sends `oxo-ply`. */
import {css, html, LitElement, type PropertyValues, type TemplateResult} from "lit";
import {shared} from "../style/shared.js";
import {sendEvent} from "./events.js";
import {icon, type IconName} from "./icons.js";

/** Milliseconds between two moves of the replay. */
const MOVE_INTERVAL = 900;

export class OxoTransport extends LitElement {
    static override styles = [shared, css`
        :host {
            display: grid;
            gap: var(--space-1);
        }

        .buttons {
            display: flex;
            gap: var(--space-1);
            justify-content: center;
        }

        .buttons .button {
            flex: 1;
            max-width: 84px;
        }

        .slide {
            display: grid;
            grid-template-columns: 1fr auto;
            gap: var(--space-3);
            align-items: center;
        }

        input {
            width: 100%;
            height: var(--target);
            margin: 0;
            accent-color: var(--ink);
            cursor: pointer;
        }

        .place {
            min-width: 3.6em;
            text-align: end;
        }
    `];

    static override properties = {
        at: {type: Number},
        last: {type: Number},
        words: {type: String},
        playing: {state: true},
    };

    declare at: number;
    declare last: number;
    /** The current move for screen readers: "12: ae". */
    declare words: string;
    private declare playing: boolean;

    private timer = 0;

    constructor() {
        super();
        this.at = 0;
        this.last = 0;
        this.words = "";
        this.playing = false;
    }

    override disconnectedCallback(): void {
        super.disconnectedCallback();
        this.stopPlaying();
    }

    protected override updated(changed: PropertyValues<this>): void {
        if (changed.has("last") && this.at >= this.last)
            this.stopPlaying();
    }

    protected override render(): TemplateResult {
        const end = this.at >= this.last;
        return html`
            <div class="buttons">
                ${this.button("first", "First position", "Home", 0, this.at === 0)}
                ${this.button("back", "One move back", "←", this.at - 1, this.at === 0)}
                <button class="button icon" aria-label=${this.playing ? "Pause" : "Play the game"}
                    ?disabled=${this.last === 0} @click=${() => this.playing ? this.stopPlaying() : this.startPlaying()}
                    >${icon(this.playing ? "pause" : "play")}</button>
                ${this.button("next", "One move on", "→", this.at + 1, end)}
                ${this.button("last", "Last position", "End", this.last, end)}
            </div>
            <div class="slide">
                <input type="range" min="0" max=${this.last} .value=${String(this.at)} aria-label="Move"
                    aria-valuetext=${this.words} ?disabled=${this.last === 0} @input=${this.onSlide}>
                <span class="place soft small number" aria-hidden="true">${this.at} / ${this.last}</span>
            </div>`;
    }

    private button(name: IconName, label: string, key: string, ply: number, off: boolean): TemplateResult {
        return html`<button class="button icon" aria-label=${label} title="${label} (${key})" ?disabled=${off}
            @click=${() => { this.stopPlaying(); this.choosePly(ply); }}>${icon(name)}</button>`;
    }

    private onSlide(event: Event): void {
        this.stopPlaying();
        this.choosePly(Number((event.target as HTMLInputElement).value));
    }

    /** Starts again from the beginning if the game is at its end. */
    private startPlaying(): void {
        if (this.at >= this.last)
            this.choosePly(0);
        this.playing = true;
        this.timer = window.setInterval(() => {
            if (this.at < this.last)
                this.choosePly(this.at + 1);
            if (this.at + 1 >= this.last)
                this.stopPlaying();
        }, MOVE_INTERVAL);
    }

    stopPlaying(): void {
        clearInterval(this.timer);
        this.playing = false;
    }

    private choosePly(ply: number): void {
        sendEvent(this, "oxo-ply", ply);
    }
}

customElements.define("oxo-transport", OxoTransport);

declare global {
    interface HTMLElementTagNameMap {
        "oxo-transport": OxoTransport;
    }
}
