#!/usr/bin/env python3
"""cli_examples.py OXO SOURCE - the commands that help and documents show.

Every option that a document shows must exist, and what README and manual show
must work as it is shown, except for what EXCUSED names. The examples of api.md
and protocol.md are run by server_openapi.py and server_bot.py.
"""
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import unittest

import tap
from cli_case import ENVIRONMENT, OXO, Case
from patience import PATIENCE

SOURCE = pathlib.Path(sys.argv[2]).resolve()

# Why a command of README or manual is not run: the first words of it.
EXCUSED = {
    "oxo bench": "minutes; cli.py runs parts of it",
    "oxo ladder --games 20": "minutes; cli_engine.py plays fewer games",
    "oxo serve --config /etc": "needs root's files; cli_serve.py has its own",
    "oxo serve --listen 0.0.0.0:80 --user": "needs root and a free port",
    "oxo serve --listen 10.": "addresses of other machines",
    "oxo store copy oxo.db postgres": "a database; cli_store.py has its own",
    "oxo store check postgres": "the same",
    "oxo store backup postgres": "the same",
    "oxo play --room": "a room on a server; play_room.py makes one",
    "oxo bot --room": "the same",
    "oxo play --engine 'my-engine": "an engine of the reader's",
    "oxo match oxo './bot": "a bot to compile; codingame_bot.py does",
    "oxo match \"cmd='oxo engine --hash 16 --book none' name=full\"":
        "minutes; cli_export.py exports the network",
}
SERVES = re.compile(r"oxo serve\b")


def commands_of(page):
    """The oxo commands that a page shows in blocks of code, joined lines
    included, without comments and prompts."""
    text = page.read_text(encoding="utf-8").replace("\\\n", " ")
    blocks = re.findall(r"^```(?:sh)?\n(.*?)^```$|^((?: {4,}.*\n)+)", text,
                        re.MULTILINE | re.DOTALL)
    for line in "\n".join(map("".join, blocks)).splitlines():
        found = re.match(r"\s*(?:\$ )?((?:build/)?oxo [a-z].*)", line)
        # What oxo says begins with its name and a colon.
        if found and not re.match(r"\S+ \w+:", found[1]):
            yield re.sub(r"  +# .*| +# .*$", "", found[1]).rstrip()


def pages(*patterns):
    return [page for pattern in patterns
            for page in sorted(SOURCE.glob(pattern))]


class Help(Case):
    def test_every_example_works_when_pasted(self):
        lines = self.good("help", "--format=examples").splitlines()
        self.assertGreater(len(lines), 12)
        for line in lines:
            code, _, command = line.partition("\t")
            done = subprocess.run(["sh", "-c", command], env=ENVIRONMENT,
                                  cwd=self.scratch, capture_output=True,
                                  timeout=PATIENCE, check=False)
            self.assertEqual(done.returncode, int(code), command)
            # Told of an engine that takes a while to start.
            said = done.stderr.replace(
                b"oxo play: waiting for the engine ...\n", b"")
            self.assertEqual(said == b"", code == "0", command)


class Documents(Case):
    def setUp(self):
        super().setUp()
        (self.scratch / "build").mkdir()
        (self.scratch / "build/oxo").symlink_to(OXO)
        (self.scratch / "docs").symlink_to(SOURCE / "docs")
        shutil.copy(SOURCE / "docs/examples/ultimate.tpgn",
                    self.scratch / "game.tpgn")
        self.environment = {**ENVIRONMENT, "HOME": str(self.scratch)}
        self.good("store", "create", str(self.scratch / "oxo.db"))

    def shell(self, command, **options):
        return subprocess.run(
            ["sh", "-c", command], env=self.environment, cwd=self.scratch,
            text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=PATIENCE, check=False, **options)

    def test_every_option_that_a_document_shows_exists(self):
        """The command finds fault with one that was added, and with nothing
        before it."""
        count = 0
        for page in pages("README.md", "docs/**/*.md", "tools/**/README.md",
                          "web/README.md", "src/**/README.md"):
            for command in commands_of(page):
                words = shlex.split(re.split(r" [|>&]", command)[0])
                done = self.shell(shlex.join(
                    [*words, "--this-is-no-option"]).replace(
                        "build/oxo", "oxo", 1))
                with self.subTest(command, page=page.name):
                    self.assertEqual(done.returncode, 2, done.stdout)
                    self.assertIn("this-is-no-option", done.stdout)
                count += 1
        self.assertGreater(count, 80)

    def serves(self, command):
        """It listens, and ends when it is told to."""
        command = re.sub(r"--listen \S+", "--listen 127.0.0.1:0", command)
        if "--listen" not in command:
            command += " --listen 127.0.0.1:0"
        with subprocess.Popen(
                ["sh", "-c", f"exec {command}"], env=self.environment,
                cwd=self.scratch, text=True, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT) as server:
            self.assertTrue(any("http://" in line for line in server.stdout))
            server.terminate()
            server.communicate(timeout=PATIENCE)
            self.assertEqual(server.returncode, 0)

    def test_what_readme_and_manual_show_works(self):
        used = set()
        for page in pages("README.md", "docs/manual/*.md"):
            for command in commands_of(page):
                words = command.removeprefix("build/")
                excuse = [start for start in EXCUSED
                          if words.startswith(start)]
                used.update(excuse)
                if excuse:
                    continue
                with self.subTest(command, page=page.name):
                    if SERVES.match(words):
                        self.serves(command)
                    else:
                        done = self.shell(command)
                        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(sorted(set(EXCUSED) - used), [])


if __name__ == "__main__":
    tap.main()
