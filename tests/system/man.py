#!/usr/bin/env python3
"""man.py OXO SOURCE PAGES - the manual pages agree with the code.

Covers sections 3, 5 and 7; cli_shells.py covers section 1.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import tap
from patience import PATIENCE

OXO, SOURCE, PAGES = (pathlib.Path(path).resolve() for path in sys.argv[1:4])
HEADERS = sorted(path for path in (SOURCE / "include/oxo").glob("*.h")
                 if path.name != "oxo.h")


def page(name):
    return (PAGES / name).read_text(encoding="utf-8")


def shown(name):
    """The page's rendered text, as one line."""
    text = subprocess.run(["mandoc", "-T", "utf8", name], cwd=PAGES,
                          check=True, stdout=subprocess.PIPE,
                          text=True).stdout
    return " ".join(re.sub(".\b", "", text).replace("‐\n", "-").split())


def oxo(*arguments, stdin=""):
    return subprocess.run([OXO, *arguments], input=stdin, check=True,
                          stdout=subprocess.PIPE, text=True,
                          timeout=PATIENCE).stdout


class Pages(unittest.TestCase):
    def test_pages_have_no_fault(self):
        pages = sorted(PAGES.glob("*.[357]"))
        self.assertEqual(len(pages), 1 + len(HEADERS) + 9)
        for path in pages:
            # Run in the pages' folder, so that mandoc finds cross-referenced
            # pages.
            done = subprocess.run(["mandoc", "-T", "lint", path.name],
                                  cwd=PAGES, check=False,
                                  stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True)
            faults = [line for line in done.stdout.splitlines()
                      if "outdated mandoc.db" not in line]
            self.assertEqual(faults, [], path.name)

    def test_no_page_refers_to_a_file_that_is_not_installed(self):
        """A page of the documentation is: install-docs installs docs/."""
        documents = 0
        for path in sorted(PAGES.glob("*.[1357]")):
            text = path.read_text()
            for name in re.findall(r"\S+/doc/oxo/(\S+\w)", text):
                self.assertTrue((SOURCE / "docs" / name).is_file(),
                                f"{path.name}: {name}")
                documents += 1
            text = re.sub(r"\S+/doc/oxo/\S+|https?://\S+", "", text)
            self.assertEqual(re.findall(
                r"(?<![\w/.])(?:bench|bindings|docs|include|packaging|spec|src|"
                r"tests|tools|web)/\w\S*|\b(?!performance)[\w-]+\.md\b",
                text), [], path.name)
        self.assertGreater(documents, 2)

    def test_every_page_that_is_referred_to_exists(self):
        for path in PAGES.glob("*.[1357]"):
            for name, section in re.findall(r"^\.(?:It )?Xr (\S+) (\d)",
                                            path.read_text(), re.MULTILINE):
                self.assertTrue((PAGES / f"{name}.{section}").exists(),
                                f"{path.name}: {name}({section})")


