/* analysis.test.mjs - the analysis screen: opening, moving, branches, reviews,
 * links, downloads, games on the server. */
import assert from "node:assert/strict";
import fs from "node:fs";
import {after, before, test} from "node:test";
import {assertAccessible, cell, closeBrowser, holdRequests, playMoves, Server, visit} from "./support.mjs";

/* O's first move throws the draw away, and X wins. */
const FILE = `[Event "Club"]
[Site "?"]
[Date "2026.11.15"]
[Round "1"]
[X "Ada"]
[O "Bo"]
[Result "1-0"]
[Variant "classic"]

1. e b 2. a i 3. g d 4. c 1-0
`;

/* A whole Ultimate game of two weak players. */
const LONG = "ea.ac.ce.ei.ii.ib.bc.ca.ag.gg.ge.eg.gi.ih.hb.bd.db.bf.fb.bb.bg.ga.ai.ie.eh.hd.dh.hf.fc.cc.cb.be.ec.cf.ff."
    + "fa.ah.he.ee.ed.de.eb.ch.gd";

const button = (page, name) => page.getByRole("button", {name, exact: true});
const slider = (page) => page.getByRole("slider", {name: "Move"});
const moveOf = (page, path) => page.locator(`oxo-variations [data-path="${path}"]`);
const notes = (page) => page.locator("oxo-board .note");

let server;
before(async () => { server = await Server.start({after() {}}); });
after(async () => {
    await server.end();
    await closeBrowser();
});

const at = (t, address, options = {}) => visit(t, address, {server, ...options});

/* The content of a dialog is slotted, so it is not in the shadow tree. */
const inDialog = (page) => page.locator("oxo-open").getByRole("button", {name: "Open", exact: true});

async function paste(page, text) {
    await button(page, "Open").click();
    await page.getByLabel(/^Paste/).fill(text);
    await inDialog(page).click();
}

/** Waits until the board shows `ply` of `last` moves. */
async function waitForPly(page, ply, last) {
    await page.getByText(`${ply} / ${last}`, {exact: true}).waitFor();
}

// ---- A pasted game ---------------------------------------------------------------

test("the evaluation and the values on cells are for the side to move", async (t) => {
    for (const [moves, side] of [["ee", "O"], ["ee.ec", "X"]]) {
        const {page} = await visit(t, `/analysis?variant=ultimate&moves=${moves}&ply=${moves.split(".").length}`, {server});
        await page.locator("oxo-lines .line").first().waitFor();
        const [said, best] = await page.evaluate(() => {
            const inside = (root, name) => [...root.querySelectorAll("*")].flatMap((node) =>
                [...node.localName === name ? [node] : [], ...node.shadowRoot ? inside(node.shadowRoot, name) : []]);
            const text = (name, part) => inside(document, name)[0].shadowRoot.querySelector(part).textContent;
            return [text("oxo-eval", ".words > span"), text("oxo-lines", ".value > span")];
        });
        const share = /^(\d+) %$/.exec(best)[1];
        assert.equal(said, share === "50" ? "estimated even" : `estimated ${share} % for ${side}`);
    }
});

test("moves are numbered as in game files", async (t) => {
    const {page} = await visit(t, "/analysis?variant=ultimate&moves=ee.ec.ca&ply=3", {server});
    await page.locator("oxo-variations button").first().waitFor();
    assert.deepEqual(await page.locator("oxo-variations .count").allTextContents(), ["1.", "2."]);
    await page.goto("/play?friend&variant=ultimate");
    await playMoves(page, "ee ec ca");
    assert.deepEqual(await page.locator("oxo-moves .count").allTextContents(), ["1.", "2."]);
});

for (const width of [360, 375, 390])
    test(`the heading fits in one row of a window ${width} wide`, async (t) => {
        const {page} = await visit(t, "/analysis?variant=ultimate-cg&moves=ee.ec&ply=2",
            {server, viewport: {width, height: 800}});
        await page.getByRole("link", {name: "Play from here"}).waitFor();
        const parts = page.locator(".top > :is(a, select, button):visible");
        const tops = await parts.evaluateAll((all) => all.map((part) => part.getBoundingClientRect().top));
        assert.equal(tops.length, 4);
        assert.equal(new Set(tops).size, 1);
        const select = page.getByLabel("Empty board, with these rules");
        assert.ok(await select.evaluate((it) => {
            const room = document.createElement("span");
            const {font, paddingLeft} = getComputedStyle(it);
            room.style.cssText = `position: absolute; font: ${font}`;
            room.textContent = it.selectedOptions[0].textContent;
            document.body.append(room);
            return room.offsetWidth + 2 * parseFloat(paddingLeft) <= it.clientWidth;
        }));
    });

