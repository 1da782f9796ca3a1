#!/usr/bin/env python3
"""cli_book.py OXO - books of openings: making, reading, repairing."""
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import time
import unittest
import zlib

import tap
from cli_case import ENVIRONMENT, OXO, SIX, START, Case, oxo
from exits import INTERRUPTED

QUICK = ("--nodes", "60")
ENTRY = struct.Struct("<QBh")


def read_book(data):
    """A second reader of the format, written from docs/manual/formats.md."""
    if data[:12] != b"oxo-book\1\0\0\0":
        raise ValueError("no book")
    count, = struct.unpack_from("<I", data, 12)
    if len(data) != 20 + ENTRY.size * count:
        raise ValueError("another size")
    if struct.unpack("<I", data[-4:])[0] != zlib.crc32(data[:-4]):
        raise ValueError("damaged")
    return [ENTRY.unpack_from(data, 16 + ENTRY.size * i)
            for i in range(count)]


class Books(Case):
    def analyses(self, name, *arguments, positions=8):
        path = str(self.scratch / name)
        self.assertEqual(self.good(
            "book", "analyze", path, *QUICK, "-q", f"--positions={positions}",
            *arguments), "")
        return path

    def book(self, name, *inputs):
        path = str(self.scratch / name)
        self.assertRegex(self.good("book", "write", path, *inputs),
                         r"^(1 position|\d+ positions)\n$")
        return path

    def own(self, **options):
        return self.book("own.book", self.analyses("u", **options))


