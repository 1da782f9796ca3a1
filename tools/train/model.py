"""The network in training; docs/design/neural.md explains its parts.

Every pattern of a board has FEATURES numbers. What a board adds to the accumulator
of a view is a linear function of its pattern's features: another for each of the
nine places, and for what is at stake, which is whether winning the board would win
the game for me, for you, or for both. The board of boards is a tenth board, and the
board to play in adds once more. The two accumulators, mine and yours, go through a
small head; which head depends on the number of decided boards. quantise.py turns
the result into integers.
"""
import torch

import patterns as pt

FEATURES = 32  # features of a pattern
WIDTH = 64     # default width of an accumulator
FIRST, SECOND = 16, 32  # outputs of a head's layers
STAKES = 4     # nothing, mine, yours, both
HEADS = 8      # by the number of decided boards
WEIGHT_LIMIT = 127 / 64  # of the head's weights, which become bytes


def normal(*shape, deviation):
    return torch.nn.Parameter(torch.randn(*shape) * deviation)


def lines_of_live():
    """The states of a live pattern's lines, as ones and zeros."""
    states = torch.as_tensor(pt.LINE_STATES[pt.LIVE])
    return torch.nn.functional.one_hot(states, 27).flatten(1).float()


class Positions(torch.nn.Module):
    """Symmetries of positions, and where the features of a pattern are."""

    def __init__(self):
        super().__init__()
        self.table("row", pt.ROW)
        self.table("swapped", pt.SWAPPED)
        self.table("turned", pt.TURNED)
        self.table("turns", torch.tensor(pt.TURNS))
        self.table("places", torch.arange(9))

    def table(self, name, array):
        """A constant tensor, which does not learn."""
        self.register_buffer(name, torch.as_tensor(array), persistent=False)

    def turn(self, batch, symmetry):
        """The batch, with a symmetry for each position."""
        turn = self.turns[symmetry]                           # [n, 9]
        boards = batch["patterns"].gather(1, turn)
        # Board i of the turned position was board turn[i].
        place = torch.argsort(turn, 1)
        forced = batch["forced"]
        there = place.gather(1, forced.clamp(max=8)[:, None])[:, 0]
        return {"patterns": self.turned[symmetry[:, None], boards],
                "meta": self.turned[symmetry, batch["meta"]],
                "forced": torch.where(forced == 9, forced, there)}

    def both(self, patterns):
        """The mover's view, and the other side's."""
        return torch.stack([patterns, self.swapped[patterns]])

    def seen(self, features, patterns, meta):
        """The features of the ten boards of each position, [..., 10, F]."""
        rows = torch.cat([self.row[patterns], self.row[meta][..., None] +
                          len(pt.LIVE) + pt.DECIDED], -1)
        return torch.nn.functional.embedding(rows, features)

    def add_forced(self, seen, forced, weights, free):
        """What the board to play in adds to both accumulators, [2, n, W];
        `free` if any board may be played."""
        forced = forced[:, None]
        here = (forced == self.places)[:, :, None]
        return ((seen[:, :, :9] * here).flatten(2) @ weights +
                (forced == 9) * free[:, None])


class Patterns(Positions):
    """Numbers for every pattern."""

    def __init__(self, features):
        super().__init__()
        live, lines = len(pt.LIVE), 27 * len(pt.LINES)
        # A pattern's numbers are its own plus those of its eight lines, so
        # that rare patterns profit from what others have taught. The first
        # table is of boards (the decided ones at the end), the second of the
        # board of boards.
        self.own = normal(2 * live + pt.DECIDED, features, deviation=0.05)
        self.lines = normal(2, lines, features, deviation=0.1)
        self.table("live_lines", lines_of_live())

    def features(self):
        """The features of all rows: live boards, decided boards, live boards
        of boards."""
        boards, boards_of_boards = (self.live_lines @ lines
                                    for lines in self.lines)
        decided = boards.new_zeros(pt.DECIDED, boards.shape[1])
        return self.own + torch.cat([boards, decided, boards_of_boards])

    def groups(self):
        """The parameters in groups, and how fast they learn. A feature is the
        sum of nine numbers of tables, all of which move in every step: at full
        speed the accumulators would leave their range before anything is
        learned."""
        tables = self.tables()
        others = [p for p in self.parameters() if p.requires_grad and
                  all(p is not table for table in tables)]
        return [{"params": tables, "speed": 0.3}, {"params": others,
                                                   "speed": 1.0}]

    def tables(self):
        return [self.own, self.lines]


def pass_heads(x, weights, bias, head):
    """A layer of several heads, [heads, outputs, inputs]; `head` chooses the
    head of each position."""
    outputs = torch.nn.functional.linear(
        x, weights.flatten(0, 1), bias.flatten()).unflatten(1, bias.shape)
    # Its outputs times 1, the others' times 0. gather() would do, but going
    # back from there a GPU is slow if it shall add up in a fixed order.
    heads = torch.arange(len(bias), device=head.device)
    return (outputs * (head[:, None] == heads)[:, :, None]).sum(1)