class Library(unittest.TestCase):
    def test_every_header_has_a_page_and_the_overview_leads_there(self):
        overview = page("oxo.3")
        for header in HEADERS:
            self.assertTrue((PAGES / f"oxo_{header.stem}.3").exists())
            self.assertIn(f".It Xr oxo_{header.stem} 3", overview)

    def test_every_public_function_is_declared_and_explained(self):
        found = 0
        for header in HEADERS:
            text = page(f"oxo_{header.stem}.3")
            name = text.partition(".Sh SYNOPSIS")[0]
            for function in re.findall(r"OXO_API[^;(]*?\b(oxo_\w+)\(",
                                       header.read_text()):
                self.assertRegex(text, rf"(?m)^\.Fn {function} ")
                self.assertRegex(name, rf"(?m)^\.Nm {function}( ,)?$")
                found += 1
        self.assertGreater(found, 100)

    def test_the_example_compiles(self):
        example = re.search(r"#include <oxo/oxo.h>.*?\n}\n", page("oxo.3"),
                            re.DOTALL)[0]
        done = subprocess.run(
            ["cc", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I",
             SOURCE / "include", "-x", "c", "-"], input=example, text=True,
            check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_every_status_is_listed(self):
        statuses = re.findall(r'X\((OXO_\w+), "', (
            SOURCE / "include/oxo/base.h").read_text())
        self.assertGreater(len(statuses), 30)
        for status in statuses:
            self.assertIn(f".It Dv {status} ", page("oxo_base.3"))

    def test_comments_are_kept(self):
        """A sentence from each header, found in its page."""
        for header in HEADERS:
            comment = re.findall(r"/\* ([A-Z][a-z][^*]*?\.)[ \n*]",
                                 header.read_text())[-1]
            words = " ".join(comment.replace("`", "").split())
            self.assertIn(words.replace("()", ""),
                          shown(f"oxo_{header.stem}.3").replace("()", ""),
                          header.name)


class Formats(unittest.TestCase):
    def test_the_machine_of_matchboxes(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "machine"
            oxo("menace", "train", "--games=1", str(path))
            first, second, box, *_ = path.read_text().splitlines()
        text = shown("oxo-menace.5")
        self.assertIn(first, text)
        self.assertIn(re.sub(r"\d+", "", second).split()[0], text)
        self.assertIn(box.split(":")[0] + ":", text)

    def test_games_of_selfplay(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "games"
            oxo("selfplay", "-q", "--games=1", "--nodes=50", str(path))
            data = path.read_bytes()
        text = shown("oxo-selfplay.5")
        self.assertIn(data[:8].decode(), text)
        self.assertIn("The header has 40 bytes", text)
        self.assertEqual(len(data), 40 + 14 + 3 * data[40 + 9])

    def test_positions_games_and_suites(self):
        variants = re.findall(
            r"One of: (.*?)\.", " ".join(oxo("show", "--help").split()))[0]
        for variant in variants.split(", "):
            self.assertIn(variant, shown("oxo-tpgn.5"))
        for word in ("[%eval 0.35]", "[%clk", "Event, Site, Date, Round"):
            self.assertIn(word, shown("oxo-tpgn.5"))
        for notation in ("ultimattt", "utttai", "codingame"):
            self.assertIn(notation, shown("oxo-position.5"))
        suite = re.search(r"\.Bd[^\n]*\n(.*?)\.Ed", page("oxo-suite.5"),
                          re.DOTALL)[1].replace("\\-", "-")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "suite.txt"
            path.write_text(suite)
            oxo("match", "oxo:1", "oxo:1", "--games=2", "--nodes=10", "-q",
                "--openings", str(path))


class Protocols(unittest.TestCase):
    def test_ugi_has_every_option_and_command(self):
        text = shown("oxo-ugi.7")
        said = oxo("engine", stdin="ugi\nquit\n")
        options = re.findall(r"^option name (\S+)", said, re.MULTILINE)
        self.assertIn("Threads", options)
        for option in options:
            self.assertIn(option, text)
        words = re.findall(r'"([a-z]+)"', (
            SOURCE / "src/play/protocol/ugi_command.c").read_text())
        for command in {"ugi", "isready", "position", "go", "stop", "quit",
                        *words}:
            self.assertIn(command, text)

    def test_v1_has_every_message_and_error(self):
        text = shown("oxo-v1.7")
        schema = json.loads(
            (SOURCE / "docs/manual/protocol.schema.json").read_text())
        words = set(re.findall(r'"const": "([a-z-]+)"',
                               json.dumps(schema)))
        self.assertIn("make-move", words)
        for word in words:
            self.assertIn(word, text)

    def test_codingame_tells_what_is_read_and_answered(self):
        text = shown("oxo-codingame.7")
        self.assertIn("ROW COL", text)
        self.assertIn("-1 -1 if we begin", text)


if __name__ == "__main__":
    tap.main()
