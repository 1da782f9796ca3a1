#!/usr/bin/env python3
"""server_http.py OXO - rooms, streams and manners by HTTP, on a real server.

Whatever the server answers is checked against its own description: see
openapi.py. Finished games and the engine are in server_games.py.
"""
import http.client
import re
import socket

import schema
import tap
from openapi import SAFE, ApiCase
from server_case import PATIENCE

PROTOCOL = schema.Protocol()
X_WINS = ["e", "a", "b", "c", "h"]
NOBODY = "A" * 22


class Rooms(ApiCase):
    def test_two_players_play_a_whole_game(self):
        server = self.share()
        room, x, o = self.pair(server, name="Ada")
        state = self.play(server, room, x, o, X_WINS)
        self.assertEqual(state["over"], {
            "winner": "X", "result": "1-0", "reason": "line",
            "line": ["b", "e", "h"]})
        self.assertEqual((state["life"], state["you"]), ("finished", "X"))
        self.assertEqual(server.get(room, token=o)[2]["you"], "O")
        self.assertIsNone(server.get(room)[2]["you"])

    def test_every_command_has_an_address(self):
        server = self.share()
        room, x, o = self.pair(server, series=3)

        def say(word, token, **fields):
            status, _, state = server.post(f"{room}/{word}", fields,
                                           token=token)
            self.assertEqual(status, 200, state)
            return state

        self.play(server, room, x, o, ["e"])
        self.assertEqual(say("offer", x, offer="draw")["offer"],
                         {"offer": "draw", "by": "X"})
        self.assertIsNone(say("decline", o)["offer"])
        say("offer", x, offer="takeback")
        self.assertEqual(say("accept", o, offer="takeback")["moves"], [])
        say("offer", o, offer="draw")
        self.assertEqual(say("accept", x)["over"]["reason"], "agreement")
        say("rematch", x)
        self.assertEqual(say("rematch", o)["game"], 2)
        over = say("resign", o)["over"]
        self.assertEqual((over["winner"], over["reason"]),
                         ("O", "resignation"))
        say("rematch", o)
        self.assertEqual(say("rematch", x)["game"], 3)
        self.assertEqual(say("abort", o)["over"]["reason"], "aborted")
        self.assertEqual(server.code(f"{room}/claim", {"result": "win"},
                                     token=x), (409, "game-not-active"))
        self.assertEqual(say("leave", o)["life"], "finished")
        self.assertEqual(say("leave", x)["life"], "closed")
        self.assertEqual(server.code(room, method="GET"),
                         (404, "room-not-found"))

    def test_a_token_may_stand_in_the_body(self):
        server = self.share()
        room, x, o = self.pair(server)
        status, _, state = server.post(
            f"{room}/moves", {"ply": 0, "move": 4, "token": x})
        self.assertEqual((status, state["moves"]), (200, ["e"]))
        status, _, state = server.post(f"{room}/moves",
                                       {"ply": 1, "move": "a"},
                                       Authorization=f"bearer {o}")
        self.assertEqual((status, state["moves"]), (200, ["e", "a"]))

    def test_sockets_and_requests_share_a_room(self):
        server = self.share()
        x = self.client(server)
        seat = x.ask("create-room", "seat", variant="classic")
        room = f"/api/v1/rooms/{seat['room'].lower()}"
        o = self.join(server, room, name="Bo")
        self.assertEqual(x.hear_until("game-start")["players"]["O"]["name"],
                         "Bo")
        for ply, move in enumerate(X_WINS):
            if ply % 2 == 0:
                x.say("make-move", ply=ply, move=move)
            else:
                self.move(server, room, o, ply, move)
            x.hear_until("move-made", ply=ply, move=move)
        self.assertEqual(x.hear_until("game-over")["winner"], "X")
        self.assertEqual(server.get(room, token=o)[2]["over"]["winner"], "X")

    def test_the_computer_answers(self):
        server = self.share()
        room, x = self.make(server, "ultimate", computer=1)
        stream = self.follow(server, f"{room}/stream", token=x)
        stream.until("game-state")
        self.move(server, room, x, 0, "ee")
        self.assertEqual(stream.until("move-made", ply=1)["mark"], "O")

    def test_a_move_sent_twice_is_made_once(self):
        server = self.share()
        room, x, o = self.pair(server)
        first = self.move(server, room, x, 0, "e")
        again = self.move(server, room, x, 0, "e")
        self.assertEqual(again["seq"], first["seq"])
        status, _, problem = server.post(f"{room}/moves",
                                         {"ply": 0, "move": "a"}, token=o)
        self.assertEqual((status, problem["code"]), (409, "conflict"))
        self.assertEqual(problem["state"]["moves"], ["e"])
        self.assertEqual(problem["state"]["you"], "O")

    def test_every_refusal_has_its_code_and_changes_nothing(self):
        server = self.share()
        room, x, o = self.pair(server)
        waiting, maker = self.make(server)
        move = {"ply": 0, "move": "e"}
        for expected, path, body, token in (
                ((404, "room-not-found"), "/api/v1/rooms/000000/moves", move,
                 x),
                ((404, "room-not-found"), "/api/v1/rooms/none/join", {}, None),
                ((409, "game-not-active"), f"{waiting}/moves", move, maker),
                ((409, "room-full"), f"{room}/join", {}, None),
                ((403, "not-in-room"), f"{room}/moves", move, None),
                ((403, "not-in-room"), f"{room}/moves", move, NOBODY),
                ((403, "not-in-room"), f"{room}/moves", move, maker),
                ((403, "invalid-token"), f"{room}/moves", move, "short"),
                ((409, "not-your-turn"), f"{room}/moves", move, o),
                ((400, "invalid-position"), f"{room}/moves",
                 {"ply": 0, "move": "z"}, x),
                ((409, "no-offer"), f"{room}/accept", {}, x),
                ((409, "conflict"), f"{room}/moves", {"ply": 3, "move": "e"},
                 x)):
            self.assertEqual(server.code(path, body, token=token), expected)
        self.assertEqual(server.get(room)[2]["moves"], [])
        self.move(server, room, x, 0, "e")
        self.assertEqual(server.code(f"{room}/moves", {"ply": 1, "move": "e"},
                                     token=o), (409, "cell-occupied"))

    def test_ultimate_has_refusals_of_its_own(self):
        server = self.share()
        room, x, o = self.pair(server, "ultimate")
        self.play(server, room, x, o, ["ae", "ea", "aa", "ab", "be", "eb",
                                       "ba", "ac", "ce", "ec"])
        for move, code in (("ae", "wrong-board"), ("ed", "board-closed")):
            self.assertEqual(
                server.code(f"{room}/moves", {"ply": 10, "move": move},
                            token=x), (409, code))

    def test_bodies_are_read_strictly(self):
        server = self.share()
        room, x, _ = self.pair(server)
        for body, code in (
                ("", "invalid-message"), ("{", "invalid-message"),
                ("[]", "invalid-message"), ("{\"variant\":7}",
                                            "invalid-message"),
                ({"variant": "chess"}, "unknown-variant"),
                ({"variant": "classic", "series": 2}, "invalid-setup"),
                ({"variant": "classic", "name": "n" * 49}, "text-too-long"),
                ({"variant": "classic", "extra": 1}, "invalid-message"),
                ({"type": "create-room", "variant": "classic"},
                 "invalid-message")):
            self.assertEqual(server.code("/api/v1/rooms", body), (400, code))
        for body in ({}, {"ply": 0}, {"ply": -1, "move": "e"},
                     {"ply": 0, "move": "e", "room": "000000"}):
            self.assertEqual(server.code(f"{room}/moves", body, token=x),
                             (400, "invalid-message"))
        self.assertEqual(server.code("/api/v1/rooms", "x" * 20000),
                         (413, "message-too-large"))

    def test_an_address_has_so_many_rooms(self):
        server = self.serve("--rooms-per-address", "2")
        self.make(server)
        self.make(server)
        status, headers, problem = server.post("/api/v1/rooms",
                                               {"variant": "classic"})
        self.assertEqual((status, problem["code"]), (429, "too-many-rooms"))
        self.assertEqual(headers["Retry-After"], "1")

    def test_a_player_is_here_for_a_while_after_a_request(self):
        server = self.share()
        room, x, o = self.pair(server, clock={"initial": 600000})
        state = server.get(room, token=x)[2]
        self.assertEqual(state["life"], "active")
        self.assertTrue(state["players"]["O"]["connected"])

    def test_an_opponent_hears_of_requests(self):
        server = self.share()
        x = self.client(server)
        code = x.ask("create-room", "seat", variant="classic",
                     mark="X")["room"]
        room = f"/api/v1/rooms/{code}"
        o = self.join(server, room)
        x.hear_until("game-start")
        stream = self.follow(server, f"{room}/stream", token=o)
        stream.until("game-state")
        stream.close()
        self.assertEqual(x.hear_until("player-disconnected")["mark"], "O")
        server.get(room, token=o)
        self.assertEqual(x.hear_until("player-reconnected")["mark"], "O")


