"""A server whose store fails it: full, read-only, locked, broken.

Whatever happens, nobody is told of something that is not stored, who asked
is told that it is not, everything else goes on, and when the store is back
so is the server.
"""
import contextlib
import errno
import http.client
import json
import mmap
import os
import pathlib
import resource
import select
import socket
import sqlite3
import struct
import subprocess
import sys
import uuid

import tap
from server_case import OXO, PATIENCE, Case, Closed

# The library that makes writing fail; a sanitizer's build has none.
PRELOAD = str(pathlib.Path(sys.argv[2]).resolve(strict=True)) \
    if len(sys.argv) > 2 else ""
FOREVER = 2**31 - 1
EMPTY = {"board": [[0, 0, 0], [0, 0, 0], [0, 0, 0]]}
X_FIRST = {"board": [[1, 0, 0], [0, 0, 0], [0, 0, 0]]}
# Moves of Ultimate that win nothing.
QUIET = ["ee", "ea", "ab", "bc", "cd", "df", "fg", "gh", "hi", "ia"]


class FaultCase(Case):
    def moves(self, server, room):
        """The moves that somebody who comes now sees."""
        watcher = server.client()
        with contextlib.closing(watcher):
            return watcher.ask("spectate", "game-state", room=room)["moves"]

    def hears_nothing(self, client):
        """Behind what it has seen there is nothing to tell this client."""
        last = client.seen[-1]["seq"]
        client.say("resume", seq=last, ref=99)
        message = client.hear()
        while message["type"] == "intensity-update":
            message = client.hear()
        self.assertEqual((message["type"], message.get("ref")), ("ok", 99))
        self.assertEqual(message["seq"], last)

    def refuses(self, client, word, **fields):
        self.assertEqual(client.refused(word, **fields), "store-unavailable")

    def is_made(self, client):
        """What came of a move: True if it was acknowledged."""
        message = client.hear()
        while message["type"] not in ("error", "move-made"):
            message = client.hear()
        if message["type"] == "error":
            self.assertEqual(message["code"], "store-unavailable")
        return message["type"] == "move-made"

    def is_ready(self, server):
        return server.get("/readyz")[0] == 200

    def failed(self, server):
        return server.metric("oxo_commits_failed_total")

    def keeps_failing(self, server):
        """Waits until two more commits have failed."""
        before = self.failed(server)
        self.eventually(lambda: self.failed(server) >= before + 2)

    def restarted(self, server):
        server.kill()
        server.start()
        return server


