/* events.ts - how components report to their screen. */

type Detail<K extends keyof HTMLElementEventMap> = HTMLElementEventMap[K] extends CustomEvent<infer D> ? D : never;

/** Dispatches an event that bubbles out of all shadow trees. */
export function sendEvent<K extends keyof HTMLElementEventMap>(from: HTMLElement, name: K, detail: Detail<K>): void {
    from.dispatchEvent(new CustomEvent(name, {detail, bubbles: true, composed: true}));
}
