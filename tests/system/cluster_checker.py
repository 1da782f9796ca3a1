#!/usr/bin/env python3
"""cluster_checker.py OXO - does the checker of histories notice faults?

A server is played on for a moment. Its log and its clients' notes are clean;
then they are falsified, one fault at a time.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import tap
from cluster import Load, Node
from exits import INTERRUPTED
from histories import check

OXO = sys.argv[1]


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        folder = pathlib.Path(scratch.name)
        node = Node(OXO, folder / "oxo.db", subprocess.DEVNULL)
        node.start()
        load = Load(OXO, [node.url()], folder, "--rooms", "2",
                    "--rate", "200", "--variant", "classic", hears=True)
        load.wait_for(60)
        status, _, errors = load.end()
        load.close()
        node.stop()
        assert status == INTERRUPTED, errors
        cls.clean_journal = load.journal.read_text().splitlines()
        cls.clean_heard = load.heard.read_text().splitlines()
        cls.clean_log = subprocess.run(
            [OXO, "store", "log", folder / "oxo.db"], check=True, text=True,
            capture_output=True).stdout.splitlines()

    def setUp(self):
        self.log = list(self.clean_log)
        self.journal = list(self.clean_journal)
        self.heard = list(self.clean_heard)

    def faults(self):
        return check(self.log, self.journal, self.heard).faults

    def assert_noticed(self, word):
        faults = self.faults()
        self.assertTrue(any(word in fault for fault in faults), faults)

    @staticmethod
    def find(lines, word, nth=0):
        """Where the nth line with the word is."""
        return [i for i, line in enumerate(lines) if word in line][nth]

    def edit(self, lines, word, **fields):
        """Changes fields of a message in the middle."""
        i = self.find(lines, word, 5)
        head, brace, rest = lines[i].partition("{")
        lines[i] = head + json.dumps({**json.loads(brace + rest), **fields})


class Clean(Case):
    def test_true_histories_are_clean(self):
        found = check(self.log, self.journal, self.heard)
        self.assertEqual(found.faults, [])
        self.assertGreaterEqual(found.acknowledged, 60)
        # Two players and a spectator hear of each move.
        self.assertGreaterEqual(found.heard, 3 * 60)
        self.assertEqual(len(found.last), 2 * 3)


class Store(Case):
    def test_an_acknowledged_move_that_is_lost_is_noticed(self):
        room = json.loads(self.log[-1])["room"]
        last = self.find(self.log, room, -1)
        while json.loads(self.log[last])["type"] != "move-made":
            del self.log[last]
            last = self.find(self.log, room, -1)
        del self.log[last]
        self.assert_noticed("LOST")

    def test_a_move_that_is_there_twice_is_noticed(self):
        i = self.find(self.log, "move-made", 5)
        room = json.loads(self.log[i])["room"]
        self.log.insert(i, self.log[i])
        for j in range(i + 1, len(self.log)):
            event = json.loads(self.log[j])
            if event["room"] == room:
                event["seq"] += 1
                self.log[j] = json.dumps(event)
        self.assert_noticed("DOUBLED")

    def test_a_hole_in_the_log_is_noticed(self):
        del self.log[self.find(self.log, "move-made", 3)]
        self.assert_noticed("behind")

    def test_two_events_in_the_wrong_order_are_noticed(self):
        room = json.loads(self.log[0])["room"]
        mine = [i for i, line in enumerate(self.log) if room in line]
        a, b = mine[5], mine[6]
        self.log[a], self.log[b] = self.log[b], self.log[a]
        self.assert_noticed("log:")

    def test_another_move_than_that_which_was_sent_is_noticed(self):
        self.edit(self.log, "move-made", move="z")
        self.assert_noticed("nobody sent")

    def test_a_move_of_nobody_is_noticed(self):
        word = self.journal[self.find(self.journal, "made ", -1)]
        name = word.split(" ", 1)[1]
        self.journal = [line for line in self.journal if name not in line]
        self.assert_noticed("nobody sent")


class Clients(Case):
    def test_a_message_that_differs_is_noticed(self):
        self.edit(self.heard, "move-made", at=1)
        self.assert_noticed("what the store does not have")

    def test_a_message_that_was_left_out_is_noticed(self):
        del self.heard[self.find(self.heard, "move-made", 5)]
        self.assert_noticed("behind")

    def test_a_message_that_came_twice_is_noticed(self):
        i = self.find(self.heard, "move-made", 5)
        self.heard.insert(i, self.heard[i])
        self.assert_noticed("behind")

    def test_news_of_what_never_was_is_noticed(self):
        code, place, rest = self.heard[-1].split(" ", 2)
        message = {**json.loads(rest), "type": "offer-made"}
        message["seq"] = len([line for line in self.log if code in line]) + 1
        self.heard.append(f"{code} {place} {json.dumps(message)}")
        self.assert_noticed("what the store does not have")

    def state(self, **fields):
        """Appends a state that a spectator is told."""
        i = self.find(self.heard, '"game-state"', -1)
        code, place, rest = self.heard[i].split(" ", 2)
        message = {**json.loads(rest), **fields}
        self.heard.append(f"{code} {place} {json.dumps(message)}")

    def test_a_state_of_the_past_is_noticed(self):
        self.state()
        self.assert_noticed("went back")

    def test_a_state_that_never_was_is_noticed(self):
        self.state(moves=["a"], seq=10_000)
        self.assert_noticed("a state that the store does not have")

    def test_passing_news_from_the_future_is_noticed(self):
        i = self.find(self.heard, '"seat"')
        code, place, rest = self.heard[i].split(" ", 2)
        message = {**json.loads(rest), "type": "ok", "seq": 10_000}
        self.heard.append(f"{code} {place} {json.dumps(message)}")
        self.assert_noticed("an event that is not there")


if __name__ == "__main__":
    tap.main()
