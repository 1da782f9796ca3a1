#!/usr/bin/env python3
"""cluster_lookups.py OXO - what a node has not heard of, it looks up.

The database hides from nodes what others have done, or lets those wait who
look for a room: then nothing depends on who is faster. Nodes go on renewing
their leases meanwhile. What they are asked is answered from the log, once.
"""
import contextlib
import os
import signal
import subprocess

import tap
from cluster_case import ClusterCase
from server_case import PATIENCE, Closed

# The last statement of a process that serves a follower.
FOLLOWING = "id > .1|oxo.presence JOIN|oxo.nodes ON until"

# What a follower has set, and no other connection of a node's.
FOLLOWS = "current_setting('synchronous_commit') = 'off'"

# A room that nobody has made.
NOWHERE = "AAAAAA"

# Who asks waits for the gate to open, however long nodes wait for locks.
GATE = """CREATE FUNCTION gate() RETURNS bool STABLE SET lock_timeout = 0
 LANGUAGE sql AS 'SELECT pg_advisory_xact_lock_shared(1) IS NOT NULL'"""


class LookUpCase(ClusterCase):
    def setUp(self):
        """Nodes come as a role to which policies apply."""
        super().setUp()
        if not self.sql("SELECT 1 FROM pg_roles WHERE rolname = 'node'"):
            self.sql("CREATE ROLE node LOGIN")
        self.sql(f"ALTER DATABASE {self.name} OWNER TO node")
        self.url = self.url.replace("oxo@", "node@")

    @contextlib.contextmanager
    def policy(self, table, condition):
        """Nodes see the table's rows only if that is so, meanwhile."""
        for sql in (f"CREATE POLICY p ON {table} USING ({condition})"
                    " WITH CHECK (true)",
                    f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY,"
                    " FORCE ROW LEVEL SECURITY"):
            self.sql(sql)
        try:
            yield
        finally:
            for sql in (f"ALTER TABLE {table} DISABLE ROW LEVEL SECURITY",
                        f"DROP POLICY p ON {table}"):
                self.sql(sql)

    @contextlib.contextmanager
    def deaf(self):
        """No node hears of what another does meanwhile."""
        with self.policy("oxo.events", f"NOT {FOLLOWS}"), \
                self.policy("oxo.presence", f"NOT {FOLLOWS}"):
            yield

    @contextlib.contextmanager
    def held(self):
        """Whoever looks for a live room waits meanwhile; one that is not there
        is listed, or there would be nothing to wait for."""
        self.sql(GATE)
        self.sql(f"INSERT INTO oxo.live VALUES ({int(NOWHERE, 32)})")
        with self.policy("oxo.live", "gate()"), \
                subprocess.Popen(["psql", "-qtAX",
                                  self.database.url(self.name)], text=True,
                                 stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE) as psql:
            psql.stdin.write("SELECT pg_advisory_lock(1) IS NULL;\n")
            psql.stdin.flush()
            self.assertEqual(psql.stdout.readline(), "f\n")
            yield
            self.sql(f"DELETE FROM oxo.live WHERE room = {int(NOWHERE, 32)}")
            psql.stdin.close()

    def waiting(self):
        """Those who do."""
        return int(self.sql("SELECT count(*) FROM pg_locks WHERE NOT granted"
                            " AND locktype = 'advisory'"))

    def listeners(self, nodes=2):
        """The processes that tell nodes of each other."""
        pids = set()

        def are_all_there():
            pids.clear()
            pids.update(int(pid) for pid in self.sql(
                "SELECT pid FROM pg_stat_activity WHERE state = 'idle' AND"
                " application_name = 'oxo' AND datname = current_database()"
                f" AND query ~ '{FOLLOWING}'").split())
            return len(pids) == nodes
        self.eventually(are_all_there)
        return pids

    @contextlib.contextmanager
    def stalled(self):
        """What nodes ask in order to hear of each other has no answer."""
        pids = self.listeners()
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in pids:
                os.kill(pid, signal.SIGCONT)

    def closed_room(self, node, *others, **setup):
        """A room with a game that all nodes have heard of and forgotten; its
        first seat."""
        x, o, seat, _ = self.seats(node, node, **setup)
        self.play(x, o, "eabch")
        for client in (x, o):
            client.hear_until("game-over")
            client.say("leave")
        self.eventually(lambda: not self.rooms(node))
        told = node.metric("oxo_events_total")
        for other in others:
            self.eventually(lambda n=other: not self.rooms(n) and
                            n.metric("oxo_followed_events_total") == told)
        return seat

    @staticmethod
    def rooms(node):
        return sum(node.metric(f'oxo_rooms{{state="{state}"}}')
                   for state in ("waiting", "active", "finished"))