test("a pasted game is reviewed: graph, accuracy, key moments, symbols and sentences", async (t) => {
    const {page} = await at(t, "/analysis");
    await paste(page, FILE);
    await page.getByRole("heading", {level: 1, name: "Ada against Bo"}).waitFor();
    await page.getByText("Ada won, after 7 moves of both sides. It turned most at O's move 1: b throws a proven draw away.").waitFor();
    assert.match(await page.locator("oxo-summary tr.accuracy").innerText(), /100\s+\d+/);
    assert.equal(await moveOf(page, "e.b").innerText(), "b??");
    assert.equal(await page.locator("oxo-graph .turn-at").count(), 1);
    assert.equal(await page.locator("oxo-graph polyline").count(), 2);

    await page.getByRole("button", {name: /^1\. O b/}).click();
    await waitForPly(page, 2, 7);
    await page.getByText("Blunder: throws a proven draw away. Best was a.").first().waitFor();
    await page.getByText("X wins in 5, proven").first().waitFor();
});

test("a review states its basis, and which of its faults are estimated", async (t) => {
    const {page} = await at(t, `/analysis?variant=ultimate&moves=${LONG}`);
    await page.getByText(/^O won, after 44 moves/).waitFor();
    await page.getByText(/^By 50,000 nodes a position: \d+ of 45 values are proven, the rest estimated\.$/).waitFor();
    const moves = await page.locator("oxo-summary").evaluate((it) => it.review.moves);
    const isFault = ({grade}) => ["inaccuracy", "mistake", "missed-win", "blunder"].includes(grade);
    const estimated = moves.map((move) => isFault(move) && !move.proven);
    assert.ok(estimated.includes(true));
    await page.getByText("As a table").click();
    const judgements = await page.locator("oxo-graph tbody td:last-child").allTextContents();
    assert.deepEqual(judgements.slice(1).map((words) => words.includes("(estimated)")), estimated);
    await slider(page).fill(String(estimated.indexOf(true) + 1));
    await page.locator("p.verdict", {hasText: /^\w+\?[?!]? \w+( win)? \(estimated\)[:.]/}).waitFor();
    await page.goto("/analysis?variant=classic&moves=e.b.a.i.g.d.c");
    await page.getByText("Looked up: classic is solved.").waitFor();
    assert.equal(await page.getByText("(estimated)").count(), 0);
});

test("the summary counts both sides' moves, and numbers a move as the list does", async (t) => {
    const {page} = await at(t, "/analysis?variant=classic&moves=e.a.i.c.b.g");
    await page.getByText("Not finished: 6 moves of both sides so far. It turned most at O's move 3: g").waitFor();
    assert.equal(await moveOf(page, "e.a.i.c.b.g").innerText(), "g??");
    assert.deepEqual(await page.locator("oxo-variations .count").allTextContents(), ["1.", "2.", "3."]);
});

test("every legal move has a value on its cell, and in words", async (t) => {
    const {page} = await at(t, "/analysis?variant=classic&moves=e");
    await cell(page, "a").filter({hasText: "="}).waitFor();
    assert.equal(await notes(page).count(), 8);
    assert.match(await cell(page, "a").getAttribute("aria-label"), /draws, proven/);
    assert.match(await cell(page, "b").getAttribute("aria-label"), /loses in \d, proven/);
    await page.getByText("a draw, proven").first().waitFor();
});

test("a window of 1440 by 900 shows board, lines, moves, slider and graph", async (t) => {
    const {page} = await at(t, `/analysis?variant=ultimate&moves=${LONG}`, {viewport: {width: 1440, height: 900}});
    for (const part of ["oxo-board", "oxo-lines", "oxo-variations", "oxo-transport", "oxo-graph .legend"]) {
        await page.locator(part).waitFor();
        const {y, height} = await page.locator(part).boundingBox();
        assert.ok(y + height <= 900, `${part} ends at ${y + height}`);
    }
});

