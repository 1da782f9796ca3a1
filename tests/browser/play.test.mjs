/* play.test.mjs - a local game: against the computer and between friends, by mouse
 * and by keyboard; storage, refusals, files. */
import assert from "node:assert/strict";
import fs from "node:fs";
import {after, test} from "node:test";
import {assertAccessible, cell, closeBrowser, holdRequests, playMoves, visit as open} from "./support.mjs";

after(closeBrowser);

const WORKER = /\/worker\.js$/;
const button = (page, name) => page.getByRole("button", {name, exact: true});
const text = (page, words) => page.getByText(words).first().waitFor();
const taken = (page) => page.locator("oxo-board .cell.taken").count();
const ourTurn = (page) => page.locator("oxo-board:not([locked])").waitFor();

/** Waits until `count` cells are taken. */
async function waitForMarks(page, count) {
    await page.waitForFunction((wanted) => {
        const inside = (root) => [...root.querySelectorAll("*")].flatMap((node) =>
            node.localName === "oxo-board" ? [...node.shadowRoot.querySelectorAll(".cell.taken")]
                : node.shadowRoot ? inside(node.shadowRoot) : []);
        return inside(document).length === wanted;
    }, count);
}

/** Clicks an illegal cell. Playwright would wait, because it is disabled. */
const refused = (page, move) => cell(page, move).click({force: true});

/** Types moves by their letters. */
async function typeMoves(page, moves) {
    await page.locator("oxo-board .cell[tabindex='0']").focus();
    await page.keyboard.type(moves.replaceAll(" ", ""));
}

// ---- Against the computer ------------------------------------------------------

test("following the hints in classic draws against level 10", async (t) => {
    const {page} = await open(t, "/play?variant=classic&level=10&side=X");
    for (let move = 0; move < 5; move++) {
        await ourTurn(page);
        await button(page, "Hint").click();
        await page.locator("oxo-board .cell.hint").click();
        await waitForMarks(page, Math.min(9, 2 * move + 2));
    }
    await page.getByRole("heading", {name: "A draw"}).waitFor();
});

test("every level plays classic to the end, with either side", async (t) => {
    const {page} = await open(t, "/");
    for (let level = 1; level <= 10; level++) {
        const side = level % 2 ? "X" : "O";
        await page.goto(`/play?variant=classic&level=${level}&side=${side}`);
        const over = page.locator("oxo-result");
        while (!await over.count()) {
            const open = page.locator("oxo-board:not([locked]) .cell.legal").first();
            await open.or(over).first().waitFor();
            const before = await taken(page);
            if (!await over.count())
                await open.click();
            await over.or(page.locator("oxo-board:not([locked])")).first().waitFor();
            assert.ok(await over.count() || await taken(page) > before);
        }
        await button(page, "Rematch").waitFor();
    }
});

test("the computer answers in ultimate, on the board it was sent to", async (t) => {
    const {page} = await open(t, "/play?variant=ultimate&level=10&side=X&first=ec");
    await page.locator("oxo-board .panel.open").first().waitFor();
    await waitForMarks(page, 2);
    const last = await page.locator("oxo-board .cell.last").getAttribute("data-move");
    assert.equal(last[0], "c");
    for (const marks of [4, 6, 8]) {
        await ourTurn(page);
        await page.locator("oxo-board .cell.legal").first().click();
        await waitForMarks(page, marks);
    }
});

test("the intensity appears at once, and the engine refines it", async (t) => {
    const {page} = await open(t, "/play?friend&variant=ultimate");
    const meter = page.getByRole("meter", {name: "Intensity"});
    await playMoves(page, "ee ea");
    await page.getByRole("meter", {name: "Intensity"}).waitFor();
    await page.waitForFunction((node) => /by the engine/.test(node.getAttribute("aria-valuetext")),
        await meter.elementHandle());
});

test("undo against the computer takes back both moves, redo plays both again", async (t) => {
    const {page} = await open(t, "/play?variant=ultimate&level=2&side=X");
    await playMoves(page, "ee");
    await waitForMarks(page, 2);
    await ourTurn(page);
    const answer = await page.locator("oxo-board .cell.last").getAttribute("data-move");
    await button(page, "Undo").click();
    await waitForMarks(page, 0);
    await button(page, "Redo").click();
    await waitForMarks(page, 2);
    assert.equal(await page.locator("oxo-board .cell.last").getAttribute("data-move"), answer);
});

