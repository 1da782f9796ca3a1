/* make.mjs - the pictures of README, from the real page.
 *
 *     node docs/pictures/make.mjs [OXO]
 */
import path from "node:path";
import {fileURLToPath} from "node:url";

process.env.OXO = process.argv[2] ?? "build/oxo";
const {closeBrowser, playMoves, Server, visit} = await import("../../tests/browser/support.mjs");

const here = path.dirname(fileURLToPath(import.meta.url));
const GAME = "ee ec ca ab bh hf fd db bb bf fa ah ha ae eb bd dh hb be eh hg gg gf fg gi if ff fc cd dc cc cf fe "
    + "ed dd de ei ic ci id di ig gc ce ea hi ii ie cb";

const ends = [];
const context = {after: (end) => ends.unshift(end)};

async function picture(name, address, {settle = async () => {}, fullPage = false, ...options}) {
    const {page, context: person} = await visit(context, address, options);
    await page.locator("oxo-board .cell").first().waitFor();
    await settle(page);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({path: path.join(here, `${name}.png`), animations: "disabled", fullPage});
    await person.close();
}

try {
    const server = await Server.start(context);
    const analysis = `/analysis?variant=ultimate&moves=${GAME.replaceAll(" ", "+")}&ply=31`;
    await picture("play-1440", "/play?friend&variant=ultimate", {
        server, viewport: {width: 1440, height: 900},
        settle: (page) => playMoves(page, GAME.split(" ").slice(0, 30).join(" ")),
    });
    await picture("analysis-1440", analysis, {
        server, viewport: {width: 1440, height: 900}, colorScheme: "dark", fullPage: true,
        settle: (page) => page.getByText(/It turned|never turned/).waitFor({timeout: 120_000}),
    });
    await picture("home-768", "/", {server, viewport: {width: 768, height: 1024}});
    await picture("home-320", "/", {server, viewport: {width: 320, height: 640}, colorScheme: "dark"});
} finally {
    for (const end of ends)
        await end();
    await closeBrowser();
}
