/* statistics-style.ts - the layout of the statistics. */
import {css} from "lit";

export const statisticsStyle = css`
    :host {
        display: grid;
        gap: var(--space-6);
        max-width: 52rem;
        margin-inline: auto;
    }

    section {
        display: grid;
        gap: var(--space-3);
        min-width: 0;
    }

    .away {
        justify-content: space-between;
    }

    .none {
        padding-block: var(--space-7);
        text-align: center;
    }

    .summary {
        gap: var(--space-4);
    }

    dl {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(4.6rem, 1fr));
        gap: var(--space-3);
    }

    dl div {
        display: grid;
    }

    dt {
        color: var(--ink-soft);
        font-size: var(--text-s);
    }

    dd {
        font-size: var(--text-xl);
        font-weight: 600;
        line-height: 1.1;
    }

    table {
        width: 100%;
        border-collapse: collapse;
        table-layout: fixed;
        font-variant-numeric: tabular-nums;
    }

    :is(th, td) {
        padding: var(--space-2);
        border-block-end: 1px solid var(--line);
        text-align: end;
    }

    thead :is(th, td) {
        color: var(--ink-soft);
        font-size: var(--text-s);
        font-weight: 500;
    }

    th:first-child {
        width: 26%;
        padding-inline-start: 0;
        text-align: start;
    }

    tbody th {
        font-weight: 500;
    }

    .wide {
        width: 35%;
    }

    ul {
        display: grid;
    }

    li {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-2) var(--space-3);
        align-items: center;
        padding-block: var(--space-2);
        border-block-end: 1px solid var(--line);
    }

    li .row {
        margin-inline-start: auto;
    }

    .result {
        min-width: 4.2rem;
        padding: 2px var(--space-2);
        border: 1px solid var(--line-strong);
        border-radius: var(--round-s);
        background: var(--card);
        font-size: var(--text-s);
        font-weight: 600;
        text-align: center;
    }

    .result.win {
        color: var(--good);
    }

    .result.loss {
        color: var(--bad);
    }

    .what {
        display: grid;
        flex: 1 1 12rem;
        line-height: 1.35;
    }

    .score {
        margin-block-end: var(--space-3);
        font-size: var(--text-xxl);
        font-weight: 650;
        line-height: 1;
        text-align: center;
    }

    .tally {
        margin-block: var(--space-2) var(--space-3);
        text-align: center;
    }

    .answers {
        justify-content: end;
        margin-block-start: var(--space-4);
    }

    @media (max-width: 559px) {
        .wide,
        tbody small {
            display: none;
        }
    }
`;
