#!/usr/bin/env python3
"""cli_analyze.py OXO - `oxo analyze`: positions and games, judged by the
engine.
"""
import json
import os
import pathlib
import re
import signal
import subprocess
import time
import unittest
import xml.etree.ElementTree as xml

import tap
from cli_case import ENVIRONMENT, OXO, SIX, SIX_MOVES, START, Case, oxo
from exits import INTERRUPTED
from patience import PATIENCE

SVG = "{http://www.w3.org/2000/svg}"
LOST = "xo1/1x1/3 o"  # X wins in at most four moves
EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / \
    "docs/examples/ultimate.tpgn"
LATE = "6ooo/o4o3/2xo3xo/2xx1o3/ooo6/x3x3x/1x2xxo1x/6xxx/ox2o2ox o -"


class Analyzing(Case):
    def told(self, *arguments, **options):
        out = self.good("analyze", "--json", *arguments, **options)
        self.assertEqual(out.count("\n"), 1)
        return json.loads(out)

    def game(self, moves, variant="ultimate", **tags):
        text = self.good("convert", "--from=moves", "--to=tpgn",
                         f"--variant={variant}", *moves.split())
        for name, value in tags.items():
            text = re.sub(rf'\[{name} "[^"]*"\]', f'[{name} "{value}"]', text)
        return text


class Positions(Analyzing):
    def test_every_legal_move_has_a_value_and_a_line(self):
        told = self.told("--nodes=20000", SIX)
        self.assertEqual((told["variant"], told["position"], told["turn"],
                          told["outcome"]),
                         ("ultimate", SIX, "X", "ongoing"))
        self.assertEqual(sorted(line["moves"][0] for line in told["lines"]),
                         [f"c{cell}" for cell in "abcdefghi"])
        scores = [line["value"]["expected"] for line in told["lines"]]
        self.assertEqual(scores, sorted(scores, reverse=True))

    def test_classic_is_proven(self):
        told = self.told(LOST)
        for line in told["lines"]:
            value = line["value"]
            self.assertEqual((value["kind"], value["proven"]), ("loss", True))
            self.assertEqual(value["distance"], len(line["moves"]))
        self.assertEqual(told["lines"][0]["moves"], ["i", "d", "c", "f"])

    def test_a_late_win_is_proven_in_ultimate(self):
        best = self.told(LATE)["lines"][0]
        self.assertEqual((best["value"]["kind"], best["value"]["distance"]),
                         ("win", 7))

    def test_lines_and_limits(self):
        told = self.told("--nodes=5000", "--lines=3", START)
        self.assertEqual(len(told["lines"]), 3)
        self.assertLess(told["nodes"], 20000)
        self.assertEqual(self.told("--depth=2", "--lines=1", SIX)["depth"], 2)
        self.assertLess(self.told("--movetime=50", START)["time"], 60000)

    def test_few_nodes_are_no_look_up(self):
        text = self.good("analyze", "--nodes=1", START)
        self.assertRegex(text, r"\nDepth \d+, \d+ nodes?, ")
        self.assertNotIn("classic", text)

    def test_nodes_make_it_the_same_every_time(self):
        first, again = (self.told("--nodes=30000", SIX) for _ in range(2))
        for told in (first, again):
            del told["time"]
        self.assertEqual(first, again)

    def test_a_position_of_a_game(self):
        game = self.game(SIX_MOVES)
        told = self.told("--nodes=5000", "--ply=6", "-", stdin=game)
        self.assertEqual(told["position"], SIX)
        self.assertIn("'--ply' is a number from 0 to 6",
                      self.bad(2, "analyze", "--ply=7", "-", stdin=game))
        self.good("analyze", "--ply=0", "xo1/1x1/3 o")
        self.assertIn("'--ply' counts the moves of a game; this position "
                      "has none",
                      self.bad(2, "analyze", "--ply=3", "xo1/1x1/3 o"))

    def test_a_finished_position_has_no_moves(self):
        told = self.told("xxx/oo1/3 o")
        self.assertEqual((told["outcome"], told["lines"]), ("X", []))
        self.assertEqual(self.good("analyze", "xxx/oo1/3 o"),
                         "Noughts and crosses: X wins with a, b and c\n"
                         "xxx/oo1/3 o\n")

    def test_text_is_a_table(self):
        self.assertEqual(self.good("analyze", "--lines=2", LOST), """\
Noughts and crosses: O to move
xo1/1x1/3 o

  move O's score               value          kind      line
  i    ················   0 %  X wins in 4    proven    i d c f
  c    ················   0 %  X wins in 2    proven    c i

Looked up: classic is solved.
""")
        out = self.good("analyze", "--nodes=20000", SIX)
        self.assertEqual(len(re.findall(" estimated c", out)), 9)
        for line in out.splitlines():
            self.assertLessEqual(len(line), 79)

    def test_other_notations(self):
        self.assertEqual(self.told("--from=flat", "xo..x....")["position"],
                         LOST)


