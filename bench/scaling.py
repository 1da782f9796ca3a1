#!/usr/bin/env python3
"""scaling.py [OPTION...] [COSTS] - simulates many rooms with measured costs.

    bench/nodes.py --costs costs.json build/oxo
    bench/scaling.py costs.json

A simulation, not a measurement. Players move at random moments; nodes decide and
collect moves; a database serialises the commits of all nodes; every node follows
the commits of the others. The costs are those that bench/nodes.py measured, or
those of docs/design/scaling.md. The same seed gives the same table.
"""
import argparse
import collections
import dataclasses
import heapq
import json
import math
import random


@dataclasses.dataclass
class Costs:
    """In microseconds, except for the last two."""
    own: float = 17.0      # processor time of a node for a move of its own
    follow: float = 7.0    # processor time for a move of another node
    order: float = 7.6     # processor time of the database for a move
    commit: float = 510.0  # processor time of the database for a commit
    flush: float = 735.0   # from sending a small commit until it is durable
    hop: float = 125.0     # from then to the loop of another node
    room: float = 1523     # bytes in each node
    connection: float = 237  # bytes in its node, without the kernel

    @classmethod
    def measured(cls, figures):
        """From the output of nodes.py: two points make a line."""
        one, three = (figures[f"PostgreSQL, {nodes}"]
                      for nodes in ("1 node", "3 nodes"))
        slow = figures["hop"]
        commit = ((slow["database-us"] - one["database-us"]) /
                  (1 / slow["moves-per-commit"] - 1 / one["moves-per-commit"]))
        order = one["database-us"] - commit / one["moves-per-commit"]
        hop = slow["opponent-ms"] - slow["mover-ms"]
        return cls(own=one["server-us"],
                   follow=max(1.0, (three["server-us"] - one["server-us"])
                              / 2),
                   order=max(1.0, order), commit=max(1.0, commit),
                   flush=1e3 * slow["commit-ms"], hop=max(1.0, 1e3 * hop))