test("the page says that the computer is thinking, and undo ends it", async (t) => {
    const {page, context} = await open(t, "/");
    await context.route(WORKER, () => {}); // never answered
    await page.goto("/play?variant=classic&level=5&side=X");
    await playMoves(page, "e");
    await text(page, "The computer is thinking.");
    await refused(page, "a");
    await text(page, "It is the computer’s turn.");
    await button(page, "Undo").click();
    await ourTurn(page);
    assert.equal(await taken(page), 0);
});

test("a worker that cannot be loaded is reported, and can be tried again", async (t) => {
    const {page, context} = await open(t, "/");
    await context.route(WORKER, (route) => route.abort());
    await page.goto("/play?variant=classic&level=5&side=O");
    await page.getByRole("alert").filter({hasText: "The engine does not answer."}).waitFor();
    await context.unroute(WORKER);
    await button(page, "Try again").click();
    await waitForMarks(page, 1);
});

test("a core that cannot be loaded is reported, and can be tried again", async (t) => {
    const {page, context} = await open(t, "/statistics");
    await context.route(/\.wasm$/, (route) => route.abort());
    await page.goto("/play?friend&variant=classic");
    await page.getByRole("alert").filter({hasText: "oxo could not be loaded."}).waitFor();
    await context.unroute(/\.wasm$/);
    await button(page, "Try again").click();
    await playMoves(page, "e");
});

async function leaveForLearn(page) {
    await page.goto("/play?friend&variant=classic");
    await page.locator("screen-play").waitFor({state: "attached"});
    await page.getByRole("link", {name: "Learn", exact: true}).click();
    await page.waitForURL(/\/learn$/);
}

const coreIsThere = (page) => page.waitForFunction(() =>
    document.querySelector("oxo-app").shadowRoot.querySelector("screen-play").oxo);

test("a core that loads too late does not disturb the next screen", async (t) => {
    const {page, context} = await open(t, "about:blank"); // no other screen may load the core
    const giveCore = await holdRequests(context, /\.wasm$/);
    const giveLearn = await holdRequests(context, /\/learn-\w+\.js$/);
    await leaveForLearn(page);
    giveCore(); // the old screen is still visible
    await coreIsThere(page);
    assert.equal(new URL(page.url()).pathname, "/learn");
    giveLearn();
    await page.locator("screen-learn oxo-board .cell").first().waitFor();
    assert.equal(new URL(page.url()).pathname, "/learn");
});

test("going back finds the game, even if the core was loaded meanwhile", async (t) => {
    const {page, context} = await open(t, "about:blank");
    const giveCore = await holdRequests(context, /\.wasm$/);
    await holdRequests(context, /\/learn-\w+\.js$/);
    await leaveForLearn(page);
    giveCore();
    await coreIsThere(page);
    await page.goBack();
    await playMoves(page, "e");
});

test("sides and level can be changed in the middle of a game", async (t) => {
    const {page} = await open(t, "/play?variant=ultimate&level=2&side=X");
    await button(page, "Switch sides").click();
    await waitForMarks(page, 1);
    await text(page, "Computer, level 2");
    await page.getByRole("combobox", {name: "Level"}).selectOption("6");
    await text(page, "Computer, level 6");
    assert.equal(await taken(page), 1);
});

test("resigning needs a confirmation, and can be undone", async (t) => {
    const {page} = await open(t, "/play?variant=ultimate&level=2&side=X&first=ee");
    await waitForMarks(page, 2);
    await button(page, "Resign").click();
    await button(page, "Play on").click();
    assert.equal(await page.locator("oxo-result").count(), 0);
    await button(page, "Resign").first().click();
    await page.locator("oxo-dialog[heading='Resign?']").getByRole("button", {name: "Resign"}).click();
    await page.getByRole("heading", {name: "The computer wins"}).waitFor();
    await text(page, "You resigned.");
    await button(page, "Undo").click();
    await ourTurn(page);
    assert.equal(await taken(page), 2);
});

// ---- Two people on one device --------------------------------------------------

