/* games.test.mjs - whole games between two browsers: every variant, every kind of
 * end. */
import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {assertBoard, button, playBoth, startGame, waitForHeadline} from "./room.mjs";
import {closeBrowser, Server} from "./support.mjs";

let server;
before(async () => { server = await Server.start({after() {}}); });
after(async () => {
    await closeBrowser();
    await server.end();
});

/** Starts another game in the same room, with Bo as X. */
async function startRematch(ada, bo) {
    await button(ada, "Rematch").click();
    await button(bo, "Accept").click();
    await waitForHeadline(bo, "Your move");
    await waitForHeadline(ada, "Bo to move");
}

const WINS = {
    classic: "a d b h c",
    ultimate: "cg ge ea ae eh hb be ei ig gi ii ia ac ci if fi ie eb bd de ed da aa ab bf fa ai ih hf fe ec ce eg ga af "
        + "ha cd df ch hg id",
    "ultimate-cg": "ab bg gg gf fb bc ce ec ca af fi ib bd dd dh ha aa ad de ef fc cg ge eg gb be ee eb db id ia ah hh "
        + "hi ii if fe ei ig gc cf fd ai ie hg ga ae gi cd fh he fg hb ff fa",
    "ultimate-continue": "gh ha ab bd di ia ae ec ce ee eb bg gg gc cb ba ah hc cd dd de eh hh hg ga ad db bi if fe ea "
        + "ag ge ed da aa af fg gb",
};

/** The reason for the wins above, if it isn't three boards in a row. */
const REASONS = {classic: "Three in a row.", "ultimate-cg": "Nobody has a line; more boards decide."};

for (const [variant, moves] of Object.entries(WINS))
    test(`two browsers play ${variant} to a win, then to a resignation, and both see the results`, async (t) => {
        const {ada, bo} = await startGame(t, server, {variant});
        await playBoth(ada, bo, moves);
        await waitForHeadline(ada, "You win");
        await waitForHeadline(bo, "Ada wins");
        for (const page of [ada, bo]) {
            await page.getByText(REASONS[variant] ?? "Three boards in a row.", {exact: true}).waitFor();
            await assertBoard(page, moves);
            assert.equal(await page.locator("oxo-board svg.line").count(), variant === "ultimate-cg" ? 0 : 1);
        }
        await startRematch(ada, bo);
        await playBoth(bo, ada, moves.split(" ").slice(0, 2).join(" "));
        await button(ada, "Resign").click();
        await button(ada, "Resign").click();
        await waitForHeadline(bo, "You win");
        await waitForHeadline(ada, "Bo wins");
    });

const DRAWS = {
    classic: "f c g i e d a h b",
    ultimate: "dg gb bh hh hf ff fc cf fa ab be ef fb ba ai ie ed de ei ia ag ge ee eb bf hg gf ig gd di ii ic ch he eg "
        + "ga ac cg gi hi cc cd da ae ec ca af bc gc bb dc df dh dd",
    "ultimate-cg": "bc ci id dh hf fi ie ei ih he eb bd dd de eh hd da ae ee cb ba ai ia ah hg gc cc cg gb bf ff fc cf "
        + "fb bb ic cd db gh hi ii ag gf fa ce hh hc ge gg gi ga gd ha hb",
    "ultimate-continue": "bg gf fg gi ib bh hh hf fb bc cc ch hc ci ii ia ag gd dc ce ef fc ca ae ee eb bf fd dg gg ga "
        + "aa af fa ah ha ab be ec cg gh hb bi ie ed dd de eh hg ge eg gb bb ba ac cd da ai if fe ea ad dh hd db bd di "
        + "ih hi ic cf fh he ei ig gc cb ff fi id df",
};

for (const [variant, moves] of Object.entries(DRAWS))
    test(`two browsers play ${variant} to a draw, then one aborts the next game`, async (t) => {
        const {ada, bo} = await startGame(t, server, {variant});
        await playBoth(ada, bo, moves);
        for (const page of [ada, bo]) {
            await waitForHeadline(page, "Drawn");
            await page.locator("oxo-result").getByText(/^Nobody /).waitFor();
            await assertBoard(page, moves);
        }
        await startRematch(ada, bo);
        await button(bo, "Abort").click();
        await button(bo, "Abort").click();
        await waitForHeadline(ada, "Game aborted");
        await ada.locator("oxo-result").getByText("Bo aborted the game.").waitFor();
    });