class Closing(LookUpCase):
    def test_a_closed_room_is_found_closed_and_not_played_again(self):
        """Whoever asks for old rooms makes nobody replay them."""
        a, b = self.nodes(2)
        room = self.closed_room(a, b)["room"]
        before = b.metric("oxo_followed_events_total")
        client = self.client(b)
        for word in ("spectate", "join-room"):
            self.assertEqual(client.refused(word, room=room),
                             "room-not-found")
        for path in ("", "/events", "/stream"):
            self.assertEqual(b.get(f"/api/v1/rooms/{room}{path}")[0], 404)
        self.assertEqual(b.metric("oxo_followed_events_total"), before)
        self.assertEqual(self.rooms(b), 0)
        self.assertEqual(b.metric("oxo_look_ups_total"), 5)

    def test_only_who_had_a_seat_hears_that_there_was_a_room(self):
        a, b = self.nodes(2)
        seat = self.closed_room(a, b)
        client = self.client(b)
        token = seat["token"]
        stranger = ("B" if token[0] == "A" else "A") + token[1:]
        self.assertEqual(client.refused("rejoin-room", room=seat["room"],
                                        token=token), "reconnect-expired")
        self.assertEqual(client.refused("rejoin-room", room=seat["room"],
                                        token=stranger), "room-not-found")


class Limits(LookUpCase):
    flags = ("--connections-per-address", "4", "--message-burst", "5",
             "--message-rate", "1000000")

    def test_an_address_has_so_many_look_ups_and_no_more(self):
        """Also if nobody waits for their answers."""
        _, node = self.nodes(2)
        with self.held():
            for count in range(4):
                client = self.client(node)
                client.say("spectate", room=NOWHERE)
                self.eventually(lambda n=count: node.metric(
                    "oxo_look_ups_total") > n)
                client.cut()
            client = self.client(node)
            self.assertEqual(client.refused("spectate", room=NOWHERE),
                             "rate-limited")
        self.eventually(lambda: client.refused(
            "spectate", room=NOWHERE) == "room-not-found")

    def test_what_is_said_behind_a_look_up_is_kept_up_to_a_burst(self):
        """The rest is refused at once, however slowly it is said."""
        _, node = self.nodes(2)
        client = self.client(node)
        with self.held():
            client.say("spectate", room=NOWHERE, ref=0)
            self.eventually(self.waiting)
            for refs in (range(1, 5), range(5, 8)):
                for ref in refs:
                    client.say("resume", seq=0, ref=ref)
                node.get("/metrics")  # it has read what came before
                self.assertTrue(self.waiting())
            early = [client.hear() for _ in range(2)]
        late = [client.hear() for _ in range(6)]
        self.assertEqual([(m["ref"], m["code"]) for m in early],
                         [(6, "rate-limited"), (7, "rate-limited")])
        self.assertEqual([(m["ref"], m["code"]) for m in late],
                         [(ref, "room-not-found") for ref in range(6)])


