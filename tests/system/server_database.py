#!/usr/bin/env python3
"""server_database.py OXO - a server whose database goes away and comes back.

Nobody is told of something that is not stored, who asked is told that it is
not, reading goes on, and when the database is back so is the server.
"""
import contextlib
import http.client
import itertools
import json
import pathlib
import re
import socket
import subprocess
import threading
import time

import tap
from postgres import Postgres
from server_case import OXO, PATIENCE, Case
from unix_http import UnixConnection


def oxo(*arguments):
    return subprocess.run([OXO, *arguments], capture_output=True, text=True,
                          check=False)


def told(*arguments):
    """All that it says until it ends, or waits for the database."""
    with subprocess.Popen([OXO, *arguments], text=True,
                          stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT) as process:
        text = ""
        for line in process.stdout:
            text += line
            if "waiting for the database" in line:
                process.terminate()
        return text


NUMBERS = itertools.count(1)  # of databases


class Verbatim:
    """A place that is not below the folder of the test."""

    def __init__(self, text):
        self.text = text

    def __rtruediv__(self, _):
        return self

    def __str__(self):
        return self.text


class PostgresCase(Case):
    @classmethod
    def setUpClass(cls):
        cls.database = Postgres()
        cls.addClassCleanup(cls.database.close)

    def setUp(self):
        super().setUp()
        name = f"case{next(NUMBERS)}"
        self.sql(f"CREATE DATABASE {name}", "postgres")
        self.name, self.url = name, self.database.url(name)

    def sql(self, text, database=None):
        done = subprocess.run(
            ["psql", "-qtAX", self.database.url(database or self.name),
             "-c", text], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()

    def good(self, *arguments):
        done = oxo(*arguments)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def is_ready(self, server):
        return server.get("/readyz")[0] == 200

    def serve_here(self, *arguments):
        return self.serve(*arguments, store=Verbatim(self.url))


class Away(PostgresCase):
    def test_moves_are_refused_while_it_is_away_and_go_on_afterwards(self):
        server = self.serve_here()
        x, o, seat, _ = self.room(server)
        self.play(x, o, ["e", "a"])
        self.database.kill()
        self.assertEqual(x.refused("make-move", ply=2, move="b"),
                         "store-unavailable")
        self.assertFalse(self.is_ready(server))
        watcher = self.client(server)
        state = watcher.ask("spectate", "game-state", room=seat["room"])
        self.assertEqual(state["moves"], ["e", "a"])
        self.database.start()
        self.eventually(lambda: self.is_ready(server))
        self.play(x, o, ["b", "h"], ply=2)
        self.assertEqual(self.good("store", "check", self.url), "sound\n")

    def test_an_outage_is_logged_by_every_server_though_nobody_moves(self):
        servers = [self.serve_here() for _ in range(2)]
        for server in servers:
            self.eventually(lambda: server.metric("oxo_nodes") == 2)
        self.database.kill()
        for server in servers:
            self.eventually(lambda: not self.is_ready(server))
        self.database.start()
        for server in servers:
            self.eventually(lambda: self.is_ready(server))
            _, log = server.stop()
            away = log.index('level=error message="the log cannot be '
                             'followed" reason=')
            back = log.index('level=info message="the log is followed again"')
            self.assertLess(away, back)
            self.assertEqual(log.count("the log "), 2, log)
            self.assertNotIn("Resource temporarily unavailable", log)

    def insist(self, client, ply, move):
        """Moves until it is so, no faster than the server lets anybody."""
        while True:
            client.say("make-move", ply=ply, move=move)
            answer = client.hear()
            while answer["type"] not in ("move-made", "error"):
                answer = client.hear()
            if answer["type"] == "move-made":
                return
            self.assertEqual(answer["code"], "store-unavailable")
            time.sleep(0.1)

    def plays_through(self, disturb):
        """A game that is disturbed while each of its moves is stored."""
        x, o, _, _ = self.room(self.serve_here())
        for ply, move in enumerate("eabch"):
            players = (x, o) if ply % 2 == 0 else (o, x)
            thread = threading.Thread(target=disturb)
            thread.start()
            self.insist(players[0], ply, move)
            players[1].hear_until("move-made", ply=ply, move=move)
            thread.join()
        self.assertEqual(o.hear_until("game-over")["winner"], "X")
        self.assertEqual(self.good("store", "check", self.url), "sound\n")

    def test_a_connection_that_is_cut_costs_nothing(self):
        self.plays_through(lambda: self.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'oxo'"))

    def test_a_database_that_is_killed_costs_nothing(self):
        def kill():
            self.database.kill()
            self.database.start()
        self.plays_through(kill)

    def test_a_room_that_is_behind_the_log_follows_it(self):
        """As if a commit had been made that the server was never told of."""
        server = self.serve_here()
        x, o, _, _ = self.room(server)
        twins = self.room(server)[:2]
        self.play(x, o, ["e"])
        self.play(*twins, ["e", "a"])
        made = next(m for m in twins[0].seen
                    if m["type"] == "move-made" and m["ply"] == 1)
        self.sql(
            "WITH moved AS (UPDATE oxo.store SET position = position + 1"
            " RETURNING position) INSERT INTO oxo.events SELECT mine.room,"
            " theirs.seq, (SELECT position FROM moved),"
            " theirs.at, theirs.kind, theirs.data FROM oxo.events theirs,"
            f" oxo.events mine WHERE theirs.seq = {made['seq']}"
            f" AND mine.seq = {made['seq'] - 1} AND theirs.room <> mine.room"
            " AND mine.room IN (SELECT room FROM oxo.events GROUP BY room"
            f" HAVING max(seq) = {made['seq'] - 1})")
        for client in (o, x):
            client.hear_until("move-made", ply=1, move="a")
        self.play(x, o, ["b", "c", "h"], ply=2)
        self.assertEqual(o.hear_until("game-over")["winner"], "X")
        self.assertEqual(self.good("store", "check", self.url), "sound\n")

    def test_a_room_whose_log_is_damaged_stays_as_it_was(self):
        """Nothing is taken over that does not follow, and nobody tries for
        ever, though others are there."""
        server = self.serve_here()
        self.serve_here()
        self.eventually(lambda: server.metric("oxo_nodes") == 2)
        x, o, seat, _ = self.room(server)
        self.play(x, o, ["e", "a"])
        self.sql(
            "WITH moved AS (UPDATE oxo.store SET position = position + 1"
            " RETURNING position) INSERT INTO oxo.events SELECT room, seq + 1,"
            " (SELECT position FROM moved), at, kind, data FROM oxo.events"
            " WHERE seq = (SELECT max(seq) FROM oxo.events)")
        self.assertEqual(x.refused("make-move", ply=2, move="b"), "conflict")
        state = self.client(server).ask("spectate", "game-state",
                                        room=seat["room"])
        self.assertEqual(state["moves"], ["e", "a"])
        status, log = server.stop()
        self.assertEqual(status, 0)
        self.assertIn("the log of a room is damaged", log)

    def test_a_store_that_is_served_is_not_rebuilt(self):
        self.serve_here()
        done = oxo("store", "rebuild", self.url)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("in use by another oxo", done.stderr)


    def wait_for_replicas(self, waits):
        """Until the database itself does: a setting takes its time."""
        script = "".join(f"CREATE TABLE some{i}(); SELECT pg_sleep(0.02);\n"
                         for i in range(1000))
        with subprocess.Popen(["psql", "-qX", self.url], text=True,
                              stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as writer:
            writer.stdin.write(script)
            writer.stdin.flush()
            ours = f"{waits} AND application_name = 'psql'"
            self.eventually(
                lambda: self.sql(f"SELECT count(*) {ours}") == "1")
            writer.kill()
            self.sql(f"SELECT pg_terminate_backend(pid) {ours}")

    def test_what_no_replica_has_is_not_acknowledged(self):
        """Somebody ends the waiting for a replica that is not there."""
        x, o, _, _ = self.room(self.serve_here())
        self.play(x, o, ["e"])
        self.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'",
                 "postgres")
        self.addCleanup(self.sql, "ALTER SYSTEM RESET"
                        " synchronous_standby_names", "postgres")
        self.sql("SELECT pg_reload_conf()", "postgres")
        waits = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        waiting = f"{waits} AND application_name = 'oxo'"
        self.wait_for_replicas(waits)
        o.say("make-move", ply=1, move="a")
        self.eventually(lambda: self.sql(f"SELECT count(*) {waiting}") == "1")
        heard = []
        listening = threading.Thread(
            target=lambda: heard.append(o.hear_until("move-made", ply=1)))
        listening.start()
        for _ in range(3):  # and every attempt after it
            self.sql(f"SELECT count(pg_cancel_backend(pid)) {waiting}")
            self.eventually(
                lambda: self.sql(f"SELECT count(*) {waiting}") == "1")
        self.assertEqual(heard, [])
        self.sql("ALTER SYSTEM RESET synchronous_standby_names", "postgres")
        self.sql("SELECT pg_reload_conf()", "postgres")
        listening.join()
        self.assertEqual(heard[0]["move"], "a")


class Start(PostgresCase):
    """A server that is started while its database is away, as after a power
    cut: who is not there is waited for, who says no is not."""

    def launch(self, url):
        self.door = self.path / "door"
        process = subprocess.Popen(
            [OXO, "serve", "--listen", f"unix:{self.door}", "--store", url],
            text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def status(self, path):
        connection = UnixConnection(str(self.door), timeout=PATIENCE)
        with contextlib.closing(connection), contextlib.suppress(OSError):
            connection.request("GET", path)
            return connection.getresponse().status
        return None

    def read_until(self, process, text):
        """The log up to the line that has it."""
        log = ""
        while text not in log:
            line = process.stderr.readline()
            self.assertTrue(line, f"it ended: {log}")
            log += line
        return log

    def stopped(self, process):
        process.terminate()
        _, log = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 0, log)
        self.assertFalse(self.door.exists())
        return log

    def serves(self, process):
        self.assertEqual(process.stdout.readline(),
                         f"listening on unix:{self.door}\n")
        self.assertEqual(self.status("/readyz"), 200)
        log = self.stopped(process)
        self.assertRegex(log, r'message="serving" .* node=[1-9]')
        return log

    def silent(self):
        """The address of somebody who takes connections and says nothing, and
        for whom one waits for an hour."""
        nobody = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(nobody.close)
        nobody.settimeout(PATIENCE)
        return nobody, (f"postgres://oxo@localhost:{nobody.getsockname()[1]}"
                        "/oxo?connect_timeout=3600")

    def test_a_database_that_is_away_is_waited_for(self):
        self.database.kill()
        process = self.launch(self.url)
        self.eventually(lambda: self.status("/healthz") == 200)
        for path in "/readyz", "/", "/ws", "/api/v1/rooms", "/metrics":
            self.assertEqual(self.status(path), 503, path)
        self.database.start()
        log = self.serves(process)
        self.assertEqual(log.count("waiting for the database"), 1, log)

    def test_who_waits_can_be_stopped(self):
        process = self.launch("postgres://oxo@127.0.0.1:1/oxo")
        log = self.read_until(process, "waiting for the database")
        self.assertIn("Connection refused", log)
        self.assertEqual(self.status("/healthz"), 200)
        self.assertNotIn("serving", self.stopped(process))

    def test_a_database_that_never_answers_holds_up_nobody(self):
        nobody, url = self.silent()
        process = self.launch(url)
        connection, _ = nobody.accept()
        self.addCleanup(connection.close)
        self.assertEqual(self.status("/healthz"), 200)
        self.assertEqual(self.status("/readyz"), 503)
        log = self.stopped(process)
        self.assertIn("stopped", log)
        self.assertNotIn("serving", log)

    def test_who_waits_is_in_the_sandbox(self):
        nobody, url = self.silent()
        process = self.launch(url)
        connection, _ = nobody.accept()
        self.addCleanup(connection.close)
        self.assertEqual(self.status("/healthz"), 200)
        found = {re.search(r"(?m)^Seccomp:\s*(\d)", path.read_text())[1]
                 for path in pathlib.Path(f"/proc/{process.pid}/task").glob(
                     "*/status")}
        if "this system has no sandbox" in self.stopped(process):
            self.skipTest("no sandbox here")
        self.assertEqual(found, {"2"})

    def test_a_database_without_room_for_all_connections_is_waited_for(self):
        """It has let none in, or the first, or the second."""
        role = f"few{self.name}"
        url = f"postgres://{role}@/{self.name}?host={self.database.folder}"
        self.sql(f"CREATE ROLE {role} LOGIN")
        self.sql(f"ALTER DATABASE {self.name} OWNER TO {role}")
        for limit in range(3):
            with self.subTest(connections=limit):
                self.sql(f"ALTER ROLE {role} CONNECTION LIMIT {limit}")
                process = self.launch(url)
                log = self.read_until(process, "waiting for the database")
                self.assertIn("too many connections for role", log)
                self.eventually(lambda: self.status("/healthz") == 200)
                self.sql(f"ALTER ROLE {role} CONNECTION LIMIT -1")
                self.assertNotIn("waiting", self.serves(process))

    def ask_for_a_password(self, role):
        rules = pathlib.Path(self.database.data, "pg_hba.conf")
        rules.write_text(f"local all {role} scram-sha-256\n"
                         + rules.read_text())
        self.sql("SELECT pg_reload_conf()")
        url = f"postgres://{role}@/{self.name}?host={self.database.folder}"
        self.eventually(lambda: subprocess.run(
            ["psql", "-wX", url, "-c", ""], capture_output=True,
            check=False).returncode)

    def test_a_database_that_says_no_is_a_failure_that_says_why(self):
        at_home = f"host={self.database.folder}"
        self.sql("CREATE ROLE barred NOLOGIN")
        self.sql("CREATE ROLE guest LOGIN")
        self.sql("CREATE ROLE keyed LOGIN PASSWORD 'key'")
        self.ask_for_a_password("keyed")
        self.sql(f"REVOKE CONNECT ON DATABASE {self.name} FROM public")
        for url, why in (
                (f"postgres://stranger@/{self.name}?{at_home}",
                 'role \\"stranger\\" does not exist'),
                (f"postgres://oxo@/nowhere?{at_home}",
                 'database \\"nowhere\\" does not exist'),
                (f"postgres://barred@/{self.name}?{at_home}",
                 'role \\"barred\\" is not permitted to log in'),
                (f"postgres://keyed@/{self.name}?{at_home}",
                 "no password supplied"),
                (f"postgres://keyed:lost@/{self.name}?{at_home}",
                 'password authentication failed for user \\"keyed\\"'),
                (f"postgres://guest@/{self.name}?{at_home}",
                 f'permission denied for database \\"{self.name}\\"'),
                ("postgres://oxo@[/oxo", "not the URL of a database")):
            with self.subTest(url=url):
                process = self.launch(url)
                out, log = process.communicate(timeout=PATIENCE)
                self.assertEqual((process.returncode, out), (1, ""))
                self.assertIn('"cannot open the store"', log)
                self.assertIn(why, log)
                self.assertEqual(log.count("level=error"), 1, log)
                self.assertNotIn("error=", log)


class Together(PostgresCase):
    """Two servers on one database; tests of clusters are in cluster_*.py."""

    def two(self, *arguments):
        servers = [self.serve_here(*arguments) for _ in range(2)]
        for server in servers:
            self.eventually(lambda: server.metric("oxo_nodes") == 2)
        return servers

    def test_a_stream_of_a_room_that_closed_elsewhere_ends(self):
        here, there = self.two()
        x, o, seat, _ = self.room(here)
        connection = http.client.HTTPConnection("127.0.0.1", there.port,
                                                timeout=PATIENCE)
        self.addCleanup(connection.close)
        connection.request("GET", f"/api/v1/rooms/{seat['room']}/events")
        stream = connection.getresponse()
        self.assertEqual(stream.status, 200)
        for client in (x, o):
            client.say("leave")
        told = stream.read().decode()  # to its end
        self.assertIn('"room-closed"', told)
        self.eventually(lambda: there.metric('oxo_rooms{state="finished"}')
                        == 0)

    def test_who_asks_by_http_is_not_away_for_the_other_server(self):
        here, there = self.two("--claim-after", "5s")
        rooms = []
        for _ in range(6):  # some of which each of them looks after
            _, _, made = here.post("/api/v1/rooms", {"variant": "classic"})
            room = f"/api/v1/rooms/{made['seat']['room']}"
            status, _, joined = there.post(f"{room}/join", {})
            self.assertEqual(status, 201, joined)
            rooms.append((room, made["seat"]["token"],
                          joined["seat"]["token"]))
            self.eventually(
                lambda: here.get(room)[2]["life"] == "active")
        end = time.monotonic() + 8
        while time.monotonic() < end:
            for room, x, o in rooms:
                self.assertEqual(here.get(room, token=x)[2]["life"], "active")
                self.assertEqual(there.get(room, token=o)[2]["life"],
                                 "active")
            time.sleep(0.3)

    def test_metrics_tell_of_the_others(self):
        here, there = self.two()
        x, o, _, _ = self.room(here)
        self.play(x, o, ["e", "a"])
        self.eventually(lambda: there.metric("oxo_followed_events_total") == 5)
        self.assertEqual(here.metric("oxo_followed_events_total"), 0)
        there.stop()
        self.eventually(lambda: here.metric("oxo_nodes") == 1)


class Moving(PostgresCase):
    def fill(self, server):
        x, o, seat, _ = self.room(server)
        self.play(x, o, ["e", "a", "b", "h"])
        server.post("/game/11111111-1111-4111-8111-111111111111",
                    {"board": [[1, 0, 0], [0, 0, 0], [0, 0, 0]]})
        return seat["room"]

    def test_a_store_moves_into_a_database_and_back(self):
        server = self.serve(store="first.db")
        room = self.fill(server)
        server.stop()
        first, second = self.path / "first.db", self.path / "second.db"
        self.good("store", "copy", str(first), self.url)
        self.assertEqual(self.good("store", "check", self.url), "sound\n")
        done = oxo("store", "copy", str(first), self.url)
        self.assertEqual(done.returncode, 1)
        self.assertIn("already has a store", done.stderr)
        watcher = self.client(self.serve_here())
        state = watcher.ask("spectate", "game-state", room=room)
        self.assertEqual(state["moves"], ["e", "a", "b", "h"])
        self.good("store", "copy", self.url, str(second))
        self.assertEqual(self.good("store", "check", str(second)), "sound\n")
        before, after = (json.loads(self.good("store", "info", "--json",
                                              str(path)))
                         for path in (first, second))
        for name in ("live", "closed", "games", "explored", "boards"):
            self.assertEqual(before[name], after[name], name)

    def test_every_action_works_on_a_database(self):
        self.good("store", "create", self.url)
        self.assertEqual(oxo("store", "create", self.url).returncode, 1)
        self.assertIn("events", self.good("store", "info", self.url))
        self.good("store", "rebuild", self.url)
        self.assertEqual(self.good("store", "check", self.url), "sound\n")
        self.assertEqual(self.good("store", "export", self.url), "")
        backup = self.path / "backup.db"
        self.good("store", "backup", self.url, str(backup))
        self.assertEqual(self.good("store", "check", str(backup)), "sound\n")

    def test_a_database_without_a_store_is_left_alone(self):
        done = oxo("store", "info", self.url)
        self.assertEqual(done.returncode, 1)
        self.assertIn("no store of oxo", done.stderr)
        self.assertEqual(self.sql("SELECT to_regnamespace('oxo')"), "")


class Secrets(Case):
    SECRET = "geheim"

    def test_a_password_is_never_shown(self):
        for url in (f"postgres://oxo:{self.SECRET}@127.0.0.1:1/db",
                    f"postgres://oxo:a@{self.SECRET}@127.0.0.1:1/db",
                    f"postgres://oxo:a?{self.SECRET}@127.0.0.1:1/db",
                    f"postgres://oxo:a/{self.SECRET}@127.0.0.1:1/db",
                    f"postgres://127.0.0.1:1/db?password={self.SECRET}",
                    f"postgres://127.0.0.1:1/db?a=b&pass%77ord={self.SECRET}",
                    f"postgresql://oxo:{self.SECRET}@[/db"):
            for arguments in (["serve", "--store", url],
                              ["serve", "--store", url, "--print-config"],
                              ["store", "info", url],
                              ["store", "create", url],
                              ["store", "copy", url, "other.db"],
                              ["store", "copy", "missing.db", url]):
                with self.subTest(arguments=arguments):
                    self.assertNotIn(self.SECRET, told(*arguments))


if __name__ == "__main__":
    tap.main()
