/* early-theme.ts - applies the chosen colours before the first paint. A script
 * of its own, because modules run too late for that. */
try {
    const kept = JSON.parse(localStorage.getItem("oxo-settings") ?? "{}") as {theme?: string};
    if (kept.theme === "light" || kept.theme === "dark")
        document.documentElement.dataset["theme"] = kept.theme;
} catch {
    // Nothing is stored, or the browser forbids reading it: use the system's colours.
}