class Races(LookUpCase):
    def test_who_lost_a_race_goes_on_at_once(self):
        """Its node has heard of nothing: neither of the move that was first
        nor of the answer to it."""
        a, b = self.nodes(2)
        x, o, seat, _ = self.seats(a, a)
        twin, _ = self.rejoin(b, seat)
        with self.deaf():
            before = b.metric("oxo_look_ups_total")
            self.play(x, o, "e")
            twin.say("make-move", ply=0, move="a", ref=0)
            self.assertEqual(twin.hear_until("error", ref=0)["code"],
                             "conflict")
            self.assertEqual(twin.hear_until("game-state")["moves"], ["e"])
            self.assertEqual(b.metric("oxo_look_ups_total"), before + 1)
            self.play(x, o, "a", ply=1)
            twin.say("make-move", ply=2, move="b", ref=2)
            twin.hear_until("move-made", ply=2, move="b")
            self.assertEqual(b.metric("oxo_look_ups_total"), before + 2)
        x.hear_until("move-made", ply=2, move="b")
        self.assert_sound()


    def test_two_who_want_a_rematch_at_once_have_one(self):
        a, b = self.nodes(2)
        x, o, _, _ = self.seats(a, b)
        for ply, move in enumerate("eabch"):
            (x, o)[ply % 2].say("make-move", ply=ply, move=move)
            for client in (x, o):
                client.hear_until("move-made", ply=ply)
        for client in (x, o):
            client.hear_until("game-over")
        with self.deaf():
            x.ask("rematch", "offer-made")
            o.ask("rematch", "game-start")
        self.assertEqual(x.hear_until("game-start")["game"], 2)
        self.assert_sound()


class Streams(LookUpCase):
    def test_head_sees_the_rooms_that_get_sees(self):
        a, b = self.nodes(2)
        with self.deaf():
            for path in ("", "/events", "/stream"):
                made = a.post("/api/v1/rooms", {"variant": "classic"})[2]
                room = f"/api/v1/rooms/{made['seat']['room']}"
                self.assertEqual(b.ask("HEAD", room + path)[0], 200, path)

    def test_a_spectator_follows_a_room_that_its_node_did_not_have(self):
        a, b = self.nodes(2)
        with self.deaf():
            made = a.post("/api/v1/rooms", {"variant": "classic"})[2]["seat"]
            watcher = self.watch(b, made["room"])
        guest = self.client(a)
        guest.ask("join-room", "seat", room=made["room"])
        watcher.hear_until("game-start")


class Reading(LookUpCase):
    def test_a_state_is_not_older_than_what_was_heard_elsewhere(self):
        """As it happens behind a balancer that asks each node in turn."""
        a, b = self.nodes(2)
        x, o, seat, _ = self.seats(a, a)
        path = f"/api/v1/rooms/{seat['room']}"
        self.eventually(lambda: b.get(path)[2]["life"] == "active")
        with self.deaf():
            self.play(x, o, "ea")
            seq = a.get(path)[2]["seq"]
            state = b.get(f"{path}?seq={seq}")[2]
            self.assertEqual((state["seq"], state["moves"]),
                             (seq, ["e", "a"]))
            # The log has no more than this: so it is not older.
            self.assertEqual(b.get(f"{path}?seq={seq + 1}")[2]["seq"], seq)

    def test_who_cannot_find_out_says_so(self):
        """Rather than tell what is old."""
        a, b = self.nodes(2)
        x, o, seat, _ = self.seats(a, a)
        path = f"/api/v1/rooms/{seat['room']}"
        self.eventually(lambda: b.get(path)[2]["life"] == "active")
        with self.stalled():
            self.eventually(lambda: not self.is_ready(b))
            self.play(x, o, "ea")
            seq = a.get(path)[2]["seq"]
            status, headers, problem = b.get(f"{path}?seq={seq}")
            self.assertEqual((status, problem["code"]),
                             (503, "store-unavailable"))
            self.assertEqual(headers["Retry-After"], "1")
            self.assertEqual(b.get(path)[2]["moves"], [])
        self.eventually(lambda: b.get(f"{path}?seq={seq}")[0] == 200)


