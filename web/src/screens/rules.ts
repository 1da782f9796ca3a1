/* rules.ts - the rules of all variants and the notation of moves. */
import {css, html, LitElement, type TemplateResult} from "lit";
import type {Oxo, Variant} from "@oxo/core";
import {loadCore} from "../core/core.js";
import {variantName, VARIANTS} from "../state/variants.js";
import {shared} from "../style/shared.js";
import {icon} from "../ui/icons.js";
import "../ui/oxo-rules.js";

const LETTERS = ["abc", "def", "ghi"] as const;

class ScreenRules extends LitElement {
    static override styles = [shared, css`
        :host {
            display: grid;
            gap: var(--space-7);
            max-width: 60rem;
            margin-inline: auto;
        }

        nav {
            margin-block-start: var(--space-3);
        }

        section {
            display: grid;
            gap: var(--space-4);
            scroll-margin-block-start: var(--space-4);
        }

        .title {
            justify-content: space-between;
        }

        h2 {
            font-size: var(--text-xl);
            letter-spacing: -0.015em;
        }

        .writing {
            display: grid;
            grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
            gap: var(--space-5);
            align-items: start;
        }

        .prose {
            display: grid;
            gap: var(--space-3);
        }

        code {
            padding: 0.1em 0.35em;
            border-radius: 5px;
            background: var(--sunk);
            font: 500 0.95em var(--font-mono);
        }

        table {
            border-collapse: collapse;
            border: 2px solid var(--line-strong);
            border-radius: var(--round-m);
            background: var(--card);
            font: 500 var(--text-xl) var(--font-mono);
        }

        td {
            width: 4.2rem;
            height: 4.2rem;
            border: 2px solid var(--line-strong);
            text-align: center;
        }

        .letters {
            display: grid;
            gap: var(--space-2);
            justify-items: start;
        }
    `];

    static override properties = {oxo: {state: true}, broken: {state: true}};

    private declare oxo: Oxo | null;
    private declare broken: boolean;

    constructor() {
        super();
        this.oxo = null;
        this.broken = false;
        loadCore().then((oxo) => { this.oxo = oxo; }, () => { this.broken = true; });
    }

    protected override render(): TemplateResult {
        return html`
            <header>
                <h1>How to play</h1>
                <nav class="row" aria-label="Rules">
                    ${VARIANTS.map((variant) => this.jumpButton(variant, variantName(variant)))}
                    ${this.jumpButton("writing", "How moves are written")}
                </nav>
                ${this.broken ? html`<p role="alert">The pictures could not be loaded. The network may be away.</p>` : ""}
            </header>
            ${VARIANTS.map((variant) => this.variant(variant))}
            ${this.writing()}`;
    }

    /* Fragments of an address don't reach into shadow trees. */
    private jumpButton(id: string, name: string): TemplateResult {
        return html`<button class="button" @click=${() => {
            const heading = this.renderRoot.querySelector<HTMLElement>(`#${id}`)!;
            heading.scrollIntoView();
            heading.focus({preventScroll: true});
        }}>${name}</button>`;
    }

    private variant(variant: Variant): TemplateResult {
        return html`<section aria-labelledby=${variant}>
            <div class="row title">
                <h2 id=${variant} tabindex="-1">${variantName(variant)}</h2>
                <span class="row">
                    <a class="button" href="/play?variant=${variant}&level=3&side=X">${icon("computer")}Play the computer</a>
                    <a class="button" href="/play?friend&variant=${variant}">${icon("people")}With a friend</a>
                </span>
            </div>
            <oxo-rules .variant=${variant} .oxo=${this.oxo}></oxo-rules>
        </section>`;
    }

    private writing(): TemplateResult {
        return html`<section aria-labelledby="writing">
            <h2 id="writing" tabindex="-1">How moves are written</h2>
            <div class="writing">
                <div class="letters">
                    <table aria-label="The letters of cells and boards"><tbody>${LETTERS.map((row) => html`
                        <tr>${[...row].map((letter) => html`<td>${letter}</td>`)}</tr>`)}</tbody></table>
                    <p class="soft small">Cells of a board, and boards of the large one.</p>
                </div>
                <div class="prose">
                    <p>Nine letters, from the top-left: <code>a b c</code>, <code>d e f</code>, <code>g h i</code>.</p>
                    <p>In Classic a move is its cell: <code>e</code> is the centre.</p>
                    <p>In Ultimate it is the board, then the cell: <code>ae</code> is the centre of the top-left board,
                        and it sends the other to board <code>e</code>, the one in the centre.</p>
                    <p>With the board in focus you can type moves just so.</p>
                    <p>A game is a list of moves: <code>1. ee ea 2. ae eb</code>. It can be downloaded as a
                        <code>.tpgn</code> file and opened on the <a href="/analysis">analysis board</a>.</p>
                </div>
            </div>
        </section>`;
    }
}

customElements.define("screen-rules", ScreenRules);
