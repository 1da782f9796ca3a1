#!/usr/bin/env python3
"""A PostgreSQL of the test's own, in a temporary folder, on a Unix socket.

As a program: postgres.py COMMAND... runs the command while one is there;
OXO_TEST_POSTGRES has its address. Tests that read it keep their stores in it
instead of in files.
"""
import contextlib
import functools
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# PostgreSQL refuses to run as root: root runs PostgreSQL as this user.
NOBODY = "nobody"


@functools.cache
def programs():
    """The folder with initdb and postgres, which Debian keeps out of PATH.

    Puts the folder first in PATH: Debian's own psql is a script that searches
    for the real psql and takes five times as long."""
    candidates = [pathlib.Path(name).resolve().parent
                  for name in [shutil.which("initdb")] if name]
    candidates += sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"),
                         reverse=True)
    for folder in candidates:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            os.environ["PATH"] = f"{folder}:{os.environ['PATH']}"
            return folder
    raise SystemExit("PostgreSQL is not installed: initdb was not found "
                     "(packaging/install-packages installs it)")


def is_dead(pid):
    with contextlib.suppress(OSError):
        state = pathlib.Path(f"/proc/{pid}/stat").read_text()
        return state.rpartition(")")[2].split()[0] == "Z"
    return True


class Postgres:
    """A PostgreSQL with durable commits, as in production.

    With a primary, this PostgreSQL is a replica, which follows the primary
    until a test promotes the replica."""

    def __init__(self, primary=None, place=None):
        self.programs = programs()
        # In memory, where /dev/shm exists: the tests look at what outlives the
        # processes, not the machine, and create about a hundred databases.
        memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else "/tmp"
        self.folder = tempfile.mkdtemp(prefix="oxo-pg-", dir=place or memory)
        self.identity = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam(NOBODY)
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
            self.identity = {"user": nobody.pw_uid, "group": nobody.pw_gid,
                             "extra_groups": []}
        self.data = f"{self.folder}/data"
        self.pid = 0
        if primary:
            self.follow(primary)
        else:
            self.run("initdb", "--pgdata", self.data, "--username", "oxo",
                     "--auth", "trust", "--encoding", "UTF8", "--no-locale",
                     "--no-sync")
            self.start()

    def run(self, program, *arguments):
        done = subprocess.run([self.programs / program, *arguments],
                              cwd=self.folder, text=True, check=False,
                              stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, **self.identity)
        if done.returncode:
            log = pathlib.Path(self.folder, "log")
            raise RuntimeError(f"{program} failed: {done.stdout}"
                               f"{log.read_text() if log.exists() else ''}")
        return done.stdout

    def start(self):
        self.run("pg_ctl", "start", "--wait", "--pgdata", self.data,
                 "--log", f"{self.folder}/log", "--options",
                 f"-c listen_addresses= -c unix_socket_directories="
                 f"{self.folder} -c shared_buffers=32MB "
                 # Shared memory in the data folder, which is removed after a
                 # kill.
                 "-c dynamic_shared_memory_type=mmap "
                 "-c max_connections=50")
        self.pid = int(pathlib.Path(self.data, "postmaster.pid")
                       .read_text().split()[0])

    def kill(self):
        """Kills every process at once, as if the machine had failed."""
        os.kill(self.pid, signal.SIGSTOP)  # no new children
        everybody = [self.pid, *self.children()]
        for pid in everybody:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for pid in everybody:
            while os.path.exists(f"/proc/{pid}/stat") and not is_dead(pid):
                time.sleep(0.01)
        # The lock file names a process that may not have been reaped yet.
        os.unlink(f"{self.data}/postmaster.pid")
        os.unlink(f"{self.folder}/.s.PGSQL.5432.lock")

    def children(self):
        """The process of each connection, and PostgreSQL's own processes."""
        names = pathlib.Path(f"/proc/{self.pid}/task/{self.pid}/children")
        return [int(pid) for pid in names.read_text().split()]

    def stop(self, mode="fast"):
        self.run("pg_ctl", "stop", "--wait", "--mode", mode,
                 "--pgdata", self.data)

    def url(self, database="postgres"):
        return f"postgres://oxo@/{database}?host={self.folder}"

    def socket(self):
        return f"{self.folder}/.s.PGSQL.5432"

    def sql(self, text, database="postgres"):
        """The output of SQL; each statement is a transaction of its own."""
        done = subprocess.run(["psql", "-qtAX", "-v", "ON_ERROR_STOP=1",
                               self.url(database)], input=text, text=True,
                              capture_output=True, check=False)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return done.stdout.strip()

    def follow(self, primary):
        """Starts again as a replica. PostgreSQL must not be running."""
        shutil.rmtree(self.data, ignore_errors=True)
        self.run("pg_basebackup", "--pgdata", self.data, "--username", "oxo",
                 "--host", primary.folder, "--write-recovery-conf",
                 "--checkpoint", "fast", "--no-sync")
        self.start()

    def promote(self):
        self.run("pg_ctl", "promote", "--wait", "--pgdata", self.data)

    def wait_for(self, replica):
        """From now on a commit waits until the replica has received it."""
        self.sql("ALTER SYSTEM SET synchronous_standby_names = '*';"
                 "SELECT pg_reload_conf();")
        while self.sql("SELECT sync_state FROM pg_stat_replication") != "sync":
            assert not is_dead(replica.pid)
            time.sleep(0.02)

    def close(self):
        with contextlib.suppress(RuntimeError):
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)


def main():
    database = Postgres()
    try:
        return subprocess.run(
            sys.argv[1:], check=False,
            env={**os.environ, "OXO_TEST_POSTGRES": database.url()}).returncode
    finally:
        database.close()


if __name__ == "__main__":
    sys.exit(main())
