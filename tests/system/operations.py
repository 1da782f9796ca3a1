#!/usr/bin/env python3
"""operations.py SOURCE UNIT - the files that operators install are
well-formed.

The programs that read these files check them, where such a program is
installed. oxo can be built without these programs, and installing some of them
would start a service.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import tap
from patience import PATIENCE

SOURCE, UNIT = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
PACKAGING = SOURCE / "packaging"


def program(name):
    """The path of an administrator's program, or None.

    Some are not in a user's PATH; packaging/unpack-programs unpacks others
    beside the builds."""
    unpacked = SOURCE / "build-programs" / "usr"
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin",
                            str(unpacked / "sbin"), str(unpacked / "bin")])
    found = shutil.which(name, path=path)
    if not found:
        raise unittest.SkipTest(f"no {name} here")
    return found


class Case(unittest.TestCase):
    def setUp(self):
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="oxo-operations-"))
        self.addCleanup(shutil.rmtree, self.scratch)

    def run_good(self, *command, **options):
        done = subprocess.run([str(word) for word in command], text=True,
                              stdout=subprocess.PIPE, check=False,
                              stderr=subprocess.STDOUT, timeout=PATIENCE, **options)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def certificate(self):
        """A key and a self-signed certificate."""
        self.run_good(program("openssl"), "req", "-x509", "-newkey",
                      "rsa:2048", "-nodes", "-days", "1", "-subj",
                      "/CN=oxo.example.org", "-keyout",
                      self.scratch / "privkey.pem", "-out",
                      self.scratch / "fullchain.pem")
        both = "".join((self.scratch / name).read_text(encoding="ascii")
                       for name in ("fullchain.pem", "privkey.pem"))
        (self.scratch / "oxo.pem").write_text(both, encoding="ascii")

    def example(self, *path):
        """The example, with the path of our certificates in place of its own.
        """
        text = PACKAGING.joinpath(*path).read_text(encoding="ascii")
        self.assertRegex(text, r"127\.0\.0\.1:8080|10\.0\.0\.13:8080")
        return text.replace("/etc/ssl/oxo", str(self.scratch))


class Unit(Case):
    def unit(self):
        """The unit, with a program that exists whatever the prefix is."""
        text = UNIT.read_text(encoding="ascii")
        self.assertRegex(text, r"(?m)^ExecStart=/\S+/oxo serve$")
        place = self.scratch / "oxo.service"
        place.write_text(re.sub("(?m)^ExecStart=.*", "ExecStart=/bin/true",
                                text), encoding="ascii")
        return place

    def test_systemd_understands_the_unit(self):
        analyze = program("systemd-analyze")
        text = self.run_good(analyze, "verify", "--man=no", self.unit())
        self.assertNotIn("oxo.service", text)

    def test_systemd_finds_the_unit_safe(self):
        """systemd rates the exposure from 0 to 10 and prints it times ten."""
        self.run_good(program("systemd-analyze"), "security",
                      "--offline=true", "--threshold=15", self.unit())

    def test_the_unit_is_never_given_up(self):
        """The unit may fail to start more often than systemd's default allows.
        """
        text = UNIT.read_text(encoding="ascii")
        self.assertRegex(text, r"(?m)^StartLimitIntervalSec=0$")
        self.assertRegex(text, r"(?m)^Restart=on-failure$")

    def test_the_unit_waits_longer_than_a_drain_takes(self):
        table = (SOURCE / "src/server/config/config.h").read_text(encoding="ascii")
        drain = int(re.search(r'"drain-time",\s*"(\d+)s"', table)[1])
        stop = int(re.search(r"(?m)^TimeoutStopSec=(\d+)$",
                             UNIT.read_text(encoding="ascii"))[1])
        self.assertGreater(stop, drain)

    def test_the_unit_has_files_for_all_connections(self):
        table = (SOURCE / "src/server/config/config.h").read_text(encoding="ascii")
        most = int(re.search(r'"connections",\s*"(\d+)"', table)[1])
        files = int(re.search(r"(?m)^LimitNOFILE=(\d+)$",
                              UNIT.read_text(encoding="ascii"))[1])
        self.assertGreater(files, most + 64)


class Proxies(Case):
    def check_nginx(self, name):
        nginx = program("nginx")
        self.certificate()
        # nginx opens its sockets even when it only checks the configuration.
        ports = (f"unix:{self.scratch}/{n}" for n in range(9))
        (self.scratch / "oxo.conf").write_text(
            re.sub(r"(?<=listen )(\[::\]:)?\d+", lambda _: next(ports),
                   self.example("nginx", name)), encoding="ascii")
        folders = "".join(f"{kind}_temp_path {self.scratch}/{kind};"
                          for kind in ("client_body", "proxy", "fastcgi",
                                       "uwsgi", "scgi"))
        whole = self.scratch / "nginx.conf"
        whole.write_text(
            f"pid {self.scratch}/pid;\nerror_log stderr;\n"
            "events { worker_connections 1024; }\n"
            f"http {{ access_log off; {folders}\n"
            f"include {self.scratch}/oxo.conf; }}\n", encoding="ascii")
        text = self.run_good(nginx, "-t", "-p", self.scratch, "-c", whole)
        self.assertNotIn("[warn]", text)

    def test_nginx_understands_its_example(self):
        self.check_nginx("oxo.conf")

    def test_nginx_understands_its_example_of_several_nodes(self):
        self.check_nginx("nodes.conf")

    def check_haproxy(self, name):
        haproxy = program("haproxy")
        self.certificate()
        whole = self.scratch / "oxo.cfg"
        whole.write_text(self.example("haproxy", name), encoding="ascii")
        text = self.run_good(haproxy, "-c", "-f", whole)
        self.assertNotIn("[WARNING]", text)

    def test_haproxy_understands_its_example(self):
        self.check_haproxy("oxo.cfg")

    def test_haproxy_understands_its_example_of_several_nodes(self):
        self.check_haproxy("nodes.cfg")

    def test_caddy_understands_its_example(self):
        caddy = program("caddy")
        (self.scratch / "Caddyfile").write_text(
            self.example("caddy", "Caddyfile"), encoding="ascii")
        home = {**os.environ, "HOME": str(self.scratch),
                "XDG_DATA_HOME": str(self.scratch),
                "XDG_CONFIG_HOME": str(self.scratch)}
        self.run_good(caddy, "validate", "--config",
                      self.scratch / "Caddyfile", "--adapter", "caddyfile",
                      env=home)
        # The file is formatted as Caddy's own formatter would.
        self.run_good(caddy, "fmt", "--diff", self.scratch / "Caddyfile",
                      env=home)


class Guide(Case):
    def settings(self):
        """Names and defaults, from the table in the source."""
        table = (SOURCE / "src/server/config/config.h").read_text(encoding="ascii")
        return dict(re.findall(r'X\([A-Z]+, \w+,\s*"([a-z-]+)",\s*"([^"]+)"',
                               table.replace("\\\n", " ")))

    def rows(self):
        """Names and defaults, from the table in the guide."""
        guide = (SOURCE / "docs/manual/operations.md").read_text(encoding="utf-8")
        part = guide.partition("\n## Settings\n")[2].partition("\n## ")[0]
        for names, defaults in re.findall(
                r"(?m)^\| ((?:`[a-z-]+`(?:, )?)+) \| ([^|]+) \|", part):
            names = re.findall("`([a-z-]+)`", names)
            defaults = defaults.split(", ")
            # Two settings share one "none".
            yield from zip(names, defaults * (len(names) // len(defaults)))

    def test_the_guide_tells_every_setting_and_its_default(self):
        settings = self.settings()
        self.assertGreater(len(settings), 25)
        told = {name: default for name, default in self.rows()
                if name in settings}
        self.assertEqual(told, settings)


class Scaling(Case):
    def simulated(self):
        """Rooms, nodes, logs, moves per second, p50 and p99."""
        text = self.run_good(sys.executable, SOURCE / "bench/scaling.py",
                             "--rooms", "1000,10000,100000", "--logs", "1")
        return [line.split()[:6] for line in text.splitlines()[3:]]

    def told(self):
        """The same figures, from the page."""
        page = (SOURCE / "docs/design/scaling.md").read_text(encoding="utf-8")
        for line in page.splitlines():
            cells = [cell.strip().replace(",", "").removesuffix(" ms")
                     for cell in line.strip("|").split("|")]
            if len(cells) > 6 and cells[0].isdigit():
                yield cells[:6]

    def test_the_page_tells_what_the_simulation_says(self):
        rows = self.simulated()
        self.assertEqual(len(rows), 3)
        self.assertEqual(list(self.told())[:3], rows)


if __name__ == "__main__":
    tap.main()
