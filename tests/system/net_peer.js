// net_peer.js PORT CASE - Node's ws and http against net-echo, for
// net_peers.py. Prints "fine", or the first fault.
"use strict";
const assert = require("assert");
const http = require("http");
const { once } = require("events");
const WebSocket = require("ws");

const [port, name] = process.argv.slice(2);

async function open(protocols) {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/ws`, protocols);
  await once(ws, "open");
  return ws;
}

async function text(ws) {
  const [data, isBinary] = await once(ws, "message");
  assert.strictEqual(isBinary, false);
  return data.toString();
}

async function closed(ws) {
  const [code, reason] = await once(ws, "close");
  return [code, reason.toString()];
}

function request(agent, method, path, body) {
  return new Promise((resolve, reject) => {
    const r = http.request({ host: "127.0.0.1", port, agent, method, path }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () =>
        resolve([answer.statusCode, Buffer.concat(parts).toString()]));
    });
    r.on("error", reject);
    r.end(body);
  });
}

const cases = {
  async lengths() {
    const ws = await open();
    for (const n of [0, 1, 125, 126, 65535, 65536, 250000]) {
      ws.send("é".repeat(n / 2));
      assert.strictEqual(await text(ws), "é".repeat(n / 2));
    }
    ws.terminate();
  },

  async fragments() {
    const ws = await open();
    ws.send("one ", { fin: false });
    ws.ping("inside");
    ws.send("mess", { fin: false });
    ws.send("", { fin: false });
    ws.send("age", { fin: true });
    assert.strictEqual(await text(ws), "one message");
    ws.terminate();
  },

  async pings() {
    const ws = await open();
    for (const payload of ["", "x", "y".repeat(125)]) {
      ws.ping(payload);
      const [data] = await once(ws, "pong");
      assert.strictEqual(data.toString(), payload);
    }
    ws.pong("unasked");
    ws.send("still here");
    assert.strictEqual(await text(ws), "still here");
    ws.terminate();
  },

  async subprotocol() {
    const ws = await open(["oxo.v1"]);
    assert.strictEqual(ws.protocol, "oxo.v1");
    assert.strictEqual(ws.extensions, "");
    ws.terminate();
  },

  async closes() {
    for (const code of [1000, 1001, 1011, 3000, 4999]) {
      const ours = await open();
      ours.send(`close ${code} gö`);
      assert.deepStrictEqual(await closed(ours), [code, "gö"]);
      if (code < 3000 && code !== 1000)
        continue; // ws refuses to send any other code
      const theirs = await open();
      theirs.close(code, "bye");
      assert.strictEqual((await closed(theirs))[0], code);
    }
  },

  async broken() {
    const binary = await open();
    binary.send(Buffer.from([1, 2, 3]));
    assert.strictEqual((await closed(binary))[0], 1003);
    const long = await open();
    long.send("x".repeat(300001));
    assert.strictEqual((await closed(long))[0], 1009);
    const wrong = await open();
    wrong._socket.write(Buffer.from([0x81, 0x80 | 1, 0, 0, 0, 0, 0xff]));
    assert.strictEqual((await closed(wrong))[0], 1007);
    const reserved = await open();
    reserved._socket.write(Buffer.from([0xc1, 0x80, 0, 0, 0, 0]));
    assert.strictEqual((await closed(reserved))[0], 1002);
  },

  async http() {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const answers = await Promise.all([
      request(agent, "GET", "/echo?q=1"),
      request(agent, "GET", "/stream"),
      request(agent, "GET", "/large"),
      request(agent, "GET", "/later"),
    ]);
    assert.deepStrictEqual(answers[0], [200, "GET /echo ?q=1 q=1\n"]);
    assert.strictEqual(answers[1][1], "chunk 0\nchunk 1\nchunk 2\n");
    assert.strictEqual(answers[2][1].length, 1 << 20);
    assert.strictEqual(answers[3][0], 200);
    agent.destroy();
  },
};

cases[name]().then(
  () => {
    console.log("fine");
    process.exit(0);
  },
  (error) => {
    console.log(error);
    process.exit(1);
  });