test("the graph has a table with the same content", async (t) => {
    const {page} = await at(t, "/analysis?variant=classic&moves=e.b.a.i.g.d.c");
    await page.getByText("As a table").click();
    const table = page.getByRole("table").filter({hasText: "Position behind it"});
    await table.getByRole("row", {name: /^1\. O b X wins in 5, proven .* blunder, key moment/}).waitFor();
    assert.equal(await table.getByRole("row").count(), 1 + 8);
});

test("an invalid text is reported with place and reason", async (t) => {
    const {page} = await at(t, "/analysis");
    await paste(page, FILE.replace("2. a i", "2. b i"));
    await page.getByText("Line 10, column 11: that cell is already taken").waitFor();
    await page.getByLabel(/^Paste/).fill("complete nonsense");
    await inDialog(page).click();
    await page.getByText(/^Line 1, column \d+:/).waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("oxo-board .taken").count(), 0);
});

test("a position string is opened, also in other notations", async (t) => {
    const {page} = await at(t, "/analysis?variant=classic");
    await paste(page, "3/1x1/3 o");
    await page.locator("oxo-board .cell.taken[data-move=e]").waitFor();
    await button(page, "Open").click();
    await page.getByLabel("Notation of positions").selectOption("utttai");
    await page.getByLabel("Rules, where the text has none").selectOption("ultimate");
    await page.getByLabel(/^Paste/).fill(
        "000010000000010000000000000000000000222010000000000000000000000000000000000000000000020000120");
    await inDialog(page).click();
    assert.equal(await page.getByLabel("Position", {exact: true}).inputValue(), "4x4/4x4/9/9/ooo1x4/9/9/9/9 x c");
});

test("a file is opened by choosing it or dropping it on the page", async (t) => {
    const {page} = await at(t, "/analysis");
    await button(page, "Open").click();
    await page.locator("input[type=file]").setInputFiles({name: "club.tpgn", mimeType: "text/plain", buffer: Buffer.from(FILE)});
    await page.getByRole("heading", {name: "Ada against Bo"}).waitFor();

    const carried = await page.evaluateHandle((text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], "other.tpgn"));
        return data;
    }, FILE.replace("Bo", "Cy"));
    await page.locator("screen-analysis").dispatchEvent("drop", {dataTransfer: carried});
    await page.getByRole("heading", {name: "Ada against Cy"}).waitFor();
});

// ---- Moving and branching ---------------------------------------------------------

test("slider, arrow keys and buttons move through the game", async (t) => {
    const {page} = await at(t, `/analysis?variant=ultimate&moves=${LONG}&ply=10`);
    await waitForPly(page, 10, 44);
    await page.keyboard.press("ArrowRight");
    await waitForPly(page, 11, 44);
    await page.keyboard.press("Home");
    await waitForPly(page, 0, 44);
    assert.equal(await page.locator("oxo-board .taken").count(), 0);
    await page.keyboard.press("End");
    await waitForPly(page, 44, 44);
    await page.getByText("O has won").first().waitFor();
    await page.keyboard.press("ArrowLeft");
    await waitForPly(page, 43, 44);
    await slider(page).fill("20");
    await waitForPly(page, 20, 44);
    assert.equal(await page.locator("oxo-board .taken").count(), 20);
    await button(page, "First position").click();
    await button(page, "One move on").click();
    await waitForPly(page, 1, 44);
    await moveOf(page, LONG.split(".").slice(0, 5).join(".")).click();
    await waitForPly(page, 5, 44);
});

test("the replay runs to the end of the game", async (t) => {
    const {page} = await at(t, "/analysis?variant=classic&moves=e.b.a&ply=0");
    await button(page, "Play the game").click();
    await waitForPly(page, 1, 3);
    await waitForPly(page, 3, 3);
    await button(page, "Play the game").waitFor();
});

