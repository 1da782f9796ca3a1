/* with-core.ts - for screens that show little without the C core. If it does
 * not come, the shell says so and offers to try again. */
import type {Oxo} from "@oxo/core";
import {loadCore} from "./core.js";
import {Store} from "../state/store.js";

type Take = (oxo: Oxo) => void;

/** Who waits for a core that did not come. */
export const waiting = new Store<readonly Take[]>([]);

export function withCore(take: Take): void {
    loadCore().then(take, () => { waiting.value = [...waiting.value, take]; });
}

export function tryAgain(): void {
    const takes = waiting.value;
    waiting.value = [];
    takes.forEach(withCore);
}
