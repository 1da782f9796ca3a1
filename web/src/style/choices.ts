/* choices.ts - CSS of radio buttons side by side; ui/choices.ts has the HTML. */
import {css} from "lit";

export const choices = css`
    fieldset {
        min-width: 0;
        margin: 0;
        padding: 0;
        border: 0;
    }

    legend {
        margin-block-end: var(--space-1);
        padding: 0;
        color: var(--ink-soft);
        font-size: var(--text-s);
    }

    .choices {
        display: flex;
        gap: 2px;
        padding: 3px;
        border-radius: var(--round-m);
        background: var(--sunk);
    }

    .choices label {
        position: relative;
        flex: 1;
        display: grid;
        place-items: center;
        min-height: var(--target);
        padding: 0 var(--space-2);
        border-radius: calc(var(--round-m) - 3px);
        font-size: var(--text-s);
        font-weight: 500;
        text-align: center;
        cursor: pointer;
    }

    .choices input {
        position: absolute;
        inset: 0;
        opacity: 0;
        cursor: pointer;
    }

    .choices label:has(:checked) {
        background: var(--card);
        box-shadow: var(--shadow);
        font-weight: 600;
    }

    .choices label:has(:focus-visible) {
        outline: 3px solid var(--focus);
    }
`;
