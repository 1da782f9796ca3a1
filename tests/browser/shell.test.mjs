/* shell.test.mjs - the shell around the screens, and requirements of all
 * screens. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import {after, test} from "node:test";
import {fileURLToPath} from "node:url";
import {assertAccessible, closeBrowser, openContext, playMoves, Server, visit} from "./support.mjs";

after(closeBrowser);

const SCREENS = ["/", "/play?variant=ultimate&level=1", "/play?friend&variant=classic", "/new", "/rooms",
    "/analysis", "/learn", "/rules", "/statistics", "/developers", "/embed/", "/r/000000", "/no-such-address"];

/* The other screens have test files of their own, which test more states. */
for (const colorScheme of ["light", "dark"])
    test(`home, profile, an empty list and an unknown address are accessible: ${colorScheme}`, async (t) => {
        const {page} = await visit(t, "/", {colorScheme});
        await page.locator("oxo-board .cell").first().waitFor();
        await assertAccessible(page);
        await page.getByRole("button", {name: "You", exact: true}).click();
        await page.getByRole("dialog", {name: "You"}).waitFor();
        await assertAccessible(page);
        for (const [address, heading] of [["/rooms", "Quiet just now"], ["/no-such-address", "There is nothing here"]]) {
            await page.goto(address);
            await page.getByRole("heading", {name: heading}).waitFor();
            await assertAccessible(page);
        }
    });

test("closing a dialog returns the focus", async (t) => {
    const {page} = await visit(t, "/");
    const you = page.getByRole("button", {name: "You", exact: true});
    await you.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", {name: "You"}).waitFor();
    await page.keyboard.press("Escape");
    await page.locator("oxo-profile").waitFor({state: "detached"});
    assert.ok(await you.evaluate((button) => button.getRootNode().activeElement === button));
});

test("a core that cannot be loaded is reported, and can be tried again", async (t) => {
    const {page, context} = await visit(t, "/statistics");
    for (const address of ["/", "/new", "/learn"]) {
        await context.route(/\.wasm$/, (route) => route.abort());
        await page.goto(address);
        const notice = page.getByRole("alert").filter({hasText: "could not be loaded"});
        await notice.waitFor();
        await context.unroute(/\.wasm$/);
        await notice.getByRole("button", {name: "Try again"}).click();
        await page.locator("oxo-board .cell").first().waitFor();
        assert.equal(await notice.count(), 0);
    }
});

test("every screen fits 320 pixels", async (t) => {
    const server = await Server.start(t);
    const context = await openContext(t, server, {viewport: {width: 320, height: 640}});
    for (const address of SCREENS) {
        const page = await context.newPage();
        await page.goto(address);
        await page.getByRole("heading", {level: 1}).first().waitFor({state: "attached"});
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= 320, `${address} is ${width} wide`);
        await page.close();
    }
});

test("the server knows the addresses of all screens", async (t) => {
    const here = path.dirname(fileURLToPath(import.meta.url));
    const source = fs.readFileSync(path.join(here, "../../web/src/app/screens.ts"), "utf8");
    const names = [...source.matchAll(/^ {4}"?(\w*)"?: \{tag:/gm)].map((match) => match[1]);
    assert.ok(names.length >= 10);
    const server = await Server.start(t);
    for (const name of names) {
        const answer = await fetch(`${server.url}/${name}`);
        assert.equal(answer.status, 200, name);
        assert.match(await answer.text(), /<oxo-app>/);
    }
});

test("an unknown address is reported, to people and to programs", async (t) => {
    const {page, server} = await visit(t, "/no-such-address");
    await page.getByText("There is nothing here").waitFor();
    const answer = await fetch(`${server.url}/no-such-address`);
    assert.equal(answer.status, 404);
    assert.equal((await answer.json()).code, "not-found");
});

test("the whole API is documented, with working commands", async (t) => {
    const {page, server, context} = await visit(t, "/");
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("link", {name: "API"}).click();
    const {paths} = await (await fetch(`${server.url}/api/openapi.json`)).json();
    await page.getByRole("heading", {name: "Rooms"}).waitFor();
    const calls = page.locator("screen-developers details");
    const {$defs} = await (await fetch(`${server.url}/api/protocol.schema.json`)).json();
    assert.equal(await calls.count(), Object.values(paths).flatMap(Object.keys).length
        + $defs.client.oneOf.length + $defs.server.oneOf.length);
    for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({colorScheme});
        await assertAccessible(page);
    }
    const make = calls.filter({hasText: "Create a room"});
    await make.locator("summary").click();
    await make.getByRole("row", {name: /^variant body, needed/}).waitFor();
    await make.getByRole("button", {name: "Copy: the command"}).click();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(command, new RegExp(`^curl '${server.url}/api/v1/rooms' .*-d '.*"variant":"classic"`, "s"));
    await assertAccessible(page);
    const move = calls.filter({has: page.getByText("make-move", {exact: true}).and(page.locator("summary code"))});
    await page.getByRole("link", {name: "all messages"}).click();
    await move.locator("summary").click();
    await move.getByRole("row", {name: /^ply integer, 0 to 80 The number of the move in the game/}).waitFor();
    await assertAccessible(page);
    await context.route(/openapi/, (route) => route.abort());
    await page.goto("/developers");
    const notice = page.getByRole("alert").filter({hasText: "cannot be asked"});
    await notice.waitFor();
    await context.unroute(/openapi/);
    await notice.getByRole("button", {name: "Try again"}).click();
    await page.getByRole("heading", {name: "Rooms"}).waitFor();
});

