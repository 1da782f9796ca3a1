/* loopback.ts - which addresses mean this very machine, whoever opens them. */

/** Does a link to this host lead everybody to their own machine? */
export function isLoopback(host: string): boolean {
    return /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost)$/i.test(host);
}
