/* polling.ts - calls a function periodically while the page is visible. */
import type {ReactiveController, ReactiveControllerHost} from "lit";

export class Polling implements ReactiveController {
    private timer: ReturnType<typeof setTimeout> | undefined;
    private connected = false;

    constructor(host: ReactiveControllerHost, private readonly interval: number,
        private readonly poll: () => Promise<void>) {
        host.addController(this);
    }

    hostConnected(): void {
        this.connected = true;
        document.addEventListener("visibilitychange", this.pollNow);
        this.pollNow();
    }

    hostDisconnected(): void {
        this.connected = false;
        document.removeEventListener("visibilitychange", this.pollNow);
        clearTimeout(this.timer);
    }

    readonly pollNow = (): void => {
        clearTimeout(this.timer);
        if (!this.connected || document.visibilityState !== "visible")
            return;
        void this.poll().finally(() => {
            clearTimeout(this.timer);
            if (this.connected)
                this.timer = setTimeout(this.pollNow, this.interval);
        });
    };
}
