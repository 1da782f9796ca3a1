"""Clients that lie, stall, flood and come in thousands, and the limits.

Every limit is met by somebody who exceeds it, is told so where that is
possible, and everybody else goes on.
"""
import contextlib
import http.client
import json
import os
import random
import resource
import select
import socket
import struct
import sys
import threading

import tap
from server_case import PATIENCE, Case, Closed

IS_PLAIN = len(sys.argv) > 2  # no sanitizer: as fast and as small as meant
MANY = 10000
RATE = ("--message-rate", "100000", "--message-burst", "100000")
CROWD = ("--connections-per-address", "1000000")
UPGRADE = ("GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n"
           "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
           "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
           "Sec-WebSocket-Protocol: oxo.v1\r\n\r\n").encode()
HELLO = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


def frame(first, payload=b"", second=None, mask=b"\0\0\0\0", length=b""):
    """A frame of which every part can be wrong."""
    second = 0x80 | len(payload) if second is None else second
    return bytes([first, second]) + length + mask + payload


class AbuseCase(Case):
    def raw(self, server, address=None, data=b""):
        """A socket that speaks no language yet."""
        peer = socket.create_connection(
            ("127.0.0.1", server.port), timeout=PATIENCE,
            source_address=(address, 0) if address else None)
        self.addCleanup(peer.close)
        peer.sendall(data)
        return peer

    def rest(self, peer):
        """All that comes until the server ends the connection."""
        data = b""
        with contextlib.suppress(ConnectionResetError):
            while (more := peer.recv(65536)):
                data += more
        return data

    def status(self, answer):
        return int(answer.split()[1])

    def code_of_close(self, client):
        """The code with which the server closes; messages are skipped."""
        with self.assertRaises(Closed) as closed:
            while True:
                client.hear()
        return closed.exception.args[0]

    def refused(self, server, reason):
        return server.metric(f'oxo_net_refusals_total{{reason="{reason}"}}')


