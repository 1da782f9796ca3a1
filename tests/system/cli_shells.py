#!/usr/bin/env python3
"""cli_shells.py OXO GENERATED - checks manual pages and shell completions."""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import tap
from patience import PATIENCE

OXO = pathlib.Path(sys.argv[1]).resolve()
GENERATED = pathlib.Path(sys.argv[2]).resolve()


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=False,
                          capture_output=True, text=True, timeout=PATIENCE,
                          **options)


def commands():
    return run(OXO, "help", "--format=commands").stdout.split()


def options_of(command):
    """The long options listed in the command's help."""
    text = run(OXO, command, "--help").stdout
    listed = text.partition("\nOptions:\n")[2].partition("\n\n")[0]
    return [word.rstrip(",") for line in listed.splitlines()
            for word in line.split()[:2] if word.startswith("--")]


def complete_bash(*words):
    """Bash's completions of the last word; `=` is a word of its own there."""
    quoted = " ".join(f"'{word}'" for word in words)
    script = (f"source '{GENERATED}/oxo'; COMP_WORDS=({quoted}); "
              f"COMP_CWORD={len(words) - 1}; _oxo; "
              "printf '%s\\n' \"${COMPREPLY[@]}\"")
    done = run("bash", "--norc", "-c", script)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    return done.stdout.split()


class Manual(unittest.TestCase):
    def test_every_command_has_a_page(self):
        self.assertEqual(
            sorted(path.name for path in GENERATED.glob("*.1")),
            sorted(["oxo.1", *(f"oxo-{name}.1" for name in commands())]))

    def test_pages_have_no_fault(self):
        for page in sorted(GENERATED.glob("*.1")):
            # Run in the pages' folder, so that mandoc finds cross-referenced
            # pages.
            done = run("mandoc", "-T", "lint", page.name, cwd=GENERATED)
            self.assertEqual(done.stdout + done.stderr, "", page.name)
            self.assertEqual(done.returncode, 0)

    def test_pages_tell_every_option_and_exit_status(self):
        for name in commands():
            page = (GENERATED / f"oxo-{name}.1").read_text()
            for option in options_of(name):
                self.assertIn(f"Fl \\-{option[2:]}", page)
            self.assertIn(".Sh EXIT STATUS", page)
            self.assertIn(".It 2\nthe command line is wrong", page)
            self.assertIn(".Sh EXAMPLES", page)

    def test_synopsis_keeps_arguments_and_what_must_be_given_apart(self):
        def synopsis(name):
            text = run("mandoc", "-T", "ascii", f"oxo-{name}.1",
                       cwd=GENERATED).stdout
            text = re.sub(".\b", "", text)
            part = text.partition("SYNOPSIS")[2].partition("DESCRIPTION")[0]
            return " ".join(part.split())
        self.assertTrue(synopsis("match").endswith(" ENGINE ENGINE..."))
        self.assertTrue(synopsis("convert").endswith(" [INPUT...]"))
        self.assertIn("convert (--to FORMAT | --json) [--from FORMAT]",
                      synopsis("convert"))
        self.assertIn(
            "Usage: oxo convert (--to FORMAT | --json) [OPTION]... [INPUT",
            run(OXO, "convert", "--help").stdout)


class Shells(unittest.TestCase):
    def test_every_shell_can_read_its_completion(self):
        for shell, name in (("bash", "oxo"), ("zsh", "_oxo"),
                            ("fish", "oxo.fish")):
            done = run(shell, "-n", GENERATED / name)
            self.assertEqual((done.returncode, done.stderr), (0, ""), shell)

    def test_every_completion_knows_every_option(self):
        bash, zsh, fish = ((GENERATED / name).read_text()
                           for name in ("oxo", "_oxo", "oxo.fish"))
        for name in commands():
            for option in options_of(name):
                self.assertIn(option, complete_bash("oxo", name, option[:3]))
                self.assertIn(option, zsh)
                self.assertRegex(
                    fish, f"from {name}' -l {option[2:]}\\b")
        self.assertNotIn("--format=man", bash + zsh + fish)

    def test_bash_completes_commands(self):
        self.assertEqual(complete_bash("oxo", "per"), ["perft"])
        self.assertEqual(sorted(complete_bash("oxo", "")),
                         sorted([*commands(), "--help", "--version"]))
        self.assertEqual(complete_bash("oxo", "help", "v"),
                         ["validate", "version"])

    def test_actions_are_completed_where_they_stand(self):
        self.assertEqual(complete_bash("oxo", "store", "ex"), ["export"])
        self.assertEqual(complete_bash("oxo", "store", "--j"), ["--json"])
        self.assertEqual(complete_bash("oxo", "menace", ""),
                         ["train", "play", "boxes"])
        self.assertEqual(complete_bash("oxo", "menace", "train", "--against",
                                       "p"), ["perfect"])
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "games.db").touch()
            self.assertEqual(
                complete_bash("oxo", "store", "info", f"{folder}/g"),
                [f"{folder}/games.db"])
            done = run("fish", "--no-config", "-c",
                       f"source {GENERATED}/oxo.fish; "
                       "complete -C 'oxo store e'; "
                       "complete -C 'oxo store info g'", cwd=folder)
        self.assertEqual(done.stdout.split(), ["export", "games.db"],
                         done.stderr)
        self.assertIn("'1:action:(info check ",
                      (GENERATED / "_oxo").read_text())

    def test_bash_completes_values(self):
        self.assertEqual(complete_bash("oxo", "show", "--color", "a"),
                         ["auto", "always"])
        self.assertEqual(complete_bash("oxo", "show", "--color", "=", "n"),
                         ["never"])
        self.assertEqual(complete_bash("oxo", "show", "--color", "="),
                         ["auto", "always", "never"])
        self.assertEqual(complete_bash("oxo", "perft", "--variant", "c"),
                         ["classic"])
        self.assertEqual(complete_bash("oxo", "perft", "--fen", ""), [])

    def test_bash_completes_files_where_they_are_taken(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "game.tpgn").touch()
            path = f"{folder}/game.tpgn"
            self.assertEqual(complete_bash("oxo", "show", f"{folder}/g"),
                             [path])
            self.assertEqual(complete_bash("oxo", "perft", f"{folder}/g"), [])

    def test_fish_completes(self):
        done = run("fish", "--no-config", "-c",
                   f"source {GENERATED}/oxo.fish; complete -C 'oxo per'; "
                   "complete -C 'oxo show --color a'")
        self.assertEqual([line.split("\t")[0].removeprefix("--color=")
                          for line in done.stdout.splitlines()],
                         ["perft", "always", "auto"], done.stderr)


if __name__ == "__main__":
    tap.main()
