"""Positions a few random moves away from others: games are played too well to
contain the positions that a search evaluates. All in PyTorch, on the device of
the batch."""
import torch

import patterns as pt

IS_LIVE = torch.zeros(pt.PATTERNS, dtype=torch.bool)
IS_LIVE[torch.as_tensor(pt.LIVE)] = True
POWERS, SWAPPED, MINE, DIGITS = (
    torch.as_tensor(a) for a in (pt.POWERS, pt.SWAPPED, pt.MINE, pt.DIGITS))
EMPTY = DIGITS == 0
# Does one more mark of mine complete a line?
NEAR = (EMPTY & MINE[(torch.arange(pt.PATTERNS)[:, None] + POWERS * EMPTY)]
        ).any(1)


def _any_of(mask, chance):
    """The number of a random column that is set, for each row."""
    dice = torch.rand(mask.shape, generator=chance, device=mask.device)
    return torch.where(mask, dice, -1.0).argmax(1)


def _only(batch, wanted):
    return {name: column[wanted] for name, column in batch.items()}


def move(batch, chance):
    """The positions after a random legal move each, where the game is not
    over. Columns are int64; `chance` is a generator on their device."""
    patterns, meta, forced = (batch[n] for n in ("patterns", "meta", "forced"))
    at = meta.device
    live, empty, mine, powers, swapped = (
        t.to(at) for t in (IS_LIVE, EMPTY, MINE, POWERS, SWAPPED))
    every = torch.arange(len(meta), device=at)
    board = torch.where(forced == 9, _any_of(live[patterns], chance), forced)
    cell = _any_of(empty[patterns[every, board]], chance)
    patterns = patterns.clone()
    patterns[every, board] += powers[cell]
    meta = meta + mine[patterns[every, board]] * powers[board]
    target = torch.where(live[patterns[every, cell]], cell, 9)
    on = live[patterns].any(1) & ~mine[meta]
    return _only({"patterns": swapped[patterns], "meta": swapped[meta],
                  "forced": target}, on)


def unclear(batch):
    """Positions without a winning move: others are never evaluated."""
    patterns, meta, forced = (batch[n] for n in ("patterns", "meta", "forced"))
    at = meta.device
    places = torch.arange(9, device=at)
    open_ = IS_LIVE.to(at)[patterns] & (
        (forced == 9)[:, None] | (forced[:, None] == places))
    after = (meta[:, None] + POWERS.to(at)).clamp(max=pt.PATTERNS - 1)
    wins = open_ & NEAR.to(at)[patterns] & MINE.to(at)[after]
    return _only(batch, ~wins.any(1))


def away(batch, moves, chance):
    """Positions that many random moves away, as far as the games go."""
    for _ in range(moves):
        batch = move(batch, chance)
    return unclear(batch)
