/* games.test.mjs - whole games between two browsers, of every variant. */
import {after, before, test} from "node:test";
import {assertBoard, headline, pair, playBoth} from "./room.mjs";
import {closeBrowser, Server} from "./support.mjs";

let server;
before(async () => { server = await Server.start({after() {}}); });
after(async () => {
    await closeBrowser();
    await server.end();
});

const WINS = {
    classic: "a d b h c",
    ultimate: "cg ge ea ae eh hb be ei ig gi ii ia ac ci if fi ie eb bd de ed da aa ab bf fa ai ih hf fe ec ce eg ga af "
        + "ha cd df ch hg id",
    "ultimate-cg": "ae ei ia ac cg gd dd de ea ad dg ga ab bf fa aa ah hf fe ed dc cd db bc cb bd di ig gi id dh he ee "
        + "eg gc ci ih hg gh hd gf",
    "ultimate-continue": "gh ha ab bd di ia ae ec ce ee eb bg gg gc cb ba ah hc cd dd de eh hh hg ga ad db bi if fe ea "
        + "ag ge ed da aa af fg gb",
};

for (const [variant, moves] of Object.entries(WINS))
    test(`two browsers play ${variant} to a win, and both are told`, async (t) => {
        const {ada, bo} = await pair(t, server, {variant});
        await playBoth(ada, bo, moves);
        await headline(ada, "You win");
        await headline(bo, "Ada wins");
        for (const page of [ada, bo]) {
            await page.getByText(/Three (boards )?in a row/).waitFor();
            await page.locator("oxo-board svg.line").waitFor({state: "attached"});
            await assertBoard(page, moves);
        }
    });

const DRAWS = {
    classic: "f c g i e d a h b",
    ultimate: "dg gb bh hh hf ff fc cf fa ab be ef fb ba ai ie ed de ei ia ag ge ee eb bf hg gf ig gd di ii ic ch he eg "
        + "ga ac cg gi hi cc cd da ae ec ca af bc gc bb dc df dh dd",
};

for (const [variant, moves] of Object.entries(DRAWS))
    test(`two browsers play ${variant} to a draw, and both are told`, async (t) => {
        const {ada, bo} = await pair(t, server, {variant});
        await playBoth(ada, bo, moves);
        for (const page of [ada, bo]) {
            await headline(page, "Drawn");
            await page.getByText("Nobody can win any more.").waitFor();
            await assertBoard(page, moves);
        }
    });

test("without a line the side with more boards wins, where the rules say so", async (t) => {
    const {ada, bo} = await pair(t, server, {variant: "ultimate-cg"});
    const moves = "ab bg gg gf fb bc ce ec ca af fi ib bd dd dh ha aa ad de ef fc cg ge eg gb be ee eb db id ia ah hh "
        + "hi ii if fe ei ig gc cf fd ai ie hg ga ae gi cd fh he fg hb ff fa";
    await playBoth(ada, bo, moves);
    await headline(ada, "You win");
    await bo.getByText("Nobody has a line; more boards decide.").waitFor();
    await assertBoard(bo, moves);
});
