"""Shared helpers for the tests of the oxo command. The first argument of each
script is the path of oxo.
"""
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import unittest

from patience import PATIENCE

OXO = pathlib.Path(sys.argv[1]).resolve()
START = "9/9/9/9/9/9/9/9/9 x -"
SIX = "4x4/4x4/9/9/ooo1x4/9/9/9/9 x c"  # after ee ea ae eb be ec
SIX_MOVES = "ee ea ae eb be ec"

ENVIRONMENT = {"PATH": f"{OXO.parent}:{os.environ['PATH']}",
               "LC_ALL": "C.UTF-8", "TERM": "xterm"}


def oxo(*arguments, stdin="", env=None, **options):
    """Runs oxo; `out`, `err` and `code` tell how it went."""
    program = str(options.pop("program", OXO))
    done = subprocess.run(
        [program, *arguments], input=stdin.encode(), timeout=PATIENCE,
        env={**ENVIRONMENT, **(env or {})}, check=False,
        stdout=options.pop("stdout", subprocess.PIPE),
        stderr=subprocess.PIPE, **options)
    done.out = (done.stdout or b"").decode()
    done.err = done.stderr.decode()
    done.code = done.returncode
    return done


def small_disk(size):
    """For `preexec_fn`: no file can grow beyond `size` bytes."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return limit


def on_terminal(*arguments, env=None):
    """What oxo writes when stdout is a terminal."""
    try:
        master, slave = os.openpty()
    except OSError as error:  # /dev/ptmx is missing, as in a bare chroot
        raise unittest.SkipTest(f"no terminals here: {error}") from error
    try:
        oxo(*arguments, env=env, stdout=slave)
        os.close(slave)
        text = b""
        while True:
            try:
                block = os.read(master, 65536)
            except OSError:  # Linux reports EIO when the other side is closed
                break
            if not block:
                break
            text += block
        return text.decode()
    finally:
        os.close(master)


class Case(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)

    def file(self, name, text):
        path = self.scratch / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    def waits_behind(self, text, *arguments):
        """Runs oxo, which must keep running after it has written `text`."""
        process = subprocess.Popen([str(OXO), *arguments], env=ENVIRONMENT,
                                   stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        while text not in (line := process.stdout.readline()):
            self.assertNotEqual(line, "", f"it ended without {text!r}")
        self.assertIsNone(process.poll())

    def good(self, *arguments, **options):
        """Runs oxo, which must succeed with no output on stderr; returns
        stdout."""
        done = oxo(*arguments, **options)
        self.assertEqual((done.code, done.err), (0, ""), arguments)
        return done.out

    def bad(self, code, *arguments, **options):
        """Runs oxo, which must fail with this exit status; returns stderr."""
        done = oxo(*arguments, **options)
        self.assertEqual(done.code, code, (arguments, done.err))
        self.assertNotEqual(done.err, "", arguments)
        return done.err
