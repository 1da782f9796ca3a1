/* main.ts - where the page begins. */
import {OxoBoard} from "../board/oxo-board.js";
import {followTheme} from "../browser/theme.js";
import {loadCore} from "../core/core.js";

loadCore().catch(() => {}); // the screen that needs it says so
customElements.define("oxo-board", OxoBoard);
followTheme();
void import("./oxo-app.js");

/* The page without a network; a browser that has none of this needs none. */
void navigator.serviceWorker?.register("/sw.js").catch(() => {});
