#!/usr/bin/env python3
"""clean_root.py SOURCE BUILD - the set-up of CONTRIBUTING.md on a new machine.

The new machine is a folder with a minimal Debian 12 that has make, git, sudo
and CA certificates besides. The commands run in it with chroot. It takes
package sources, registries, proxies and certificates from this machine. It
gets a clone of the current commit: what is not committed is not tested.

Each command has a mount namespace and a process namespace of its own, so its
mounts and its processes end with it, even when it is killed.

Commands that build for an hour of processor time are left out, unless
OXO_CLEAN_ROOT=whole. BUILD/clean-root keeps the minimal Debian and the
packages that were downloaded.
"""
import os
import pathlib
import pwd
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

import tap

SOURCE = pathlib.Path(sys.argv[1])
CACHE = pathlib.Path(sys.argv[2]) / "clean-root"
SUITE = "bookworm"
PACKAGES = "make,git,sudo,ca-certificates"
WHOLE = os.environ.get("OXO_CLEAN_ROOT") == "whole"
LONG = ("make test",)
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
NETWORK = re.compile(r"(https?|all|no)_proxy|npm_config_(registry|\w*proxy|ca)"
                     r"|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)", re.I)

NAMESPACES = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
# ROOT ARCHIVES USER COMMAND
ENTER = """\
set -eu
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount --rbind /sys "$1/sys"
mkdir -p "$2"
mount --bind "$2" "$1/var/cache/apt/archives"
exec chroot --userspec="$3" "$1" sh -c "$4"
"""


def execute(command, **options):
    """The exit status and everything the command printed."""
    done = subprocess.run([str(word) for word in command], text=True,
                          errors="replace", stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False, **options)
    return done.returncode, done.stdout


def package_sources():
    """(address, release, component) of Debian's packages on this machine."""
    _, output = execute(["apt-get", "indextargets", "--format",
                         "$(REPO_URI) $(RELEASE) $(COMPONENT)",
                         "Created-By: Packages", "Origin: Debian"])
    return sorted({tuple(line.split()) for line in output.splitlines()
                   if line.count(" ") == 2
                   and line.split()[1].startswith(SUITE)})


def minimal_debian():
    """The archive of a minimal Debian; made when there is none."""
    archive = CACHE / f"{SUITE}.tar.gz"
    if archive.exists():
        return archive
    CACHE.mkdir(parents=True, exist_ok=True)
    addresses = [address for address, release, component in package_sources()
                 if (release, component) == (SUITE, "main")]
    if not addresses:
        raise unittest.SkipTest(f"apt knows no packages of {SUITE}")
    with tempfile.TemporaryDirectory(prefix="oxo-debian-") as folder:
        status, output = execute(
            [*NAMESPACES, "--mount-proc", "debootstrap", "--variant=minbase",
             f"--include={PACKAGES}", SUITE, folder, addresses[0]])
        if status != 0:
            raise unittest.SkipTest("debootstrap failed: " +
                                    output.rstrip().rpartition("\n")[2])
        part = archive.with_suffix(".part")
        subprocess.run(["tar", "-C", folder, "-czf", part, "--exclude=*.deb",
                        "."], check=True)
        part.rename(archive)
    return archive


def reason_to_skip():
    if os.geteuid() != 0:
        return "only root can make a clean root"
    for program in ("debootstrap", "apt-get", "chroot", "git"):
        if not shutil.which(program):
            return f"no {program}"
    with tempfile.TemporaryDirectory() as folder:
        status, _ = execute([*NAMESPACES, "mount", "--bind", folder, folder])
    if status != 0:
        return "nothing can be mounted here"
    if execute(["git", "-C", SOURCE, "rev-parse", "HEAD"])[0] != 0:
        return "git reads no commit in the sources"
    return None


