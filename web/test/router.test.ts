/* router.test.ts - addresses of the page. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {parseRoute} from "../src/browser/router.js";
import {Store} from "../src/state/store.js";

test("the first word names the screen, the rest is the screen's", () => {
    const route = parseRoute("/r/K7Q2MX", "?seq=3");
    assert.deepEqual([route.screen, route.rest, route.query.get("seq")], ["r", ["K7Q2MX"], "3"]);
});

test("the home page has no name", () => {
    assert.equal(parseRoute("/", "").screen, "");
});

test("an address that is not well-formed is taken as it stands", () => {
    assert.deepEqual(parseRoute("/r/%E0%A4%A", "").rest, ["%E0%A4%A"]);
});

test("a store tells its watchers until they go", () => {
    const store = new Store(1);
    const heard: number[] = [];
    const end = store.watch((value) => heard.push(value));
    store.value = 2;
    end();
    store.value = 3;
    assert.deepEqual([heard, store.value], [[2], 3]);
});
