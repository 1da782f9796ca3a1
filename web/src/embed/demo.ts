/* demo.ts - the page that presents the board for other sites: a form sets the
 * attributes of a board, and the reader copies its HTML. */

import {followTheme} from "../browser/theme.js";
import {changeSettings, settings, THEMES} from "../state/settings.js";

/** The HTML of a board; an attribute with the value "" is written without one. */
export function boardTag(attributes: ReadonlyMap<string, string>): string {
    const written = [...attributes].map(([name, value]) => value === "" ? ` ${name}` : ` ${name}="${value}"`);
    return `<oxo-board${written.join("")}></oxo-board>`;
}

/** The attributes chosen in the form. */
export function chosenAttributes(form: {get(name: string): unknown}): ReadonlyMap<string, string> {
    const who = form.get("who");
    return new Map([
        ["variant", String(form.get("variant"))],
        ...(who === "nobody" ? [] : [["playable", ""] as const]),
        ...(who === "computer" ? [["computer", String(form.get("level"))] as const] : []),
    ]);
}

function startForm(form: HTMLFormElement): void {
    const find = <T extends HTMLElement>(selector: string): T => document.querySelector<T>(selector)!;
    const board = find("#made");
    const snippet = find("#snippet");
    const level = find<HTMLSelectElement>("[name=level]");
    const show = (): void => {
        level.disabled = new FormData(form).get("who") !== "computer";
        const wanted = new Map([["level", level.value], ...new FormData(form)] as const);
        const attributes = chosenAttributes(wanted);
        for (const name of ["variant", "playable", "computer"]) {
            const value = attributes.get(name);
            if (value === undefined)
                board.removeAttribute(name);
            else
                board.setAttribute(name, value);
        }
        Object.assign(board, {moves: ""});
        snippet.textContent = `<script type="module" src="${location.origin}/embed/oxo-board.js"></script>\n${boardTag(attributes)}`;
    };
    form.addEventListener("change", show);
    show();
    find(".copy").addEventListener("click", () => {
        const say = (words: string): void => { find("#said").textContent = words; };
        Promise.resolve().then(() => navigator.clipboard.writeText(snippet.textContent ?? ""))
            .then(() => say("Copied."), () => say("The browser does not let the page copy: select the text."));
    });
}

/** The theme button in the header of the demo page. */
function startThemeButton(button: HTMLButtonElement): void {
    const name = (): void => { button.title = button.ariaLabel = THEMES[settings.value.theme].label; };
    button.addEventListener("click", () => changeSettings({theme: THEMES[settings.value.theme].next}));
    settings.watch(name);
    name();
    followTheme();
}

const theme = globalThis.document?.querySelector<HTMLButtonElement>("#theme");
if (theme)
    startThemeButton(theme);

const form = globalThis.document?.querySelector<HTMLFormElement>("#form");
if (form)
    startForm(form);
