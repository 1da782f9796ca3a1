#!/usr/bin/env python3
"""server_games.py OXO - finished games, statistics and the engine by HTTP."""
import pathlib
import socket
import subprocess
import tempfile
import urllib.parse

import tap
from openapi import ApiCase, ApiServer
from server_case import OXO

X_WINS = ["e", "a", "b", "c", "h"]
O_WINS = ["a", "e", "b", "c", "i", "g"]
DRAWN = ["a", "b", "c", "e", "d", "f", "h", "g", "i"]
ADA, BO, EVE = "Ada-" + "A" * 18, "Bo--" + "A" * 18, "Eve-" + "A" * 18


class Played(ApiCase):
    """One server and a few games, which the cases look at."""

    # Who made the room (and is X), who came, the variant and the moves;
    # what is not over then is resigned by X.
    GAMES = [
        ((ADA, "Ada"), (BO, "Bo"), "classic", X_WINS),
        ((BO, "Bo"), (ADA, "Ada"), "classic", X_WINS),
        ((ADA, "Ada"), (BO, "Bo"), "classic", DRAWN),
        ((ADA, "Ada"), (EVE, "Eve & co"), "classic", O_WINS),
        ((None, "Ada"), (None, "Zoë"), "ultimate", ["ee", "ea", "ac"]),
        ((EVE, "Eve"), (ADA, "Ada"), "ultimate-cg", ["aa"]),
    ]

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.server = ApiServer(pathlib.Path(cls.folder.name) / "oxo.db")
        cls.addClassCleanup(cls.end_server)
        cls.ids = [cls.play_one(*game) for game in cls.GAMES]

    @classmethod
    def end_server(cls):
        assert cls.server.stop()[0] == 0
        cls.server.process.stdout.close()
        cls.server.process.stderr.close()

    @classmethod
    def play_one(cls, maker, guest, variant, moves, public=True):
        def seat(path, player, **more):
            key, name = player
            body = {**more, "name": name, **({"key": key} if key else {})}
            return cls.server.post(path, body)[2]["seat"]

        first = seat("/api/v1/rooms", maker, variant=variant, public=public)
        room = f"/api/v1/rooms/{first['room']}"
        second = seat(f"{room}/join", guest)
        for ply, move in enumerate(moves):
            token = (first, second)[ply % 2]["token"]
            state = cls.server.post(f"{room}/moves",
                                    {"ply": ply, "move": move},
                                    token=token)[2]
        if not state["over"]:
            cls.server.post(f"{room}/resign", token=first["token"])
        return f"{first['room']}-1"

    def setUp(self):
        pass

    def list(self, token=None, **query):
        """Indices into GAMES of the games that are listed."""
        status, _, page = self.server.get(
            "/api/v1/games?" + urllib.parse.urlencode(query), token=token)
        self.assertEqual(status, 200, page)
        return [self.ids.index(game["id"]) for game in page["games"]]

    def run_oxo(self, *arguments, text):
        done = subprocess.run([str(OXO), *arguments], input=text, check=False,
                              capture_output=True, encoding="utf-8")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout


