/* early-theme.ts - the colours that somebody chose, before anything is drawn. */
try {
    const kept = JSON.parse(localStorage.getItem("oxo-settings") ?? "{}") as {theme?: string};
    if (kept.theme === "light" || kept.theme === "dark")
        document.documentElement.dataset["theme"] = kept.theme;
} catch {
    // Nothing was kept, or it may not be read: the system's colours.
}
