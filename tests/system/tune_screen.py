#!/usr/bin/env python3
"""tune_screen.py SCREEN LABEL TUNE - numbers varied at once, what they are
worth; positions that searches ask about, what others think of them.

SCREEN is the program that plays, LABEL the one that judges, TUNE the folder of
the script that sums up.
"""
import os
import pathlib
import random
import struct
import subprocess
import sys

import cli_case
import tap

SCREEN, LABEL = sys.argv[1:3]
EFFECTS = pathlib.Path(sys.argv[3]) / "effects.py"
QUICK = ("--pairs=12", "--nodes=200")

# A search that leaves nothing out and has no idea what to look at first.
BLUNT = ("REVERSE_FUTILITY_DEPTH=1 RAZORING_DEPTH=0 LATE_FUTILITY_DEPTH=0 LMR_BASE=0 "
         "LMR_LOSING=0 HISTORY_LIMIT=1024 KILLER=0 BLOCK=0 GAIN=0 "
         "GAIN_FUTILITY_DEPTH=0 IIR_DEPTH=2")


SEEN, LABELLED = struct.Struct("<10H2B"), struct.Struct("<10H2Bh")


def call(*command, numbers="", **more):
    return subprocess.run(command, capture_output=True, text=True,
                          check=False,
                          env={**os.environ, "OXO_PARAMETERS": numbers, **more})


class Case(cli_case.Case):
    def good(self, *command, **more):
        done = call(*command, **more)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def bad(self, word, *command, **more):
        done = call(*command, **more)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stdout, "")
        self.assertIn(word, done.stderr)


class Screening(Case):
    def screen(self, *arguments, **more):
        return self.good(SCREEN, *QUICK, *arguments, **more).splitlines()

    def points(self, *arguments, **more):
        return [int(line.split()[1])
                for line in self.screen(*arguments, **more)[1:]]

    def test_the_same_command_gives_the_same_pairs(self):
        factors = ("REVERSE_FUTILITY_MARGIN=40:90", "LATE_FUTILITY_MOVE=1:8")
        first = self.screen(*factors)
        self.assertEqual(len(first), 13)
        self.assertEqual(self.screen(*factors), first)
        self.assertNotEqual(self.screen(*factors, "--seed=2"), first)

    def test_a_base_that_is_not_understood_is_refused(self):
        for numbers, word in (("ASPIRATION_WINDOW=50x", "x"), ("WINDOWS=50", "WINDOWS"),
                              ("LMR_DIVISOR=0", "LMR_DIVISOR")):
            self.bad(word, SCREEN, *QUICK, "GAIN=50:100", numbers=numbers)

    def test_variants_are_played_in_turn_unless_one_is_wanted(self):
        def variants(*more):
            return {line.split()[0]
                    for line in self.screen("ASPIRATION_WINDOW=8:100", *more)[1:]}
        self.assertEqual(variants(), {"ultimate", "ultimate-cg"})
        self.assertEqual(variants("--variant=ultimate"), {"ultimate"})

    def test_sides_that_do_not_differ_are_equal_in_every_pair(self):
        points = self.points("ASPIRATION_WINDOW=50", numbers="ASPIRATION_WINDOW=50")
        self.assertEqual(points, [0] * 12)

    def test_a_factor_turned_round_turns_every_pair_round(self):
        points = self.points("LATE_FUTILITY_MOVE=1:8 REVERSE_FUTILITY_MARGIN=20:160")
        other = self.points("LATE_FUTILITY_MOVE=8:1 REVERSE_FUTILITY_MARGIN=160:20")
        self.assertTrue(any(points))
        self.assertEqual(other, [-point for point in points])

    def test_factors_of_a_file_are_those_of_the_command_line(self):
        listed = self.file("factors", "# numbers\nASPIRATION_WINDOW=8:100\n\n"
                                      "KILLER=0:9 GAIN=50 # together\n")
        lines = self.screen("--factors", listed, numbers="GAIN=70")
        self.assertEqual(lines[0], "factors: ASPIRATION_WINDOW=8:100, "
                                   "KILLER=0:9 GAIN=70:50")
        self.assertEqual(lines, self.screen(
            "ASPIRATION_WINDOW=8:100", "KILLER=0:9 GAIN=50", numbers="GAIN=70"))

    def test_what_cannot_be_varied_is_refused(self):
        for word, *arguments in (
                ("no factors",), ("SAFER", "SAFER=1:2"), ("empty", " "),
                ("ASPIRATION_WINDOW", "ASPIRATION_WINDOW"), ("ASPIRATION_WINDOW", "ASPIRATION_WINDOW="),
                ("ASPIRATION_WINDOW", "ASPIRATION_WINDOW=20:"), ("99999", "ASPIRATION_WINDOW=20:99999"),
                ("'x'", "ASPIRATION_WINDOW=20:30x"), ("twice", "GAIN=50", "GAIN=60"),
                ("pairs", "--pairs=0", "GAIN=50"),
                ("nodes", "--nodes=1e3", "GAIN=50"),
                ("ultimate-continue", "--variant=ultimate-continue"),
                ("nowhere", "--factors=nowhere"), ("--what", "--what")):
            with self.subTest(arguments=arguments):
                self.bad(word, SCREEN, *arguments)

    def test_help_is_given(self):
        self.assertIn("--factors FILE", self.good(SCREEN, "--help"))


