/* theme.ts - applies the chosen colours, now and after every change. */
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
