/* loopback.ts - recognizes addresses of the own machine. */

/** Does this host name mean the own machine for everyone who opens it? */
export function isLoopback(host: string): boolean {
    return /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost)$/i.test(host);
}