class FullDisk(FaultCase):
    """No file may grow any more, as if the disk were full."""

    def fill(self, server, size=0):
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE,
                         (size, resource.RLIM_INFINITY))

    def free(self, server):
        self.fill(server, resource.RLIM_INFINITY)

    def end(self, server):
        if server.is_running():
            self.free(server)
        super().end(server)

    def test_the_mover_is_told_and_nobody_else_hears(self):
        server = self.serve()
        x, o, seat, _ = self.room(server)
        watcher = self.client(server)
        watcher.ask("spectate", "game-state", room=seat["room"])
        self.play(x, o, ["e"])
        watcher.hear_until("move-made")
        self.assertTrue(self.is_ready(server))
        self.fill(server)
        self.refuses(o, "make-move", ply=1, move="a")
        self.hears_nothing(x)
        self.hears_nothing(watcher)
        self.assertFalse(self.is_ready(server))
        self.assertEqual(server.get("/healthz")[0], 200)
        self.assertEqual(self.moves(server, seat["room"]), ["e"])
        self.free(server)
        self.play(x, o, ["b"], ply=1)
        watcher.hear_until("move-made", ply=1, move="b")
        self.assertTrue(self.is_ready(server))
        self.restarted(server)
        self.assertEqual(self.moves(server, seat["room"]), ["e", "b"])

    def test_it_may_be_full_at_any_byte(self):
        server = self.serve()
        x, o, seat, _ = self.room(server, variant="ultimate")
        log = pathlib.Path(f"{server.store}-wal")
        game = QUIET
        more = (0, 1, 24, 100, 4000, 4119, 4120, 4121, 4144)
        for ply, size in enumerate(more):
            self.fill(server, log.stat().st_size + size)
            mover = (x, o)[ply % 2]
            mover.say("make-move", ply=ply, move=game[ply])
            made = self.is_made(mover)
            self.free(server)
            if not made:
                mover.say("make-move", ply=ply, move=game[ply])
                mover.hear_until("move-made", ply=ply, move=game[ply])
            (o, x)[ply % 2].hear_until("move-made", ply=ply)
        self.assertGreater(self.failed(server), 4)
        self.restarted(server)
        self.assertEqual(self.moves(server, seat["room"]), game[:len(more)])

    def test_the_server_becomes_ready_by_itself(self):
        server = self.serve()
        x, o, seat, _ = self.room(server)
        self.fill(server)
        self.refuses(x, "resign")
        self.keeps_failing(server)
        self.assertFalse(self.is_ready(server))
        self.free(server)
        self.eventually(lambda: self.is_ready(server))
        self.hears_nothing(o)
        self.play(x, o, ["e"])

    def snapshots(self, server):
        """{seq: bytes} of the snapshots in the store."""
        with contextlib.closing(sqlite3.connect(server.store)) as store:
            return dict(store.execute("SELECT seq, data FROM snapshots"))

    def test_a_snapshot_that_was_not_stored_is_taken_again(self):
        server = self.serve()
        x, o, _, _ = self.room(server)
        self.play(x, o, ["e"])
        last = x.seen[-1]["seq"]
        self.fill(server)
        self.keeps_failing(server)
        self.assertNotIn(last, self.snapshots(server))
        self.free(server)
        self.eventually(lambda: last in self.snapshots(server))

    def test_a_snapshot_must_be_what_the_events_say(self):
        server = self.serve()
        x, o, _, _ = self.room(server, name="Ada")
        self.play(x, o, ["e"])
        last = x.seen[-1]["seq"]
        self.eventually(lambda: last in self.snapshots(server))
        self.assertEqual(self.check(server), (0, "sound\n"))
        with contextlib.closing(sqlite3.connect(server.store)) as store:
            store.execute("UPDATE snapshots SET data = ?", (
                self.snapshots(server)[last].replace(b"Ada", b"Eva"),))
            store.commit()
        status, told = self.check(server)
        self.assertEqual(status, 1)
        self.assertIn("its snapshot differs from its events", told)

    def check(self, server):
        done = subprocess.run([str(OXO), "store", "check", str(server.store)],
                              stdout=subprocess.PIPE, timeout=PATIENCE,
                              text=True)
        return done.returncode, done.stdout

    def test_it_is_tried_even_without_a_room(self):
        server = self.serve()
        self.fill(server)
        path = f"/game/{uuid.uuid4()}"
        self.assertEqual(server.post(path, EMPTY)[0], 503)
        self.keeps_failing(server)
        self.assertFalse(self.is_ready(server))
        self.free(server)
        self.eventually(lambda: self.is_ready(server))
        self.assertEqual(server.post(path, EMPTY)[0], 200)

    def test_a_room_that_was_not_stored_is_not_there(self):
        server = self.serve("--rooms", "2", "--rooms-per-address", "2")
        x = self.client(server)
        self.fill(server)
        for _ in range(4):
            self.refuses(x, "create-room", variant="classic")
            self.assertEqual(x.seen[-1]["ref"], 77)
            self.assertNotIn("token", json.dumps(x.seen))
        self.assertEqual(server.metric('oxo_rooms{state="waiting"}'), 0)
        self.assertEqual(x.refused("make-move", ply=0, move="e"),
                         "room-not-found")
        self.free(server)
        for _ in range(2):
            x.ask("create-room", "room-created", variant="classic")
        self.assertEqual(x.refused("create-room", variant="classic"),
                         "too-many-rooms")

    def test_a_seat_that_was_not_stored_is_free(self):
        server = self.serve()
        x, o = self.client(server), self.client(server)
        seat = x.ask("create-room", "seat", variant="classic", mark="X")
        x.hear_until("room-created")
        self.fill(server)
        for _ in range(2):
            self.refuses(o, "join-room", room=seat["room"])
        self.hears_nothing(x)
        self.assertNotIn("token", json.dumps(o.seen))
        self.free(server)
        o.ask("join-room", "seat", room=seat["room"])
        o.hear_until("game-start")
        x.hear_until("game-start")
        self.play(x, o, ["e"])
        o.cut()
        self.assertEqual(x.hear_until("player-disconnected")["mark"], "O")

    def test_nothing_that_changes_a_room_happens(self):
        server = self.serve()
        x, o, seat, _ = self.room(server)
        self.play(x, o, ["e"])
        x.ask("offer", "offer-made", offer="draw")
        o.hear_until("offer-made")
        before = server.get(f"/api/v1/rooms/{seat['room']}")[2]
        self.fill(server)
        self.refuses(o, "make-move", ply=1, move="a")
        self.refuses(o, "accept")
        self.refuses(o, "decline")
        self.refuses(x, "resign")
        self.refuses(o, "leave")
        status, _, after = server.get(f"/api/v1/rooms/{seat['room']}")
        self.assertEqual(status, 200)
        for state in (before, after):
            state.pop("at")
            state.pop("spectators")
        self.assertEqual(after, before)
        self.free(server)
        self.assertEqual(o.ask("accept", "game-over")["reason"], "agreement")

    def test_who_may_not_go_stays_where_they_were(self):
        server = self.serve()
        x, o, seat, _ = self.room(server)
        other = self.client(server).ask("create-room", "seat",
                                        variant="classic")
        self.fill(server)
        self.refuses(x, "create-room", variant="classic")
        self.refuses(x, "join-room", room=other["room"])
        self.free(server)
        self.play(x, o, ["e"])
        players = server.get(f"/api/v1/rooms/{seat['room']}")[2]["players"]
        self.assertTrue(players["X"]["connected"])
        x.cut()
        self.assertEqual(o.hear_until("player-disconnected")["mark"], "X")

    def test_requests_are_answered_once_and_the_connection_goes_on(self):
        server = self.serve()
        _, _, room = server.post("/api/v1/rooms", {"variant": "classic",
                                                   "mark": "X"})
        code, token = room["state"]["room"], room["seat"]["token"]
        server.post(f"/api/v1/rooms/{code}/join", {})
        move = f"/api/v1/rooms/{code}/moves"
        game = f"/game/{uuid.uuid4()}"
        connection = http.client.HTTPConnection("127.0.0.1", server.port,
                                                timeout=PATIENCE)
        self.addCleanup(connection.close)

        def ask(method, path, body=None):
            connection.request(method, path, json.dumps(body) if body else "",
                               {"Authorization": f"Bearer {token}"})
            answer = connection.getresponse()
            content = answer.read()
            # A second answer would be here, or be taken for the next one's.
            self.assertEqual(select.select([connection.sock], [], [], 0)[0],
                             [])
            if answer.status == 503 and path != "/readyz":
                self.assertEqual(answer.headers["Content-Type"],
                                 "application/problem+json")
                self.assertEqual(json.loads(content)["code"],
                                 "store-unavailable")
            return answer.status

        self.fill(server)
        wanted = [
            ("POST", "/api/v1/rooms", {"variant": "classic"}, 503),
            ("GET", f"/api/v1/rooms/{code}", None, 200),
            ("POST", move, {"ply": 0, "move": "e"}, 503),
            ("POST", game, EMPTY, 503),
            ("GET", "/api/v1/rooms", None, 200),
            ("GET", "/api/v1/games", None, 200),
            ("POST", game, X_FIRST, 503),
            ("GET", "/healthz", None, 200),
            ("GET", "/health", None, 200),
            ("GET", "/readyz", None, 503),
            ("POST", f"/api/v1/rooms/{code}/resign", {}, 503),
        ]
        for method, path, body, status in wanted:
            self.assertEqual(ask(method, path, body), status, path)
        self.free(server)
        self.assertEqual(ask("POST", game, X_FIRST), 200)
        self.assertEqual(ask("POST", move, {"ply": 0, "move": "e"}), 200)
        self.restarted(server)
        self.assertEqual(self.moves(server, code), ["e"])

    def test_a_flag_falls_when_the_store_is_back(self):
        server = self.serve()
        x, o, *_ = self.room(server, clock={"initial": 500, "increment": 0})
        self.play(x, o, ["e", "a"])
        self.fill(server)
        self.eventually(lambda: self.failed(server) >= 2)
        self.hears_nothing(x)
        self.free(server)
        over = x.hear_until("game-over")
        self.assertEqual((over["winner"], over["reason"]), ("O", "time"))
        self.restarted(server)

    def test_a_claim_waits_for_the_store_too(self):
        server = self.serve("--claim-after", "1s")
        x, o, *_ = self.room(server, clock={"initial": 600000})
        self.play(x, o, ["e", "a"])
        x.cut()
        o.hear_until("player-disconnected")
        self.fill(server)
        self.eventually(lambda: not self.claims(o) and
                        o.seen[-1]["code"] == "store-unavailable")
        self.free(server)
        self.eventually(lambda: self.claims(o))
        self.assertEqual(o.seen[-1]["reason"], "claim")

    def test_it_can_be_stopped_all_the_same(self):
        server = self.serve()
        x, o, seat, _ = self.room(server)
        self.play(x, o, ["e"])
        self.fill(server)
        self.refuses(o, "make-move", ply=1, move="a")
        status, log = server.stop()
        self.assertEqual(status, 0, log)
        self.assertEqual(log.count("the store cannot be written"), 1, log)
        with self.assertRaises(Closed) as closed:
            o.hear()
        self.assertEqual(closed.exception.args[0], 1001)
        server.start()
        self.assertEqual(self.moves(server, seat["room"]), ["e"])


