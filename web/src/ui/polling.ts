/* polling.ts - a component that asks again and again, while it is looked at. */
import type {ReactiveController, ReactiveControllerHost} from "lit";

export class Polling implements ReactiveController {
    private timer: ReturnType<typeof setTimeout> | undefined;
    private connected = false;

    constructor(host: ReactiveControllerHost, private readonly every: number,
        private readonly ask: () => Promise<void>) {
        host.addController(this);
    }

    hostConnected(): void {
        this.connected = true;
        document.addEventListener("visibilitychange", this.wake);
        this.wake();
    }

    hostDisconnected(): void {
        this.connected = false;
        document.removeEventListener("visibilitychange", this.wake);
        clearTimeout(this.timer);
    }

    readonly wake = (): void => {
        clearTimeout(this.timer);
        if (!this.connected || document.visibilityState !== "visible")
            return;
        void this.ask().finally(() => {
            clearTimeout(this.timer);
            if (this.connected)
                this.timer = setTimeout(this.wake, this.every);
        });
    };
}
