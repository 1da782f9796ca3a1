/* loopback.ts - recognizes addresses that every machine uses for itself. */

/** Is it a name or address of the local machine, such as localhost? */
export function isLoopback(host: string): boolean {
    return /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost)$/i.test(host);
}