class Games(Played):
    def test_games_come_newest_first_page_by_page(self):
        seen, place = [], {}
        while place is not None:
            page = self.server.get("/api/v1/games?limit=2" + (
                f"&before={place}" if place else ""))[2]
            self.assertEqual(len(page["games"]), 2)
            seen += [game["id"] for game in page["games"]]
            place = page["next"]
        self.assertEqual(seen, self.ids[::-1])
        self.assertEqual(self.list(), [5, 4, 3, 2, 1, 0])

    def test_a_game_is_told_whole(self):
        status, _, game = self.server.get(f"/api/v1/games/{self.ids[3]}")
        self.assertEqual(status, 200)
        self.assertEqual(
            (game["result"], game["reason"], game["moves"], game["O"]),
            ("0-1", "line", O_WINS,
             {"name": "Eve & co", "avatar": "", "level": None}))
        self.assertEqual(len(game["took"]), len(O_WINS))
        self.assertEqual(sum(game["took"]), game["ended"] - game["started"])

    def test_every_filter_leaves_what_it_says(self):
        self.assertEqual(self.list(variant="classic"), [3, 2, 1, 0])
        self.assertEqual(self.list(variant="ultimate-continue"), [])
        self.assertEqual(self.list(result="1-0"), [1, 0])
        self.assertEqual(self.list(result="0-1"), [5, 4, 3])
        self.assertEqual(self.list(result="1/2-1/2"), [2])
        self.assertEqual(self.list(player="Zoë"), [4])
        self.assertEqual(self.list(player="Eve & co"), [3])
        self.assertEqual(self.list(player="eve"), [])
        self.assertEqual(self.list(player="Ada", result="0-1",
                                   variant="classic"), [3])

    def test_times_are_bounds(self):
        ends = [game["ended"]
                for game in self.server.get("/api/v1/games")[2]["games"]]
        ends.reverse()
        for since, until in ((ends[2], ends[4]), (0, ends[1]),
                             (ends[5], ends[5] + 1), (ends[5] + 1, 2 ** 50)):
            expected = [i for i in range(5, -1, -1)
                        if since <= ends[i] < until]
            self.assertEqual(self.list(since=since, until=until), expected)

    def test_a_key_lists_ones_own_games(self):
        self.assertEqual(self.list(token=ADA), [5, 3, 2, 1, 0])
        self.assertEqual(self.list(token=EVE), [5, 3])
        self.assertEqual(self.list(token="Z" * 21 + "A"), [])

    def test_a_key_is_told_which_side_it_was(self):
        for key in (ADA, EVE):
            for game in self.server.get("/api/v1/games",
                                        token=key)[2]["games"]:
                maker = self.GAMES[self.ids.index(game["id"])][0]
                self.assertEqual(game["you"], "X" if maker[0] == key else "O")
        for game in self.server.get("/api/v1/games")[2]["games"]:
            self.assertNotIn("you", game)

    def test_a_rival_is_named_by_a_game(self):
        self.assertEqual(self.list(token=ADA, rival=self.ids[1]), [2, 1, 0])
        self.assertEqual(self.list(token=EVE, rival=self.ids[3]), [5, 3])
        self.assertEqual(self.list(token=ADA, rival=self.ids[0],
                                   result="1-0"), [1, 0])
        # Not one's own game, no game, no keys in it.
        for key, game in ((EVE, self.ids[0]), (ADA, "000000-1"),
                          (ADA, self.ids[4])):
            self.assertEqual(
                self.server.code(f"/api/v1/games?rival={game}", method="GET",
                                 token=key), (404, "not-found"))
        for query, key in ((f"rival={self.ids[0]}", None), ("rival=x", ADA)):
            self.assertEqual(
                self.server.code(f"/api/v1/games?{query}", method="GET",
                                 token=key), (400, "invalid-message"))

    def test_games_by_link_are_the_players_own(self):
        game = self.play_one(("Hal-" + "A" * 18, "Hal"), (None, "Ada"),
                             "classic", X_WINS, public=False)
        path = f"/api/v1/games/{game}"
        for query in ("", "?player=Hal", "?variant=classic"):
            self.assertNotIn(game, [
                g["id"] for g in
                self.server.get(f"/api/v1/games{query}")[2]["games"]])
            self.assertNotIn(game,
                             self.server.get(f"/api/v1/games.tpgn{query}")[2])
        own = self.server.get("/api/v1/games", token="Hal-" + "A" * 18)[2]
        self.assertEqual([g["id"] for g in own["games"]], [game])
        # Who knows the link may look.
        self.assertEqual(self.server.get(path)[2]["X"]["name"], "Hal")
        self.assertIn("Hal", self.server.get(f"{path}/tpgn")[2])

    def test_bad_filters_are_refused(self):
        for query in ("limit=0", "limit=201", "result=2-0", "result=*",
                      "before=x", "since=-1", "until=1.5", "limit=1&limit=2",
                      "player=%ff", "player=" + "n" * 49, "sort=up"):
            for path in ("games", "games.tpgn"):
                self.assertEqual(
                    self.server.code(f"/api/v1/{path}?{query}",
                                     method="GET"),
                    (400, "invalid-message"), query)
        self.assertEqual(
            self.server.code("/api/v1/games?variant=go", method="GET"),
            (400, "unknown-variant"))
        self.assertEqual(
            self.server.code("/api/v1/games", method="GET", token="x"),
            (403, "invalid-token"))

    def test_a_file_of_games_reads_back(self):
        status, headers, text = self.server.get("/api/v1/games.tpgn")
        self.assertIn("games.tpgn", headers["Content-Disposition"])
        self.assertNotIn("Oxo-Next", headers)
        self.assertEqual(text.count("[Event "), 6)
        self.run_oxo("validate", "-", text=text)
        for i, (maker, guest, variant, moves) in enumerate(self.GAMES):
            text = self.server.get(f"/api/v1/games/{self.ids[i]}/tpgn")[2]
            self.assertIn(f'[Variant "{variant}"]', text)
            self.assertIn(f'[O "{guest[1]}"]', text)
            self.run_oxo("validate", "-", text=text)
            moved = self.run_oxo("convert", "--to", "moves", "-", text=text)
            self.assertEqual(moved.split(), moves)

    def test_a_file_has_pages_too(self):
        status, headers, text = self.server.get("/api/v1/games.tpgn?limit=4")
        self.assertEqual(text.count("[Event "), 4)
        status, headers, rest = self.server.get(
            f"/api/v1/games.tpgn?limit=4&before={headers['Oxo-Next']}")
        self.assertEqual(rest.count("[Event "), 2)
        self.assertNotIn("Oxo-Next", headers)
        self.assertEqual(f"{text}\n{rest}",
                         self.server.get("/api/v1/games.tpgn")[2])


