#!/usr/bin/env python3
"""Fits the hand-written evaluation to the results of self-play.

    fit.py [--epochs N] [--start WEIGHTS] --out WEIGHTS VARIANT=DATA[,DATA...] ...

Reads the output of tools/tune/selfplay and writes the file of weights from which
src/core/engine/neural/gen_evaluation.c makes tables. The variants share the weights
of patterns; each variant has a line of its own. The model is evaluation_score() of
src/core/engine/neural/evaluation.c in floating point: change both together. Needs
PyTorch and NumPy; uses a GPU if there is one.
"""
import argparse
import itertools
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "train"))
import needs

needs.modules("numpy", "torch")

import numpy as np
import torch

ONE = 1024
SCALE = 200.0  # a score, in hundredths, that multiplies the odds by e
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8),
         (0, 4, 8), (2, 4, 6)]
KIND = [0, 1, 0, 1, 2, 1, 0, 1, 0]  # corner, edge, centre
RECORD = np.dtype([("pattern", "<u2", 9), ("won", "<u2", 2),
                   ("drawn", "<u2"), ("forced", "u1"), ("turn", "u1"),
                   ("result", "i1"), ("ply", "u1"), ("score", "<i2"),
                   ("zero", "<u2")])


# ---- Patterns ---------------------------------------------------------------


def symmetric(cells):
    """The eight symmetric images of a board, which is nine characters."""
    for mirrored in (cells, "".join(cells[i] for i in (2, 1, 0, 5, 4, 3, 8, 7, 6))):
        for _ in range(4):
            yield mirrored
            mirrored = "".join(mirrored[i] for i in (6, 3, 0, 7, 4, 1, 8, 5, 2))


def index_of(cells):
    return sum(".xo".index(c) * 3 ** i for i, c in enumerate(cells))


def swap(cells):
    return cells.translate(str.maketrans("xo", "ox"))


def is_live(cells):
    return "." in cells and not any(
        cells[a] == cells[b] == cells[c] != "." for a, b, c in LINES)


def classes():
    """The names of the classes of live patterns, and the class of every pattern for X
    and for O. All other patterns have the class after the last one."""
    boards = ["".join(t) for t in itertools.product(".xo", repeat=9)]
    names = sorted({min(symmetric(b)) for b in boards if is_live(b)})
    number = {name: i for i, name in enumerate(names)}
    table = np.full((2, 3 ** 9), len(names))
    for board in boards:
        if is_live(board):
            table[0, index_of(board)] = number[min(symmetric(board))]
            table[1, index_of(board)] = number[min(symmetric(swap(board)))]
    return names, table


# ---- The model --------------------------------------------------------------


class Evaluation(torch.nn.Module):
    def __init__(self, names, table, chance, tempo, variants):
        super().__init__()
        self.names = names
        self.register_buffer("classes", torch.as_tensor(table))
        # The chances of X, of O and of neither are softmax(u, u with the marks
        # exchanged, 0).
        x = torch.as_tensor(chance).clamp(0.002, 0.99)
        o = x[[names.index(min(symmetric(swap(n)))) for n in names]]
        neither = (1 - x - o).clamp(min=0.01)
        self.win = torch.nn.Parameter((x / neither).log().float())
        self.tempo = torch.nn.Parameter(torch.as_tensor(tempo).float())
        # line, corner, edge, centre, tempo, free; in units of SCALE
        self.scalars = torch.nn.Parameter(torch.as_tensor(
            np.array(variants, dtype=np.float32) / SCALE))

    def chances(self):
        """X's chance to win a board of each class."""
        swapped = self.swapped_class
        e = torch.exp(self.win)
        x = e / (1 + e + e[swapped])
        return torch.cat([x, x.new_zeros(1)])

    @property
    def swapped_class(self):
        if not hasattr(self, "_swapped"):
            self._swapped = torch.as_tensor(
                [self.names.index(min(symmetric(swap(n)))) for n in self.names],
                device=self.win.device)
        return self._swapped

    def forward(self, batch):
        chance, tempo = self.chances(), torch.cat(
            [self.tempo, self.tempo.new_zeros(1)])
        cls = self.classes[:, batch["pattern"]]          # [2, n, 9]
        c = chance[cls] + batch["won"]                   # [2, n, 9]
        line, corner, edge, centre, mine, free = self.scalars[batch["variant"]].T
        weight = torch.stack([corner, edge, centre])[KIND].T  # [n, 9]
        products = sum(c[:, :, i] * c[:, :, j] * c[:, :, k]
                       for i, j, k in LINES)
        score = line * (products[0] - products[1]) + (
            weight * (c[0] - c[1])).sum(1)
        pairs = torch.zeros_like(c[0])
        for i, j, k in LINES:
            for at, a, b in ((i, j, k), (j, i, k), (k, i, j)):
                pairs[:, at] += (c[:, :, a] * c[:, :, b]).sum(0)
        stake = line[:, None] * pairs + weight
        rows = torch.arange(len(score), device=score.device)
        board = batch["forced"].clamp(max=8)
        here = tempo[cls[batch["turn"], rows, board]] * stake[rows, board]
        extra = torch.where(batch["forced"] == 9, free, mine + here)
        return torch.where(batch["turn"] == 0, score, -score) + extra


