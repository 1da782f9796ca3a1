"""Makes training positions from games: replays all games at once, move by
move, by the rules of `ultimate` and `ultimate-cg`."""
import os

import numpy as np

import patterns as pt
from gamefile import CHANCE, DRAW, PROVEN, UNKNOWN, WIN

# The meaning of a search score, as in src/core/engine/value.c: the score that
# multiplies the odds by e, and the score where a win becomes likely.
CHANCES = {"ultimate": (70.0, 172.0), "ultimate-cg": (74.0, 88.0),
           "ultimate-continue": (94.0, 73.0)}

HELD_OUT = 50  # one game in so many is held out


def chances(score, meaning):
    """The chances of win and loss at a score of a search; the rest is the
    chance of a draw."""
    scale, draw = meaning
    win = 1 / (1 + np.exp((draw - score) / scale))
    loss = 1 / (1 + np.exp((draw + score) / scale))
    return np.stack([win, 1 - win - loss, loss], -1)


def _tables(games):
    """Moves, chance and scores as padded tables [game, ply], and the lengths.
    """
    lengths = np.array([len(g[2]) for g in games])
    shape = (len(games), int(lengths.max()))
    moves = np.zeros(shape, np.int64)  # as shifts of bits
    scores = np.full(shape, UNKNOWN, np.int16)
    for i, (_, _, played, told) in enumerate(games):
        moves[i, :len(played)] = np.frombuffer(played, np.uint8)
        scores[i, :len(told)] = told
    return moves & (CHANCE - 1), moves >= CHANCE, scores, lengths


def _is_proven(scores):
    return (abs(scores.astype("i4")) >= PROVEN) & (scores != UNKNOWN)


def _later(games, chance, scores, lengths):
    """For each ply: the value for X (-1, 0, 1) that the game reached, by the
    first proof from there on or else by its result, and whether no random move
    followed."""
    value = np.array([{1: 1, 2: -1, 3: 0}[g[1]] for g in games], np.int8)
    clean = np.ones(len(games), bool)
    values = np.zeros(scores.shape, np.int8)
    cleans = np.zeros(scores.shape, bool)
    for ply in reversed(range(scores.shape[1])):
        here = lengths > ply
        score = scores[:, ply]
        proven = _is_proven(score) & here
        sign = 1 - 2 * (ply % 2)
        exact = np.where(score == DRAW, 0, np.sign(score) * sign)
        clean &= ~(here & chance[:, ply])
        value = np.where(proven, exact, value).astype(np.int8)
        clean |= proven
        values[:, ply], cleans[:, ply] = value, clean
    return values, cleans


def _meaning(scores, values, use):
    """The parameters that make the games' outcomes likeliest, by search on
    finer and finer grids."""
    most = 1500
    sign = 1 - 2 * (np.arange(scores.shape[1]) % 2)
    place = np.clip(scores[use].astype("i4"), -most, most) + most
    outcome = 1 - (values * sign)[use].astype("i4")
    seen = np.bincount(place * 3 + outcome, minlength=3 * (2 * most + 1))
    seen = seen.reshape(-1, 3)
    score = np.arange(-most, most + 1)

    def misfit(meaning):
        return -(seen * np.log(chances(score, meaning) + 1e-9)).sum()
    best, step = np.log((100.0, 150.0)), 1.0
    while step > 0.003:
        tries = [np.clip(best + step * np.array((i, j)), 2, 8)
                 for i in (-1, 0, 1) for j in (-1, 0, 1)]
        nearest = min(tries, key=lambda at: misfit(np.exp(at)))
        if (nearest == best).all():
            step /= 2
        best = nearest
    return np.exp(best)


def _play(state, game, board, cell, side):
    """Makes one move in each of some games, whose numbers are `game`."""
    cells, won, decided, forced = state
    cells[side][game, board] |= 1 << cell
    mine = cells[side][game, board]
    line = pt.MASK_LINE[mine]
    full = (mine | cells[1 - side][game, board]) == 511
    won[side][game] |= line << board
    decided[game] |= (line | full) << board
    forced[game] = np.where(decided[game] >> cell & 1, 9, cell)


def _check(variant, games, won):
    """Checks that the games reached the results in the files."""
    lines = [pt.MASK_LINE[side] for side in won]
    counts = [pt.MASK_COUNT[side] for side in won]
    ahead = np.sign(counts[0] - counts[1]) * (variant == "ultimate-cg")
    value = np.where(lines[0], 1, np.where(lines[1], -1, ahead))
    result = np.array([{1: 1, 2: -1, 3: 0}[g[1]] for g in games])
    if (value != result).any():
        raise ValueError(f"{(value != result).sum()} games have wrong results")


def judgements(games):
    """All positions that a search evaluated without a proof, and that no
    random move follows: the score, the value that was reached (-1, 0, 1), both
    for the mover; the game; and the moves until that value was proven."""
    _, chance, scores, lengths = _tables(games)
    values, cleans = _later(games, chance, scores, lengths)
    plies = np.arange(scores.shape[1])
    going = (plies < lengths[:, None]) & ~_is_proven(scores)
    until, left = np.zeros(scores.shape, np.int64), np.zeros(len(games), int)
    for ply in reversed(plies):
        left = np.where(going[:, ply], left + 1, 0)
        until[:, ply] = left
    game, ply = np.nonzero(going & cleans & (scores != UNKNOWN))
    return (scores[game, ply].astype(np.int64),
            values[game, ply] * (1 - 2 * (ply % 2)), game, until[game, ply])


