#!/usr/bin/env python3
"""load.py OXO - does `oxo load` notice a server that is wrong?

The server is right, but between it and the load stands a proxy that changes
what it says. Each change must be told as an anomaly.
"""
import asyncio
import json
import os
import pathlib
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import unittest

import tap
from exits import INTERRUPTED

OXO = sys.argv[1]
FLAGS = ["--connections-per-address", "1000", "--message-rate", "1000000",
         "--message-burst", "1000000", "--log-level", "warning"]


def frame(text):
    """A server's text frame."""
    length = len(text)
    if length < 126:
        return struct.pack("!BB", 0x81, length) + text
    return struct.pack("!BBH", 0x81, 126, length) + text


def split_frames(data):
    """The texts of the whole frames in `data`, and the rest of it."""
    texts = []
    while len(data) >= 2:
        head, length = 2, data[1] & 127
        if length == 126:
            if len(data) < 4:
                break
            head, length = 4, struct.unpack("!H", data[2:4])[0]
        if len(data) < head + length:
            break
        if data[0] == 0x81:
            texts.append(data[head:head + length])
        data = data[head + length:]
    return texts, data


class Proxy:
    """Passes everything on, the server's messages through `change`.

    `change(message, nth)` returns the messages to say instead, as bytes or
    as objects; `nth` counts the connections.
    """

    def __init__(self, port, change):
        self.target = port
        self.change = change
        self.connections = 0
        self.writers = []
        self.server = None

    async def start(self):
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        return self.server.sockets[0].getsockname()[1]

    def close(self):
        """Nobody is served any more."""
        self.server.close()
        for writer in self.writers:
            writer.transport.abort()

    async def serve(self, reader, writer):
        nth = self.connections
        self.connections += 1
        self.writers.append(writer)
        there = await asyncio.open_connection("127.0.0.1", self.target)
        try:
            await asyncio.gather(self.forward(reader, there[1]),
                                 self.answer(there[0], writer, nth))
        except (ConnectionError, asyncio.CancelledError,
                asyncio.IncompleteReadError):
            pass  # one side is gone: the test is over
        finally:
            writer.close()
            there[1].close()

    @staticmethod
    async def forward(reader, writer):
        while data := await reader.read(65536):
            writer.write(data)
        writer.close()

    async def answer(self, reader, writer, nth):
        writer.write(await reader.readuntil(b"\r\n\r\n"))
        rest = b""
        while data := await reader.read(65536):
            texts, rest = split_frames(rest + data)
            for text in texts:
                for said in self.change(json.loads(text), nth):
                    if said is None:
                        writer.close()
                        return
                    if not isinstance(said, bytes):
                        said = json.dumps(said).encode()
                    # What was not changed keeps its very bytes.
                    same = json.loads(said) == json.loads(text)
                    writer.write(frame(text if same else said))
        writer.close()


