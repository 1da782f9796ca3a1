/* clipboard.ts - text into the clipboard, and a word about how that went. */
import {toast} from "../state/toasts.js";

export async function copyText(text: string, said: string): Promise<void> {
    try {
        await navigator.clipboard.writeText(text);
        toast(said);
    } catch {
        toast("The browser does not let the page copy: select the text and copy it yourself.");
    }
}