class Listing(ApiCase):
    def rooms(self, server, query=""):
        status, _, answer = server.get(f"/api/v1/rooms{query}")
        self.assertEqual(status, 200)
        return [r["room"] for r in answer["rooms"]], answer["more"]

    def test_public_rooms_are_listed_and_no_others(self):
        server = self.serve()
        self.make(server)
        waiting = self.make(server, "ultimate", public=True, name="Zoë",
                            clock={"initial": 60000})[0][-6:]
        room, x, o = self.pair(server, public=True)
        active = room[-6:]
        self.assertEqual(self.rooms(server), ([waiting, active], False))
        self.assertEqual(self.rooms(server, "?state=waiting")[0], [waiting])
        self.assertEqual(self.rooms(server, "?state=active")[0], [active])
        self.assertEqual(self.rooms(server, "?variant=ultimate")[0],
                         [waiting])
        self.assertEqual(self.rooms(server, "?variant=ultimate-cg")[0], [])
        self.assertEqual(self.rooms(server, "?limit=1"), ([waiting], True))
        self.assertEqual(self.rooms(server, "?limit=1&skip=1"),
                         ([active], False))
        self.assertEqual(self.rooms(server, "?skip=2"), ([], False))
        first = server.get("/api/v1/rooms")[2]["rooms"][0]
        self.assertEqual((first["players"][0]["name"], first["initial"]),
                         ("Zoë", 60000))
        server.post(f"{room}/resign", token=x)
        self.assertEqual(self.rooms(server)[0], [waiting])

    def test_queries_are_read_strictly(self):
        server = self.share()
        for query in ("state=open", "limit=0", "limit=101", "limit=ten",
                      "limit=1&limit=2", "limit=%zz", "limit=-1", "skip=1x",
                      "statee=active", "%73tate=active", "limit=", "&&&=",
                      "limit=99999999999999999999", "state=%00"):
            self.assertEqual(
                server.code(f"/api/v1/rooms?{query}", method="GET"),
                (400, "invalid-message"), query)
        self.assertEqual(server.code("/api/v1/rooms?variant=go",
                                     method="GET"), (400, "unknown-variant"))
        self.assertEqual(server.get("/api/v1/rooms?&limit=5&")[0], 200)