class Locked(FaultCase):
    """Somebody else has the file."""

    def test_a_second_server_is_refused(self):
        server = self.serve()
        x, o, *_ = self.room(server)
        status, log = start_in_vain(server.store)
        self.assertEqual(status, 1)
        self.assertIn(f"in use by another oxo, process {server.process.pid}",
                      log)
        self.play(x, o, ["e"])

    def test_moves_wait_for_a_lock_or_are_refused(self):
        server = self.serve()
        x, o, seat, _ = self.room(server)
        other = sqlite3.connect(server.store, isolation_level=None)
        self.addCleanup(other.close)
        other.execute("BEGIN IMMEDIATE")
        self.refuses(x, "make-move", ply=0, move="e")
        self.assertFalse(self.is_ready(server))
        self.assertEqual(self.moves(server, seat["room"]), [])
        other.execute("ROLLBACK")
        self.hears_nothing(o)
        self.play(x, o, ["e"])
        other.execute("BEGIN IMMEDIATE")
        o.say("make-move", ply=1, move="a")
        self.assertEqual(server.get("/healthz")[0], 200)
        other.execute("ROLLBACK")
        if not self.is_made(o):
            o.say("make-move", ply=1, move="a")
            o.hear_until("move-made")
        x.hear_until("move-made", ply=1)

    def test_who_looks_meanwhile_is_shown_what_is(self):
        server = self.serve()
        x, o, seat, _ = self.room(server)
        watcher, late = self.client(server), self.client(server)
        watcher.ask("spectate", "game-state", room=seat["room"])
        stream = socket.create_connection(("127.0.0.1", server.port),
                                          timeout=PATIENCE)
        self.addCleanup(stream.close)
        other = sqlite3.connect(server.store, isolation_level=None)
        self.addCleanup(other.close)
        other.execute("BEGIN IMMEDIATE")
        x.say("make-move", ply=0, move="e", ref=1)
        x.say("make-move", ply=0, move="e", ref=2)
        late.say("spectate", room=seat["room"], ref=3)
        watcher.say("resume", seq=watcher.seen[-1]["seq"] - 1, ref=4)
        stream.sendall(f"GET /api/v1/rooms/{seat['room']}/stream HTTP/1.1\r\n"
                       "Host: x\r\n\r\n".encode())
        for ref in (1, 2):
            answer = x.hear_until("error", ref=ref)
            self.assertEqual(answer["code"], "store-unavailable")
        for client, ref in ((late, 3), (watcher, 4)):
            self.assertEqual(client.hear()["ref"], ref)
            last = client.hear()
            while last["type"] != "game-state":
                self.assertNotEqual(last["type"], "move-made")
                last = client.hear()
            self.assertEqual(last["moves"], [])
        lines = stream.makefile("rb")
        while not (line := lines.readline()).startswith(b"{"):
            self.assertTrue(line)
        self.assertEqual(json.loads(line)["moves"], [])
        other.execute("ROLLBACK")
        for client in (watcher, late):
            self.hears_nothing(client)
        self.play(x, o, ["e"])
        for client in (watcher, late):
            client.hear_until("move-made", ply=0)


