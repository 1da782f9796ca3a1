/* choices.ts - radio buttons side by side; style/choices.ts has the CSS. */
import {html, type TemplateResult} from "lit";

export function radioChoices<T extends string | number>(name: string, options: readonly (readonly [T, string])[], now: T,
    pick: (value: T) => void): TemplateResult {
    return html`<div class="choices">${options.map(([value, label]) => html`
        <label><input type="radio" name=${name} value=${value} .checked=${value === now}
            @change=${() => pick(value)}>${label}</label>`)}</div>`;
}
