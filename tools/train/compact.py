#!/usr/bin/env python3
"""Makes a net small enough for one source file out of a large one.

    compact.py --out FILE [--steps N] [--games N] NET GAMES...

Nearly all of a net's file is the features of patterns. Here they come from a
small net of their own, an encoder: the states of a pattern's eight lines add
up to hidden numbers, and those to its features; the commonest patterns have
corrections of their own. The encoders, one for boards and one for the board
of boards, learn the features of the large net first. Then everything learns
to say what the large net says of positions of the games, and of positions a
few random moves away from them, as a search meets them. Needs PyTorch and
NumPy; the same seed, files and steps give the same net on the same kind of
machine.

FILE holds signed numbers, array by array, in a range coder. A number of so
many bits is coded from the highest bit, its sign turned round, downwards; each
bit with the chance that it had so far in this array, behind the same higher
bits if those are 8 or fewer:

    for boards, then boards of boards, with H hidden numbers, N corrections:
        8  first [8 lines][27 states][H]
        8  bias [H]
        8  second [H][F]
        8  bias [F]
        15 rows that are corrected [N]
        7  corrections [N][F]
    8  features of decided boards [3][F]
       what quantise.py's file has behind the features, each array with the
       bits and divided by the factor that REST tells, but of the logarithms
    2  by how much each of the last 4095 is more than that before it

src/export/compact.c makes a net's file of it; expand() does the same here.
"""
import argparse
import time

import needs

needs.modules("numpy", "torch")

import numpy as np
import torch

import gamefile
import games
import model
import patterns as pt
import quantise
import wander

LIVE = len(pt.LIVE)
HIDDEN = (112, 64)        # of the encoders
CORRECTED = (256, 128)    # patterns
OWN_BITS, ROW_BITS, LOG_BITS = 7, 15, 2
SECOND_SHIFT = 6
CONTEXTS = 512
# Name, bits, factor: in the order of quantise.py's file.
REST = [("boards", 8, 2), ("forced", 8, 2), ("free", 9, 1), ("bias", 9, 1),
        ("first", 8, 1), ("first_bias", 14, 1), ("second", 8, 1),
        ("second_bias", 14, 1), ("last", 12, 1), ("last_bias", 17, 1)]
ROW_UNIT = quantise.ONE * (1 << quantise.ROW_SHIFT) / 127
LINES = pt.LINE_STATES[pt.LIVE] + 27 * np.arange(8)
NAMES = ("patterns", "meta", "forced")
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
ROW, SWAPPED = (torch.as_tensor(table, device=DEVICE)
                for table in (pt.ROW, pt.SWAPPED))


# ---- Positions --------------------------------------------------------------


