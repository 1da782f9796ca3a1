"""The file of a compact network, which src/lab/export/compact.c reads.

It has signed numbers, array by array, in a range coder. A number of n bits is coded
from the highest bit, its inverted sign, downwards. Each bit is coded with its
frequency so far in this array after the same higher bits, if these are 8 or fewer:

    for boards, then boards of boards, with H hidden numbers, N corrections:
        8  first [8 lines][27 states][H]
        8  bias [H]
        8  second [H][F]
        8  bias [F]
        15 rows that have corrections [N]
        7  corrections [N][F]
    8  features of decided boards [3][F]
       the arrays that follow the features in quantise.py's file, each with the
       bits and divided by the factor in REST, except for the logarithms
    2  the increase of each of the last 4095 logarithms over the one before

compact.c makes a network file of it; expand() does the same here.
"""
import numpy as np
import torch

import model
import patterns as pt
import quantise

HIDDEN = (112, 64)        # numbers of the encoders
CORRECTED = (256, 128)    # patterns
OWN_BITS, ROW_BITS, LOG_BITS = 7, 15, 2
SECOND_SHIFT = 6
CONTEXTS = 512
# Name, bits, factor: in the order of quantise.py's file.
REST = [("boards", 8, 2), ("forced", 8, 2), ("free", 9, 1), ("bias", 9, 1),
        ("first", 8, 1), ("first_bias", 14, 1), ("second", 8, 1),
        ("second_bias", 14, 1), ("last", 12, 1), ("last_bias", 17, 1)]
LINES = pt.LINE_STATES[pt.LIVE] + 27 * np.arange(8)


def parts(arrays):
    """All numbers and their bits, in the order of the file."""
    for e in arrays["encoders"]:
        for name in ("first", "first_bias", "second", "second_bias"):
            yield e[name], 8
        yield e["rows"], ROW_BITS
        yield e["own"], OWN_BITS
    yield arrays["decided"], 8
    for name, bits, _ in REST:
        yield arrays[name], bits
    yield np.diff(quantise.logs()), LOG_BITS


class RangeCoder:
    """Encodes numbers as bytes: the reverse of what compact.c does."""

    def __init__(self):
        self.low, self.range, self.out = 0, 0xFFFFFFFF, bytearray()
        self.cache, self.waiting = 0, 0  # bytes that a carry may still change

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
        """Encodes one array."""
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
        return bytes(self.out[1:])  # the first byte is always 0


def pack(arrays):
    """The bytes of the file."""
    coder = RangeCoder()
    for numbers, bits in parts(arrays):
        coder.put(numbers, bits)
    return coder.finish()


def cost(numbers, bits):
    """The number of bits that the coder needs for an array. After the same
    higher bits, a zeros and b ones in any order have the probability a! b! /
    (a + b + 1)!"""
    numbers = np.asarray(numbers, np.int64).ravel() + (1 << (bits - 1))
    above, seen = np.ones_like(numbers), np.zeros(2 * CONTEXTS)
    for i in reversed(range(bits)):
        bit = numbers >> i & 1
        at = np.where(above < CONTEXTS, above, 0)
        seen += np.bincount(2 * at + bit, minlength=2 * CONTEXTS)
        above = 2 * above + bit
    seen = torch.as_tensor(seen).reshape(-1, 2)
    chances = (seen + 1).lgamma().sum(1) - (seen.sum(1) + 2).lgamma()
    return -chances.sum().item() / np.log(2)


def size(arrays):
    """The length of pack(), plus or minus one byte, but fast."""
    return sum(cost(*part) for part in parts(arrays)) / 8 + 4


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
