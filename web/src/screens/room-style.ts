/* room-style.ts - the layout of a room. */
import {css} from "lit";

export const roomStyle = css`
    :host {
        display: block;
    }

    .banner {
        position: sticky;
        inset-block-start: var(--space-2);
        z-index: 5;
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-2) var(--space-4);
        align-items: center;
        justify-content: space-between;
        margin-block-end: var(--space-3);
        padding: var(--space-2) var(--space-2) var(--space-2) var(--space-4);
        border: 1px solid transparent; /* visible in forced colours */
        border-radius: var(--round-s);
        background: var(--ink);
        color: var(--paper);
    }

    .feet {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-1) var(--space-4);
    }
`;
