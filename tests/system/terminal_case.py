"""A real terminal for the tests of `oxo play`: tmux, driven from outside.

tmux keeps the screen, knows whether the program is on the alternate one, can
be resized at any time, and takes keys and mouse as a terminal sends them.
"""
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import time
import unittest

from patience import PATIENCE

OXO = pathlib.Path(sys.argv[1]).resolve()


class Terminal:
    """A command on a terminal, and a shell that notes the terminal's state at
    exit."""

    def __init__(self, folder, arguments, cols=80, rows=24,
                 term="tmux-256color", under=(), **environment):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=folder))
        settings = self.folder / "tmux.conf"
        settings.write_text("set -g status off\n"
                            f"set -g default-terminal {term}\n")
        environment = {"LC_ALL": "C.UTF-8", "PATH":
                       f"{OXO.parent}:{os.environ['PATH']}",
                       "XDG_STATE_HOME": str(folder), **environment}
        command = " ".join([
            "env", "-u", "COLORFGBG", "-u", "NO_COLOR",
            *(f"{name}={shlex.quote(value)}"
              for name, value in environment.items()),
            *(shlex.quote(str(word)) for word in [*under, OXO, *arguments])])
        script = self.folder / "script"
        script.write_text(
            # The shell outlives what is meant for its child, and where the
            # child stops it waits for a word before it goes on.
            f"trap : INT QUIT HUP\nset -m\n"
            f"cd {shlex.quote(str(self.folder))}; stty -g >before\n"
            f"{command} 2>errors\necho $? >status; stty -g >after\n"
            "while [ ! -e go ]; do sleep 0.05; done; fg\nexec sleep 1000")
        self.tmux("-f", settings, "new-session", "-d", "-x", cols, "-y", rows,
                  "sh", script)

    def tmux(self, *arguments):
        done = subprocess.run(
            ["tmux", "-S", self.folder / "socket", *map(str, arguments)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "LC_ALL": "C.UTF-8"}, check=False)
        if done.returncode != 0:
            raise AssertionError(f"tmux {arguments}: {done.stderr}")
        return done.stdout

    def screen(self, *options):
        return self.tmux("capture-pane", "-p", *options)

    def keys(self, *names):
        """Presses keys by name; a single character is its own name."""
        for name in names:
            self.tmux("send-keys", name)

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def button(self, number, row, col):
        """Mouse events in xterm's encoding: 0 is the left button pressed, 3 is
        the release of any button."""
        data = b"\x1b[M" + bytes([32 + number, 33 + col, 33 + row])
        self.tmux("send-keys", "-H", *(f"{byte:02x}" for byte in data))

    def click(self, row, col):
        self.button(0, row, col)
        self.button(3, row, col)

    def resize(self, cols, rows):
        self.tmux("resize-window", "-x", cols, "-y", rows)

    def on_alternate_screen(self):
        return self.tmux("display-message", "-p", "#{alternate_on}") == "1\n"

    def wants_mouse(self):
        return self.tmux("display-message", "-p", "#{mouse_any_flag}") == "1\n"

    def pid(self):
        """The process id of oxo."""
        shell = self.tmux("display-message", "-p", "#{pane_pid}").strip()
        children = pathlib.Path(
            f"/proc/{shell}/task/{shell}/children").read_text().split()
        return int(children[0])

    def note(self, name):
        return (self.folder / name).read_text().strip()

    def ended(self):
        return (self.folder / "after").exists() and self.note("after") != ""

    def close(self):
        self.tmux("kill-server")


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(
            ignore_cleanup_errors=True)  # a program may still be ending
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)

    def terminal(self, *arguments, **options):
        """`oxo play` on a terminal."""
        terminal = Terminal(self.path, ["play", *arguments], **options)
        self.addCleanup(terminal.close)
        return terminal

    def until(self, question, explain=lambda: "waited in vain"):
        end = time.monotonic() + PATIENCE
        while not question():
            self.assertLess(time.monotonic(), end, explain())
            time.sleep(0.02)

    def sees(self, terminal, *texts):
        """Waits until all texts are on the screen; returns the screen."""
        found = []

        def look():
            found[:] = [terminal.screen()]
            return all(text in found[0] for text in texts)
        self.until(look, lambda: f"{texts} is not to be seen in\n{found[0]}")
        return found[0]

    def leaves(self, terminal, status=0):
        """Waits for the end; checks that the terminal is as before."""
        self.until(terminal.ended, terminal.screen)
        self.assertEqual(terminal.note("status"), str(status),
                         terminal.note("errors"))
        self.assertEqual(terminal.note("after"), terminal.note("before"))
        self.assertFalse(terminal.on_alternate_screen())
        self.assertFalse(terminal.wants_mouse())
