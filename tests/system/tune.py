#!/usr/bin/env python3
"""tune.py TUNE - the tuner of the search's numbers, against a referee whose
opinion is known.

TUNE is the folder of the tuner.
"""
import json
import math
import pathlib
import random
import sys
import tempfile
import unittest

import tap

sys.path.insert(0, sys.argv[1])
import spsa  # noqa: E402

BEST = {"REVERSE_FUTILITY_MARGIN": 110, "LATE_FUTILITY_MARGIN": 30}


def judge(options, round_number, up, down):
    """Games whose odds are the better, the nearer to BEST."""
    dice = random.Random(round_number)
    gap = sum(abs(down[n] - BEST[n]) - abs(up[n] - BEST[n]) for n in BEST)
    chance = 1 / (1 + math.exp(-gap / 20))
    wins = sum(dice.random() < chance for _ in range(2 * options.pairs))
    return wins, 0, 2 * options.pairs - wins


class Tuning(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.log = pathlib.Path(scratch.name) / "log"

    def tune(self, rounds, *more, log=None, referee=judge):
        options = spsa.parse(["oxo", str(log or self.log), *BEST,
                              "--rounds", str(rounds), *more])
        numbers = spsa.read_parameters(spsa.PARAMETERS, options.names)
        spsa.tune(options, numbers, referee)
        return {n.name: n.value for n in numbers}

    def test_numbers_go_where_games_are_won(self):
        found = self.tune(400, "--rate=0.02")
        for name, best in BEST.items():
            self.assertLess(abs(found[name] - best), 12, found)

    def test_a_run_that_was_broken_off_goes_on_as_if_it_had_not(self):
        whole = self.tune(30)
        lines = self.log.read_text().splitlines(True)
        self.assertEqual(len(lines), 31)
        parts = self.log.with_name("parts")
        parts.write_text("".join(lines[:12]) + lines[12][:20])
        self.assertEqual(self.tune(30, log=parts), whole)
        self.assertEqual(parts.read_text(), self.log.read_text())

    def test_another_seed_is_another_run(self):
        self.tune(5)
        with self.assertRaises(SystemExit):
            self.tune(5, "--seed=2")
        first = self.log.read_text()
        other = self.log.with_name("other")
        self.tune(5, "--seed=2", log=other)
        self.assertNotEqual(other.read_text().splitlines()[1:],
                            first.splitlines()[1:])

    def test_numbers_stay_within_their_bounds(self):
        def extreme(options, round_number, up, down):
            for name, value in [*up.items(), *down.items()]:
                self.assertTrue(bounds[name][0] <= value <= bounds[name][1])
            return 2 * options.pairs, 0, 0
        bounds = {n.name: (n.least, n.most)
                  for n in spsa.read_parameters(spsa.PARAMETERS, list(BEST))}
        self.tune(60, "--rate=1", referee=extreme)
        for line in self.log.read_text().splitlines()[1:]:
            for name, value in json.loads(line)["values"].items():
                self.assertTrue(bounds[name][0] <= value <= bounds[name][1])

    def test_names_that_are_none_are_refused(self):
        with self.assertRaises(SystemExit):
            spsa.read_parameters(spsa.PARAMETERS, ["REVERSED_FUTILITY_MARGIN"])


if __name__ == "__main__":
    tap.main()
