#!/usr/bin/env python3
"""nodes.py [OPTION...] OXO - what a move costs with one to three nodes on one store.

    bench/nodes.py build/oxo
    bench/nodes.py --costs costs.json build/oxo && bench/scaling.py costs.json

Measures durable moves per second, and the cost of a move in each process: for one
node on SQLite, which is the baseline, and for one, two and three nodes on
PostgreSQL, in turns on one disk. Then measures the time from the mover on one node
to the opponent on another, above the commit itself. Takes about three minutes, and
prints the table of docs/lab/performance.md.
"""
import argparse
import json
import math
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

SCHED_IDLE = "5"  # threads that only use idle processor time
BASELINE = "SQLite, 1 node"
SETTINGS = {BASELINE: 0, "PostgreSQL, 1 node": 1, "PostgreSQL, 2 nodes": 2,
            "PostgreSQL, 3 nodes": 3}
HOP_RATE = 200  # moves per second when the time between nodes is measured
HOP_BAR = 3.0  # milliseconds above the commit


def threads(pid):
    """The processor seconds of each thread of a process."""
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        try:
            policy = (task / "stat").read_text().rpartition(")")[2].split()[38]
            spent = (task / "schedstat").read_text().split()[0]
        except (FileNotFoundError, ProcessLookupError):
            continue  # the thread has just ended
        if policy != SCHED_IDLE:
            yield int(spent) * 1e-9


def used(pids):
    return sum(sum(threads(pid)) for pid in pids)


def commits(node):
    """The histogram of commit times: {end of the bucket in ms: count}."""
    name = b'oxo_commit_seconds_bucket{le="'
    with urllib.request.urlopen(node.url() + "/metrics") as answer:
        lines = [line[len(name):].decode().split('"} ') for line in answer
                 if line.startswith(name)]
    return {1e3 * float(end): float(count) for end, count in lines}


def median_of(buckets):
    """The median, by linear interpolation within a bucket."""
    half = max(buckets.values()) / 2
    below, start = 0.0, 0.0
    for end, count in sorted(buckets.items()):
        if count >= half and count > below:
            return start + (end - start) * (half - below) / (count - below)
        below, start = count, end
    return start


def difference(after, before):
    """The difference of two numbers, or of lists or tables of numbers."""
    if isinstance(after, dict):
        return {name: difference(value, before[name])
                for name, value in after.items()}
    if isinstance(after, list):
        return [difference(a, b) for a, b in zip(after, before)]
    return after - before


class Stand:
    """Nodes on one new store, and the processes of the database."""

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
        """The seconds of each node and of the database, and their commits."""
        tables = [commits(node) for node in self.nodes]
        return {"nodes": [used([node.process.pid]) for node in self.nodes],
                "database": used(self.pids()),
                "commits": {end: sum(table[end] for table in tables)
                            for end in tables[0]}}

    def load(self, seconds, *flags):
        """The result of a load, and its cost in our processes."""
        before = self.spent()
        done = subprocess.run(
            [self.options.oxo, "load", "--json", "--warm-up", "0.001",
             "--rooms", str(self.options.rooms), "--time", str(seconds),
             *flags, *(node.url() for node in self.nodes)],
            check=False, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"the load failed: {done.stderr}")
        return json.loads(done.stdout), difference(self.spent(), before)

    def play(self, *flags):
        """The figures of one move. The cost of making the rooms is measured
        first, and subtracted."""
        _, empty = self.load(0.001, *flags)
        told, whole = self.load(self.options.seconds, *flags)
        cost = difference(whole, empty)
        moves = max(1, told["moves"])
        # Sorted: which node has more to do is chance.
        nodes = sorted(1e6 * seconds / moves for seconds in cost["nodes"])
        return {
            "moves-per-second": told["moves-per-second"],
            "server-us": sum(nodes),
            **{f"node-{i}-us": us for i, us in enumerate(nodes, 1)},
            "database-us": 1e6 * cost["database"] / moves,
            "client-us": told["client"]["us-per-move"],
            "mover-ms": told["latency-ms"]["mover"]["p50"],
            "opponent-ms": told["latency-ms"]["opponent"]["p50"],
            "commit-ms": median_of(whole["commits"]),
            "moves-per-commit": moves / max(1, cost["commits"][math.inf]),
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
    """All settings in turns, so that a busy moment affects all of them."""
    runs = {name: [] for name in SETTINGS}
    hops = []
    for _ in range(options.turns):
        for name, count in SETTINGS.items():
            runs[name].append(measure(options, count))
        hops.append(measure(options, 2, "--rate", str(HOP_RATE)))
    return {name: medians(list_) for name, list_ in runs.items()}, \
        medians(hops)


def show(*cells):
    print(f"| {' | '.join(cells)} |")


def of_nodes(figures):
    """The cost of a move in each node, which decides its share of the moves and
    follows the others."""
    return " + ".join(f"{us:.1f}" for name, us in figures.items()
                      if name.startswith("node-"))


def print_table(figures):
    """The table of docs/lab/performance.md."""
    base = figures[BASELINE]

    def beside(value, name):
        return f"({value / base[name]:.2f})"

    show("", "moves per second", "each node", "PostgreSQL", "all of it",
         "the players", "moves per commit")
    show(*["---"] * 7)
    for name, f in figures.items():
        server = f["server-us"] + f["database-us"]
        show(name, f"{f['moves-per-second']:,.0f} "
             + beside(f["moves-per-second"], "moves-per-second"),
             f"{of_nodes(f)} µs per move",
             f"{f['database-us']:.1f} µs" if f["database-us"] else "–",
             f"{server:.1f} µs {beside(server, 'server-us')}",
             f"{f['client-us']:.1f} µs", f"{f['moves-per-commit']:.0f}")


def print_hop(hop):
    above = hop["opponent-ms"] - hop["commit-ms"]
    print(f"Two nodes, {HOP_RATE} moves per second, p50: the move reaches its"
          f" mover after {hop['mover-ms']:.2f} ms and the opponent on the other"
          f" node after {hop['opponent-ms']:.2f} ms; the commit takes"
          f" {hop['commit-ms']:.2f} ms.")
    print(f"Mover to opponent above the commit: {above:.2f} ms (bar"
          f" {HOP_BAR:g} ms: {'met' if above <= HOP_BAR else 'missed'}).")


def print_all(options, figures, hop):
    print(f"medians of {options.turns} turns of {options.seconds:g} s with"
          f" {options.rooms} rooms, at full speed; in brackets: relative to"
          f" {BASELINE} in this run\n")
    print_table(figures)
    print()
    print_hop(hop)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("oxo", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--rooms", type=int, default=300)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--folder", default="/var/tmp",
                        help="folder for the stores, on one disk")
    parser.add_argument("--costs", type=argparse.FileType("w"),
                        help="write the costs to this file, for bench/scaling.py")
    parser.add_argument("--json", action="store_true",
                        help="print JSON instead of tables")
    options = parser.parse_args()
    options.oxo = options.oxo.resolve()
    figures, hop = measure_all(options)
    costs = json.dumps({**figures, "hop": hop}, indent=2)
    if options.costs:
        options.costs.write(costs)
    if options.json:
        print(costs)
    else:
        print_all(options, figures, hop)


if __name__ == "__main__":
    main()
