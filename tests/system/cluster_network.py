#!/usr/bin/env python3
"""cluster_network.py OXO - the database dies, or a line to it, or an answer.

What was acknowledged is there; what cannot be stored is refused, and nobody
else is held up; what has become of a commit whose answer was lost is found
out; and all comes back by itself.
"""
import tap
from cluster_case import ClusterCase


class Database(ClusterCase):
    def test_all_nodes_refuse_moves_without_it_and_go_on_with_it(self):
        nodes = self.nodes()
        x, o, seat, _ = self.seats(*nodes)
        watcher = self.watch(nodes[2], seat["room"])
        self.play(x, o, ["e", "a"])
        watcher.hear_until("move-made", ply=1)
        self.database.kill()
        try:
            self.goes_on_reading(nodes, x, seat["room"])
        finally:
            self.database.start()
        for node in nodes:
            self.eventually(lambda n=node: self.is_ready(n))
        self.play(x, o, ["b", "c", "h"], ply=2)
        self.assertEqual(o.hear_until("game-over")["winner"], "X")
        self.assert_sound()

    def goes_on_reading(self, nodes, player, room):
        self.assertEqual(player.refused("make-move", ply=2, move="b"),
                         "store-unavailable")
        for node in nodes:
            self.eventually(lambda n=node: not self.is_ready(n))
            state = self.client(node).ask("spectate", "game-state", room=room)
            self.assertEqual(state["moves"], ["e", "a"])

    def test_a_game_goes_on_when_nodes_and_database_have_died(self):
        nodes = self.nodes()
        x, o, x_seat, o_seat = self.seats(*nodes)
        self.play(x, o, ["e", "a"])
        for node in nodes:
            node.kill()
        self.database.kill()
        self.database.start()
        a, b, _ = self.nodes()
        x, state = self.rejoin(b, x_seat)
        o, _ = self.rejoin(a, o_seat)
        self.assertEqual(state["moves"], ["e", "a"])
        self.play(x, o, ["b", "c", "h"], ply=2)
        self.assert_sound()


class Network(ClusterCase):
    def insist(self, client, ply, move):
        """Moves until it is so."""
        while True:
            client.say("make-move", ply=ply, move=move, ref=ply)
            while True:
                answer = client.hear()
                if (answer["type"] == "ok" and answer.get("ref") == ply or
                        answer["type"] == "move-made"
                        and answer["ply"] == ply):
                    return
                if answer["type"] == "error":
                    # A conflict, if it was stored while the answer was lost.
                    self.assertIn(answer["code"],
                                  ("store-unavailable", "conflict"))
                    break

    def test_a_node_that_is_cut_off_holds_nobody_up_and_catches_up(self):
        near = self.node()
        far, line = self.far_node()
        x, o, x_seat, _ = self.seats(far, near)
        self.play(x, o, ["e", "a"])
        watcher = self.watch(far, x_seat["room"])
        line.cut()
        x.say("make-move", ply=2, move="b", ref=2)
        # It may have been stored or not; elsewhere one finds out.
        again, state = self.rejoin(near, x_seat)
        if len(state["moves"]) == 2:
            self.insist(again, 2, "b")
        o.say("make-move", ply=3, move="c")
        for client in (o, again):
            client.hear_until("move-made", ply=3, move="c")
        self.eventually(lambda: not self.is_ready(far))
        line.heal()
        self.eventually(lambda: self.is_ready(far))
        watcher.hear_until("move-made", ply=3, move="c")
        again.say("make-move", ply=4, move="h")
        for client in (o, again, watcher):
            self.assertEqual(client.hear_until("game-over")["winner"], "X")
        self.assert_sound()

    def test_a_commit_whose_answer_is_lost_is_made_once(self):
        """Its order arrives, its answer does not, and the line breaks."""
        near = self.node()
        far, line = self.far_node()
        x, o, seat, _ = self.seats(far, near)
        for ply, move in enumerate("eabcd"):
            mover, other = (x, o) if ply % 2 == 0 else (o, x)
            if mover is x:
                line.cut_answers()
            mover.say("make-move", ply=ply, move=move, ref=ply)
            if mover is x:
                # The other node tells of it: so it is stored.
                other.hear_until("move-made", ply=ply, move=move)
                line.hang_up()
                line.heal()
                self.insist(mover, ply, move)
            else:
                for client in (mover, other):
                    client.hear_until("move-made", ply=ply, move=move)
        played = [e["move"] for e in self.log(seat["room"])
                  if e["type"] == "move-made"]
        self.assertEqual(played, list("eabcd"))
        self.assert_sound()

    def test_a_listener_that_lost_its_connection_misses_nothing(self):
        near, far = self.nodes(2)
        x, o, seat, _ = self.seats(near, far)
        watcher = self.watch(far, seat["room"])
        for ply, move in enumerate("eabch"):
            self.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                     " WHERE application_name = 'oxo'")
            self.insist((x, o)[ply % 2], ply, move)
            watcher.hear_until("move-made", ply=ply, move=move)
        self.assertEqual(watcher.hear_until("game-over")["winner"], "X")
        self.assert_sound()


if __name__ == "__main__":
    tap.main()
