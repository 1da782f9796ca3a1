#!/usr/bin/env python3
"""Fits the chances that belong to scores, and shows their reliability.

    calibrate.py [--check SCALE,DRAW,EVEN] DATA...

Reads the output of tools/tune/selfplay for one variant, with NOISE 0. Prints the
parameters of src/core/engine/value.c with the greatest likelihood on the first half
of the games, and a reliability table of the second half: positions are sorted by
the predicted chance to win and divided into tenths, for each of which the mean
prediction is compared with the results. With --check nothing is fitted: the table
shows the given parameters on all games. Plain Python.
"""
import math
import struct
import sys

RECORD = struct.Struct("<9H2HHBBbBhH")


def read(paths):
    """The score and the result (-1, 0, 1) of each position, for the mover."""
    positions = []
    for path in paths:
        with open(path, "rb") as file:
            data = file.read()
        for record in RECORD.iter_unpack(data[:len(data) // 32 * 32]):
            turn, result, score = record[13], record[14], record[16]
            sign = 1 - 2 * turn
            positions.append((score * sign, result * sign))
    return positions


def chances(score, scale, draw, even=None):
    if score == 0 and even is not None:
        return (1 - even) / 2, even, (1 - even) / 2
    win = 1 / (1 + math.exp((draw - score) / scale))
    loss = 1 / (1 + math.exp((draw + score) / scale))
    return win, max(1 - win - loss, 1e-9), loss


def histogram(positions):
    """{score, rounded to tens: how often each result followed}"""
    counts = {}
    for score, result in positions:
        bucket = max(-1500, min(1500, round(score, -1)))
        counts.setdefault(bucket, [0, 0, 0])[1 - result] += 1
    return counts


def surprise(counts, scale, draw):
    total = 0
    for score, results in counts.items():
        for count, chance in zip(results, chances(score, scale, draw)):
            total -= count * math.log(max(chance, 1e-9))
    return total


def even_share(positions):
    """The share of draws after a score of exactly 0."""
    results = [result for score, result in positions if score == 0]
    return results.count(0) / len(results) if results else None


def fit(counts):
    """Coordinate descent, because the surface is smooth and has one minimum."""
    best, step = [150.0, 100.0], 32.0
    least = surprise(counts, *best)
    while step >= 0.5:
        moved = False
        for i in (0, 1):
            for change in (-step, step):
                trial = list(best)
                trial[i] = max(trial[i] + change, 1)
                value = surprise(counts, *trial)
                if value < least:
                    best, least, moved = trial, value, True
        if not moved:
            step /= 2
    return best


def table(positions, scale, draw, even):
    ranked = sorted(((chances(score, scale, draw, even), result)
                     for score, result in positions),
                    key=lambda position: position[0])
    print("| tenth | win: predicted | happened | draw: predicted | happened "
          "| loss: predicted | happened |")
    print("| ---: " * 7 + "|")
    for tenth in range(10):
        part = ranked[tenth * len(ranked) // 10:
                      (tenth + 1) * len(ranked) // 10]
        cells = []
        for i, wanted in enumerate((1, 0, -1)):
            said = sum(c[i] for c, _ in part) / len(part)
            seen = sum(r == wanted for _, r in part) / len(part)
            cells += [f"{100 * said:.1f} %", f"{100 * seen:.1f} %"]
        print("|", tenth + 1, "|", " | ".join(cells), "|")


def check(positions, numbers):
    scale, draw, even = (float(number) for number in numbers.split(","))
    print(f"{len(positions)} positions")
    table(positions, scale, draw, even / 1000)


def fit_and_check(positions):
    half = len(positions) // 2
    even = even_share(positions[:half])
    scale, draw = fit(histogram([p for p in positions[:half] if p[0] != 0]))
    told = "none" if even is None else f"{1000 * even:.0f}"
    print(f"{len(positions)} positions: scale {scale:.0f}, draw {draw:.0f}, "
          f"even {told}")
    table(positions[half:], scale, draw, even)


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["--check"] and len(arguments) > 2:
        check(read(arguments[2:]), arguments[1])
    elif arguments and not arguments[0].startswith("-"):
        fit_and_check(read(arguments))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
