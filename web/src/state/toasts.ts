/* toasts.ts - short messages to the reader, such as why a move was refused.
 * <oxo-toasts> shows them. */
import {Store} from "./store.js";

export interface Toast {
    readonly id: number;
    readonly text: string;
}

export const toasts = new Store<readonly Toast[]>([]);

const SHOWN_FOR = 5000;
const MOST_SHOWN = 3;
let count = 0;

/** Shows a message for a few seconds. A repeated message appears only once. */
export function toast(text: string): void {
    const id = ++count;
    toasts.value = [...toasts.value.filter((t) => t.text !== text).slice(1 - MOST_SHOWN), {id, text}];
    setTimeout(() => { toasts.value = toasts.value.filter((t) => t.id !== id); }, SHOWN_FOR);
}
