/* theme.ts - the page has the colours that are chosen, now and whenever
 * they change. */
import {settings} from "../state/settings.js";

export function followTheme(): void {
    settings.watch(showTheme);
    showTheme();
}

function showTheme(): void {
    const {theme} = settings.value;
    if (theme === "system")
        delete document.documentElement.dataset["theme"];
    else
        document.documentElement.dataset["theme"] = theme;
}
