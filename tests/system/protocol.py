#!/usr/bin/env python3
"""protocol.py RANDOM GREEDY UCT - the baselines, talked to from outside.

Each argument is an executable of bench/opponents. A referee of its own,
written here on a grid of characters, judges the games.
"""
import random
import select
import subprocess
import sys
import time
import unittest

import tap
from patience import PATIENCE

RANDOM, GREEDY, UCT = sys.argv[1:4]

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]
ULTIMATE = ["ultimate", "ultimate-cg", "ultimate-continue"]


# ---- A referee --------------------------------------------------------------


def line_of(cells):
    """Who has three in a row: "x", "o" or ""."""
    for a, b, c in (map(int, line) for line in LINES):
        if cells[a] in "xo" and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return ""


class Game:
    def __init__(self, variant):
        self.variant = variant
        self.boards = [["."] * 9 for _ in range(9)]
        self.owners = ["."] * 9  # "d" is drawn
        self.target = None
        self.moves = []

    def turn(self):
        return "xo"[len(self.moves) % 2]

    def takes_moves(self, board):
        if self.variant == "ultimate-continue":
            return "." in self.boards[board]
        return self.owners[board] == "."

    def legal(self):
        if self.result() != "none":
            return []
        if self.variant == "classic":
            return [(0, c) for c in range(9) if self.boards[0][c] == "."]
        return [(b, c) for b in range(9) for c in range(9)
                if self.target in (None, b) and self.takes_moves(b)
                and self.boards[b][c] == "."]

    def play(self, move):
        board, cell = move
        assert move in self.legal(), f"{move} after {self.moves}"
        self.boards[board][cell] = self.turn()
        if self.owners[board] == ".":
            self.owners[board] = line_of(self.boards[board]) or (
                "." if "." in self.boards[board] else "d")
        self.moves.append(move)
        self.target = cell if self.takes_moves(cell) else None

    def result(self):
        cells = self.owners
        if self.variant == "classic":
            cells = self.boards[0]
            over = "." not in cells
        else:
            over = not any(self.takes_moves(b) for b in range(9))
        winner = line_of(cells)
        if not winner and over and self.variant == "ultimate-cg":
            lead = self.owners.count("x") - self.owners.count("o")
            winner = "x" if lead > 0 else "o" if lead < 0 else ""
        if winner:
            return {"x": "p1win", "o": "p2win"}[winner]
        return "draw" if over else "none"

    def text(self, move):
        board, cell = move
        letters = "abcdefghi"
        if self.variant == "classic":
            return letters[cell]
        return letters[board] + letters[cell]

    def move(self, text):
        board = 0 if self.variant == "classic" else ord(text[0]) - ord("a")
        return board, ord(text[-1]) - ord("a")

    def position(self):
        moves = " ".join(self.text(m) for m in self.moves)
        return "position startpos" + (f" moves {moves}" if moves else "")