test("every field of the API has a meaning, and every link works", async (t) => {
    const {page, server} = await visit(t, "/developers");
    await page.getByRole("heading", {name: "What a client hears"}).waitFor();
    const empty = await page.locator("screen-developers table.fields tbody tr").evaluateAll((rows) =>
        rows.filter((row) => !row.lastElementChild.textContent.trim()).map((row) => row.textContent));
    assert.deepEqual(empty, []);
    const words = await page.locator("screen-developers").evaluate((screen) => screen.shadowRoot.textContent);
    assert.ok(!/\bdocs\/|\.md\b/.test(words), "names a file that users of a server do not have");
    const links = await page.locator("screen-developers a").evaluateAll((all) => all.map((link) => link.href));
    for (const link of links)
        assert.equal((await fetch(new URL(link, server.url))).status, 200, link);
});

test("the chosen theme is remembered, and applied before the first paint", async (t) => {
    const {page} = await visit(t, "/", {colorScheme: "light"});
    const colours = page.getByRole("button", {name: /Colours/});
    await colours.click();
    await colours.click();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    await page.reload({waitUntil: "commit"});
    await page.waitForFunction(() => document.documentElement?.dataset.theme === "dark");
    await colours.waitFor(); // leaving during the load would be an error on the page
});

test("sound is off by default, and the choice is remembered", async (t) => {
    const {page} = await visit(t, "/");
    const sound = page.getByRole("button", {name: "Sound"});
    assert.equal(await sound.getAttribute("aria-pressed"), "false");
    await sound.click();
    await page.reload();
    assert.equal(await sound.getAttribute("aria-pressed"), "true");
});

test("the first Tab stop skips to the content", async (t) => {
    const {page} = await visit(t, "/");
    await page.getByRole("heading", {level: 1}).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() =>
        document.querySelector("oxo-app").shadowRoot.activeElement?.id), "main");
});

test("the board is one Tab stop", async (t) => {
    const {page} = await visit(t, "/");
    await page.locator("oxo-board .cell").first().waitFor();
    assert.equal(await page.locator('oxo-board .cell[tabindex="0"]').count(), 1);
    assert.equal(await page.locator('oxo-board .cell[tabindex="-1"]').count(), 80);
});

test("on a small touch screen the first tap zooms and the second one places", async (t) => {
    const {page} = await visit(t, "/play?friend&variant=ultimate",
        {viewport: {width: 320, height: 640}, hasTouch: true, isMobile: true});
    const centre = page.locator('oxo-board [data-move="ee"]');
    await centre.tap();
    await page.locator("oxo-board .grid.zoomed").waitFor();
    await page.getByText("Now tap a cell to place.").waitFor();
    await page.locator("oxo-board [role=status]", {hasText: "The centre board is near now."}).waitFor({state: "attached"});
    const {width} = await centre.boundingBox();
    assert.ok(width >= 44, `a cell is ${width} wide`);
    const below = await page.locator('oxo-board [data-move="eh"]').boundingBox();
    const out = await page.getByRole("button", {name: "All boards"}).boundingBox();
    assert.ok(below.y + below.height <= out.y, "the button lies on a cell");
    await centre.tap();
    await page.locator('oxo-board .cell.taken[data-move="ee"]').waitFor();
    assert.equal(await page.locator("oxo-board .grid.zoomed").count(), 0);
    await page.locator('oxo-board [data-move="aa"]').tap({force: true});
    await page.getByText("The last move sends this one to another board.").waitFor();
    assert.equal(await page.locator("oxo-board .grid.zoomed").count(), 0);
    await page.locator('oxo-board [data-move="ea"]').tap();
    await page.locator("oxo-board .grid.zoomed").waitFor();
    assert.equal(await page.getByText("Now tap a cell to place.").count(), 0, "once is enough");
});

