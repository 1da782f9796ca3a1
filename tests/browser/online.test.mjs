/* online.test.mjs - playing in a room: moves, offers, clocks. */
import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {assertBoard, button, playBoth, startGame, waitForHeadline, waitForToast} from "./room.mjs";
import {assertAccessible, cell, closeBrowser, playMoves, Server} from "./support.mjs";

let server;
before(async () => { server = await Server.start({after() {}}); });
after(async () => {
    await closeBrowser();
    await server.end();
});

/** Waits for an offer, on the screen and for screen readers. */
async function waitForOffer(page, words) {
    await page.locator("oxo-room-panel .ask", {hasText: words}).waitFor();
    await page.locator("oxo-room-panel [role=status]", {hasText: words}).waitFor({state: "attached"});
}

test("a refused click gives the reason and changes nothing", async (t) => {
    const {ada, bo} = await startGame(t, server, {variant: "ultimate"});
    await cell(bo, "ee").click({force: true});
    await waitForToast(bo, "It is the other player's turn.");
    await playBoth(ada, bo, "ae");
    await assertBoard(bo, "ae");
    await cell(bo, "aa").click({force: true});
    await waitForToast(bo, "The last move sends this one to another board.");
    await playBoth(bo, ada, "ea");
    await assertBoard(ada, "ae ea");
    await cell(ada, "ae").click({force: true});
    await waitForToast(ada, "That cell is already taken.");
    await assertBoard(bo, "ae ea");
});

test("a move is drawn at once, before the server has answered", async (t) => {
    const {ada} = await startGame(t, server);
    await server.process.kill("SIGSTOP");
    try {
        await cell(ada, "e").click();
        await ada.locator("oxo-board .cell.pending[data-move=e]").waitFor();
    } finally {
        server.process.kill("SIGCONT");
    }
    await assertBoard(ada, "e");
});

test("resigning needs a confirmation and loses the game", async (t) => {
    const {ada, bo} = await startGame(t, server);
    await playBoth(ada, bo, "e a");
    await button(bo, "Resign").click();
    await button(bo, "Play on").click();
    await button(bo, "Resign").click();
    await button(bo, "Resign").click();
    await waitForHeadline(bo, "Ada wins");
    await waitForHeadline(ada, "You win");
    await ada.locator("oxo-result").getByText("Bo resigned.").waitFor();
});

/** Waits until the element with the text has the focus. */
const waitForFocus = (page, name) => page.waitForFunction((wanted) => {
    let at = document.activeElement;
    while (at.shadowRoot?.activeElement)
        at = at.shadowRoot.activeElement;
    return at.textContent.trim() === wanted;
}, name);

test("resigning by keyboard: the safe answer has the focus first, and the focus returns", async (t) => {
    const {ada, bo} = await startGame(t, server);
    await playBoth(ada, bo, "e a");
    await button(bo, "Resign").focus();
    await bo.keyboard.press("Enter");
    await waitForFocus(bo, "Play on");
    await assertAccessible(bo);
    await bo.keyboard.press("Escape");
    await waitForFocus(bo, "Resign");
    await bo.keyboard.press("Enter");
    await waitForFocus(bo, "Play on");
    await bo.keyboard.press("Shift+Tab");
    await bo.keyboard.press("Enter");
    await waitForHeadline(bo, "Ada wins");
    await waitForFocus(bo, "Rematch");
});

test("offering by keyboard: the focus never lands on an answer to an offer", async (t) => {
    const {ada, bo} = await startGame(t, server);
    await playBoth(ada, bo, "e a");
    await button(bo, "Draw").focus();
    await button(ada, "Draw").focus();
    await bo.keyboard.press("Enter");
    await waitForFocus(bo, "Resign");
    await waitForOffer(ada, "Bo offers a draw.");
    await waitForFocus(ada, "Resign");
    await bo.keyboard.press("Shift+Tab"); // skips disabled buttons
    await waitForFocus(bo, "Withdraw the offer");
    await bo.keyboard.press("Enter");
    await waitForFocus(bo, "Draw");
});

test("a draw needs both players' consent", async (t) => {
    const {ada, bo} = await startGame(t, server);
    await button(ada, "Draw").click();
    await waitForOffer(bo, "Ada offers a draw.");
    await button(bo, "Decline").click();
    await waitForToast(ada, "Bo declined the draw.");
    await button(bo, "Draw").click();
    await button(ada, "Accept").click();
    await waitForHeadline(bo, "Drawn");
    await waitForHeadline(ada, "Drawn");
});

