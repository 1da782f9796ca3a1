#!/usr/bin/env python3
"""Writes positions with a network's scores, for the engine's tests:

    vectors.py NET GAMES COUNT > tests/data/net-ultimate.txt

A line is a position string and its score by the arithmetic of quantise.py, which the
engine must repeat bit for bit. The positions are spread evenly over those of a file
of `oxo selfplay`.
"""
import needs

needs.modules("numpy", "torch")

import numpy as np

import arguments
import gamefile
import games
import quantise

LETTERS = "abcdefghi-"


def text_of_board(pattern, turn):
    marks = ".xo" if turn == 0 else ".ox"
    text, run = "", 0
    for cell in range(9):
        mark = marks[pattern // 3 ** cell % 3]
        if mark == ".":
            run += 1
            continue
        text += (str(run) if run else "") + mark
        run = 0
    return text + (str(run) if run else "")


def text_of(batch, i):
    turn = batch["turn"][i]
    boards = "/".join(text_of_board(int(p), turn)
                      for p in batch["patterns"][i])
    return f'{boards} {"xo"[turn]} {LETTERS[batch["forced"][i]]}'


def parse():
    parser = arguments.parser(__doc__)
    parser.add_argument("net")
    parser.add_argument("games")
    parser.add_argument("count", type=int)
    return parser.parse_args()


def main():
    options = parse()
    variant, arrays = quantise.load(options.net)
    played_variant, played = gamefile.read(options.games)
    if variant != played_variant:
        raise SystemExit(f"a network for {variant}, but games of {played_variant}")
    batch = games.positions(variant, played)
    chosen = np.linspace(0, len(batch["turn"]) - 1, options.count)
    batch = {name: column[chosen.astype(np.int64)]
             for name, column in batch.items()}
    for i, score in enumerate(quantise.scores(arrays, batch)):
        print(text_of(batch, i), score)


if __name__ == "__main__":
    main()
