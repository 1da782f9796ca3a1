#!/usr/bin/env python3
"""cluster_games.py OXO - any node serves any room.

Three servers on one PostgreSQL: players and spectators of a room are where
they like, and see one game. Whoever races for the same thing on two nodes,
exactly one of them gets it.
"""
import itertools
import json
import subprocess
import threading

import tap
from cluster import OPEN_DOORS
from cluster_case import ClusterCase
from server_case import OXO
from histories import EVENTS


def events_of(client):
    return [m for m in client.seen if m["type"] in EVENTS]


def at_once(*tasks):
    threads = [threading.Thread(target=task) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


class Games(ClusterCase):
    def test_players_and_a_spectator_on_three_nodes_see_one_game(self):
        a, b, c = self.nodes()
        x, o, seat, _ = self.seats(a, b)
        watcher = self.watch(c, seat["room"])
        for ply, move in enumerate("eabch"):
            (x, o)[ply % 2].say("make-move", ply=ply, move=move)
            for client in (x, o, watcher):
                client.hear_until("move-made", ply=ply, move=move)
        for client in (x, o, watcher):
            self.assertEqual(client.hear_until("game-over")["winner"], "X")
        log = self.log(seat["room"])
        for client in (x, o, watcher):
            heard = events_of(client)
            first = heard[0]["seq"]
            self.assertEqual(heard, log[first - 1:])

    def test_everything_that_players_can_do_reaches_the_other_node(self):
        a, b = self.nodes(2)
        x, o, _, _ = self.seats(a, b)
        x.say("make-move", ply=0, move="e")
        o.hear_until("move-made", ply=0)
        x.say("offer", offer="draw")
        o.hear_until("offer-made", by="X")
        o.say("decline")
        x.hear_until("offer-declined")
        x.say("offer", offer="takeback")
        o.hear_until("offer-made", by="X")
        o.say("accept")
        for client in (x, o):
            self.assertEqual(client.hear_until("game-state")["moves"], [])
        o.say("resign")
        self.assertEqual(x.hear_until("game-over")["reason"], "resignation")
        x.say("rematch")
        o.hear_until("offer-made", offer="rematch")
        o.say("rematch")
        for client in (x, o):
            self.assertEqual(client.hear_until("game-start")["game"], 2)
        x.say("leave")
        o.hear_until("player-left")
        self.assert_sound()

    def test_a_room_is_there_for_all_nodes_as_soon_as_for_one(self):
        """However short a moment ago it was made elsewhere."""
        nodes = self.nodes()
        for i in range(12):
            maker = self.client(nodes[i % 3])
            room = maker.ask("create-room", "seat",
                             variant="classic")["room"]
            guest = self.client(nodes[(i + 1) % 3])
            watcher = self.client(nodes[(i + 2) % 3])
            watcher.say("spectate", room=room)
            self.assertEqual(watcher.hear()["type"], "ok")
            guest.say("join-room", room=room)
            self.assertEqual(guest.hear()["type"], "seat")

    def test_who_knows_more_than_a_node_is_not_sent_back(self):
        """A seat moves to another node right behind its own move."""
        nodes = self.nodes()
        x, o, x_seat, o_seat = self.seats(nodes[0], nodes[1],
                                          variant="ultimate")
        seats = [x_seat, o_seat]
        clients = [x, o]
        for ply, move in enumerate(["ee", "ea", "ae", "eb", "be", "ec"]):
            mover = clients[ply % 2]
            mover.say("make-move", ply=ply, move=move)
            made = mover.hear_until("move-made", ply=ply)
            mover.close()
            back = self.client(nodes[ply % 3])
            seat = seats[ply % 2]
            back.say("rejoin-room", room=seat["room"], token=seat["token"],
                     seq=made["seq"])
            self.assertGreaterEqual(back.hear_until("ok")["seq"], made["seq"])
            clients[ply % 2] = back
            clients[1 - ply % 2].hear_until("move-made", ply=ply)

    def test_a_public_room_is_listed_by_all_nodes(self):
        a, b, c = self.nodes()
        room = self.client(a).ask("create-room", "seat", variant="classic",
                                  public=True)["room"]
        for node in (b, c):
            self.eventually(lambda asked=node: room in [
                r["room"] for r in asked.get("/api/v1/rooms")[2]["rooms"]])

    def test_a_seat_is_away_when_no_node_has_a_connection_of_it(self):
        a, b, c = self.nodes()
        x, o, seat, _ = self.seats(a, c)
        again, _ = self.rejoin(b, seat)
        x.cut()
        again.say("make-move", ply=0, move="e")
        o.hear_until("move-made", ply=0)
        self.assertTrue(
            c.get(f"/api/v1/rooms/{seat['room']}")[2]["players"]["X"]
            ["connected"])
        self.assertNotIn("player-disconnected", [m["type"] for m in o.seen])
        again.cut()
        o.hear_until("player-disconnected", seat=0)

    def test_who_is_away_and_back_is_told_on_all_nodes(self):
        a, b, c = self.nodes()
        x, o, seat, _ = self.seats(a, b)
        watcher = self.watch(c, seat["room"])
        x.cut()
        for client in (o, watcher):
            client.hear_until("player-disconnected", seat=0)
        self.rejoin(c, seat)
        for client in (o, watcher):
            client.hear_until("player-reconnected", seat=0)


class Requests(ClusterCase):
    """Each request goes to another node, as a balancer sends them."""

    flags = OPEN_DOORS[:-2]

    def setUp(self):
        super().setUp()
        self.turns = itertools.cycle(self.nodes())

    def ask(self, method, path, body=None, token=None):
        node = next(self.turns)
        status, _, answer = node.ask(method, path, body, token)
        self.assertLess(status, 300, (method, path, answer))
        return answer

    def play_a_game(self, room, x, o):
        """The states that were told, each as new as the one before."""
        last = 0
        for ply, move in enumerate("eabch"):
            state = self.ask("POST", f"{room}/moves",
                             {"ply": ply, "move": move}, (x, o)[ply % 2])
            seen = self.ask("GET", f"{room}?seq={state['seq']}")
            self.assertGreater(state["seq"], last)
            self.assertGreaterEqual(seen["seq"], state["seq"])
            last = seen["seq"]

    def test_a_game_goes_on_wherever_its_requests_are_sent(self):
        for _ in range(4):
            made = self.ask("POST", "/api/v1/rooms",
                            {"variant": "classic", "mark": "X"})["seat"]
            room, x = f"/api/v1/rooms/{made['room']}", made["token"]
            o = self.ask("POST", f"{room}/join", {})["seat"]["token"]
            self.play_a_game(room, x, o)
            for token in (x, o):
                self.ask("POST", f"{room}/rematch", token=token)
            self.play_a_game(room, o, x)
            for token in (x, o):
                self.ask("POST", f"{room}/leave", token=token)
            for number in (1, 2):
                self.ask("GET", f"/api/v1/games/{made['room']}-{number}")
        self.assert_sound()


class Races(ClusterCase):
    def race(self, contestants, ply, moves, watcher):
        """All move at once; the move that was made."""
        at_once(*(lambda c=client, m=move: c.say(
            "make-move", ply=ply, move=m, ref=ply)
            for client, move in zip(contestants, moves)))
        return watcher.hear_until("move-made", ply=ply)["move"]

    def assert_lost(self, client, ply, made):
        """Its refusal comes with the room as it is."""
        answer = client.hear_until("error", ref=ply)
        self.assertEqual(answer["code"], "conflict")
        state = client.hear_until("game-state")
        self.assertEqual(state["moves"][ply], made)

    def play_a_race(self, nodes, turn):
        """Each player is on two nodes, and of two minds at every ply."""
        nodes = nodes[turn:] + nodes[:turn]
        x, o, x_seat, o_seat = self.seats(nodes[0], nodes[1])
        twins = [[x, self.rejoin(nodes[1], x_seat)[0]],
                 [o, self.rejoin(nodes[2], o_seat)[0]]]
        watcher = self.watch(nodes[2], x_seat["room"])
        free = list("abcdefghi")
        for ply in range(4):  # nobody has won by then
            moves = [free[0], free[-1]]
            made = self.race(twins[ply % 2], ply, moves, watcher)
            self.assertIn(made, moves)
            loser = moves.index(made) ^ 1
            self.assert_lost(twins[ply % 2][loser], ply, made)
            twins[ply % 2][1 - loser].hear_until("move-made", ply=ply)
            free.remove(made)
        played = [e["ply"] for e in self.log(x_seat["room"])
                  if e["type"] == "move-made"]
        self.assertEqual(played, list(range(4)))

    def test_of_two_moves_for_a_ply_one_is_made_and_the_other_refused(self):
        nodes = self.nodes()
        for turn in range(3):
            self.play_a_race(nodes, turn)
        self.assert_sound()

    def test_who_moves_when_it_is_not_his_turn_changes_nothing(self):
        nodes = self.nodes(2)
        x, o, seat, _ = self.seats(*nodes)
        at_once(lambda: x.say("make-move", ply=0, move="e", ref=0),
                lambda: o.say("make-move", ply=0, move="a", ref=0))
        self.assertIn(o.hear_until("error", ref=0)["code"],
                      ("not-your-turn", "conflict"))
        self.assertEqual(x.hear_until("move-made")["move"], "e")
        self.assertEqual([e["move"] for e in self.log(seat["room"])
                          if e["type"] == "move-made"], ["e"])

    def test_of_two_who_take_a_seat_one_gets_it(self):
        nodes = self.nodes()
        for i in range(6):
            room = self.client(nodes[i % 3]).ask(
                "create-room", "seat", variant="classic")["room"]
            guests = [self.client(nodes[j]) for j in range(3)]
            answers = []

            def join(guest):
                guest.say("join-room", room=room, ref=1)
                answer = guest.hear()
                answers.append(answer.get("code", answer["type"]))

            at_once(*(lambda g=guest: join(g) for guest in guests))
            # Who lost the race in the database hears of a conflict.
            self.assertEqual(answers.count("seat"), 1)
            self.assertLessEqual(set(answers),
                                 {"seat", "room-full", "conflict"})


class Derived(ClusterCase):
    flags = OPEN_DOORS[:-2]

    def test_what_is_derived_is_right_though_all_nodes_derive_it(self):
        nodes = self.nodes()
        done = subprocess.run(
            [OXO, "load", "--rooms", "10", "--time", "2", "--variant",
             "classic", "--json",
             *(f"http://127.0.0.1:{node.port}" for node in nodes)],
            capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater(json.loads(done.stdout)["games"], 10)
        # Every list, count and table is compared with the log.
        self.assert_sound()
        games = json.loads(self.good("store", "info", "--json",
                                     self.url))["games"]
        for node in nodes:
            totals = node.get("/api/v1/statistics")[2]
            self.assertEqual(totals["classic"]["games"], games)


if __name__ == "__main__":
    tap.main()
