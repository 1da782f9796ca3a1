/* qr.test.ts - links as QR codes. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {correctionOf, qrOf} from "../src/ui/qr.js";

const rows = (text: string): string => (qrOf(text) ?? [])
    .map((row) => parseInt(row.map(Number).join(""), 2).toString(16)).join(" ");

test("the code matches one that was checked with a scanner", () => {
    assert.equal(rows("oxo"), "1fcb7f 104e41 175b5d 174a5d 17455d 104141 1fd57f 1b00 1dfec4 a2c4d 2c117 a1441 174952 "
        + "12a7 1fdaeb 105fb9 175ee5 174046 175511 105846 1fd557");
});

test("data with its error correction has a zero remainder", () => {
    const data = Array.from({length: 55}, (_, i) => i * 37 % 256);
    const whole = [...data, ...correctionOf(data, 15)];
    assert.ok(correctionOf(whole, 15).every((byte) => byte === 0));
    assert.ok(correctionOf(whole.map((byte, i) => i === 9 ? byte ^ 1 : byte), 15).some((byte) => byte !== 0));
});

test("the code grows with its text, and a text too long has none", () => {
    const size = (length: number): number | undefined => qrOf("x".repeat(length))?.length;
    assert.deepEqual([1, 17, 18, 32, 33, 53, 54, 78, 79, 106].map(size), [21, 21, 25, 25, 29, 29, 33, 33, 37, 37]);
    assert.equal(qrOf("x".repeat(107)), null);
    assert.equal(qrOf("é".repeat(54)), null);
});
