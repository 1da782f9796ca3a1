/* room.mjs - two people in a room, each with a browser profile of their own. */
import assert from "node:assert/strict";
import {person} from "./support.mjs";

/** What a browser has kept, as Playwright wants it. */
function kept(server, values) {
    const localStorage = Object.entries(values).map(([name, value]) => ({name, value: JSON.stringify(value)}));
    return {cookies: [], origins: [{origin: server.url, localStorage}]};
}

/** Somebody with a name at an address; options as person()'s. */
export async function comes(t, server, address, {name = "", avatar = "", seats = {}, ...options} = {}) {
    const context = await person(t, server, {
        storageState: kept(server, {"oxo-settings": {name, avatar, theme: "system"}, "oxo-seats": seats}), ...options,
    });
    const page = await context.newPage();
    await page.goto(address);
    return page;
}

/** A room that waits, made by Ada, who is in it. */
export async function makesRoom(t, server, wish = {}, options = {}) {
    const answer = await fetch(`${server.url}/api/v1/rooms`, {
        method: "POST", body: JSON.stringify({variant: "classic", name: "Ada", ...wish}),
    });
    const {seat} = await answer.json();
    const seats = {[seat.room]: {token: seat.token, at: Date.now()}};
    const page = await comes(t, server, `/r/${seat.room}`, {name: "Ada", seats, ...options});
    await page.locator("oxo-invite").waitFor();
    return {page, code: seat.room};
}

/** Takes the free seat of the room that is open. */
export async function takesSeat(page) {
    await page.getByRole("button", {name: /^Play as [XO]$/}).click();
}

/** Somebody opens the link to a room and takes its seat; Bo if nobody else. */
export async function joins(t, server, code, options = {}) {
    const page = await comes(t, server, `/r/${code}`, {name: "Bo", ...options});
    await takesSeat(page);
    return page;
}

/** Ada and Bo at a game; Ada made the room and is X. */
export async function pair(t, server, wish = {}, options = {}) {
    const {page: ada, code} = await makesRoom(t, server, wish, options);
    const bo = await joins(t, server, code, options);
    await headline(bo, /Ada to move|Your move/);
    await headline(ada, /Bo to move|Your move/);
    return {ada, bo, code};
}

/** Waits until the panel's headline is like that. */
export async function headline(page, words) {
    await page.locator("oxo-room-panel h2", {hasText: words}).waitFor();
}

/** The first of the two moves first; each clicks when it is their turn. */
export async function playBoth(first, second, moves) {
    for (const [i, move] of moves.split(" ").entries())
        await [first, second][i % 2].locator(`oxo-board .cell.legal[data-move="${move}"]`).click();
}

/** Waits until the last of these moves was made, and compares the boards. */
export async function assertBoard(page, moves) {
    const all = moves.split(" ").filter(Boolean);
    if (all.length > 0)
        await page.locator(`oxo-board .cell.last.taken[data-move="${all.at(-1)}"]`).waitFor();
    const seen = await page.locator("oxo-board .cell.taken").evaluateAll((cells) => cells.map((cell) =>
        [cell.dataset.move, /, ([XO])\b/.exec(cell.ariaLabel)[1]]).sort());
    assert.deepEqual(seen, all.map((move, i) => [move, i % 2 === 0 ? "X" : "O"]).sort());
}

/** Waits for a message at the foot of the page. */
export async function says(page, words) {
    await page.locator("oxo-toasts p", {hasText: words}).waitFor();
}

export function button(page, name) {
    return page.getByRole("button", {name, exact: true});
}
