/* learn.test.mjs - minimax and alpha-beta: the tree, its scores, cuts with their
 * reasons, single steps. */
import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {assertAccessible, closeBrowser, playMoves, Server, visit} from "./support.mjs";

const button = (page, name) => page.getByRole("button", {name, exact: true});
const row = (page, path) => page.locator(`oxo-minimax [data-path="${path}"]`);
const rows = (page) => page.getByRole("treeitem");

let server;
before(async () => { server = await Server.start({after() {}}); });
after(async () => {
    await server.end();
    await closeBrowser();
});

const at = (t, options = {}) => visit(t, "/learn", {server, ...options});

test("the tree opens on demand, and every node has a score", async (t) => {
    const {page} = await at(t);
    await row(page, "f").waitFor();
    assert.equal(await rows(page).count(), 4);
    assert.match(await row(page, "").innerText(), /MAX · X chooses[\s\S]*9/);
    assert.match(await row(page, "d").innerText(), /X wins[\s\S]*best[\s\S]*9/);
    assert.match(await row(page, "f").innerText(), /MIN · O chooses[\s\S]*−8/);
    await row(page, "f").click();
    await row(page, "fh").waitFor();
    assert.match(await row(page, "fh").innerText(), /O wins[\s\S]*−8/);
    await page.getByText("O chooses here. It is min, so it takes the lowest score of its 2 moves: −8, by h.").waitFor();
    await row(page, "f").click();
    await row(page, "fh").waitFor({state: "detached"});
});

test("a branch that alpha-beta skips is shown with the reason", async (t) => {
    const {page} = await at(t);
    await row(page, "f").click();
    assert.match(await row(page, "fh").innerText(), /alpha-beta skips it/);
    await row(page, "fh").click();
    await page.getByText("Alpha-beta never comes here. O can hold it down to 0 here, with d. "
        + "But X already has 9 with d, one move earlier, which is better for it.").waitFor();
});

test("the tree can be used by keyboard alone", async (t) => {
    const {page} = await at(t);
    await row(page, "").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.locator('oxo-minimax [data-path="f"]:focus').waitFor();
    await page.keyboard.press("ArrowRight");
    await row(page, "fd").waitFor();
    await page.keyboard.press("ArrowRight");
    await page.locator('oxo-minimax [data-path="fd"]:focus').waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.locator('oxo-minimax [data-path="f"]:focus').waitFor();
    await page.keyboard.press("ArrowLeft");
    await row(page, "fd").waitFor({state: "detached"});
    await page.keyboard.press("End");
    await page.locator('oxo-minimax [data-path="h"]:focus').waitFor();
});

test("positions are counted for both algorithms, also from the empty board", async (t) => {
    const {page} = await at(t);
    await button(page, "Empty board").click();
    await page.getByText("549\u2009946").waitFor();
    await page.getByText("20\u2009866").waitFor();
    await page.getByText("Alpha-beta needs 3.8 % of them for the same answer.").waitFor();
});

test("moves choose the root, and can be taken back", async (t) => {
    const {page} = await at(t);
    await button(page, "A fork").click();
    await row(page, "d").waitFor();
    await playMoves(page, "d");
    await page.getByText("O chooses here. It is max").waitFor();
    await button(page, "Take the move back").click();
    await page.getByText("X chooses here. It is max").waitFor();
    await button(page, "The position of this lesson").click();
    await page.getByText("by d.").waitFor();
});

test("a position of the analysis board can be explained", async (t) => {
    const {page} = await visit(t, "/analysis?variant=classic&moves=e.b.a.i", {server});
    await page.getByRole("link", {name: "How a machine decides here"}).click();
    await page.getByRole("heading", {level: 1, name: "How a machine decides"}).waitFor();
    await page.getByText("X chooses here. It is max, so it takes the highest score of its 5 moves: 7, by d.").waitFor();
    await page.goto("/learn?position=nonsense");
    await page.getByText(/^The position of this link cannot be read/).waitFor();
});

test("single steps show alpha, beta and each cut, and end with minimax's answer", async (t) => {
    const {page} = await at(t);
    await button(page, "Lesson 4: Skip what cannot matter").click();
    await page.getByText("O is to move and is max: it wants the highest score. Nothing is sure yet.").waitFor();
    assert.match(await row(page, "b").innerText(), /not looked at yet[\s\S]*\?/);
    await button(page, "Next step").click();
    await page.getByText("After b it is X's choice: min wants the lowest score.").waitFor();
    await button(page, "One step back").click();
    await page.getByText("O is to move and is max").waitFor();

    const cuts = [];
    const words = page.locator("screen-learn p.says");
    for (;;) {
        await page.getByRole("button", {name: /^Next cut/}).click();
        const said = await words.innerText();
        if (said.startsWith("Done."))
            break;
        cuts.push(said);
    }
    assert.equal(cuts.length, 3);
    assert.match(cuts[1], /^X can hold it down to −8 here, with b\. But O already has 0 with b/);
    assert.match(await words.innerText(), /^Done\. f is best, worth 9\. Alpha-beta looked at 19 of 38 positions/);
    await page.getByText("seen 19, skipped 19").waitFor();
    await row(page, "d").click();
    await row(page, "df").waitFor();
    assert.match(await row(page, "df").innerText(), /skipped/);
});

test("the alpha-beta window is shown", async (t) => {
    const {page} = await at(t);
    await button(page, "Lesson 4: Skip what cannot matter").click();
    await page.getByRole("img", {name: "Alpha: nothing yet. Beta: nothing yet."}).waitFor();
    await page.getByRole("button", {name: /^Next cut/}).click();
    await page.getByRole("img", {name: "Alpha: 0. Beta: 0. The window is closed."}).waitFor();
});

test("the replay of the steps runs until it is paused", async (t) => {
    const {page} = await at(t);
    await button(page, "Step by step").click();
    await button(page, "Play the steps").click();
    await page.getByText("step 3:").waitFor();
    await button(page, "Pause").click();
    await button(page, "Play the steps").waitFor();
});

test("each lesson links to the next one", async (t) => {
    const {page} = await at(t);
    for (const title of ["Score the ends", "Max and min", "Skip what cannot matter", "How much it saves"]) {
        await button(page, `Next: ${title}`).click();
        await page.getByRole("heading", {level: 2, name: title}).waitFor();
    }
    await page.getByText("549\u2009946").waitFor();
});

for (const colorScheme of ["light", "dark"])
    test(`the learning screen is accessible: ${colorScheme}`, async (t) => {
        const {page} = await at(t, {colorScheme});
        await row(page, "f").click();
        await row(page, "fh").waitFor();
        await assertAccessible(page);
        await button(page, "Lesson 4: Skip what cannot matter").click();
        await page.getByRole("button", {name: /^Next cut/}).click();
        await assertAccessible(page);
    });

test("the learning screen fits 320 pixels", async (t) => {
    const {page} = await at(t, {viewport: {width: 320, height: 640}});
    await button(page, "Lesson 4: Skip what cannot matter").click();
    await page.getByRole("button", {name: /^Next cut/}).click();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});
