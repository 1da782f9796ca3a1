#!/usr/bin/env python3
"""net_peers.py NET_ECHO COUNT - src/net against other implementations.

NET_ECHO is built from net-echo.c, whose head lists its answers. The peers are
Python's websockets and http.client, Node's ws and http, and plain sockets.
COUNT is the number of connections to hold at once, if the system's limits
allow so many.
"""
import asyncio
import http.client
import json
import os
import pathlib
import resource
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import time
import unittest

import tap
from patience import PATIENCE

NET_ECHO, COUNT = sys.argv[1], int(sys.argv[2])
NODE_PEER = pathlib.Path(__file__).with_name("net_peer.js")
ON_DEBIAN = pathlib.Path("/etc/debian_version").exists()

try:
    import websockets
    import websockets.exceptions
    from websockets.frames import OP_BINARY, OP_CONT, OP_PING, OP_TEXT
except ImportError:
    if ON_DEBIAN:  # packages.txt installs the package there
        raise
    websockets = None

# Limits so high that no test meets one.
LOOSE = ["rate=0", "per_address=0", "message=300000", "header_ms=60000"]

HANDSHAKE = (b"GET /ws HTTP/1.1\r\nHost: oxo\r\nConnection: Upgrade\r\n"
             b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
             b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")


class Server:
    """net-echo, started with these arguments."""

    def __init__(self, *words):
        self.process = subprocess.Popen(
            [NET_ECHO, *LOOSE, *words], stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline())

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE)

    def ask(self, path):
        client = http.client.HTTPConnection("127.0.0.1", self.port,
                                            timeout=PATIENCE)
        client.request("GET", path)
        text = client.getresponse().read().decode()
        client.close()
        return text

    def stats(self):
        """The counters by name; the refusals by 'refused WHY'."""
        lines = (line.rpartition(" ") for line in
                 self.ask("/stats").splitlines())
        return {name: int(number) for name, _, number in lines}

    def stop(self):
        """Returns the exit status, which also tells of sanitizer errors."""
        self.process.send_signal(signal.SIGTERM)
        self.process.stdout.close()
        return self.process.wait(PATIENCE)


class WithServer(unittest.TestCase):
    words = ()

    def setUp(self):
        self.server = Server(*self.words)

    def tearDown(self):
        self.assertEqual(self.server.stop(), 0)


# ---- Python's websockets --------------------------------------------------


@unittest.skipUnless(websockets, "python3-websockets is not installed")
class PythonWebsockets(WithServer):
    def talk(self, conversation, **options):
        """Runs the conversation, a coroutine, on a WebSocket."""
        async def main():
            url = f"ws://127.0.0.1:{self.server.port}/ws"
            async with websockets.connect(url, max_size=None,
                                          **options) as ws:
                return await asyncio.wait_for(conversation(ws), PATIENCE)
        return asyncio.run(main())

    def test_texts_of_all_lengths_come_back(self):
        async def conversation(ws):
            for n in (0, 1, 125, 126, 127, 65535, 65536, 200000):
                await ws.send("x" * n)
                self.assertEqual(await ws.recv(), "x" * n)
            await ws.send("größer: € 𝄞")
            self.assertEqual(await ws.recv(), "größer: € 𝄞")
        self.talk(conversation)

    def test_no_extension_is_agreed_on(self):
        async def conversation(ws):
            self.assertEqual(ws.extensions, [])
        self.talk(conversation, compression="deflate")

    def test_the_subprotocol_is_agreed_on(self):
        async def conversation(ws):
            self.assertEqual(ws.subprotocol, "oxo.v1")
        self.talk(conversation, subprotocols=["oxo.v1"])

    def test_fragments_become_one_message(self):
        async def conversation(ws):
            await ws.send(["one ", "", "mes", "sage"])
            self.assertEqual(await ws.recv(), "one message")
        self.talk(conversation)

    def test_pings_are_answered_inside_a_message(self):
        async def conversation(ws):
            await ws.write_frame(False, OP_TEXT, "frä".encode()[:3])
            pong = await ws.ping(b"inside")
            await pong
            await ws.write_frame(False, OP_CONT, "frä".encode()[3:])
            await (await ws.ping(b"x" * 125))
            await ws.write_frame(True, OP_CONT, b"gment")
            self.assertEqual(await ws.recv(), "frägment")
        self.talk(conversation)

    async def code_of_close(self, ws):
        with self.assertRaises(websockets.exceptions.ConnectionClosed) as got:
            while True:
                await ws.recv()
        return got.exception.rcvd.code

    def test_text_that_is_none_inside_a_message_is_1007(self):
        async def conversation(ws):
            await ws.write_frame(False, OP_TEXT, b"fine ")
            await ws.write_frame(False, OP_CONT, b"\xf4\x90\x80\x80")
            self.assertEqual(await self.code_of_close(ws), 1007)
        self.talk(conversation)

    def test_binary_is_1003(self):
        async def conversation(ws):
            await ws.write_frame(True, OP_BINARY, b"x")
            self.assertEqual(await self.code_of_close(ws), 1003)
        self.talk(conversation)

    def test_too_much_is_1009(self):
        async def conversation(ws):
            await ws.write_frame(False, OP_TEXT, b"x" * 200000)
            await ws.write_frame(True, OP_CONT, b"x" * 100001)
            self.assertEqual(await self.code_of_close(ws), 1009)
        self.talk(conversation)

    def test_a_continuation_of_nothing_is_1002(self):
        async def conversation(ws):
            await ws.write_frame(True, OP_CONT, b"x")
            self.assertEqual(await self.code_of_close(ws), 1002)
        self.talk(conversation)

    def test_the_server_closes_with_code_and_reason(self):
        for code in (1000, 1001, 1012, 3000, 4999):
            async def conversation(ws, code=code):
                await ws.send(f"close {code} that is äll")
                with self.assertRaises(
                        websockets.exceptions.ConnectionClosed) as got:
                    await ws.recv()
                self.assertEqual(got.exception.rcvd.code, code)
                self.assertEqual(got.exception.rcvd.reason, "that is äll")
                self.assertTrue(got.exception.rcvd_then_sent)
            self.talk(conversation)

    def test_the_client_closes_with_a_code(self):
        for code in (1000, 1001, 1011, 3999, 4000):
            async def conversation(ws, code=code):
                await ws.close(code, "bye")
                self.assertEqual(ws.close_code, code)
            self.talk(conversation)

    def test_draining_is_1001(self):
        async def conversation(ws):
            await ws.send("hello")
            await ws.recv()
            self.server.ask("/drain")
            self.assertEqual(await self.code_of_close(ws), 1001)
        self.talk(conversation)

    def test_tiny_fragments_and_pings_stay_cheap(self):
        """A message of ten thousand frames, with a ping after every tenth
        frame."""
        async def conversation(ws):
            await ws.write_frame(False, OP_TEXT, b"")
            for i in range(10000):
                await ws.write_frame(False, OP_CONT, b"x")
                if i % 10 == 0:
                    await ws.write_frame(True, OP_PING, b"")
            await ws.write_frame(True, OP_CONT, b"")
            self.assertEqual(await ws.recv(), "x" * 10000)
        self.talk(conversation, ping_interval=None)


