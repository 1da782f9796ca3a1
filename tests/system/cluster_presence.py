#!/usr/bin/env python3
"""cluster_presence.py OXO - who is connected elsewhere is not away.

Nodes come, die, start again and fall behind. A player who is connected to
another node is not away, so that the opponent cannot claim the game; the games
of players who have really gone can be claimed.
"""
import time

import tap
from cluster_case import ClusterCase

ROOMS = 8  # enough for every node to look after some


class Presence(ClusterCase):
    flags = ("--claim-after", "1s")

    def rooms(self, *nodes):
        return [self.seats(*nodes, clock={"initial": 600000})
                for _ in range(ROOMS)]

    def assert_the_absent_are_away(self, *nodes):
        """Their opponents can claim; it takes longer than any absence that
        would do for the others."""
        gone = self.rooms(*nodes)
        for x, o, _, _ in gone:
            self.play(x, o, ["e", "a"])
            x.cut()
        for _, o, _, _ in gone:
            self.eventually(lambda o=o: self.claims(o))

    def assert_they_play(self, rooms):
        log = self.log()
        for x, o, seat, _ in rooms:
            types = [e["type"] for e in log if e["room"] == seat["room"]]
            self.assertEqual(types, ["room-created", "seat-taken",
                                     "game-start"])
            self.play(x, o, ["e", "a"])
            self.assertFalse(self.claims(o))
            self.play(x, o, ["b", "c", "h"], ply=2)
            self.assertEqual(o.hear_until("game-over")["reason"], "line")

    def wait_for_all(self, *nodes):
        """Until none of them waits any more to hear of the others."""
        for node in nodes:
            self.eventually(lambda n=node: self.is_ready(n))
        self.eventually(lambda: self.sql(
            "SELECT count(*) FROM oxo.nodes,"
            " (SELECT extract(epoch FROM clock_timestamp()) * 1000)"
            " AS c(now) WHERE until > now AND begins > now") == "0")

    def test_nobody_is_away_to_a_node_that_comes(self):
        a, b = self.nodes(2)
        rooms = self.rooms(a, b)
        c = self.node()
        self.wait_for_all(a, b, c)
        self.assert_the_absent_are_away(a, b)
        self.assert_they_play(rooms)

    def test_nobody_is_away_to_a_node_that_starts_again(self):
        a, b, c = self.nodes()
        rooms = self.rooms(a, b)
        for end in (c.kill, c.stop):
            end()
            c = self.node()
        self.wait_for_all(a, b, c)
        rooms += self.rooms(a, b)
        self.assert_the_absent_are_away(a, b)
        self.assert_they_play(rooms)

    def test_nobody_is_away_to_a_node_that_was_cut_off(self):
        """Rooms that were made meanwhile are new to it, and their players
        have sat down before it hears of them."""
        a, b = self.nodes(2)
        far, line = self.far_node()
        rooms = self.rooms(a, b)
        line.cut()
        rooms += self.rooms(a, b)
        self.eventually(lambda: not self.is_ready(far))
        rooms += self.rooms(a, b)
        line.heal()
        self.wait_for_all(a, b, far)
        self.assert_the_absent_are_away(a, b)
        self.assert_they_play(rooms)

    def test_nobody_is_away_when_the_database_has_died(self):
        """It has forgotten who was connected."""
        a, b, c = self.nodes()
        rooms = self.rooms(a, b)
        self.database.kill()
        self.database.start()
        self.wait_for_all(a, b, c)
        self.assert_the_absent_are_away(a, b)
        self.assert_they_play(rooms)


class Outage(ClusterCase):
    """The database is away for longer than a lease."""

    AWAY = 8  # seconds; a lease is six

    def stop_for_long(self):
        """How long it was away, at least."""
        self.database.stop()
        begun = time.monotonic()
        try:
            time.sleep(self.AWAY)
        finally:
            took = time.monotonic() - begun
            self.database.start()
        return took

    def test_time_without_a_database_is_on_nobodys_clock(self):
        a, b, c = self.nodes()
        clock = {"initial": 600000, "increment": 0}
        begun = time.monotonic()
        rooms = [self.seats(a, b, clock=clock) for _ in range(4)]
        away = self.stop_for_long()
        for node in (a, b, c):
            self.eventually(lambda n=node: self.is_ready(n))
        for x, o, _, _ in rooms:
            x.say("make-move", ply=0, move="e")
            for client in (x, o):
                left = client.hear_until("move-made")["clocks"]["X"]
                passed = time.monotonic() - begun
                self.assertGreaterEqual(left / 1000, 600 - (passed - away))

    def test_nobody_hears_that_somebody_went_who_did_not(self):
        """All nodes lose their leases, and come back one after the other."""
        nodes = self.nodes()
        rooms = [self.seats(nodes[i % 3], nodes[(i + 1) % 3])
                 for i in range(6)]
        self.stop_for_long()
        for node in nodes:
            self.eventually(lambda n=node: self.is_ready(n))
            self.assertEqual(node.metric("oxo_nodes"), len(nodes))
        for x, o, _, _ in rooms:
            x.say("make-move", ply=0, move="e")
            for client in (x, o):
                heard = []
                while "move-made" not in heard:
                    heard.append(client.hear()["type"])
                self.assertNotIn("player-disconnected", heard)
                self.assertNotIn("game-over", heard)


if __name__ == "__main__":
    tap.main()