test("another move makes a branch, which can be deleted or made the main line", async (t) => {
    const {page} = await at(t, "/analysis?variant=classic&moves=e.b.a.i.g.d.c&ply=1");
    await waitForPly(page, 1, 7);
    await playMoves(page, "a c");
    await waitForPly(page, 3, 3);
    await page.getByRole("group", {name: "Branch at move 1"}).waitFor();
    assert.equal(await moveOf(page, "e.b").count(), 1);
    await button(page, "Delete branch").click();
    await waitForPly(page, 1, 7);
    assert.equal(await moveOf(page, "e.a").count(), 0);

    await playMoves(page, "a");
    await button(page, "Make it the main line").click();
    await page.locator('[aria-label="Branch at move 1"] [data-path="e.b"]').waitFor();
    await waitForPly(page, 2, 2);
});

test("an illegal move is refused with a reason", async (t) => {
    const {page} = await at(t, "/analysis?variant=classic&moves=e");
    await cell(page, "e").click({force: true}); // Playwright would wait, because the cell is disabled
    await page.getByText("That cell is already taken.").waitFor();
});

test("a click on a move of the best line goes there", async (t) => {
    const {page} = await at(t, "/analysis?variant=classic&moves=e.b");
    const line = page.getByRole("group", {name: "Best lines"}).locator(".line").first().getByRole("button");
    await line.nth(2).click();
    await waitForPly(page, 5, 5);
});

test("keys play the best move, switch the engine and show the help", async (t) => {
    const {page} = await at(t, "/analysis?variant=classic&moves=e");
    await cell(page, "a").filter({hasText: "="}).waitFor();
    await page.keyboard.press("b");
    await waitForPly(page, 2, 2);
    assert.equal(await page.locator("oxo-board .cell.last").getAttribute("data-move"), "a");
    await page.keyboard.press("l");
    await page.locator("oxo-lines .state", {hasText: "off"}).waitFor();
    await page.keyboard.press("b");
    await page.getByText("The engine is off.").first().waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", {name: "Keys"}).waitFor();
    await page.getByText("play the engine’s best move").waitFor();
    await assertAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", {name: "Keys"}).waitFor({state: "hidden"});
    await page.keyboard.press("l");
    await cell(page, "b").filter({hasText: /\S/}).waitFor();
});

test("a click on the number of blunders goes to the next one", async (t) => {
    const {page} = await at(t, "/analysis?variant=classic&moves=e.b.a.i.g.d.c");
    const blunders = page.getByRole("button", {name: "1: go through O’s blunders"});
    await blunders.click();
    await waitForPly(page, 2, 7);
    await blunders.click();
    await waitForPly(page, 2, 7);
});

test("any position of a game can be played on against the computer", async (t) => {
    const {page} = await at(t, "/analysis?variant=ultimate&moves=ee.ea.ae&ply=2");
    await page.getByRole("link", {name: "Play from here"}).click();
    await page.locator("screen-play oxo-board .cell.taken").nth(1).waitFor();
    assert.equal(await page.locator("oxo-board .cell.last").getAttribute("data-move"), "ea");
    await page.locator("oxo-board .cell.legal").first().click();
    await page.locator("oxo-board .cell.taken").nth(3).waitFor();
    await page.goto("/play?variant=classic&level=1&side=X&moves=e.e");
    await page.getByText("The game cannot go on from there").first().waitFor();
});

test("values on cells appear only with the engine on", async (t) => {
    const {page} = await at(t, "/analysis?variant=classic&moves=e");
    await notes(page).first().waitFor();
    await page.getByRole("switch", {name: "Engine"}).click();
    await page.waitForFunction(() => document.querySelector("oxo-app").shadowRoot.querySelector("screen-analysis")
        .shadowRoot.querySelector("oxo-board").notes === null);
    await page.reload();
    await page.getByRole("switch", {name: "Engine", checked: false}).waitFor();
    await page.getByRole("switch", {name: "Engine"}).click();
    await notes(page).first().waitFor();
});

// ---- Sharing ---------------------------------------------------------------------