# ---- Node's ws ------------------------------------------------------------


def has_node_ws():
    if not shutil.which("node"):
        return False
    return subprocess.run(["node", "-e", "require('ws')"], env=NODE_ENV,
                          stderr=subprocess.DEVNULL).returncode == 0


NODE_ENV = {**os.environ, "NODE_PATH": "/usr/share/nodejs"}


@unittest.skipUnless(ON_DEBIAN or has_node_ws(), "node-ws is not installed")
class NodeWs(WithServer):
    def run_case(self, name):
        done = subprocess.run(
            ["node", str(NODE_PEER), str(self.server.port), name],
            env=NODE_ENV, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=2 * PATIENCE)
        self.assertEqual((done.returncode, done.stdout), (0, "fine\n"))

    def test_texts_of_all_lengths_come_back(self):
        self.run_case("lengths")

    def test_fragments_become_one_message(self):
        self.run_case("fragments")

    def test_pings_are_answered(self):
        self.run_case("pings")

    def test_the_subprotocol_is_agreed_on(self):
        self.run_case("subprotocol")

    def test_both_sides_can_close(self):
        self.run_case("closes")

    def test_broken_rules_have_their_codes(self):
        self.run_case("broken")

    def test_http_is_understood(self):
        self.run_case("http")


# ---- Python's http.client -------------------------------------------------


class PythonHttp(WithServer):
    def test_one_connection_serves_many_requests(self):
        client = http.client.HTTPConnection("127.0.0.1", self.server.port,
                                            timeout=PATIENCE)
        sockets = set()
        for method, path, body in (
                ("GET", "/echo?q=a", None), ("POST", "/later", b"body"),
                ("GET", "/stream", None), ("HEAD", "/large", None),
                ("GET", "/large", None), ("PUT", "/echo", b"x" * 60000),
                ("DELETE", "/later", None)):
            client.request(method, path, body)
            sockets.add(client.sock)
            answer = client.getresponse()
            text = answer.read()
            self.assertEqual(answer.status, 200)
            if path == "/large":
                self.assertEqual(len(text),
                                 0 if method == "HEAD" else 1 << 20)
            elif path == "/stream":
                self.assertEqual(text, b"chunk 0\nchunk 1\nchunk 2\n")
            else:
                self.assertTrue(text.startswith(method.encode()))
                self.assertTrue(text.endswith(body or b"\n"))
        self.assertEqual(len(sockets), 1)
        client.close()

    def test_a_refusal_is_a_problem(self):
        client = http.client.HTTPConnection("127.0.0.1", self.server.port,
                                            timeout=PATIENCE)
        client.request("POST", "/echo", headers={"Content-Length": "99999999"})
        answer = client.getresponse()
        self.assertEqual(answer.status, 413)
        self.assertEqual(answer.getheader("Content-Type"),
                         "application/problem+json")
        problem = json.load(answer)
        self.assertEqual(problem["status"], 413)
        self.assertEqual(problem["code"], "message-too-large")
        client.close()


