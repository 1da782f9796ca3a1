/* events.ts - how components report to the screen they are on. */

type Detail<K extends keyof HTMLElementEventMap> = HTMLElementEventMap[K] extends CustomEvent<infer D> ? D : never;

/** Dispatches an event that leaves every shadow tree it passes. */
export function sendEvent<K extends keyof HTMLElementEventMap>(from: HTMLElement, name: K, detail: Detail<K>): void {
    from.dispatchEvent(new CustomEvent(name, {detail, bubbles: true, composed: true}));
}
