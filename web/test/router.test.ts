/* router.test.ts - addresses, and watching a store. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {parseRoute} from "../src/browser/router.js";
import {Store} from "../src/state/store.js";

test("the first part of the path names the screen", () => {
    const route = parseRoute("/r/K7Q2MX", "?seq=3");
    assert.deepEqual([route.screen, route.rest, route.query.get("seq")], ["r", ["K7Q2MX"], "3"]);
});

test("the home screen has an empty name", () => {
    assert.equal(parseRoute("/", "").screen, "");
});

test("a malformed address is taken literally", () => {
    assert.deepEqual(parseRoute("/r/%E0%A4%A", "").rest, ["%E0%A4%A"]);
});

test("a store notifies its watchers until they stop watching", () => {
    const store = new Store(1);
    const heard: number[] = [];
    const end = store.watch((value) => heard.push(value));
    store.value = 2;
    end();
    store.value = 3;
    assert.deepEqual([heard, store.value], [[2], 3]);
});