test("the winning line goes through the centres of the cells or boards", async (t) => {
    const {page} = await visit(t, "/analysis?variant=classic&moves=a.b.e.c.i");
    const assertMiddle = async (board, from, to) => {
        const far = await board.locator("svg.line line").evaluate((line, ends) => {
            const toScreen = line.getScreenCTM();
            const at = (end) => new DOMPoint(line[`x${end}`].baseVal.value, line[`y${end}`].baseVal.value)
                .matrixTransform(toScreen);
            const [p, q] = [at(1), at(2)];
            return ends.map((selector) => {
                const box = line.getRootNode().querySelector(selector).getBoundingClientRect();
                const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
                return Math.abs((q.x - p.x) * (p.y - y) - (p.x - x) * (q.y - p.y)) / Math.hypot(q.x - p.x, q.y - p.y);
            });
        }, [from, to]);
        assert.ok(far.every((pixels) => pixels < 1), String(far));
    };
    const board = page.locator("oxo-board").first();
    await board.locator("svg.line").waitFor();
    await assertMiddle(board, '[data-move="a"]', '[data-move="i"]');
    const column = "xxx6/ooo6/9/xxx6/9/9/xxx6/oo7/ooo6 o -";
    await page.goto(`/analysis?variant=ultimate&position=${encodeURIComponent(column)}`);
    await board.locator("svg.line").waitFor();
    await assertMiddle(board, ".owner.b0", ".owner.b6");
});

test("the navigation bar does not hide the focused element", async (t) => {
    const {page} = await visit(t, "/", {viewport: {width: 320, height: 480}});
    const last = page.getByRole("link", {name: "API"});
    await page.locator("oxo-board .cell").first().waitFor();
    for (let i = 0; i < 40 && !await last.evaluate((link) => link.getRootNode().activeElement === link); i++) {
        await page.keyboard.press("Tab");
        const hidden = await page.evaluate(() => {
            const row = document.querySelector("oxo-app").shadowRoot.querySelector("nav");
            let focused = document.activeElement;
            while (focused.shadowRoot?.activeElement)
                focused = focused.shadowRoot.activeElement;
            return !row.contains(focused) && focused.getBoundingClientRect().bottom > row.getBoundingClientRect().top
                ? focused.outerHTML.slice(0, 80) : "";
        });
        assert.equal(hidden, "");
    }
    assert.ok(await last.evaluate((link) => link.getRootNode().activeElement === link), "Tab came to the end");
});

test("files with a hash in their name are cached forever, others are revalidated", async (t) => {
    const server = await Server.start(t);
    const page = await (await fetch(server.url)).text();
    const [script] = /\/assets\/main-\w+\.js/.exec(page);
    const hashed = await fetch(server.url + script, {headers: {"Accept-Encoding": "br"}});
    assert.match(hashed.headers.get("cache-control"), /immutable/);
    assert.equal(hashed.headers.get("content-encoding"), "br");
    assert.match((await fetch(`${server.url}/sw.js`)).headers.get("cache-control"), /no-cache/);
});

test("the home screen needs at most 40 KB of compressed JavaScript", async (t) => {
    const server = await Server.start(t);
    const {page} = await visit(t, "about:blank", {server});
    const scripts = [];
    page.on("response", (response) => {
        if (/\.js$/.test(new URL(response.url()).pathname) && !/\/(sw|worker)\.js$/.test(response.url()))
            scripts.push(response.url());
    });
    await page.goto(server.url);
    await page.locator("oxo-board .cell").first().waitFor();
    let bytes = 0;
    for (const url of scripts) {
        const answer = await fetch(url, {headers: {"Accept-Encoding": "gzip"}, method: "HEAD"});
        bytes += Number(answer.headers.get("content-length"));
    }
    t.diagnostic(`${bytes} bytes in ${scripts.length} files`);
    assert.ok(scripts.length > 0 && bytes <= 40 * 1024, `${bytes} bytes`);
});

test("marks are animated, unless reduced motion is preferred", async (t) => {
    const server = await Server.start(t);
    for (const [reducedMotion, moving] of [["no-preference", "draw"], ["reduce", "none"]]) {
        const {page} = await visit(t, "/play?friend&variant=classic", {server, reducedMotion});
        await playMoves(page, "e");
        const name = await page.locator('oxo-board [data-move="e"] path').first()
            .evaluate((path) => getComputedStyle(path).animationName);
        assert.equal(name, moving);
    }
});
