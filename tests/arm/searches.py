#!/usr/bin/env python3
"""searches.py SOURCE NATIVE ARM... - the engine on ARM searches as it does
on the machine at hand: the same nodes, values and lines.

NATIVE is the program of searches.c, and ARM the command that runs ARM's.
"""
import pathlib
import subprocess
import sys
import unittest

import tap

ROOT = pathlib.Path(sys.argv[1])
NATIVE, ARM = sys.argv[2:3], sys.argv[3:]


def searched(command, variant, positions):
    return subprocess.run([*command, variant], input="\n".join(positions),
                          stdout=subprocess.PIPE, text=True,
                          check=True).stdout.splitlines()


class Searches(unittest.TestCase):
    def compare(self, variant):
        file = ROOT / "tests" / "data" / f"net-{variant}.txt"
        positions = file.read_text().splitlines()[::100]
        native = searched(NATIVE, variant, positions)
        self.assertEqual(len(native), 2 * len(positions))
        self.assertEqual(searched(ARM, variant, positions), native)

    def test_ultimate_is_searched_alike(self):
        self.compare("ultimate")

    def test_ultimate_cg_is_searched_alike(self):
        self.compare("ultimate-cg")


if __name__ == "__main__":
    tap.main()