class Games(Analyzing):
    BLUNDER = "e a b h c g"

    def test_every_move_has_a_point_and_a_verdict(self):
        told = self.told("-", stdin=self.game(self.BLUNDER, "classic",
                                              X="Ada", O="Bo"))
        self.assertEqual(told["players"], {"X": "Ada", "O": "Bo"})
        self.assertEqual((len(told["points"]), len(told["moves"])), (7, 6))
        self.assertTrue(told["done"])
        self.assertEqual([move["move"] for move in told["moves"]],
                         self.BLUNDER.split())
        self.assertEqual(told["moves"][4]["grade"], "blunder")
        self.assertEqual(told["keys"], [4])
        self.assertLess(told["accuracy"]["X"], told["accuracy"]["O"])

    def test_text_tells_moves_graph_key_moments_and_accuracy(self):
        out = self.good("analyze", "-", stdin=self.game(
            self.BLUNDER, "classic", X="Ada", O="Bo"))
        self.assertIn("Noughts and crosses: X Ada, O Bo, *\n", out)
        self.assertRegex(out, r"\n  5 X c +·{16} +0 %  O wins in 3 +0\.56  "
                              r"blunder, key\n +lets O make two threats")
        self.assertIn("; better d\n", out)
        self.assertIn("X wins ┤\n", out)
        self.assertIn("O wins ┤     ●●\n", out)
        self.assertIn("Key moments:\n  5. X c: ", out)
        self.assertRegex(out, r"Accuracy, 0 to 100: X \d+\.\d, O 100\.0\n$")

    def test_nothing_is_said_of_players_nobody_knows(self):
        head = self.good("analyze", "--from=moves", "--variant=classic",
                         "e a b").splitlines()[0]
        self.assertEqual(head, "Noughts and crosses")
        head = self.good("analyze", "--from=moves", "--variant=classic",
                         "a d b e c").splitlines()[0]
        self.assertEqual(head, "Noughts and crosses: 1-0")

    def test_it_says_what_its_judgement_rests_on(self):
        game = str(EXAMPLE)
        told = self.told("--nodes=300", game)
        self.assertEqual(told["nodes"], 300)
        self.assertIn(False, [move["proven"] for move in told["moves"]])
        self.assertTrue(told["moves"][-1]["proven"])
        out = self.good("analyze", "--nodes=300", game)
        proven = [point["value"]["proven"] for point in told["points"]]
        self.assertIn("300 nodes per position. Proven values: "
                      f"{proven.count(True)} of 50.\n"
                      "A longer analysis may see more: '--nodes N'.\n", out)
        faults = [move["proven"] for move in told["moves"] if move["grade"] in
                  ("inaccuracy", "mistake", "missed-win", "blunder")]
        self.assertEqual(out.count(" (estimated)\n"), faults.count(False))
        self.assertGreater(faults.count(False), 0)

    def test_what_is_proven_needs_no_more_nodes(self):
        won = "6ooo/o4o3/2xo3xo/2xx1o3/ooo6/x3x3x/1x2xxo1x/6xxx/ox2o2ox o -"
        out = self.good("analyze", "-", stdin=(
            '[Variant "ultimate"]\n[SetUp "1"]\n'
            f'[FEN "{won}"]\n\nid db bd dg gd da if 0-1\n'))
        self.assertIn("Proven values: 8 of 8.\nAccuracy", out)

    def test_classic_needs_no_nodes(self):
        game = self.game(self.BLUNDER, "classic")
        told = self.told("-", stdin=game)
        self.assertEqual(told["nodes"], 0)
        self.assertTrue(all(move["proven"] for move in told["moves"]))
        out = self.good("analyze", "-", stdin=game)
        self.assertIn("\nLooked up: classic is solved.\n", out)
        self.assertNotIn("(estimated)", out)

    def test_ascii_where_it_must_be(self):
        game = self.game(self.BLUNDER, "classic")
        for out in (self.good("analyze", "--ascii", "-", stdin=game),
                    self.good("analyze", "-", stdin=game,
                              env={"LC_ALL": "C"})):
            self.assertTrue(out.isascii())
            self.assertIn("########", out)

    def test_time_ends_it_with_what_there_is(self):
        game = self.game(SIX_MOVES)
        told = self.told("--nodes=2000000", "--movetime=1", "-", stdin=game)
        self.assertFalse(told["done"])
        self.assertLess(len(told["moves"]), 6)
        out = self.good("analyze", "--nodes=2000000", "--movetime=1", "-",
                        stdin=game)
        self.assertRegex(out, r"Ended early: \d of 6 moves were analyzed\.\n$")

    def test_the_game_that_is_asked_for(self):
        games = self.game("e a", "classic") + "\n" + self.game("a e b",
                                                               "classic")
        self.assertEqual(len(self.told("--game=2", "-",
                                       stdin=games)["moves"]), 3)
        self.assertIn("has only 2", self.bad(2, "analyze", "--game=3", "-",
                                          stdin=games))

    def test_what_is_for_positions_is_refused(self):
        game = self.game("e a", "classic")
        for option in ("--depth=3", "--lines=2"):
            self.assertIn("is for positions, and this is a game",
                          self.bad(2, "analyze", option, "-", stdin=game))


