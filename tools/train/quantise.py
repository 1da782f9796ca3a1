"""The network in integers: the file that the engine reads, and the arithmetic that
src/core/engine/neural/neural.c and neural_forward.h repeat bit for bit.

A file is little-endian:

    8  "oxo-net3"
    1  variant: 1 ultimate, 2 ultimate-cg
    1  heads: 8, or 1 for all positions
    1  stakes, S: 4, or 1 for all boards
    1  FEATURES, F
    2  WIDTH, W
    2  FIRST, A
    2  SECOND, B
    2  L, the number of live patterns
       int8  features [L + 3 + L][F]: boards, decided ones, boards of boards
       int16 boards [S][9][F][W], the board of boards' [F][W]
       int16 forced [2][9][F][W]: mine, yours
       int16 free [2][W], bias [W]
       of each head:
           int8  first [A][2 W], int32 its bias [A]
           int8  second [B][2 A], int32 its bias [B]
           int16 last [2][B], int32 its bias [2]
       int16 logs [4096]
    4  CRC-32 of everything before it

Head i evaluates positions with i decided boards; the last head also those with more.
The row of a pattern in a place is features x weights, rounded and shifted by
ROW_SHIFT; an accumulator is bias + rows, where 255 stands for 1.
"""
import struct
import zlib

import numpy as np
import torch

import files
import model
import patterns as pt

MAGIC = b"oxo-net3"
SHAPE = "<BBBB4H"     # behind it
ROW_SHIFT = 8
ONE = 255            # of an accumulator
SMALL = 127          # of what goes into a layer of the head
WEIGHT = 64          # of a weight of the head
LAST = 256           # of a weight of the last layer
LOG_STEP = 7         # bits of a logit that the table of logarithms drops
LOGS = 4096
ODDS = 200           # a score that multiplies the odds by e
VARIANTS = {"ultimate": 1, "ultimate-cg": 2}
ROW_UNIT = ONE * (1 << ROW_SHIFT) / 127  # of a weight, if a feature's is 127
# The integer that stands for 1 in each array.
UNITS = {"features": 127, "boards": ROW_UNIT, "forced": ROW_UNIT, "free": ONE,
         "bias": ONE, "first": WEIGHT, "first_bias": SMALL * WEIGHT,
         "second": WEIGHT, "second_bias": SMALL * WEIGHT, "last": LAST,
         "last_bias": SMALL * LAST}
# Added to biases, so that later shifts round.
MORE = {"first_bias": WEIGHT // 2, "second_bias": WEIGHT // 2,
        "last_bias": 1 << (LOG_STEP - 1)}
BODY = [("features", "<i1"), ("boards", "<i2"), ("forced", "<i2"),
        ("free", "<i2"), ("bias", "<i2")]
HEAD = [("first", "<i1"), ("first_bias", "<i4"), ("second", "<i1"),
        ("second_bias", "<i4"), ("last", "<i2"), ("last_bias", "<i4")]


