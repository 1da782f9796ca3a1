/* with-core.ts - for screens that show nothing without the C core, and have
 * nothing better to say if it does not come. */
import type {Oxo} from "@oxo/core";
import {loadCore} from "../core/core.js";
import {toast} from "./oxo-toasts.js";

export function withCore(take: (oxo: Oxo) => void): void {
    loadCore().then(take, () => toast("The rules could not be loaded. Check the network, then load the page again."));
}
