#!/usr/bin/env python3
"""Draws the losses of a training run: curves.py LOG.csv PICTURE.png

Blue is the loss on the positions learned from, orange on the held-out ones, over the
steps. Grey lines are a hundredth apart; the figures at the left are in thousandths.
Plain Python: the picture is drawn by hand.
"""
import csv
import math
import struct
import zlib

import arguments
import files

WIDTH, HEIGHT, LEFT, EDGE = 900, 500, 60, 20
WHITE, GREY, BLACK = (255, 255, 255), (225, 225, 225), (40, 40, 40)
CURVES = {"train": (31, 119, 180), "test": (255, 127, 14)}
# Rows of three dots, from the top down.
FONT = {"0": "75557", "1": "26227", "2": "71747", "3": "71717", "4": "55711",
        "5": "74717", "6": "74757", "7": "71111", "8": "75757", "9": "75717"}


class Picture:
    def __init__(self):
        self.rows = [[WHITE] * WIDTH for _ in range(HEIGHT)]

    def dot(self, x, y, colour):
        if 0 <= x < WIDTH and 0 <= y < HEIGHT:
            self.rows[y][x] = colour

    def line(self, start, end, colour):
        steps = max(1, math.ceil(max(abs(end[0] - start[0]),
                                     abs(end[1] - start[1]))))
        for i in range(steps + 1):
            x, y = (round(a + (b - a) * i / steps)
                    for a, b in zip(start, end))
            self.dot(x, y, colour)
            self.dot(x, y + 1, colour)

    def number(self, x, y, text):
        for at, digit in enumerate(text):
            for row, bits in enumerate(FONT[digit]):
                for column in range(3):
                    if int(bits) >> (2 - column) & 1:
                        for dx, dy in ((0, 0), (0, 1), (1, 0), (1, 1)):
                            self.dot(x + 8 * at + 2 * column + dx,
                                     y + 2 * row + dy, BLACK)

    def save(self, path):
        def chunk(name, data):
            body = name + data
            return (struct.pack(">I", len(data)) + body +
                    struct.pack(">I", zlib.crc32(body)))
        raw = b"".join(b"\0" + bytes(c for dot in row for c in dot)
                       for row in self.rows)
        with open(path, "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n" +
                       chunk(b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT,
                                                  8, 2, 0, 0, 0)) +
                       chunk(b"IDAT", zlib.compress(raw, 9)) +
                       chunk(b"IEND", b""))


def draw(rows):
    values = [float(row[name]) for row in rows for name in CURVES]
    # The first losses are too large for the scale of the others.
    values = sorted(values)[:max(2, len(values) * 49 // 50)]
    low = math.floor(values[0] * 100) / 100
    high = max(low + 0.01, math.ceil(values[-1] * 100) / 100)
    last = float(rows[-1]["step"])

    def place(row, name):
        return (LEFT + (WIDTH - LEFT - EDGE) * float(row["step"]) / last,
                EDGE + (HEIGHT - 2 * EDGE) *
                (high - float(row[name])) / (high - low))
    picture = Picture()
    for i in range(round((high - low) * 100) + 1):
        y = round(EDGE + (HEIGHT - 2 * EDGE) * i / 100 / (high - low))
        picture.line((LEFT, y), (WIDTH - EDGE, y), GREY)
        picture.number(10, y - 5, f"{round((high - i / 100) * 1000):4d}"
                       .replace(" ", "0"))
    for name, colour in CURVES.items():
        for a, b in zip(rows, rows[1:]):
            picture.line(place(a, name), place(b, name), colour)
    return picture


def parse():
    parser = arguments.parser(__doc__)
    parser.add_argument("log")
    parser.add_argument("picture")
    return parser.parse_args()


def main():
    options = parse()
    text = files.content(options.log).decode("ascii", "replace")
    rows = list(csv.DictReader(text.splitlines()))
    if len(rows) < 2 or not {"step", *CURVES} <= rows[0].keys():
        raise SystemExit(f"{options.log}: not a log of a training")
    draw(rows).save(options.picture)


if __name__ == "__main__":
    main()
