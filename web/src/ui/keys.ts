/* keys.ts - the list of keyboard shortcuts of a screen. */
import {css, html, type TemplateResult} from "lit";
import type {Variant} from "@oxo/core";

/** The keys, and what each does. */
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

/** How to type a move by its letters. */
export function lettersHelp(variant: Variant, verb: "place" | "play"): string {
    return variant === "classic" ? `${verb} by the letter of the cell`
        : `${verb} by letters: the board’s first, then the cell’s`;
}

export function keyList(keys: Keys): TemplateResult {
    return html`<dl class="keys">${keys.map(([key, what]) => html`<div><dt>${key}</dt><dd>${what}</dd></div>`)}</dl>`;
}
