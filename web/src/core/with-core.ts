/* with-core.ts - for screens that show little without the C core. If it does
 * not come, the shell says so and offers to try again. */
import type {Oxo} from "@oxo/core";
import {Store} from "../state/store.js";
import {loadCore} from "./core.js";

type CoreUser = (oxo: Oxo) => void;

/** Who waits for a core that did not come. */
export const waitingForCore = new Store<readonly CoreUser[]>([]);

export function withCore(take: CoreUser): void {
    loadCore().then(take, () => { waitingForCore.value = [...waitingForCore.value, take]; });
}

export function retryCore(): void {
    const takes = waitingForCore.value;
    waitingForCore.value = [];
    takes.forEach(withCore);
}