class Making(Books):
    def test_a_book_is_as_its_format_says(self):
        both = self.book("both", self.analyses("u"),
                         self.analyses("c", "--variant=ultimate-cg"))
        entries = read_book(pathlib.Path(both).read_bytes())
        keys = [key for key, _, _ in entries]
        self.assertGreater(len(entries), 2)
        self.assertEqual(keys, sorted(set(keys)))
        self.assertTrue(all(move < 81 for _, move, _ in entries))
        for variant in ("ultimate", "ultimate-cg"):
            self.assertRegex(self.good("book", "show", "--book", both,
                                       "--variant", variant),
                             r"^[+-]\d+\.\d\d( [a-i]{2})+\n$")

    def test_the_same_command_makes_the_same_book(self):
        books = [self.book(name + ".book", self.analyses(name))
                 for name in ("a", "b")]
        self.assertEqual(*(pathlib.Path(b).read_bytes() for b in books))

    def test_more_positions_go_on_from_those_that_are_there(self):
        whole = pathlib.Path(self.analyses("whole")).read_bytes()
        self.analyses("parts", positions=3)
        parts = pathlib.Path(self.analyses("parts")).read_bytes()
        self.assertEqual(parts, whole)

    def test_a_signal_ends_it_with_every_analysis_kept(self):
        path = self.scratch / "endless"
        process = subprocess.Popen(
            [OXO, "book", "analyze", path, "--positions=100000",
             "--nodes=2000"], env=ENVIRONMENT, stderr=subprocess.PIPE,
            text=True)
        while not path.exists() or path.stat().st_size < 500:
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        self.assertRegex(process.communicate()[1],
                         r"\d+ of 100000 positions, \d+ analyses, [\d.]+/s; "
                         r"X [+-]\d+\.\d\d:( [a-i]{2})+\n"
                         r"oxo book: interrupted; the same command continues\n$")
        self.assertEqual(process.returncode, INTERRUPTED)
        self.assertEqual((path.stat().st_size - 24) % 14, 0)
        self.book("broken-off.book", str(path))

    def test_damaged_and_other_files_are_refused_and_left_alone(self):
        path = pathlib.Path(self.analyses("a"))
        whole = path.read_bytes()
        for broken in (whole[:30] + b"?" + whole[31:], b"O" + whole[1:],
                       b"", b"oxo-anal"):
            place = self.file("broken", broken)
            self.bad(1, "book", "write", str(self.scratch / "x"), place)
            self.assertFalse((self.scratch / "x").exists())
            if broken:
                self.bad(1, "book", "analyze", place, *QUICK, "-q")
                self.assertEqual(pathlib.Path(place).read_bytes(), broken)
        self.bad(1, "book", "write", str(self.scratch / "x"), str(path),
                 str(path))
        self.bad(1, "book", "write", str(path), str(path))
        self.assertEqual(path.read_bytes(), whole)

    def test_only_a_book_is_replaced(self):
        analyses = self.analyses("a")
        for content in (b"Buy milk.\n", b"oxo-boo", b"\0" * 4096):
            place = self.file("notes", content)
            self.assertEqual(
                self.bad(1, "book", "write", place, analyses),
                f"oxo book: {place}: exists and is not a book\n")
            self.assertEqual(pathlib.Path(place).read_bytes(), content)
        fresh = pathlib.Path(self.book("fresh", analyses)).read_bytes()
        for old in (b"", fresh, fresh[:-1], b"oxo-book\2" + b"\0" * 20):
            place = self.file("old", old)
            self.book("old", analyses)
            self.assertEqual(pathlib.Path(place).read_bytes(), fresh)
        self.assertEqual(oxo("book", "write", "/dev/null", analyses).code, 0)

    def test_what_cannot_be_read_is_called_so(self):
        analyses, place = self.analyses("a"), self.file("mine", b"precious")
        self.scratch.chmod(0o755)
        pathlib.Path(place).chmod(0)
        user = {}
        if os.geteuid() == 0:
            # Nothing is hidden from root, and others may not be able to enter
            # the folder of the program.
            user = {"user": 65534,
                    "program": shutil.copy(OXO, self.scratch)}
        self.assertEqual(
            self.bad(1, "book", "write", place, analyses, **user),
            f"oxo book: {place}: exists, cannot be read and may not be a book\n")

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no /dev/full")
    def test_a_full_disk_is_called_so(self):
        for action, inputs in (("analyze", (*QUICK, "--positions=1")),
                               ("write", (self.analyses("a"),))):
            self.assertEqual(
                self.bad(1, "book", action, "/dev/full", *inputs),
                "oxo book: /dev/full: No space left on device\n")

    def test_it_says_which_setting_differs(self):
        cg = "--variant=ultimate-cg"
        net = str(self.scratch / "compact.net")
        self.good("export", "codingame-net", "-o", net)
        for path, arguments, words in (
                (self.analyses("a"), ("--nodes=61",),
                 "nodes 60 there, 61 here"),
                (self.analyses("a"), (*QUICK, cg),
                 "ultimate there, ultimate-cg here"),
                (self.analyses("b", cg), (*QUICK, cg, "--net", net),
                 "another net evaluated")):
            whole = pathlib.Path(path).read_bytes()
            self.assertIn(f"exists, from other settings: {words}\n",
                          self.bad(1, "book", "analyze", path, "-q",
                                   *arguments))
            self.assertEqual(pathlib.Path(path).read_bytes(), whole)

    def test_wrong_command_lines_are_refused(self):
        place = str(self.scratch / "x")
        for arguments in ((), ("bake",), ("analyze",), ("write", place),
                          ("analyze", place, place),
                          ("analyze", place, "--positions=0"),
                          ("analyze", place, "--book=x"),
                          ("analyze", place, "--net=none"),
                          ("show", "--nodes=5"), ("write", place, place,
                                                  "--variant=ultimate")):
            self.bad(2, "book", *arguments)
        self.bad(1, "book", "analyze", place, "--variant=classic")
        self.assertFalse(pathlib.Path(place).exists())


