/* icons.ts - icons of 24 by 24 units, in the colour of the text. */
import {html, svg, type SVGTemplateResult, type TemplateResult} from "lit";

const SHAPES = {
    undo: svg`<path d="M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6"/>`,
    redo: svg`<path d="m15 7 5 5-5 5M20 12H10a6 6 0 0 0-6 6"/>`,
    flag: svg`<path d="M6 21V4h11l-2 4 2 4H6"/>`,
    plus: svg`<path d="M12 5v14M5 12h14"/>`,
    again: svg`<path d="M20 11a8 8 0 1 0-2.3 6.3M20 5v6h-6"/>`,
    bulb: svg`<path d="M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.6.5-.9 1-1 1.5h-5c-.1-.5-.4-1-1-1.5z"/>`,
    sound: svg`<path d="M4 10v4h4l5 4V6l-5 4zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11"/>`,
    mute: svg`<path d="M4 10v4h4l5 4V6l-5 4zM17 10l4 4M21 10l-4 4"/>`,
    sun: svg`<circle cx="12" cy="12" r="4"/><path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4"/>`,
    moon: svg`<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z"/>`,
    auto: svg`<circle cx="12" cy="12" r="8"/><path d="M12 4v16a8 8 0 0 0 0-16z" fill="currentColor"/>`,
    play: svg`<path d="M8 5.5v13l11-6.5z"/>`,
    pause: svg`<path d="M8 5v14M16 5v14"/>`,
    eye: svg`<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"/><circle cx="12" cy="12" r="3"/>`,
    chart: svg`<path d="M4 19h16M6 15l4-5 4 3 5-8"/>`,
    book: svg`<path d="M12 6c-2-1.5-4.5-2-8-2v14c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2V4c-3.5 0-6 .5-8 2zM12 6v14"/>`,
    tree: svg`<circle cx="12" cy="5" r="2"/><circle cx="6" cy="18" r="2"/><circle cx="18" cy="18" r="2"/><path d="M12 7v4M6 16v-2a3 3 0 0 1 3-3h6a3 3 0 0 1 3 3v2"/>`,
    link: svg`<path d="M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.700l-1.2 1.200M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.700l1.2-1.2"/>`,
    people: svg`<circle cx="9" cy="8" r="3.5"/><path d="M2.5 20a6.5 6.5 0 0 1 13 0M16 4.800a3.5 3.5 0 0 1 0 6.400M18 14a6.5 6.5 0 0 1 3.5 6"/>`,
    person: svg`<circle cx="12" cy="8" r="4"/><path d="M4.500 20.500a7.500 7.500 0 0 1 15 0"/>`,
    bell: svg`<path d="M6 16V10.500a6 6 0 0 1 12 0V16l1.500 2h-15zM10 20.500h4"/>`,
    computer: svg`<rect x="4" y="5" width="16" height="11" rx="2"/><path d="M9 20h6M12 16v4"/>`,
    download: svg`<path d="M12 4v11M7 11l5 5 5-5M5 20h14"/>`,
    copy: svg`<rect x="8" y="8" width="12" height="12" rx="2"/><path d="M16 8V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h2"/>`,
    close: svg`<path d="M6 6l12 12M18 6 6 18"/>`,
    first: svg`<path d="M18 6 11 12l7 6M7 6v12"/>`,
    back: svg`<path d="m15 6-6 6 6 6"/>`,
    next: svg`<path d="m9 6 6 6-6 6"/>`,
    last: svg`<path d="m6 6 7 6-7 6M17 6v12"/>`,
    hand: svg`<path d="M4 13l4-4 3 2 3-3 6 5-5 5a3 3 0 0 1-4 0z"/>`,
    grid: svg`<path d="M9 4v16M15 4v16M4 9h16M4 15h16"/>`,
    flip: svg`<path d="M7 4v16M7 4 4 7M7 4l3 3M17 20V4M17 20l-3-3M17 20l3-3"/>`,
} satisfies {[name: string]: SVGTemplateResult};

export type IconName = keyof typeof SHAPES;

export function icon(name: IconName): TemplateResult {
    return html`<svg class="icon" width="22" height="22" viewBox="0 0 24 24" fill="none"
        stroke="currentColor" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"
        aria-hidden="true">${SHAPES[name]}</svg>`;
}

/** "oxo" as a ring, a cross and a ring. */
export function logo(): TemplateResult {
    return html`<svg class="logo" width="84" height="30" viewBox="0 0 28 10" fill="none"
        stroke-width="1.7" stroke-linecap="round" aria-hidden="true">
        <circle cx="5" cy="5" r="3.4" stroke="var(--o)"/>
        <path d="M11 2l6 6M17 2l-6 6" stroke="var(--x)"/>
        <circle cx="23" cy="5" r="3.4" stroke="var(--o)"/></svg>`;
}
