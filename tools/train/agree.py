#!/usr/bin/env python3
"""Measures how well networks agree with the searches in games.

    agree.py GAMES NET...

Prints for every number of decided boards: the number of positions that a search
evaluated without a proof; by how much the network's score is higher on average;
and the correlation of both. Scores are in hundredths for the mover, limited to
300. With games that are played well, this told networks apart where losses on
held-out positions misled (docs/lab/training.md): look here before playing
matches. Needs PyTorch and NumPy.
"""
import needs

needs.modules("numpy", "torch")

import numpy as np

import arguments
import gamefile
import games
import patterns as pt
import quantise

MOST = 300
AT_ONCE = 65536
FEW = 100  # positions; fewer say nothing


def scores(arrays, found):
    """The network's scores of all positions."""
    return np.concatenate([
        quantise.scores(arrays, {name: column[at:at + AT_ONCE]
                                 for name, column in found.items()})
        for at in range(0, len(found["meta"]), AT_ONCE)])


def clipped(numbers):
    return np.clip(numbers, -MOST, MOST)


def compare(told, found):
    """The bias and the correlation."""
    return ((told - found).mean(), np.corrcoef(told, found)[0, 1])


def main():
    parser = arguments.parser(__doc__)
    parser.add_argument("games", metavar="GAMES",
                        help="a file of `oxo selfplay`, perhaps an .xz")
    parser.add_argument("nets", nargs="+", metavar="NET")
    options = parser.parse_args()
    variant, played = gamefile.read(options.games)
    nets = [(path, *quantise.load(path)) for path in options.nets]
    for path, other, _ in nets:
        if other != variant:
            raise SystemExit(f"{path}: a network for {other}, but games of {variant}")
    found = games.searched(variant, played)
    decided = (pt.ROW[found["patterns"]] >= len(pt.LIVE)).sum(1)
    search = clipped(found.pop("score"))
    told = [clipped(scores(arrays, found)) for _, _, arrays in nets]
    print("decided positions", *options.nets)
    for count in range(10):
        here = decided == count
        if here.sum() >= FEW:
            pairs = (compare(net[here], search[here]) for net in told)
            print(f"{count:7} {here.sum():9}", *(
                f"{bias:+6.1f} {close:.3f}" for bias, close in pairs))


if __name__ == "__main__":
    main()