SEEN = [("boards", "<u2", 10), ("forced", "u1"), ("turn", "u1")]


def _read_seen(path, kind):
    """Records of positions, with columns as in positions()."""
    kind = np.dtype(kind)
    found = np.fromfile(path, kind, os.path.getsize(path) // kind.itemsize)
    if len(found) == 0 or found["boards"].max() >= pt.PATTERNS or (
            found["forced"].max() > 9 or found["turn"].max() > 1):
        raise SystemExit(f"{path}: not positions of searches")
    boards = np.where(found["turn"][:, None] == 1, pt.SWAPPED[found["boards"]],
                      found["boards"]).astype(np.int16)
    return found, {"patterns": boards[:, :9], "meta": boards[:, 9],
                   "forced": found["forced"]}


def seen(path):
    """The positions that searches evaluated, as in
    src/core/engine/search/seen.h, for the side to move."""
    return _read_seen(path, SEEN)[1]


def labelled(path, meaning):
    """The same with the scores of tools/tune/label.c: columns as in
    positions()."""
    found, columns = _read_seen(path, SEEN + [("score", "<i2")])
    score = found["score"].astype(np.int64)
    proven = _is_proven(score)
    value = np.where(score == DRAW, 0, np.sign(score))
    told = chances(np.where(proven, 0, score), meaning)
    return {**columns, "turn": found["turn"],
            "target": np.where(proven[:, None], np.eye(3)[1 - value],
                               told).astype(np.float16),
            "proven": proven,
            # Adjacent records are of the same search: what is held out must be
            # one part of the file, or networks are tested on what they learned.
            "game": (np.arange(len(found)) * HELD_OUT // len(found)).astype(
                np.int32)}


def meaning_of(games):
    """The meaning of scores in these games, as in CHANCES."""
    _, chance, scores, lengths = _tables(games)
    values, cleans = _later(games, chance, scores, lengths)
    return _meaning(scores, values, cleans & (scores != UNKNOWN) &
                    ~_is_proven(scores))


def _replay(variant, games, moves, lengths):
    """Replays all games, move by move: yields for each ply the numbers of the
    games that have not ended, and their positions, for the side to move."""
    count = len(games)
    cells = [np.zeros((count, 9), np.int64) for _ in range(2)]
    won = [np.zeros(count, np.int64) for _ in range(2)]
    decided, forced = np.zeros(count, np.int64), np.full(count, 9)
    for ply in range(moves.shape[1]):
        side = ply % 2
        game = np.flatnonzero(lengths > ply)
        mine, yours = cells[side][game], cells[1 - side][game]
        yield ply, game, {
            "patterns": (pt.MASK_VALUE[mine] + 2 * pt.MASK_VALUE[yours]
                         ).astype(np.int16),
            "meta": (pt.MASK_VALUE[won[side][game]] +
                     2 * pt.MASK_VALUE[won[1 - side][game]]).astype(np.int16),
            "forced": forced[game].astype(np.uint8)}
        _play((cells, won, decided, forced), game, moves[game, ply] // 9,
              moves[game, ply] % 9, side)
    _check(variant, games, won)


def _is_asked(score):
    """A win in one is found without the network."""
    return (score != UNKNOWN) & (score != WIN - 1)


def _joined(parts):
    return {name: np.concatenate([part[name] for part in parts])
            for name in parts[0]}


def searched(variant, games):
    """The positions that a search evaluated without a proof, for the side to
    move: patterns [n, 9], meta [n], forced [n] and score [n]."""
    moves, _, scores, lengths = _tables(games)
    parts = []
    for ply, game, columns in _replay(variant, games, moves, lengths):
        score = scores[game, ply].astype(np.int64)
        take = (score != UNKNOWN) & ~_is_proven(score)
        parts.append({name: column[take] for name, column in {
            **columns, "score": score}.items()})
    return _joined(parts)


def positions(variant, games, result_share=0.5, noisy_share=0.2, meaning=None):
    """All positions that the engine could evaluate, for the side to move, as
    arrays: patterns [n, 9], meta [n], forced [n], turn [n] (0 X, 1 O), target
    [n, 3], proven [n] and game [n]. Scores mean what the hand-written
    evaluation's do, unless `meaning` is given."""
    moves, chance, scores, lengths = _tables(games)
    values, cleans = _later(games, chance, scores, lengths)
    meaning = CHANCES[variant] if meaning is None else meaning
    noisy_share = min(noisy_share, result_share)
    parts = []
    for ply, game, columns in _replay(variant, games, moves, lengths):
        asked = _is_asked(scores[game, ply])
        take, side = game[asked], ply % 2
        score = scores[take, ply]
        value = values[take, ply] * (1 - 2 * side)
        share = np.where(cleans[take, ply], result_share, noisy_share)
        share = np.where(_is_proven(score), 1, share)[:, None]
        told = chances(np.where(share[:, 0] == 1, 0, score), meaning)
        parts.append({
            **{name: column[asked] for name, column in columns.items()},
            "turn": np.full(len(take), side, np.uint8),
            "target": (share * np.eye(3)[1 - value] +
                       (1 - share) * told).astype(np.float16),
            "proven": share[:, 0] == 1,
            "game": take.astype(np.int32)})
    return _joined(parts)
