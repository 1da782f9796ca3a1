/* router.ts - the address of the page. The first part of the path chooses the
 * screen; the screen reads the rest of the path and the query. */
import {Store} from "../state/store.js";

export interface Route {
    /** "" for the home page, "r" for /r/CODE. */
    readonly screen: string;
    /** The rest of the path: ["CODE"]. */
    readonly rest: readonly string[];
    readonly query: URLSearchParams;
}

export function parseRoute(path: string, query: string): Route {
    const [screen = "", ...rest] = path.split("/").filter(Boolean).map(decodeSafely);
    return {screen, rest, query: new URLSearchParams(query)};
}

function decodeSafely(part: string): string {
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}

const currentRoute = (): Route => parseRoute(location.pathname, location.search);

export const route = new Store<Route>(
    typeof location === "undefined" ? parseRoute("/", "") : currentRoute());

/** True until the reader navigates, even to the same address. The old screen
 * keeps running until the code of the next one is loaded, so a screen must ask
 * before it changes the address. */
export const isCurrent = (place: Route | null): boolean => place === route.value;

/** Navigates within the page, without a reload. */
export function goTo(address: string, how: "push" | "replace" = "push"): void {
    history[how === "push" ? "pushState" : "replaceState"](null, "", address);
    route.value = currentRoute();
    if (how === "push")
        scrollTo(0, 0);
}

/** Turns clicks on links within the page, in any component, into goTo(). */
export function followLinks(root: EventTarget): void {
    root.addEventListener("click", (event) => {
        const click = event as MouseEvent;
        const link = click.composedPath().find((node) => node instanceof HTMLAnchorElement);
        if (!link || click.defaultPrevented || click.button !== 0 || click.metaKey || click.ctrlKey
            || click.shiftKey || link.target || link.hasAttribute("download")
            || link.origin !== location.origin || /^\/(api|embed)\b/.test(link.pathname))
            return;
        click.preventDefault();
        goTo(link.pathname + link.search + link.hash);
    });
    addEventListener("popstate", () => { route.value = currentRoute(); });
}