class Simulation:
    """Times are in microseconds."""

    def __init__(self, costs, nodes, logs, rate, seed):
        self.costs = costs
        self.dice = random.Random(seed)
        self.rate = rate
        self.free = [0.0] * nodes  # when a node's loop is free again
        self.waiting = [[[] for _ in range(logs)] for _ in range(nodes)]
        self.committing = [[False] * logs for _ in range(nodes)]
        self.queues = [collections.deque() for _ in range(logs)]
        self.taken = [False] * logs  # a commit is being written
        self.busy_nodes = 0.0
        self.latencies, self.batches = [], []
        self.events, self.count = [], 0

    def at(self, time, action, *words):
        self.count += 1
        heapq.heappush(self.events, (time, self.count, action, words))

    def work(self, node, now, cost):
        """A node's loop does one thing at a time."""
        self.free[node] = max(self.free[node], now) + cost
        self.busy_nodes += cost
        return self.free[node]

    def move(self, now):
        """A move in a random room; schedules the next one."""
        self.at(now + self.dice.expovariate(self.rate / 1e6), self.move)
        node = self.dice.randrange(len(self.free))
        log = self.dice.randrange(len(self.queues))
        decided = self.work(node, now, self.costs.own)
        self.at(decided, self.gather, node, log, now)

    def gather(self, now, node, log, sent):
        self.waiting[node][log].append(sent)
        self.submit(now, node, log)

    def submit(self, now, node, log):
        """Commits what waits, once the commit before is done."""
        if self.committing[node][log] or not self.waiting[node][log]:
            return
        batch, self.waiting[node][log] = self.waiting[node][log], []
        self.committing[node][log] = True
        self.queues[log].append((node, batch))
        self.write(now, log)

    def write(self, now, log):
        """One commit at a time, which orders them."""
        if self.taken[log] or not self.queues[log]:
            return
        node, batch = self.queues[log].popleft()
        self.taken[log] = True
        took = self.costs.flush + self.costs.order * len(batch)
        self.at(now + took, self.durable, node, log, batch)

    def durable(self, now, node, log, batch):
        self.taken[log] = self.committing[node][log] = False
        self.batches.append(len(batch))
        others = [n for n in range(len(self.free)) if n != node]
        for other in others:
            self.work(other, now, self.costs.follow * len(batch))
        told = max([now, *(self.free[n] for n in others)]) + self.costs.hop
        self.latencies += [told - sent for sent in batch]
        self.submit(now, node, log)
        self.write(now, log)

    def run(self, moves):
        """Runs until `moves` moves are delivered, or the queue grows too long."""
        now = 0.0
        self.at(now, self.move)
        while len(self.latencies) < moves:
            now, _, action, words = heapq.heappop(self.events)
            action(now, *words)
            if now > 5 * moves / self.rate * 1e6:
                break
        # The first tenth finds empty queues, and does not count.
        told = sorted(self.latencies[len(self.latencies) // 10:])
        late = self.latencies[-len(self.latencies) // 10:]
        early = self.latencies[:len(self.latencies) // 2]
        return {"p50": told[len(told) // 2] / 1e3,
                "p99": told[len(told) * 99 // 100] / 1e3,
                "node": self.busy_nodes / len(self.free) / now,
                "batch": sum(self.batches) / len(self.batches),
                "keeps-up": (len(self.latencies) >= moves and
                             sum(late) / len(late) <
                             3 * sum(early) / len(early) + 5e3)}


def nodes_for(rooms, options):
    """Enough nodes for the connections of both players of each room."""
    return max(3, math.ceil(2 * rooms / options.connections))


def print_table(costs, options):
    print(f"costs: {costs}")
    print(f"a move every {options.think:g} s in each room;"
          f" {options.connections} connections per node")
    print(f"{'rooms':>9} {'nodes':>6} {'logs':>5} {'moves/s':>9} {'p50 ms':>8}"
          f" {'p99 ms':>8} {'node':>6} {'order':>6} {'batch':>7}"
          f" {'database':>9} {'memory':>8}")
    for rooms in options.rooms:
        for logs in options.logs:
            print_row(costs, options, rooms, logs)


def print_row(costs, options, rooms, logs):
    nodes, rate = nodes_for(rooms, options), rooms / options.think
    s = Simulation(costs, nodes, logs, rate, options.seed)
    told = s.run(options.moves)
    # `order`: the part of a log's time that larger batches cannot save. `cores`:
    # of the database, for all logs.
    order = rate / logs * costs.order / 1e6
    cores = rate * (costs.order + costs.commit / told["batch"]) / 1e6
    memory = rooms * costs.room + options.connections * costs.connection
    fits = told["keeps-up"] and order < 1 and told["node"] < 1
    late = "" if fits else "  does not keep up"
    print(f"{rooms:9} {nodes:6} {logs:5} {rate:9.0f} {told['p50']:8.1f}"
          f" {told['p99']:8.1f} {told['node']:6.0%} {order:6.0%}"
          f" {told['batch']:7.1f} {cores:7.1f} c {memory / 1e9:5.1f} GB{late}")


def numbers(text):
    return [int(word) for word in text.split(",")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("costs", nargs="?", type=argparse.FileType())
    parser.add_argument("--rooms", type=numbers,
                        default=[1000, 10_000, 100_000, 300_000, 1_000_000])
    parser.add_argument("--logs", type=numbers, default=[1, 4],
                        help="number of logs")
    parser.add_argument("--think", type=float, default=10,
                        help="seconds between the moves of a room")
    parser.add_argument("--connections", type=int, default=200_000,
                        help="connections per node")
    parser.add_argument("--moves", type=int, default=40_000,
                        help="moves to simulate")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    costs = (Costs.measured(json.load(options.costs)) if options.costs
             else Costs())
    print_table(costs, options)


if __name__ == "__main__":
    main()