test("the shared link opens the same line at the same ply", async (t) => {
    const {page, context} = await at(t, `/analysis?variant=ultimate&moves=${LONG}&ply=10`,
        {permissions: ["clipboard-read", "clipboard-write"]});
    await waitForPly(page, 10, 44);
    await page.keyboard.press("ArrowRight");
    await button(page, "Copy: Link to this moment").click();
    await page.getByText("The link is copied.").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.waitForURL(link);

    const position = await page.getByLabel("Position", {exact: true}).inputValue();
    const other = await context.newPage();
    await other.goto(link);
    await waitForPly(other, 11, 44);
    assert.equal(await other.getByLabel("Position", {exact: true}).inputValue(), position);
    await button(other, "Copy: Position").click();
    await other.getByText("The position is copied.").waitFor();
    assert.equal(await other.evaluate(() => navigator.clipboard.readText()), position);
});

test("a link is read up to its first error, which is shown above a playable board", async (t) => {
    const {page} = await at(t, "/analysis?variant=classic&moves=e%20e");
    await page.getByText("Only 1 move of this link can be read. The next is “e”: that cell is already taken.").waitFor();
    await waitForPly(page, 1, 1);
    assert.equal(await page.getByLabel("Empty board, with these rules").inputValue(), "classic");
    await page.locator("oxo-board .cell.taken[data-move=e]").waitFor();
    await playMoves(page, "a");
    await page.goto("/analysis?variant=classic&position=nonsense");
    await page.getByText(/^The position of this link cannot be read/).waitFor();
    await playMoves(page, "e");
    await page.goto("/analysis?variant=foo&moves=e");
    await page.getByText("There are no rules called “foo”.").waitFor();
    await playMoves(page, "ee");
});

async function download(page, name) {
    const [file] = await Promise.all([page.waitForEvent("download"), button(page, name).click()]);
    return {name: file.suggestedFilename(), bytes: fs.readFileSync(await file.path())};
}

test("the downloads are the game with its judgements, and pictures of the position", async (t) => {
    const {page} = await at(t, "/analysis");
    await paste(page, FILE);
    await page.getByText(/^Ada won, after 7 moves/).waitFor();
    const game = await download(page, "Game, .tpgn");
    assert.equal(game.name, "oxo-classic.tpgn");
    const text = game.bytes.toString();
    for (const part of ['[Event "Club"]', '[O "Bo"]', '[Result "1-0"]', "[%eval =]", "[%eval #5]", "throws a proven draw away"])
        assert.ok(text.replaceAll("\n", " ").includes(part), `${part} in ${text}`);

    const svg = await download(page, "SVG");
    assert.equal(svg.name, "oxo-classic.svg");
    assert.match(svg.bytes.toString(), /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^]*<title>classic xox\/ox1\/x1o o<\/title>/);
    const light = /fill="(rgb\([^"]+\))"/.exec(svg.bytes.toString())[1];
    await page.getByLabel("Colours of the picture").selectOption("dark");
    const dark = /fill="(rgb\([^"]+\))"/.exec((await download(page, "SVG")).bytes.toString())[1];
    assert.notEqual(light, dark);

    const png = await download(page, "PNG");
    assert.deepEqual([...png.bytes.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    assert.equal(png.bytes.readUInt32BE(16), 1440);
});

// ---- Games on the server -----------------------------------------------------------

/** Plays a game of classic by HTTP and returns its id. */
async function playByApi(moves) {
    const post = async (path, body, token) => {
        const answer = await fetch(`${server.url}/api/v1/${path}`, {
            method: "POST", body: JSON.stringify(body),
            headers: token ? {authorization: `Bearer ${token}`} : {},
        });
        assert.ok(answer.ok, `${path}: ${answer.status}`);
        return answer.json();
    };
    const {seat: x} = await post("rooms", {variant: "classic", name: "Ada", mark: "X"});
    const {seat: o} = await post(`rooms/${x.room}/join`, {name: "Bo"});
    for (const [ply, move] of moves.split(" ").entries())
        await post(`rooms/${x.room}/moves`, {ply, move}, (ply % 2 ? o : x).token);
    return `${x.room}-1`;
}

