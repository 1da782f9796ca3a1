/* identity.ts - the reader's identity on the server: a name, an avatar, and the
 * secret key under which the server counts the reader's games. */
import type {Settings} from "./settings.js";

const NAME_BYTES = 48;
const AVATAR_BYTES = 16;

/* Characters that the server refuses: controls, writing directions, separators,
 * tags. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** Cleans and shortens a text so that the server accepts it. Never cuts within a
 * grapheme, such as an emoji of several code points. */
export function fitText(text: string, bytes: number): string {
    const clean = text.replace(/\s+/gu, " ").replace(FORBIDDEN, "").trim();
    const signs = [...new Intl.Segmenter().segment(clean)].map((s) => s.segment);
    const encoder = new TextEncoder();
    let fitting = "";
    for (const sign of signs) {
        if (encoder.encode(fitting + sign).length > bytes)
            break;
        fitting += sign;
    }
    return fitting.trimEnd();
}

export const fitName = (text: string): string => fitText(text, NAME_BYTES);
export const fitAvatar = (text: string): string => fitText(text, AVATAR_BYTES);

export interface Identity {
    readonly name?: string;
    readonly avatar?: string;
    readonly key: string;
}

/** The members of a message that takes a seat. */
export function identityOf(settings: Settings): Identity {
    const [name, avatar] = [fitName(settings.name), fitAvatar(settings.avatar)];
    return {...(name && {name}), ...(avatar && {avatar}), key: settings.key};
}
