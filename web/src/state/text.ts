/* text.ts - capital letters and full stops. */

export function capitalized(text: string): string {
    return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Starts with a capital and ends with a full stop. */
export function asSentence(text: string): string {
    return /[.!?]$/.test(text) ? capitalized(text) : `${capitalized(text)}.`;
}
