#!/usr/bin/env python3
"""cli_solve.py OXO - proofs, and the output when there is no proof."""
import json
import os
import resource
import signal
import subprocess
import unittest

import tap
from cli_case import ENVIRONMENT, OXO, SIX, START, Case, oxo
from exits import INTERRUPTED
from patience import PATIENCE

# The engine's search ('go depth 40') finds the same results and distances.
WIN = "6ooo/o4o3/2xo3xo/2xx1o3/ooo6/x3x3x/1x2xxo1x/6xxx/ox2o2ox o -"
LOSS = "o1o3x1o/xxx6/5x2o/3xooo2/o3oo2o/2x2x3/2x1x1x2/x3x3x/6ooo x -"
DRAW = "5o1xo/x3oo2x/xxx6/o2o2o2/1ox6/o1x6/6xxx/o3o3o/2xxx3o o -"
CLASSIC_WIN = "xx1/oo1/3 x"
CLASSIC_DRAW = "3/3/3 x"
FINISHED = "xxx/oo1/3 o"

TOKENS = {"X": "1-0", "O": "0-1", "draw": "1/2-1/2"}
OUTCOMES = {"X": "x-wins", "O": "o-wins", "draw": "draw"}
KEYS = ["variant", "position", "turn", "outcome", "result", "complete",
        "nodes", "time", "lines"]


class Solving(Case):
    def told(self, *arguments, code=0, **options):
        """The JSON of a run that writes nothing to stderr."""
        done = oxo("solve", "--json", "--quiet", *arguments, **options)
        self.assertEqual((done.code, done.err), (code, ""), arguments)
        self.assertEqual(done.out.count("\n"), 1)
        told = json.loads(done.out)
        self.assertEqual(list(told), KEYS)
        return told

    def outcome_of(self, told):
        """The outcome after the line, by the rules alone.

        Fails on an illegal move or a wrong result."""
        game = (f'[Variant "{told["variant"]}"]\n[SetUp "1"]\n'
                f'[FEN "{told["position"]}"]\n\n'
                f'{" ".join(told["lines"][0]["moves"])} '
                f'{TOKENS[told["result"]]}\n')
        out = self.good("convert", "--from=tpgn", "--to=json", "-",
                        stdin=game)
        return json.loads(out)["outcome"]


class Proofs(Solving):
    def check(self, position, result, distance, *arguments):
        told = self.told(position, *arguments)
        line, = told["lines"]
        self.assertEqual((told["result"], line["value"]["proven"],
                          line["value"]["distance"]),
                         (result, True, distance))
        self.assertTrue(told["complete"])
        if distance:
            self.assertEqual(len(line["moves"]), distance)
        self.assertEqual(self.outcome_of(told), OUTCOMES[result])

    def test_a_win_has_a_line_to_the_end(self):
        self.check(WIN, "O", 7)

    def test_a_loss_is_the_other_sides_win(self):
        self.check(LOSS, "O", 8)

    def test_a_draw_has_a_line_and_no_distance(self):
        self.check(DRAW, "draw", 0)

    def test_classic_by_its_shape(self):
        self.check(CLASSIC_WIN, "X", 1)
        self.check(CLASSIC_DRAW, "draw", 0)
        self.check("3/3/3 x", "draw", 0, "--variant=classic")

    def test_it_speaks_the_words_of_analyze(self):
        for position in (WIN, LOSS, CLASSIC_WIN, CLASSIC_DRAW, FINISHED):
            proof = self.told(position)
            found = json.loads(self.good("analyze", "--json", "--lines=1",
                                         position))
            for key in ("variant", "position", "turn", "outcome"):
                self.assertEqual(proof[key], found[key])
            self.assertEqual([line["value"] for line in proof["lines"]],
                             [line["value"] for line in found["lines"]])
            self.assertLessEqual({*proof} - {*found}, {"result", "complete"})

    def test_every_rule_set_is_solved_by_its_own_rules(self):
        for variant in ("ultimate", "ultimate-cg"):
            told = self.told(f"--variant={variant}", DRAW)
            self.assertEqual(told["variant"], variant)
            self.assertEqual(self.outcome_of(told), OUTCOMES[told["result"]])

    def test_little_memory_is_enough_for_few_nodes(self):
        self.check(WIN, "O", 7, "--hash=1")


class Text(Solving):
    def rows(self, *arguments, **options):
        lines = self.good("solve", *arguments, **options).splitlines()
        return dict(line.split(None, 1) for line in lines)

    def test_a_win_is_told_with_its_line(self):
        rows = self.rows(WIN)
        self.assertEqual(list(rows), ["result", "distance", "line", "nodes",
                                      "time"])
        self.assertEqual(rows["result"], "O wins")
        self.assertEqual(rows["distance"], "7 moves")
        self.assertEqual(rows["line"].split(),
                         self.told(WIN)["lines"][0]["moves"])
        self.assertGreater(int(rows["nodes"]), 0)

    def test_one_move_is_not_plural(self):
        rows = self.rows(CLASSIC_WIN)
        self.assertEqual((rows["result"], rows["distance"], rows["line"]),
                         ("X wins", "1 move", "c"))

    def test_a_draw_has_no_distance(self):
        rows = self.rows(CLASSIC_DRAW)
        self.assertEqual(rows["result"], "draw")
        self.assertNotIn("distance", rows)
        self.assertEqual(len(rows["line"].split()), 9)

    def test_a_finished_game_is_said_to_be_one(self):
        self.assertEqual(self.good("solve", FINISHED),
                         "result    X wins: the game is over\n")
        told = self.told(FINISHED)
        self.assertEqual((told["result"], told["outcome"], told["lines"]),
                         ("X", "X", []))