class Limits(AbuseCase):
    """One test a limit."""

    def test_message_size(self):
        server = self.serve("--message-bytes", "256")
        client = self.client(server)
        fits = json.dumps({"type": "resume", "seq": 0})
        client.send_text(fits + " " * (256 - len(fits)))
        self.assertEqual(client.hear()["code"], "room-not-found")
        client.send_text(fits + " " * (257 - len(fits)))
        self.assertEqual(self.code_of_close(client), 1009)
        client = self.client(server)
        client.send_frame(1, b" " * 200, fin=False)
        client.send_frame(0, b" " * 57)
        self.assertEqual(self.code_of_close(client), 1009)

    def test_a_declared_size_is_enough(self):
        client = self.client(self.serve("--message-bytes", "256"))
        client.socket.sendall(frame(0x81, second=0xFF,
                                    length=struct.pack(">Q", 2**62)))
        self.assertEqual(self.code_of_close(client), 1009)

    def test_messages_per_second(self):
        server = self.serve("--message-rate", "1", "--message-burst", "5")
        x, flooder = self.client(server), self.client(server)
        for _ in range(20):
            with contextlib.suppress(OSError):
                flooder.send_text("{}")
        self.assertEqual(self.code_of_close(flooder), 1008)
        self.assertLess(len(flooder.seen), 10)
        self.assertEqual(self.refused(server, "rate-limited"), 1)
        x.ask("create-room", "seat", variant="classic")

    def test_requests_per_second(self):
        server = self.serve("--message-rate", "1", "--message-burst", "5")
        peer = self.raw(server, data=HELLO * 20)
        answers = self.rest(peer).split(b"HTTP/1.1 ")[1:]
        self.assertEqual([int(answer[:3]) for answer in answers][-1], 429)
        self.assertIn(len(answers), range(6, 9))

    def test_connections_per_address(self):
        server = self.serve("--connections-per-address", "3")
        clients = [self.client(server) for _ in range(3)]
        answer = self.rest(self.raw(server))
        self.assertEqual(self.status(answer), 429)
        self.assertIn(b'"too-many-connections"', answer)
        other = self.raw(server, "127.0.0.2", HELLO)
        self.assertEqual(self.status(other.recv(1000)), 200)
        clients.pop().cut()
        self.eventually(lambda: self.status(
            self.raw(server, data=HELLO).recv(1000)) == 200)
        clients[0].ask("create-room", "seat", variant="classic")

    def test_connections_in_all(self):
        server = self.serve("--connections", "3")
        clients = [self.client(server) for _ in range(3)]
        answer = self.rest(self.raw(server, "127.0.0.2"))
        self.assertEqual(self.status(answer), 503)
        self.assertIn(b'"too-many-connections"', answer)
        clients.pop().cut()
        self.eventually(lambda: self.status(
            self.raw(server, data=HELLO).recv(1000)) == 200)
        clients[0].ask("create-room", "seat", variant="classic")

    def room_by_http(self, server, address):
        connection = http.client.HTTPConnection(
            "127.0.0.1", server.port, timeout=PATIENCE,
            source_address=(address, 0))
        with contextlib.closing(connection):
            connection.request("POST", "/api/v1/rooms",
                               '{"variant": "classic"}')
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read()).get("code")

    def test_rooms_per_address(self):
        server = self.serve("--rooms-per-address", "2")
        client = self.client(server)
        client.ask("create-room", "seat", variant="classic")
        client.ask("leave", "room-closed")
        for _ in range(2):
            client.ask("create-room", "seat", variant="classic")
        self.assertEqual(client.refused("create-room", variant="classic"),
                         "too-many-rooms")
        self.assertEqual(self.room_by_http(server, "127.0.0.1"),
                         (429, "too-many-rooms"))
        self.assertEqual(self.room_by_http(server, "127.0.0.2")[0], 201)

    def test_rooms_in_all(self):
        server = self.serve("--rooms", "2")
        client = self.client(server)
        for _ in range(2):
            client.ask("create-room", "seat", variant="classic")
        self.assertEqual(self.room_by_http(server, "127.0.0.2"),
                         (429, "too-many-rooms"))
        client.ask("leave", "room-closed")
        self.assertEqual(self.room_by_http(server, "127.0.0.2")[0], 201)

    def test_header_timeout(self):
        # A byte now and then does not buy more time.
        server = self.serve("--header-timeout", "300ms")
        slow, silent = self.raw(server), self.raw(server)
        for byte in UPGRADE * 100:
            if select.select([slow], [], [], 0.02)[0]:
                break
            slow.send(bytes([byte]))
        self.assertEqual(self.status(self.rest(slow)), 408)
        self.assertEqual(self.rest(silent), b"")
        self.eventually(lambda: self.refused(server, "header-timeout") == 2)

    def test_a_body_has_no_more_time(self):
        server = self.serve("--header-timeout", "300ms")
        slow = self.raw(server, data=b"POST /api/v1/rooms HTTP/1.1\r\n"
                        b"Host: x\r\nContent-Length: 1000\r\n\r\n{")
        self.assertEqual(self.status(self.rest(slow)), 408)

    def test_header_size(self):
        server = self.serve("--header-bytes", "1k")
        peer = self.raw(server, data=b"GET / HTTP/1.1\r\nHost: x\r\n" +
                        b"X-Padding: %s\r\n" % (b"x" * 900) * 2)
        self.assertEqual(self.status(self.rest(peer)), 431)
        peer = self.raw(server, data=b"GET /" + b"x" * 2000)
        self.assertIn(self.status(self.rest(peer)), (414, 431))

    def test_body_size(self):
        # It is refused by what it says, before it comes.
        server = self.serve("--body-bytes", "1k")
        peer = self.raw(server, data=b"POST /api/v1/rooms HTTP/1.1\r\n"
                        b"Host: x\r\nContent-Length: 1025\r\n\r\n")
        self.assertEqual(self.status(self.rest(peer)), 413)
        body = '{"variant": "classic"}'
        self.assertEqual(server.post("/api/v1/rooms", body.ljust(1024))[0],
                         201)

    def test_idle_timeout(self):
        server = self.serve("--idle-timeout", "300ms")
        peer = self.raw(server, data=HELLO)
        answer = self.rest(peer)  # ends by itself
        self.assertEqual(self.status(answer), 200)
        self.assertEqual(answer.count(b"HTTP/1.1 "), 1)

    def test_ping_timeout(self):
        server = self.serve("--ping-interval", "300ms")
        x, o, seat, _ = self.room(server)
        x.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        # O hears, and so answers the pings that it gets; X does neither.
        self.assertEqual(o.hear_until("player-disconnected")["mark"], "X")
        self.assertIn(b"\x89\x00", self.rest(x.socket))  # it was asked
        self.assertEqual(self.refused(server, "ping-timeout"), 1)
        back = self.client(server)
        back.ask("rejoin-room", "game-state", room=seat["room"],
                 token=seat["token"])

    def test_slow_reader(self):
        server = self.serve("--unsent-bytes", "16k", *RATE)
        x, o, seat, _ = self.room(server, variant="ultimate")
        watcher = self.client(server)
        watcher.ask("spectate", "game-state", room=seat["room"])
        slow = self.slow_watcher(server, seat["room"])
        game = game_of_ultimate(random.Random(1))
        for ply, move in enumerate(game):
            self.play(x, o, [move], ply=ply)
            watcher.hear_until("move-made", ply=ply, move=move)
            self.assertLess(server.metric("oxo_unsent_bytes"), 17 * 1024)
        self.eventually(lambda: self.refused(server, "slow-reader") == 1)
        last = self.last_seq(slow)
        back = self.client(server)
        back.ask("spectate", "ok", room=seat["room"], seq=last)
        missed = back.hear()
        self.assertEqual(missed["seq"], last + 1)
        while missed["type"] != "game-over":
            missed = back.hear()

    def slow_watcher(self, server, room):
        """Asks and does not read, until a part of its cap waits for it."""
        peer = socket.socket()
        self.addCleanup(peer.close)
        peer.settimeout(PATIENCE)
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        peer.connect(("127.0.0.1", server.port))
        peer.sendall(UPGRADE)
        ask = json.dumps({"type": "spectate", "room": room}).encode()
        while server.metric("oxo_unsent_bytes") < 4096:
            peer.sendall(frame(0x81, ask))
        return peer

    def last_seq(self, peer):
        """The last event in what did reach a peer that was cut off."""
        data = self.rest(peer)
        at = data.rindex(b'"seq":')
        seqs = [int(part.split(b",")[0].split(b"}")[0])
                for part in data[:at].split(b'"seq":')[1:]]
        return max(seqs)

    def test_engine_queue(self):
        server = self.serve("--engine-queue", "1", "--analysis-time", "1h",
                            "--drain-time", "0s")
        busy = [self.ask_for_analysis(server, "127.0.0.1")]
        # One of them is thought about, another one waits, that is all.
        self.eventually(
            lambda: server.metric('oxo_engine_queue{kind="analysis"}') == 0)
        self.assertEqual(self.answer_of(self.ask_for_analysis(
            server, "127.0.0.1")), (503, "engine-busy"))  # enough for one
        busy.append(self.ask_for_analysis(server, "127.0.0.2"))
        self.eventually(
            lambda: server.metric('oxo_engine_queue{kind="analysis"}') == 1)
        self.assertEqual(self.answer_of(self.ask_for_analysis(
            server, "127.0.0.3")), (503, "engine-busy"))
        x, o, *_ = self.room(server)
        self.play(x, o, ["e", "a"])
        self.assertEqual(select.select([c.sock for c in busy], [], [], 0)[0],
                         [])

    def ask_for_analysis(self, server, address):
        connection = http.client.HTTPConnection(
            "127.0.0.1", server.port, timeout=PATIENCE,
            source_address=(address, 0))
        self.addCleanup(connection.close)
        connection.request(
            "GET", "/api/v1/analysis?variant=ultimate&time=3600000")
        return connection

    def answer_of(self, connection):
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())["code"]


