#!/usr/bin/env python3
"""nodes.py [OPTION...] OXO - one store, and one to three nodes on it.

    bench/nodes.py build/oxo

Durable moves a second, and what a move costs in each process, of one node on
SQLite and of one, two and three nodes on PostgreSQL, in turns on one disk; and
how long it takes from the mover on one node to the opponent on another,
above the commit itself. docs/performance.md says what came of it.
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))
from cluster import Node  # noqa: E402
from postgres import Postgres  # noqa: E402

SCHED_IDLE = "5"  # threads that take only what nobody else wants
SETTINGS = {"sqlite, 1 node": 0, "postgres, 1 node": 1, "postgres, 2 nodes": 2,
            "postgres, 3 nodes": 3}
HOP_RATE = 200  # moves a second at which the way between nodes is measured
HOP_BAR = 3.0  # milliseconds above the commit


def threads(pid):
    """What each thread of a process has used, in seconds."""
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        try:
            policy = (task / "stat").read_text().rpartition(")")[2].split()[38]
            spent = (task / "schedstat").read_text().split()[0]
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has just ended
        if policy != SCHED_IDLE:
            yield int(spent) * 1e-9


def used(pids):
    return sum(sum(threads(pid)) for pid in pids)


def commits(node):
    """How many commits there were, and how long they took together."""
    with urllib.request.urlopen(node.url() + "/metrics") as answer:
        lines = dict(line.decode().rsplit(" ", 1) for line in answer
                     if line.startswith(b"oxo_commit_seconds"))
    return (float(lines["oxo_commit_seconds_count"]),
            float(lines["oxo_commit_seconds_sum"]))


class Stand:
    """Nodes on a store of their own, and the processes of the database."""

    def __init__(self, options, count):
        self.options = options
        self.scratch = tempfile.TemporaryDirectory(dir=options.folder)
        self.log = open(f"{self.scratch.name}/log", "w", encoding="utf-8")
        self.database = Postgres(place=options.folder) if count else None
        store = (self.database.url() if count
                 else f"{self.scratch.name}/oxo.db")
        self.nodes = [Node(options.oxo, store, self.log)
                      for _ in range(count or 1)]
        for node in self.nodes:
            node.start()

    def close(self):
        for node in self.nodes:
            node.stop()
        if self.database:
            self.database.close()
        self.log.close()
        self.scratch.cleanup()

    def pids(self):
        if not self.database:
            return []
        return [self.database.pid, *self.database.children()]

    def spent(self):
        """Seconds of servers and of the database, commits and their time."""
        both = [commits(node) for node in self.nodes]
        return [used(node.process.pid for node in self.nodes),
                used(self.pids()), *map(sum, zip(*both))]

    def load(self, seconds, *flags):
        """What a load says, and what it cost here."""
        before = self.spent()
        done = subprocess.run(
            [self.options.oxo, "load", "--json", "--warm-up", "0.001",
             "--rooms", str(self.options.rooms), "--seconds", str(seconds),
             *flags, *(node.url() for node in self.nodes)],
            check=False, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"the load failed: {done.stderr}")
        return json.loads(done.stdout), [
            a - b for a, b in zip(self.spent(), before)]

    def play(self, *flags):
        """Figures of one move. Making the rooms is not part of it: what
        that costs is found out first."""
        _, empty = self.load(0.001, *flags)
        told, whole = self.load(self.options.seconds, *flags)
        server, database, count, commit = (
            a - b for a, b in zip(whole, empty))
        moves, count = max(1, told["moves"]), max(1, count)
        return {
            "moves-per-second": told["moves-per-second"],
            "server-us": 1e6 * server / moves,
            "database-us": 1e6 * database / moves,
            "client-us": told["client"]["us-per-move"],
            "mover-ms": told["latency-ms"]["mover"]["p50"],
            "opponent-ms": told["latency-ms"]["opponent"]["p50"],
            "commit-ms": 1e3 * commit / count,
            "moves-per-commit": moves / count,
        }


def measure(options, count, *flags):
    stand = Stand(options, count)
    try:
        return stand.play(*flags)
    finally:
        stand.close()


def medians(runs):
    return {name: statistics.median(run[name] for run in runs)
            for name in runs[0]}


def measure_all(options):
    """Each setting in its turn, so that a busy moment is shared."""
    runs = {name: [] for name in SETTINGS}
    hops = []
    for _ in range(options.turns):
        for name, count in SETTINGS.items():
            runs[name].append(measure(options, count))
        hops.append(measure(options, 2, "--rate", str(HOP_RATE)))
    return {name: medians(list_) for name, list_ in runs.items()}, \
        medians(hops)


def print_table(figures, hop):
    print(f"{'':20} {'moves/s':>9} {'server':>9} {'database':>9}"
          f" {'client':>9} {'mover':>9} {'opponent':>9} {'commit':>9}"
          f" {'moves':>8}")
    print(f"{'':20} {'':>9} {'us/move':>9} {'us/move':>9} {'us/move':>9}"
          f" {'p50 ms':>9} {'p50 ms':>9} {'mean ms':>9} {'/commit':>8}")
    rows = {**figures, f"2 nodes, {HOP_RATE}/s": hop}
    for name, f in rows.items():
        print(f"{name:20} {f['moves-per-second']:9.0f} {f['server-us']:9.1f}"
              f" {f['database-us']:9.1f} {f['client-us']:9.1f}"
              f" {f['mover-ms']:9.2f} {f['opponent-ms']:9.2f}"
              f" {f['commit-ms']:9.2f} {f['moves-per-commit']:8.1f}")
    above = hop["opponent-ms"] - hop["commit-ms"]
    print(f"mover to opponent on another node, above the commit: {above:.2f}"
          f" ms (bar {HOP_BAR:g}: {'met' if above <= HOP_BAR else 'missed'})")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("oxo", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--rooms", type=int, default=300)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--folder", default="/var/tmp",
                        help="where the stores are, on one disk")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    options.oxo = options.oxo.resolve()
    figures, hop = measure_all(options)
    if options.json:
        print(json.dumps({**figures, "hop": hop}, indent=2))
    else:
        print_table(figures, hop)


if __name__ == "__main__":
    main()