# ---- Many, and too many ---------------------------------------------------


def text_frame(text):
    return b"\x81" + bytes([0x80 | len(text)]) + b"\0\0\0\0" + text


def private_bytes(pid):
    """Memory that belongs to the process alone and not to a file."""
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no RssAnon")


def read_all(sockets, wanted):
    """Reads `wanted` bytes from each socket; returns them."""
    got = {s: b"" for s in sockets}
    with selectors.DefaultSelector() as selector:
        for s in sockets:
            selector.register(s, selectors.EVENT_READ)
        left = len(got)
        while left:
            ready = selector.select(PATIENCE)
            assert ready, "nothing comes"
            for key, _ in ready:
                piece = key.fileobj.recv(4096)
                got[key.fileobj] += piece
                if not piece or wanted(got[key.fileobj]):
                    selector.unregister(key.fileobj)
                    left -= 1
    return got


class Many(WithServer):
    words = ("connections=20000",)

    def setUp(self):
        super().setUp()
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        room = min(hard - 100, self.server.stats()["capacity"] - 10)
        self.count = min(COUNT, room)
        note = f" of {COUNT}: open files" if self.count < COUNT else ""
        print(f"# {self.count} connections{note}", flush=True)

    def test_thousands_are_served_at_once(self):
        pid = self.server.process.pid
        before = private_bytes(pid)
        sockets = []
        for _ in range(self.count):
            s = self.server.connect()
            s.sendall(HANDSHAKE)
            sockets.append(s)
        answers = read_all(sockets, lambda b: b.endswith(b"\r\n\r\n"))
        self.assertTrue(all(b.startswith(b"HTTP/1.1 101 ")
                            for b in answers.values()))
        self.assertEqual(self.server.stats()["websockets"], self.count)
        each = (private_bytes(pid) - before) / self.count
        print(f"# {each:.0f} bytes a connection", flush=True)
        if COUNT >= 10000:  # sanitizers need extra memory
            self.assertLess(each, 1024)
        for i, s in enumerate(sockets):
            s.sendall(text_frame(b"number %d" % i))
        answers = read_all(sockets, lambda b: len(b) > 2 and
                           len(b) == 2 + b[1])
        for i, s in enumerate(sockets):
            self.assertEqual(answers[s][2:], b"number %d" % i)
            s.close()


class TooMany(WithServer):
    def test_without_descriptors_it_turns_away_and_recovers(self):
        pid = self.server.process.pid
        limits = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        first = self.server.connect()
        first.sendall(HANDSHAKE)
        read_all([first], lambda b: b.endswith(b"\r\n\r\n"))
        open_now = len(os.listdir(f"/proc/{pid}/fd"))
        resource.prlimit(pid, resource.RLIMIT_NOFILE,
                         (open_now + 3, limits[1]))
        crowd = [self.server.connect() for _ in range(8)]
        for s in crowd:
            s.sendall(HANDSHAKE)
        # Three are served; all others are refused one by one.
        ends = []
        with selectors.DefaultSelector() as selector:
            for s in crowd:
                selector.register(s, selectors.EVENT_READ)
            while len(ends) < 8:
                for key, _ in selector.select(PATIENCE):
                    try:
                        ends.append(key.fileobj.recv(4096)[:12])
                    except ConnectionResetError:
                        ends.append(b"")
                    selector.unregister(key.fileobj)
        self.assertEqual(ends.count(b"HTTP/1.1 101"), 3)
        self.assertEqual(ends.count(b""), 5)
        # The existing connections are unaffected.
        first.sendall(text_frame(b"still here"))
        self.assertEqual(read_all([first], lambda b: len(b) >= 12)[first][2:],
                         b"still here")
        resource.prlimit(pid, resource.RLIMIT_NOFILE, limits)
        self.assertGreaterEqual(
            self.server.stats()["refused too-many-connections"], 5)
        for s in [first, *crowd]:
            s.close()


class Rude(WithServer):
    words = ("unsent=65536",)

    def test_who_leaves_in_the_middle_of_an_answer_harms_nobody(self):
        for order in (b"flood 50 1000", b"flood 500 10000"):
            s = self.server.connect()
            s.sendall(HANDSHAKE)
            read_all([s], lambda b: b.endswith(b"\r\n\r\n"))
            s.sendall(text_frame(order))
            s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                         b"\1\0\0\0\0\0\0\0")
            s.close()
        until = time.monotonic() + PATIENCE
        while (self.server.stats()["connections"] > 1
               and time.monotonic() < until):
            pass  # the next request gives the server time to notice
        self.assertEqual(self.server.stats()["connections"], 1)
        self.assertEqual(self.server.stats()["unsent"], 0)


if __name__ == "__main__":
    tap.main()
