"""A running `oxo serve`, and clients that talk to it over real sockets.

The WebSocket client is a few lines of its own, so that these tests need
nothing but Python and share nothing with the server's code.
"""
import base64
import contextlib
import hashlib
import http.client
import json
import os
import pathlib
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
import unittest

from patience import PATIENCE

OXO = pathlib.Path(sys.argv[1]).resolve()


def place(path):
    """Where a server keeps a store that a test calls by this name: in the
    file, or, if postgres.py runs the test, in a database for it alone."""
    url = os.environ.get("OXO_TEST_POSTGRES")
    if not url:
        return str(path)
    name = "oxo" + hashlib.sha1(str(path).encode()).hexdigest()
    if name not in DATABASES:
        subprocess.run(["psql", "-qX", url, "-c", f"CREATE DATABASE {name}"],
                       check=True)
        DATABASES.add(name)
    return url.replace("/postgres?", f"/{name}?")


DATABASES = set()  # that were made


def behind(path, sql):
    """Reads or changes a store without the server's knowledge."""
    if os.environ.get("OXO_TEST_POSTGRES"):
        return subprocess.run(
            ["psql", "-qtAX", place(path), "-c", f"SET search_path = oxo; {sql}"],
            check=True, capture_output=True, text=True).stdout.splitlines()
    with contextlib.closing(sqlite3.connect(path)) as store:
        rows = store.execute(sql).fetchall()
        store.commit()
        return rows


