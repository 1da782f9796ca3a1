#!/usr/bin/env python3
"""cluster_faults.py OXO - a node dies.

What it had to do is done by another, once: seats are reclaimed there, clocks
run out, absent players' games are claimed, the computer answers.
"""
import tap
from cluster_case import ClusterCase


class Deaths(ClusterCase):
    flags = ("--claim-after", "2s")

    def test_a_seat_is_reclaimed_on_another_node(self):
        a, b, c = self.nodes()
        x, o, x_seat, _ = self.seats(a, b)
        self.play(x, o, ["e", "a"])
        a.kill()
        x, state = self.rejoin(c, x_seat)
        self.assertEqual(state["moves"], ["e", "a"])
        self.play(x, o, ["b", "c", "h"], ply=2)
        self.assertEqual(o.hear_until("game-over")["reason"], "line")
        self.assert_sound()

    def test_a_node_takes_its_players_with_it_and_they_are_away(self):
        """A claim ends the game once, though two nodes could decide."""
        a, b, c = self.nodes()
        rooms = [self.seats(a, b, clock={"initial": 600000})
                 for _ in range(6)]
        for x, o, _, _ in rooms:
            self.play(x, o, ["e", "a"])
        watchers = [self.watch(c, seat["room"]) for _, _, seat, _ in rooms]
        a.kill()
        for (_, o, seat, _), watcher in zip(rooms, watchers):
            self.eventually(lambda o=o: self.claims(o))
            over = watcher.hear_until("game-over")
            self.assertEqual((over["reason"], over["winner"]), ("claim", "O"))
            ends = [e for e in self.log(seat["room"])
                    if e["type"] == "game-over"]
            self.assertEqual(len(ends), 1)
        self.assert_sound()


class Timers(ClusterCase):
    def test_clocks_run_out_once_whichever_node_dies(self):
        a, b, c = self.nodes()
        # Long enough for all to be there before the first runs out.
        clock = {"initial": 8000, "increment": 0}
        rooms = [self.seats(a, b, clock=clock) for _ in range(4)]
        for x, o, _, _ in rooms:
            self.play(x, o, ["e", "a"])
        seats = [self.rejoin(c, seat)[0] for _, _, seat, _ in rooms]
        watchers = [self.watch(b, seat["room"]) for _, _, seat, _ in rooms]
        a.kill()
        for (_, o, seat, _), x, watcher in zip(rooms, seats, watchers):
            for client in (x, o, watcher):
                over = client.hear_until("game-over")
                self.assertEqual((over["reason"], over["winner"]),
                                 ("time", "O"))
            ends = [e for e in self.log(seat["room"])
                    if e["type"] == "game-over"]
            self.assertEqual(len(ends), 1)
        self.assert_sound()

    def test_the_computer_answers_once_whichever_node_dies(self):
        a, b, c = self.nodes()
        rooms = []
        for _ in range(6):
            x = self.client(a)
            seat = x.ask("create-room", "seat", variant="ultimate", mark="X",
                         computer=4)
            x.hear_until("game-start")
            rooms.append((x, seat))
        watchers = [self.watch(c, seat["room"]) for _, seat in rooms]
        for x, _ in rooms:
            x.say("make-move", ply=0, move="ee")
        rooms[-1][0].hear_until("move-made", ply=0)
        a.kill()
        for (_, seat), watcher in zip(rooms, watchers):
            x, state = self.rejoin(b, seat)
            if not state["moves"]:  # the node died before it was stored
                x.say("make-move", ply=0, move="ee")
            if len(state["moves"]) < 2:
                x.hear_until("move-made", ply=1)
            watcher.hear_until("move-made", ply=1)
            played = [e["ply"] for e in self.log(seat["room"])
                      if e["type"] == "move-made"]
            self.assertEqual(played, [0, 1])
        self.assert_sound()


if __name__ == "__main__":
    tap.main()
