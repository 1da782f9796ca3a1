/* rules.test.mjs - the rules screen. */
import assert from "node:assert/strict";
import {after, test} from "node:test";
import {assertAccessible, closeBrowser, visit as open} from "./support.mjs";

after(closeBrowser);

const VARIANTS = ["Classic", "Ultimate", "Most boards", "Play on"];

test("every variant is explained, with boards that cannot be played on", async (t) => {
    const {page} = await open(t, "/rules");
    for (const name of [...VARIANTS, "How moves are written"])
        await page.getByRole("heading", {name, exact: true, level: 2}).waitFor();
    await page.locator("oxo-board .cell").first().waitFor();
    const boards = page.locator("oxo-board");
    assert.equal(await boards.count(), 14);
    assert.equal(await page.locator("oxo-board[inert]").count(), 14);
    assert.equal(await page.getByRole("img", {name: /carries a large X/}).count(), 1);
});

test("the picture of a forced board highlights that board alone", async (t) => {
    const {page} = await open(t, "/rules");
    const picture = page.getByRole("img", {name: /top-right board is open to O/});
    await picture.locator(".panel.open").waitFor();
    assert.match(await picture.locator(".panel.open").getAttribute("class"), /\bb2\b/);
});

test("the buttons at the top lead to the sections", async (t) => {
    const {page} = await open(t, "/rules", {viewport: {width: 768, height: 600}});
    await page.locator("oxo-board .cell").first().waitFor();
    await page.getByRole("button", {name: "How moves are written"}).click();
    await page.locator("h2#writing:focus").waitFor();
    assert.ok((await page.locator("h2#writing").boundingBox()).y < 600);
});

test("one click starts a game of a variant", async (t) => {
    const {page} = await open(t, "/rules");
    await page.locator("section", {has: page.locator("h2#ultimate-cg")}).getByRole("link", {name: "With a friend"}).click();
    await page.getByRole("heading", {name: "Most boards", level: 1}).waitFor();
    await page.locator("oxo-board:not([locked]) .cell.legal").first().waitFor();
});

for (const colorScheme of ["light", "dark"])
    test(`the rules are accessible and fit 320 pixels: ${colorScheme}`, async (t) => {
        const {page} = await open(t, "/rules", {colorScheme, viewport: {width: 320, height: 640}});
        await page.locator("oxo-board .cell").first().waitFor();
        await assertAccessible(page);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    });
