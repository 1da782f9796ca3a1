/* oxo-rules.ts - <oxo-rules>: the rules of a variant in words and pictures. */
import {css, html, LitElement, type TemplateResult} from "lit";
import type {Oxo, Variant} from "@oxo/core";
import {lessonsFor, RULES_LESSONS, type RulesLesson} from "../state/rules-lessons.js";
import {shared} from "../style/shared.js";

export class OxoRules extends LitElement {
    static override styles = [shared, css`
        :host {
            display: block;
        }

        ol {
            display: grid;
            grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr));
            gap: var(--space-5) var(--space-4);
        }

        li {
            display: grid;
            grid-template-rows: auto auto 1fr;
            gap: var(--space-2);
        }

        .picture {
            max-width: 17rem;
            padding: var(--space-3);
            border: 1px solid var(--line);
            border-radius: var(--round-m);
            background: var(--card);
        }
    `];

    static override properties = {
        variant: {type: String},
        whole: {type: Boolean},
        oxo: {attribute: false},
    };

    declare variant: Variant;
    /** Include the rules that the variant shares with Ultimate. */
    declare whole: boolean;
    declare oxo: Oxo | null;

    constructor() {
        super();
        this.variant = "ultimate";
        this.whole = false;
        this.oxo = null;
    }

    protected override render(): TemplateResult {
        const lessons = this.whole ? lessonsFor(this.variant) : RULES_LESSONS[this.variant];
        return html`<ol>${lessons.map((lesson) => this.lesson(lesson))}</ol>`;
    }

    private lesson(lesson: RulesLesson): TemplateResult {
        const {variant, title, words, picture} = lesson;
        const moves = lesson.moves.split(" ").filter(Boolean);
        return html`<li>
            <div class="picture" role="img" aria-label=${picture}>
                <oxo-board inert .view=${this.oxo?.view({variant, moves}) ?? null}></oxo-board>
            </div>
            <h3>${title}</h3>
            <p class="soft">${words}</p>
        </li>`;
    }
}

customElements.define("oxo-rules", OxoRules);

declare global {
    interface HTMLElementTagNameMap {
        "oxo-rules": OxoRules;
    }
}
