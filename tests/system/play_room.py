#!/usr/bin/env python3
"""play_room.py OXO - `oxo play` and `oxo bot` in the rooms of a real server."""
import os
import re
import resource
import signal
import subprocess
import sys
import time

import proxy_case
import server_case
import tap
import terminal_case
from exits import INTERRUPTED
from patience import PATIENCE

ENGINE = f"{server_case.OXO} engine"
CRASHES = ("sh -c 'echo ugiok; while read line; do case $line in "
           "isready) echo readyok;; go*) exit 3;; esac; done'")
# Moves only when a file is there.
SLOW = ("while read -r line; do case $line in ugi) echo ugiok;; "
        "isready) echo readyok;; go*) while [ ! -e {gate} ]; do sleep 0.02; "
        "done; echo bestmove {move};; esac; done")


class Bot:
    def __init__(self, *arguments, engine=ENGINE):
        self.process = subprocess.Popen(
            [str(server_case.OXO), "bot", "--engine", engine, "--movetime",
             "5", *map(str, arguments)],
            text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def address(self):
        return self.process.stdout.readline().strip()

    def end(self):
        """Status and messages."""
        _, messages = self.process.communicate(
            timeout=2 * server_case.PATIENCE)
        return self.process.returncode, messages


class Rooms(server_case.Case, terminal_case.Case):
    def setUp(self):
        server_case.Case.setUp(self)
        # For the programs that are started without a terminal.
        os.environ["XDG_STATE_HOME"] = str(self.path)
        self.addCleanup(os.environ.pop, "XDG_STATE_HOME")

    def start(self, server=None):
        """A server, the one of all unless another is given; its address."""
        server = server or self.share()
        return server, f"http://127.0.0.1:{server.port}"

    def bot(self, *arguments, **more):
        bot = Bot(*arguments, **more)
        self.addCleanup(bot.process.kill)
        return bot

    def table(self, variant="classic", *more):
        """Two people on terminals in a room, X first, and its address."""
        _, url = self.start()
        x = self.terminal(variant, "--room", url, "--name", "Ada", *more)
        screen = self.sees(x, "Waiting for an opponent", "/r/")
        room = url + re.search("/r/[0-9A-Z]{6}", screen).group()
        o = self.terminal("--room", room, "--name", "Bo")
        self.sees(x, "You are X, Bo is O.")
        self.sees(o, "You are O, Ada is X.")
        return x, o, room

    def both_see(self, x, o, *texts):
        self.sees(x, *texts)
        self.sees(o, *texts)

    # ---- People ----------------------------------------------------------

    def test_two_people_play_to_the_end_and_again(self):
        x, o, _ = self.table()
        for player, move in zip((x, o, x, o, x), "adbec"):
            player.keys(move)
            self.both_see(x, o, f"plays {move}:" if move != "c" else "wins")
        self.both_see(x, o, "X wins with a, b and c")
        x.keys("n")
        self.sees(o, "Offered: another game (y/n)",
                  "y another game  n decline  ? help  q leave")
        o.keys("y")
        self.sees(o, "You are X, Ada is O.")
        self.sees(x, "You are O, Bo is X.")
        o.keys("e")
        self.both_see(x, o, "X plays e: centre.")
        x.keys("a")
        self.both_see(x, o, "O plays a: top left.")
        x.keys("L")
        self.sees(x, "Leave the room? You will lose the game. (y/n)")
        x.keys("y")
        self.leaves(x)
        screen = self.sees(o, "X wins: O left", "Ada has left.",
                           "? help  q leave")
        self.assertNotIn("another game", screen)
        o.keys("n")
        self.sees(o, "Ada has left: there is no opponent for a rematch.")

    def test_refusals_and_turns_are_told(self):
        x, o, _ = self.table("ultimate")
        o.type("ee")
        self.sees(o, "It is not your turn.")
        x.type("ec")
        self.both_see(x, o, "O to move, in board c")
        o.type("aa")
        self.sees(o, "The last move sends O to board c, not to a.")
        o.keys("t")
        self.sees(o, "There are no hints in a game against a person.")
        self.assertNotIn("Evaluation", o.screen())
        o.keys("y")
        self.sees(o, "Not possible: there is no such offer to answer.")

    def test_draws_and_takebacks_are_offered(self):
        x, o, _ = self.table()
        x.keys("e")
        self.both_see(x, o, "X plays e: centre.")
        x.keys("u")
        self.sees(o, "Offered: a takeback (y/n)")
        o.keys("y")
        self.both_see(x, o, "X to move", "after 0 moves")
        x.keys("a")
        self.sees(o, "X plays a")
        o.keys("o")
        self.sees(x, "Offered: a draw (y/n)")
        x.keys("n")
        self.sees(o, "The offer is declined.")
        o.keys("o")
        self.sees(o, "Not possible: ")  # once for each move
        o.keys("e")
        self.sees(x, "O plays e")
        o.keys("o")
        self.sees(x, "Offered: a draw (y/n)")
        x.keys("y")
        self.both_see(x, o, "A draw: by agreement", "Evaluation")

    def test_clocks_run(self):
        x, o, _ = self.table("classic", "--clock", "1m+1s")
        self.both_see(x, o, "1:00", "0:59")
        o_screen = self.sees(o, "0:5")
        self.assertIn("1:00", o_screen)

    def test_who_finds_no_seat_watches(self):
        x, o, room = self.table()
        x.keys("e")
        w = self.terminal("--room", room)
        self.sees(w, "Watching Ada (X) and Bo (O)", "Evaluation")
        again = self.terminal("--room", f"{room}?watch")
        self.sees(again, "Watching Ada (X) and Bo (O)")
        o.keys("a")
        self.sees(w, "O plays a: top left.")
        w.keys("b")
        self.sees(w, "It is not your turn.")
        w.keys("x")
        self.sees(w, "You are watching this room.")
        o.keys("x", "y")
        self.sees(w, "X wins: O resigned")
        w.keys("q")
        self.leaves(w)

    # ---- Coming and going ------------------------------------------------

    def shown(self, terminal):
        """What the terminal shows when the program has ended."""
        return terminal.screen().replace("\n", "")

    def test_quitting_keeps_the_seat_and_the_same_command_comes_back(self):
        x, o, room = self.table()
        x.keys("e")
        self.sees(o, "X plays e")
        o.keys("a")
        self.sees(x, "O plays a")
        x.keys("q")
        self.sees(x, "Quit? The game goes on: you can come back. (y/n)")
        x.keys("y")
        self.leaves(x)
        self.assertIn(f"To come back: oxo play --room {room}", self.shown(x))
        self.sees(o, "Ada has disconnected.", "Ada, away 0:0")
        seats = self.path / "oxo" / "seats"
        self.assertEqual(seats.stat().st_mode & 0o777, 0o600)
        seats.write_text(f"damaged\n{seats.read_text()}")
        x = self.terminal("--room", room.lower())
        self.sees(x, "You are X, after 2 moves.", "Ada")
        self.sees(o, "Ada is back.")
        x.keys("b")
        self.sees(o, "X plays b")
        o.keys("c")
        self.sees(x, "O plays c")
        x.keys("L", "y")
        self.leaves(x)
        self.assertNotIn("damaged", seats.read_text())
        self.sees(o, "O wins: X left")
        o.keys("q")
        self.leaves(o)
        self.assertEqual(seats.read_text(), "")

    def test_a_kill_keeps_the_seat(self):
        x, o, room = self.table()
        x.keys("e")
        self.sees(o, "X plays e")
        x.tmux("send-keys", "C-c")
        self.leaves(x, INTERRUPTED)
        self.sees(o, "Ada has disconnected.")
        o.keys("a")
        x = self.terminal("--room", room)
        self.sees(x, "You are X, after 2 moves.")
        x.keys("b")
        self.sees(o, "X plays b")

    def test_a_second_program_gets_the_other_seat(self):
        """The seats of programs that run are their own."""
        _, o, room = self.table()
        w = self.terminal("--room", room)
        self.sees(w, "Watching Ada (X) and Bo (O)")
        o.keys("q", "y")
        self.leaves(o)
        o = self.terminal("--room", room)
        self.sees(o, "You are O, after 0 moves.")

    def test_a_room_waits_for_who_quits_to_send_its_address(self):
        _, url = self.start()
        x = self.terminal("classic", "--room", url)
        room = url + re.search("/r/[0-9A-Z]{6}",
                               self.sees(x, "Waiting", "/r/")).group()
        x.keys("q")
        self.leaves(x)
        self.assertIn(f"To come back: oxo play --room {room}", self.shown(x))
        x = self.terminal("--room", room)
        self.sees(x, f"The room is {room}. Waiting for an opponent.")
        x.keys("L")
        self.leaves(x)
        o = self.terminal("--room", room)
        self.leaves(o, 1)
        self.assertIn("there is no such room", o.note("errors"))

    def test_a_seat_that_is_gone_is_forgotten(self):
        server, url = self.start()
        a = self.client(server)
        code = a.ask("create-room", "seat", variant="classic")["room"]
        seats = self.path / "oxo" / "seats"
        seats.parent.mkdir()
        seats.write_text(f"{url}/r/{code} gabL8BU6X4SpzvMYPWKHrA\n"
                         f"{url}/r/000000 gabL8BU6X4SpzvMYPWKHrA\n")
        o = self.terminal("--room", f"{url}/r/{code}")
        self.sees(o, "The game begins. You are O, Guest is X.")
        self.assertNotIn("gabL8BU6X4SpzvMYPWKHrA", seats.read_text())

    def test_a_game_is_aborted_before_both_have_moved(self):
        x, o, _ = self.table()
        x.keys("e")
        self.sees(o, "X plays e")
        o.keys("x")
        self.sees(o, "End the game without a result? (y/n)")
        o.keys("y")
        self.both_see(x, o, "No result: O ended the game before both had")
        x.keys("n")
        self.sees(o, "Offered: another game (y/n)")

    def test_a_win_is_claimed_from_who_is_away(self):
        server, url = self.start(self.serve("--claim-after", "1s"))
        x = self.terminal("classic", "--room", url, "--clock", "5m")
        room = re.search("/r/([0-9A-Z]{6})",
                         self.sees(x, "Waiting", "/r/")).group(1)
        o = self.client(server)
        o.ask("join-room", "seat", room=room, name="Bo")
        self.sees(x, "You are X, Bo is O.")
        x.keys("e")
        o.hear_until("move-made")
        o.say("make-move", ply=1, move="a")
        self.sees(x, "O plays a")
        x.keys("b")
        o.hear_until("move-made", ply=2)
        o.cut()
        self.sees(x, "Bo away for 0:0", "claim a win (c), a draw (C)",
                  "c claims a win, C a draw")
        x.keys("c")
        self.sees(x, "Claim a win? (y/n)")
        x.keys("y")
        self.sees(x, "X wins: O was away, and the opponent claimed it")

    def test_lines_abort_claim_and_leave(self):
        server, url = self.start(self.serve("--claim-after", "1s"))
        x = subprocess.Popen(
            [str(server_case.OXO), "play", "classic", "--room", url,
             "--clock", "5m"], text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE)
        self.addCleanup(x.kill)

        def hears(text):
            while text not in (line := x.stdout.readline()):
                self.assertNotEqual(line, "")
            return line

        def says(line):
            x.stdin.write(f"{line}\n")
            x.stdin.flush()

        room = re.search("/r/([0-9A-Z]{6})", hears("/r/")).group(1)
        says("claim win")
        hears("Not possible: ")
        o = self.client(server)
        o.ask("join-room", "seat", room=room, name="Bo")
        hears("The game begins.")
        says("abort")
        hears("No result: X ended the game before both had moved.")
        says("new")
        o.hear_until("offer-made")
        o.say("accept")
        hears("The game begins. You are O, Bo is X.")
        o.say("make-move", ply=0, move="e")
        hears("X plays e")
        says("a")
        hears("O plays a")
        seat = o.seen[0]
        o.cut()
        hears("Bo has disconnected.")
        o = self.client(server)
        o.say("rejoin-room", room=room, token=seat["token"])
        hears("Bo is back.")
        says("leave")
        hears("You will lose the game. To leave the room, type 'leave' again.")
        says("moves")
        hears("e a")
        says("abort")
        hears("Not possible: ")
        o.cut()
        hears("disconnected")
        says("claim draw")
        hears("Not possible: ")
        o = self.client(server)
        o.say("rejoin-room", room=room, token=seat["token"])
        o.say("make-move", ply=2, move="b")
        hears("X plays b")
        says("c")
        hears("O plays c")
        o.cut()
        line = hears("Type 'claim win' or 'claim draw'")
        self.assertIn("Bo has been away for 0:0", line)
        says("claim draw")
        hears("A draw: a player was away, and the opponent claimed it.")
        says("leave")
        self.assertEqual(x.wait(timeout=server_case.PATIENCE), 0)
        x.stdin.close()
        x.stdout.close()

    def test_who_joins_a_game_with_a_clock_waits_for_its_maker(self):
        server, url = self.start()
        x = self.client(server)
        seat = x.ask("create-room", "seat", variant="classic", name="Ada",
                     clock={"initial": 60000})
        x.cut()
        o = self.terminal("--room", f"{url}/r/{seat['room']}")
        self.sees(o, "The game begins when Ada is here")
        x = self.client(server)
        x.say("rejoin-room", room=seat["room"], token=seat["token"])
        self.sees(o, "The game begins. You are O, Ada is X.")

    def test_lines_and_screens_play_each_other(self):
        _, url = self.start()
        x = self.terminal("classic", "--room", url)
        screen = self.sees(x, "Waiting", "/r/")
        room = url + re.search("/r/[0-9A-Z]{6}", screen).group()
        o = subprocess.Popen([str(server_case.OXO), "play", "--room", room],
                             text=True, stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE)
        self.addCleanup(o.kill)
        self.sees(x, "The game begins. You are X, Guest is O.")
        o.stdin.write("a\nresign\n")  # the move waits for its turn
        o.stdin.flush()
        x.keys("e")
        self.sees(x, "X wins: O resigned", "1. e  a")
        said, _ = o.communicate("quit\n", timeout=server_case.PATIENCE)
        self.assertEqual(o.returncode, 0)
        self.assertIn("O plays a: top left.\n", said)
        self.assertIn("X wins: O resigned.\n", said)

    def test_a_kill_keeps_the_seat_from_lines_as_well(self):
        server, url = self.start()
        x = self.client(server)
        room = x.ask("create-room", "seat", variant="classic")["room"]
        o = subprocess.Popen(
            [str(server_case.OXO), "play", "--room", f"{url}/r/{room}"],
            text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(o.kill)
        x.hear_until("game-start")
        self.assertIn("Type 'help'", o.stdout.readline())
        self.assertIn("The game begins", o.stdout.readline())
        o.send_signal(signal.SIGINT)
        x.hear_until("player-disconnected", mark="O")
        said, _ = o.communicate(timeout=server_case.PATIENCE)
        self.assertEqual(o.returncode, INTERRUPTED)
        self.assertIn(f"To come back: oxo play --room {url}/r/{room}", said)

    def test_a_room_that_is_not_there_is_told(self):
        _, url = self.start()
        t = self.terminal("--room", f"{url}/r/000000")
        self.leaves(t, 1)
        told = f"{url}/r/000000: there is no such room"
        self.assertIn(told, t.note("errors"))
        status, messages = self.bot("--room", f"{url}/r/000000").end()
        # Told of an engine that takes a while to start.
        said = messages.replace("oxo bot: waiting for the engine ...\n", "")
        self.assertEqual((status, said), (1, f"oxo bot: {told}\n"))

    def test_a_lost_connection_comes_back(self):
        server, _ = self.start()
        proxy = proxy_case.Proxy(server.port)
        self.addCleanup(proxy.close)
        url = f"http://127.0.0.1:{proxy.port}"
        x = self.terminal("classic", "--room", url)
        screen = self.sees(x, "Waiting", "/r/")
        code = re.search("/r/([0-9A-Z]{6})", screen).group(1)
        o = self.client(server)
        o.ask("join-room", "seat", room=code, name="Bo")
        self.sees(x, "You are X, Bo is O.")
        x.keys("e")
        o.hear_until("move-made")
        proxy.cut()
        o.hear_until("player-reconnected")
        o.say("make-move", ply=1, move="a")
        self.sees(x, "O plays a: top left.")
        x.keys("b")
        o.hear_until("move-made", move="b")

    def full(self, server, yes):
        """Whether the server's disk is full."""
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE,
                         (0 if yes else resource.RLIM_INFINITY,
                          resource.RLIM_INFINITY))

    def test_who_is_put_off_comes_in_when_the_store_is_back(self):
        server, url = self.start(self.serve())
        self.full(server, True)
        x = self.terminal("classic", "--room", url)
        self.sees(x, "Not yet: ", "Trying again")
        self.full(server, False)
        self.sees(x, "Waiting for an opponent", "/r/")

    def test_a_server_that_is_busy_is_asked_again(self):
        server, _ = self.start()
        proxy = proxy_case.Busy(server.port)
        self.addCleanup(proxy.close)
        x = self.terminal("--room", f"http://127.0.0.1:{proxy.port}")
        self.sees(x, "Waiting for an opponent", "/r/")
        self.assertEqual(proxy.refusals, 0)

    # ---- Bots ------------------------------------------------------------

    def test_a_bot_moves_again_when_the_store_is_back(self):
        server, url = self.start(self.serve())
        x = self.client(server)
        room = x.ask("create-room", "seat", variant="classic", mark="X")["room"]
        engine, gate = self.path / "engine", self.path / "gate"
        engine.write_text(SLOW.format(gate=gate, move="a"))
        bot = self.bot("--room", f"{url}/r/{room}", "--movetime", 60000,
                       engine=f"sh {engine}")
        x.hear_until("game-start")
        x.say("make-move", ply=0, move="e")
        x.hear_until("move-made", ply=0)
        self.full(server, True)
        gate.touch()
        self.assertIn("refused: ", bot.process.stderr.readline())
        self.full(server, False)
        x.hear_until("move-made", ply=1, move="a")
        bot.process.terminate()
        self.assertEqual(bot.end()[0], 0)

    def test_an_engine_is_told_to_stop_when_its_game_is_over(self):
        server, url = self.start()
        x = self.client(server)
        room = x.ask("create-room", "seat", variant="classic", mark="X")["room"]
        engine, heard = self.path / "engine", self.path / "heard"
        heard.touch()
        engine.write_text(
            f"while read -r line; do echo \"$line\" >>{heard}; case $line in "
            "ugi) echo ugiok;; isready) echo readyok;; stop) echo bestmove b;; "
            "esac; done")
        bot = self.bot("--room", f"{url}/r/{room}", "--movetime", 60000,
                       engine=f"sh {engine}")
        x.hear_until("game-start")
        x.say("make-move", ply=0, move="e")
        self.eventually(lambda: "go " in heard.read_text())
        x.say("resign")
        x.hear_until("game-over")
        self.eventually(lambda: "\nstop\n" in heard.read_text())
        x.say("rematch")
        x.hear_until("game-start")
        # What it is asked next belongs to the new game.
        self.eventually(lambda: "uginewgame\n" in
                        heard.read_text().rpartition("stop\n")[2])
        bot.process.terminate()
        self.assertEqual(bot.end()[0], 0)

    def test_a_bot_has_a_name_that_servers_take(self):
        server, url = self.start()
        x = self.client(server)
        room = x.ask("create-room", "seat", variant="classic")["room"]
        engine = self.path / ("\a" + "é" * 30)
        engine.write_text("#!/bin/sh\nexec " + ENGINE)
        engine.chmod(0o755)
        bot = self.bot("--room", f"{url}/r/{room}", engine=str(engine))
        players = x.hear_until("game-start")["players"]
        self.assertIn("?" + "é" * 23, str(players))
        bot.process.terminate()
        self.assertEqual(bot.end()[0], 0)

    def test_bots_play_each_other_over_rematches(self):
        server, url = self.start(self.serve())
        ada = self.bot("--room", url, "--name", "Ada", "--games", 3,
                       "--variant", "classic", "--public")
        bo = self.bot("--room", ada.address(), "--name", "Bo")
        status, messages = ada.end()
        self.assertEqual(status, 0, messages)
        self.assertEqual(len(re.findall("^game ", messages, re.M)), 3,
                         messages)
        self.assertIn("as X", messages)
        self.assertIn("as O", messages)
        status, messages = bo.end()
        self.assertEqual(status, 0, messages)
        self.assertIn("the other player has left", messages)
        self.assertNotIn("refused", messages)
        games = server.get("/api/v1/games")[2]["games"]
        self.assertEqual(len(games), 3)

    def test_a_bot_of_codingame_learns_the_rules_in_the_room(self):
        server, url = self.start()
        engine = f"cmd='{ENGINE} --protocol codingame' proto=codingame"
        for variant, status in ("ultimate-cg", 0), ("ultimate", 1):
            x = self.client(server)
            room = x.ask("create-room", "seat", variant=variant)["room"]
            bot = self.bot("--room", f"{url}/r/{room}", engine=engine)
            x.hear_until("game-start")
            x.say("make-move", ply=0, move="ee")
            if status == 0:
                x.hear_until("move-made", ply=1)
                bot.process.terminate()
            else:
                x.hear_until("game-over")
            code, messages = bot.end()
            self.assertEqual(code, status, messages)
            self.assertEqual("is for ultimate-cg only" in messages, status)

    def test_bots_keep_to_the_pace_that_servers_allow(self):
        _, url = self.start(self.serve())
        ada = self.bot("--room", url, "--games", 16, "--variant", "classic")
        bo = self.bot("--room", ada.address())
        for bot in (ada, bo):
            status, messages = bot.end()
            self.assertEqual(status, 0, messages)
            self.assertNotIn("lost", messages)

    def test_an_engine_is_told_the_clock(self):
        server, url = self.start()
        heard = self.path / "heard"
        engine = self.path / "engine"
        engine.write_text(
            "while read -r line; do case $line in ugi) echo ugiok;; "
            "isready) echo readyok;; go*) echo \"$line\" "
            f">>{heard}; echo bestmove e;; esac; done")
        bot = self.bot("--room", url, "--variant", "classic", "--clock",
                       "90+2", engine=f"cmd='sh {engine}' nodes=9 movetime=5")
        o = self.client(server)
        o.say("join-room", room=bot.address().rpartition("/")[2])
        o.hear_until("move-made", move="e")
        self.assertRegex(heard.read_text(),
                         "^go p1time (90000|89[0-9]{3}) p2time 90000 "
                         "p1inc 2000 p2inc 2000 nodes 9\n$")
        bot.process.terminate()
        self.assertEqual(bot.end()[0], 0)

    def test_bots_come_back_with_their_seat(self):
        server, _ = self.start(self.serve())
        proxy = proxy_case.Proxy(server.port)
        self.addCleanup(proxy.close)
        url = f"http://127.0.0.1:{proxy.port}"
        ada = self.bot("--room", url, "--games", 2, "--movetime", "30",
                       "--public")
        bo = self.bot("--room", ada.address(), "--movetime", "30")
        self.eventually(lambda: server.metric("oxo_moves_total") > 4)
        self.assertEqual(proxy.cut(), 2)
        for bot in (ada, bo):
            status, messages = bot.end()
            self.assertEqual(status, 0, messages)
            self.assertIn("connection lost", messages)
        self.assertEqual(len(server.get("/api/v1/games")[2]["games"]), 2)

    def test_the_example_of_the_help_makes_a_room(self):
        _, url = self.start()
        told = subprocess.run([str(server_case.OXO), "bot", "--help"],
                              text=True, capture_output=True, check=True)
        example = re.search("(?m)^  oxo (bot --room .*)$", told.stdout)[1]
        here = example.replace("http://127.0.0.1:8080", url)
        self.assertNotEqual(here, example)
        bot = subprocess.Popen([str(server_case.OXO), *here.split()],
                               text=True, stdout=subprocess.PIPE)
        self.addCleanup(bot.kill)
        self.assertIn(f"{url}/r/", bot.stdout.readline())
        bot.terminate()
        self.assertEqual(bot.wait(timeout=server_case.PATIENCE), 0)
        bot.stdout.close()

    def test_a_bot_whose_engine_fails_resigns(self):
        server, url = self.start()
        x = self.client(server)
        room = x.ask("create-room", "seat", variant="classic")["room"]
        bot = self.bot("--room", f"{url}/r/{room}", engine=CRASHES)
        x.hear_until("game-start")
        x.say("make-move", ply=0, move="e")
        over = x.hear_until("game-over")
        self.assertEqual(over["reason"], "resignation")
        status, messages = bot.end()
        self.assertEqual(status, 1)
        self.assertIn("the engine exited with status 3", messages)

    def test_a_bot_says_why_a_move_was_not_legal(self):
        server, url = self.start()
        x = self.client(server)
        room = x.ask("create-room", "seat", variant="ultimate")["room"]
        bot = self.bot("--room", f"{url}/r/{room}",
                       engine=CRASHES.replace("exit 3", "echo bestmove aa"))
        x.hear_until("game-start")
        x.say("make-move", ply=0, move="ee")
        x.hear_until("game-over")
        status, messages = bot.end()
        self.assertEqual(status, 1)
        self.assertIn('the engine played "aa": the last move sends this one '
                      "to board e", messages)

    def test_a_bot_whose_engine_cannot_start_makes_no_room(self):
        server, url = self.start(self.serve())
        bot = self.bot("--room", url, engine="/no/such/engine")
        status, messages = bot.end()
        self.assertEqual(status, 1)
        self.assertIn("the engine cannot be started: /no/such/engine",
                      messages)
        self.assertEqual(server.metric("oxo_rooms_total"), 0)

    def test_a_bot_declines_draws_and_takebacks(self):
        server, url = self.start()
        x = self.client(server)
        room = x.ask("create-room", "seat", variant="classic")["room"]
        bot = self.bot("--room", f"{url}/r/{room}")
        x.hear_until("game-start")
        x.say("make-move", ply=0, move="e")
        x.hear_until("move-made", ply=1)
        for offer in ("draw", "takeback"):
            x.say("offer", offer=offer)
            x.hear_until("offer-declined", offer=offer)
        bot.process.terminate()
        self.assertEqual(bot.end()[0], 0)

    def test_a_bot_that_is_ended_comes_back_to_its_game(self):
        server, url = self.start()
        x = self.client(server)
        room = x.ask("create-room", "seat", variant="classic")["room"]
        bot = self.bot("--room", f"{url}/r/{room}")
        x.hear_until("game-start")
        x.say("make-move", ply=0, move="e")
        x.hear_until("move-made", ply=1)
        bot.process.terminate()
        x.hear_until("player-disconnected", mark="O")
        status, messages = bot.end()
        self.assertEqual(status, 0, messages)
        self.assertIn(f"to come back, use --room {url}/r/{room}", messages)
        state = x.ask("rejoin-room", "game-state", room=room,
                      token=x.seen[0]["token"])
        free = min(set("abcdefghi") - set(state["moves"]))
        x.say("make-move", ply=2, move=free)
        bot = self.bot("--room", f"{url}/r/{room}")
        x.hear_until("move-made", ply=3)
        bot.process.terminate()
        self.assertEqual(bot.end()[0], 0)

    def test_a_bot_claims_only_if_it_was_told_to(self):
        server, url = self.start(self.serve("--claim-after", "1s"))
        for claim in ([], ["--claim"]):
            x = self.client(server)
            seat = x.ask("create-room", "seat", variant="classic",
                         clock={"initial": 60000})
            bot = self.bot("--room", f"{url}/r/{seat['room']}", "--games", 1,
                           *claim)
            x.hear_until("game-start")
            x.say("make-move", ply=0, move="e")
            x.hear_until("move-made", ply=1)
            x.cut()
            if claim:
                status, messages = bot.end()
                self.assertEqual(status, 0, messages)
                self.assertIn("game 1: O wins (claim)", messages)
                continue
            time.sleep(2)
            x = self.client(server)
            state = x.ask("rejoin-room", "game-state", room=seat["room"],
                          token=seat["token"])
            self.assertEqual(state["life"], "active")
            x.say("resign")
            self.assertIn("game 1: O wins (resignation)", bot.end()[1])

    def test_an_aborted_game_is_no_game_of_a_bot(self):
        server, url = self.start()
        x = self.client(server)
        room = x.ask("create-room", "seat", variant="classic")["room"]
        bot = self.bot("--room", f"{url}/r/{room}", "--games", 1)
        x.hear_until("game-start")
        x.say("abort")
        x.hear_until("game-aborted")
        x.hear_until("offer-made", offer="rematch")
        x.say("accept")
        x.hear_until("game-start")
        x.hear_until("move-made", ply=0)
        x.say("resign")
        status, messages = bot.end()
        self.assertEqual(status, 0, messages)
        self.assertIn("a game ended without a result (aborted)", messages)
        self.assertIn("game 1: X wins (resignation)", messages)

    def test_a_bot_does_not_watch(self):
        server, url = self.start()
        _, _, seat, _ = self.room(server)
        status, messages = self.bot("--room", f"{url}/r/{seat['room']}").end()
        self.assertEqual(status, 1)
        self.assertIn("both seats of the room are taken", messages)


if __name__ == "__main__":
    sys.exit(tap.main())