class Load(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.process = subprocess.Popen(
            [OXO, "serve", "--listen", "127.0.0.1:0", "--store",
             str(pathlib.Path(cls.scratch.name) / "oxo.db"), *FLAGS],
            stdout=subprocess.PIPE, text=True)
        line = cls.process.stdout.readline()
        cls.port = int(re.search(r":(\d+)\s*$", line).group(1))

    @classmethod
    def tearDownClass(cls):
        cls.process.terminate()
        cls.process.wait()
        cls.process.stdout.close()
        cls.scratch.cleanup()

    async def play_through(self, change, words):
        proxy = Proxy(self.port, change)
        port = await proxy.start()
        load = await asyncio.create_subprocess_exec(
            OXO, "load", "--rooms", "1", "--time", "60", "--patience", "2",
            *words, f"http://127.0.0.1:{port}",
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        _, errors = await load.communicate()
        proxy.server.close()
        return load.returncode, errors.decode()

    def assert_noticed(self, change, pattern, *words):
        status, errors = asyncio.run(self.play_through(change, words))
        self.assertEqual(status, 1, errors)
        self.assertRegex(errors, pattern)

    def change_one(self, word, edit, wanted=1):
        """Edits message number `wanted` of a type, in what all are told."""
        def change(message, nth):
            del nth
            if message["type"] == word:
                seen = self.seen.setdefault(message["seq"], len(self.seen))
                if seen == wanted:
                    edit(message)
            return [message]
        self.seen = {}
        return change

    def refuse(self, status, *words):
        done = subprocess.run([OXO, "load", *words], check=False, text=True,
                              capture_output=True)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr

    # ---- Whom to load ----

    def test_somebody_must_be_there(self):
        with socket.socket() as taken:  # a port on which nobody listens
            taken.bind(("127.0.0.1", 0))
            port = taken.getsockname()[1]
            self.assertIn("Connection refused",
                          self.refuse(1, f"http://127.0.0.1:{port}"))

    def test_it_must_be_a_server_of_the_game(self):
        url = f"http://127.0.0.1:{self.port}/nothing"
        self.assertIn("HTTP/1.1 404", self.refuse(1, url))

    def test_it_is_one_thing_and_an_address(self):
        self.assertIn("missing URL", self.refuse(2))
        self.assertIn("do not go together", self.refuse(2, "--echo", "x"))
        self.assertIn("neither",
                      self.refuse(2, "--echo", "--spectators", "1"))
        self.assertIn("is no address", self.refuse(2, "https://x"))
        self.assertIn("'https://y' is no address",
                      self.refuse(2, "http://127.0.0.1:1", "https://y"))
        self.assertIn("from 1 to", self.refuse(2, "--rate", "0", "x"))
        self.assertIn("from 1 to", self.refuse(2, "--churn", "101", "x"))
        self.assertIn("'--churn' is for",
                      self.refuse(2, "--echo", "--churn", "1"))

    def test_a_history_must_be_one(self):
        path = pathlib.Path(self.scratch.name) / "history"
        url = f"http://127.0.0.1:{self.port}"
        self.assertIn("No such file",
                      self.refuse(1, "--verify", str(path), url))
        path.write_text("what is this\n")
        self.assertIn("is not a history: line 1",
                      self.refuse(1, "--verify", str(path), url))

    # ---- Sanity ----

    def test_players_may_be_on_several_servers_and_come_back_on_any(self):
        """Two ports that lead to one; one of them closes."""
        folder = pathlib.Path(self.scratch.name)

        async def play():
            proxies = [Proxy(self.port, lambda message, nth: [message])
                       for _ in range(2)]
            ports = [await proxy.start() for proxy in proxies]
            load = await asyncio.create_subprocess_exec(
                OXO, "load", "--rooms", "2", "--time", "60", "--json",
                "--rate", "100", "--history", folder / "history",
                "--received", folder / "heard",
                *(f"http://127.0.0.1:{port}" for port in ports),
                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            while load.returncode is None and not (
                    (folder / "history").exists() and
                    "made" in (folder / "history").read_text()):
                await asyncio.sleep(0.01)
            counts = [proxy.connections for proxy in proxies]
            proxies[0].close()
            while proxies[1].connections < 4 and load.returncode is None:
                await asyncio.sleep(0.01)
            if load.returncode is None:
                load.send_signal(signal.SIGINT)
            out, errors = await load.communicate()
            proxies[1].close()
            return counts, load.returncode, out, errors

        counts, status, out, errors = asyncio.run(play())
        self.assertEqual(status, INTERRUPTED, errors)
        self.assertEqual(counts, [2, 2])
        self.assertGreaterEqual(json.loads(out)["reconnects"], 2)
        heard = (folder / "heard").read_text()
        self.assertRegex(heard, r"(?m)^\w{6} [01] open 1$")
        self.assertRegex(heard, r'(?m)^\w{6} [01] \{"type":"move-made"')

    def test_what_is_passed_on_is_believed(self):
        counted = []

        def change(message, nth):
            counted.append(nth)
            if len(counted) == 500:
                os.kill(load_pid[0], signal.SIGINT)
            return [message]

        load_pid = []

        async def play():
            proxy = Proxy(self.port, change)
            port = await proxy.start()
            load = await asyncio.create_subprocess_exec(
                OXO, "load", "--rooms", "1", "--time", "60", "--json",
                "--warm-up", "0.001", "--spectators", "1",
                f"http://127.0.0.1:{port}",
                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            load_pid.append(load.pid)
            out, errors = await load.communicate()
            proxy.server.close()
            return load.returncode, out, errors

        status, out, errors = asyncio.run(play())
        self.assertEqual(status, INTERRUPTED, errors)
        report = json.loads(out)
        self.assertEqual(report["anomalies"], 0)
        self.assertGreater(report["moves"], 0)

    # ---- Players who come and go ----

    def test_no_game_ends_because_players_come_and_go(self):
        folder = pathlib.Path(self.scratch.name)
        log = folder / "churn-heard"
        done = subprocess.run(
            [OXO, "load", "--rooms", "20", "--churn", "60", "--time", "6",
             "--rate", "200", "--spectators", "1", "--variant", "classic",
             "--json", "--received", log, f"http://127.0.0.1:{self.port}"],
            check=False, text=True, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        report = json.loads(done.stdout)
        self.assertEqual(report["anomalies"], 0)
        self.assertGreater(report["games"], 0)
        self.assertGreater(report["absences"], 12)
        self.assertGreaterEqual(report["reconnects"], report["absences"])
        heard = [json.loads(line.split(" ", 2)[2])
                 for line in log.read_text().splitlines() if "{" in line]
        left = {message["room"] for message in heard
                if message["type"] == "player-disconnected"}
        self.assertEqual(len(left), 12)
        clocked = {message["room"] for message in heard
                   if message.get("clock")}
        self.assertTrue(clocked < left, (clocked, left))
        self.assertTrue({message["reason"] for message in heard
                         if message["type"] == "game-over"}
                        <= {"line", "full-board"})

    def test_a_game_that_ends_by_an_absence_is_noticed(self):
        def abort(message, nth):
            del nth
            if message.get("type") != "move-made" or message["ply"] != 3:
                return [message]
            return [message,
                    {"type": "game-aborted", "room": message["room"],
                     "seq": message["seq"] + 1, "at": message["at"],
                     "game": 1, "winner": None, "result": "*",
                     "reason": "expired", "line": None, "by": "X"}]
        self.assert_noticed(abort, r"game-aborted \(expired\) that nobody "
                            "asked for", "--churn", "100")

    # ---- What a message says ----

    def test_another_position_is_noticed(self):
        def edit(message):
            message["position"] = "9/9/9/9/4x4/9/9/9/9 o e"
        self.assert_noticed(self.change_one("move-made", edit, 3),
                            '"position" must be')

    def test_another_ply_is_noticed(self):
        def edit(message):
            message["ply"] += 1
        self.assert_noticed(self.change_one("move-made", edit),
                            '"ply" must be')

    def test_another_turn_is_noticed(self):
        def edit(message):
            message["turn"] = {"X": "O", "O": "X", None: "X"}[message["turn"]]
        self.assert_noticed(self.change_one("move-made", edit),
                            '"turn" must be')

    def test_another_mark_is_noticed(self):
        def edit(message):
            message["mark"] = {"X": "O", "O": "X"}[message["mark"]]
        self.assert_noticed(self.change_one("move-made", edit),
                            '"mark" must be')

    def test_an_intensity_over_one_is_noticed(self):
        def edit(message):
            message["intensity"] = 1.5001
        self.assert_noticed(self.change_one("move-made", edit),
                            '"intensity" must be')

    def test_another_winner_is_noticed(self):
        def edit(message):
            message["winner"] = {"X": "O", "O": "X", None: "X"}[
                message["winner"]]
        self.assert_noticed(self.change_one("game-over", edit, 0),
                            '"winner" must be')

    def test_another_board_is_noticed(self):
        def edit(message):
            message["board"] = "a" if message["board"] != "a" else "b"
        self.assert_noticed(self.change_one("board-won", edit, 0),
                            '"board" must be')

    def test_marks_that_do_not_swap_are_noticed(self):
        def edit(message):
            players = message["players"]
            players["X"], players["O"] = players["O"], players["X"]
        self.assert_noticed(
            self.change_one("game-start", edit), '"seat" must be',
            "--variant", "classic")

    # ---- Who hears what ----

    def test_a_message_that_only_one_hears_differently_is_noticed(self):
        def change(message, nth):
            if message["type"] == "move-made" and nth == 2:
                message["at"] += 1
            return [message]
        self.assert_noticed(change, "others received something else|"
                            "spectator", "--spectators", "1")

    def test_a_message_that_is_left_out_is_noticed(self):
        def change(message, nth):
            return [] if message["type"] == "board-won" and nth else [message]
        self.assert_noticed(change, "the next seq must be|the seq must be")

    def test_a_message_that_comes_twice_is_noticed(self):
        def change(message, nth):
            del nth
            return [message] * (1 + (message.get("ply") == 4))
        self.assert_noticed(change, "the next seq must be|the seq must be")

    def test_a_missing_end_is_noticed(self):
        def change(message, nth):
            del nth
            return [] if message["type"] == "game-over" else [message]
        self.assert_noticed(change, "answers are missing|the seq must be",
                            "--variant", "classic")

    def test_an_end_that_is_not_due_is_noticed(self):
        def change(message, nth):
            del nth
            if message["type"] == "move-made" and message["ply"] == 3:
                over = {"type": "game-over", "room": message["room"],
                        "seq": message["seq"] + 1, "at": message["at"],
                        "game": 1, "winner": "X", "result": "1-0",
                        "reason": "line", "line": ["a", "b", "c"]}
                return [message, over]
            return [message]
        self.assert_noticed(change, "game-over cannot come here")

    def test_silence_is_noticed(self):
        def change(message, nth):
            del nth
            return [] if message.get("ply", 0) >= 5 else [message]
        self.assert_noticed(change, "answers are missing")

    def test_a_closed_connection_is_noticed(self):
        def change(message, nth):
            del nth
            return [None] if message.get("ply") == 7 else [message]
        self.assert_noticed(change, "the connection was lost")

    def test_a_refusal_is_noticed(self):
        def change(message, nth):
            del nth
            if message.get("ply") == 2:
                return [{"type": "error", "code": "cell-occupied",
                         "message": "that cell is already taken"}]
            return [message]
        self.assert_noticed(change, "refused: .*cell-occupied")


class Report(unittest.TestCase):
    def test_time_of_the_processor_is_not_negative_on_a_busy_machine(self):
        for _ in range(2 * (os.cpu_count() or 1)):
            other = subprocess.Popen(["sh", "-c", "while :; do :; done"])
            self.addCleanup(other.wait)
            self.addCleanup(other.kill)
        done = subprocess.run(
            [OXO, "load", "--serve", "--rooms", "10", "--time", "0.5",
             "--json"], stdout=subprocess.PIPE, check=True)
        client = json.loads(done.stdout)["client"]
        self.assertGreaterEqual(client["us-per-move"], 0)
        self.assertLessEqual(client["busy-percent"], 100)


if __name__ == "__main__":
    tap.main()
