/* with-core.ts - for screens that need the C core. If it can't be loaded, the
 * shell says so and offers to try again. */
import type {Oxo} from "@oxo/core";
import {Store} from "../state/store.js";
import {loadCore} from "./core.js";

type CoreUser = (oxo: Oxo) => void;

/** Callers that wait because the core could not be loaded. */
export const waitingForCore = new Store<readonly CoreUser[]>([]);

export function whenCoreLoads(take: CoreUser): void {
    loadCore().then(take, () => { waitingForCore.value = [...waitingForCore.value, take]; });
}

export function retryCore(): void {
    const takes = waitingForCore.value;
    waitingForCore.value = [];
    takes.forEach(whenCoreLoads);
}