class Streams(ApiCase):
    def test_events_have_numbers_with_which_one_comes_back(self):
        server = self.share()
        room, x, o = self.pair(server)
        stream = self.follow(server, f"{room}/events")
        self.assertEqual(stream.headers["Content-Type"], "text/event-stream")
        last, state = stream.event()
        self.assertEqual((state["type"], state["seq"]), ("game-state", last))
        seen = []

        def take(count):
            while count > 0:
                number, message = stream.event()
                PROTOCOL.check_server(message)
                if number is not None:
                    self.assertEqual(number, message["seq"])
                    seen.append((number, message["type"]))
                    count -= 1

        self.play(server, room, x, o, ["e", "a"])
        take(2)
        stream.close()
        self.play(server, room, x, o, ["b", "c"], ply=2)
        stream = self.follow(server, f"{room}/events",
                             Last_Event_ID=str(seen[-1][0]))
        take(2)
        self.play(server, room, x, o, ["h"], ply=4)
        take(2)
        self.assertEqual(seen, [(last + 1 + i, "move-made")
                                for i in range(5)]
                         + [(last + 6, "game-over")])

    def test_a_number_that_is_none_brings_the_whole(self):
        server = self.share()
        room, x, o = self.pair(server)
        for headers in ({"Last_Event_ID": "x"}, {"Last_Event_ID": "1x"},
                        {"Last_Event_ID": "99999999999"},
                        {"Last_Event_ID": "4000000000"}, {}):
            stream = self.follow(server, f"{room}/events", **headers)
            self.assertEqual(stream.event()[1]["type"], "game-state")
        stream = self.follow(server, f"{room}/stream?seq=1")
        self.assertEqual(stream.message()["type"], "seat-taken")
        self.assertEqual(server.code(f"{room}/events?seq=x", method="GET"),
                         (400, "invalid-message"))

    def test_a_bot_plays_by_stream_and_requests(self):
        server = self.share()
        o = self.client(server)
        seat = o.ask("create-room", "seat", variant="classic", mark="O")
        room = f"/api/v1/rooms/{seat['room']}"
        x = self.join(server, room, name="bot")
        stream = self.follow(server, f"{room}/stream", token=x)
        self.assertEqual(stream.headers["Content-Type"],
                         "application/x-ndjson")
        state = stream.until("game-state")
        self.assertEqual(state["you"], "X")
        self.assertTrue(server.get(room)[2]["players"]["X"]["connected"])
        for ply in range(0, 5, 2):
            self.move(server, room, x, ply, X_WINS[ply])
            message = stream.until("move-made", ply=ply)
            PROTOCOL.check_server(message)
            if ply < 4:
                o.say("make-move", ply=ply + 1, move=X_WINS[ply + 1])
                stream.until("move-made", ply=ply + 1)
        self.assertEqual(stream.until("game-over")["winner"], "X")
        o.say("rematch")
        stream.until("offer-made")
        server.post(f"{room}/rematch", token=x)
        stream.until("game-start")
        stream.close()
        self.assertEqual(o.hear_until("player-disconnected")["seat"], 1)
        self.assertFalse(server.get(room)[2]["players"]["O"]["connected"])

    def test_a_stream_needs_a_room_and_the_right_token(self):
        server = self.share()
        room, x, _ = self.pair(server)
        for path in ("events", "stream"):
            self.assertEqual(server.code(f"{room}/{path}", method="GET",
                                         token=NOBODY),
                             (403, "invalid-token"))
            self.assertEqual(
                server.code(f"/api/v1/rooms/000000/{path}", method="GET"),
                (404, "room-not-found"))

    def test_head_opens_no_stream(self):
        server = self.share()
        room, x, _ = self.pair(server)
        for path in ("events", "stream"):
            got = self.follow(server, f"{room}/{path}")
            connection = http.client.HTTPConnection("127.0.0.1", server.port)
            self.addCleanup(connection.close)
            for _ in range(2):  # the connection can be used again
                connection.request("HEAD", f"{room}/{path}",
                                   headers={"Authorization": f"Bearer {x}"})
                answer = connection.getresponse()
                self.assertEqual((answer.status, answer.read()), (200, b""))
                self.assertEqual(
                    {**answer.headers, "Date": None},
                    {**got.headers, "Date": None})

    def test_a_stream_ends_with_its_room(self):
        server = self.share()
        room, x = self.make(server)
        streams = [self.follow(server, f"{room}/{path}")
                   for path in ("events", "stream")]
        self.assertEqual(streams[0].event()[1]["type"], "game-state")
        self.assertEqual(streams[1].message()["type"], "game-state")
        server.post(f"{room}/leave", token=x)
        self.assertEqual(streams[1].until("room-closed")["why"], "left")
        self.assertIsNone(streams[1].message())
        while streams[0].event()[1] is not None:
            pass
        # The connections can be used again.
        for stream in streams:
            stream.connection.request("GET", "/healthz")
            self.assertEqual(stream.connection.getresponse().read(), b"ok\n")


