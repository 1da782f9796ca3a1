/* room.mjs - helpers for tests with two people in a room, each with a browser
 * context of their own. */
import assert from "node:assert/strict";
import {openContext} from "./support.mjs";

/** localStorage in Playwright's form of a storage state. */
function storageWith(server, values) {
    const localStorage = Object.entries(values).map(([name, value]) => ({name, value: JSON.stringify(value)}));
    return {cookies: [], origins: [{origin: server.url, localStorage}]};
}

/** Opens an address as a person with a name and seats; options as
 * openContext()'s. */
export async function openAs(t, server, address, {name = "", avatar = "", seats = {}, ...options} = {}) {
    const context = await openContext(t, server, {
        storageState: storageWith(server, {"oxo-settings": {name, avatar, theme: "system"}, "oxo-seats": seats}), ...options,
    });
    const page = await context.newPage();
    await page.goto(address);
    return page;
}

/** Makes a room as Ada and opens it. `setup` has members of the HTTP request. */
export async function makeRoom(t, server, setup = {}, options = {}) {
    const answer = await fetch(`${server.url}/api/v1/rooms`, {
        method: "POST", body: JSON.stringify({variant: "classic", name: "Ada", ...setup}),
    });
    const {seat} = await answer.json();
    const seats = {[seat.room]: {token: seat.token, at: Date.now(), seat: 0}};
    const page = await openAs(t, server, `/r/${seat.room}`, {name: "Ada", seats, ...options});
    await page.locator("oxo-invite").waitFor();
    return {page, code: seat.room};
}

/** Takes the free seat of the open room. */
export async function takeSeat(page) {
    await page.getByRole("button", {name: /^Play as [XO]$/}).click();
}

/** Opens the link to a room and takes the seat, as Bo by default. */
export async function joinRoom(t, server, code, options = {}) {
    const page = await openAs(t, server, `/r/${code}`, {name: "Bo", ...options});
    await takeSeat(page);
    return page;
}

/** Starts a game of Ada and Bo. Ada made the room and is X by default. */
export async function startGame(t, server, setup = {}, options = {}) {
    const {page: ada, code} = await makeRoom(t, server, setup, options);
    const bo = await joinRoom(t, server, code, options);
    await waitForHeadline(bo, /Ada to move|Your move/);
    await waitForHeadline(ada, /Bo to move|Your move/);
    return {ada, bo, code};
}

/** Waits for the headline of the room's panel. */
export async function waitForHeadline(page, words) {
    await page.locator("oxo-room-panel h2", {hasText: words}).waitFor();
}

/** Plays moves in turn; `first` begins. */
export async function playBoth(first, second, moves) {
    for (const [i, move] of moves.split(" ").entries())
        await [first, second][i % 2].locator(`oxo-board .cell.legal[data-move="${move}"]`).click();
}

/** Waits for the last of the moves, then compares the whole board. */
export async function assertBoard(page, moves) {
    const all = moves.split(" ").filter(Boolean);
    if (all.length > 0)
        await page.locator(`oxo-board .cell.last.taken[data-move="${all.at(-1)}"]`).waitFor();
    const seen = await page.locator("oxo-board .cell.taken").evaluateAll((cells) => cells.map((cell) =>
        [cell.dataset.move, /, ([XO])\b/.exec(cell.ariaLabel)[1]]).sort());
    assert.deepEqual(seen, all.map((move, i) => [move, i % 2 === 0 ? "X" : "O"]).sort());
}

/** Waits for a toast. */
export async function waitForToast(page, words) {
    await page.locator("oxo-toasts p", {hasText: words}).waitFor();
}

export function button(page, name) {
    return page.getByRole("button", {name, exact: true});
}