def positions(paths, most, seed):
    """Half of them as they were played, a quarter a move away, a quarter
    three moves away; in random order."""
    sets = []
    for path in paths:
        variant, played = gamefile.read(path)
        batch = games.positions(variant, played[:most])
        sets.append([torch.as_tensor(batch[name].astype(np.int64),
                                     device=DEVICE) for name in NAMES])
    batch = dict(zip(NAMES, map(torch.cat, zip(*sets))))
    chance = torch.Generator(DEVICE)
    chance.manual_seed(seed)

    def shuffled(count):
        return torch.randperm(count, generator=chance, device=DEVICE)
    count = len(batch["meta"])
    cuts = shuffled(count).split([count // 2, count // 4,
                                  count - count // 2 - count // 4])
    parts = [{name: column[cut] for name, column in batch.items()}
             for cut in cuts]
    parts[1] = wander.move(parts[1], chance)
    for _ in range(3):
        parts[2] = wander.move(parts[2], chance)
    order = shuffled(sum(len(part["meta"]) for part in parts))
    return {name: torch.cat([part[name] for part in parts])[order]
            for name in NAMES}


def commonness(patterns):
    """How often each live row is seen, by both sides."""
    patterns = patterns.cpu().numpy()
    rows = np.concatenate([pt.ROW[patterns], pt.ROW[pt.SWAPPED[patterns]]])
    return np.bincount(rows.ravel(), minlength=LIVE + 3)[:LIVE] + 1.0


# ---- The net in floating point ----------------------------------------------


class Encoder(torch.nn.Module):
    def __init__(self, hidden, rows):
        super().__init__()
        self.first = torch.nn.Parameter(torch.randn(8 * 27, hidden) * 0.2)
        self.first_bias = torch.nn.Parameter(torch.rand(hidden) - 0.25)
        self.second = torch.nn.Parameter(
            torch.randn(hidden, model.FEATURES) * 0.1)
        self.second_bias = torch.nn.Parameter(torch.zeros(model.FEATURES))
        self.own = torch.nn.Parameter(torch.zeros(len(rows), model.FEATURES))
        self.register_buffer("rows", torch.as_tensor(rows))
        self.register_buffer("lines", torch.as_tensor(LINES))

    def plain(self, lines):
        """Features by the encoder alone."""
        hidden = torch.nn.functional.embedding_bag(lines, self.first,
                                                   mode="sum")
        return ((hidden + self.first_bias).clamp(0, 1) @ self.second +
                self.second_bias)

    def forward(self):
        return self.plain(self.lines).index_add(0, self.rows, self.own)

    def learn(self, features, common, steps, chance):
        """Learns given features, the common patterns' best; what is left of
        those with corrections becomes the corrections."""
        share = np.sqrt(common)
        share[self.rows.cpu().numpy()] *= 0.2
        share /= share.sum()
        slow = torch.optim.Adam([self.first, self.first_bias, self.second,
                                 self.second_bias], lr=0.01)
        for step in range(steps):
            for group in slow.param_groups:
                group["lr"] = 0.01 * (1 - step / steps) + 1e-4
            chosen = torch.as_tensor(chance.choice(LIVE, 1024, p=share),
                                     device=DEVICE)
            missed = self.plain(self.lines[chosen]) - features[chosen]
            slow.zero_grad()
            missed.square().sum(1).mean().backward()
            slow.step()
        with torch.no_grad():
            self.own.copy_((features - self.plain(self.lines))[self.rows])


class Compact(torch.nn.Module):
    """The net of model.py with one head, which does not know what is at stake;
    by another way to its features, and faster where only one board is to be
    played."""

    def __init__(self, arrays):
        super().__init__()
        boards = arrays["boards"]
        arrays = {**arrays, "boards": np.concatenate([boards[:9], boards[-1:]]),
                  **{name: arrays[name].astype(np.float32).mean(
                      0, keepdims=True) for name, _ in quantise.HEAD}}

        def tensor(name, unit):
            return torch.tensor(arrays[name].astype(np.float32) / unit)
        small = quantise.SMALL * quantise.WEIGHT
        half = quantise.WEIGHT // 2
        start = {
            "decided": tensor("features", 127)[LIVE:LIVE + pt.DECIDED],
            "boards": tensor("boards", ROW_UNIT).flatten(0, 1),
            "forced": tensor("forced", ROW_UNIT),
            "free": tensor("free", quantise.ONE),
            "bias": tensor("bias", quantise.ONE),
            "first": tensor("first", quantise.WEIGHT),
            "first_bias": (tensor("first_bias", 1) - half) / small,
            "second": tensor("second", quantise.WEIGHT),
            "second_bias": (tensor("second_bias", 1) - half) / small,
            "last": tensor("last", quantise.LAST),
            "last_bias": tensor("last_bias", quantise.SMALL * quantise.LAST)}
        self.parts = torch.nn.ParameterDict(start)

    def accumulate(self, features, batch, side):
        p = self.parts
        patterns, meta = batch["patterns"], batch["meta"]
        if side:
            patterns, meta = SWAPPED[patterns], SWAPPED[meta]
        rows = torch.cat([ROW[patterns],
                          ROW[meta][:, None] + LIVE + pt.DECIDED], 1)
        seen = torch.nn.functional.embedding(rows, features)
        total = seen.flatten(1) @ p["boards"] + p["bias"]
        for place in range(9):
            here = torch.nonzero(batch["forced"] == place)[:, 0]
            total = total.index_add(
                0, here, seen[here, place] @ p["forced"][side, place])
        free = (batch["forced"] == 9)[:, None]
        return total + free * p["free"][side]

    def forward(self, features, batch):
        """Logarithms of the chances of win, draw and loss."""
        p = self.parts

        def layer(x, name):
            return torch.nn.functional.linear(x, p[name][0],
                                              p[f"{name}_bias"][0])
        hidden = torch.cat([self.accumulate(features, batch, side)
                            for side in (0, 1)], 1).clamp(0, 1).square()
        hidden = layer(hidden, "first").clamp(0, 1)
        hidden = torch.cat([hidden, hidden.square()], 1)
        hidden = layer(hidden, "second").clamp(0, 1)
        win, loss = layer(hidden, "last").unbind(1)
        return torch.log_softmax(
            torch.stack([win, torch.zeros_like(win), loss], 1), 1)


def all_features(net, encoders):
    return torch.cat([encoders[0](), net.parts["decided"], encoders[1]()])


def imitate(teacher, net, encoders, batch, options):
    """Learns to say what the teacher says."""
    parameters = [*net.parameters(), *encoders.parameters()]
    adam = torch.optim.Adam(parameters, lr=options.rate, betas=(0.9, 0.99))
    count, begun, recent = len(batch["meta"]), time.monotonic(), []
    for step in range(options.steps):
        at = (step * options.batch + torch.arange(
            options.batch, device=DEVICE)) % count
        part = {name: column[at] for name, column in batch.items()}
        with torch.no_grad():
            wanted = torch.log_softmax(teacher(part), 1)
        said = net(all_features(net, encoders), part)
        loss = (wanted.exp() * (wanted - said)).sum(1).mean()
        for group in adam.param_groups:
            group["lr"] = options.rate * min(
                1, (step + 1) / 30) * (1.02 - step / options.steps)
        adam.zero_grad()
        loss.backward()
        adam.step()
        with torch.no_grad():
            for name in ("first", "second"):
                net.parts[name].clamp_(-model.WEIGHT_LIMIT, model.WEIGHT_LIMIT)
        recent.append(loss.item())
        if (step + 1) % 50 == 0:
            print(f"{time.monotonic() - begun:.0f} s, step {step + 1}: "
                  f"{np.mean(recent):.5f}", flush=True)
            recent = []


# ---- In integers ------------------------------------------------------------


def whole(tensor, unit, bits, factor=1):
    """Integers of so many bits, what does not fit cut off."""
    most = (1 << (bits - 1)) - 1
    numbers = tensor.detach().double().cpu().numpy() * unit / factor
    return np.clip(np.rint(numbers), -most, most).astype(np.int32)


def encoder_arrays(encoder):
    return {"first": whole(encoder.first, 127, 8),
            "first_bias": whole(encoder.first_bias, 127, 8),
            "second": whole(encoder.second, 1 << SECOND_SHIFT, 8),
            "second_bias": whole(encoder.second_bias, 127, 8),
            "rows": encoder.rows.cpu().numpy(),
            "own": whole(encoder.own, 127, OWN_BITS)}


def arrays_of(net, encoders):
    small, half = quantise.SMALL * quantise.WEIGHT, quantise.WEIGHT // 2
    units = {"boards": ROW_UNIT, "forced": ROW_UNIT, "free": quantise.ONE,
             "bias": quantise.ONE, "first": quantise.WEIGHT,
             "first_bias": small, "second": quantise.WEIGHT,
             "second_bias": small, "last": quantise.LAST,
             "last_bias": quantise.SMALL * quantise.LAST}
    more = {"first_bias": half, "second_bias": half}
    arrays = {name: whole(net.parts[name] + more.get(name, 0) / units[name],
                          units[name], bits, factor)
              for name, bits, factor in REST}
    arrays["decided"] = whole(net.parts["decided"], 127, 8)
    arrays["encoders"] = [encoder_arrays(encoder) for encoder in encoders]
    return arrays


class RangeCoder:
    """Numbers become bytes: the reverse of what compact.c reads."""

    def __init__(self):
        self.low, self.range, self.out = 0, 0xFFFFFFFF, bytearray()
        self.cache, self.waiting = 0, 0  # bytes that a carry may yet change

    def shift(self):
        if self.low < 0xFF000000 or self.low > 0xFFFFFFFF:
            carry = self.low >> 32
            self.out.append(self.cache + carry & 255)
            self.out += bytes([255 + carry & 255]) * self.waiting
            self.waiting, self.cache = 0, self.low >> 24 & 255
        else:
            self.waiting += 1
        self.low = (self.low & 0x00FFFFFF) << 8

    def put_bit(self, counts, bit):
        bound = self.range // sum(counts) * counts[0]
        if bit:
            self.low += bound
            self.range -= bound
        else:
            self.range = bound
        counts[bit] += 1
        while self.range < 1 << 24:
            self.range <<= 8
            self.shift()

    def put(self, numbers, bits):
        """One array."""
        seen = [[1, 1] for _ in range(CONTEXTS)]
        for number in np.asarray(numbers).ravel().tolist():
            number += 1 << (bits - 1)
            above = 1
            for i in reversed(range(bits)):
                bit = number >> i & 1
                self.put_bit(seen[above if above < CONTEXTS else 0], bit)
                above = 2 * above + bit

    def finish(self):
        for _ in range(5):
            self.shift()
        return bytes(self.out[1:])  # the first is the cache's, always 0


def pack(arrays):
    """The file's bytes."""
    coder = RangeCoder()
    for e in arrays["encoders"]:
        for name in ("first", "first_bias", "second", "second_bias"):
            coder.put(e[name], 8)
        coder.put(e["rows"], ROW_BITS)
        coder.put(e["own"], OWN_BITS)
    coder.put(arrays["decided"], 8)
    for name, width, _ in REST:
        coder.put(arrays[name], width)
    coder.put(np.diff(quantise.logs()), LOG_BITS)
    return coder.finish()


def encode(e):
    """The features of all live patterns."""
    hidden = e["first"][LINES].sum(1) + e["first_bias"]
    sums = np.clip(hidden, 0, 127) @ e["second"]
    features = (sums + (1 << (SECOND_SHIFT - 1)) >> SECOND_SHIFT) + (
        e["second_bias"])
    features = np.clip(features, -127, 127)
    features[e["rows"]] += e["own"]
    return np.clip(features, -127, 127)


def expand(arrays):
    """The arrays of quantise.py."""
    boards, boards_of_boards = map(encode, arrays["encoders"])
    full = {name: arrays[name] * factor for name, _, factor in REST}
    full["boards"] = full["boards"].reshape(10, model.FEATURES, -1)
    full["features"] = np.concatenate([boards, arrays["decided"],
                                       boards_of_boards])
    full["logs"] = quantise.logs()
    return full


def report(large, small, batch):
    """How far apart the two are."""
    part = {name: column[:8192].cpu().numpy()
            for name, column in batch.items()}
    wanted, said = quantise.scores(large, part), quantise.scores(small, part)
    missed = abs(wanted - said)
    print(f"scores differ by {np.median(missed):.0f} (median), "
          f"{np.sqrt((missed ** 2).mean()):.0f} (root of mean square); "
          f"they are {np.median(abs(wanted)):.0f} (median)", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", required=True)
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--first-steps", type=int, default=2000)
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--games", type=int, default=20000,
                        help="of each file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--expanded", default="/dev/null",
                        help="write the file that it stands for, too")
    parser.add_argument("net")
    parser.add_argument("games_files", nargs="+")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    chance = np.random.default_rng(options.seed)
    variant, large = quantise.load(options.net)
    batch = positions(options.games_files, options.games, options.seed)
    features = torch.tensor(large["features"].astype(np.float32) / 127,
                            device=DEVICE)
    common = [commonness(batch["patterns"]), commonness(batch["meta"])]
    cuts = (features[:LIVE], features[LIVE + pt.DECIDED:])
    encoders = torch.nn.ModuleList()
    for hidden, count, c, cut in zip(HIDDEN, CORRECTED, common, cuts):
        encoder = Encoder(hidden, np.sort(np.argsort(-c)[:count])).to(DEVICE)
        encoder.learn(cut, c, options.first_steps, chance)
        encoders.append(encoder)
    net = Compact(large).to(DEVICE)
    teacher = model.Net(len(large["bias"]))
    quantise.take_over(teacher, large)
    teacher.to(DEVICE)
    report(large, expand(arrays_of(net, encoders)), batch)
    imitate(teacher, net, encoders, batch, options)
    arrays = arrays_of(net, encoders)
    small = expand(arrays)
    quantise.check(small)
    report(large, small, batch)
    with open(options.out, "wb") as file:
        file.write(pack(arrays))
    print(f"checksum {quantise.save(options.expanded, small, variant):08X}")


if __name__ == "__main__":
    main()
