#!/usr/bin/env python3
"""kill.py OXO - kills the server at random moments under load.

`oxo load --history` plays on through the kills and notes acknowledged moves;
`oxo load --verify` then checks that the store has all of them. OXO_KILLS is
the number of kills (default: 5), OXO_SEED the seed of their moments.
"""
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

import tap
from cluster import Load, Node
from exits import INTERRUPTED
from postgres import Postgres

OXO = sys.argv[1]
KILLS = int(os.environ.get("OXO_KILLS", "5"))
SEED = int(os.environ.get("OXO_SEED", random.randrange(1 << 32)))
ROOMS = 20


class KillCase(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(dir="/var/tmp")
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.log = (self.folder / "log").open("w")
        self.addCleanup(self.log.close)
        # A disconnected player does not lose the game.
        self.server = Node(OXO, self.make_store(), self.log, "--grace", "1h")
        self.server.start()
        self.addCleanup(self.clean_up)
        self.dice = random.Random(SEED)
        print(f"# OXO_SEED={SEED}", flush=True)

    def make_store(self):
        return self.folder / "oxo.db"

    def clean_up(self):
        if self.server.is_running():
            self.server.kill()

    def start_load(self):
        load = Load(OXO, [self.server.url()], self.folder,
                    "--rooms", str(ROOMS))
        self.addCleanup(load.close)
        load.wait_for(ROOMS)
        return load

    def moment(self):
        """The number of moves to wait for. 0 kills while players reconnect."""
        return self.dice.choice((0, 1, self.dice.randrange(ROOMS),
                                 self.dice.randrange(40 * ROOMS)))

    def kill_something(self):
        self.server.kill()
        self.server.start()

    def play_and_kill(self, times):
        """Kills the server during play; returns the load's report."""
        load = self.start_load()
        for _ in range(times):
            load.wait_for(self.moment())
            self.kill_something()
        load.wait_for(ROOMS)
        status, report, errors = load.end()
        self.assertEqual(status, INTERRUPTED, errors)
        return json.loads(report)

    def verify(self):
        return subprocess.run(
            [OXO, "load", "--verify", self.folder / "journal", "--json",
             self.server.url()],
            capture_output=True, text=True, check=False)

    def survives_kills(self):
        report = self.play_and_kill(KILLS)
        self.assertEqual(report["anomalies"], 0)
        # Both players and the spectator of each room reconnect more than once.
        # The bound is low because some kills come before all are back.
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
        """An older copy of the store: --verify must miss the later moves."""
        load = self.start_load()
        self.server.kill()
        old = self.folder / "old"
        old.mkdir()
        for path in self.folder.glob("oxo.db*"):
            shutil.copy(path, old / path.name)
        self.server.start()
        load.wait_for(10 * ROOMS)
        load.end()
        self.server.kill()
        self.server.store = old / "oxo.db"
        self.server.start()
        done = self.verify()
        self.assertEqual(done.returncode, 1)
        self.assertIn("LOST", done.stderr)

    def test_load_notices_a_server_that_forgets(self):
        """A running load also notices an older store."""
        load = self.start_load()
        load.wait_for(10 * ROOMS)
        self.server.kill()
        for path in self.folder.glob("oxo.db*"):
            path.unlink()
        self.server.start()
        status, _, errors = load.end()
        self.assertEqual(status, 1)
        self.assertIn("room-not-found", errors)


class KillOnPostgres(KillCase):
    """The same on PostgreSQL, which sometimes dies with the server.

    server_database.py has what happens when it ends alone."""

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
