/* home.ts - the home screen: a board and links to all other screens. Placing a
 * mark on the board starts a game against the computer. */
import {css, html, LitElement, nothing, type TemplateResult} from "lit";
import type {Oxo, Variant} from "@oxo/core";
import type {TryDetail} from "../board/oxo-board.js";
import {goTo} from "../browser/router.js";
import {whenCoreLoads} from "../core/with-core.js";
import {asObject} from "../state/checks.js";
import {FIRST_LEVEL, isLevel, levelName, LEVELS} from "../state/levels.js";
import {type LocalGame, savedGame} from "../state/local-game.js";
import {Store} from "../state/store.js";
import {aboutVariant, isVariant, VARIANT_OPTIONS} from "../state/variants.js";
import {choices} from "../style/choices.js";
import {shared} from "../style/shared.js";
import {radioChoices} from "../ui/choices.js";
import {icon, type IconName} from "../ui/icons.js";
import {Watching} from "../ui/watching.js";

export type Side = "X" | "O" | "either";

const SIDES = [["X", "X, first"], ["either", "either"], ["O", "O"]] as const;

interface HomeChoices {
    readonly variant: Variant;
    readonly level: number;
    readonly side: Side;
}

function readChoices(kept: unknown): HomeChoices | null {
    const {variant, level, side} = asObject(kept) ?? {};
    return isVariant(variant) && isLevel(level)
        && (side === "X" || side === "O" || side === "either") ? {variant, level, side} : null;
}

const savedChoices = new Store<HomeChoices>({variant: "ultimate", level: FIRST_LEVEL, side: "X"}, "oxo-wish", readChoices);

class ScreenHome extends LitElement {
    static override styles = [shared, choices, css`
        :host {
            display: grid;
            gap: var(--space-5);
        }

        .board {
            max-width: min(100%, calc(100dvh - 190px));
            width: 100%;
            min-width: min(100%, 300px);
            margin-inline: auto;
        }

        h1 {
            font-size: var(--text-xxl);
            font-weight: 700;
            letter-spacing: -0.03em;
            line-height: 1.02;
            text-wrap: balance;
        }

        .level {
            display: grid;
            grid-template-columns: 1fr auto;
            gap: var(--space-1) var(--space-3);
            align-items: center;
        }

        .level input {
            grid-column: 1 / -1;
            width: 100%;
            min-height: var(--target);
            margin: 0;
            accent-color: var(--ink);
        }

        .ways {
            display: grid;
            grid-template-columns: repeat(2, minmax(0, 1fr));
            gap: var(--space-2);
        }

        .way {
            display: grid;
            grid-template-columns: auto 1fr;
            gap: 0 var(--space-3);
            align-items: center;
            justify-items: start;
            padding: var(--space-3);
            text-align: start;
        }

        .way .icon {
            grid-row: span 2;
        }

        .way small {
            color: var(--ink-soft);
            font-size: var(--text-xs);
            font-weight: 400;
        }

        .about {
            min-height: 3em;
            margin-block-start: var(--space-2);
        }

        @media (min-width: 860px) {
            :host {
                grid-template: auto 1fr / minmax(340px, 26rem) minmax(0, 1fr);
                gap: var(--space-4) var(--space-7);
                align-items: start;
            }

            .intro {
                padding-block-start: var(--space-4);
            }

            .board {
                grid-area: 1 / 2 / span 2;
            }
        }

        /* On a phone the board comes before the choices. */
        @media (max-width: 859px) {
            .ways-in {
                order: 1;
            }

            h1 {
                font-size: var(--text-l);
                letter-spacing: -0.015em;
            }

            .about {
                min-height: 0;
            }
        }

        @media (max-width: 419px) {
            .ways {
                grid-template-columns: minmax(0, 1fr);
            }
        }
    `];

    static override properties = {oxo: {state: true}};

    private declare oxo: Oxo | null;

    constructor() {
        super();
        this.oxo = null;
        new Watching(this, [savedChoices, savedGame]);
        whenCoreLoads((oxo) => { this.oxo = oxo; });
    }