class Listening(LookUpCase):
    def test_a_node_that_can_only_write_says_so_and_comes_back(self):
        """Its listener has lost its connection, and gets no other."""
        a, b = self.nodes(2)
        x, o, seat, _ = self.seats(a, a)
        watcher = self.watch(b, seat["room"])
        pids = ", ".join(map(str, self.listeners()))
        self.sql(f"ALTER DATABASE {self.name} ALLOW_CONNECTIONS false;",
                 "postgres")
        self.sql(f"SELECT pg_terminate_backend(p) FROM unnest('{{{pids}}}'"
                 "::int[]) AS u(p)", "postgres")
        for node in (a, b):
            self.eventually(lambda n=node: n.get("/readyz")[::2] == (
                503, "other nodes cannot be heard\n"))
        self.play(x, o, "ea")
        self.sql(f"ALTER DATABASE {self.name} ALLOW_CONNECTIONS true;",
                 "postgres")
        for node in (a, b):
            self.eventually(lambda n=node: self.is_ready(n))
        watcher.hear_until("move-made", ply=1)
        self.play(x, o, "b", ply=2)
        watcher.hear_until("move-made", ply=2)


    def test_a_damaged_event_deafens_nobody_in_other_rooms(self):
        a, b = self.nodes(2)
        games = [self.seats(a, a) for _ in range(2)]
        watcher = self.watch(b, games[1][2]["room"])
        with self.deaf():
            for x, o, _, _ in games:
                self.play(x, o, "e")
            self.sql("UPDATE oxo.events SET data = '' WHERE id ="
                     " (SELECT max(id) - 1 FROM oxo.events)")
        watcher.hear_until("move-made", ply=0)
        self.play(*games[0][:2], "abc", ply=1)
        self.play(*games[1][:2], "a", ply=1)
        watcher.hear_until("move-made", ply=1)
        log = b.stop()[1]
        self.assertEqual(log.count("the log of a room is damaged"), 1, log)


class Order(LookUpCase):
    def test_what_a_socket_says_is_answered_in_its_order(self):
        """Nothing overtakes a message that waits for the log."""
        a, b = self.nodes(2)
        with self.deaf():
            made = a.post("/api/v1/rooms", {"variant": "classic"})[2]["seat"]
            client = self.client(b)
            with self.held():
                client.say("rejoin-room", room=made["room"],
                           token=made["token"], ref=1)
                client.say("resume", seq=1, ref=2)
                client.say("offer", offer="draw", ref=3)
                client.say("offer", offer="nothing", ref=4)
                client.say("leave", ref=5)
                self.eventually(self.waiting)
            heard = [client.hear() for _ in range(6)]
        self.assertEqual([(m["type"], m.get("ref")) for m in heard],
                         [("ok", 1), ("game-state", None), ("ok", 2),
                          ("error", 3), ("error", 4), ("room-closed", None)])
        self.assertEqual([m["code"] for m in heard[3:5]],
                         ["game-not-active", "invalid-message"])


class Draining(LookUpCase):
    def test_a_look_up_is_answered_before_a_node_ends(self):
        _, node = self.nodes(2)
        clients = [self.client(node) for _ in range(3)]
        with self.held():
            for client in clients:
                client.say("spectate", room=NOWHERE, ref=1)
            self.eventually(self.waiting)
            node.process.send_signal(signal.SIGTERM)
            self.eventually(lambda: self.is_draining(node))
        for client in clients:
            self.assertEqual(client.hear_until("error", ref=1)["code"],
                             "room-not-found")
            with self.assertRaises(Closed) as closed:
                client.hear()
            self.assertEqual(closed.exception.args[0], 1001)
        self.assertEqual(node.process.wait(PATIENCE), 0)

    def test_a_node_that_ends_at_once_leaves_no_look_up_behind(self):
        """What would be asked next is not asked; sanitizers see the rest."""
        _, node = self.nodes(2)
        client = self.client(node)
        with self.held():
            client.say("rejoin-room", room=NOWHERE, token="A" * 22)
            client.say("spectate", room=NOWHERE)
            self.eventually(self.waiting)
            node.process.send_signal(signal.SIGTERM)
            self.eventually(lambda: self.is_draining(node))
            node.process.send_signal(signal.SIGTERM)
        self.assertEqual(node.process.wait(PATIENCE), 0)

    @staticmethod
    def is_draining(node):
        """Its door is closed."""
        try:
            node.client().cut()
        except OSError:
            return True
        return False


class Lag(LookUpCase):
    def test_a_node_that_hears_nothing_says_for_how_long(self):
        a, b = self.nodes(2)
        x, o, _, _ = self.seats(a, a)
        age = "oxo_follow_age_seconds"
        with self.stalled():
            self.play(x, o, "ea")
            # A look is due each second, and none of them ends.
            self.eventually(lambda: b.metric(age) > 2)
        self.eventually(lambda: b.metric(age) < 1.5)
        self.assertEqual(b.metric("oxo_follow_behind_events"), 0)


if __name__ == "__main__":
    tap.main()
