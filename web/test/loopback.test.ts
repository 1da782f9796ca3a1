/* loopback.test.ts - names and addresses of the local machine. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {isLoopback} from "../src/state/loopback.js";

test("loopback addresses are recognized, and no others", () => {
    for (const address of ["http://127.0.0.1:8080", "http://127.1.2.3", "http://[::1]:8080", "http://localhost:8080",
        "http://oxo.localhost"])
        assert.ok(isLoopback(new URL(address).hostname), address);
    for (const address of ["http://192.168.1.7:8080", "https://oxo.example", "http://127.example", "http://[fe80::1]",
        "http://notlocalhost"])
        assert.ok(!isLoopback(new URL(address).hostname), address);
});
