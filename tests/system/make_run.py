#!/usr/bin/env python3
"""make_run.py SOURCE - the output of `make run`, with fakes of all its
programs.

The fakes of Meson and ninja write as much output as the real programs.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import tap

ROOT = pathlib.Path(sys.argv[1])
TALK = "for i in 1 2 3 4 5 6 7 8 9; do echo chatter $i; done\n"
MESON = TALK + 'touch build/build.ninja\n[ ! -e "${0%/*}/meson-fails" ]\n'
# The fake obeys only the last word and --quiet.
NINJA = """\
case "$*" in
*' build.ninja') ;;
*' -n '*) [ -e build/oxo ] && echo 'no work to do'; exit 0 ;;
*) echo "input.c:1: warning: odd"
   [ -e "${0%/*}/compiler-fails" ] && echo "input.c:2: error: bad" && exit 1
   printf '#!/bin/sh\\necho served "$@"\\n' >build/oxo
   chmod +x build/oxo ;;
esac
case "$*" in *--quiet*) exit 0 ;; esac
""" + TALK + '[ ! -e "${0%/*}/ninja-fails" ]\n'


class MakeRun(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        shutil.copy(ROOT / "Makefile", self.folder)
        for name, script in (("bin/meson", MESON), ("bin/ninja", NINJA),
                             ("packaging/install-packages", ""),
                             ("packaging/install-modules", "")):
            path = self.folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text("#!/bin/sh\n" + script)
            path.chmod(0o755)

    def make(self, *words):
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        return subprocess.run(["make", *words], cwd=self.folder, text=True,
                              env={"PATH": path}, capture_output=True,
                              check=False)

    def test_it_says_what_it_does_and_what_compilers_say(self):
        done = self.make("run")
        self.assertEqual((done.returncode, done.stdout), (0, "served serve\n"))
        configuring, building, warning = done.stderr.splitlines()
        self.assertEqual(configuring, "Configuring build/")
        self.assertIn("Building build/oxo", building)
        self.assertIn("warning: odd", warning)

    def test_nothing_is_said_where_nothing_is_to_be_done(self):
        self.make("run")
        self.assertEqual(self.make("run").stderr, "")

    def test_what_failed_is_shown_in_full(self):
        for name in ("ninja-fails", "meson-fails"):
            (self.folder / "bin" / name).touch()
            shutil.rmtree(self.folder / "build", ignore_errors=True)
            done = self.make("run")
            self.assertNotEqual(done.returncode, 0)
            self.assertEqual(done.stdout, "")
            self.assertEqual(done.stderr.count("chatter"), 9)

    def test_a_build_that_fails_says_why(self):
        (self.folder / "bin" / "compiler-fails").touch()
        done = self.make("run")
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stdout, "")
        self.assertIn("input.c:2: error: bad", done.stderr)

    def test_make_alone_hides_nothing_of_ninja(self):
        done = self.make("all")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("warning: odd", done.stderr)
        self.assertEqual(done.stderr.count("chatter"), 9)


if __name__ == "__main__":
    tap.main()