class Liars(AbuseCase):
    """What is not true is refused, by those who say it."""

    def test_frames(self):
        server = self.serve()
        x, o, *_ = self.room(server)
        wrong = {
            "unmasked": (frame(0x81, b"{}", second=2, mask=b""), 1002),
            "a reserved bit": (frame(0xC1, b"{}"), 1002),
            "all reserved bits": (frame(0xF1, b"{}"), 1002),
            "a reserved opcode": (frame(0x83, b"{}"), 1002),
            "a reserved control": (frame(0x8B, b"{}"), 1002),
            "binary": (frame(0x82, b"{}"), 1003),
            "no UTF-8": (frame(0x81, b"\xff{}"), 1007),
            "half a character": (frame(0x81, b"\xe2\x82"), 1007),
            "a surrogate": (frame(0x81, b"\xed\xa0\x80"), 1007),
            "a huge length": (frame(0x81, second=0xFF, length=b"\x7f" +
                                    b"\xff" * 7), 1009),
            "a negative length": (frame(0x81, second=0xFF,
                                        length=b"\xff" * 8), 1002),
            "a length written too long": (
                frame(0x81, b"{}", second=0xFE, length=b"\0\2"), 1002),
            "a ping in parts": (frame(0x09, b"hi"), 1002),
            "a long ping": (frame(0x89, b"x" * 126, second=0xFE,
                                  length=b"\0\x7e"), 1002),
            "a continuation of nothing": (frame(0x80, b"{}"), 1002),
            "a message in a message": (frame(0x01, b"{") +
                                       frame(0x81, b"}"), 1002),
            "a close of one byte": (frame(0x88, b"\3"), 1002),
            "a close with no such code": (frame(0x88, b"\3\xec"), 1002),
            "a close in no UTF-8": (frame(0x88, b"\3\xe8\xff"), 1007),
        }
        for name, (data, code) in wrong.items():
            with self.subTest(name):
                liar = self.client(server)
                liar.socket.sendall(data + frame(0x81, b"{}"))
                self.assertEqual(self.code_of_close(liar), code)
                self.assertEqual(liar.seen, [])
        self.play(x, o, ["e", "a"])

    def test_floods_of_fragments(self):
        server = self.serve("--message-burst", "5", "--message-rate", "1")
        for part in (frame(0x00), frame(0x00, b" ")):
            liar = self.client(server)
            with contextlib.suppress(OSError):
                liar.socket.sendall(frame(0x01) + part * 3000)
            self.assertEqual(self.code_of_close(liar), 1008)
            self.assertEqual(liar.seen, [])

    def test_requests(self):
        server = self.serve()
        post = b"POST /api/v1/rooms HTTP/1.1\r\nHost: x\r\n"
        wrong = {
            "noise": (os.urandom(64) + b"\r\n\r\n", 400),
            "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
                    400),
            "no host": (b"GET / HTTP/1.1\r\n\r\n", 400),
            "two hosts": (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                          400),
            "two lengths": (post + b"Content-Length: 1\r\n"
                            b"Content-Length: 2\r\n\r\n{}", 400),
            "a length and chunks": (post + b"Content-Length: 5\r\nTransfer-"
                                    b"Encoding: chunked\r\n\r\n0\r\n\r\n",
                                    400),
            "a length below nothing": (post + b"Content-Length: -1\r\n\r\n",
                                       400),
            "a folded line": (b"GET / HTTP/1.1\r\nHost: x\r\n y\r\n\r\n",
                              400),
            "a blank in a name": (b"GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400),
            "a zero byte": (b"GET / HTTP/1.1\r\nHost: x\0\r\n\r\n", 400),
            "the way up": (b"GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\n"
                           b"\r\n", 400),
            "the way up, hidden": (b"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1"
                                   b"\r\nHost: x\r\n\r\n", 400),
            "another version": (b"GET / HTTP/3.0\r\nHost: x\r\n\r\n", 505),
        }
        for name, (data, status) in wrong.items():
            with self.subTest(name):
                answer = self.rest(self.raw(server, data=data + HELLO))
                self.assertEqual(self.status(answer), status)
                self.assertEqual(answer.count(b"HTTP/1.1 "), 1)

    def test_garbage_behind_a_request(self):
        answers = self.rest(self.raw(
            self.serve(), data=HELLO * 2 + os.urandom(64) + b"\r\n\r\n" +
            HELLO))
        statuses = [int(part[:3]) for part in answers.split(b"HTTP/1.1 ")[1:]]
        self.assertEqual(statuses, [200, 200, 400])

    def test_handshakes(self):
        server = self.serve()
        wrong = {
            "another protocol": UPGRADE.replace(b"oxo.v1", b"oxo.v2"),
            "no protocol": UPGRADE.replace(
                b"Sec-WebSocket-Protocol: oxo.v1\r\n", b""),
            "another version": UPGRADE.replace(b"13", b"12"),
            "no key": UPGRADE.replace(
                b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n", b""),
            "a short key": UPGRADE.replace(b"MDEyMzQ1Njc4OWFiY2RlZg==",
                                           b"MDEyMw=="),
            "another page": UPGRADE.replace(
                b"\r\n\r\n", b"\r\nOrigin: https://evil.example\r\n\r\n"),
        }
        for name, data in wrong.items():
            with self.subTest(name):
                peer = self.raw(server, data=data)
                self.assertIn(self.status(peer.recv(1000)), (400, 403, 426))
        half = self.raw(server, data=UPGRADE[:50])
        half.shutdown(socket.SHUT_WR)
        self.assertNotIn(b" 101 ", self.rest(half))
        self.eventually(lambda: server.metric("oxo_websockets") == 0)

    def test_nobody_speaks_for_a_seat_of_others(self):
        server = self.serve()
        x, o, x_seat, o_seat = self.room(server)
        _, _, other, _ = self.room(server)
        thief = self.client(server)
        thief.ask("spectate", "game-state", room=x_seat["room"])
        for fields in ({}, {"seat": 0}, {"mark": "X"},
                       {"token": other["token"]}, {"token": "A" * 22}):
            self.assertIn(
                thief.refused("make-move", room=x_seat["room"], ply=0,
                              move="e", **fields),
                ("not-in-room", "invalid-message"))
        self.assertEqual(thief.refused("rejoin-room", room=x_seat["room"],
                                       token=other["token"]),
                         "invalid-token")
        path = f"/api/v1/rooms/{x_seat['room']}"
        move = {"ply": 0, "move": "e"}
        for token in (None, other["token"]):
            status, _, problem = server.post(f"{path}/moves", move,
                                             token=token)
            self.assertEqual((status, problem["code"]), (403, "not-in-room"))
        status, _, problem = server.get(path, token=other["token"])
        self.assertEqual((status, problem["code"]), (403, "invalid-token"))
        self.assertEqual(o.refused("make-move", ply=0, move="e"),
                         "not-your-turn")
        self.assertEqual(
            o.refused("make-move", ply=0, move="e", token=x_seat["token"]),
            "not-your-turn")  # it is bound to its own seat
        for word in ("resign", "offer", "rematch", "leave"):
            fields = {"offer": "draw"} if word == "offer" else {}
            self.assertEqual(
                thief.refused(word, room=x_seat["room"],
                              token=other["token"], **fields), "not-in-room")
        self.play(x, o, ["e", "a"])


# ---- A crowd ----------------------------------------------------------------

LINES = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8},
         {0, 4, 8}, {2, 4, 6}]


