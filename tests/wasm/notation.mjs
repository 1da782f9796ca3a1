/* notation.mjs - positions and game files, valid and invalid. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {classic, examples, oxo, refusal, ultimate} from "./support.mjs";

const PAGE = "docs/manual/notation.md";

/** Splits each line of an example block into `words` words and the rest. */
function rows(kind, words) {
    return examples(PAGE, kind).join("").trimEnd().split("\n").map((line) => {
        const match = line.match(new RegExp(`^${"(\\S+) +".repeat(words)}(.*)$`));
        return match.slice(1);
    });
}

test("example positions are read and written unchanged", () => {
    const positions = rows("positions", 2);
    assert.ok(positions.length >= 7);
    for (const [variant, notation, text] of positions) {
        const position = oxo.readPosition(variant, text, notation);
        assert.equal(oxo.writePosition(variant, position, notation), text);
        assert.equal(oxo.view({variant, start: position, moves: []}).position, position);
    }
});

test("invalid examples are refused at the documented place", () => {
    for (const [variant, notation, code, column, text] of rows("refused", 4)) {
        const error = refusal(() => oxo.readPosition(variant, text, notation));
        assert.deepEqual([error.code, error.line, error.column], [code, 1, Number(column)], text);
    }
});

test("example files are read, and canonical ones written unchanged", () => {
    const files = examples(PAGE, "tpgn");
    assert.ok(files.length >= 2);
    for (const file of files)
        assert.equal(oxo.writeRecord(oxo.readRecord(file)), file);
    const [loose] = examples(PAGE, "tpgn-loose");
    assert.deepEqual(oxo.readRecord(loose).game, classic("e a c g"));
});

test("a record has the whole content of its file", () => {
    const record = oxo.readRecord(examples(PAGE, "tpgn")[0]);
    assert.deepEqual(record.game, ultimate("ee ea ae eb be ec"));
    assert.equal(record.result, "1-0");
    assert.equal(record.tags.Event, 'Club "X & O"');
    assert.equal(record.tags.O, "invité");
    assert.equal(record.tags.Termination, "resignation");
    assert.equal(record.notes.length, 7);
    assert.deepEqual(record.notes[0], {comment: "Good luck!", clock: 300000, eval: {kind: "estimated", value: 10}});
    assert.deepEqual(record.notes[1], {
        comment: "The centre.", clock: 299500, time: 1700000000000, intensity: 0.1167,
        eval: {kind: "estimated", value: 35},
    });
    assert.deepEqual(record.notes[4], {eval: {kind: "win", value: -12}});
    assert.deepEqual(record.notes[5], {eval: {kind: "draw", value: 0}});
    assert.equal(record.notes[2], null);
});

test("a record keeps its start position", () => {
    const {game} = oxo.readRecord(examples(PAGE, "tpgn")[1]);
    assert.deepEqual(game, {variant: "classic", start: "3/1x1/3 o", moves: ["a", "b"]});
});

test("an inconsistent record is not written", () => {
    const record = {game: classic("a d b e c"), result: "1-0", tags: {}, notes: []};
    assert.match(oxo.writeRecord(record), /1\. a d 2\. b e 3\. c 1-0/);
    const code = (change) => refusal(() => oxo.writeRecord({...record, ...change})).code;
    assert.equal(code({result: "0-1"}), "wrong-result");
    assert.equal(code({result: "2-0"}), "invalid-message");
    assert.equal(code({tags: {Variant: "classic"}}), "syntax");
    assert.equal(code({tags: {X: "a\u0007b"}}), "syntax");
    assert.equal(code({tags: {X: "n".repeat(300)}}), "text-too-long");
    assert.equal(code({notes: [{comment: "}"}]}), "syntax");
    assert.equal(code({notes: Array(7).fill(null)}), "invalid-message");
    assert.equal(code({notes: [null, {intensity: 2}]}), "invalid-message");
    assert.equal(code({notes: [null, {clock: -1}]}), "invalid-message");
    assert.equal(code({notes: [null, {eval: {kind: "win", value: 0}}]}), "invalid-message");
    assert.equal(code({game: classic("a a")}), "cell-occupied");
});

test("a refused file is reported with its place", () => {
    const error = refusal(() => oxo.readRecord('[Variant "classic"]\n\n1. e a 2. e *\n'));
    assert.deepEqual([error.code, error.line, error.column], ["cell-occupied", 3, 11]);
    const nul = refusal(() => oxo.readRecord('[Variant "clas\0sic"]'));
    assert.deepEqual([nul.line, nul.column], [1, 15]);
    const long = refusal(() => oxo.readPosition("classic", "3/3/3 x\0and more"));
    assert.deepEqual([long.code, long.line, long.column], ["syntax", 1, 8]);
});

test("inexpressible positions and unknown names are refused", () => {
    const code = (call) => refusal(call).code;
    assert.equal(code(() => oxo.writePosition("classic", "3/3/3 x", "utttai")), "not-expressible");
    assert.equal(code(() => oxo.readPosition("chess", "3/3/3 x")), "unknown-variant");
    assert.equal(code(() => oxo.readPosition("classic", "3/3/3 x", "morse")), "invalid-message");
    assert.equal(code(() => oxo.view({variant: "classic"})), "invalid-message");
    assert.equal(code(() => oxo.view({variant: 3, moves: []})), "unknown-variant");
    assert.equal(code(() => oxo.view([])), "invalid-message");
    assert.equal(code(() => oxo.view({variant: "classic", moves: [7]})), "syntax");
    assert.equal(code(() => oxo.view({variant: "classic", moves: ["\ud800"]})), "invalid-message");
    assert.equal(code(() => oxo.readRecord("x".repeat(1 << 21))), "text-too-long");
});

/** A pseudo-random generator with a fixed seed. */
function randomFrom(seed) {
    return (n) => {
        seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
        return (seed >>> 8) % n;
    };
}

test("garbage is refused with a place, and changes nothing", () => {
    const roll = randomFrom(7);
    const before = JSON.stringify(oxo.view(ultimate("ee ea ae eb be ec")));
    const seeds = [...examples(PAGE, "tpgn"), "4x4/4x4/9/9/ooo1x4/9/9/9/9 x c", ""];
    const letters = 'xoXOD/0123456789 -abcdefghi[]{}"\\%;.*\n\r\t\0é\u202e\ud83d';
    for (let i = 0; i < 3000; i++) {
        const text = [...seeds[roll(seeds.length)]];
        for (let k = 1 + roll(6); k > 0; k--)
            text.splice(roll(text.length + 1), roll(3), letters[roll(letters.length)]);
        const garbage = text.join("");
        const bytes = new TextEncoder().encode(garbage);
        for (const read of [() => oxo.readRecord(garbage), () => oxo.readPosition("ultimate", garbage)]) {
            let error;
            try {
                read();
                continue;
            } catch (thrown) {
                error = thrown;
            }
            assert.ok(error.code in oxo.statuses, String(error));
            assert.ok(error.line >= 1 && error.line <= garbage.split("\n").length, String(error));
            assert.ok(error.column >= 1 && error.column <= bytes.length + 1, String(error));
        }
    }
    assert.equal(JSON.stringify(oxo.view(ultimate("ee ea ae eb be ec"))), before);
});
