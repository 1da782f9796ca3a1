/* keys.ts - the keys of a screen, as a list to read. */
import {css, html, type TemplateResult} from "lit";

/** Which key, and what it does. */
export type Keys = readonly (readonly [key: string, what: string])[];

export const keysStyle = css`
    .keys {
        display: grid;
        gap: var(--space-2);
        margin-block-end: var(--space-4);
    }

    .keys div {
        display: grid;
        grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
        gap: var(--space-3);
    }

    .keys dt {
        font-weight: 600;
    }
`;

export function keysOf(keys: Keys): TemplateResult {
    return html`<dl class="keys">${keys.map(([key, what]) => html`<div><dt>${key}</dt><dd>${what}</dd></div>`)}</dl>`;
}
