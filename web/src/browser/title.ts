/* title.ts - the title and the icon of the page, which readers see in the bar of
 * tabs. Both show when a game calls. */

let title = "";
let prefix = "";

const showTitle = (): void => { document.title = prefix + title; };

/** The title of the screen. */
export function setTitle(text: string): void {
    title = text;
    showTitle();
}

/** What comes before the title of any screen. */
export function setTitlePrefix(text: string): void {
    prefix = text;
    showTitle();
}

/** The page's icon, with a dot while a game calls. */
export function setIconBadge(isShown: boolean): void {
    document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute("href", isShown ? "/icon-badge.svg" : "/icon.svg");
}