class Pictures(Analyzing):
    def picture(self, *arguments, **options):
        return xml.fromstring(self.good("analyze", "--svg", *arguments,
                                        **options))

    def test_a_game_is_a_graph(self):
        root = self.picture("-", stdin=self.game(
            "e a b h c g", "classic", X="Ada & <Co>", O="Bo"))
        points = root.find(f"{SVG}polyline").get("points").split()
        self.assertEqual(len(points), 7)
        texts = [text.text for text in root.iter(f"{SVG}text")]
        self.assertIn("Ada & <Co> - Bo, *", texts)
        self.assertIn("5. c", texts)
        self.assertEqual(root.find(f"{SVG}title").text, "Ada & <Co> - Bo, *")

    def test_a_position_is_a_board_with_its_best_moves(self):
        for position, marks in ((LOST, 3), (SIX, 7)):
            root = self.picture("--nodes=5000", position)
            texts = [text.text for text in root.iter(f"{SVG}text")]
            self.assertIn("1", texts)
            crosses = [line for line in root.iter(f"{SVG}line")
                       if line.get("stroke") == "#0059a8"]
            rings = [ring for ring in root.iter(f"{SVG}circle")
                     if ring.get("stroke") == "#c8102e"]
            self.assertEqual(len(crosses) // 2 + len(rings), marks)


class Refusals(Analyzing):
    def test_bad_input_is_told(self):
        self.assertIn("missing INPUT", self.bad(2, "analyze"))
        self.bad(1, "analyze", "./missing")
        self.bad(3, "analyze", "9/9/9 x -")
        self.assertIn("the input is empty", self.bad(3, "analyze", "-"))

    def test_moves_are_told_how_they_are_read(self):
        for moves in "ee ea", "e a", "ee":
            self.assertIn("these are moves: '--from moves' reads them",
                          self.bad(3, "analyze", moves))
        for line in "ee aa", "9/9/9 x -", "nonsense":
            self.assertNotIn("--from", self.bad(3, "analyze", line))
        self.assertIn("'oxo convert --from moves --to position' reads them",
                      self.bad(3, "show", "ee ea"))
        self.assertIn("'--from moves' reads them",
                      self.bad(3, "validate", "ee ea"))
        self.assertEqual(
            self.bad(3, "convert", "--to=position", "ee", "ea").count(
                "these are moves: '--from moves' reads them"), 1)

    def test_options_that_make_no_sense_are_refused(self):
        self.assertIn("do not go together",
                      self.bad(2, "analyze", "--json", "--svg", LOST))
        for option, value in (("depth", "0"), ("lines", "82"), ("nodes", "0"),
                              ("movetime", "0"), ("hash", "x"), ("game", "0")):
            self.assertIn(f"'--{option}' is a number",
                          self.bad(2, "analyze", f"--{option}={value}", LOST))
        self.assertIn("no neural network", self.bad(1, "analyze", "--net", str(OXO),
                                         LOST))


class Interrupts(Analyzing):
    def test_the_first_signal_ends_it_with_an_answer(self):
        try:
            master, slave = os.openpty()
        except OSError as error:  # /dev/ptmx is missing, as in a bare chroot
            raise unittest.SkipTest(f"no terminals here: {error}") from error
        self.addCleanup(os.close, master)
        process = subprocess.Popen(
            [str(OXO), "analyze", "--json", "--movetime=1000000", START],
            env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=slave)
        self.addCleanup(process.kill)
        os.close(slave)
        text = b""
        while b"million nodes" not in text:  # progress
            text += os.read(master, 4096)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, INTERRUPTED)
        self.assertEqual(len(json.loads(out)["lines"]), 81)

    def test_a_signal_ends_the_search_under_way_in_a_game(self):
        for options, answer in ((["--json"], '"done": false'),
                                ([], "Ended early: 0 of 6 moves")):
            process = subprocess.Popen(
                [str(OXO), "analyze", "--from=moves", "--nodes=1000000000000",
                 *options, SIX_MOVES], env=ENVIRONMENT, text=True,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.addCleanup(process.kill)
            status = pathlib.Path(f"/proc/{process.pid}/status")
            caught = 1 << (signal.SIGINT - 1)
            while not int(re.search(r"SigCgt:\s*(\w+)", status.read_text())[1],
                          16) & caught:
                time.sleep(0.02)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=PATIENCE)
            self.assertEqual((process.returncode, err),
                             (INTERRUPTED, "oxo analyze: interrupted\n"))
            self.assertIn(answer, out)

    def test_nothing_is_told_where_nobody_looks(self):
        done = oxo("analyze", "--movetime=1200", "--lines=1", START)
        self.assertEqual((done.code, done.err), (0, ""))


if __name__ == "__main__":
    tap.main()