def to_grid(move):
    board, cell = move
    return 3 * (board // 3) + cell // 3, 3 * (board % 3) + cell % 3


def from_grid(row, col):
    return 3 * (row // 3) + col // 3, 3 * (row % 3) + col % 3


# ---- A process to talk to ---------------------------------------------------


class Engine:
    def __init__(self, path, *arguments):
        self.process = subprocess.Popen(
            [path, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, bufsize=0)
        self.pending = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout,
                       self.process.stderr):
            stream.close()

    def say(self, *lines):
        self.process.stdin.write("".join(f"{l}\n" for l in lines).encode())

    def line(self):
        """The next line, or None at the end."""
        until = time.monotonic() + PATIENCE
        while b"\n" not in self.pending:
            rest = until - time.monotonic()
            if rest <= 0 or not select.select([self.process.stdout], [], [],
                                              rest)[0]:
                raise AssertionError("no answer")
            more = self.process.stdout.read(65536)
            if not more:
                return None
            self.pending += more
        line, self.pending = self.pending.split(b"\n", 1)
        return line.decode()

    def answer(self, first_word):
        """The rest of the first line that begins so."""
        while (line := self.line()) is not None:
            if line.split(" ")[0] == first_word:
                return line[len(first_word) + 1:]
        raise AssertionError(f"no {first_word}")

    def ask(self, question):
        self.say(f"query {question}")
        return self.answer("response")

    def best(self, *lines):
        self.say(*lines)
        return self.answer("bestmove").split(" ")[0]

    def end(self):
        """Closes its input; its exit status."""
        self.process.stdin.close()
        return self.process.wait(PATIENCE)


def talk(path, text, *arguments):
    """What a process answers to a whole transcript, and its status."""
    done = subprocess.run([path, *arguments], input=text, timeout=PATIENCE,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False)
    return done.stdout.decode().splitlines(), done.returncode


def play(variant, x, o, go, opening=()):
    """A game between two engines; its result."""
    game = Game(variant)
    for move in opening:
        game.play(move)
    for engine in (x, o):
        engine.say("uginewgame", f"setoption name UGI_Variant value {variant}")
    while game.result() == "none":
        engine = x if game.turn() == "x" else o
        game.play(game.move(engine.best(game.position(), go)))
    return game


# ---- Transcripts ------------------------------------------------------------


class Transcripts(unittest.TestCase):
    def test_every_engine_introduces_itself(self):
        for path in (RANDOM, GREEDY, UCT):
            lines, status = talk(path, b"ugi\nquit\n")
            self.assertEqual(status, 0)
            self.assertTrue(lines[0].startswith("id name "))
            self.assertEqual(lines[-1], "ugiok")
            self.assertTrue(any(l.startswith("option name Seed type spin ")
                                for l in lines))
            for variant in ULTIMATE:
                self.assertTrue(any(f" var {variant}" in l for l in lines))

    def test_garbage_is_survived(self):
        chance = random.Random(1)
        noise = bytes(chance.randrange(256) for _ in range(20000))
        for path in (RANDOM, GREEDY, UCT):
            lines, status = talk(path, noise + b"\nisready\n")
            self.assertEqual((lines[-1], status), ("readyok", 0))

    def test_overlong_line_is_discarded_whole(self):
        text = b"isready" + b" quit" * 100000 + b"\nisready\n"
        self.assertEqual(talk(RANDOM, text), (["readyok"], 0))

    def test_end_of_input_in_the_middle_of_a_command(self):
        self.assertEqual(talk(RANDOM, b"isready\nposit"), (["readyok"], 0))
        self.assertEqual(talk(RANDOM, b""), ([], 0))

    def test_stop_before_go_does_not_stop_the_next(self):
        with Engine(UCT) as engine:
            engine.say("stop", "go nodes 5000")
            self.assertIn(" nodes 5000 ", self.last_info(engine))

    def last_info(self, engine):
        last = ""
        while not (line := engine.line()).startswith("bestmove "):
            last = line
        return last

    def test_engine_answers_while_it_thinks(self):
        with Engine(UCT) as engine:
            engine.say("go infinite", "isready")
            engine.answer("readyok")
            engine.say("go nodes 1")
            while engine.line() != "info string thinking: go ignored":
                pass
            self.assertEqual(engine.ask("gameover"), "false")
            game = Game("ultimate")
            self.assertIn(game.move(engine.best("stop")), game.legal())

    def test_quit_and_end_of_input_end_thinking(self):
        for ending in (["quit"], []):
            with Engine(UCT) as engine:
                engine.say("go infinite", *ending)
                self.assertEqual(engine.end(), 0)
                engine.answer("bestmove")

    def test_end_of_input_lets_a_search_with_a_limit_finish(self):
        lines, status = talk(UCT, b"go nodes 5000\n")
        self.assertEqual(status, 0)
        self.assertIn(" nodes 5000 ", lines[-2])
        self.assertTrue(lines[-1].startswith("bestmove "))

    def test_clocks_and_times_end_thinking(self):
        with Engine(UCT) as engine:
            for limits in ("movetime 20", "p1time 400 p2time 400",
                           "p1time 1 p2time 1 p1inc 10 p2inc 10", "depth 1"):
                engine.best(f"go {limits}")

    def test_wrong_arguments_are_usage_errors(self):
        for arguments in (["x"], ["--protocol", "uci"], ["--protocol"]):
            self.assertEqual(talk(RANDOM, b"", *arguments), ([], 2))


# ---- Whole games ------------------------------------------------------------


class Games(unittest.TestCase):
    def test_random_play_agrees_with_the_referee_to_the_end(self):
        for variant in ["classic", *ULTIMATE]:
            with Engine(RANDOM) as engine:
                engine.say(f"setoption name UGI_Variant value {variant}")
                for _ in range(3):
                    self.follow(engine, Game(variant))

    def follow(self, engine, game):
        engine.say("uginewgame")
        while True:
            engine.say(game.position())
            result = game.result()
            self.assertEqual(engine.ask("result"), result)
            self.assertEqual(engine.ask("gameover"),
                             "false" if result == "none" else "true")
            self.assertEqual(engine.ask("p1turn"),
                             "true" if game.turn() == "x" else "false")
            self.assertEqual(engine.ask("legalmoves").split(),
                             [game.text(m) for m in game.legal()])
            move = engine.best("go movetime 1")
            if result != "none":
                self.assertEqual(move, "none")
                return
            game.play(game.move(move))

    def test_random_games_differ(self):
        with Engine(RANDOM) as engine:
            games = set()
            for _ in range(5):
                games.add(tuple(play("ultimate", engine, engine,
                                     "go nodes 1").moves))
            self.assertEqual(len(games), 5)

    def test_seed_makes_games_repeat(self):
        for path in (RANDOM, GREEDY, UCT):
            games = set()
            for _ in range(2):
                with Engine(path) as engine:
                    engine.say("setoption name Seed value 42")
                    games.add(tuple(play("ultimate", engine, engine,
                                         "go nodes 200").moves))
            self.assertEqual(len(games), 1, path)

    def test_greedy_beats_random_and_uct_beats_greedy(self):
        for strong, weak in ((GREEDY, RANDOM), (UCT, GREEDY)):
            for variant in ULTIMATE:
                self.assertGreaterEqual(self.score(variant, strong, weak), 8)

    def score(self, variant, strong, weak):
        """Half points of the strong side in six games."""
        points = {"p1win": 2, "draw": 1, "p2win": 0}
        score = 0
        with Engine(strong) as a, Engine(weak) as b:
            for _ in range(3):
                score += points[play(variant, a, b, "go nodes 1000").result()]
                score += 2 - points[
                    play(variant, b, a, "go nodes 1000").result()]
        return score


# ---- Tactics ----------------------------------------------------------------

# X takes c and with it the top row.
WIN_IN_ONE = "xxx6/xxx6/xx7/oo7/oo7/oo7/oo7/9/9 x c"
# O needs c for the top row, has two there, and X must not send it there: nor
# to a or b, which are closed and would let it go anywhere.
AVOID_LOSS = "ooo6/ooo6/oo7/xx7/9/xx7/xx7/xx7/9 x e"


class Tactics(unittest.TestCase):
    def best(self, path, fen, go="go nodes 20000", variant="ultimate"):
        with Engine(path) as engine:
            return engine.best(f"setoption name UGI_Variant value {variant}",
                               f"position fen {fen}", go)

    def test_uct_takes_a_win_in_one(self):
        for variant in ULTIMATE:
            self.assertEqual(
                self.best(UCT, WIN_IN_ONE, "go nodes 500", variant), "cc")

    def test_uct_does_not_send_the_other_side_where_it_wins(self):
        for variant in ("ultimate", "ultimate-cg"):
            self.assertNotIn(
                self.best(UCT, AVOID_LOSS, variant=variant),
                ("ea", "eb", "ec"))

    def test_uct_keeps_its_tree_between_moves(self):
        with Engine(UCT) as engine:
            engine.say("position startpos moves ee", "go nodes 30000")
            expected = []
            while not (line := engine.line()).startswith("bestmove "):
                expected = line.split(" pv ")[1].split()
            engine.say("position startpos moves ee " + " ".join(expected[:2]),
                       "go nodes 1")
            words = engine.answer("info").split()
            # One playout from nothing would not see so far.
            self.assertGreaterEqual(int(words[words.index("depth") + 1]), 3)
            self.assertEqual(words[words.index("pv") + 1], expected[2])

    def test_uct_plays_on_when_its_memory_is_full(self):
        with Engine(UCT) as engine:
            engine.say("setoption name Hash value 1")
            engine.say("position startpos", "go nodes 200000")
            line = ""
            while not line.startswith("bestmove "):
                full, line = line, engine.line()
            self.assertIn(" nodes 200000 ", full)
            self.assertRegex(full, " hashfull (99[0-9]|1000) ")

    def test_greedy_wins_then_completes_then_blocks_then_sends_well(self):
        two = "oo1x1x3"  # O completes it with one move
        for fen, moves in (
                (WIN_IN_ONE, ["cc"]),
                ("9/9/9/9/xx2oo3/9/9/9/9 x e", ["ec"]),
                ("9/9/9/9/oo7/x8/x8/9/9 x e", ["ec"]),
                (f"{two}/{two}/{two}/{two}/9/{two}/{two}/{two}/9 x e",
                 ["ee", "ei"])):
            for seed in range(5):
                with Engine(GREEDY) as engine:
                    self.assertIn(
                        engine.best(f"setoption name Seed value {seed}",
                                    f"position fen {fen}", "go nodes 1"),
                        moves)


# ---- CodinGame --------------------------------------------------------------


class CodinGame(unittest.TestCase):
    def play(self, paths):
        game = Game("ultimate-cg")
        with Engine(paths[0], "--protocol", "codingame") as x, \
                Engine(paths[1], "--protocol", "codingame") as o:
            while game.result() == "none":
                engine = x if game.turn() == "x" else o
                last = to_grid(game.moves[-1]) if game.moves else (-1, -1)
                legal = [to_grid(m) for m in game.legal()]
                engine.say("%d %d" % last, len(legal),
                           *("%d %d" % move for move in legal))
                row, col = map(int, engine.line().split(" "))
                game.play(from_grid(row, col))
            self.assertEqual((x.end(), o.end()), (0, 0))
            self.assertEqual((x.line(), o.line()), (None, None))
        return game.result()

    def test_whole_games_are_played_to_the_end(self):
        for paths in ((RANDOM, GREEDY), (GREEDY, RANDOM), (RANDOM, RANDOM),
                      (GREEDY, GREEDY)):
            self.play(paths)

    def test_uct_keeps_up(self):
        self.assertEqual(self.play((UCT, RANDOM)), "p1win")

    def test_listed_moves_are_right_even_if_the_rules_say_otherwise(self):
        with Engine(GREEDY, "--protocol", "codingame") as engine:
            engine.say("0 0", 2, "8 8", "7 7")
            self.assertIn(engine.line(), ("8 8", "7 7"))
            engine.say("0 0", 1, "4 4")
            self.assertEqual(engine.line(), "4 4")

    def test_nonsense_ends_with_an_error(self):
        lines, status = talk(RANDOM, b"0 0\n100\n", "--protocol", "codingame")
        self.assertEqual((lines, status), ([], 1))


if __name__ == "__main__":
    tap.main()
