#!/usr/bin/env python3
"""kill.py OXO - the server is killed at random moments under load.

`oxo load --journal` plays on through it all and notes what was acknowledged;
`oxo load --verify` then looks for it. OXO_KILLS says how often (5), OXO_SEED
when.
"""
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import tap
from postgres import Postgres

OXO = sys.argv[1]
KILLS = int(os.environ.get("OXO_KILLS", "5"))
SEED = int(os.environ.get("OXO_SEED", random.randrange(1 << 32)))
ROOMS = 20

# What twenty rooms on one address need, and nobody loses by being away.
FLAGS = ["--connections-per-address", "10000", "--rooms-per-address", "1000",
         "--message-rate", "1000000", "--message-burst", "1000000",
         "--grace", "1h", "--log-level", "warning"]


class Server:
    """`oxo serve` on one store, started as often as it is killed."""

    def __init__(self, store, log):
        self.store = store
        self.log = log
        self.port = 0
        self.process = None

    def start(self):
        self.process = subprocess.Popen(
            [OXO, "serve", "--listen", f"127.0.0.1:{self.port}",
             "--store", str(self.store), *FLAGS],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"listening on http://127\.0\.0\.1:(\d+)", line)
        if not found:
            raise AssertionError(f"the server does not start: {line!r}")
        self.port = int(found.group(1))

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        """Politely; returns the exit status."""
        self.process.terminate()
        status = self.process.wait()
        self.process.stdout.close()
        return status

    def url(self):
        return f"http://127.0.0.1:{self.port}"


class Journal:
    """Counts the acknowledged moves in a file that is being written."""

    def __init__(self, path):
        self.path = path
        self.file = None
        self.count = 0

    def wait_for(self, more, load):
        """Until so many more moves were acknowledged."""
        wanted = self.count + more
        while self.count < wanted:
            if self.file is None and self.path.exists():
                self.file = self.path.open()
            lines = self.file.readlines() if self.file else []
            self.count += sum(line.startswith("made ") for line in lines)
            if not lines:
                if load.poll() is not None:
                    raise AssertionError(load.communicate()[1])
                time.sleep(0.001)


class KillCase(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(dir="/var/tmp")
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.log = (self.folder / "log").open("w")
        self.addCleanup(self.log.close)
        self.journal = self.folder / "journal"
        self.server = Server(self.make_store(), self.log)
        self.server.start()
        self.addCleanup(self.clean_up)
        self.dice = random.Random(SEED)
        print(f"# OXO_SEED={SEED}", flush=True)

    def make_store(self):
        return self.folder / "oxo.db"

    def clean_up(self):
        if self.server.process.poll() is None:
            self.server.kill()

    def start_load(self):
        load = subprocess.Popen(
            [OXO, "load", "--rooms", str(ROOMS), "--spectators", "1",
             "--seconds", "86400", "--variant", "ultimate", "--json",
             "--journal", str(self.journal), self.server.url()],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(load.kill)
        return load

    def moment(self):
        """How many moves to wait for: also none, while players come back."""
        return self.dice.choice((0, 1, self.dice.randrange(ROOMS),
                                 self.dice.randrange(40 * ROOMS)))

    def kill_something(self):
        self.server.kill()
        self.server.start()

    def play_and_kill(self, times):
        """Kills while it is played; returns what the load has to say."""
        load = self.start_load()
        journal = Journal(self.journal)
        journal.wait_for(ROOMS, load)
        for _ in range(times):
            journal.wait_for(self.moment(), load)
            self.kill_something()
        journal.wait_for(ROOMS, load)
        load.send_signal(signal.SIGINT)
        out, errors = load.communicate()
        self.assertEqual(load.returncode, 0, errors)
        return json.loads(out)

    def verify(self):
        return subprocess.run(
            [OXO, "load", "--verify", str(self.journal), "--json",
             self.server.url()],
            capture_output=True, text=True, check=False)

    def survives_kills(self):
        report = self.play_and_kill(KILLS)
        self.assertEqual(report["anomalies"], 0)
        # Both players and the spectator of each room, more than once: some
        # kills come before they are all back.
        self.assertGreater(report["reconnects"], ROOMS * 3)
        self.server.kill()
        self.server.start()
        done = self.verify()
        self.assertEqual(done.returncode, 0, done.stderr)
        verified = json.loads(done.stdout)
        self.assertGreaterEqual(verified["rooms"], ROOMS)
        self.assertGreaterEqual(verified["moves"], ROOMS)
        self.assertEqual(self.server.stop(), 0)


class Kill(KillCase):
    def test_acknowledged_moves_survive_kills_once_each(self):
        self.survives_kills()

    def test_verify_finds_what_is_lost(self):
        """A store from before the end: what came later must be missed."""
        load = self.start_load()
        journal = Journal(self.journal)
        journal.wait_for(ROOMS, load)
        self.server.kill()
        old = self.folder / "old"
        old.mkdir()
        for path in self.folder.glob("oxo.db*"):
            shutil.copy(path, old / path.name)
        self.server.start()
        journal.wait_for(10 * ROOMS, load)
        load.send_signal(signal.SIGINT)
        load.communicate()
        self.server.kill()
        self.server.store = old / "oxo.db"
        self.server.start()
        done = self.verify()
        self.assertEqual(done.returncode, 1)
        self.assertIn("LOST", done.stderr)

    def test_load_notices_a_server_that_forgets(self):
        """The same while it is playing."""
        load = self.start_load()
        journal = Journal(self.journal)
        journal.wait_for(10 * ROOMS, load)
        self.server.kill()
        for path in self.folder.glob("oxo.db*"):
            path.unlink()
        self.server.start()
        load.send_signal(signal.SIGINT)
        _, errors = load.communicate()
        self.assertEqual(load.returncode, 1)
        self.assertIn("room-not-found", errors)


class KillOnPostgres(KillCase):
    """The same on a database, which sometimes ends with the server.

    server_postgres.py has what happens when it ends alone."""

    def make_store(self):
        self.database = Postgres()
        self.addCleanup(self.database.close)
        return self.database.url()

    def kill_something(self):
        self.server.kill()
        if self.dice.random() < 0.5:
            self.database.kill()
            self.database.start()
        self.server.start()

    def test_acknowledged_moves_survive_kills_of_server_and_database(self):
        self.survives_kills()


if __name__ == "__main__":
    tap.main()
