/* store.ts - a value that is watched, and kept between visits if it has a
 * name. What was kept is checked when it is read: it may be old, or another's. */

export class Store<T> {
    private readonly watchers = new Set<(value: T) => void>();
    private current: T;

    constructor(initial: T, private readonly name?: string,
        private readonly read?: (kept: unknown) => T | null) {
        this.current = this.load() ?? initial;
        if (name)
            globalThis.addEventListener?.("storage", (event) => {
                if (event.key === name)
                    this.setAndNotify(this.load() ?? initial);
            });
    }

    get value(): T {
        return this.current;
    }

    set value(next: T) {
        if (this.name)
            this.save(this.name, next);
        this.setAndNotify(next);
    }

    /** Calls back after every change, until the returned function is called. */
    watch(watcher: (value: T) => void): () => void {
        this.watchers.add(watcher);
        return () => this.watchers.delete(watcher);
    }

    private setAndNotify(next: T): void {
        this.current = next;
        for (const watcher of this.watchers)
            watcher(next);
    }

    /* A browser may refuse: private windows, full disks. Then it is kept for
     * as long as the page is open. */
    private save(name: string, value: T): void {
        try {
            localStorage.setItem(name, JSON.stringify(value));
        } catch {
            return;
        }
    }

    private load(): T | null {
        try {
            const text = this.name ? localStorage.getItem(this.name) : null;
            return text === null ? null : this.read?.(JSON.parse(text)) ?? null;
        } catch {
            return null;
        }
    }
}
