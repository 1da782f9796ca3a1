#!/usr/bin/env python3
"""cli_serve.py OXO - `oxo serve` from an operator's point of view.

Covers settings, addresses, users, sandbox, logs and shutdown. Other tests
cover the messages of clients.
"""
import contextlib
import http.client
import json
import os
import pathlib
import re
import resource
import signal
import socket
import stat
import subprocess
import unittest

import tap
from cli_case import ENVIRONMENT, OXO, Case, oxo
from patience import PATIENCE
from unix_http import UnixConnection

NOBODY = 65534


class Server:
    """A running server: its addresses, and its log once it has ended."""

    def __init__(self, *arguments, env=None):
        self.process = subprocess.Popen(
            [str(OXO), "serve", *arguments], text=True,
            env={**ENVIRONMENT, **(env or {})}, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        count = 1 + next((value.count(",") for name, value in
                          zip(arguments, arguments[1:])
                          if name == "--listen"), 0)
        self.addresses = [self.process.stdout.readline().strip()
                          .removeprefix("listening on ")
                          for _ in range(count)]

    def status(self, field):
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return re.search(rf"(?m)^{field}:\s*(.*)$", text)[1].split()

    def connect(self, which=0):
        address = self.addresses[which]
        if address.startswith("unix:"):
            return UnixConnection(address.removeprefix("unix:"))
        return http.client.HTTPConnection(
            address.removeprefix("http://"), timeout=PATIENCE)

    def ask(self, method, path, body=None, which=0, **headers):
        """The status and the body of the answer."""
        with contextlib.closing(self.connect(which)) as connection:
            connection.request(method, path, headers=headers,
                               body=json.dumps(body) if body else None)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()

    def end(self, number=signal.SIGTERM):
        """Sends a signal; returns the exit status and the log."""
        self.process.send_signal(number)
        return self.wait()

    def wait(self):
        _, log = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, log


class Serve(Case):
    def serve(self, *arguments, **options):
        if "--listen" not in arguments:
            arguments = ("--listen", "127.0.0.1:0", *arguments)
        if "--store" not in arguments:
            arguments = ("--store", str(self.scratch / "oxo.db"), *arguments)
        server = Server(*arguments, **options)

        def stop():
            if server.process.poll() is None:
                server.process.kill()
            server.process.communicate()
        self.addCleanup(stop)
        self.assertTrue(server.addresses[0], "it did not start")
        return server


class Settings(Serve):
    def effective(self, *arguments, **options):
        text = self.good("serve", "--print-config", *arguments, **options)
        return dict(line.split(" = ", 1) for line in text.splitlines()
                    if not line.startswith("#"))

    def test_every_flag_is_a_setting_and_every_setting_a_flag(self):
        text = self.good("serve", "--help")
        flags = set(re.findall(r"(?m)^      --([a-z-]+) ", text))
        settings = set(self.effective("--store", "a.db"))
        self.assertGreater(len(settings), 25)
        self.assertEqual(flags - settings, {"config", "print-config"})
        self.assertEqual(settings - flags, set())

    def test_help_shows_the_defaults_that_are_used(self):
        text = self.good("serve", "--help").partition("\nOptions:\n")[2]
        text = " ".join(text.split())
        for name, value in self.effective(env={"HOME": "/home/me"}).items():
            value = value.replace("/home/me", "~")
            self.assertRegex(text, rf"--{name} ((?! --).)*; default: "
                                   rf"{re.escape(value)}\.( |$)")

    def test_flags_win_over_variables_and_those_over_the_file(self):
        path = self.file("oxo.conf", "rooms = 1\ngrace = 1s\nlog-level=error")
        found = self.effective(
            "--rooms", "3", "--store", "a.db", "--config", path,
            env={"OXO_ROOMS": "2", "OXO_GRACE": "2s"})
        self.assertEqual((found["rooms"], found["grace"], found["log-level"]),
                         ("3", "2s", "error"))

    def test_a_misspelt_variable_is_told(self):
        done = oxo("serve", "--print-config", "--store", "a.db",
                   env={"OXO_LISTN": "127.0.0.1:9", "OXO_PATIENCE": "3"})
        self.assertEqual((done.code, done.err), (
            0, "oxo serve: the variable OXO_LISTN is not read (did you mean "
               "OXO_LISTEN?)\n"))
        done = oxo("serve", "--print-config", "--grace", "x",
                   env={"OXO_CONFG": "a.conf", "OXO_STOR": ""})
        self.assertEqual(done.code, 2)
        self.assertIn("oxo serve: the variable OXO_CONFG is not read (did you "
                      "mean OXO_CONFIG?)\noxo serve: --grace is 'x'",
                      done.err)
        self.assertNotIn("OXO_STOR", done.err)

    def test_what_is_printed_can_be_read(self):
        text = self.good("serve", "--print-config", "--store", "a.db",
                         "--grace", "1500ms", "--origins", "any")
        path = self.file("oxo.conf", text)
        again = self.good("serve", "--print-config", "--config", path)
        self.assertEqual(re.sub("(?m)^#.*", "", text),
                         re.sub("(?m)^#.*", "", again))

    def test_a_wrong_setting_is_a_usage_error_that_names_its_place(self):
        self.assertIn("oxo serve: --grace is '30', but takes a time ",
                      self.bad(2, "serve", "--grace", "30"))
        self.assertIn("oxo serve: OXO_GRACE is 'x', but takes a time ",
                      self.bad(2, "serve", env={"OXO_GRACE": "x"}))
        path = self.file("oxo.conf", "\nroms = 5\n")
        self.assertIn("oxo.conf:2: there is no setting 'roms' "
                      "(did you mean 'rooms'?)",
                      self.bad(2, "serve", "--config", path))
        self.assertIn("cannot read '/nowhere': No such file",
                      self.bad(1, "serve", "--config", "/nowhere"))

    def test_a_folder_without_a_page_is_refused(self):
        folder = self.scratch / "page"
        says = f"oxo serve: --web is '{folder}', but takes a folder with a " \
               "page: "

        def refused():
            return self.bad(2, "serve", "--web", str(folder), "--store",
                            str(self.scratch / "oxo.db"))
        self.assertIn(says + "No such file or directory", refused())
        folder.write_text("")
        self.assertIn(says + "Not a directory", refused())
        folder.unlink()
        folder.mkdir()
        self.assertIn(says + "it has no index.html", refused())
        self.assertEqual(list(self.scratch.iterdir()), [folder])
        path = self.file("oxo.conf", "store = a.db\nweb = /nope\n")
        self.assertIn("oxo.conf:2: web is '/nope', but takes a folder",
                      self.bad(2, "serve", "--config", path))
        (folder / "index.html").write_text("<title>mine</title>")
        server = self.serve("--web", str(folder))
        self.assertIn("mine", str(server.ask("GET", "/")))

    def test_the_default_store_is_made_for_its_owner_only(self):
        home = self.scratch / "home"
        home.mkdir()
        server = Server("--listen", "127.0.0.1:0", env={"HOME": str(home)})
        self.addCleanup(server.process.kill)
        self.assertEqual(server.ask("GET", "/readyz")[0], 200)
        self.assertEqual(server.end()[0], 0)
        store = home / ".local/state/oxo/oxo.db"
        self.assertEqual(stat.S_IMODE(store.stat().st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(store.parent.stat().st_mode), 0o700)


class Running(Serve):
    def test_it_listens_on_every_address_it_tells(self):
        path = self.scratch / "socket"
        server = self.serve("--listen", f"127.0.0.1:0,unix:{path}")
        self.assertRegex(server.addresses[0], r"^http://127\.0\.0\.1:\d+$")
        self.assertEqual(server.addresses[1], f"unix:{path}")
        for which in range(2):
            self.assertEqual(server.ask("GET", "/healthz", which=which)[0],
                             200)
        # Proxies run as other users; the folder restricts access.
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o666)
        self.assertEqual(server.end()[0], 0)
        self.assertFalse(path.exists())

    def test_an_idle_server_is_small(self):
        binary = OXO.read_bytes()
        if b"__asan_init" in binary or b"__tsan_init" in binary:
            self.skipTest("sanitizers need memory of their own")
        server = self.serve()
        kilobytes = int(server.status("VmRSS")[0])
        self.assertLess(kilobytes, 20 << 10)
        self.assertEqual(server.ask("GET", "/api/v1/analysis?time=100")[0],
                         200)

    def test_it_ends_politely_when_asked(self):
        for number in signal.SIGTERM, signal.SIGINT:
            code, log = self.serve().end(number)
            self.assertEqual(code, 0, log)
            self.assertIn('level=info message="stopped"', log)

    def test_a_port_that_is_taken_is_a_failure_that_says_so(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            address = f"127.0.0.1:{taken.getsockname()[1]}"
            done = oxo("serve", "--listen", address, "--store",
                       str(self.scratch / "oxo.db"))
        self.assertEqual((done.code, done.out), (1, ""))
        self.assertIn("Address already in use", done.err)
        self.assertIn("another port: --listen", done.err)
        self.assertEqual(done.err.count("level=error"), 1, done.err)

    def test_a_store_is_one_servers(self):
        self.serve()
        done = oxo("serve", "--listen", "127.0.0.1:0", "--store",
                   str(self.scratch / "oxo.db"))
        self.assertEqual((done.code, done.out), (1, ""))
        self.assertIn('message="cannot open the store"', done.err)

    def test_a_room_outlives_the_server(self):
        server = self.serve()
        status, text = server.ask("POST", "/api/v1/rooms",
                                  {"variant": "ultimate"})
        self.assertEqual(status, 201, text)
        room = json.loads(text)["seat"]["room"]
        self.assertEqual(server.end()[0], 0)
        again = self.serve()
        self.assertEqual(again.ask("GET", f"/api/v1/rooms/{room}")[0], 200)


class Hardened(Serve):
    def test_the_sandbox_is_there_unless_switched_off(self):
        server = self.serve()
        if "this system has no sandbox" in server.end()[1]:
            self.skipTest("no sandbox here")
        server = self.serve()
        self.assertEqual(server.status("Seccomp"), ["2"])
        self.assertEqual(server.status("NoNewPrivs"), ["1"])
        server = self.serve("--sandbox", "no", "--store",
                            str(self.scratch / "other.db"))
        self.assertEqual(server.status("Seccomp"), ["0"])

    @unittest.skipUnless(os.geteuid() == 0, "only root can become another")
    def test_root_becomes_the_user_before_the_store_is_made(self):
        os.chown(self.scratch, NOBODY, NOBODY)
        server = self.serve("--user", str(NOBODY), "--group", str(NOBODY))
        for field in "Uid", "Gid":
            self.assertEqual(server.status(field), [str(NOBODY)] * 4)
        self.assertEqual(server.status("Groups"), [str(NOBODY)])
        self.assertEqual(server.status("CapEff"), ["0" * 16])
        self.assertEqual((self.scratch / "oxo.db").stat().st_uid, NOBODY)
        status, text = server.ask("POST", "/api/v1/rooms",
                                  {"variant": "classic"})
        self.assertEqual(status, 201, text)
        self.assertNotIn("running as root", server.end()[1])

    def test_a_user_that_is_not_there_is_a_failure(self):
        done = oxo("serve", "--listen", "127.0.0.1:0", "--user",
                   "no-such-user", "--store", str(self.scratch / "oxo.db"))
        self.assertEqual(done.code, 1)
        self.assertIn("there is no user 'no-such-user'", done.err)
        self.assertFalse((self.scratch / "oxo.db").exists())


class Logs(Serve):
    def test_a_start_tells_what_was_started(self):
        server = self.serve("--listen", "127.0.0.1:0,[::1]:0")
        version = self.good("version").splitlines()[0].split()[-1]
        self.assertIn(f'oxo_build_info{{version="{version}"}} 1\n',
                      server.ask("GET", "/metrics")[1])
        _, log = server.end()
        addresses = ",".join(address.removeprefix("http://")
                             for address in server.addresses)
        line = next(line for line in log.splitlines() if "serving" in line)
        self.assertIn(f' version={version} store={self.scratch}/oxo.db ', line)
        self.assertRegex(line, f'listen="?{re.escape(addresses)}"?$')

    def test_a_limit_of_the_system_is_told_to_who_asked_for_more(self):
        few = min(1000, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
        for asked, count in ((), 0), (("--connections", "20000"), 1):
            done = subprocess.run(
                ["sh", "-c", f'ulimit -n {few}; exec "$@"', "sh", str(OXO),
                 "serve", "--listen", "127.0.0.1:0", "--store", "/", *asked],
                capture_output=True, text=True, env=ENVIRONMENT, check=False)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stderr.count("ulimit -n"), count,
                             done.stderr)

    def test_logs_are_objects_if_asked(self):
        _, log = self.serve("--log-format", "json").end()
        lines = [json.loads(line) for line in log.splitlines()]
        self.assertEqual(lines[-1]["message"], "stopped")
        self.assertEqual({"time", "level", "message"} - set(lines[-1]), set())

    def test_errors_alone_are_silent_when_there_are_none(self):
        self.assertEqual(self.serve("--log-level", "error").end(), (0, ""))

    def test_neither_token_nor_name_is_ever_logged(self):
        server = self.serve("--log-level", "debug")
        _, text = server.ask("POST", "/api/v1/rooms",
                             {"variant": "classic", "name": "Zaphod",
                              "computer": 1})
        seat = json.loads(text)["seat"]
        token = {"Authorization": f"Bearer {seat['token']}"}
        moves = f"/api/v1/rooms/{seat['room']}/moves"
        for move in "e", "e", "?", "eee":
            server.ask("POST", moves, {"ply": 0, "move": move}, **token)
        server.ask("GET", f"/{seat['token']}?token={seat['token']}", **token)
        _, log = server.end()
        self.assertNotIn(seat["token"], log)
        self.assertNotIn("Zaphod", log)


if __name__ == "__main__":
    tap.main()