# ---- Data -------------------------------------------------------------------


def load(files, variant, device):
    data = np.concatenate([np.fromfile(f, RECORD) for f in files])
    bits = 1 << np.arange(9)
    won = ((data["won"].T[:, :, None] & bits) != 0).astype(np.float16)
    turn = data["turn"].astype(np.int64)
    sign = 1 - 2 * turn
    columns = {
        "pattern": data["pattern"].astype(np.int32), "won": won,
        "forced": data["forced"].astype(np.int64), "turn": turn,
        "result": (data["result"] * sign + 1) / 2,
        "search": 1 / (1 + np.exp(-data["score"] * sign / SCALE)),
        "variant": np.full(len(data), variant),
    }
    return {k: torch.as_tensor(v, device=device) for k, v in columns.items()}


def take(data, index):
    batch = {k: (v[:, index] if k == "won" else v[index])
             for k, v in data.items()}
    batch["pattern"] = batch["pattern"].long()
    return batch


def join(parts):
    return {k: torch.cat([p[k] for p in parts], dim=1 if k == "won" else 0)
            for k in parts[0]}


def read_weights(path, names):
    chance, tempo, variants = {}, {}, {}
    with open(path, encoding="ascii") as file:
        for line in file:
            word = line.split()
            if line.startswith("variant"):
                variants[word[1]] = [float(w) for w in word[2:]]
            elif not line.startswith("#"):
                chance[word[0]] = float(word[1]) / ONE
                tempo[word[0]] = float(word[2]) / ONE
    return (np.array([chance[n] for n in names]),
            np.array([tempo[n] for n in names]), variants)


def write_weights(path, model, names, variants, used):
    chance = model.chances().detach().cpu().numpy()
    tempo = model.tempo.detach().cpu().numpy()
    for word, row in zip(used, model.scalars.detach().cpu().numpy() * SCALE):
        variants[word] = row
    with open(path, "w", encoding="ascii") as file:
        print("# Weights of the evaluation: written by tools/tune/fit.py, read by\n"
              "# src/core/engine/neural/gen_evaluation.c, which says what they mean.", file=file)
        for word, row in variants.items():
            print("variant", word, *(round(float(w)) for w in row), file=file)
        for i, name in enumerate(names):
            print(name, round(float(chance[i]) * ONE),
                  round(float(tempo[i]) * ONE), file=file)


# ---- Fitting ----------------------------------------------------------------


def fit(model, data, held_out, epochs, batch_size, result_share):
    start = [p.detach().clone() for p in (model.win, model.tempo)]
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs)
    loss_of = torch.nn.functional.binary_cross_entropy_with_logits
    count = len(data["turn"])

    def loss(batch):
        target = (result_share * batch["result"] +
                  (1 - result_share) * batch["search"])
        return loss_of(model(batch), target.float())

    for epoch in range(epochs):
        order = torch.randperm(count, device=data["turn"].device)
        for at in range(0, count, batch_size):
            optimizer.zero_grad()
            # Keeps rare patterns near their old weights.
            held = sum((p - was).square().sum()
                       for p, was in zip((model.win, model.tempo), start))
            (loss(take(data, order[at:at + batch_size])) +
             1e-6 * held).backward()
            optimizer.step()
        schedule.step()
        with torch.no_grad():
            parts = torch.arange(len(held_out["turn"]),
                                 device=order.device).split(batch_size)
            mean = torch.stack([loss(take(held_out, p)) for p in parts]).mean()
        print(f"epoch {epoch + 1}: held-out loss {mean.item():.5f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--batch", type=int, default=65536)
    parser.add_argument("--result-share", type=float, default=0.75)
    parser.add_argument("--start", default="src/core/engine/neural/evaluation_weights.txt")
    parser.add_argument("--out", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("data", nargs="+", metavar="VARIANT=FILE,FILE")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"

    names, table = classes()
    chance, tempo, variants = read_weights(options.start, names)
    used = [d.split("=")[0] for d in options.data]
    data = join([load(d.split("=")[1].split(","), i, device)
                 for i, d in enumerate(options.data)])
    count = len(data["turn"])
    # Adjacent records are of one game: hold out a stretch, not single records.
    cut = count - max(count // 20, 1)
    everything = torch.arange(count, device=device)
    print(f"{count} positions on {device}", flush=True)
    model = Evaluation(names, table, chance, tempo,
                       [variants[u] for u in used]).to(device)
    fit(model, take(data, everything[:cut]), take(data, everything[cut:]),
        options.epochs, options.batch, options.result_share)
    write_weights(options.out, model, names, variants, used)


if __name__ == "__main__":
    main()
