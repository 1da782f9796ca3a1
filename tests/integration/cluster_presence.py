#!/usr/bin/env python3
"""cluster_presence.py OXO - who is connected elsewhere is not away.

The grace is short. Nodes come, die, start again and fall behind, and look
after rooms whose players sit at other nodes: those go on. That every node
really looks after rooms is seen by others, whose players have gone: their
games are forfeit.
"""
import time

import tap
from cluster_case import ClusterCase

ROOMS = 8  # enough for every node to look after some


class Presence(ClusterCase):
    flags = ("--grace", "2s")

    def rooms(self, *nodes):
        return [self.seats(*nodes) for _ in range(ROOMS)]

    def wait_for_graces(self, *nodes):
        """Until every node has ended games, as often as it is its turn."""
        gone = self.rooms(*nodes)
        for x, _, _, _ in gone:
            x.cut()
        for _, o, _, _ in gone:
            over = o.hear_until("game-over")
            self.assertEqual((over["reason"], over["winner"]),
                             ("forfeit", "O"))

    def assert_they_play(self, rooms):
        log = self.log()
        for x, o, seat, _ in rooms:
            types = [e["type"] for e in log if e["room"] == seat["room"]]
            self.assertEqual(types, ["room-created", "seat-taken",
                                     "game-start"])
            self.play(x, o, ["e", "a", "b", "c", "h"])
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
        self.wait_for_graces(a, b)
        self.assert_they_play(rooms)

    def test_nobody_is_away_to_a_node_that_starts_again(self):
        a, b, c = self.nodes()
        rooms = self.rooms(a, b)
        for end in (c.kill, c.stop):
            end()
            c = self.node()
        self.wait_for_all(a, b, c)
        rooms += self.rooms(a, b)
        self.wait_for_graces(a, b)
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
        self.wait_for_graces(a, b)
        self.assert_they_play(rooms)

    def test_nobody_is_away_when_the_database_has_died(self):
        """It has forgotten who was connected."""
        a, b, c = self.nodes()
        rooms = self.rooms(a, b)
        self.database.kill()
        self.database.start()
        self.wait_for_all(a, b, c)
        self.wait_for_graces(a, b)
        self.assert_they_play(rooms)


class Time(ClusterCase):
    @staticmethod
    def answer(client):
        """What becomes of a move."""
        while True:
            message = client.hear()
            if message["type"] in ("move-made", "error", "game-over"):
                return message

    def test_time_without_a_database_is_on_nobodys_clock(self):
        """It is away for longer than a clock lasts, and than a lease."""
        a, b, c = self.nodes()
        clock = {"initial": 15000, "increment": 0}
        rooms = [self.seats(a, b, clock=clock) for _ in range(4)]
        self.database.kill()
        try:
            time.sleep(16)
        finally:
            self.database.start()
        for node in (a, b, c):
            self.eventually(lambda n=node: self.is_ready(n))
        for x, o, _, _ in rooms:
            x.say("make-move", ply=0, move="e")
            for client in (x, o):
                message = self.answer(client)
                self.assertEqual(message["type"], "move-made", message)


if __name__ == "__main__":
    tap.main()
