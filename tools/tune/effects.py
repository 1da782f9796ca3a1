#!/usr/bin/env python3
"""Computes the effect of each factor from the output of `screen`.

    effects.py [--pick Z] FILE...

Prints for each factor and variant the Elo of high against low and its standard
error, which is how much chance alone varies such results. z is the effect in
standard errors, for all variants together; the table is sorted by z. The files may
have different factors.

Of twenty factors without an effect, one has a z beyond 2. So what looks better is a
guess: play it as a whole against the present values, with another seed:

    screen --seed 2 "$(effects.py --pick 1.5 FILE...)" > check
    effects.py check
"""
import argparse
import collections
import math
import re
import sys

FACTORS = re.compile(r"factors: \w+=-?\d+:-?\d+(?:,? \w+=-?\d+:-?\d+)*")
PAIR = re.compile(r"([a-z-]+) (-?[0-2]) ([+-]+)")

# Elo per surplus over half of the points, where that is small.
ELO = 4 * 400 / math.log(10)


class Effect:
    """Sums up the surplus over half of the points, for the side for which the factor
    is high."""

    def __init__(self):
        self.pairs, self.total, self.squares = 0, 0.0, 0.0

    def add(self, surplus):
        self.pairs += 1
        self.total += surplus
        self.squares += surplus * surplus

    def elo(self):
        return ELO * self.total / self.pairs

    def error(self):
        # A coin flip decides whether a result counts for high or for low.
        return ELO * math.sqrt(self.squares) / self.pairs

    def z(self):
        return self.elo() / self.error() if self.squares else 0.0


class Screening:
    """Effects by factor and variant, from any number of files."""

    def __init__(self):
        self.effects = collections.defaultdict(
            lambda: collections.defaultdict(Effect))
        self.pairs = collections.Counter()

    def read(self, path):
        factors = []
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith("\n"):
                    break  # the run was interrupted
                if FACTORS.fullmatch(line[:-1]):
                    factors = line[len("factors: "):-1].split(", ")
                    continue
                pair = PAIR.fullmatch(line[:-1])
                if not pair or len(pair[3]) != len(factors):
                    raise ValueError(f"{path}:{number}: not a line of screen")
                self.add(factors, pair[1], int(pair[2]), pair[3])

    def add(self, factors, variant, points, signs):
        self.pairs[variant] += 1
        for factor, sign in zip(factors, signs):
            surplus = points / 4 if sign == "+" else -points / 4
            self.effects[factor][variant].add(surplus)

    def z(self, factor):
        parts = [effect.z() for effect in self.effects[factor].values()]
        return sum(parts) / math.sqrt(len(parts))

    def sorted(self):
        return sorted(self.effects, key=self.z, reverse=True)

    def pick(self, least):
        """The better values of the factors whose z is at least that large."""
        words = []
        for factor in self.sorted():
            z = self.z(factor)
            for word in factor.split() if abs(z) >= least else ():
                name, low, high = re.split("[=:]", word)
                words.append(f"{name}={high if z > 0 else low}")
        return " ".join(words)


def print_table(screening):
    variants = sorted(screening.pairs)
    print("pairs:", ", ".join(f"{screening.pairs[v]} of {v}"
                              for v in variants))
    print("Elo of high against low, with its standard error")
    width = max(map(len, screening.effects))
    print(" " * width, *(f"{v:>16}" for v in variants), "      z")
    for factor in screening.sorted():
        effects = screening.effects[factor]
        cells = (f"{effects[v].elo():+8.1f} ±{effects[v].error():6.1f}"
                 if v in effects else " " * 16 for v in variants)
        print(f"{factor:{width}}", *cells, f"{screening.z(factor):+7.2f}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--pick", type=float, metavar="Z",
                        help="print the better value of each parameter whose "
                             "effect is at least Z standard errors")
    options = parser.parse_args()
    screening = Screening()
    try:
        for path in options.files:
            screening.read(path)
    except (OSError, ValueError) as error:
        sys.exit(f"effects.py: {error}")
    if not screening.pairs:
        sys.exit("effects.py: no pairs")
    if options.pick is None:
        print_table(screening)
    elif words := screening.pick(options.pick):
        print(words)
    else:
        sys.exit("effects.py: no effect is that large")


if __name__ == "__main__":
    main()
