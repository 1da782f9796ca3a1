"""Patterns of a board of nine cells, and symmetries.

A pattern is a number in base 3, with cell 0 as the lowest digit: 0 empty, 1 mine, 2
yours. A live pattern has no line and an empty cell; only live patterns need rows of
their own. src/core/engine/neural/neural_load.c numbers them in the same way.
"""
import numpy as np

PATTERNS = 3 ** 9
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8),
         (0, 4, 8), (2, 4, 6)]
TURNS = [(0, 1, 2, 3, 4, 5, 6, 7, 8), (6, 3, 0, 7, 4, 1, 8, 5, 2),
         (8, 7, 6, 5, 4, 3, 2, 1, 0), (2, 5, 8, 1, 4, 7, 0, 3, 6),
         (2, 1, 0, 5, 4, 3, 8, 7, 6), (6, 7, 8, 3, 4, 5, 0, 1, 2),
         (0, 3, 6, 1, 4, 7, 2, 5, 8), (8, 5, 2, 7, 4, 1, 6, 3, 0)]

POWERS = 3 ** np.arange(9)
DIGITS = np.arange(PATTERNS)[:, None] // POWERS % 3  # [pattern, cell]


def _lines_of(mark):
    return np.array([(DIGITS[:, line] == mark).all(1) for line in LINES]).any(0)


MINE, YOURS = _lines_of(1), _lines_of(2)
FULL = (DIGITS != 0).all(1)
LIVE = np.flatnonzero(~MINE & ~YOURS & ~FULL)  # in ascending order
DECIDED = 3  # after the live ones: mine, yours, drawn

# The row of every pattern.
ROW = np.full(PATTERNS, len(LIVE) + 2, np.int64)
ROW[LIVE] = np.arange(len(LIVE))
ROW[MINE] = len(LIVE)
ROW[YOURS & ~MINE] = len(LIVE) + 1

# The pattern as the other side sees it, and turned: cell i of TURNED[s] was
# cell TURNS[s][i].
SWAPPED = (DIGITS * 2 % 3 * POWERS).sum(1)
TURNED = np.array([(DIGITS[:, turn] * POWERS).sum(1) for turn in TURNS])

# The state of each of the eight lines of a pattern, 0..26.
LINE_STATES = np.array([DIGITS[:, line] @ (1, 3, 9) for line in LINES]).T

# What a mask of nine bits contributes to a pattern, how many bits it has,
# whether it has a line, and in which cells one more bit completes one.
MASK_VALUE = ((np.arange(512)[:, None] >> np.arange(9) & 1) * POWERS).sum(1)
MASK_COUNT = (np.arange(512)[:, None] >> np.arange(9) & 1).sum(1)
MASK_LINE = MINE[MASK_VALUE]
MASK_NEAR = MASK_LINE[np.arange(512)[:, None] | 1 << np.arange(9)] & (
    ~MASK_LINE[:, None])
