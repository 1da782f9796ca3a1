/* watching.ts - redraws a component when stores change. */
import type {ReactiveController, ReactiveControllerHost} from "lit";
import type {Store} from "../state/store.js";

export class Watching implements ReactiveController {
    private unwatchAll: (() => void)[] = [];

    constructor(private readonly host: ReactiveControllerHost,
        private readonly stores: readonly Store<never>[] | readonly Store<any>[]) {
        host.addController(this);
    }

    hostConnected(): void {
        this.unwatchAll = this.stores.map((store) => store.watch(() => this.host.requestUpdate()));
    }

    hostDisconnected(): void {
        this.unwatchAll.forEach((end) => end());
    }
}