class Limits(Solving):
    def test_unknown_has_an_exit_status_of_its_own(self):
        done = oxo("solve", "--nodes=2000", SIX)
        self.assertEqual(done.code, 5)
        self.assertEqual(done.out.splitlines()[0], "result    unknown")
        self.assertEqual(done.err,
                         "oxo solve: not solved within the limits\n")

    def test_unknown_is_data_in_json(self):
        told = self.told("--nodes=2000", SIX, code=5)
        self.assertEqual((told["result"], told["outcome"], told["lines"]),
                         ("unknown", "ongoing", []))
        self.assertLess(told["nodes"], 20000)

    def test_time_ends_it(self):
        for seconds in ("0.01", ".01", "0.0001"):
            self.assertEqual(self.told(f"--time={seconds}", START,
                                       code=5)["result"], "unknown")

    def test_limits_are_numbers(self):
        for option, values in (
                ("time", ("0", "-1", "x", "", ".", "1e3", "nan", "1.2.3",
                          "1000001")),
                ("nodes", ("0", "-1", "x", "", "1.5", "1" * 19)),
                ("hash", ("0", "-1", "x", "", "1048577"))):
            for value in values:
                self.assertIn(f"'--{option}' is a number",
                              self.bad(2, "solve", f"--{option}", value, WIN))

    def test_memory_that_is_not_there_is_a_failure(self):
        def little_memory():
            resource.setrlimit(resource.RLIMIT_AS, (200 << 20, 200 << 20))
        if oxo("version", preexec_fn=little_memory).code != 0:
            self.skipTest("this build needs more to run at all")
        self.assertIn("1024 MiB of memory: ",
                      self.bad(1, "solve", "--hash=1024", WIN,
                               preexec_fn=little_memory))


class Input(Solving):
    def test_standard_input_and_files(self):
        self.assertEqual(self.told("-", stdin=WIN + "\n")["result"], "O")
        path = self.file("late.txt", WIN)
        self.assertEqual(self.told(path)["position"], WIN)

    def test_a_game_is_solved_where_it_ends(self):
        game = self.good("convert", "--from=moves", "--to=tpgn",
                         "--variant=classic", "a", "d", "b", "e")
        told = self.told("-", stdin=game)
        self.assertEqual((told["position"], told["lines"][0]["moves"]),
                         (CLASSIC_WIN, ["c"]))

    def test_bad_notation_is_shown_with_a_caret(self):
        error = self.bad(3, "solve", "9/9/9 x -")
        self.assertRegex(error, r"^<argument 1>:1:\d+: .*\n.*\n *\^\n$")
        self.bad(3, "solve", "xxx6/9/9/9/9/9/9/9/9 x -")

    def test_one_position_it_is(self):
        self.assertIn("missing POSITION", self.bad(2, "solve"))
        for empty in ("-", "", " "):
            self.assertIn("the input is empty", self.bad(3, "solve", empty))
        self.assertIn("more than one position",
                      self.bad(2, "solve", "-", stdin=f"{WIN}\n{LOSS}\n"))
        self.bad(1, "solve", "./missing")


class Interrupts(Solving):
    def start(self, *arguments, **options):
        process = subprocess.Popen(
            [str(OXO), "solve", *arguments, START], env=ENVIRONMENT,
            text=True, stdout=subprocess.PIPE,
            stderr=options.pop("stderr", subprocess.PIPE))
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def test_a_signal_ends_it_with_an_answer(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start()
            # Progress: the solver is at work.
            self.assertRegex(process.stderr.readline(),
                             r"^\d+\.\d s, \d+\.\d million nodes\n$")
            process.send_signal(number)
            out, err = process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, INTERRUPTED)
            self.assertTrue(out.startswith("result    unknown\n"))
            self.assertTrue(err.endswith("oxo solve: interrupted\n"), err)

    def test_quiet_is_quiet(self):
        done = oxo("solve", "--quiet", "--json", "--time=1.3", START)
        self.assertEqual((done.code, done.err), (5, ""))

    def test_a_terminal_has_one_line_that_changes(self):
        try:
            master, slave = os.openpty()
        except OSError as error:  # /dev/ptmx is missing, as in a bare chroot
            raise unittest.SkipTest(f"no terminals here: {error}") from error
        self.addCleanup(os.close, master)
        process = self.start("--json", stderr=slave)
        os.close(slave)
        text = b""
        while text.count(b"\r") < 2:
            text += os.read(master, 4096)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, INTERRUPTED)
        try:
            while b"interrupted" not in text:
                text += os.read(master, 65536)
        except OSError:  # Linux reports EIO when the other side is closed
            pass
        text, end, _ = text.partition(b"oxo solve: interrupted")
        self.assertTrue(end)
        self.assertNotIn(b"\n", text)
        self.assertTrue(text.endswith(b" \r"), text)


if __name__ == "__main__":
    tap.main()
