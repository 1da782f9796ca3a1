/* play-style.ts - the layout of the playing screen. */
import {css} from "lit";

export const playStyle = css`
    :host {
        display: block;
    }

    .strip {
        min-height: 52px;
    }

    .side {
        display: grid;
        gap: var(--space-4);
        min-width: 0;
    }

    header {
        display: flex;
        gap: var(--space-1);
        align-items: start;
    }

    header > div {
        flex: 1;
        min-width: 0;
    }

    .turn {
        font-size: var(--text-l);
        font-weight: 600;
        line-height: 1.25;
    }

    /* A hint replaces the turn and moves nothing below it. */
    .now {
        display: grid;
        align-content: center;
        min-height: 3rem;
        line-height: 1.35;
    }

    .past {
        justify-content: space-between;
        padding: var(--space-2) var(--space-2) var(--space-2) var(--space-4);
        border: 2px dashed var(--line-strong);
        border-radius: var(--round-m);
        font-weight: 600;
    }

    .trouble {
        justify-content: space-between;
        border-color: var(--bad);
    }

    .tools {
        display: grid;
        grid-template-columns: repeat(4, minmax(0, 1fr));
        gap: var(--space-2);
    }

    .tool {
        flex-direction: column;
        gap: 2px;
        min-height: 60px;
        padding: var(--space-1);
        font-size: var(--text-xs);
        text-align: center;
    }

    .others {
        display: grid;
        grid-template-columns: repeat(2, minmax(0, 1fr));
        gap: var(--space-2);
    }

    .others .button {
        justify-content: start;
        padding-inline: var(--space-2);
    }

    .level {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        grid-column: 1 / -1;
        gap: var(--space-3);
        align-items: center;
        font-size: var(--text-s);
    }

    .answers {
        justify-content: end;
        margin-block-start: var(--space-4);
    }

    .wide {
        --dialog-width: 56rem;
    }

    @media (max-width: 859px) {
        header > div {
            display: flex;
            flex-wrap: wrap;
            gap: 0 var(--space-2);
            align-items: baseline;
            align-self: center;
        }

        h1 {
            font-size: var(--text-l);
        }

        /* Turn and result come directly below the board. */
        .now,
        .past,
        .trouble,
        oxo-result {
            order: -1;
        }
    }
`;