const GAMES = {
    "classic X wins": "a b e c i",
    "classic draw": "e a b h d f c g i",
    "ultimate X wins": "cg ge ea ae eh hb be ei ig gi ii ia ac ci if fi ie eb bd de ed da aa ab bf fa ai ih hf fe ec "
        + "ce eg ga af ha cd df ch hg id",
    "ultimate draw": "ec cg gf fa af fg gd dd di if fe eg ga ab bd dg ge ea ag aa ae ei ih he ed db bh hg ee ef fd df "
        + "fh hf ff ch ha ai ic cb bi ie eb bc cf de eh hc cd id bg ce ad",
    "ultimate-cg O wins": "df fi ig gi ie eb bb ba af fh hh hf fe eg gd di ib bg gc ce ef fd db bd dc cf fb gf ff fa "
        + "ae eh hg gh ha ag ga ad da ai ih hc ch hb ed cb fc cc ca ah hd gg ea fg cd ec cg ei",
    "ultimate-cg draw": "bc ci id dh hf fi ie ei ih he eb bd dd de eh hd da ae ee cb ba ai ia ah hg gc cc cg gb bf ff "
        + "fc cf fb bb ic cd db gh hi ii ag gf fa ce hh hc ge gg gi ga gd ha hb",
    "ultimate-continue O wins": "fb bc cf fg gb bh ha ae eh hc ch hh he ed da ah hd db ba ac ca ad de eg gf fa aa ag "
        + "gi ii ie ef fe ee eb be ei ig gc cd dc cb bi ic ci if",
    "ultimate-continue draw": "bg gf fg gi ib bh hh hf fb bc cc ch hc ci ii ia ag gd dc ce ef fc ca ae ee eb bf fd dg "
        + "gg ga aa af fa ah ha ab be ec cg gh hb bi ie ed dd de eh hg ge eg gb bb ba ac cd da ai if fe ea ad dh hd db "
        + "bd di ih hi ic cf fh he ei ig gc cb ff fi id df",
};
const WORDS = {X: "Player 1 wins", O: "Player 2 wins"};

test("two people on one device play each variant to a win and to a draw", async (t) => {
    const {page} = await open(t, "/");
    for (const [name, moves] of Object.entries(GAMES)) {
        const [variant, how] = name.split(" ");
        await page.goto(`/play?friend&variant=${variant}`);
        await typeMoves(page, moves);
        await page.getByRole("heading", {name: WORDS[how] ?? "A draw"}).waitFor();
        assert.equal(await taken(page), moves.split(" ").length, name);
    }
});

test("a whole ultimate game by mouse ends with a line through the winning boards", async (t) => {
    const {page} = await open(t, "/play?friend&variant=ultimate");
    await playMoves(page, GAMES["ultimate X wins"]);
    await text(page, "Three boards in a row: top-left, centre, bottom-right.");
    assert.equal(await page.locator("oxo-board svg.line").count(), 1);
    assert.equal(await page.locator("oxo-board .owner.in-line").count(), 3);
});

test("a rematch swaps the marks, and the series has a score", async (t) => {
    const {page} = await open(t, "/play?friend&variant=classic");
    await playMoves(page, GAMES["classic X wins"]);
    await button(page, "Rematch").click();
    await waitForMarks(page, 0);
    await playMoves(page, GAMES["classic X wins"]); // X is the second player now
    await page.getByRole("heading", {name: "Player 2 wins"}).waitFor();
    await button(page, "Rematch").click();
    await playMoves(page, GAMES["classic draw"]);
    await text(page, "Player 1 1½ – 1½ Player 2");
});

test("between friends undo and redo go move by move, also across the end", async (t) => {
    const {page} = await open(t, "/play?friend&variant=classic");
    await playMoves(page, GAMES["classic X wins"]);
    await button(page, "Undo").click();
    await waitForMarks(page, 4);
    assert.equal(await page.locator("oxo-result").count(), 0);
    await button(page, "Redo").click();
    await page.getByRole("heading", {name: "Player 1 wins"}).waitFor();
});

// ---- Storage ---------------------------------------------------------------------

test("a reload continues the game against the same level", async (t) => {
    const {page} = await open(t, "/play?variant=ultimate&level=4&side=X&first=ee");
    await waitForMarks(page, 2);
    assert.equal(new URL(page.url()).search, "");
    const last = await page.locator("oxo-board .cell.last").getAttribute("data-move");
    await page.reload();
    await waitForMarks(page, 2);
    assert.equal(await page.locator("oxo-board .cell.last").getAttribute("data-move"), last);
    await text(page, "Computer, level 4");
    await page.locator("oxo-board .cell.legal").first().click();
    await waitForMarks(page, 4);
});

test("another window of the same person shows the same game", async (t) => {
    const {page, context} = await open(t, "/play?friend&variant=classic");
    await playMoves(page, "e");
    const other = await context.newPage();
    await other.goto("/play");
    await waitForMarks(other, 1);
    await playMoves(other, "a");
    await waitForMarks(page, 2);
    await other.goto("/play?friend&variant=ultimate");
    await text(page, "Another window has begun a new game.");
    await waitForMarks(page, 0);
});

