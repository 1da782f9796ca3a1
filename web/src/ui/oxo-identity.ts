/* oxo-identity.ts - <oxo-identity>: chooses the name and the avatar that others
 * see. Saves every change at once. */
import {css, html, LitElement, type TemplateResult} from "lit";
import {fitName} from "../state/identity.js";
import {AVATARS, changeSettings, settings} from "../state/settings.js";
import {choices} from "../style/choices.js";
import {shared} from "../style/shared.js";
import {Watching} from "./watching.js";

const NAMES = ["fox", "panda", "owl", "octopus", "butterfly", "turtle", "lion", "bee", "cactus",
    "mushroom", "rocket", "lightning"] as const;

export class OxoIdentity extends LitElement {
    static override styles = [shared, choices, css`
        :host {
            display: grid;
            gap: var(--space-3);
        }

        .name {
            display: grid;
            gap: var(--space-1);
            color: var(--ink-soft);
            font-size: var(--text-s);
        }

        .choices {
            display: grid;
            grid-template-columns: repeat(auto-fill, minmax(var(--target), 1fr));
        }

        .choices label {
            padding: 0;
            font-size: 1.375rem;
            line-height: 1;
        }

        .choices .none {
            color: var(--ink-soft);
            font-size: var(--text-xs);
        }
    `];

    constructor() {
        super();
        new Watching(this, [settings]);
    }

    protected override render(): TemplateResult {
        const {name, avatar} = settings.value;
        return html`
            <label class="name">Your name, if you like
                <input class="field" name="name" autocomplete="nickname" maxlength="32" spellcheck="false"
                    placeholder="Guest" .value=${name}
                    @input=${(event: InputEvent) => changeSettings({name: (event.target as HTMLInputElement).value})}
                    @change=${() => changeSettings({name: fitName(settings.value.name)})}>
            </label>
            <fieldset>
                <legend>Your picture</legend>
                <div class="choices">
                    ${this.avatar("", "none", html`<span class="none">none</span>`, avatar)}
                    ${AVATARS.map((sign, i) => this.avatar(sign, NAMES[i] ?? sign,
                        html`<span aria-hidden="true">${sign}</span>`, avatar))}
                </div>
            </fieldset>`;
    }

    private avatar(sign: string, name: string, picture: TemplateResult, now: string): TemplateResult {
        return html`<label><input type="radio" name="avatar" value=${sign} aria-label=${name}
            .checked=${sign === now} @change=${() => changeSettings({avatar: sign})}>${picture}</label>`;
    }
}

customElements.define("oxo-identity", OxoIdentity);
