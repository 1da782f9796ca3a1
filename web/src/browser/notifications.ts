/* notifications.ts - the system's notifications. The page asks for the permission
 * only when the reader presses a button. */
import {goTo} from "./router.js";

/** May the page ask whether it may notify? */
export function canAskToNotify(): boolean {
    return "Notification" in globalThis && Notification.permission === "default";
}

/** Returns whether the reader allows notifications. */
export async function askToNotify(): Promise<boolean> {
    return await Notification.requestPermission() === "granted";
}

/** Does nothing without permission. A click leads to the address; a newer
 * notification with the same address replaces this one. */
export function notify(words: string, address: string): void {
    if (!("Notification" in globalThis) || Notification.permission !== "granted")
        return;
    const options = {body: words, icon: "/icon-192.png", tag: address, data: address};
    try {
        const notification = new Notification("oxo", options);
        notification.onclick = () => {
            window.focus();
            goTo(address);
            notification.close();
        };
    } catch { // on phones only service workers may notify
        void navigator.serviceWorker?.ready.then((worker) => worker.showNotification("oxo", options)).catch(() => {});
    }
}
