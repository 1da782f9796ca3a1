#!/usr/bin/env python3
"""cluster_load.py OXO - three nodes under load, and one fault after another.

`oxo load` plays on through it all, its players and spectators on different
nodes. Then the store's log is held against what every client sent and heard:
nothing acknowledged is lost, nothing is there twice, every room is one legal
history, and every client saw a part of it. OXO_FAULTS says how many faults
(6; 50 in `make soak`), OXO_SEED which.
"""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

import tap
from cluster import Line, Load, Node
from exits import INTERRUPTED
from histories import check
from postgres import Postgres

OXO = sys.argv[1]
FAULTS = int(os.environ.get("OXO_FAULTS", "6"))
SEED = int(os.environ.get("OXO_SEED", random.randrange(1 << 32)))
NODES = 3
ROOMS = 6
RATE = 60  # moves a second: what is looked for are faults, not speed


def oxo(*arguments):
    return subprocess.run([OXO, *arguments], capture_output=True, text=True,
                          check=False)


class LoadCase(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.logs = (self.folder / "log").open("w")
        self.addCleanup(self.logs.close)
        self.database = Postgres()
        self.addCleanup(lambda: self.database.close())
        self.database.sql("CREATE DATABASE oxo")
        self.dice = random.Random(SEED)
        print(f"# OXO_SEED={SEED}", flush=True)

    def start(self, *places):
        """Nodes on these stores, and a load on all of them."""
        self.nodes = [Node(OXO, place, self.logs, "--grace", "1h")
                      for place in places]
        for node in self.nodes:
            node.start()
            self.addCleanup(self.kill_if_running, node)
        self.load = Load(OXO, [node.url() for node in self.nodes],
                         self.folder, "--rooms", str(ROOMS), "--patience",
                         "60", "--rate", str(RATE), hears=True)
        self.addCleanup(self.load.close)
        self.load.wait_for(ROOMS)

    @staticmethod
    def kill_if_running(node):
        if node.is_running():
            node.kill()

    def some_moves(self):
        self.load.wait_for(self.dice.choice((0, 1, ROOMS, 5 * ROOMS)))

    def a_while(self):
        """Players whose node is cut off hear nothing, and others may wait
        for them: so this ends by itself. A lease lasts for 6 seconds."""
        self.load.wait_for(10 * ROOMS,
                           seconds=self.dice.choice((0, 0.1, 2, 8)))

    def finish(self):
        """Ends the load; then everything is held against everything."""
        self.load.wait_for(ROOMS)
        status, report, errors = self.load.end()
        self.assertEqual(status, INTERRUPTED, errors)
        self.assertEqual(json.loads(report)["anomalies"], 0)
        done = oxo("load", "--verify", self.load.journal,
                   *(node.url() for node in self.nodes))
        self.assertEqual(done.returncode, 0, done.stderr)
        for node in self.nodes:
            self.assertEqual(node.stop(), 0)
        place = self.database.url("oxo")
        done = oxo("store", "check", place)
        self.assertEqual(done.stdout, "sound\n", done.stdout + done.stderr)
        self.check_histories(place)

    def check_histories(self, place):
        done = oxo("store", "log", place)
        self.assertEqual(done.returncode, 0, done.stderr)
        with self.load.journal.open() as journal, \
                self.load.heard.open() as heard:
            found = check(done.stdout.splitlines(), journal, heard)
        self.assertEqual(found.faults, [])
        self.assertGreaterEqual(found.acknowledged, self.load.count)
        self.assertGreaterEqual(found.heard, 3 * self.load.count)


class Faults(LoadCase):
    """Each node has a line to the database of its own."""

    def kill_node(self):
        node = self.dice.choice(self.nodes)
        node.kill()
        self.some_moves()  # others have taken over
        node.start()

    def kill_database(self):
        self.database.kill()
        self.database.start()

    def kill_both(self):
        node = self.dice.choice(self.nodes)
        node.kill()
        self.kill_database()
        node.start()

    def kill_all(self):
        for node in self.nodes:
            node.kill()
        self.kill_database()
        for node in self.nodes:
            node.start()

    def cut_line(self):
        line = self.dice.choice(self.lines)
        line.cut()
        self.a_while()
        line.heal()

    def lose_answers(self):
        line = self.dice.choice(self.lines)
        line.cut_answers()
        self.a_while()
        line.hang_up()
        line.heal()

    def hang_up(self):
        self.dice.choice(self.lines).hang_up()

    def stop_node(self):
        """As in a rolling upgrade."""
        node = self.dice.choice(self.nodes)
        self.assertEqual(node.stop(), 0)
        node.start()

    def test_nothing_is_lost_or_doubled_whatever_fails(self):
        self.lines = [Line(self.database.socket()) for _ in range(NODES)]
        for line in self.lines:
            self.addCleanup(line.close)
        self.start(*(f"postgres://oxo@127.0.0.1:{line.port}/oxo"
                     for line in self.lines))
        kinds = [self.kill_node, self.kill_database, self.cut_line,
                 self.lose_answers, self.stop_node, self.hang_up,
                 self.kill_both, self.kill_all]
        for number in range(FAULTS):
            self.some_moves()
            fault = kinds[number % len(kinds)]
            print(f"# {number + 1}: {fault.__name__}", flush=True)
            fault()
        self.finish()


class Upgrade(LoadCase):
    def test_nodes_are_replaced_one_by_one_under_load(self):
        self.start(*[self.database.url("oxo")] * NODES)
        for node in self.nodes:
            self.load.wait_for(2 * ROOMS)
            self.assertEqual(node.stop(), 0)
            node.start()
        self.finish()


class Failover(LoadCase):
    """With synchronous commit, a replica has all that was acknowledged."""

    def fail_over(self):
        """The database dies; its replica takes its place, and gets one."""
        old = self.database
        old.kill()
        self.replica.promote()
        self.database, self.replica = self.replica, old
        self.load.wait_for(ROOMS)
        self.replica.follow(self.database)
        self.database.wait_for(self.replica)

    def test_a_replica_is_promoted_under_load(self):
        self.replica = Postgres(self.database)
        self.addCleanup(lambda: self.replica.close())
        self.database.wait_for(self.replica)
        hosts = f"{self.database.folder},{self.replica.folder}"
        place = (f"postgres://oxo@/oxo?host={hosts}"
                 "&target_session_attrs=read-write")
        self.start(*[place] * NODES)
        for _ in range(max(1, FAULTS // 10)):
            self.load.wait_for(5 * ROOMS)
            self.fail_over()
        self.finish()


if __name__ == "__main__":
    tap.main()