class Manners(ApiCase):
    """Methods, origins, headers, secrets."""

    def test_head_is_get_without_the_body(self):
        server = self.serve()
        for path in ("/", "/api/v1/rooms", "/api/v1/games", "/metrics",
                     "/api/v1/rooms/000000", "/api/openapi.json"):
            status, headers, content = server.ask("HEAD", path)
            got = server.get(path)
            self.assertEqual(status, got[0])
            self.assertFalse(content)
            self.assertEqual(headers["Content-Type"], got[1]["Content-Type"])
            if path != "/metrics":
                self.assertEqual(headers["Content-Length"],
                                 got[1]["Content-Length"])

    def test_other_methods_are_told_which_there_are(self):
        server = self.share()
        for path, allow in (("/api/v1/rooms", "GET, HEAD, POST, OPTIONS"),
                            ("/api/v1/games", "GET, HEAD, OPTIONS"),
                            ("/api/v1/rooms/000000/join", "POST, OPTIONS")):
            for method in ("PUT", "DELETE", "PATCH"):
                status, headers, problem = server.ask(method, path)
                self.assertEqual((status, problem["code"]),
                                 (405, "method-not-allowed"))
                self.assertEqual(headers["Allow"], allow)
        self.assertEqual(server.ask("POST", "/api/v1/games")[0], 405)

    def test_what_is_not_there_is_not_found(self):
        server = self.share()
        for path in ("/nothing", "/api/v1", "/api/v1/rooms/", "/api/v2/rooms",
                     "/healthz/", "/ws", "/api/v1/games/zzz",
                     "/api/v1/games/000000-1", "/api/v1/games/000000-1/tpgn",
                     "/game/", "/game"):
            status, problem = server.code(path, method="GET")
            self.assertEqual((status, problem), (404, "not-found"), path)
        self.assertEqual(server.code("/nothing", {}), (404, "not-found"))
        for path in ("/../etc/passwd", "/%2e%2e/x", "//x", "/a%2fb", "/%00"):
            self.assertEqual(server.code(path, method="GET")[0], 400, path)

    def test_pages_of_other_sites_change_nothing(self):
        server = self.serve("--origins", "same,https://friend.example")
        own = f"http://127.0.0.1:{server.port}"
        body = {"variant": "classic"}
        for origin, expected in ((own, 201), ("https://friend.example", 201),
                                 ("https://evil.example", 403),
                                 ("http://friend.example", 403),
                                 ("null", 403), (f"{own}0", 403),
                                 ("https://friend.example.evil", 403)):
            status, _, answer = server.post("/api/v1/rooms", body,
                                            Origin=origin)
            self.assertEqual(status, expected, origin)
            if expected == 403:
                self.assertEqual(answer["code"], "forbidden-origin")
            opened = self.client(server, origin=origin)
            self.assertEqual(opened.status, 101 if expected == 201 else 403)
            asked = server.ask("OPTIONS", "/api/v1/rooms", Origin=origin,
                               Access_Control_Request_Method="POST")
            self.assertEqual(asked[0], 204 if expected == 201 else 405)
            # What anybody may read, a page may read.
            self.assertEqual(server.get("/api/v1/rooms", Origin=origin)[0],
                             200)
        self.assertEqual(
            server.post("/game/9f2c4a52-0d5b-4f0e-9a51-0d8d2e5c7f11",
                        {"board": [[0] * 3] * 3},
                        Origin="https://evil.example")[0], 403)

    def test_any_origin_can_be_allowed(self):
        server = self.serve("--origins", "any")
        self.assertEqual(
            server.post("/api/v1/rooms", {"variant": "classic"},
                        Origin="https://evil.example")[0], 201)
        self.assertEqual(
            self.client(server, origin="https://evil.example").status, 101)

    def test_preflight_names_what_may_be_sent(self):
        server = self.share()
        status, headers, content = server.ask(
            "OPTIONS", "/api/v1/rooms/000000/moves",
            Origin=f"http://127.0.0.1:{server.port}",
            Access_Control_Request_Method="POST",
            Access_Control_Request_Headers="authorization, content-type")
        self.assertEqual((status, content), (204, ""))
        self.assertEqual(headers["Access-Control-Allow-Origin"], "*")
        self.assertIn("POST", headers["Access-Control-Allow-Methods"])
        for name in ("Authorization", "Content-Type", "Last-Event-ID"):
            self.assertIn(name, headers["Access-Control-Allow-Headers"])

    def test_every_answer_has_the_headers_of_safety(self):
        server = self.share()
        room, x, _ = self.pair(server)
        answers = [
            server.get(path)[1] for path in
            ("/", "/icon.svg", "/play", "/nothing", "/api/openapi.json", "/healthz",
             "/readyz", "/metrics", "/health", "/api/v1/rooms", room,
             "/api/v1/games", "/api/v1/games.tpgn", "/api/v1/players/me",
             "/api/v1/analysis?variant=classic")]
        answers += [
            server.post("/api/v1/rooms", {"variant": "classic"})[1],
            server.post("/api/v1/rooms", "{")[1],
            server.ask("PUT", "/api/v1/rooms")[1],
            server.ask("OPTIONS", "/api/v1/rooms")[1],
            self.follow(server, f"{room}/events").headers,
        ]
        for headers in answers:
            for name, value in SAFE.items():
                self.assertEqual(headers[name], value)
        for number, request in (
                (400, b"hello\r\n\r\n"),
                (413, b"POST / HTTP/1.1\r\nHost: oxo\r\n"
                      b"Content-Length: 99999999\r\n\r\n"),
                (431, b"GET / HTTP/1.1\r\nHost: oxo\r\nX: "
                      + b"x" * 20000 + b"\r\n\r\n"),
                (505, b"GET / HTTP/3.0\r\nHost: oxo\r\n\r\n")):
            with socket.create_connection(("127.0.0.1", server.port),
                                          PATIENCE) as raw:
                raw.sendall(request)
                answer = raw.makefile("rb")
                self.assertEqual(int(answer.readline().split()[1]), number)
                headers = http.client.parse_headers(answer)
            for name, value in SAFE.items():
                self.assertEqual(headers[name], value)
        page = server.get("/")[1]["Content-Security-Policy"]
        self.assertIn("default-src 'self'", page)
        self.assertNotIn("unsafe-inline", page)

    def test_the_page_is_sent_once(self):
        server = self.share()
        paths = ["/", "/api/openapi.json"]
        # A build with sanitizers has one line instead of the page.
        if server.get("/sw.js")[0] == 200:
            paths += ["/icon.svg", "/sw.js"]
        for path in paths:
            status, headers, content = server.get(path)
            self.assertEqual(status, 200)
            tag = headers["ETag"]
            for known in (tag, f"W/{tag}", f'"other", {tag}'):
                status, headers, content = server.get(path,
                                                      If_None_Match=known)
                self.assertEqual((status, content or None), (304, None))
                self.assertEqual(headers["ETag"], tag)
            self.assertEqual(server.get(path, If_None_Match='"other"')[0],
                             200)

    def test_requests_on_one_connection_are_answered_in_order(self):
        server = self.share()
        paths = ["/healthz", "/api/v1/games", "/nothing", "/api/v1/rooms",
                 "/api/v1/analysis?variant=classic", "/health"]
        with socket.create_connection(("127.0.0.1", server.port),
                                      timeout=PATIENCE) as raw:
            raw.sendall("".join(
                f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n"
                for path in paths).encode())
            statuses = []
            with raw.makefile("rb") as answers:
                for _ in paths:
                    statuses.append(int(answers.readline().split()[1]))
                    headers = http.client.parse_headers(answers)
                    answers.read(int(headers["Content-Length"]))
        self.assertEqual(statuses, [200, 200, 404, 200, 200, 200])

    def test_secrets_are_in_no_log_and_no_address(self):
        server = self.serve("--log-level", "debug")
        key = "keykeykeykeykeykeykeyA"
        room, x = self.make(server, key=key)
        o = self.join(server, room, key="otherotherotherotherQQ"[:22])
        self.play(server, room, x, o, X_WINS)
        server.get("/api/v1/players/me", token=key)
        server.get("/api/v1/games", token=key)
        server.code(f"{room}/resign", token=NOBODY)
        server.code(f"{room}/resign", token="t0ken-that-is-malformed")
        client = self.client(server)
        client.ask("rejoin-room", "ok", room=room[-6:], token=x)
        status, log = server.stop()
        self.assertEqual(status, 0, log)
        for secret in (key, x, o, NOBODY, "t0ken-that-is-malformed"):
            self.assertNotIn(secret, log)
        for path, methods in server.document.document["paths"].items():
            for operation in methods.values():
                for parameter in operation.get("parameters", []):
                    parameter = server.document.resolve(parameter)
                    self.assertNotRegex(f"{path} {parameter['name']}",
                                        "token|key|secret")


