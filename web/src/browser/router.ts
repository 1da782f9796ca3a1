/* router.ts - addresses. A screen is chosen by the first word of the path;
 * what follows and the query are the screen's. */
import {Store} from "../state/store.js";

export interface Route {
    /** "" for the home page, "r" for /r/CODE. */
    readonly screen: string;
    /** What follows: ["CODE"]. */
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

/** Whether nobody has gone on since this route was taken, be it to the same
 * address. A screen that was left stays, and is at work, until the next one's
 * code is there: before it changes the address it has to ask. */
export const isCurrent = (place: Route | null): boolean => place === route.value;

/** Goes to another address of the page, without a reload. */
export function goTo(address: string, how: "push" | "replace" = "push"): void {
    history[how === "push" ? "pushState" : "replaceState"](null, "", address);
    route.value = currentRoute();
    if (how === "push")
        scrollTo(0, 0);
}

/** Links of the page, from inside any component, become go(). */
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
