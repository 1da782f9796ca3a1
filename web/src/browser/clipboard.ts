/* clipboard.ts - copies text and confirms it with a toast. */
import {toast} from "../state/toasts.js";

const FORBIDDEN = "The browser does not let the page copy: select the text and copy it yourself.";

/** False if the browser forbids it. */
export async function copyText(text: string, done: string, forbidden = FORBIDDEN): Promise<boolean> {
    try {
        await navigator.clipboard.writeText(text);
        toast(done);
        return true;
    } catch {
        toast(forbidden);
        return false;
    }
}
