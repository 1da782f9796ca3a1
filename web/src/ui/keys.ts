/* keys.ts - the keys of a screen, as a list to read. */
import {css, html, type TemplateResult} from "lit";
import type {Variant} from "@oxo/core";

/** Which key, and what it does. */
export type Keys = readonly (readonly [key: string, what: string])[];

export const keyListStyle = css`
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

/** How a move's letters are typed; `verb` is what that does. */
export function lettersHelp(variant: Variant, verb: "place" | "play"): string {
    return variant === "classic" ? `${verb} by the letter of the cell`
        : `${verb} by letters: the board’s first, then the cell’s`;
}

export function keyList(keys: Keys): TemplateResult {
    return html`<dl class="keys">${keys.map(([key, what]) => html`<div><dt>${key}</dt><dd>${what}</dd></div>`)}</dl>`;
}
