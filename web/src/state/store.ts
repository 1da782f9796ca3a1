/* store.ts - a value with watchers. A store with a name keeps its value between
 * visits, in localStorage; `read` checks what is loaded from there, since it may
 * be of another version or edited. */

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

    /** Calls `watcher` after every change, until the returned function is
     * called. */
    watch(watcher: (value: T) => void): () => void {
        this.watchers.add(watcher);
        return () => this.watchers.delete(watcher);
    }

    private setAndNotify(next: T): void {
        this.current = next;
        for (const watcher of this.watchers)
            watcher(next);
    }

    /* Browsers may refuse to store, in private windows or on a full disk. Then the
     * value lasts as long as the page is open. */
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