    protected override render(): TemplateResult {
        const {variant, side} = savedChoices.value;
        return html`
            <div class="intro stack">
                <h1>Noughts and crosses, all the way down.</h1>
                ${this.unfinished()}
                ${this.variants(variant)}
            </div>
            <div class="ways-in stack">
                ${this.computer()}
                ${this.ways(variant)}
            </div>
            <div class="board">
                <oxo-board label="Start a game against the computer" .locked=${side === "O"}
                    .view=${this.oxo?.view({variant, moves: []}) ?? null}
                    @oxo-try=${this.onBoardMove}></oxo-board>
            </div>`;
    }

    /** A link to the unfinished game on this device. */
    private unfinished(): TemplateResult | typeof nothing {
        const game = savedGame.value;
        if (!game || game.moves.length === 0 || game.resigned || !this.isUnfinished(game))
            return nothing;
        const against = game.level ? `level ${game.level}` : "a friend";
        return html`<a class="button" href="/play">${icon("play")}Go on with your game against ${against}</a>`;
    }

    /** The stored game may be invalid. */
    private isUnfinished(game: LocalGame): boolean {
        try {
            return this.oxo?.view(game).outcome === "ongoing";
        } catch {
            return false;
        }
    }

    private variants(now: Variant): TemplateResult {
        return html`<fieldset>
            <legend>Rules (<a href="/rules">how to play</a>)</legend>
            ${radioChoices("variant", VARIANT_OPTIONS, now,
                (variant) => { savedChoices.value = {...savedChoices.value, variant}; })}
            <p class="soft small about">${aboutVariant(now)}</p>
        </fieldset>`;
    }

    private computer(): TemplateResult {
        const {level, side} = savedChoices.value;
        return html`<section class="card stack" aria-labelledby="computer">
            <div class="level">
                <h2 id="computer">Play the computer</h2>
                <span class="soft small">${levelName(level)}</span>
                <label class="hidden-text" for="level">Level</label>
                <input id="level" type="range" min="1" max=${LEVELS} .value=${String(level)}
                    aria-valuetext="level ${level}, ${levelName(level)}"
                    @input=${(event: InputEvent) => {
                        savedChoices.value = {...savedChoices.value, level: Number((event.target as HTMLInputElement).value)};
                    }}>
            </div>
            <fieldset>
                <legend>You play</legend>
                ${radioChoices("side", SIDES, side, (s) => { savedChoices.value = {...savedChoices.value, side: s}; })}
            </fieldset>
            <button class="button primary" @click=${() => this.playComputer()}>Play level ${level}</button>
        </section>`;
    }

    private ways(variant: Variant): TemplateResult {
        const way = (href: string, name: IconName, title: string, about: string): TemplateResult => html`
            <a class="button way" href=${href}>${icon(name)}<span>${title}</span><small>${about}</small></a>`;
        return html`<nav class="ways" aria-label="Other ways to play">
            ${way(`/play?friend&variant=${variant}`, "people", "A friend here", "Two at one screen")}
            ${way(`/new?variant=${variant}`, "link", "A friend by link", "Send it, and play")}
            ${way(`/new?public&variant=${variant}`, "hand", "Anyone waiting", "Or wait for one")}
            ${way("/rooms", "eye", "Watch", "Games being played")}
            ${way(`/analysis?variant=${variant}`, "chart", "Analysis board", "Try out anything")}
            ${way("/learn", "tree", "Learn", "How a machine decides")}
        </nav>`;
    }

    private playComputer(first?: string): void {
        const {variant, level, side} = savedChoices.value;
        const me = side === "either" ? (Math.random() < 0.5 ? "X" : "O") : side;
        goTo(`/play?variant=${variant}&level=${level}&side=${first ? "X" : me}${first ? `&first=${first}` : ""}`);
    }

    private onBoardMove(event: CustomEvent<TryDetail>): void {
        this.playComputer(event.detail.move);
    }
}

customElements.define("screen-home", ScreenHome);
