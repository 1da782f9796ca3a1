/* main.ts - the entry point of the page. */
import {OxoBoard} from "../board/oxo-board.js";
import {followTheme} from "../browser/theme.js";
import {loadCore} from "../core/core.js";

loadCore().catch(() => {}); // the screen that needs the core reports the failure
customElements.define("oxo-board", OxoBoard);
followTheme();
void import("./oxo-app.js");

/* For the page without a network. A browser without service workers works, too. */
void navigator.serviceWorker?.register("/sw.js").catch(() => {});
