"""P-256 in plain integers: writes the tables of this folder (field.rs, group.rs), or prints what differs with --check."""

import pathlib
import sys

# SP 800-186, G.1.2.
p = 2**256 - 2**224 + 2**192 + 2**96 - 1
a = p - 3
b = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
n = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)


def on_curve(P):
    x, y = P
    return (y * y - (x * x * x + a * x + b)) % p == 0


def add(P, Q):
    """The chord and tangent rule; None is the identity."""
    if P is None:
        return Q
    if Q is None:
        return P
    if P[0] == Q[0]:
        if (P[1] + Q[1]) % p == 0:
            return None
        slope = (3 * P[0] * P[0] + a) * pow(2 * P[1], -1, p) % p
    else:
        slope = (Q[1] - P[1]) * pow(Q[0] - P[0], -1, p) % p
    x = (slope * slope - P[0] - Q[0]) % p
    return (x, (slope * (P[0] - x) - P[1]) % p)


def mul(k, P):
    R = None
    for bit in bin(k)[2:]:
        R = add(R, R)
        if bit == "1":
            R = add(R, P)
    return R


assert on_curve(G) and mul(n, G) is None

# The multipliers of the P-256 list at http://point-at-infinity.org/ecc/nisttv: 1 to 20, two repeated digit strings,
# ten with long runs of ones and zeros, n - 20 to n - 1.
SMALL = range(1, 21)
RUNS = [
    0x41FFC1FFFFFE01FFFC0003FFFE0007C001FFF00003FFF07FFE0007C000000003,
    0x7FFFFFC03FFFC003FFFFFC007FFF00000000070000100000000E00FFFFFFF3FF,
    0x0000FFFFF01FFFF8FFFFC00FFFFFFFFFC000000FFFFFC007FFFFFC000FFFE3FF,
    0x4000008000FFFFFC000003F00000FFFFFFFF800003800F8000E0000E000000FF,
    0x003FFFFFF0001F80000003F80003FFFFC0000000000FFE0000007FF818000F80,
    0x000001C000000000001001F803FFFFFF80000000000007FF0000000000000000,
    0x7FC0007FFFFFFC0003FFFFFFFFFFFFFE00003FFFFF07FFFFFFFFFFFFC007FFFF,
    0x7FFFFC03FF807FFFE0001FFFFF800FFF800001FFFF0001FFFFFE001FFFC00000,
    0x00FFFFFFFE03FFFC07FFFC800070000FC0007FFC00000000000FFFE1FBFF81FF,
    0x01FFF81FC000000000FF801FFFC0F81F01FFF8001FC005FFFFFF800000FFFFFC,
]
OTHER = [112233445566778899, 112233445566778899112233445566778899, *RUNS, *range(n - 20, n)]


def entry(indent, *values):
    pad = " " * indent
    lines = [f'{pad}    hex32("{v:064x}"),\n' for v in values]
    return lines[0][4:] if len(values) == 1 else f"{pad}(\n{''.join(lines)}{pad}),\n"


FIELD = (
    "//! Vectors for the base field, written by `generate.py`.\n\n"
    "use super::hex32;\n\n"
    "/// Repeated doubling of one: `2^i` for `i` in `0..250`.\n"
    "pub const DBL_TEST_VECTORS: &[[u8; 32]] = &[\n"
    + "".join(entry(4, 2**i) for i in range(250))
    + "];\n"
)

GROUP = (
    "//! Vectors for the group, written by `generate.py`. The multipliers are those of the P-256 list at\n"
    "//! <http://point-at-infinity.org/ecc/nisttv>.\n\n"
    "use super::hex32;\n\n"
    "/// Repeated addition of the generator: the coordinates `(x, y)` of `k G` for `k` in `1..=20`.\n"
    "pub const ADD_TEST_VECTORS: &[([u8; 32], [u8; 32])] = &[\n"
    + "".join(entry(4, *mul(k, G)) for k in SMALL)
    + "];\n\n"
    "/// Multiples of the generator: `(k, x, y)` with `k G = (x, y)`, for larger `k`.\n"
    "pub const MUL_TEST_VECTORS: &[([u8; 32], [u8; 32], [u8; 32])] = &[\n"
    + "".join(entry(4, k, *mul(k, G)) for k in OTHER)
    + "];\n"
)

if __name__ == "__main__":
    here = pathlib.Path(__file__).parent
    stale = []
    for name, text in (("field.rs", FIELD), ("group.rs", GROUP)):
        file = here / name
        if "--check" not in sys.argv:
            file.write_text(text)
        elif file.read_text() != text:
            stale.append(name)
    if stale:
        sys.exit("not as generated: " + ", ".join(stale))