test("the computer answers in the window that is still open", async (t) => {
    const {page, context} = await open(t, "/play?variant=classic&level=3&side=X");
    await page.locator("oxo-board .cell.legal").first().waitFor();
    const other = await context.newPage();
    await context.route(WORKER, () => {}); // the other window's worker never loads
    await other.goto("/play");
    await playMoves(other, "e");
    await context.unroute(WORKER);
    await other.close();
    await waitForMarks(page, 2);
});

test("an invalid stored game is not shown", async (t) => {
    const {page} = await open(t, "/play?friend&variant=classic");
    await playMoves(page, "e");
    await page.evaluate(() => {
        const kept = JSON.parse(localStorage.getItem("oxo-match"));
        localStorage.setItem("oxo-match", JSON.stringify({...kept, moves: ["e", "e"]}));
    });
    await page.reload();
    await text(page, "The game that was kept could not be read");
    await waitForMarks(page, 0);
});

test("a new game can start at any time, without a reload", async (t) => {
    const {page} = await open(t, "/play?friend&variant=ultimate");
    await page.evaluate(() => { globalThis.samePage = true; });
    await playMoves(page, "ee ea");
    await button(page, "New game").click();
    await waitForMarks(page, 0);
    await playMoves(page, "aa");
    assert.ok(await page.evaluate(() => globalThis.samePage));
});

test("an invalid address is reported", async (t) => {
    const {page} = await open(t, "/play?variant=classic&level=42&side=X");
    await text(page, "There is no level “42”: they go from 1 to 10.");
    await page.goto("/play?friend&variant=chess");
    await text(page, "There are no rules called “chess”.");
});

// ---- Refusals --------------------------------------------------------------------

test("a refused click gives the reason and highlights the boards to play on", async (t) => {
    const {page} = await open(t, "/play?friend&variant=ultimate");
    await playMoves(page, "ae ea");
    await refused(page, "bb");
    await text(page, "The last move sends this one to another board. X to move, on the top-left board.");
    await page.locator("oxo-board .pointing").waitFor();
    await refused(page, "ae");
    await text(page, "That cell is already taken. X to move, on the top-left board.");
    await playMoves(page, "ac ca ag ga");
    await refused(page, "aa");
    await text(page, "That board is already decided. X to move, on any open board.");
    assert.equal(await taken(page), 6);
});

test("no mark can be placed after the end, with the reason", async (t) => {
    const {page} = await open(t, "/play?friend&variant=classic");
    await playMoves(page, GAMES["classic X wins"]);
    await refused(page, "d");
    await text(page, "The game is over.");
    assert.equal(await taken(page), 5);
});

test("an earlier position can be shown but not played on", async (t) => {
    const {page} = await open(t, "/play?friend&variant=classic");
    await playMoves(page, "e a b");
    await page.getByRole("button", {name: /^1\. e/}).click();
    await text(page, "1 of 3 moves");
    await waitForMarks(page, 1);
    await refused(page, "i");
    await text(page, "You are looking at an earlier move.");
    await button(page, "Back to the game").click();
    await waitForMarks(page, 3);
    await playMoves(page, "h");
});

// ---- Keyboard, sound, files -------------------------------------------------------

test("a whole game of classic is played by keyboard", async (t) => {
    const {page} = await open(t, "/play?friend&variant=classic");
    await page.locator("oxo-board .cell:focus").waitFor();
    for (const key of ["Enter", "ArrowUp", "Space", "ArrowLeft", "Enter", "d", "i"])
        await page.keyboard.press(key); // e, b, a; then d and i by their letters
    await page.getByRole("heading", {name: "Player 1 wins"}).waitFor();
    await page.keyboard.press("n");
    await waitForMarks(page, 0);
});

test("ultimate is played by letters and arrow keys, also across boards", async (t) => {
    const {page} = await open(t, "/play?friend&variant=ultimate");
    await page.locator("oxo-board .cell:focus").waitFor();
    await page.keyboard.type("eeea");
    await waitForMarks(page, 2);
    await page.keyboard.press("Control+ArrowUp");
    await page.keyboard.press("Control+ArrowLeft");
    await page.keyboard.press("Enter"); // from ea to aa
    await waitForMarks(page, 3);
    assert.equal(await page.locator("oxo-board .cell.last").getAttribute("data-move"), "aa");
    await page.keyboard.press("u");
    await waitForMarks(page, 2);
    await page.keyboard.press("r");
    await waitForMarks(page, 3);
    await page.keyboard.press("t");
    await page.getByRole("status").filter({hasText: "Hint:"}).waitFor();
    await page.locator("oxo-board .cell.hint").waitFor();
    await page.keyboard.press("?");
    await page.getByRole("heading", {name: "Keys"}).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("heading", {name: "Keys"}).waitFor({state: "hidden"});
});

