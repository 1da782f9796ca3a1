/* picture.test.ts - positions as SVG files. */
import assert from "node:assert/strict";
import fs from "node:fs";
import {before, test} from "node:test";
import {load, type Oxo} from "@oxo/core";
import {type Palette, pictureOf} from "../src/ui/picture.js";

declare const WASM: string;
let oxo: Oxo;
before(async () => { oxo = await load(fs.readFileSync(WASM)); });

const COLOURS: Palette = {paper: "#p", card: "#c", ink: "#i", line: "#l", strong: "#s", draw: "#d", sunk: "#k",
    x: "#xx", xSoft: "#xs", o: "#oo", oSoft: "#os"};
const count = (text: string, part: string): number => text.split(part).length - 1;

test("a picture has every mark, and its title is the position", () => {
    const view = oxo.view({variant: "ultimate", moves: ["ee", "ea", "ae"]});
    const svg = pictureOf(view, COLOURS);
    assert.ok(svg.startsWith("<svg xmlns="));
    assert.ok(svg.includes(`<title>ultimate ${view.position}</title>`));
    assert.equal(count(svg, 'stroke="#xx" stroke-width="9'), 2);
    assert.equal(count(svg, "<circle"), 1);
});

test("a won board has its owner's mark, and a won game a line", () => {
    const won = oxo.view({variant: "ultimate", start: "xxx6/ooo6/9/9/9/9/9/9/9 x -", moves: []});
    assert.equal(count(pictureOf(won, COLOURS), "<circle"), 4);
    const over = oxo.view({variant: "classic", moves: ["e", "a", "c", "b", "g"]});
    assert.equal(over.outcome, "X");
    assert.ok(pictureOf(over, COLOURS).includes('stroke="#i" stroke-width="12"'));
});