class Statistics(Played):
    def test_a_key_has_a_record(self):
        records = self.server.get("/api/v1/players/me", token=ADA)[2]
        self.assertEqual(
            sorted(records["records"], key=lambda r: r["variant"]),
            [{"variant": "classic", "level": None, "wins": 1, "draws": 1,
              "losses": 2},
             {"variant": "ultimate-cg", "level": None, "wins": 1, "draws": 0,
              "losses": 0}])
        self.assertEqual(
            self.server.get("/api/v1/players/me", token="Z" * 21 + "A")[2],
            {"records": []})
        for token in (None, "short", ADA + "A"):
            self.assertEqual(self.server.code("/api/v1/players/me",
                                              method="GET", token=token),
                             (403, "invalid-token"))

    def test_games_against_the_computer_count_by_level(self):
        seat = self.server.post(
            "/api/v1/rooms", {"variant": "ultimate-continue", "computer": 3,
                              "key": "Hal-" + "A" * 18})[2]["seat"]
        self.server.post(f"/api/v1/rooms/{seat['room']}/resign",
                         token=seat["token"])
        self.addCleanup(self.ids.append, f"{seat['room']}-1")
        records = self.server.get("/api/v1/players/me",
                                  token="Hal-" + "A" * 18)[2]["records"]
        self.assertEqual(records, [
            {"variant": "ultimate-continue", "level": 3, "wins": 0,
             "draws": 0, "losses": 1}])

    def test_totals_count_all_games(self):
        totals = self.server.get("/api/v1/statistics")[2]
        self.assertEqual(totals["classic"], {"games": 4, "x-wins": 2,
                                             "draws": 1, "o-wins": 1})
        self.assertEqual(totals["ultimate"]["games"], 1)

    def explore(self, position, variant="classic"):
        query = urllib.parse.urlencode({"variant": variant,
                                        "position": position})
        status, _, answer = self.server.get(f"/api/v1/explorer?{query}")
        self.assertEqual(status, 200, answer)
        return {m["move"]: (m["x-wins"], m["draws"], m["o-wins"])
                for m in answer["moves"]}

    def test_the_explorer_counts_what_was_played(self):
        self.assertEqual(self.explore(""), {"e": (2, 0, 0), "a": (0, 1, 1)})
        self.assertEqual(self.explore("3/1x1/3 o"), {"a": (2, 0, 0)})
        self.assertEqual(self.explore("x2/3/3 o"), {"b": (0, 1, 0),
                                                    "e": (0, 0, 1)})
        self.assertEqual(self.explore("3/xo1/3 x"), {})
        self.assertEqual(self.explore("", "ultimate"), {"ee": (0, 0, 1)})

    def test_turned_positions_are_one(self):
        self.assertEqual(self.explore("3/3/2x o"), {"f": (0, 1, 0),
                                                    "e": (0, 0, 1)})
        self.assertEqual(self.explore("3/1x1/2o x"), {"f": (2, 0, 0)})

    def test_positions_are_read_strictly(self):
        for path in ("explorer", "analysis"):
            for query, code in (
                    ("variant=go", "unknown-variant"),
                    ("position=%20", "syntax"),
                    ("variant=classic&position=3/3/3", "syntax"),
                    ("variant=classic&position=xxx/ooo/3+x", "two-winners"),
                    ("variant=classic&position=xx1/3/3+x",
                     "impossible-count"),
                    ("position=" + "9" * 500, "invalid-message"),
                    ("position=x&position=x", "invalid-message"),
                    ("pos=x", "invalid-message")):
                self.assertEqual(
                    self.server.code(f"/api/v1/{path}?{query}",
                                     method="GET"), (400, code), query)


