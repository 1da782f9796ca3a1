#!/usr/bin/env python3
"""cli_selfplay.py OXO TRAIN - self-play games, and the other readers of them.

TRAIN is the folder of the training scripts, whose reader is a second
implementation of the format.
"""
import json
import lzma
import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest

import tap
from cli_case import ENVIRONMENT, OXO, Case, oxo, small_disk
from exits import INTERRUPTED, heed_hangups

sys.path.insert(0, sys.argv[2])
import files  # noqa: E402
import gamefile  # noqa: E402

QUICK = ("--nodes", "50")


class SelfPlay(Case):
    def games(self, name, *arguments):
        path = str(self.scratch / name)
        self.assertEqual(self.good("selfplay", *QUICK, "-q", *arguments, path),
                         "")
        return path

    def count(self, path):
        return json.loads(self.good("selfplay", "--count", "--json", path))


class Playing(SelfPlay):
    def test_the_file_holds_the_games_asked_for(self):
        told = self.count(self.games("a", "--games", "5", "--seed", "3"))
        self.assertEqual((told["games"], told["variant"], told["seed"],
                          told["nodes"]), (5, "ultimate", 3, 50))
        self.assertEqual(told["x-wins"] + told["o-wins"] + told["draws"], 5)

    def test_which_net_judged_is_told(self):
        net = self.scratch / "compact.net"
        self.good("export", "codingame-net", "-o", str(net))
        checksum = f"{int.from_bytes(net.read_bytes()[-4:], 'little'):08X}"
        own = self.games("own", "--games=1")
        told = self.count(own)["net"]
        self.assertRegex(told["checksum"], "^[0-9A-F]{8}$")
        self.assertTrue(told["builtin"])
        self.assertIn(f"net        checksum {told['checksum']}, built-in"
                      "\n", self.good("selfplay", "--count", own))
        other = self.games("other", "--games=1", "--variant=ultimate-cg",
                           f"--net={net}")
        self.assertEqual(self.count(other)["net"],
                         {"checksum": checksum, "builtin": False})
        self.assertIn(f"net        checksum {checksum}\n",
                      self.good("selfplay", "--count", other))
        none = self.games("none", "--games=1", "--net=none")
        self.assertIsNone(self.count(none)["net"])
        self.assertIn("net        none\n",
                      self.good("selfplay", "--count", none))

    def test_threads_change_nothing_but_the_order(self):
        one, three = (gamefile.read(self.games(f"t{n}", "--games=8",
                                               f"--threads={n}"))
                      for n in (1, 3))
        self.assertEqual(sorted(one[1]), sorted(three[1]))

    def test_every_rule_set_of_ultimate_can_be_played(self):
        for variant in ("ultimate", "ultimate-cg", "ultimate-continue"):
            path = self.games(variant, "--games=2", "--variant", variant)
            self.assertEqual(gamefile.read(path)[0], variant)

    def test_progress_goes_to_standard_error(self):
        done = oxo("selfplay", *QUICK, "--games=2", str(self.scratch / "p"))
        self.assertEqual((done.code, done.out), (0, ""))
        self.assertRegex(done.err, r"^2 of 2 games, \d+ positions, \d+ proven;"
                                   r" [\d.]+ games/s, \d+ positions/s\n$")

    def test_games_begin_as_the_book_says(self):
        book = self.file("book", "ee ea\nab bb bd\n")
        path = self.games("b", "--games=6", f"--openings={book}",
                          "--plies=0", "--noise=0")
        for _, _, moves, _ in gamefile.read(path)[1]:
            self.assertTrue(moves.startswith((bytes([168, 164]),
                                              bytes([129, 138, 140]))))

    def test_a_bad_book_is_refused(self):
        book = self.file("book", "ee ee\n")
        place = str(self.scratch / "x")
        self.bad(4, "selfplay", f"--openings={book}", place)
        self.bad(1, "selfplay", f"--openings={self.file('none', '')}", place)
        self.bad(1, "selfplay", "--openings=no-such-book", place)
        self.assertFalse(pathlib.Path(place).exists())


class GoingOn(SelfPlay):
    def test_a_run_that_was_stopped_goes_on(self):
        path = self.scratch / "long"
        command = ["selfplay", *QUICK, "-q", "--threads=2", str(path)]
        have = 0
        for number in signal.SIGTERM, signal.SIGINT, signal.SIGHUP:
            size = path.stat().st_size if path.exists() else 0
            with subprocess.Popen([str(OXO), *command, "--games=1000000"],
                                  env=ENVIRONMENT, text=True,
                                  stderr=subprocess.PIPE,
                                  preexec_fn=heed_hangups) as run:
                while not path.exists() or path.stat().st_size < size + 2000:
                    self.assertIsNone(run.poll())
                    time.sleep(0.01)
                run.send_signal(number)
                self.assertEqual((run.communicate()[1], run.returncode), (
                    "oxo selfplay: interrupted; the same command continues\n",
                    INTERRUPTED))
            before, have = have, self.count(str(path))["games"]
            self.assertGreater(have, before)
        self.good(*command, f"--games={have + 3}")
        told = gamefile.read(path)[1]
        self.assertEqual(len({name for name, *_ in told}), have + 3)

    def test_other_settings_are_refused(self):
        path = self.games("a", "--games=1")
        before = pathlib.Path(path).read_bytes()
        book = self.file("book", "ee ea\n")
        for option, words in (
                ("--seed=2", "seed 1 there, 2 here"),
                ("--noise=1", "noise 30 there, 1 here"),
                ("--plies=3", "plies 9 there, 3 here"),
                ("--solve=0", "solve 24 there, 0 here"),
                ("--variant=ultimate-cg", "ultimate there, ultimate-cg here"),
                (f"--openings={book}", "another file of openings, or none")):
            self.assertIn(f"exists, from other settings: {words}\n",
                          self.bad(1, "selfplay", *QUICK, option, path))
        self.assertEqual(pathlib.Path(path).read_bytes(), before)

    def test_a_file_that_holds_the_games_is_told(self):
        path = self.games("a", "--games=2")
        for games in "1", "2":
            done = oxo("selfplay", *QUICK, f"--games={games}", path)
            self.assertEqual((done.code, done.err), (
                0, f"oxo selfplay: {path}: already has 2 games\n"))

    def test_no_game_begins_after_the_time(self):
        path = self.games("t", "--games=1000000", "--time=0.2")
        self.assertLess(self.count(path)["games"], 1000000)


