/* room-style.ts - how a room looks around its board. */
import {css} from "lit";

export const roomStyle = css`
    :host {
        display: block;
    }

    .lone {
        width: 100%;
        max-width: 34rem;
        margin: var(--space-5) auto;
    }

    .lone .facts {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-1) var(--space-4);
    }

    .pulse {
        display: flex;
        gap: var(--space-2);
        align-items: center;
    }

    .pulse::before {
        content: "";
        flex: none;
        width: 10px;
        height: 10px;
        border-radius: 50%;
        background: var(--good);
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
        border-radius: var(--round-s);
        background: var(--ink);
        color: var(--paper);
    }

    .steps {
        display: flex;
        gap: var(--space-1);
        margin-block-start: var(--space-2);
    }

    .steps .button {
        flex: 1;
    }

    .past {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-2);
        align-items: center;
        justify-content: space-between;
    }

    .feet {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-1) var(--space-4);
    }

    @media (prefers-reduced-motion: no-preference) {
        .pulse::before {
            animation: pulse 1.6s infinite alternate;
        }
    }

    @keyframes pulse {
        to {
            opacity: 0.25;
        }
    }
`;
