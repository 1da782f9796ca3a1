"""Reads files of `oxo selfplay`: src/lab/selfplay/selfplay_file.h has the format."""
import struct
import zlib

import files

VARIANTS = {1: "ultimate", 2: "ultimate-cg", 3: "ultimate-continue"}
HEADER = struct.Struct("<8sBBHIQBBBBIII")
CHANCE = 128
WIN, PROVEN, DRAW, UNKNOWN = 30000, 29900, 32767, -32768


def read(path):
    """The variant's name, and for each game its result (1 X, 2 O, 3 drawn),
    moves (+ CHANCE) and scores. Files may be compressed by xz."""
    data = files.content(path).ljust(HEADER.size)
    fields = HEADER.unpack_from(data)
    if fields[0] != b"oxogames" or fields[1] != 1 or (
            zlib.crc32(data[:HEADER.size - 4]) != fields[-1]):
        raise SystemExit(f"{path}: not a file of games")
    games, at = [], HEADER.size
    while at < len(data):
        count = data[at + 9] if at + 9 < len(data) else 255
        end = at + 10 + 3 * count
        if end + 4 > len(data) or (
                zlib.crc32(data[at:end]) != int.from_bytes(
                    data[end:end + 4], "little")):
            raise SystemExit(f"{path}: truncated or damaged at byte {at}")
        name, result = struct.unpack_from("<QB", data, at)
        scores = struct.unpack_from(f"<{count}h", data, at + 10 + count)
        games.append((name, result, data[at + 10:at + 10 + count], scores))
        at = end + 4
    if not games:
        raise SystemExit(f"{path}: no games in it")
    return VARIANTS[fields[2]], games
