"""Three nodes on one database, and what the tests of them share."""
import json
import subprocess
import unittest

from cluster import Line
from postgres import Postgres
from server_case import OXO
from server_database import PostgresCase, Verbatim

NODES = 3

# What `make test` has no time for is said in flags of a test's own.
FLAGS = ["--log-level", "warning", "--rooms-per-address", "1000"]


class ClusterCase(PostgresCase):
    """Nodes are started by each test, as it needs them."""

    flags = ()  # of all nodes, besides
    database = None

    @classmethod
    def setUpClass(cls):
        """One PostgreSQL is enough for a script; databases cost little."""
        if not ClusterCase.database:
            ClusterCase.database = Postgres()
            unittest.addModuleCleanup(ClusterCase.database.close)

    def node(self):
        """Another one on the same database."""
        return self.serve_here(*FLAGS, *self.flags)

    def nodes(self, count=NODES):
        return [self.node() for _ in range(count)]

    def far_node(self):
        """One whose line to the database can be cut."""
        line = Line(self.database.socket())
        self.addCleanup(line.close)
        url = f"postgres://oxo@127.0.0.1:{line.port}/{self.name}"
        return self.serve(*FLAGS, *self.flags, store=Verbatim(url)), line

    def log(self, room=None):
        """What the store says was told, in all rooms or in one."""
        done = subprocess.run([OXO, "store", "log", self.url], text=True,
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        events = [json.loads(line) for line in done.stdout.splitlines()]
        return [e for e in events if room in (None, e["room"])]

    def assert_sound(self):
        self.assertEqual(self.good("store", "check", self.url), "sound\n")

    def seats(self, *nodes, **setup):
        """A room whose players are on the first and the second node."""
        x, o = self.client(nodes[0]), self.client(nodes[1])
        setup = {"variant": "classic", "mark": "X", **setup}
        x_seat = x.ask("create-room", "seat", **setup)
        o_seat = o.ask("join-room", "seat", room=x_seat["room"])
        for client in (x, o):
            client.hear_until("game-start")
        return x, o, x_seat, o_seat

    def watch(self, node, room, **more):
        watcher = self.client(node)
        watcher.ask("spectate", "game-state", room=room, **more)
        return watcher

    def rejoin(self, node, seat):
        """Takes a seat again, on any node; the connection and the state. Who
        claims to know more than there is gets all there is."""
        client = self.client(node)
        client.say("rejoin-room", room=seat["room"], token=seat["token"],
                   seq=2 ** 32 - 1)
        return client, client.hear_until("game-state")
