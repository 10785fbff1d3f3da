#!/usr/bin/env python3
"""Writes p256.bin, the multiples of P-256's generator that `tables.rs` describes, with plain integers.

Points are affine; each coordinate is x * 2^256 mod p (Montgomery form), 32 bytes, little-endian.
"""
import pathlib

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
GX = 0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296
GY = 0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5


def add(a, b):
    """Sum of two affine points that are neither the identity nor each other's negative."""
    (x1, y1), (x2, y2) = a, b
    if a == b:
        slope = (3 * x1 * x1 - 3) * pow(2 * y1, -1, P)
    else:
        slope = (y2 - y1) * pow(x2 - x1, -1, P)
    x3 = (slope * slope - x1 - x2) % P
    return x3, (slope * (x1 - x3) - y1) % P


def odd_multiples(base, count):
    """base, 3 base, 5 base, ..."""
    twice, point = add(base, base), base
    for _ in range(count):
        yield point
        point = add(point, twice)


# The word of the scalar in each lane of the vector comb: `weierstrass::vector::WORDS` of the field crate.
WORDS = [7, 5, 6, 2, 4, 1, 3, 0]


def main():
    out = bytearray()

    def encode(point):
        return b"".join((coordinate * 2**256 % P).to_bytes(32, "little") for coordinate in point)

    def write(point):
        out.extend(encode(point))

    base = (GX, GY)
    for _ in range(43):  # windows[i][j] = (2 j + 1) 2^(6 i) G
        for point in odd_multiples(base, 32):
            write(point)
        for _ in range(6):
            base = add(base, base)
    for point in odd_multiples((GX, GY), 128):  # odd[j] = (2 j + 1) G
        write(point)

    bases = [(GX, GY)]  # 2^(4 i) G
    for _ in range(63):
        base = bases[-1]
        for _ in range(4):
            base = add(base, base)
        bases.append(base)
    for r in range(8):  # lanes[r][j][word][lane]: (2 j + 1) 2^(32 WORDS[lane] + 4 r) G
        lanes = [odd_multiples(bases[8 * word + r], 8) for word in WORDS]
        for points in zip(*lanes):
            points = [encode(point) for point in points]
            for word in range(8):
                for point in points:
                    out.extend(point[8 * word : 8 * word + 8])
    pathlib.Path(__file__).with_name("p256.bin").write_bytes(out)


main()
