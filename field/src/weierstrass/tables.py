#!/usr/bin/env python3
"""tables.py FOLDER: writes the multiples of each curve's generator that `table.rs` lays out, with plain integers, to
FOLDER/p256-fast/src/p256.bin and so on, and those for the vector comb to lanes.bin beside it.

Points are affine; each coordinate is x * 2^(64 words) mod p (Montgomery form), or x * rho mod p in lanes, little-endian.
"""
import pathlib
import sys

# The prime, its words, and the generator; SP 800-186 section 3.2.1.
CURVES = {
    "p256": (
        2**256 - 2**224 + 2**192 + 2**96 - 1,
        4,
        0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
        0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
    ),
    "p384": (
        2**384 - 2**128 - 2**96 + 2**32 - 1,
        6,
        0xAA87CA22BE8B05378EB1C71EF320AD746E1D3B628BA79B9859F741E082542A385502F25DBF55296C3A545E3872760AB7,
        0x3617DE4A96262C6F5D9E98BF9292DC29F8F41DBD289A147CE9DA3113B5F0B8C00A60B1CE1D7E819D7A431D7C90EA0E5F,
    ),
    "p521": (
        2**521 - 1,
        9,
        0xC6858E06B70404E9CD9E3ECB662395B4429C648139053FB521F828AF606B4D3DBAA14B5E77EFE75928FE1DC127A2FFA8DE3348B3C1856A429BF97E7E31C2E5BD66,
        0x11839296A789A3BC0045C8A5FB42C7D1BD998F54449579B446817AFBD17273E662C97EE72995EF42640C550B9013FAD0761353C7086A272C24088BE94769FD16650,
    ),
}
WINDOW = 6  # bits of a window of the fixed base
ODD = 128  # odd multiples for the non-adjacent form


def add(p, a, b):
    """Sum of two affine points that are neither the identity nor each other's negative."""
    (x1, y1), (x2, y2) = a, b
    if a == b:
        slope = (3 * x1 * x1 - 3) * pow(2 * y1, -1, p)
    else:
        slope = (y2 - y1) * pow(x2 - x1, -1, p)
    x3 = (slope * slope - x1 - x2) % p
    return x3, (slope * (x1 - x3) - y1) % p


def odd_multiples(p, base, count):
    """base, 3 base, 5 base, ..."""
    twice, point = add(p, base, base), base
    for _ in range(count):
        yield point
        point = add(p, point, twice)


def encode(p, words, point):
    size = 8 * words
    return b"".join((x * 2 ** (8 * size) % p).to_bytes(size, "little") for x in point)


def table(p, words, gx, gy):
    points, base = [], (gx, gy)
    for _ in range(-(-p.bit_length() // WINDOW)):  # windows[i][j] = (2 j + 1) 2^(6 i) G
        points.extend(odd_multiples(p, base, 2 ** (WINDOW - 1)))
        for _ in range(WINDOW):
            base = add(p, base, base)
    points.extend(odd_multiples(p, (gx, gy), ODD))  # odd[j] = (2 j + 1) G
    return b"".join(encode(p, words, point) for point in points)


# The word of the scalar in each lane of the vector comb: `weierstrass::vector::WORDS`.
WORDS = [7, 5, 6, 2, 4, 1, 3, 0]


def lanes(p, words, gx, gy):
    """Of P-256 alone: [round][j][word][lane], the words of (2 j + 1) 2^(32 WORDS[lane] + 4 round) G."""
    bases = [(gx, gy)]  # 2^(4 i) G
    for _ in range(63):
        base = bases[-1]
        for _ in range(4):
            base = add(p, base, base)
        bases.append(base)
    out = bytearray()
    for r in range(8):
        columns = [odd_multiples(p, bases[8 * word + r], 8) for word in WORDS]
        for points in zip(*columns):
            points = [encode(p, words, point) for point in points]
            for word in range(2 * words):
                for point in points:
                    out.extend(point[8 * word : 8 * word + 8])
    return bytes(out)


# The word of the scalar in each lane of the vector comb: `vector::WORDS`.
WORDS = [7, 5, 6, 2, 4, 1, 3, 0]
# The order, rounds of the comb, and what a lane holds for 1: `Radix52::RHO`.
LANES = {
    "p256": (0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551, 8, 2**260),
    "p384": (
        0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFC7634D81F4372DDF581A0DB248B0A77AECEC196ACCC52973,
        12,
        1,
    ),
    "p521": (
        0x1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFA51868783BF2F966B7FCC0148F709A5D03BB5C9B8899C47AEBB6FB71E91386409,
        17,
        2**520,
    ),
}


def lanes(p, words, gx, gy, n, rounds, rho):
    """[round r][multiple j][coordinate and word][lane]: (2 j + 1) 2^(4 rounds WORDS[lane] + 4 r) G; then `Doubled`, if there is one."""
    bases = [(gx, gy)]  # 2^(4 i) G
    while len(bases) < 8 * rounds:
        base = bases[-1]
        for _ in range(4):
            base = add(p, base, base)
        bases.append(base)
    out = bytearray()
    for r in range(rounds):
        for points in zip(*(odd_multiples(p, bases[rounds * word + r], 8) for word in WORDS)):
            points = [[x * rho % p for x in point] for point in points]
            for coordinate in range(2):
                for i in range(words):
                    for point in points:
                        out += (point[coordinate] >> (64 * i) & (2**64 - 1)).to_bytes(8, "little")

    # The sum E of the odd lanes for the order, and the scalar n - 2 E: octo/comb.rs.
    bits = 4 * rounds
    half = (n >> 1) + 2 ** (8 * bits - 1)
    e = sum((2 * (half >> bits * word & 2**bits - 1) + 1 - 2**bits) << bits * word for word in WORDS[1::2])
    k = n - 2 * e
    if k < n:
        point = None  # k G, k odd
        for i, base in enumerate(doublings(p, (gx, gy), k.bit_length())):
            if k >> i & 1:
                point = add(p, point, base) if point else base
        for x in (k, *(x * 2 ** (64 * words) % p for x in point)):
            out += x.to_bytes(8 * words, "little")
    return out


def doublings(p, base, count):
    """base, 2 base, 4 base, ..."""
    for _ in range(count):
        yield base
        base = add(p, base, base)


for name, parameters in CURVES.items():
    folder = pathlib.Path(sys.argv[1]) / f"{name}-fast/src"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.bin").write_bytes(table(*parameters))
    (folder / "lanes.bin").write_bytes(lanes(*parameters, *LANES[name]))
