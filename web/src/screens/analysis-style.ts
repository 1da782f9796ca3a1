/* analysis-style.ts - the layout of the analysis screen. */
import {css} from "lit";
import {unseen} from "../style/shared.js";

export const analysisStyle = css`
    :host {
        display: grid;
        gap: var(--space-4);
    }

    .top {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-2);
        align-items: center;
    }

    .title {
        flex: 1 1 8rem;
        min-width: 0;
    }

    h1 {
        overflow-wrap: anywhere;
    }

    .top select {
        flex: 0 1 auto;
        width: auto;
    }

    .verdict {
        min-height: 2.8em;
        font-size: var(--text-s);
        line-height: 1.4;
    }

    .bad {
        color: var(--bad);
    }

    .good {
        color: var(--good);
    }

    .under {
        display: grid;
        gap: var(--space-4);
        align-items: start;
    }

    /* Such devices rarely have a keyboard. */
    @media (max-width: 859px) {
        .top .button.icon {
            display: none;
        }
    }

    @media (max-width: 419px) {
        .title {
            flex-basis: 100%;
        }

        .top .button {
            padding-inline: var(--space-3);
        }

        .top select {
            flex: 1 1 7rem;
            min-width: 7rem;
            padding-inline: var(--space-2);
            font-size: var(--text-s);
        }

        .top .icon {
            display: none;
        }

        /* The whole heading has to fit in one row. */
        .long {
            ${unseen}
        }
    }

    .trouble {
        border: 2px solid var(--bad);
        overflow-wrap: anywhere;
    }

    .drop {
        position: fixed;
        inset: var(--space-4);
        z-index: 15;
        display: grid;
        place-items: center;
        border: 3px dashed var(--focus);
        border-radius: var(--round-l);
        background: color-mix(in srgb, var(--paper) 80%, transparent);
        font-size: var(--text-l);
        font-weight: 600;
        pointer-events: none;
    }

    .game .row {
        min-height: var(--target);
        justify-content: space-between;
    }

    .game h2 {
        flex: 1;
    }

    /* A window of 1440 by 900 shows board, lines, moves and graph without
     * scrolling. */
    @media (min-width: 860px) {
        oxo-stage {
            --stage-rest: 320px;
            --stage-side: 1fr;
        }

        .side {
            gap: var(--space-3);
        }

        .side .card {
            padding: var(--space-3) var(--space-4);
        }

        .moves,
        .game {
            gap: var(--space-2);
        }

        .verdict {
            min-height: 1.4em;
        }

        .under:has(.summary) {
            grid-template: "export summary" auto / minmax(0, 3fr) minmax(300px, 2fr);
        }

        .under > .summary {
            grid-area: summary;
        }

        .under:has(.summary) > .export {
            grid-area: export;
        }

        oxo-variations {
            --moves-height: max(8rem, calc(100dvh - 752px));
        }

        oxo-graph {
            --graph-height: 112px;
        }
    }
`;