class Machine:
    """A new machine; its files are below root."""

    def __init__(self, folder):
        self.root = pathlib.Path(folder) / "root"
        self.root.mkdir(mode=0o755)
        subprocess.run(["tar", "-C", self.root, "-xzf", minimal_debian()],
                       check=True)
        self.take_settings()

    def take_settings(self):
        """Copies what this machine knows about its network."""
        (self.root / "etc/apt/sources.list").write_text("".join(
            f"deb {address} {release} {component}\n"
            for address, release, component in package_sources()))
        (self.root / "etc/apt/apt.conf.d/network").write_text(
            execute(["apt-config", "dump", "Acquire"])[1])
        (self.root / "etc/sudoers.d/network").write_text(
            'Defaults env_keep += "http_proxy https_proxy no_proxy"\n')
        for name in ("etc/resolv.conf", "etc/hosts", "etc/hostname",
                     "etc/npmrc", "usr/etc/npmrc", "etc/apt/auth.conf"):
            if os.path.exists(f"/{name}"):
                path = self.root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.unlink(missing_ok=True)
                shutil.copy(f"/{name}", path)
        for name in ("etc/apt/auth.conf.d", "etc/apt/trusted.gpg.d",
                     "etc/apt/keyrings", "usr/local/share/ca-certificates"):
            if os.path.isdir(f"/{name}"):
                shutil.copytree(f"/{name}", self.root / name,
                                dirs_exist_ok=True)
        self.run("root", "/", "update-ca-certificates")

    def add_user(self, name):
        """Adds a user who may use sudo without a password."""
        self.run("root", "/", f"useradd -m -s /bin/bash {name}")
        (self.root / "etc/sudoers.d" / name).write_text(
            f"{name} ALL=(ALL) NOPASSWD: ALL\n")

    def clone(self, user, home):
        """Clones the sources into the home, which only the user can enter."""
        inside = self.root / home.lstrip("/")
        inside.chmod(0o700)
        npmrc = pathlib.Path(pwd.getpwuid(0).pw_dir) / ".npmrc"
        if npmrc.exists():
            shutil.copy(npmrc, inside)
        subprocess.run(["git", "clone", "-q", "--depth=1",
                        SOURCE.absolute().as_uri(), inside / "oxo"],
                       check=True)
        self.run("root", "/", f"chown -R {user}: {home}")

    def execute(self, user, folder, command):
        """Runs a shell's command as the user there, with nothing but the
        environment of a login."""
        home = "/root" if user == "root" else f"/home/{user}"
        kept = {name: value for name, value in os.environ.items()
                if NETWORK.fullmatch(name)}
        inside = f"cd {shlex.quote(folder)} && {command}"
        return execute(
            [*NAMESPACES, "sh", "-c", ENTER, "sh", self.root,
             CACHE / "archives", user, inside],
            env={"PATH": PATH, "HOME": home, "USER": user, "LOGNAME": user,
                 "LANG": "C.UTF-8", **kept})

    def run(self, user, folder, command):
        status, output = self.execute(user, folder, command)
        if status != 0:
            raise RuntimeError(f"{command}: exit status {status}\n{output}")


def setup_commands():
    """The commands that CONTRIBUTING.md shows for the set-up."""
    text = (SOURCE / "CONTRIBUTING.md").read_text()
    section = text.partition("\n## Set-up\n")[2].partition("\n## ")[0]
    return re.findall(r"^    (\S.*?)(?:  +#.*)?$", section, re.MULTILINE)


REASON = reason_to_skip()


@unittest.skipIf(REASON, REASON)
class CleanRoot(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="oxo-clean-")
        self.addCleanup(scratch.cleanup)
        # Faster than Python, with so many files.
        self.addCleanup(execute, ["rm", "-rf", f"{scratch.name}/root"])
        self.machine = Machine(scratch.name)

    def follow(self, commands, user, folder):
        for command in commands:
            status, output = self.machine.execute(user, folder, command)
            last = "\n".join(output.splitlines()[-100:])
            self.assertEqual(status, 0, f"{command}, as {user}:\n{last}")
            print(f"# {command}, as {user}: passed", flush=True)

    def test_root_follows_contributing(self):
        commands = [command for command in setup_commands()
                    if WHOLE or command not in LONG]
        self.assertIn("make", commands)
        self.assertIn("make check", commands)
        self.machine.clone("root", "/root")
        self.follow(commands, "root", "/root/oxo")

    def test_a_user_with_sudo_builds_and_tests(self):
        self.machine.add_user("someone")
        self.machine.clone("someone", "/home/someone")
        commands = ["make", "meson test -C build board"]
        self.follow(commands + list(LONG) * WHOLE, "someone",
                    "/home/someone/oxo")


if __name__ == "__main__":
    # Removes the folder as an interrupt does.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    tap.main()
