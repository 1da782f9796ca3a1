/* learn-style.ts - the layout of the learning screen. */
import {css} from "lit";

export const learnStyle = css`
    :host {
        display: grid;
        gap: var(--space-4);
    }

    .whole {
        display: grid;
        gap: var(--space-4);
        align-items: start;
    }

    .lessons {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-1);
    }

    .lessons .button {
        min-width: var(--target);
        padding: 0 var(--space-3);
    }

    .lessons b {
        font-variant-numeric: tabular-nums;
    }

    .lesson p + p {
        margin-block-start: var(--space-2);
    }

    .counts {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr) auto;
        gap: var(--space-1) var(--space-3);
        align-items: center;
        font-size: var(--text-s);
    }

    .bar {
        height: 12px;
        border-radius: 6px;
        background: var(--line-strong);
        min-width: 3px;
    }

    .bar.pruned {
        background: var(--good);
    }

    @media (forced-colors: active) {
        .bar {
            forced-color-adjust: none;
        }
    }

    .bar + b {
        text-align: end;
    }

    .presets {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-2);
    }

    oxo-board {
        max-width: 260px;
        margin-inline: auto;
    }

    .modes {
        display: inline-flex;
        gap: var(--space-1);
    }

    /* Stays visible while the rows scroll. */
    .beside {
        position: sticky;
        inset-block-start: 0;
        z-index: 1;
        margin-inline: calc(-1 * var(--space-2));
        padding: var(--space-2);
        border-block-end: 1px solid var(--line);
        background: var(--card);
    }

    .says {
        min-height: 4.6em;
        line-height: 1.4;
    }

    oxo-minimax {
        --beside: 250px;
    }

    .steps {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-1);
    }

    .head {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-2);
        align-items: center;
        justify-content: space-between;
    }


    @media (max-width: 419px) {
        .beside {
            font-size: var(--text-s);
        }

        .roomy {
            position: absolute;
            width: 1px;
            height: 1px;
            overflow: hidden;
            clip-path: inset(50%);
        }
    }

    @media (min-width: 860px) {
        .whole {
            grid-template: "lesson tree" auto "counts tree" auto "choose tree" 1fr / minmax(300px, 23rem) minmax(0, 1fr);
        }

        .lesson {
            grid-area: lesson;
        }

        .says {
            min-height: 3.6em;
        }

        .tree {
            grid-area: tree;
        }

        .counted {
            grid-area: counts;
        }

        .choose {
            grid-area: choose;
        }
    }
`;
