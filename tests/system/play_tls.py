#!/usr/bin/env python3
"""play_tls.py OXO - rooms behind TLS, as in an invitation link.

A TLS terminator stands in front of a real server, as a proxy would. A
certificate authority made for the test signs its certificates.
"""
import os
import pathlib
import re
import ssl
import subprocess
import sys

import proxy_case
import server_case
import tap
from patience import PATIENCE

KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]


def openssl(*words):
    subprocess.run(["openssl", *map(str, words)], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Authority:
    """Signs certificates. A client trusts the authority if given its file."""

    def __init__(self, folder):
        self.folder = folder
        self.file = folder / "authority.pem"
        openssl("req", "-x509", *KEY, "-subj", "/CN=Authority", "-days", 2,
                "-keyout", folder / "authority.key", "-out", self.file)

    def certificate(self, names="DNS:localhost,IP:127.0.0.1", days=2):
        """A file with a key and a certificate for these names."""
        stem = self.folder / "server"
        (self.folder / "names").write_text(f"subjectAltName={names}")
        openssl("req", *KEY, "-subj", "/CN=server", "-keyout", f"{stem}.key",
                "-out", f"{stem}.csr")
        openssl("x509", "-req", "-in", f"{stem}.csr", "-days", days,
                "-CA", self.file, "-CAkey", self.folder / "authority.key",
                "-CAcreateserial", "-extfile", self.folder / "names",
                "-out", f"{stem}.pem")
        both = self.folder / "both.pem"
        both.write_text(pathlib.Path(f"{stem}.pem").read_text() +
                        pathlib.Path(f"{stem}.key").read_text())
        return both


class Terminator(proxy_case.Proxy):
    """Speaks TLS to clients, plain TCP to the server."""

    def __init__(self, port, certificate, **more):
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificate)
        self.context.set_alpn_protocols(["h2", "http/1.1"])
        self.names = []  # the server names that clients sent
        self.context.sni_callback = lambda _, name, __: self.names.append(name)
        super().__init__(port, **more)

    def admit(self, near):
        try:
            return self.context.wrap_socket(near, server_side=True)
        except OSError:  # the client rejected the certificate
            return None


class Secure(server_case.Case):
    def setUp(self):
        super().setUp()
        self.authority = Authority(self.path)

    def front(self, server, certificate=None, **more):
        terminator = Terminator(
            server.port, certificate or self.authority.certificate(), **more)
        self.addCleanup(terminator.close)
        return terminator

    def oxo(self, *words, trusts=True):
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith("SSL_CERT_")}
        environment["XDG_STATE_HOME"] = str(self.path)
        if trusts:
            environment["SSL_CERT_FILE"] = str(self.authority.file)
        process = subprocess.Popen(
            [str(server_case.OXO), *map(str, words)], text=True,
            env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        self.addCleanup(process.kill)
        return process

    def refused(self, url, **more):
        """The message for this address, which must be refused."""
        process = self.oxo("play", "--room", url, **more)
        _, err = process.communicate(timeout=server_case.PATIENCE)
        self.assertEqual(process.returncode, 1, err)
        return err

    def room_of(self, process):
        """The code of the room that the process created."""
        for line in process.stdout:
            if (found := re.search(r"(\S+)/r/([0-9A-Z]{6})", line)):
                return found[1], found[2]
        raise AssertionError(process.stderr.read())

    def plays(self, server, front, host, scheme="https"):
        """Plays a short game over TLS; returns the beginning of the room's
        URL."""
        process = self.oxo("play", "classic", "--room",
                           f"{scheme}://{host}:{front.port}")
        base, code = self.room_of(process)
        o = self.client(server)
        o.ask("join-room", "seat", room=code, name="Bo")
        process.stdin.write("e\nresign\n")
        process.stdin.flush()
        o.hear_until("move-made", move="e")
        o.hear_until("game-over")
        while process.stdout.readline() not in ("O wins: X resigned.\n", ""):
            pass
        _, err = process.communicate("quit\n", timeout=server_case.PATIENCE)
        self.assertEqual(process.returncode, 0, err)
        return base

    def test_a_room_behind_TLS_is_played_in(self):
        server = self.share()
        front = self.front(server)
        for host, scheme in (("localhost", "https"), ("127.0.0.1", "https"),
                             ("localhost", "wss")):
            self.assertEqual(self.plays(server, front, host, scheme),
                             f"https://{host}:{front.port}")
        # Clients send names as SNI, but never IP addresses.
        self.assertEqual(front.names, ["localhost", None, "localhost"])

    def test_records_may_be_as_small_as_they_like(self):
        server = self.share()
        self.plays(server, self.front(server, piece=7), "localhost")

    def test_bots_play_over_TLS_and_come_back(self):
        server = self.serve()
        front = self.front(server)
        url = f"https://localhost:{front.port}"
        words = ["bot", "--engine", f"{server_case.OXO} engine", "--movetime",
                 30, "--games", 2, "--room"]
        ada = self.oxo(*words, url, "--public")
        _, code = self.room_of(ada)
        bo = self.oxo(*words, f"{url}/r/{code}")
        self.eventually(lambda: server.metric("oxo_moves_total") > 4)
        front.cut()
        for bot in (ada, bo):
            _, err = bot.communicate(timeout=2 * server_case.PATIENCE)
            self.assertEqual(bot.returncode, 0, err)
            self.assertIn("connection lost", err)
        self.assertEqual(len(server.get("/api/v1/games")[2]["games"]), 2)

    def test_a_certificate_of_somebody_unknown_is_refused(self):
        front = self.front(self.share())
        said = self.refused(f"https://localhost:{front.port}", trusts=False)
        self.assertIn(f"https://localhost:{front.port}: the server's "
                      "certificate cannot be trusted: ", said)

    def test_a_certificate_for_another_host_is_refused(self):
        other = self.authority.certificate("DNS:other.example,IP:127.0.0.9")
        front = self.front(self.share(), other)
        for host, what in (("localhost", "hostname mismatch"),
                           ("127.0.0.1", "IP address mismatch")):
            self.assertIn(f"cannot be trusted: {what}",
                          self.refused(f"https://{host}:{front.port}"))

    def test_a_certificate_that_has_expired_is_refused(self):
        front = self.front(self.share(), self.authority.certificate(days=-1))
        self.assertIn("cannot be trusted: certificate has expired",
                      self.refused(f"https://localhost:{front.port}"))

    def test_a_server_without_TLS_is_told(self):
        server = self.share()
        self.assertIn("cannot establish TLS: ",
                      self.refused(f"https://localhost:{server.port}"))

    def test_a_server_that_is_not_there_is_told(self):
        self.assertIn("https://127.0.0.1:1: Connection refused",
                      self.refused("https://127.0.0.1:1"))

    def test_a_server_with_TLS_only_is_told_too(self):
        front = self.front(self.share())
        self.assertIn(f"http://localhost:{front.port}: ",
                      self.refused(f"http://localhost:{front.port}"))


if __name__ == "__main__":
    sys.exit(tap.main())
