/* screens.ts - which screen an address shows. The code of a screen is loaded
 * when the screen is first opened. */

export interface Screen {
    readonly tag: string;
    readonly title: string;
    readonly load: () => Promise<unknown>;
}

export const SCREENS: {readonly [name: string]: Screen} = {
    "": {tag: "screen-home", title: "oxo · noughts and crosses", load: () => import("../screens/home.js")},
    play: {tag: "screen-play", title: "Play · oxo", load: () => import("../screens/play.js")},
    new: {tag: "screen-new", title: "New room · oxo", load: () => import("../screens/new.js")},
    r: {tag: "screen-room", title: "Room · oxo", load: () => import("../screens/room.js")},
    rooms: {tag: "screen-rooms", title: "Rooms · oxo", load: () => import("../screens/rooms.js")},
    g: {tag: "screen-analysis", title: "Game · oxo", load: () => import("../screens/analysis.js")},
    analysis: {tag: "screen-analysis", title: "Analysis · oxo", load: () => import("../screens/analysis.js")},
    learn: {tag: "screen-learn", title: "Learn · oxo", load: () => import("../screens/learn.js")},
    rules: {tag: "screen-rules", title: "Rules · oxo", load: () => import("../screens/rules.js")},
    developers: {tag: "screen-developers", title: "For programs · oxo", load: () => import("../screens/developers.js")},
    statistics: {tag: "screen-statistics", title: "Statistics · oxo", load: () => import("../screens/statistics.js")},
};

export const MISSING: Screen = {
    tag: "screen-missing", title: "Nothing here · oxo", load: () => import("../screens/missing.js"),
};