class Engine(ApiCase):
    def analyse(self, server, **query):
        status, _, answer = server.get(
            "/api/v1/analysis?" + urllib.parse.urlencode(query))
        self.assertEqual(status, 200, answer)
        return answer

    def test_classic_is_known_exactly(self):
        server = self.share()
        first = self.analyse(server, variant="classic", lines=9)
        self.assertEqual(
            {line["moves"][0]: line["value"]["kind"]
             for line in first["lines"]},
            {move: "draw" for move in "abcdefghi"})
        won = self.analyse(server, variant="classic",
                           position="xx1/oo1/3 x")["lines"][0]
        self.assertEqual(won["moves"], ["c"])
        self.assertEqual(won["value"], {"proven": True, "kind": "win",
                                        "distance": 1, "wdl": [1000, 0, 0]})
        lines = self.analyse(server, variant="classic",
                             position="xx1/oo1/x2 o", lines=4)["lines"]
        self.assertEqual(lines[0]["moves"], ["f"])
        self.assertEqual(lines[-1]["value"],
                         {"proven": True, "kind": "loss", "distance": 2,
                          "wdl": [0, 0, 1000]})
        self.assertEqual(self.analyse(server, variant="classic",
                                      position="xxx/oo1/3 o")["lines"], [])

    def test_ultimate_has_lines_best_first(self):
        server = self.share()
        answer = self.analyse(server, lines=3, time=50)
        self.assertEqual(answer["variant"], "ultimate")
        values = [line["value"] for line in answer["lines"]]
        self.assertEqual(len(values), 3)
        centis = [value["centi"] for value in values]
        self.assertEqual(centis, sorted(centis, reverse=True))
        for value in values:
            self.assertFalse(value["proven"])
            self.assertEqual(sum(value["wdl"]), 1000)
        self.assertGreater(answer["nodes"], 0)

    def test_time_has_a_cap(self):
        server = self.serve("--analysis-time", "100ms")
        for time in (101, 0, 10 ** 9):
            self.assertEqual(
                server.code(f"/api/v1/analysis?time={time}", method="GET"),
                (400, "invalid-message"))
        self.assertEqual(server.get("/api/v1/analysis?time=100")[0], 200)
        for lines in (0, 82):
            self.assertEqual(
                server.code(f"/api/v1/analysis?lines={lines}", method="GET"),
                (400, "invalid-message"))

    def serve_slowly(self, *arguments):
        """An analysis may take longer than anybody waits, also at the end."""
        return self.serve("--analysis-time", "1h", "--drain-time", "1ms",
                          *arguments)

    def ask_and_go(self, server, address):
        """Asks for a long analysis from an address; does not wait."""
        stream = server.send(address, "/api/v1/analysis?time=600000")
        self.addCleanup(stream.close)
        return stream

    def waiting(self, server):
        """Analyses that nobody thinks about yet."""
        return server.metric('oxo_engine_queue{kind="analysis"}')

    def keep_busy(self, server, address):
        """Asks for a long analysis, and waits until it is thought about."""
        stream = self.ask_and_go(server, address)
        self.eventually(lambda: self.is_busy(server, address))
        self.eventually(lambda: self.waiting(server) == 0)
        return stream

    def is_busy(self, server, address):
        status, _, answer = server.get_from(address,
                                            "/api/v1/analysis?time=1")
        self.assertIn((status, answer.get("code")),
                      ((200, None), (503, "engine-busy")))
        return status == 503

    def test_a_full_queue_refuses(self):
        server = self.serve_slowly("--engine-queue", "1")
        self.keep_busy(server, "127.0.0.2")
        # One is thought about, so another one may wait, but no third.
        self.ask_and_go(server, "127.0.0.3")
        self.eventually(lambda: self.waiting(server) == 1)
        self.assertTrue(self.is_busy(server, "127.0.0.4"))

    def test_an_address_has_a_share_of_the_queue(self):
        server = self.serve_slowly("--engine-queue", "8")
        self.ask_and_go(server, "127.0.0.2")
        self.ask_and_go(server, "127.0.0.2")
        self.eventually(lambda: self.is_busy(server, "127.0.0.2"))
        self.ask_and_go(server, "127.0.0.3")
        self.eventually(lambda: self.waiting(server) == 2)

    def test_an_analysis_ends_with_who_asked_for_it(self):
        server = self.serve_slowly("--engine-queue", "1")
        first = self.keep_busy(server, "127.0.0.2")
        second = self.ask_and_go(server, "127.0.0.3")
        self.eventually(lambda: self.waiting(server) == 1)
        second.close()
        self.eventually(lambda: self.waiting(server) == 0)
        first.close()
        self.eventually(lambda: not self.is_busy(server, "127.0.0.4"))

    def test_who_only_stops_sending_is_answered(self):
        server = self.serve_slowly("--engine-queue", "1")
        stream = self.keep_busy(server, "127.0.0.2")
        stream.shutdown(socket.SHUT_WR)
        answer = b""
        while piece := stream.recv(65536):
            answer += piece
        self.assertIn(b" 200 OK\r\n", answer)
        self.assertIn(b'"lines": [', answer)


if __name__ == "__main__":
    tap.main()
