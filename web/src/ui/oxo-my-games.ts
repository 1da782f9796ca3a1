/* oxo-my-games.ts - <oxo-my-games>: links to the reader's running games: a bar on
 * every screen, or with `all` the whole list. */
import {css, html, LitElement, nothing, type TemplateResult} from "lit";
import {type MyGame, myGames} from "../state/my-games.js";
import {variantName} from "../state/variants.js";
import {shared} from "../style/shared.js";
import {icon} from "./icons.js";
import {Watching} from "./watching.js";

/** How many games the bar shows. */
const MOST_SHOWN = 2;

export class OxoMyGames extends LitElement {
    static override styles = [shared, css`
        :host {
            display: block;
        }

        nav {
            display: grid;
            gap: var(--space-2);
            padding-block: var(--space-1) var(--space-3);
        }

        .game {
            justify-content: start;
            width: 100%;
            padding: var(--space-2) var(--space-3);
            box-shadow: var(--shadow);
            font-weight: 400;
            text-align: start;
        }

        .game span {
            flex: 1;
            min-width: 0;
            overflow-wrap: anywhere;
        }

        .game::before {
            content: "";
            flex: none;
            width: 10px;
            height: 10px;
            border: 2px solid var(--line-strong);
            border-radius: 50%;
        }

        .game.calls {
            border: 2px solid var(--focus);
        }

        .game.calls::before {
            border-color: var(--focus);
            background: var(--focus);
        }

        small {
            color: var(--ink-soft);
            font-size: var(--text-xs);
        }

        .all {
            justify-self: start;
            padding: var(--space-1) var(--space-2);
            font-size: var(--text-s);
        }

        @media (min-width: 760px) {
            nav.all-games {
                grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr));
            }
        }
    `];

    static override properties = {all: {type: Boolean}, except: {type: String}};

    /** Show all games, not just those of a bar. */
    declare all: boolean;
    /** The code of the room on the screen, or "". */
    declare except: string;

    constructor() {
        super();
        this.all = false;
        this.except = "";
        new Watching(this, [myGames]);
    }

    protected override render(): TemplateResult | typeof nothing {
        const games = myGames.value.filter(({code}) => code !== this.except)
            .sort((a, b) => Number(b.call !== "") - Number(a.call !== ""));
        if (games.length === 0)
            return nothing;
        const shown = this.all ? games : games.slice(0, MOST_SHOWN);
        const more = games.length - shown.length;
        return html`<nav class=${this.all ? "all-games" : ""} aria-label="Your games">
            ${shown.map((game) => this.game(game))}
            ${more > 0 ? html`<a class="all" href="/">${more} more of your games</a>` : nothing}
        </nav>
        <p class="hidden-text" role="status">${games.filter(({call}) => call).map(({subject, state}) => `${subject}: ${state}`).join(" ")}</p>`;
    }

    private game(game: MyGame): TemplateResult {
        return html`<a class="button game ${game.call ? "calls" : ""}" href=${game.href}>
            <span><b>${game.subject}:</b> ${game.state}${this.all ? html` <small>${variantName(game.variant)}</small>` : nothing}</span>
            ${icon("next")}</a>`;
    }
}

customElements.define("oxo-my-games", OxoMyGames);