class Operation(ApiCase):
    """For who runs the server."""

    NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
    LABEL = r'[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"'
    SAMPLE = re.compile(
        rf"({NAME})(?:\{{({LABEL}(?:,{LABEL})*)\}})? (\+Inf|[-+0-9.e]+)")

    def read(self, text):
        """Samples by name and labels; fails if it is not Prometheus's."""
        kinds, helped, samples = {}, set(), {}
        self.assertTrue(text.endswith("\n"))
        for line in text.splitlines():
            if line.startswith("# HELP "):
                helped.add(line.split()[2])
            elif line.startswith("# TYPE "):
                _, _, name, kind = line.split()
                self.assertNotIn(name, kinds)
                kinds[name] = kind
            else:
                found = self.SAMPLE.fullmatch(line)
                self.assertIsNotNone(found, line)
                name, labels, value = found.groups()
                base = re.sub("_(bucket|sum|count)$", "", name)
                kind = kinds.get(name) or kinds[base]
                if kind == "counter":
                    self.assertTrue(name.endswith("_total"), name)
                self.assertNotIn((name, labels), samples)
                samples[name, labels] = float(value)
        self.assertEqual(helped, set(kinds))
        return kinds, samples

    def test_up_and_ready(self):
        server = self.share()
        self.assertEqual(server.get("/healthz")[2], "ok\n")
        self.assertEqual(server.get("/readyz")[2], "ready\n")
        self.assertEqual(server.get("/health")[2], {"status": "healthy"})

    def test_metrics_are_in_the_text_format(self):
        server = self.share()
        room, x, o = self.pair(server)
        self.play(server, room, x, o, X_WINS)
        server.get("/nothing")
        status, headers, text = server.get("/metrics")
        self.assertEqual(headers["Content-Type"], "text/plain; version=0.0.4")
        kinds, samples = self.read(text)
        self.assertEqual(kinds["oxo_commit_seconds"], "histogram")
        buckets = [value for (name, _), value in samples.items()
                   if name == "oxo_commit_seconds_bucket"]
        self.assertEqual(buckets, sorted(buckets))
        self.assertEqual(buckets[-1],
                         samples["oxo_commit_seconds_count", None])
        self.assertIn(("oxo_commit_seconds_bucket", 'le="+Inf"'), samples)
        self.assertGreater(samples["oxo_commit_seconds_sum", None], 0)

    def test_metrics_count_what_happens(self):
        server = self.serve()
        client = self.client(server)
        client.ask("create-room", "seat", variant="classic", public=True)
        room, x, o = self.pair(server)
        self.play(server, room, x, o, X_WINS)
        server.get("/nothing")
        server.code(f"{room}/moves", {"ply": 9, "move": "e"}, token=x)
        server.get("/nowhere")
        server.post("/api/v1/rooms", "x" * 20000)
        samples = self.read(server.get("/metrics")[2])[1]
        for name, labels, value in (
                ("oxo_ready", None, 1), ("oxo_moves_total", None, 5),
                ("oxo_games_total", None, 1), ("oxo_rooms_total", None, 2),
                ("oxo_rooms", 'state="waiting"', 1),
                ("oxo_rooms", 'state="active"', 0),
                ("oxo_rooms", 'state="finished"', 1),
                ("oxo_websockets", None, 1), ("oxo_connections", None, 2),
                ("oxo_refusals_total", 'code="not-found"', 2),
                ("oxo_refusals_total", 'code="game-not-active"', 1),
                ("oxo_net_refusals_total", 'reason="message-too-large"', 1),
                ("oxo_engine_queue", 'kind="analysis"', 0),
                ("oxo_commits_failed_total", None, 0)):
            self.assertEqual(samples[name, labels], value, (name, labels))
        self.assertEqual(samples["oxo_events_total", None], 10)
        self.assertGreater(samples["oxo_sent_bytes_total", None], 1000)


if __name__ == "__main__":
    tap.main()