class Server:
    """A server on a free port, with a store that outlives it."""

    def __init__(self, store, *arguments, **environment):
        self.store = store
        self.arguments = arguments
        self.environment = environment
        self.start()

    def start(self):
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith("OXO_")}
        self.process = subprocess.Popen(
            [str(OXO), "serve", "--listen", "127.0.0.1:0",
             "--store", place(self.store), *self.arguments],
            text=True, env={**environment, **self.environment},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        line = self.process.stdout.readline().strip()
        if not line:
            raise AssertionError(self.process.stderr.read())
        self.port = int(line.rpartition(":")[2])

    def stop(self, number=signal.SIGTERM):
        """Sends a signal; returns the exit status and the log."""
        self.process.send_signal(number)
        _, log = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, log

    def kill(self):
        self.stop(signal.SIGKILL)

    def is_running(self):
        return self.process.poll() is None

    def ask(self, method, path, body=None, token=None, **headers):
        """Status, headers and content (parsed, if it is JSON)."""
        if token:
            headers["Authorization"] = f"Bearer {token}"
        connection = http.client.HTTPConnection("127.0.0.1", self.port,
                                                timeout=PATIENCE)
        with contextlib.closing(connection):
            if isinstance(body, (dict, list)):
                body = json.dumps(body)
            connection.request(method, path, headers=headers, body=body)
            answer = connection.getresponse()
            content = answer.read().decode()
            if "json" in answer.headers.get("Content-Type", ""):
                content = json.loads(content) if content else None
            return answer.status, answer.headers, content

    def get(self, path, **more):
        return self.ask("GET", path, **more)

    def post(self, path, body=None, **more):
        return self.ask("POST", path, body, **more)

    def metric(self, name):
        """The value of a metric, or 0 if the metric is not reported yet."""
        for line in self.get("/metrics")[2].splitlines():
            if line.rpartition(" ")[0] == name:
                return float(line.rpartition(" ")[2])
        return 0

    def client(self, **more):
        return Client(self.port, **more)


class Closed(Exception):
    """The server ended the connection; its code and reason."""


class Client:
    """A WebSocket that speaks oxo.v1."""

    def __init__(self, port, origin=None, protocol="oxo.v1"):
        self.socket = socket.create_connection(("127.0.0.1", port),
                                               timeout=PATIENCE)
        # Send each message at once; do not wait for the next message.
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.input = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ["GET /ws HTTP/1.1", f"Host: 127.0.0.1:{port}",
                 "Connection: Upgrade", "Upgrade: websocket",
                 "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}"]
        lines += [f"Sec-WebSocket-Protocol: {protocol}"] if protocol else []
        lines += [f"Origin: {origin}"] if origin else []
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self.status = int(self.input.readline().split()[1])
        self.headers = {}
        while (line := self.input.readline().strip()):
            name, _, value = line.decode().partition(": ")
            self.headers[name.lower()] = value
        if self.status == 101:
            accept = hashlib.sha1(
                (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode())
            assert self.headers["sec-websocket-accept"] == base64.b64encode(
                accept.digest()).decode()
        self.seen = []  # all messages in order of arrival

    def send_frame(self, opcode, payload, fin=True):
        mask = os.urandom(4)
        length = len(payload)
        head = bytes([opcode | (0x80 if fin else 0)])
        if length < 126:
            head += bytes([0x80 | length])
        elif length < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", length)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", length)
        body = bytes(b ^ mask[i % 4] for i, b in enumerate(payload))
        self.socket.sendall(head + mask + body)

    def send_text(self, text):
        self.send_frame(1, text.encode())

    def say(self, word, **fields):
        self.send_text(json.dumps({"type": word, **fields}))

    def read_exactly(self, count):
        data = self.input.read(count)
        if len(data) < count:
            raise Closed(1006, "cut")
        return data

    def hear(self):
        """The next message; answers pings on the way."""
        while True:
            first, second = self.read_exactly(2)
            length = second & 127
            if length == 126:
                length, = struct.unpack(">H", self.read_exactly(2))
            elif length == 127:
                length, = struct.unpack(">Q", self.read_exactly(8))
            payload = self.read_exactly(length)
            opcode = first & 15
            if opcode == 9:
                self.send_frame(10, payload)
            elif opcode == 8:
                code = struct.unpack(">H", payload[:2])[0] if payload else 1005
                raise Closed(code, payload[2:].decode())
            elif opcode == 1:
                message = json.loads(payload)
                self.seen.append(message)
                return message

    def hear_until(self, word, **fields):
        """Skips to a message of this type with these fields."""
        while True:
            message = self.hear()
            if message["type"] == word and all(
                    message.get(name) == value
                    for name, value in fields.items()):
                return message

    def ask(self, word, answer, **fields):
        """Sends a message; skips to its answer of this type, or a refusal."""
        self.say(word, **fields)
        while (message := self.hear())["type"] not in (answer, "error"):
            pass
        if message["type"] != answer:
            raise AssertionError(f"{word}: {message}")
        return message

    def refused(self, word, **fields):
        """The code with which the server refuses this."""
        return self.ask(word, "error", ref=77, **fields)["code"]

    def close(self):
        with contextlib.suppress(OSError):
            self.send_frame(8, struct.pack(">H", 1000))
        self.cut()

    def cut(self):
        """Closes the socket without a closing handshake."""
        self.input.close()
        self.socket.close()


class Case(unittest.TestCase):
    """Starts a server for each test that needs its own."""

    kind = Server
    common = {}  # the servers that tests share, by their kind

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def serve(self, *arguments, store="oxo.db", **environment):
        server = self.kind(self.path / store, *arguments, **environment)
        self.addCleanup(self.end, server)
        return server

    def share(self):
        """A server that all tests of the script have in common, for those
        that look at rooms of their own: to start one takes longer than most
        of them, under sanitizers several times as long."""
        if self.kind not in self.common:
            folder = tempfile.TemporaryDirectory()
            unittest.addModuleCleanup(folder.cleanup)
            server = self.kind(pathlib.Path(folder.name) / "oxo.db")
            unittest.addModuleCleanup(self.end_shared, server)
            self.common[self.kind] = server
        return self.common[self.kind]

    @staticmethod
    def end_shared(server):
        """The server must still run: no test may end a shared server."""
        status, log = server.stop()
        assert status == 0, log

    def end(self, server):
        if server.is_running():
            status, log = server.stop()
            self.assertEqual(status, 0, log)
        server.process.stdout.close()
        server.process.stderr.close()

    def client(self, server, **more):
        client = server.client(**more)
        self.addCleanup(client.cut)
        return client

    def room(self, server, variant="classic", **more):
        """A room with two players: X, O, and the messages of their seats."""
        x, o = self.client(server), self.client(server)
        x_seat = x.ask("create-room", "seat", variant=variant, mark="X", **more)
        o_seat = o.ask("join-room", "seat", room=x_seat["room"])
        x.hear_until("game-start")
        o.hear_until("game-start")
        return x, o, x_seat, o_seat

    def play(self, x, o, moves, ply=0):
        """Plays moves in turn; both players hear of each."""
        for move in moves:
            mover = (x, o)[ply % 2]
            mover.say("make-move", ply=ply, move=move)
            for client in (x, o):
                client.hear_until("move-made", ply=ply, move=move)
            ply += 1

    @staticmethod
    def claims(client, result="win"):
        """Claims the game; was the claim accepted? The answer is the last
        message that the client has seen."""
        client.say("claim", ref=4, result=result)
        while (message := client.hear())["type"] not in ("game-over",
                                                         "error"):
            pass
        if message["type"] == "game-over":
            return True
        time.sleep(0.1)  # a client may send 20 messages a second
        return False

    def eventually(self, question, patience=PATIENCE):
        """Asks until the answer is yes, for changes without a message."""
        end = time.monotonic() + patience
        while not question():
            self.assertLess(time.monotonic(), end, "waited in vain")
            time.sleep(0.02)