test("a move is taken back if the opponent agrees", async (t) => {
    const {ada, bo} = await startGame(t, server);
    await playBoth(ada, bo, "e a");
    await assertBoard(bo, "e a");
    await button(bo, "One move back").click();
    await button(bo, "Take back").click();
    await waitForOffer(ada, "Bo asks to take back the last move.");
    await button(ada, "Accept").click();
    await waitForHeadline(bo, "Your move");
    for (const page of [ada, bo])
        await assertBoard(page, "e");
    await playBoth(bo, ada, "c");
    await assertBoard(ada, "e c");
});

test("a rematch swaps the marks, and a series of three is scored", async (t) => {
    const {ada, bo} = await startGame(t, server, {series: 3});
    await playBoth(ada, bo, "a d b h c");
    await bo.getByText("Best of 3: 0–1").waitFor();
    await button(ada, "Next game").click();
    await waitForOffer(bo, "Ada wants a rematch.");
    await button(bo, "Accept").click();
    await waitForHeadline(bo, "Your move");
    await playBoth(bo, ada, "e h c i b g");
    await waitForHeadline(ada, "You win");
    await ada.getByText("You win the series 2–0").waitFor();
    await bo.getByText("Ada wins the series 0–2").waitFor();
});

test("the clock of the side to move runs, and the game is lost when it ends", async (t) => {
    const {ada, bo} = await startGame(t, server, {clock: {initial: 6000, increment: 0}});
    await playBoth(ada, bo, "e a");
    const clock = ada.getByRole("timer", {name: "Clock of X"});
    await clock.filter({hasText: /^[0-5]\.\d$/}).waitFor();
    await waitForHeadline(bo, "You win");
    await bo.locator("oxo-result").getByText("Ada ran out of time.").waitFor();
    await waitForHeadline(ada, "Bo wins");
});

test("a player who leaves is asked first and loses, and the opponent sees it", async (t) => {
    const {ada, bo} = await startGame(t, server);
    await playBoth(ada, bo, "e a");
    await button(bo, "Leave").click();
    await bo.getByText("Leave the game? You will lose it.").waitFor();
    await button(bo, "Leave").click();
    await waitForHeadline(ada, "You win");
    await ada.locator("oxo-result").getByText("Bo left.").waitFor();
    await bo.waitForURL(`${server.url}/`);
});

test("earlier positions can be shown during the game", async (t) => {
    const {ada, bo} = await startGame(t, server);
    await playBoth(ada, bo, "e a");
    await button(ada, "First position").click();
    await assertBoard(ada, "");
    await cell(ada, "c").click({force: true});
    await waitForToast(ada, "That was an earlier move.");
    await assertBoard(ada, "e a");
    await playBoth(ada, bo, "c");
    await assertBoard(bo, "e a c");
});

test("a position has the same intensity in a room, in a local game and in the analysis", async (t) => {
    const meter = (page, part) => page.locator(`oxo-intensity [aria-valuetext*='${part}']`);
    const refined = async (page) => {
        await meter(page, "by the engine").waitFor();
        return meter(page, "by the engine").getAttribute("aria-valuenow");
    };
    const moves = ["ee", "ea", "ai"];
    const {ada, bo} = await startGame(t, server, {variant: "ultimate"});
    await meter(ada, "0.00, calm, at a glance").waitFor();
    await playBoth(ada, bo, moves.join(" "));
    await assertBoard(bo, moves.join(" "));
    const inRoom = await refined(bo);
    await bo.goto("/play?friend&variant=ultimate");
    await playMoves(bo, moves.join(" "));
    assert.equal(await refined(bo), inRoom);
    await bo.goto(`/analysis?variant=ultimate&moves=${moves.join(".")}&ply=3`);
    assert.equal(await refined(bo), inRoom);
    for (const address of ["/play?friend&variant=ultimate-continue", "/analysis?variant=ultimate"]) {
        await bo.goto(address);
        await bo.locator("oxo-board .cell.legal").first().waitFor();
        await meter(bo, "0.00, calm, at a glance").waitFor();
    }
});
