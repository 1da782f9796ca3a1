#!/usr/bin/env python3
"""install_packages.py SOURCE - packaging/install-packages on fake machines.

A fake machine is a folder of programs, which is all of PATH: the few real
programs on which the script may rely, and fakes that log their arguments.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import tap

ROOT = pathlib.Path(sys.argv[1])
SCRIPT = ROOT / "packaging" / "install-packages"
ESSENTIAL = ("sh", "dirname", "env", "grep", "sed", "tr")

LIST = """\
# a comment, and an empty line

[base]
gcc     # compiles
meson   # configures

[page]
npm unless npm   # bundles

[check]
cmocka  # unit tests

[test]
gcovr   # measures
"""

# Knows the packages in the file `installed` beside it, and fails for all
# others, as dpkg-query does.
DPKG_QUERY = """\
status=0
for word; do
    case $word in
    -*|*{*) ;;
    *) grep -qxF "$word" "${0%/*}/installed" && echo "$word installed" ||
           status=1 ;;
    esac
done
exit $status
"""

LOG = 'echo "${0##*/} $*" >>"${0%/*}/log"\n'


class Machine:
    def __init__(self, folder, installed="", uid=0, debian=True):
        self.folder = pathlib.Path(folder)
        for program in ESSENTIAL:
            os.symlink(shutil.which(program), self.folder / program)
        (self.folder / "installed").write_text(
            installed.replace(" ", "\n") + "\n")
        (self.folder / "log").touch()
        (self.folder / "packages.txt").write_text(LIST)
        self.fake("id", f"echo {uid}\n")
        if debian:
            self.fake("dpkg-query", DPKG_QUERY)
            self.fake("apt-get", LOG)

    def fake(self, name, script):
        path = self.folder / name
        path.write_text("#!/bin/sh\n" + script)
        path.chmod(0o755)

    def install(self, what="build"):
        done = subprocess.run(
            [str(SCRIPT), what, str(self.folder / "packages.txt")], text=True,
            env={"PATH": str(self.folder)}, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, check=False)
        return done.returncode, done.stdout

    def log(self):
        return (self.folder / "log").read_text()


class InstallPackages(unittest.TestCase):
    def machine(self, *arguments, **options):
        folder = tempfile.mkdtemp(prefix="oxo-machine-")
        self.addCleanup(shutil.rmtree, folder)
        return Machine(folder, *arguments, **options)

    def test_silent_when_nothing_is_missing(self):
        machine = self.machine("gcc meson npm")
        self.assertEqual(machine.install(), (0, ""))
        self.assertEqual(machine.log(), "")

    def test_installs_what_is_missing_and_says_why(self):
        machine = self.machine("gcc npm")
        status, output = machine.install()
        self.assertEqual(status, 0)
        self.assertIn("meson: configures", output)
        self.assertNotIn("gcc", output)
        update, install = machine.log().splitlines()
        self.assertRegex(update, r"^apt-get .*\bupdate$")
        self.assertRegex(
            install,
            r"^apt-get .*\binstall -y --no-install-recommends meson$")

    def test_what_only_tests_need_is_installed_for_them_alone(self):
        machine = self.machine("gcc meson npm cmocka")
        self.assertEqual(machine.install("build"), (0, ""))
        status, output = machine.install("all")
        self.assertEqual(status, 0)
        self.assertIn("gcovr: measures", output)
        self.assertRegex(machine.log(), r"recommends gcovr\n$")

    def test_the_inner_loop_needs_no_page(self):
        machine = self.machine("gcc meson")
        status, output = machine.install("check")
        self.assertEqual(status, 0)
        self.assertIn("cmocka: unit tests", output)
        self.assertRegex(machine.log(), r"recommends cmocka\n$")

    def test_refuses_to_guess_what_to_install(self):
        machine = self.machine("gcc")
        status, output = machine.install("everything")
        self.assertEqual(status, 1)
        self.assertIn("not 'build', 'check' or 'all': everything", output)
        self.assertEqual(machine.log(), "")

    def test_unless_installs_where_the_command_is_not_found(self):
        machine = self.machine("gcc meson")
        status, output = machine.install()
        self.assertEqual(status, 0)
        self.assertIn("npm: bundles", output)
        self.assertRegex(machine.log(), r"recommends npm\n$")

    def test_unless_leaves_a_command_that_is_found_alone(self):
        machine = self.machine("gcc meson")
        machine.fake("npm", "exit 0\n")
        self.assertEqual(machine.install(), (0, ""))
        self.assertEqual(machine.log(), "")

    def test_uses_sudo_when_not_root(self):
        machine = self.machine("gcc npm", uid=1000)
        machine.fake("sudo", LOG + '"$@"\n')
        status, _ = machine.install()
        self.assertEqual(status, 0)
        self.assertRegex(machine.log(), r"sudo env \S+ apt-get .* meson\n")

    def test_postgresql_starts_nothing_by_itself(self):
        machine = self.machine("gcc meson npm", uid=1000)
        machine.fake("sudo", LOG)
        (machine.folder / "packages.txt").write_text(
            "[base]\ngcc # compiles\npostgresql-15 # is tested with\n")
        status, _ = machine.install()
        self.assertEqual(status, 0)
        update, maker, told, install = machine.log().splitlines()
        self.assertRegex(update, r"\bupdate$")
        self.assertRegex(maker, r"\binstall .* postgresql-common$")
        self.assertRegex(told, r"create_main_cluster = false.*"
                               r" /etc/postgresql-common/createcluster.conf$")
        self.assertRegex(install, r"\binstall .* postgresql-15$")

    def test_names_the_command_when_neither_root_nor_sudo(self):
        machine = self.machine("npm", uid=1000)
        status, output = machine.install()
        self.assertEqual(status, 1)
        self.assertIn(
            "apt-get install --no-install-recommends gcc meson\n", output)
        self.assertEqual(machine.log(), "")

    def test_builds_without_the_page_when_neither_root_nor_sudo(self):
        machine = self.machine("gcc meson", uid=1000)
        status, output = machine.install()
        self.assertEqual((status, output),
                         (0, "Without root or sudo, and so without: npm\n"))
        self.assertEqual(machine.install("check")[0], 1)

    def test_goes_on_when_a_package_list_cannot_be_read(self):
        machine = self.machine("gcc npm")
        machine.fake("apt-get", LOG + 'case "$*" in *update) exit 100;; esac')
        status, _ = machine.install()
        self.assertEqual(status, 0)
        self.assertIn("recommends meson\n", machine.log())

    def test_fails_when_apt_cannot_install(self):
        machine = self.machine("gcc npm")
        machine.fake("apt-get", 'case "$*" in *meson) exit 100;; esac')
        self.assertNotEqual(machine.install()[0], 0)

    def test_refuses_a_line_it_does_not_understand(self):
        machine = self.machine("gcc")
        (machine.folder / "packages.txt").write_text("[base]\ngcc except cc\n")
        status, output = machine.install()
        self.assertEqual(status, 1)
        self.assertIn("neither 'unless' nor 'unpacked'", output)

    def test_elsewhere_names_the_programs_that_are_absent(self):
        machine = self.machine(debian=False)
        machine.fake("meson", "exit 0\n")
        status, output = machine.install()
        self.assertEqual(status, 1)
        programs = re.search(r"programs: (.*)", output).group(1).split()
        self.assertIn("ninja", programs)
        self.assertNotIn("meson", programs)

    def test_elsewhere_goes_on_when_all_programs_are_there(self):
        machine = self.machine(debian=False)
        _, output = machine.install()
        for program in re.search(r"programs: (.*)", output).group(1).split():
            machine.fake(program, "exit 0\n")
        self.assertEqual(machine.install(), (0, ""))


class PackageList(unittest.TestCase):
    """The real list agrees with the page that explains the list."""

    def test_every_package_is_explained(self):
        listed = [line.split()[0] for line in
                  (ROOT / "packaging" / "packages.txt").read_text()
                  .splitlines() if re.match(r"\w", line)]
        page = json.loads((ROOT / "web" / "package.json").read_text())
        listed += [*page["dependencies"], *page["devDependencies"]]
        page = (ROOT / "docs/design/dependencies.md").read_text()
        explained = re.findall(r"^\| `([^`]+)` \|", page, re.MULTILINE)
        self.assertEqual(sorted(listed), sorted(explained))

    def test_every_package_has_a_reason(self):
        for line in (ROOT / "packaging" / "packages.txt").open():
            if re.match(r"\w", line):
                self.assertRegex(line, r"# \S")


if __name__ == "__main__":
    tap.main()
