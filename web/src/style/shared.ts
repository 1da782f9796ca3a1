/* shared.ts - CSS for every component: text, buttons, fields, cards. */
import {css} from "lit";

/** Hidden, but not from screen readers. */
export const unseen = css`
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
`;

export const shared = css`
    *,
    ::before,
    ::after {
        box-sizing: border-box;
    }

    [hidden] {
        display: none !important;
    }

    h1,
    h2,
    h3,
    p,
    ul,
    ol,
    dl,
    dd,
    figure {
        margin: 0;
        padding: 0;
    }

    ul,
    ol {
        list-style: none;
    }

    h1 {
        font-size: var(--text-xl);
        font-weight: 650;
        line-height: 1.15;
        letter-spacing: -0.015em;
    }

    h2 {
        font-size: var(--text-l);
        font-weight: 600;
        line-height: 1.25;
    }

    h3 {
        font-size: var(--text-m);
        font-weight: 600;
    }

    a {
        color: inherit;
        text-underline-offset: 0.2em;
    }

    .soft {
        color: var(--ink-soft);
    }

    .small {
        font-size: var(--text-s);
    }

    .number {
        font-variant-numeric: tabular-nums;
    }

    .card {
        padding: var(--space-4);
        border: 1px solid var(--line);
        border-radius: var(--round-m);
        background: var(--card);
    }

    .row {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-2);
        align-items: center;
    }

    .stack {
        display: grid;
        gap: var(--space-4);
        align-content: start;
    }

    .button {
        display: inline-flex;
        gap: var(--space-2);
        align-items: center;
        justify-content: center;
        min-height: var(--target);
        min-width: var(--target);
        padding: 0 var(--space-4);
        border: 1px solid var(--line-strong);
        border-radius: var(--round-s);
        background: var(--card);
        color: var(--ink);
        font: 500 var(--text-s) / 1.2 var(--font);
        text-decoration: none;
        cursor: pointer;
        transition: background var(--quick), transform var(--quick);
    }

    .button:hover:not(:disabled) {
        background: var(--sunk);
    }

    .button:active:not(:disabled) {
        transform: translateY(1px);
    }

    .button:disabled {
        border-color: var(--line);
        color: var(--ink-soft);
        cursor: default;
    }

    .button.primary {
        border-color: var(--ink);
        background: var(--ink);
        color: var(--paper);
    }

    .button.primary:hover:not(:disabled) {
        background: color-mix(in srgb, var(--ink) 85%, var(--paper));
    }

    .button.quiet {
        border-color: transparent;
        background: transparent;
    }

    .button.quiet:hover:not(:disabled) {
        background: var(--sunk);
    }

    .button.icon {
        padding: 0;
    }

    .button[aria-pressed="true"],
    .button[aria-current="page"] {
        border-color: var(--ink);
        background: var(--sunk);
    }

    @media (forced-colors: active) {
        .button[aria-pressed="true"],
        .button[aria-current="page"] {
            outline: 3px solid Highlight;
            outline-offset: -4px;
        }
    }

    .field {
        min-height: var(--target);
        width: 100%;
        padding: 0 var(--space-3);
        border: 1px solid var(--line-strong);
        border-radius: var(--round-s);
        background: var(--card);
        color: var(--ink);
        font: 400 var(--text-m) / 1.4 var(--font);
    }

    textarea.field {
        padding: var(--space-2) var(--space-3);
        font-family: var(--font-mono);
        font-size: var(--text-s);
    }

    :focus-visible {
        outline: 3px solid var(--focus);
        outline-offset: 2px;
    }

    .hidden-text {
        ${unseen}
    }

    .x {
        color: var(--x);
    }

    .o {
        color: var(--o);
    }
`;
