/* move-list.ts - what lists of moves share: the CSS of a move, and scrolling to
 * the current one. */
import {css} from "lit";

export const moveListStyle = css`
    .count {
        align-self: center;
        padding-inline-end: var(--space-2);
        color: var(--ink-soft);
        font-variant-numeric: tabular-nums;
        text-align: end;
    }

    button {
        min-height: 32px;
        padding: 0 var(--space-2);
        border: 0;
        border-radius: 6px;
        background: none;
        color: inherit;
        font: 500 var(--text-s) var(--font-mono);
        text-align: start;
        cursor: pointer;
    }

    button:hover {
        background: var(--sunk);
    }

    button[aria-current="true"] {
        background: var(--ink);
        color: var(--paper);
    }

    button:focus-visible {
        outline-offset: -3px;
    }

    @media (forced-colors: active) {
        button[aria-current="true"] {
            outline: 3px solid Highlight;
            outline-offset: -3px;
        }
    }

    .good {
        color: var(--good);
    }

    .bad {
        color: var(--bad);
    }

    [aria-current="true"] :is(.good, .bad) {
        color: inherit;
    }
`;

/** Scrolls the list to the current move, but never the page. */
export function showCurrent(list: HTMLElement | null): void {
    const current = list?.querySelector("[aria-current=true]");
    if (!list || !current)
        return;
    const [box, it] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
    if (it.top < box.top)
        list.scrollTop -= box.top - it.top;
    else if (it.bottom > box.bottom)
        list.scrollTop += it.bottom - box.bottom;
}