def start_in_vain(store, *arguments):
    """Exit status and log of a server that cannot start."""
    run = subprocess.run(
        [str(OXO), "serve", "--listen", "127.0.0.1:0", "--store", str(store),
         *arguments], capture_output=True, text=True, timeout=PATIENCE)
    assert run.stdout == "", run.stdout  # it has not said that it listens
    return run.returncode, run.stderr


class AtStart(FaultCase):
    """A store that cannot be used: said clearly, and left as it is."""

    def contents(self):
        return {path.name: path.read_bytes() if path.is_file() else None
                for path in self.path.rglob("*")}

    def refuses_to_start(self, sentence, *arguments, store="oxo.db"):
        before = self.contents()
        status, log = start_in_vain(self.path / store, *arguments)
        self.assertEqual(status, 1, log)
        self.assertIn(sentence, log)
        self.assertIn(str(self.path / store), log)
        self.assertEqual(self.contents(), before)

    def a_store(self):
        """A store with some games."""
        server = self.serve()
        for _ in range(3):
            x, o, *_ = self.room(server)
            self.play(x, o, ["e", "a", "b", "c", "h"])
            x.cut()
            o.cut()
        status, log = server.stop()
        self.assertEqual(status, 0, log)
        return self.path / "oxo.db"

    def test_garbage(self):
        (self.path / "oxo.db").write_bytes(os.urandom(20000))
        self.refuses_to_start("is not a store of oxo")

    def test_a_text(self):
        (self.path / "oxo.db").write_text("Dear diary,\n" * 1000)
        self.refuses_to_start("is not a store of oxo")

    def test_another_programs_file(self):
        with contextlib.closing(sqlite3.connect(self.path / "oxo.db")) as db:
            db.execute("CREATE TABLE recipes(name)")
            db.commit()
        self.refuses_to_start("is not a store of oxo")

    def test_a_folder(self):
        (self.path / "oxo.db").mkdir()
        self.refuses_to_start("Is a directory")

    def test_a_folder_that_is_not_there(self):
        self.refuses_to_start("No such file or directory",
                              store="nowhere/oxo.db")

    def test_a_newer_version(self):
        store = self.a_store()
        with contextlib.closing(sqlite3.connect(store)) as db:
            db.execute("PRAGMA user_version = 1000")
            db.commit()
        self.refuses_to_start("a newer oxo is needed")

    def test_a_torn_file(self):
        store = self.a_store()
        os.truncate(store, store.stat().st_size // 2)
        self.refuses_to_start("malformed")

    def test_a_damaged_page(self):
        store = self.a_store()
        size = struct.unpack(">H", store.read_bytes()[16:18])[0]
        with store.open("r+b") as file:
            file.seek(size)
            file.write(bytes(store.stat().st_size - size))
        self.refuses_to_start("malformed")

    def test_a_file_of_somebody_else(self):
        store = self.a_store()
        store.chmod(0o400)
        self.path.chmod(0o555)
        self.addCleanup(self.path.chmod, 0o700)
        self.refuses_to_start("ermission denied", *self.nobody())

    def test_a_folder_of_somebody_else(self):
        self.path.chmod(0o555)
        self.addCleanup(self.path.chmod, 0o700)
        self.refuses_to_start("ermission denied", *self.nobody())

    def test_a_file_that_may_be_written_in_a_folder_that_may_not(self):
        store = self.a_store()
        store.chmod(0o666)
        self.path.chmod(0o555)
        self.addCleanup(self.path.chmod, 0o700)
        self.refuses_to_start("ermission denied", *self.nobody())

    def nobody(self):
        """Arguments that make the server somebody who may do little."""
        return ("--user", "nobody") if os.geteuid() == 0 else ()

    def test_a_torn_end_of_the_log_is_no_reason_to_stop(self):
        # What a crash leaves of the write-ahead log may be torn anywhere.
        server = self.serve()
        x, o, seat, _ = self.room(server)
        self.play(x, o, ["e", "a"])
        server.kill()
        with open(f"{server.store}-wal", "ab") as log:
            log.write(os.urandom(1000))
        server.start()
        self.assertEqual(self.moves(server, seat["room"]), ["e", "a"])


class PreloadCase(FaultCase):
    """With a library between the server and libc that takes orders."""

    def setUp(self):
        if not PRELOAD:
            self.skipTest("not in this build")
        super().setUp()
        path = self.path / "faults"
        path.write_bytes(bytes(28))
        with path.open("r+b") as file:
            self.orders = mmap.mmap(file.fileno(), 28)
        self.environment = {"LD_PRELOAD": PRELOAD, "OXO_FAULTS": str(path)}

    def serve_faultily(self, *arguments):
        return self.serve(*arguments, **self.environment)

    def spoil(self, writes=0, syncs=0, skip=0, most=FOREVER):
        # What is failing is said last, when the rest is there.
        struct.pack_into("ii", self.orders, 0, 0, 0)
        struct.pack_into("iii", self.orders, 8, skip, most, 0)
        struct.pack_into("ii", self.orders, 0, writes, syncs)

    def failures(self):
        return struct.unpack_from("i", self.orders, 16)[0]

    def end(self, server):
        self.spoil()
        super().end(server)


class IoErrors(PreloadCase):
    """Writes and syncs that fail."""

    def test_every_error_is_told_and_passes(self):
        server = self.serve_faultily()
        x, o, seat, _ = self.room(server, variant="ultimate")
        game = QUIET
        errors = [{"writes": errno.EIO}, {"writes": errno.ENOSPC},
                  {"writes": errno.EROFS}, {"writes": errno.EDQUOT},
                  {"syncs": errno.EIO}, {"syncs": errno.ENOSPC}]
        for ply, error in enumerate(errors):
            mover, other = (x, o) if ply % 2 == 0 else (o, x)
            self.spoil(**error)
            self.refuses(mover, "make-move", ply=ply, move=game[ply])
            self.hears_nothing(other)
            self.assertEqual(self.moves(server, seat["room"]), game[:ply])
            self.assertGreater(self.failures(), 0)
            self.spoil()
            self.play(x, o, [game[ply]], ply=ply)
        self.restarted(server)
        self.assertEqual(self.moves(server, seat["room"]),
                         game[:len(errors)])

    def test_any_single_call_may_fail(self):
        # Exactly what was acknowledged is there, wherever the commit broke.
        server = self.serve_faultily()
        game = QUIET
        x, o, x_seat, o_seat = self.room(server, variant="ultimate")
        made = []
        for skip in range(len(game)):
            mover = (x, o)[len(made) % 2]
            self.spoil(writes=errno.EIO, syncs=errno.EIO, skip=skip, most=1)
            mover.say("make-move", ply=len(made), move=game[len(made)])
            if self.is_made(mover):
                made.append(game[len(made)])
            self.spoil()
            self.restarted(server)
            self.assertEqual(self.moves(server, x_seat["room"]), made)
            x, o = self.client(server), self.client(server)
            for client, seat in ((x, x_seat), (o, o_seat)):
                client.ask("rejoin-room", "game-state", room=seat["room"],
                           token=seat["token"])
        self.assertGreater(len(made), 0)
        self.assertLess(len(made), len(game))

    def test_a_failed_sync_and_a_crash_bring_nothing_back(self):
        server = self.serve_faultily()
        x, o, seat, _ = self.room(server)
        self.play(x, o, ["e"])
        self.spoil(syncs=errno.EIO)
        self.refuses(o, "make-move", ply=1, move="a")
        server.kill()
        self.spoil()
        server.start()
        self.assertEqual(self.moves(server, seat["room"]), ["e"])

    def test_the_computer_moves_when_the_store_is_back(self):
        server = self.serve_faultily()
        o = self.client(server)
        self.spoil(syncs=errno.EIO, skip=1)  # the room is stored, no move
        o.ask("create-room", "game-start", variant="classic", mark="O",
              computer=1)
        self.eventually(lambda: self.failed(server) >= 2)
        self.hears_nothing(o)
        self.spoil()
        self.assertEqual(o.hear_until("move-made")["mark"], "X")

    def test_many_rooms_lose_and_double_nothing(self):
        server = self.serve_faultily("--connections-per-address", "1000")
        rooms = [self.room(server) for _ in range(8)]
        made = [[] for _ in rooms]
        game = "eabhcgdfi"  # a draw
        for turn in range(40):
            if turn % 4 == 1:
                self.spoil(writes=errno.EIO, syncs=errno.EIO, skip=turn % 7,
                          most=1 + turn % 3)
            elif turn % 4 == 3:
                self.spoil()
            movers = []
            for (x, o, *_), moves in zip(rooms, made):
                ply = len(moves)
                if ply < len(game):
                    (x, o)[ply % 2].say("make-move", ply=ply, move=game[ply])
                    movers.append(((x, o)[ply % 2], moves))
            for mover, moves in movers:
                if self.is_made(mover):
                    moves.append(game[len(moves)])
                    (x, o) = next((x, o) for x, o, *_ in rooms
                                  if mover in (x, o))
                    (o if mover is x else x).hear_until(
                        "move-made", ply=len(moves) - 1)
        self.spoil()
        self.assertGreater(self.failed(server), 0)
        self.restarted(server)
        for (_, _, seat, _), moves in zip(rooms, made):
            self.assertEqual(self.moves(server, seat["room"]), moves)

    def test_a_server_starts_on_a_disk_that_fails_or_says_why(self):
        server = self.serve_faultily()
        x, o, seat, _ = self.room(server)
        self.play(x, o, ["e"])
        server.kill()
        self.spoil(writes=errno.EIO, syncs=errno.EIO)
        with self.assertRaisesRegex(AssertionError, "I/O error"):
            server.start()
        self.spoil()
        server.process.communicate()
        server.start()
        self.assertEqual(self.moves(server, seat["room"]), ["e"])


class TakenNumbers(PreloadCase):
    """Numbers of rooms come by chance, and once in a while a second time."""

    def choose(self, number, times=1):
        struct.pack_into("ii", self.orders, 20, number, times)

    def left(self):
        return struct.unpack_from("i", self.orders, 24)[0]

    def closed_room(self, server, number):
        """The code of a room that had this number and is gone."""
        client = self.client(server)
        self.choose(number)
        seat = client.ask("create-room", "seat", variant="classic")
        client.ask("leave", "room-closed")
        self.assertEqual(self.left(), 0)
        return seat["room"]

    def test_a_room_gets_another_one(self):
        server = self.serve_faultily("--rooms-per-address", "2")
        old = self.closed_room(server, 0x12345678)
        x, o = self.client(server), self.client(server)
        self.choose(0x12345678)
        x.say("create-room", variant="classic", mark="X", ref=4)
        seat = x.hear()
        self.assertEqual(self.left(), 0)  # the number was tried
        self.assertEqual((seat["type"], seat["ref"]), ("seat", 4))
        self.assertNotEqual(seat["room"], old)
        self.assertEqual(x.hear()["type"], "room-created")
        o.ask("join-room", "game-start", room=seat["room"])
        x.hear_until("game-start")
        self.play(x, o, ["e"])
        self.client(server).ask("create-room", "seat", variant="classic")
        self.assertEqual(o.refused("create-room", variant="classic"),
                         "too-many-rooms")
        self.restarted(server)
        self.assertEqual(self.moves(server, seat["room"]), ["e"])

    def test_requests_are_answered_once(self):
        server = self.serve_faultily()
        old = self.closed_room(server, 0x12345678)
        connection = http.client.HTTPConnection("127.0.0.1", server.port,
                                                timeout=PATIENCE)
        self.addCleanup(connection.close)
        codes = {old}
        for _ in range(2):
            self.choose(0x12345678)
            connection.request("POST", "/api/v1/rooms",
                               '{"variant": "classic"}')
            answer = connection.getresponse()
            self.assertEqual(answer.status, 201)
            codes.add(json.loads(answer.read())["seat"]["room"])
            self.assertEqual(self.left(), 0)
        self.assertEqual(len(codes), 3)


if __name__ == "__main__":
    tap.main()