class Files(SelfPlay):
    def test_merged_files_hold_each_game_once(self):
        a = self.games("a", "--games=3")
        b = self.games("b", "--games=2", "--seed=2")
        both = str(self.scratch / "both")
        self.assertEqual(self.good("selfplay", "--merge", both, a, b, a),
                         "5 games; 3 duplicates were dropped\n")
        self.assertEqual(self.count(both)["games"], 5)
        self.assertEqual(sorted(gamefile.read(both)[1]),
                         sorted(gamefile.read(a)[1] + gamefile.read(b)[1]))
        self.assertIn("several runs", self.good("selfplay", "--count", both))
        self.bad(1, "selfplay", "--merge", both, a)
        self.assertIn("was merged, and cannot be continued",
                      self.bad(1, "selfplay", *QUICK, both))

    def test_games_of_other_settings_are_merged_all(self):
        paths = [self.games(name, "--games=2", *options) for name, options in
                 (("a", ()), ("b", ("--nodes=60",)), ("c", ("--noise=500",)),
                  ("d", ("--net=none",)))]
        merged = str(self.scratch / "all")
        self.assertEqual(self.good("selfplay", "--merge", merged, *paths),
                         "8 games\n")
        self.assertEqual(sorted(gamefile.read(merged)[1]), sorted(
            game for path in paths for game in gamefile.read(path)[1]))

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no /dev/full")
    def test_a_full_disk_is_called_so(self):
        self.assertEqual(
            self.bad(1, "selfplay", *QUICK, "--games=1", "/dev/full"),
            "oxo selfplay: /dev/full: No space left on device\n")

    def test_a_disk_that_becomes_full_ends_a_run(self):
        path = str(self.scratch / "much")
        self.assertEqual(
            self.bad(1, "selfplay", *QUICK, "-q", "--games=1000000", path,
                     preexec_fn=small_disk(1000)),
            f"oxo selfplay: {path}: File too large\n")

    def test_a_merge_on_a_full_disk_blames_what_is_written(self):
        games = self.games("a", "--games=40")
        for size in (10, 1000):
            merged = self.scratch / "merged"
            self.assertEqual(
                self.bad(1, "selfplay", "--merge", str(merged), games,
                         preexec_fn=small_disk(size)),
                f"oxo selfplay: {merged}: File too large\n")
            self.assertFalse(merged.exists())

    def test_damage_is_told_by_both_readers(self):
        path = pathlib.Path(self.games("a", "--games=2"))
        whole = path.read_bytes()
        for broken in (whole[:-1], whole[:50] + b"?" + whole[51:],
                       b"O" + whole[1:]):
            path.write_bytes(broken)
            self.bad(1, "selfplay", "--count", str(path))
            with self.assertRaisesRegex(
                    SystemExit, "a: (not a file|truncated|no games)"):
                gamefile.read(path)
        path.write_bytes(whole[:gamefile.HEADER.size])
        with self.assertRaisesRegex(SystemExit, "a: no games in it"):
            gamefile.read(path)
        for name, broken in (("short", b"oxo"), ("empty.xz", b""),
                             ("torn.xz", lzma.compress(whole)[:-9])):
            path = self.scratch / name
            path.write_bytes(broken)
            with self.assertRaisesRegex(SystemExit, f"{name}: (no|not|truncated)"):
                gamefile.read(path)
        with self.assertRaisesRegex(SystemExit, "nowhere: No such file"):
            gamefile.read(self.scratch / "nowhere")

    def test_scripts_replace_files_and_nothing_else(self):
        path, link = self.scratch / "file", self.scratch / "link"
        path.write_bytes(b"old")
        link.symlink_to(path)
        files.replace(link, b"new")
        self.assertEqual(path.read_bytes(), b"new")
        self.assertTrue(link.is_symlink())
        pipe = self.scratch / "pipe"
        os.mkfifo(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        files.replace(pipe, b"new")
        self.assertEqual(os.read(reader, 9), b"new")
        os.close(reader)
        self.assertTrue(pipe.is_fifo())
        with self.assertRaisesRegex(SystemExit, "none/x: No such file"):
            files.replace(self.scratch / "none" / "x", b"")

    def test_wrong_command_lines_are_refused(self):
        place = str(self.scratch / "x")
        for arguments in ((), (place, place), ("--merge", place),
                          ("--count", place, place),
                          ("--merge", "--count", place, place),
                          ("--nodes=0", place), ("--noise=1001", place),
                          ("--time=0", place)):
            self.bad(2, "selfplay", *arguments)
        self.assertIn("takes ultimate, ultimate-cg or ultimate-continue, not "
                      "'classic'",
                      self.bad(2, "selfplay", "--variant=classic", place))
        self.assertIn("'--json' needs '--count'",
                      self.bad(2, "selfplay", "--json", place))
        self.assertFalse(pathlib.Path(place).exists())


if __name__ == "__main__":
    tap.main()