class Playing(Books):
    def go(self, *arguments, setup="", go="movetime 20"):
        done = oxo("engine", *arguments,
                   stdin=f"{setup}position startpos\ngo {go}\n")
        self.assertEqual((done.code, done.err), (0, ""))
        self.assertIn("bestmove", done.out)
        return done.out

    def from_book(self, *arguments, **options):
        return " nodes 0 " in self.go(*arguments, **options)

    def test_the_engine_plays_what_the_book_shows(self):
        book = self.own(positions=40)
        score, *line = self.good("book", "show", "--book", book).split()
        said = self.go("--book", book)
        self.assertIn("bestmove " + " ponder ".join(line[:2]) + "\n", said)
        self.assertEqual(re.findall(r"score cp (-?\d+)", said),
                         [str(round(100 * float(score)))])
        self.assertEqual(self.good("book", "show", "--book", book, START),
                         self.good("book", "show", "--book", book))

    def test_it_does_so_with_its_own_book_unless_told_otherwise(self):
        self.assertTrue(self.from_book())
        self.assertFalse(self.from_book("--book=none"))
        self.assertFalse(self.from_book(
            setup="setoption name OwnBook value false\n"))
        self.assertTrue(self.from_book(
            setup="setoption name OwnBook value false\n"
                  "setoption name OwnBook value true\n"))
        for limits in ("depth 3", "nodes 100"):
            self.assertFalse(self.from_book(go=limits))
        for arguments in ("--level=10", "--lines=2"):
            self.assertFalse(self.from_book(arguments))

    def test_the_option_is_there_where_a_book_is(self):
        self.assertIn("option name OwnBook type check default true\n",
                      oxo("engine", stdin="ugi\n").out)
        self.assertNotIn("OwnBook",
                         oxo("engine", "--book=none", stdin="ugi\n").out)

    def test_what_is_no_book_is_refused(self):
        whole = pathlib.Path(self.own()).read_bytes()
        for broken in (b"", whole[:-1], whole + b"x",
                       whole[:20] + b"?" + whole[21:]):
            place = self.file("broken", broken)
            for arguments in (("engine", "--book", place),
                              ("book", "show", "--book", place)):
                self.bad(1, *arguments)
        self.bad(1, "engine", "--book", str(self.scratch / "nothing"))

    def test_a_book_is_shown_by_its_name(self):
        book = self.own(positions=40)
        start = self.good("book", "show", "--book", book)
        self.assertEqual(self.good("book", "show", book), start)
        game = self.file("game.tpgn", "[Variant \"ultimate\"]\n\n*\n")
        for inputs in ((START,), START.split(), (game,), ("-",)):
            self.assertEqual(self.good("book", "show", book, *inputs,
                                       stdin=START), start, inputs)
        self.assertEqual(self.good("book", "show", book, START, game, START,
                                   *START.split()), 4 * start)
        self.assertNotEqual(self.good("book", "show", START), start)
        broken = self.file("broken", b"oxo-book" + b"?" * 20)
        self.assertIn("no opening book, or damaged",
                      self.bad(1, "book", "show", broken))

    def test_books_and_analyses_are_no_positions(self):
        analyses = self.analyses("a")
        book = self.book("b", analyses)
        for command in (("--book", book, book), (book, book),
                        (book, START, book)):
            self.assertEqual(self.bad(1, "book", "show", *command),
                             f"oxo book: {book}: a second book; only one can "
                             "be shown\n")
        for command in ((analyses,), (book, analyses)):
            self.assertEqual(self.bad(1, "book", "show", *command),
                             f"oxo book: {analyses}: a file of analyses; "
                             "'oxo book write' makes a book from it\n")

    def test_no_file_comes_between_the_words_of_a_position(self):
        for name in ("x", "c"):
            self.file(name, SIX + "\n")
        words = START.split()
        start = self.good("book", "show")
        for inputs, known in ((words, (True,)), ([*words, *words], (True,) * 2),
                              ([*SIX.split(), *words], (False, True)),
                              ([*words, "x", "./c"], (True, False, False)),
                              ([*words, "-"], (True, True))):
            self.assertEqual(
                self.good("book", "show", *inputs, cwd=self.scratch,
                          stdin=START),
                "".join(start if one else "not in the book\n"
                        for one in known), inputs)

    def test_positions_it_does_not_know_are_told(self):
        self.assertEqual(
            self.good("book", "show", "--book", self.own(),
                      "4x4/4x4/9/9/ooo1x4/9/9/9/9 x c"),
            "not in the book\n")


if __name__ == "__main__":
    tap.main()