def has_line(cells):
    return any(line <= cells for line in LINES)


def game_of_ultimate(dice):
    """A whole game at random, by rules of our own."""
    cells = [[set() for _ in range(9)] for _ in range(2)]
    owned, closed, moves, forced = [set(), set()], set(), [], None
    while len(closed) < 9:
        side = len(moves) % 2
        boards = [forced] if forced is not None else set(range(9)) - closed
        choices = [(board, cell) for board in boards for cell in range(9)
                   if cell not in cells[0][board] | cells[1][board]]
        board, cell = dice.choice(choices)
        moves.append("abcdefghi"[board] + "abcdefghi"[cell])
        cells[side][board].add(cell)
        if has_line(cells[side][board]):
            owned[side].add(board)
            closed.add(board)
        elif len(cells[0][board]) + len(cells[1][board]) == 9:
            closed.add(board)
        if has_line(owned[side]):
            break
        forced = None if cell in closed else cell
    return moves


class Crowd(AbuseCase):
    """Many at once."""

    def misbehave(self, server, stop, number):
        """Bad in one of ten ways, again and again, until told to stop."""
        dice = random.Random(number)
        ways = [
            lambda peer: peer.sendall(dice.randbytes(200)),
            lambda peer: peer.sendall(HELLO * 50),
            lambda peer: peer.sendall(UPGRADE + frame(0x81, b"{}") * 500),
            lambda peer: peer.sendall(UPGRADE + dice.randbytes(500)),
            lambda peer: peer.sendall(UPGRADE + frame(0x01) +
                                      frame(0x00, b" ") * 500),
            lambda peer: peer.sendall(UPGRADE + frame(0x89, b"hi") * 500),
            lambda peer: peer.sendall(UPGRADE + frame(
                0x81, b'{"type":"create-room","variant":"ultimate"}') * 50),
            lambda peer: peer.sendall(UPGRADE[:dice.randrange(len(UPGRADE))]),
            lambda peer: peer.sendall(UPGRADE + frame(
                0x81, b'{"type":"join-room","room":"000001"}') * 50),
            lambda peer: peer.sendall(UPGRADE + frame(0x82, b"\0" * 100)),
        ]
        while not stop.is_set():
            with contextlib.suppress(OSError), socket.create_connection(
                    ("127.0.0.1", server.port), timeout=1) as peer:
                ways[number % len(ways)](peer)
                peer.settimeout(0.2)
                while peer.recv(65536):
                    pass
            stop.wait(0.05)

    def test_a_hundred_bad_clients_disturb_nobody(self):
        server = self.serve(*CROWD)
        x, o, seat, _ = self.room(server, variant="ultimate")
        stop = threading.Event()
        crowd = [threading.Thread(target=self.misbehave,
                                  args=(server, stop, number))
                 for number in range(100)]
        for bad in crowd:
            bad.start()
        try:
            self.eventually(
                lambda: server.metric("oxo_connections_total") > 100)
            game = game_of_ultimate(random.Random(2))
            for ply, move in enumerate(game):
                self.play(x, o, [move], ply=ply)
            x.hear_until("game-over")
            o.hear_until("game-over")
        finally:
            stop.set()
            for bad in crowd:
                bad.join()
        state = server.get(f"/api/v1/rooms/{seat['room']}")[2]
        self.assertEqual((state["moves"], state["life"]), (game, "finished"))
        for client in (x, o):
            made = [m for m in client.seen if m["type"] == "move-made"]
            self.assertEqual([m["move"] for m in made], game)
            seqs = [m["seq"] for m in client.seen if m["type"] in
                    ("move-made", "board-won", "board-drawn", "game-over")]
            self.assertEqual(seqs, sorted(seqs))

    def memory(self, server):
        """Resident bytes."""
        with open(f"/proc/{server.process.pid}/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()

    def open_many(self, server, count):
        """WebSockets that have shaken hands."""
        peers = []
        for start in range(0, count, 500):
            some = []
            for _ in range(start, min(start + 500, count)):
                peer = self.raw(server, data=UPGRADE)
                some.append(peer)
            for peer in some:
                self.hear_past(peer, b"\r\n\r\n")
            peers += some
        return peers

    def hear_past(self, peer, text):
        data = b""
        while text not in data:
            more = peer.recv(65536)
            self.assertTrue(more)
            data += more

    @contextlib.contextmanager
    def room_for_files(self):
        """As many open files as the system lets us have."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        yield hard if hard != resource.RLIM_INFINITY else 1 << 20
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))

    def test_ten_thousand_connections_are_served(self):
        if not IS_PLAIN:
            self.skipTest("not in this build")
        with self.room_for_files() as files:
            count = min(MANY, files - 500)
            print(f"# {count} connections", flush=True)
            self.serve_many(count)

    def serve_many(self, count):
        server = self.serve(*CROWD, "--connections", str(count + 100))
        x, o, seat, _ = self.room(server)
        before = self.memory(server)
        peers = self.open_many(server, count)
        each = (self.memory(server) - before) // count
        print(f"# {each} bytes each", flush=True)
        self.assertLess(each, 4096)
        self.assertEqual(server.metric("oxo_websockets"), count + 2)
        ask = frame(0x81, json.dumps({"type": "spectate",
                                      "room": seat["room"]}).encode())
        for start in range(0, count, 500):
            for peer in peers[start:start + 500]:
                peer.sendall(ask)
            for peer in peers[start:start + 500]:
                self.hear_past(peer, b'"type":"game-state"')
        self.play(x, o, ["e"])
        for peer in peers:
            self.hear_past(peer, b'"type":"move-made"')
        for peer in peers:
            peer.close()
        self.eventually(lambda: server.metric("oxo_websockets") == 2)
        self.play(x, o, ["a"], ply=1)
        self.eventually(
            lambda: self.memory(server) < before + 1024 * count + (8 << 20))
        print(f"# {(self.memory(server) - before) >> 10} KiB kept",
              flush=True)


if __name__ == "__main__":
    tap.main()
