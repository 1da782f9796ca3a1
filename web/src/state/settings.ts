/* settings.ts - the reader's stored choices: colours, sound, identity. */
import {asObject} from "./checks.js";
import {Store} from "./store.js";

export type Theme = "system" | "light" | "dark";

/** The label of each theme, and the theme that comes next. */
export const THEMES = {
    system: {next: "light", icon: "auto", label: "Colours: as the system has them"},
    light: {next: "dark", icon: "sun", label: "Colours: light"},
    dark: {next: "system", icon: "moon", label: "Colours: dark"},
} as const;

export interface Settings {
    readonly theme: Theme;
    readonly sound: boolean;
    /** Shown to others; "" for none. */
    readonly name: string;
    /** An emoji or two letters; "" for none. */
    readonly avatar: string;
    /** A secret. The server keeps this player's statistics under it. */
    readonly key: string;
}

export const AVATARS = ["🦊", "🐼", "🦉", "🐙", "🦋", "🐢", "🦁", "🐝", "🌵", "🍄", "🚀", "⚡"] as const;

/** 128 random bits in the form of a key for the server. */
export function newKey(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return btoa(String.fromCharCode(...bytes))
        .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const textFrom = (value: unknown, most: number): string =>
    typeof value === "string" ? value.slice(0, most) : "";

function readSettings(kept: unknown): Settings | null {
    const from = asObject(kept);
    if (!from)
        return null;
    const theme = from["theme"];
    const key = textFrom(from["key"], 22);
    return {
        theme: theme === "light" || theme === "dark" ? theme : "system",
        sound: from["sound"] === true,
        name: textFrom(from["name"], 32),
        avatar: textFrom(from["avatar"], 16),
        key: /^[\w-]{22}$/.test(key) ? key : newKey(),
    };
}

const FIRST_SETTINGS: Settings = {theme: "system", sound: false, name: "", avatar: "", key: newKey()};

export const settings = new Store<Settings>(FIRST_SETTINGS, "oxo-settings", readSettings);

export function changeSettings(part: Partial<Settings>): void {
    settings.value = {...settings.value, ...part};
}

/* Store the key, which may be new. */
changeSettings({});