class Effects(Case):
    def effects(self, *arguments):
        return self.good(sys.executable, str(EFFECTS), *arguments)

    def test_a_blunt_search_is_found_to_be_worse(self):
        played = self.file("played", self.good(
            SCREEN, "--pairs=100", "--nodes=1000", "--variant=ultimate-cg",
            BLUNT))
        elo, *_, z = self.effects(played).splitlines()[-1].split()[-4:]
        self.assertLess(float(elo), 0)
        self.assertLess(float(z), 0)

    def test_elo_and_error_are_those_worked_out_by_hand(self):
        # High has 3 of 4 points in two pairs: surpluses of 1/2 and 0, so
        # 1/4 of a point, and an error of sqrt(1/4) / 2; 694.9 Elo a point.
        told = self.effects(self.file(
            "two", "factors: GAIN=50:60\nultimate -2 -\nultimate 0 +\n"))
        self.assertEqual(told.splitlines()[-1].split(),
                         ["GAIN=50:60", "+173.7", "±", "173.7", "+1.00"])

    def test_what_makes_sides_win_is_picked(self):
        dice = random.Random(1)
        lines = ["factors: GAIN=50:60, ASPIRATION_WINDOW=20:30 KILLER=5:6, BLOCK=7:8"]
        for _ in range(400):
            signs = [dice.choice((-1, 1)) for _ in range(3)]
            points = dice.choice((-1, 0, 1)) + (signs[0] - signs[1]) // 2
            lines.append(f"ultimate {points} " +
                         "".join("-+"[sign > 0] for sign in signs))
        played = self.file("played", "\n".join(lines) + "\n")
        self.assertEqual(set(self.effects("--pick=4", played).split()),
                         {"GAIN=60", "ASPIRATION_WINDOW=20", "KILLER=5"})

    def test_files_add_up_and_a_torn_line_is_left_out(self):
        one = "factors: GAIN=50:60\nultimate 2 +\n"
        two = "factors: ASPIRATION_WINDOW=20:30, GAIN=50:60\nultimate 1 -+\n"
        apart = self.effects(self.file("one", one),
                             self.file("two", two + "ultimate 2 +"))
        self.assertIn("pairs: 2 of ultimate\n", apart)
        self.assertEqual(apart, self.effects(self.file("both", one + two)))

    def test_what_is_no_output_of_screen_is_refused_with_its_line(self):
        first = "factors: GAIN=50:60\n"
        for text in ("ultimate 0 +\n", first + "ultimate 0 ++\n",
                     first + "ultimate 3 +\n", first + "what\n"):
            with self.subTest(text=text):
                self.bad(f"bad:{text.count(chr(10))}:", sys.executable,
                         str(EFFECTS), self.file("bad", text))
        for arguments in ([self.file("none", first)], ["nowhere"],
                          ["--pick=9", self.file("even", first +
                                                 "ultimate 0 +\n")]):
            self.bad("effects.py: ", sys.executable, str(EFFECTS), *arguments)


class Labels(Case):
    def seen(self):
        path = self.scratch / "seen"
        self.good(SCREEN, "--pairs=1", "--nodes=2000", "--variant=ultimate",
                  "ASPIRATION_WINDOW=8:100", OXO_SEEN=str(path))
        return path

    def label(self, path, variant="ultimate", nodes=300, seconds=600):
        return subprocess.run(
            [LABEL, path, variant, str(nodes), "2", str(seconds)],
            capture_output=True, check=False)

    def test_every_position_that_was_seen_gets_a_score(self):
        path = self.seen()
        done = self.label(path)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        seen = sorted(SEEN.iter_unpack(path.read_bytes()))
        labelled = sorted(LABELLED.iter_unpack(done.stdout))
        self.assertGreater(len(seen), 100)
        self.assertEqual([row[:-1] for row in labelled], seen)
        scores = [row[-1] for row in labelled]
        self.assertNotIn(-32768, scores)  # nobody looked
        proofs = [score for score in scores if abs(score) >= 29900]
        self.assertGreater(len(proofs), 0)
        self.assertLess(len(proofs), len(scores))

    def test_no_position_is_judged_when_there_is_no_time(self):
        done = self.label(self.seen(), seconds=0)
        self.assertEqual((done.returncode, done.stdout), (0, b""))

    def test_what_is_no_position_of_a_search_is_refused(self):
        path = self.scratch / "other"
        path.write_bytes(b"\xff" * SEEN.size)
        seen = self.seen()
        for wrong in ((path,), (self.scratch / "none",), (self.scratch,),
                      (seen, "classic"), (seen, "ultimate", 0),
                      (seen, "ultimate", "2k"), (seen, "ultimate", 300, "")):
            done = self.label(*wrong)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(b"label: ", done.stderr)


if __name__ == "__main__":
    tap.main()
