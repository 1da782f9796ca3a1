#!/usr/bin/env python3
"""cli_neural.py OXO TRAIN NETS - trained evaluations on the command line.

TRAIN is the folder of the training scripts, NETS the folder of the networks.
"""
import pathlib
import re
import struct
import subprocess
import sys
import zlib

import tap
from cli_case import Case, oxo

TRAIN, NETS = (pathlib.Path(path) for path in sys.argv[2:4])
NET = str(NETS / "ultimate.net")


class Nets(Case):
    def score(self, *arguments, setup=""):
        done = oxo("engine", *arguments,
                   stdin=f"{setup}position startpos moves ee\ngo depth 6\n")
        self.assertEqual((done.code, done.err), (0, ""))
        self.assertIn("bestmove", done.out)
        return re.findall(r"depth 6 .*score cp (-?\d+)", done.out)

    def test_the_engine_judges_by_the_net_it_is_given(self):
        self.assertNotEqual(self.score("--net", NET), self.score("--net=none"))
        self.assertEqual(self.score("--net", NET), self.score())

    def test_a_net_changes_nothing_for_other_rules(self):
        for variant in "ultimate-continue", "ultimate-cg":
            other = f"setoption name UGI_Variant value {variant}\n"
            self.assertEqual(self.score("--net", NET, setup=other),
                             self.score(setup=other))

    def test_a_net_for_other_rules_is_told_once(self):
        said = oxo("engine", "--net", NET, stdin="".join(
            f"setoption name UGI_Variant value {variant}\n"
            "go depth 1\nstop\ngo depth 1\nstop\n" for variant in (
                "classic", "ultimate", "ultimate-cg", "ultimate-continue")
            ) * 2 + "isready\n").out.splitlines()
        self.assertEqual([line for line in said if "info string" in line], [
            f"info string the net is for ultimate and is not used for {variant}"
            for variant in ("classic", "ultimate-cg", "ultimate-continue")])
        self.assertNotIn("info string", oxo(
            "engine", stdin="setoption name UGI_Variant value ultimate-cg\n"
                            "go depth 1\n").out)

    def test_a_net_for_other_rules_is_refused_where_they_are_known(self):
        other = str(NETS / "ultimate-cg.net")
        self.assertEqual(self.bad(1, "engine", "bench", "--net", other),
                         f"oxo engine: {other}: a neural network for "
                         "ultimate-cg, not ultimate\n")
        said = "a neural network for ultimate, not ultimate-cg"
        self.assertIn(said, self.bad(
            1, "engine", "--protocol=codingame", "--net", NET))

    def test_an_analysis_tells_that_the_net_is_not_used(self):
        arguments = ("analyze", "--net", NET, "--variant=ultimate-cg",
                     "--nodes=100", "9/9/9/9/9/9/9/9/9 x -")
        done = oxo(*arguments)
        self.assertEqual((done.code, done.err), (
            0, f"oxo analyze: {NET}: a neural network for ultimate is not "
               "used for ultimate-cg\n"))
        self.good(*arguments, "--quiet")

    def test_no_games_are_made_with_a_net_for_other_rules(self):
        path = self.scratch / "games"
        self.assertIn("a neural network for ultimate", self.bad(
            1, "selfplay", "--variant=ultimate-cg", "--net", NET, str(path)))
        self.assertFalse(path.exists())

    def test_the_benchmark_counts_with_the_net(self):
        inside = self.good("engine", "bench")
        self.assertEqual(self.good("engine", "bench", "--net", NET), inside)
        self.assertNotEqual(self.good("engine", "bench", "--net=none"), inside)

    def test_files_that_are_no_nets_are_refused(self):
        damaged = bytearray(pathlib.Path(NET).read_bytes())
        damaged[1000] ^= 1
        for path in ("no-such-file", self.file("empty", ""),
                     self.file("damaged", bytes(damaged))):
            self.bad(1, "engine", "--net", path)
            self.bad(1, "selfplay", "--net", path, str(self.scratch / "x"))

    def test_games_of_another_net_are_not_continued(self):
        path = str(self.scratch / "games")
        command = ("selfplay", "--nodes=50", "--games=2", "-q", path)
        self.good(*command, "--net", NET)
        self.good(*command)  # the built-in network
        self.assertIn("other settings: another net, or none",
                      self.bad(1, *command, "--net=none"))


class Curves(Case):
    def test_a_log_becomes_a_picture(self):
        log = self.file("log.csv", "seconds,step,epochs,train,test,rate\n" +
                        "".join(f"{i},{i},9,{1 / i},{1.1 / i},0.1\n"
                                for i in range(1, 10)))
        picture = self.scratch / "curves.png"
        subprocess.run([sys.executable, TRAIN / "curves.py", log, picture],
                       check=True)
        data, at, names = picture.read_bytes(), 8, []
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        while at < len(data):
            size, name = struct.unpack_from(">I4s", data, at)
            body = data[at + 4:at + 8 + size]
            self.assertEqual(zlib.crc32(body),
                             struct.unpack_from(">I", data, at + 8 + size)[0])
            names.append(name)
            at += 12 + size
            if name == b"IDAT":
                dots = zlib.decompress(body[4:])
        self.assertEqual(names, [b"IHDR", b"IDAT", b"IEND"])
        for colour in ((31, 119, 180), (255, 127, 14)):
            self.assertIn(bytes(colour), dots)


class Scripts(Case):
    def run_script(self, name, *arguments):
        """Runs a script in a Python without installed packages."""
        return subprocess.run(
            [sys.executable, "-S", TRAIN / name, *arguments], text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
            env={"PYTHONDONTWRITEBYTECODE": "1"})

    def test_packages_that_are_missing_are_named(self):
        both = "NumPy and PyTorch (Debian: python3-torch)"
        for name, packages in (
                ("train.py", both), ("compact.py", both), ("vectors.py", both),
                ("agree.py", both),
                ("chances.py", "NumPy (Debian: python3-numpy)")):
            done = self.run_script(name, "--help")
            self.assertEqual(
                (done.returncode, done.stdout, done.stderr),
                (1, "", f"{name} needs {packages}, which {sys.executable} "
                 "does not have\n"))

    def test_what_needs_no_packages_helps_without_them(self):
        done = self.run_script("curves.py", "--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("curves.py LOG.csv PICTURE.png", done.stdout)
        self.assertEqual(self.run_script("curves.py").returncode, 2)

    def test_what_is_not_a_log_has_no_curves(self):
        for path, why in ((self.scratch / "none", "No such file"),
                          (pathlib.Path(__file__), "not a log of a training")):
            done = self.run_script("curves.py", str(path),
                                   str(self.scratch / "x.png"))
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, f"^.*: {why}.*\n$")
            self.assertFalse((self.scratch / "x.png").exists())


if __name__ == "__main__":
    tap.main()
