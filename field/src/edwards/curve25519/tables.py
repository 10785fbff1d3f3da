#!/usr/bin/env python3
"""tables.py FOLDER: writes the multiples of edwards25519's base point that `table.rs` lays out, with plain integers, to
FOLDER/field/src/edwards/curve25519/edwards25519.bin.

Points are affine; an entry is y + x, y - x and 2 d x y modulo p, each in 32 bytes, little-endian. In the table for eight lanes a word of 64
bits of eight entries stands together.
"""
import pathlib
import sys

P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P
# RFC 8032 section 5.1.
BASE = (
    15112221349535400772501151409588531511454012693041857206046113283949847762202,
    46316835694926478169428394003475163141307993866256225615783033603165251855960,
)
WINDOW = 6  # bits of a window of the fixed base
WINDOWS = 43  # of 257 bits
ODD = 128  # odd multiples for the non-adjacent form, for each part of the scalar
SPLIT = 128  # bits of its lower part
LANES = [7, 5, 6, 2, 4, 1, 3, 0]  # which 32 bits of the scalar each lane has


def add(a, b):
    """Sum of two points, by the addition law of the curve, RFC 8032 section 5.1.4 in affine coordinates."""
    (x1, y1), (x2, y2) = a, b
    t = D * x1 * x2 * y1 * y2
    x3 = (x1 * y2 + x2 * y1) * pow(1 + t, -1, P)
    y3 = (y1 * y2 + x1 * x2) * pow(1 - t, -1, P)
    return x3 % P, y3 % P


def odd_multiples(base, count):
    """base, 3 base, 5 base, ..."""
    twice, point = add(base, base), base
    for _ in range(count):
        yield point
        point = add(point, twice)


def encode(point):
    x, y = point
    return b"".join((e % P).to_bytes(32, "little") for e in (y + x, y - x, 2 * D * x * y))


def lanes():
    """[round][j][word][lane]: (2 j + 1) 2^(32 LANES[lane] + 4 round) B."""
    bases = [BASE]
    for _ in range(255):
        bases.append(add(bases[-1], bases[-1]))
    rows = []
    for i in range(8):
        entries = [[encode(p) for p in odd_multiples(bases[32 * word + 4 * i], 8)] for word in LANES]
        for j in range(8):
            for word in range(0, 96, 8):
                rows.extend(lane[j][word : word + 8] for lane in entries)
    return b"".join(rows)


def table():
    points, base = [], BASE
    for _ in range(WINDOWS):  # windows[i][j] = (2 j + 1) 2^(6 i) B
        points.extend(odd_multiples(base, 2 ** (WINDOW - 1)))
        for _ in range(WINDOW):
            base = add(base, base)
    upper = BASE
    for _ in range(SPLIT):
        upper = add(upper, upper)
    for base in BASE, upper:  # odd[i][j] = (2 j + 1) 2^(SPLIT i) B
        points.extend(odd_multiples(base, ODD))
    return b"".join(encode(point) for point in points) + lanes()


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1]) / "field/src/edwards/curve25519"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "edwards25519.bin").write_bytes(table())
