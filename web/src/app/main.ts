/* main.ts - where the page begins. */
import {OxoBoard} from "../board/oxo-board.js";
import {loadCore} from "../core/core.js";
import {settings} from "../state/settings.js";

function showTheme(): void {
    const {theme} = settings.value;
    if (theme === "system")
        delete document.documentElement.dataset["theme"];
    else
        document.documentElement.dataset["theme"] = theme;
}

loadCore().catch(() => {}); // the screen that needs it says so
customElements.define("oxo-board", OxoBoard);
settings.watch(showTheme);
showTheme();
void import("./oxo-app.js");

/* The page without a network; a browser that has none of this needs none. */
void navigator.serviceWorker?.register("/sw.js").catch(() => {});
