/* oxo-intensity.ts - <oxo-intensity>: the intensity as a bar from blue to red.
 *
 * The bar shows the range that games reach, not the whole of 0..1. */
import {css, html, LitElement, type TemplateResult} from "lit";
import {shared} from "../style/shared.js";

/** The intensity that fills the bar (docs/design/intensity.md). */
const FULL_BAR = {classic: 0.9, ultimate: 0.8} as const;

/** The share of the bar that a value fills, 0..1. */
export function barShare(value: number, classic: boolean): number {
    return Math.max(0, Math.min(1, value / (classic ? FULL_BAR.classic : FULL_BAR.ultimate)));
}

const WORDS = ["calm", "stirring", "tense", "fierce", "on the edge"] as const;

export function intensityWord(share: number): string {
    return WORDS[Math.min(WORDS.length - 1, Math.floor(share * WORDS.length))] ?? "";
}

export class OxoIntensity extends LitElement {
    static override styles = [shared, css`
        :host {
            display: grid;
            grid-template-columns: auto 1fr auto;
            gap: var(--space-2);
            align-items: center;
            font-size: var(--text-s);
        }

        .track {
            height: 10px;
            overflow: hidden;
            border-radius: 5px;
            background: var(--sunk);
            box-shadow: inset 0 0 0 1px var(--line-strong);
        }

        /* The gradient covers the whole range; a clip path uncovers the filled
         * part. */
        .fill {
            height: 100%;
            background: linear-gradient(90deg in oklab, var(--calm-colour), var(--warm-colour) 55%, var(--hot-colour));
            transition: clip-path var(--calm) var(--ease);
        }

        .number {
            min-width: 2.6em;
            text-align: end;
            font-weight: 600;
        }

        @media (forced-colors: active) {
            .track {
                outline: 1px solid CanvasText;
            }

            .fill {
                forced-color-adjust: none;
            }
        }
    `];

    static override properties = {
        value: {type: Number},
        classic: {type: Boolean},
        refined: {type: Boolean},
    };

    declare value: number;
    declare classic: boolean;
    /** The value is the engine's, not the heuristic's. */
    declare refined: boolean;

    constructor() {
        super();
        this.value = 0;
        this.classic = false;
        this.refined = false;
    }

    /** Sets the style by script, because the content security policy forbids style
     * attributes. */
    protected override updated(): void {
        const hidden = 100 - Math.round(barShare(this.value, this.classic) * 100);
        this.renderRoot.querySelector<HTMLElement>(".fill")!.style.clipPath = `inset(0 ${hidden}% 0 0)`;
    }

    protected override render(): TemplateResult {
        const share = barShare(this.value, this.classic);
        const source = this.refined ? "by the engine" : "at a glance";
        return html`
            <span>Intensity<span class="soft small"> ${source}</span></span>
            <div class="track" role="meter" aria-label="Intensity" aria-valuemin="0" aria-valuemax="1"
                aria-valuenow=${this.value.toFixed(2)}
                aria-valuetext="${this.value.toFixed(2)}, ${intensityWord(share)}, ${source}">
                <div class="fill"></div>
            </div>
            <span class="number" title="${intensityWord(share)}, ${source}">${this.value.toFixed(2)}</span>`;
    }
}

customElements.define("oxo-intensity", OxoIntensity);

declare global {
    interface HTMLElementTagNameMap {
        "oxo-intensity": OxoIntensity;
    }
}
