#!/usr/bin/env python3
"""Fits the chances that belong to a network's scores: the tables of
src/core/engine/value.c.

    chances.py [--noise N] GAMES...

Reads games of `oxo selfplay` that the network itself played. A position counts
if it is not proven and no random move follows it. The sooner a game is decided,
the likelier it has no random move, so a position is weighted by how unlikely that
was: N moves in a thousand are random (default: 30).

Prints the tables, fitted to all games, and their errors on the half of the games
that was not fitted: positions are sorted by a chance and divided into tenths, with
95 % intervals by games. Needs NumPy.
"""
import needs

needs.modules("numpy")

import numpy as np

import arguments
import gamefile
import games

KNOTS = np.array([0, 15, 30, 50, 75, 100, 130, 165, 205, 250, 310, 390, 500,
                  650, 850, 1200])
SMOOTH = 1000  # positions: the weight of the smoothness term


def positions(paths, noise):
    """The score, outcome, game and weight of each position."""
    columns, before = [], 0
    for path in paths:
        _, played = gamefile.read(path)
        score, outcome, game, until = games.judgements(played)
        columns.append((score, outcome, game + before,
                        (1 - noise / 1000.0) ** -until))
        before += len(played)
    return [np.concatenate(column) for column in zip(*columns)]


def hats(scores):
    """The weight of each knot, from the lowest to the highest, at each score.
    """
    knots = np.concatenate([-KNOTS[:0:-1], KNOTS])
    return np.array([np.interp(scores, knots, row)
                     for row in np.eye(len(knots))]).T


def rising(values, weights):
    """The nearest sequence that never falls: merges neighbours that do."""
    blocks = []
    for value, weight in zip(values, weights):
        blocks.append([value, weight, 1])
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            v, w, n = blocks.pop()
            u = blocks[-1]
            u[0] = (u[0] * u[1] + v * w) / (u[1] + w)
            u[1] += w
            u[2] += n
    return np.concatenate([[v] * n for v, _, n in blocks])


def fit(score, outcome, weight):
    """The chance to win at each knot, and the chance of a draw at exactly 0.
    """
    even = np.average(outcome[score == 0] == 0, weights=weight[score == 0])
    seen = score != 0
    s = np.concatenate([score[seen], -score[seen]])
    won = np.concatenate([outcome[seen] == 1, outcome[seen] == -1])
    w = np.concatenate([weight[seen], weight[seen]])
    hat = hats(s)
    corners = np.diff(np.eye(hat.shape[1]), 2, axis=0)
    matrix = (hat * w[:, None]).T @ hat + SMOOTH * corners.T @ corners
    values = np.linalg.solve(matrix + 1e-6 * np.eye(len(matrix)),
                             hat.T @ (w * won))
    values = rising(np.clip(values, 0, 0.999), hat.T @ w + 1)
    values[0], values[-1] = 0, 0.999
    # Win and loss together are at most 1.
    both = values + values[::-1]
    return np.where(both > 1, values / both, values), even


def predict(score, fitted):
    values, even = fitted
    win, loss = hats(score) @ values, hats(-score) @ values
    win, loss = (np.where(score == 0, (1 - even) / 2, x) for x in (win, loss))
    return {"win": win, "draw": 1 - win - loss, "loss": loss}


def check(score, outcome, game, weight, chances):
    """The errors, tenth by tenth."""
    dice = np.random.default_rng(1)
    again = [np.bincount(dice.integers(0, game.max() + 1, game.max() + 1),
                         minlength=game.max() + 1) for _ in range(200)]
    for name, value in (("win", 1), ("draw", 0), ("loss", -1)):
        chance = chances[name]
        order = np.argsort(chance, kind="stable")
        total = np.cumsum(weight[order])
        cuts = np.searchsorted(total, total[-1] * np.arange(1, 10) / 10)
        for i, part in enumerate(np.split(order, cuts)):
            off = chance[part] - (outcome[part] == value)

            def mean(times, off=off, part=part):
                return 100 * np.average(off, weights=weight[part] * times)
            ends = np.quantile([mean(a[game[part]]) for a in again],
                               (0.025, 0.975))
            said = 100 * np.average(chance[part], weights=weight[part])
            print(f"{name:4} {i + 1:2}: predicted {said:4.1f}, off by "
                  f"{mean(1.0):+.1f} [{ends[0]:+.1f}, {ends[1]:+.1f}]")


def main():
    parser = arguments.parser(__doc__)
    parser.add_argument("--noise", type=int, default=30)
    parser.add_argument("games", nargs="+")
    options = parser.parse_args()
    score, outcome, game, weight = positions(options.games, options.noise)
    print(f"{len(score)} positions of {game.max() + 1} games")
    values, even = fit(score, outcome, weight)
    middle = len(KNOTS) - 1
    print("score ", *KNOTS)
    print("behind", *np.rint(1000 * values[middle::-1]).astype(int))
    print("ahead ", *np.rint(1000 * values[middle:]).astype(int))
    print("even  ", round(1000 * even))
    halves = {name: np.zeros(len(score)) for name in ("win", "draw", "loss")}
    for half in (0, 1):
        this = game % 2 == half
        fitted = fit(score[~this], outcome[~this], weight[~this])
        for name, chance in predict(score[this], fitted).items():
            halves[name][this] = chance
    check(score, outcome, game, weight, halves)


if __name__ == "__main__":
    main()