test("the list of keys is that of the variant", async (t) => {
    const {page} = await open(t, "/rules");
    const letters = {classic: /by the letter of the cell/, ultimate: /the board’s first, then the cell’s/};
    for (const screen of ["/play?friend&variant=", "/analysis?variant="])
        for (const variant of ["classic", "ultimate"]) {
            await page.goto(screen + variant);
            await page.locator("oxo-board .cell.legal").first().waitFor();
            await button(page, "Keys").click();
            await page.getByRole("heading", {name: "Keys"}).waitFor();
            const told = (await page.locator("dl.keys").innerText()).replace(/\s+/g, " ");
            assert.match(told, letters[variant]);
            assert.equal(/\bboard to board\b/.test(told), screen.startsWith("/play") && variant === "ultimate");
            assert.ok(variant === "ultimate" || !/board’s/.test(told));
        }
});

test("a hint has a value and a continuation, and moves no button", async (t) => {
    const {page} = await open(t, "/play?friend&variant=ultimate", {viewport: {width: 390, height: 844}});
    await playMoves(page, "ee");
    await page.evaluate(() => scrollTo(0, 0));
    const before = await button(page, "Hint").boundingBox();
    await button(page, "Hint").click();
    await page.getByRole("status").filter({hasText: /^Hint: e[a-i], .+: (estimated \d+\s%|wins|loses|draws).*\. Then [a-i]{2}, /})
        .waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    assert.deepEqual(await button(page, "Hint").boundingBox(), before);
    const bar = await page.getByRole("navigation", {name: "Main"}).boundingBox();
    assert.ok(before.y + before.height <= bar.y, "the bar covers the button");
});

test("the rules are one click away and leave the game unchanged", async (t) => {
    const {page} = await open(t, "/play?friend&variant=ultimate-continue");
    await playMoves(page, "ee ea");
    await button(page, "Rules").click();
    await page.getByRole("heading", {name: "A board that is won stays open"}).waitFor();
    await assertAccessible(page);
    await button(page, "Close").click();
    await page.locator("oxo-rules").waitFor({state: "detached"}); // with its boards
    await playMoves(page, "aa");
});

test("sound is off by default, and the choice is remembered", async (t) => {
    const {page, context} = await open(t, "/");
    await context.addInitScript(() => {
        globalThis.tones = 0;
        const {start} = OscillatorNode.prototype;
        OscillatorNode.prototype.start = function (...when) {
            globalThis.tones++;
            return start.apply(this, when);
        };
    });
    await page.goto("/play?friend&variant=classic");
    await playMoves(page, "e");
    assert.equal(await page.evaluate(() => globalThis.tones), 0);
    await button(page, "Sound").click();
    await page.reload();
    await playMoves(page, "a");
    assert.equal(await page.evaluate(() => globalThis.tones), 1);
    await page.reload();
    await page.evaluate(() => {
        globalThis.AudioContext = function () { throw new Error("not allowed"); };
    });
    await playMoves(page, "b");
});

test("a game can be downloaded, and opened on the analysis board", async (t) => {
    const {page} = await open(t, "/play?friend&variant=classic");
    await playMoves(page, GAMES["classic X wins"]);
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Download").click()]);
    assert.match(download.suggestedFilename(), /^classic-.*\.tpgn$/);
    const file = fs.readFileSync(await download.path(), "utf8");
    assert.match(file, /\[Result "1-0"\]/);
    assert.match(file, /1\. a .* b .*2\. e.* c .*3\. i/s);
    assert.equal(await page.getByRole("link", {name: "Analyse"}).getAttribute("href"),
        "/analysis?variant=classic&moves=a.b.e.c.i");
});

// ---- Accessibility -----------------------------------------------------------------

for (const colorScheme of ["light", "dark"])
    test(`the playing screen is accessible during and after a game: ${colorScheme}`, async (t) => {
        const {page} = await open(t, "/play?friend&variant=ultimate", {colorScheme});
        await playMoves(page, "ee ea");
        await assertAccessible(page);
        await page.goto("/play?friend&variant=classic");
        await playMoves(page, GAMES["classic X wins"]);
        await page.locator("oxo-result").waitFor();
        await assertAccessible(page);
    });

test("the playing screen fits 320 pixels", async (t) => {
    const {page} = await open(t, "/play?variant=ultimate&level=10&side=X&first=ee",
        {viewport: {width: 320, height: 640}});
    await waitForMarks(page, 2);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});
