/* settings.ts - what a person has chosen once: looks, sound, who they are. */
import {asObject} from "./checks.js";
import {Store} from "./store.js";

export type Theme = "system" | "light" | "dark";

/** What each choice of colours is called, and which comes next. */
export const THEMES = {
    system: {next: "light", icon: "auto", label: "Colours: as the system has them"},
    light: {next: "dark", icon: "sun", label: "Colours: light"},
    dark: {next: "system", icon: "moon", label: "Colours: dark"},
} as const;

export interface Settings {
    readonly theme: Theme;
    readonly sound: boolean;
    /** Shown to others; empty: none. */
    readonly name: string;
    /** One emoji or two letters; empty: none. */
    readonly avatar: string;
    /** The secret under which the server keeps this player's statistics. */
    readonly key: string;
}

export const AVATARS = ["🦊", "🐼", "🦉", "🐙", "🦋", "🐢", "🦁", "🐝", "🌵", "🍄", "🚀", "⚡"] as const;

/** 128 random bits, as the server wants a key. */
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

/* The key was perhaps made just now: it must be the same next time. */
changeSettings({});