def logs():
    """ODDS * ln(e^x + 1/2) for every value x of a logit. The difference for
    win and loss is the logarithm of the odds, where draws count half."""
    x = (np.arange(LOGS) - LOGS // 2) * (1 << LOG_STEP) / (SMALL * LAST)
    return np.rint(ODDS * np.log(np.exp(x) + 0.5)).astype(np.int16)


def fit(array, kind):
    """Rounds, and refuses what does not fit."""
    rounded, limits = np.rint(array), np.iinfo(kind)
    if rounded.min() < limits.min or rounded.max() > limits.max:
        raise ValueError(f"{abs(rounded).max()} does not fit {kind}")
    return rounded.astype(kind)


def quantise(net):
    """The arrays of the file, from a trained model."""
    def numpy(tensor):
        return tensor.detach().double().cpu().numpy()

    def whole(name, tensor):
        return {name: fit(numpy(tensor) * UNITS[name] + MORE.get(name, 0),
                          dict(BODY + HEAD)[name])}

    def layer(name):
        weights, bias = getattr(net, name).weights()
        return {**whole(name, weights), **whole(f"{name}_bias", bias)}
    features = numpy(net.features())
    # Each feature uses the whole range of a byte; its weights are scaled to match.
    scale = np.maximum(abs(features).max(0), 1e-6) / 127
    unit = ONE * (1 << ROW_SHIFT)
    shape = (model.FEATURES, net.width)
    boards = numpy(net.boards).reshape(10, *shape)
    staked = numpy(net.staked).reshape(-1, 9, *shape)
    boards = np.concatenate([boards[:9], *(boards[:9] + staked), boards[9:]])
    return {
        "features": fit(features / scale, "<i1"),
        "boards": fit(boards * scale[:, None] * unit, "<i2"),
        "forced": fit(numpy(net.forced).reshape(2, 9, *shape) *
                      scale[:, None] * unit, "<i2"),
        **whole("free", net.free), **whole("bias", net.bias),
        **layer("first"), **layer("second"), **layer("last"),
        "logs": logs(),
    }


def floats(arrays, name):
    """The values of an array, as a tensor."""
    return (torch.tensor(arrays[name].astype(np.float64)) -
            MORE.get(name, 0)) / UNITS[name]


def take_over(net, arrays):
    """Makes a model from the arrays, so that a network can learn further;
    quantise() of it gives the same arrays. What the tables of lines had
    learned is then in the patterns' own numbers."""
    with torch.no_grad():
        net.own.copy_(floats(arrays, "features"))
        net.lines.zero_()
        boards = floats(arrays, "boards")
        net.boards.copy_(torch.cat([boards[:9], boards[-1:]]).flatten(0, 1))
        net.staked.zero_()
        for stake in range(1, len(boards) // 9):
            net.staked[stake - 1] = (boards[9 * stake:][:9] -
                                     boards[:9]).flatten(0, 1)
        net.forced.copy_(floats(arrays, "forced").flatten(1, 2))
        net.free.copy_(floats(arrays, "free"))
        net.bias.copy_(floats(arrays, "bias"))
        for name in ("first", "second", "last"):
            getattr(net, name).begin_with(floats(arrays, name),
                                          floats(arrays, f"{name}_bias"))


def parts(arrays):
    """Everything after the header, in the order of the file."""
    heads = range(len(arrays["first"]))
    return ([arrays[name].astype(kind) for name, kind in BODY] +
            [arrays[name][head].astype(kind)
             for head in heads for name, kind in HEAD] +
            [arrays["logs"].astype("<i2")])


def pack(arrays, variant):
    """The bytes of a file."""
    data = MAGIC + struct.pack(
        SHAPE, VARIANTS[variant], len(arrays["first"]),
        len(arrays["boards"]) // 9, model.FEATURES, len(arrays["bias"]),
        model.FIRST, model.SECOND, len(pt.LIVE))
    data += b"".join(part.tobytes() for part in parts(arrays))
    return data + struct.pack("<I", zlib.crc32(data))


def load(path):
    """The variant's name and the arrays of a file."""
    at = len(MAGIC) + 12
    data = files.content(path).ljust(at)
    kind, heads, stakes, features, width, first, second, live = (
        struct.unpack_from(SHAPE, data, len(MAGIC)))
    if data[:len(MAGIC)] != MAGIC or live != len(pt.LIVE) or (
            zlib.crc32(data[:-4]) != int.from_bytes(data[-4:], "little")):
        raise SystemExit(f"{path}: not a network, or damaged")
    if (features, first, second) != (model.FEATURES, model.FIRST,
                                     model.SECOND):
        raise SystemExit(f"{path}: a network of another architecture")

    def take(names, shapes):
        nonlocal at
        taken = {}
        for (name, number), shape in zip(names, shapes):
            count = int(np.prod(shape))
            taken[name] = np.frombuffer(data, number, count, at).reshape(shape)
            at += taken[name].nbytes
        return taken
    body = take(BODY, [(2 * live + pt.DECIDED, features),
                       (9 * stakes + 1, features, width),
                       (2, 9, features, width), (2, width), (width,)])
    each = [take(HEAD, [(first, 2 * width), (first,), (second, 2 * first),
                        (second,), (2, second), (2,)]) for _ in range(heads)]
    names = {number: name for name, number in VARIANTS.items()}
    return names[kind], {
        **body, **{name: np.stack([head[name] for head in each])
                   for name, _ in HEAD}, **take([("logs", "<i2")], [(LOGS,)])}


# ---- The engine's arithmetic ------------------------------------------------


def rows_of(arrays):
    """The rows of all patterns in all places, as integers: boards [S, 9, L +
    3], boards of boards [L], forced [2, 9, L + 3]."""
    features = arrays["features"].astype(np.int32)
    cut = len(pt.LIVE) + pt.DECIDED

    def rows(f, weights):
        sums = f @ weights.astype(np.int32)
        return (sums + (1 << (ROW_SHIFT - 1))) >> ROW_SHIFT
    boards = np.array([rows(features[:cut], w) for w in arrays["boards"][:-1]])
    return (boards.reshape(-1, 9, *boards.shape[1:]),
            rows(features[cut:], arrays["boards"][-1]),
            np.array([[rows(features[:cut], w) for w in side]
                      for side in arrays["forced"]]))


def check(arrays):
    """Checks that no position can make an accumulator exceed 16 bits;
    otherwise the program ends with a sentence."""
    boards, meta, forced = rows_of(arrays)
    most = (abs(boards).max((0, 2)).sum(0) + abs(meta).max(0) +
            abs(forced).max((0, 1, 2)) + abs(arrays["free"].astype("i4")).max(0)
            + abs(arrays["bias"].astype("i4")))
    if most.max() > 32767:
        raise SystemExit(f"not usable: accumulators may reach {most.max()}; learn "
                         "more slowly (--rate)")


def layer(inputs, weights, bias):
    sums = inputs.astype(np.int32) @ weights.astype(np.int32).T + bias
    return np.clip(sums >> 6, 0, SMALL)


def head_logits(head, hidden):
    hidden = layer(hidden, head["first"], head["first_bias"])
    hidden = np.concatenate([hidden, hidden * hidden + 64 >> 7], 1)
    hidden = layer(hidden, head["second"], head["second_bias"])
    return hidden @ head["last"].astype(np.int32).T + head["last_bias"]


def stakes(patterns):
    """What is at stake in each board: 1 if I would win the game with it, 2 if
    you would, 3 if both."""
    row = pt.ROW[patterns]
    mine, yours = (pt.MASK_NEAR[((row == len(pt.LIVE) + side) <<
                                 np.arange(9)).sum(1)] for side in (0, 1))
    return (row < len(pt.LIVE)) * (mine + 2 * yours)


def scores(arrays, batch):
    """The scores of positions for the mover, in hundredths."""
    boards, meta, forced = rows_of(arrays)
    halves = []
    for side in (0, 1):
        see = pt.SWAPPED if side else np.arange(pt.PATTERNS)
        row = pt.ROW[see[batch["patterns"]]]
        stake = np.minimum(stakes(see[batch["patterns"]]), len(boards) - 1)
        total = boards[stake, np.arange(9), row].sum(1) + arrays["bias"]
        total += meta[pt.ROW[see[batch["meta"]]]]
        place = batch["forced"].astype(np.int64)
        is_free = (place == 9)[:, None]
        place = np.minimum(place, 8)
        here = forced[side, place, row[np.arange(len(row)), place]]
        total += np.where(is_free, arrays["free"][side], here)
        halves.append(np.clip(total, 0, ONE) ** 2 + 256 >> 9)
    hidden = np.concatenate(halves, 1)
    decided = (pt.ROW[batch["patterns"]] >= len(pt.LIVE)).sum(1)
    head = np.minimum(decided, len(arrays["first"]) - 1)
    logits = np.zeros((len(head), 2), np.int32)
    for i in range(len(arrays["first"])):
        logits[head == i] = head_logits(
            {name: arrays[name][i] for name, _ in HEAD}, hidden[head == i])
    at = np.clip((logits >> LOG_STEP) + LOGS // 2, 0, LOGS - 1)
    table = arrays["logs"].astype(np.int32)
    return table[at[:, 0]] - table[at[:, 1]]