test("a finished game on the server has an address, and keeps it", async (t) => {
    const id = await playByApi("e b a i g d c");
    const {page} = await at(t, `/g/${id}`);
    await page.getByRole("heading", {level: 1, name: "Ada against Bo"}).waitFor();
    await waitForPly(page, 7, 7);
    await page.getByText(/^Ada won, after 7 moves/).waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.waitForURL(`**/g/${id}?ply=6`);
    await page.reload();
    await waitForPly(page, 6, 7);

    await page.keyboard.press("Home");
    await playMoves(page, "a");
    await page.waitForURL(`**/g/${id}?moves=a&ply=1`);
    await page.reload();
    await waitForPly(page, 1, 1);
    assert.equal(await moveOf(page, "e").count(), 1);
});

test("an unknown game and an unreachable server are reported", async (t) => {
    const {page, context} = await at(t, "/g/ZZZZZZ-1");
    await page.getByText("There is no such game.").waitFor();
    await context.route("**/api/v1/games/**", (route) => route.abort());
    await page.reload();
    await page.getByText("The server cannot be reached.").waitFor();
});

// ---- Speed and accessibility -------------------------------------------------------

/** The longest task of the page during `act`, in milliseconds of CPU time, so that
 * other programs don't count. */
async function longestTask(page, act) {
    const browser = page.context().browser();
    await browser.startTracing(page, {categories: ["toplevel"]});
    await act();
    const {traceEvents} = JSON.parse(await browser.stopTracing());
    const mains = traceEvents.filter((event) => event.args?.name === "CrRendererMain").map(({pid, tid}) => `${pid} ${tid}`);
    const tasks = traceEvents.filter(({tdur, pid, tid}) => tdur !== undefined && mains.includes(`${pid} ${tid}`));
    assert.ok(tasks.length > 20, `${tasks.length} tasks`);
    return Math.max(...tasks.map(({tdur}) => tdur / 1000));
}

test("a game that loads too late does not disturb the next screen", async (t) => {
    const {page, context} = await visit(t, "/statistics", {server});
    const held = [];
    await context.route(/\.wasm$/, (route) => { held.push(route); });
    await page.goto("/analysis?variant=classic&moves=e.a");
    await page.getByRole("link", {name: "Rules", exact: true}).click();
    await page.waitForURL(/\/rules$/);
    await Promise.all(held.map((route) => route.continue()));
    await page.locator("screen-rules oxo-board .cell").first().waitFor();
    assert.equal(await page.title(), "Rules · oxo");
    assert.deepEqual(page.workers(), []);
});

test("no task of the page takes 50 ms while the engine searches and reviews", async (t) => {
    const {page} = await at(t, `/analysis?variant=ultimate&moves=${LONG}&ply=4`);
    await notes(page).first().waitFor();
    const longest = await longestTask(page, async () => {
        for (let ply = 5; ply < 13; ply++) {
            await page.keyboard.press("ArrowRight");
            await waitForPly(page, ply, 44);
            await notes(page).first().waitFor();
        }
    });
    assert.ok(longest < 50, `${longest} ms`);
});

for (const colorScheme of ["light", "dark"])
    test(`the analysis screen is accessible: ${colorScheme}`, async (t) => {
        const {page} = await at(t, "/analysis", {colorScheme});
        await paste(page, FILE);
        await page.getByText(/^Ada won, after 7 moves/).waitFor();
        await button(page, "One move back").click();
        await moveOf(page, "e").click();
        await playMoves(page, "a");
        await notes(page).first().waitFor();
        await page.getByText("As a table").click();
        await assertAccessible(page);
        await button(page, "Open").click();
        await assertAccessible(page);
    });

test("the analysis screen fits 320 pixels", async (t) => {
    const {page} = await at(t, `/analysis?variant=ultimate&moves=${LONG}&ply=38`, {viewport: {width: 320, height: 640}});
    await page.getByText(/^O won, after 44 moves/).waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});

test("leaving the screen cancels the change of its address", async (t) => {
    const {page, context} = await at(t, "about:blank");
    const giveLearn = await holdRequests(context, /\/learn-\w+\.js$/);
    await page.clock.install();
    await page.goto("/analysis?variant=classic&moves=e.a");
    await slider(page).waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("link", {name: "Learn", exact: true}).click();
    await page.clock.runFor(2000); // the old screen is still visible
    assert.equal(new URL(page.url()).pathname, "/learn");
    giveLearn();
    await page.locator("screen-learn").waitFor();
    assert.equal(new URL(page.url()).pathname, "/learn");
});