class Heads(torch.nn.Module):
    """A layer of all heads: a part that they share, which learns from all
    positions, and a part for each head."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.common = torch.nn.Linear(inputs, outputs)
        self.own = torch.nn.Parameter(torch.zeros(HEADS, outputs, inputs))
        self.own_bias = torch.nn.Parameter(torch.zeros(HEADS, outputs))

    def begin_with(self, weights, bias):
        """Starts with the result of weights()."""
        self.common.weight.copy_(weights.mean(0))
        self.common.bias.copy_(bias.mean(0))
        self.own.copy_(weights - self.common.weight)
        self.own_bias.copy_(bias - self.common.bias)

    def weights(self):
        """The weights of all heads, [HEADS, outputs, inputs], and biases."""
        return (self.common.weight + self.own,
                self.common.bias + self.own_bias)

    def forward(self, x, head):
        return pass_heads(x, *self.weights(), head)

    def limit(self):
        """Keeps the weights in the range of a byte."""
        with torch.no_grad():
            common = self.common.weight.clamp_(-WEIGHT_LIMIT, WEIGHT_LIMIT)
            self.own.copy_((common + self.own).clamp(
                -WEIGHT_LIMIT, WEIGHT_LIMIT) - common)


class Net(Patterns):
    def __init__(self, width=WIDTH):
        super().__init__(FEATURES)
        self.table("bits", 1 << torch.arange(9))
        self.table("near", pt.MASK_NEAR)
        self.width = width
        self.boards = normal(10 * FEATURES, width, deviation=0.06)
        # What is added to that where something is at stake.
        self.staked = torch.nn.Parameter(
            torch.zeros(STAKES - 1, 9 * FEATURES, width))
        self.forced = normal(2, 9 * FEATURES, width, deviation=0.06)
        self.free = torch.nn.Parameter(torch.zeros(2, width))
        self.bias = torch.nn.Parameter(torch.full((width,), 0.3))
        self.first = Heads(2 * width, FIRST)
        self.second = Heads(2 * FIRST, SECOND)
        self.last = Heads(SECOND, 2)
        # Units that start in the middle of their range learn; those at its
        # ends may never move.
        torch.nn.init.constant_(self.first.common.bias, 0.3)
        torch.nn.init.constant_(self.second.common.bias, 0.3)
        torch.nn.init.normal_(self.last.common.weight, std=0.1)
        torch.nn.init.zeros_(self.last.common.bias)

    def tables(self):
        """And what is each head's own: it moves together with what all heads
        have in common."""
        return super().tables() + [
            own for layer in (self.first, self.second, self.last)
            for own in (layer.own, layer.own_bias)]

    def head_of(self, batch):
        """The head of each position."""
        decided = (self.row[batch["patterns"]] >= len(pt.LIVE)).sum(1)
        return decided.clamp(max=HEADS - 1)

    def stakes(self, patterns):
        """What is at stake in each board, [n, 9]: 1 if I would win the game
        with it, 2 if you would, 3 if both."""
        row = self.row[patterns]
        mine, yours = (self.near[((row == len(pt.LIVE) + side) * self.bits)
                                 .sum(-1)] for side in (0, 1))
        return (row < len(pt.LIVE)) * (mine + 2 * yours)

    def accumulate(self, features, batch):
        """The accumulators of the mover and of the other side, [n, 2 W]."""
        patterns = self.both(batch["patterns"])
        seen = self.seen(features, patterns, self.both(batch["meta"]))
        stakes = torch.stack([self.stakes(p) for p in patterns])[..., None]
        staked = sum((seen[:, :, :9] * (stakes == i + 1)).flatten(2) @ weights
                     for i, weights in enumerate(self.staked))
        forced = self.add_forced(seen, batch["forced"], self.forced, self.free)
        sums = seen.flatten(2) @ self.boards + staked + forced + self.bias
        return torch.cat(sums.unbind(), 1)

    def first_layer(self, batch):
        hidden = self.accumulate(self.features(), batch).clamp(0, 1).square()
        return self.first(hidden, self.head_of(batch)).clamp(0, 1)

    def forward(self, batch):
        """Logits of win, draw and loss; that of a draw is 0."""
        head = self.head_of(batch)
        hidden = self.first_layer(batch)
        hidden = torch.cat([hidden, hidden.square()], 1)
        hidden = self.second(hidden, head).clamp(0, 1)
        win, loss = self.last(hidden, head).unbind(1)
        return torch.stack([win, torch.zeros_like(win), loss], 1)

    def limit(self):
        """Keeps the heads' weights in the range of a byte."""
        self.first.limit()
        self.second.limit()
