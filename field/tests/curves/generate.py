"""The reference values of the curve crates' tests in plain integers: writes src/test_vectors and tests/data of p256-fast,
p384-fast and p521-fast, or says which files differ with --check.

Written from the text of SP 800-186, RFC 6979, RFC 9380 and RFC 9497.
"""

import hashlib
import pathlib
import sys
from types import SimpleNamespace

here = pathlib.Path(__file__).parent


# SP 800-186, 3.2.1.3 to 3.2.1.5; the private keys of RFC 6979, A.2.5 to A.2.7; `Z` and `L` of RFC 9380, 8.2 to 8.4; blinds
# and the randomness of the batch proof of RFC 9497, A.3 to A.5. `skew` octets of ones at the start of a candidate for the
# nonce make it larger than n. `other` are two more hashes. The multipliers are those of the curve's list at
# http://point-at-infinity.org/ecc/nisttv: 1 to 20, two repeated digit strings, ten with long runs of ones and zeros, n - 20
# to n - 1.
P256 = SimpleNamespace(
    bits=256,
    p=2**256 - 2**224 + 2**192 + 2**96 - 1,
    b=0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B,
    n=0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551,
    G=(
        0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
        0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
    ),
    D=0xC9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721,
    hash="sha256",
    other=("sha512", "sha3_256"),
    skew=8,
    Z=-10,
    L=48,
    security=128,
    blinds=[
        0x3338FA65EC36E0290022B48EB562889D89DBFA691D1CDE91517FA222ED7AD364,
        0xF9DB001266677F62C095021DB018CD8CBB55941D4073698CE45C405D1348B7B1,
    ],
    batch=0x350E8040F828BF6CECA27405420CDF3D63CB3AEF005F40BA51943C8026877963,
    runs=[
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
    ],
)
P384 = SimpleNamespace(
    bits=384,
    p=2**384 - 2**128 - 2**96 + 2**32 - 1,
    b=0xB3312FA7E23EE7E4988E056BE3F82D19181D9C6EFE8141120314088F5013875AC656398D8A2ED19D2A85C8EDD3EC2AEF,
    n=0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFC7634D81F4372DDF581A0DB248B0A77AECEC196ACCC52973,
    G=(
        0xAA87CA22BE8B05378EB1C71EF320AD746E1D3B628BA79B9859F741E082542A385502F25DBF55296C3A545E3872760AB7,
        0x3617DE4A96262C6F5D9E98BF9292DC29F8F41DBD289A147CE9DA3113B5F0B8C00A60B1CE1D7E819D7A431D7C90EA0E5F,
    ),
    D=0x6B9D3DAD2E1B8C1C05B19875B6659F4DE23C3B667BF297BA9AA47740787137D896D5724E4C70A825F872C9EA60D2EDF5,
    hash="sha384",
    other=("sha512", "sha3_384"),
    skew=25,
    Z=-12,
    L=72,
    security=192,
    blinds=[
        0x504650F53DF8F16F6861633388936EA23338FA65EC36E0290022B48EB562889D89DBFA691D1CDE91517FA222ED7AD364,
        0x803D955F0E073A04AA5D92B3FB739F56F9DB001266677F62C095021DB018CD8CBB55941D4073698CE45C405D1348B7B1,
    ],
    batch=0xA097E722ED2427DE86966910ACBA9F5C350E8040F828BF6CECA27405420CDF3D63CB3AEF005F40BA51943C8026877963,
    runs=[
        0x41FFC1FFFFFE01FFFC0003FFFE0007C001FFF00003FFF07FFE0007C000000003FFFFFF807FFF8007FFFFF800FFFE0000,
        0x400000003803FFFFFFCFFFFFE0800000001FFFFE03FFFF1FFFF801FFFFFFFFF8000001FFFFF800FFFFFF8001FFFC7FFF,
        0x4000008000FFFFFC000003F00000FFFFFFFF800003800F8000E0000E000000FFFFFFE00000FFFFFFC0007E0000000FE0,
        0x000000001FFC000000FFF030001F0000FFFFF0000038000000000002003F007FFFFFF0000000000000FFE00000000000,
        0x000FFFE0800001FF0001FFFFFFF0000FFFFFFFFFFFFFF80000FFFFFC1FFFFFFFFFFFFF001FFFFFFFFFFFFBFFFFE01FFC,
        0x07FFFE0001FFFFF800FFF800001FFFF0001FFFFFE001FFFC0000003FFE03FFFFFFF80FFFF01FFFF20001C0003F0001FF,
        0x0000003FFF87EFFE07FE7FFFFE07FFE07F0000000003FE007FFF03E07C07FFE0007F0017FFFFFE000003FFFFF007FFFF,
        0x00FFFFFF0000007E07FFFFF80031FFEFFDFFFFC3FFFFFFFFF01FFFFFFFFF80000000007FC000FC000000004003FFC000,
        0x00001FFF803FF8000001FFF000FFFFFFE3FFF000000007FFDFF80000003FFF007FFFFFC01FFFFFF9FFFFE001FC000000,
        0x7FF0001FFF000FFFFFFFFF80007FFC0003F80001FFF8000000001FC000000FFF000000007FFC01FFFC020000003FC000,
    ],
)
P521 = SimpleNamespace(
    bits=521,
    p=2**521 - 1,
    b=0x51953EB9618E1C9A1F929A21A0B68540EEA2DA725B99B315F3B8B489918EF109E156193951EC7E937B1652C0BD3BB1BF073573DF883D2C34F1EF451FD46B503F00,
    n=0x1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFA51868783BF2F966B7FCC0148F709A5D03BB5C9B8899C47AEBB6FB71E91386409,
    G=(
        0xC6858E06B70404E9CD9E3ECB662395B4429C648139053FB521F828AF606B4D3DBAA14B5E77EFE75928FE1DC127A2FFA8DE3348B3C1856A429BF97E7E31C2E5BD66,
        0x11839296A789A3BC0045C8A5FB42C7D1BD998F54449579B446817AFBD17273E662C97EE72995EF42640C550B9013FAD0761353C7086A272C24088BE94769FD16650,
    ),
    D=0xFAD06DAA62BA3B25D2FB40133DA757205DE67F5BB0018FEE8C86E1B68C7E75CAA896EB32F1F47C70855836A6D16FCC1466F6D8FBEC67DB89EC0C08B0E996B83538,
    hash="sha512",
    other=("sha256", "sha3_512"),
    skew=34,
    Z=-4,
    L=98,
    security=256,
    blinds=[
        0xD1DCCF7A51BAFAF75D4A866D53D8CAFE4D504650F53DF8F16F6861633388936EA23338FA65EC36E0290022B48EB562889D89DBFA691D1CDE91517FA222ED7AD364,
        0x15E80AE32363B32CB76AD4B95A5A34E46BB803D955F0E073A04AA5D92B3FB739F56F9DB001266677F62C095021DB018CD8CBB55941D4073698CE45C405D1348B7B1,
    ],
    batch=0x1EC21C7BB69B0734CB48DFD68433DD93B0FA097E722ED2427DE86966910ACBA9F5C350E8040F828BF6CECA27405420CDF3D63CB3AEF005F40BA51943C8026877963,
    runs=[
        0x0083FF83FFFFFC03FFF80007FFFC000F8003FFE00007FFE0FFFC000F8000000007FFFFFF00FFFF000FFFFFF001FFFC000000001C0000400000003803FFFFFFCFFFFF,
        0x000001FFFFE03FFFF1FFFF801FFFFFFFFF8000001FFFFF800FFFFFF8001FFFC7FFFF820000040007FFFFE000001F800007FFFFFFFC00001C007C0007000070000007,
        0x00007FFFFFE0003F00000007F00007FFFF80000000001FFC000000FFF030001F0000FFFFF0000038000000000002003F007FFFFFF0000000000000FFE00000000000,
        0x00001FFFC1000003FE0003FFFFFFE0001FFFFFFFFFFFFFF00001FFFFF83FFFFFFFFFFFFE003FFFFFFFFFFFF7FFFFC03FF807FFFE0001FFFFF800FFF800001FFFF000,
        0x000000000FFF80FFFFFFFE03FFFC07FFFC800070000FC0007FFC00000000000FFFE1FBFF81FF9FFFFF81FFF81FC000000000FF801FFFC0F81F01FFF8001FC005FFFF,
        0x000FFFFFC01FFFFFF01FFFFFE000000FC0FFFFFF00063FFDFFBFFFF87FFFFFFFFE03FFFFFFFFF0000000000FF8001F8000000008007FF800003FFFF00000FFFC01FF,
        0x000000003FFE001FFFFFFC7FFE00000000FFFBFF00000007FFE00FFFFFF803FFFFFF3FFFFC003F8000000007FE03FF8000FFF8007FFFFFFFFC0003FFE0001FC0000F,
        0x00007F0000003FFC00000001FFF007FFF008000000FF0000000FFFC03FFFFFFF800000030FFF80FE00000000C00001FFFF8001FFFFFFFFE0000000000003FFFFFFF3,
        0x00F07F80FFFFFF00003FF8003FF87FFFFF007FE07E0000003FFFFFF80007FE0000000000000003FC00000000007FFC07FF807F7F1FFFEF07FFFFF8000000000003FF,
        0x000000000003FFF7FFFFFFFFFFFFFFE007FFFFFFE3FFFFFFFFFC01FFE0001FE01FFFFFFF0000000000FFFFFFC0000000007FFFFFF03FF8000000000000C000000000,
    ],
)


def select(curve):
    """The functions below are about this curve."""
    globals().update(vars(curve))
    globals().update(a=p - 3, size=-(-bits // 8), name=f"P{bits}", suite=f"P{bits}-{hash.upper()}")
    assert on_curve(G) and mul(n, G) is None


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


def int2octets(x):
    return x.to_bytes(size, "big")


def hx(x):
    return x.hex() if isinstance(x, bytes) else int2octets(x).hex()


def paragraph(**fields):
    return "".join(f"{key} = {value}".rstrip() + "\n" for key, value in fields.items()) + "\n"


# --- src/test_vectors.


def entry(indent, *values):
    pad = " " * indent
    lines = [f'{pad}    hex("{int2octets(v).hex()}"),\n' for v in values]
    return lines[0][4:] if len(values) == 1 else f"{pad}(\n{''.join(lines)}{pad}),\n"


def field():
    """Vectors that p256 alone has."""
    return (
        "//! Vectors for the base field, written by `generate.py`.\n\n"
        "use super::hex;\n\n"
        "/// Repeated doubling of one: `2^i` for `i` in `0..250`.\n"
        "pub const DBL_TEST_VECTORS: &[[u8; 32]] = &[\n"
        + "".join(entry(4, 2**i) for i in range(250))
        + "];\n"
    )


def group():
    other = [112233445566778899, 112233445566778899112233445566778899, *runs, *range(n - 20, n)]
    octets = f"[u8; {size}]"
    return (
        f"//! Vectors for the group, written by `generate.py`. The multipliers are those of the P-{bits} list at\n"
        "//! <http://point-at-infinity.org/ecc/nisttv>.\n\n"
        "use super::hex;\n\n"
        "/// Repeated addition of the generator: the coordinates `(x, y)` of `k G` for `k` in `1..=20`.\n"
        f"pub const ADD_TEST_VECTORS: &[({octets}, {octets})] = &[\n"
        + "".join(entry(4, *mul(k, G)) for k in range(1, 21))
        + "];\n\n"
        "/// Multiples of the generator: `(k, x, y)` with `k G = (x, y)`, for larger `k`.\n"
        f"pub const MUL_TEST_VECTORS: &[({octets}, {octets}, {octets})] = &[\n"
        + "".join(entry(4, k, *mul(k, G)) for k in other)
        + "];\n"
    )


# --- Multiples of the base point.


def multiples():
    out = "# k G = (x, y).\n\n"
    ks = {1, 2, 3, n - 3, n - 2, n - 1, (n - 1) // 2, (n + 1) // 2, n - 34}
    ks |= {2**i for i in range(4, bits, 12)} | {2**i - 1 for i in range(16, bits + 1, 16) if 2**i - 1 < n}
    # Every digit of a window of 4, 5, 6 or 7 bits at its least, in the middle and at its greatest.
    ks |= {d * ((2 ** (bits - 4) - 1) // (2**w - 1)) % n for w in (4, 5, 6, 7) for d in (1, 2 ** (w - 1), 2**w - 1)}
    ks |= {int.from_bytes(hashlib.sha256(b"multiple %d" % i).digest(), "big") % n for i in range(20)}
    for k in sorted(ks):
        x, y = mul(k, G)
        out += paragraph(k=hx(k), x=hx(x), y=hx(y))
    return out


# --- RFC 6979.

def bits2int(octets):
    return int.from_bytes(octets, "big") >> max(0, 8 * len(octets) - bits)


def hash_named(name):
    return lambda data: hashlib.new(name, data).digest()


def skewed(data):
    """The curve's hash, where an odd digest starts with so many ones that a candidate from it is not below n."""
    digest = hash_named(hash)(data)
    return b"\xff" * skew + digest[skew:] if digest[-1] % 2 else digest


def hmac(H, block, key, data):
    """RFC 2104, for keys of at most a block."""
    key = key.ljust(block, b"\0")
    return H(bytes(c ^ 0x5C for c in key) + H(bytes(c ^ 0x36 for c in key) + data))


def sign(d, H, block, message):
    """Section 3.2, step by step: (k, r, s, number of candidates k that were not in 1..n)."""
    digest = H(message)
    hlen = len(digest)
    secret = int2octets(d) + int2octets(bits2int(digest) % n)
    V, K = b"\1" * hlen, b"\0" * hlen
    for separator in (b"\0", b"\1"):
        K = hmac(H, block, K, V + separator + secret)
        V = hmac(H, block, K, V)
    rejected = 0
    while True:
        T = b""
        while len(T) < size:
            V = hmac(H, block, K, V)
            T += V
        k = bits2int(T[:size])
        if 0 < k < n:
            r = mul(k, G)[0] % n
            s = pow(k, -1, n) * (bits2int(digest) + r * d) % n
            if r and s:
                return k, r, s, rejected
        rejected += 1
        K = hmac(H, block, K, V + b"\0")
        V = hmac(H, block, K, V)


def rfc6979():
    out = "# RFC 6979, A.2: both messages under every hash. Then other keys, and a hash that makes k leave its range.\n\n"
    cases = [(D, h, m) for h in ("sha1", "sha224", "sha256", "sha384", "sha512") for m in ("sample", "test")]
    cases += [(d, h, "sample") for d in (1, 2, n - 1, n // 2, 2 ** (bits - 32)) for h in (hash, *other)]
    cases += [(D, hash, "")] + [(D, "skewed", f"sample {i}") for i in range(20)]
    for d, name, message in cases:
        H = skewed if name == "skewed" else hash_named(name)
        block = hashlib.new(hash if name == "skewed" else name).block_size
        x, y = mul(d, G)
        k, r, s, rejected = sign(d, H, block, message.encode())
        out += paragraph(d=hx(d), x=hx(x), y=hx(y), hash=name, message=message, k=hx(k), r=hx(r), s=hx(s), rejected=rejected)
    return out


# --- RFC 9380.


def expand_message_xmd(message, dst, length):
    H = hash_named(hash)
    hlen = hashlib.new(hash).digest_size
    if len(dst) > 255:
        dst = H(b"H2C-OVERSIZE-DST-" + dst)
    dst += bytes([len(dst)])
    b0 = H(bytes(hashlib.new(hash).block_size) + message + length.to_bytes(2, "big") + b"\0" + dst)
    block = H(b0 + b"\1" + dst)
    out = block
    for i in range(2, -(-length // hlen) + 1):
        block = H(bytes(u ^ v for u, v in zip(b0, block)) + bytes([i]) + dst)
        out += block
    return out[:length]


def hash_to_field(message, dst, count, modulus=None):
    okm = expand_message_xmd(message, dst, L * count)
    return [int.from_bytes(okm[L * i : L * (i + 1)], "big") % (modulus or p) for i in range(count)]


def sqrt(v):
    root = pow(v, (p + 1) // 4, p)
    return root if root * root % p == v % p else None


def map_to_curve_simple_swu(u):
    g = lambda x: (x * x * x + a * x + b) % p  # noqa: E731
    t = (Z * Z * pow(u, 4, p) + Z * u * u) % p
    x = -b * pow(a, -1, p) * (1 + pow(t, -1, p)) % p if t else b * pow(Z * a, -1, p) % p
    y = sqrt(g(x))
    if y is None:
        x = Z * u * u * x % p
        y = sqrt(g(x))
    return (x, y if y % 2 == u % 2 else p - y)


def hash_to_curve(message, dst, count=2):
    u = hash_to_field(message, dst, count)
    Q = [map_to_curve_simple_swu(x) for x in u]
    return u, Q, add(*Q) if count == 2 else Q[0]


def rfc9380():
    messages = ["", "abc", "abcdef0123456789", "q128_" + 128 * "q", "a512_" + 512 * "a"]
    out = "# RFC 9380. Messages and tags of J and K, then ours.\n\n"
    for suite, count in ((f"{name}_XMD:SHA-{hash[3:]}_SSWU_RO_", 2), (f"{name}_XMD:SHA-{hash[3:]}_SSWU_NU_", 1)):
        out += f"[{suite}]\n\n"
        for message in messages + [f"message {i}" for i in range(10)]:
            dst = "QUUX-V01-CS02-with-" + suite
            u, Q, (x, y) = hash_to_curve(message.encode(), dst.encode(), count)
            out += paragraph(
                dst=dst,
                message=message,
                u=", ".join(map(hx, u)),
                Qx=", ".join(hx(P[0]) for P in Q),
                Qy=", ".join(hx(P[1]) for P in Q),
                x=hx(x),
                y=hx(y),
            )
    # Z^2 u^4 + Z u^2 = 0 for u = 0 and for u^2 = -1/Z.
    out += "[map_to_curve]\n\n"
    exceptional = sqrt(pow(-Z, -1, p))
    for u in (0, exceptional, p - exceptional, 1, p - 1, (p - 1) // 2, 2 ** (bits - 1), 2**128 - 1):
        x, y = map_to_curve_simple_swu(u)
        out += paragraph(u=hx(u), x=hx(x), y=hx(y))
    out += "[expand_message_xmd]\n\n"
    expander = f"QUUX-V01-CS02-with-expander-{hash.upper()}-{security}"
    long = expander + "-long-DST-"
    tags = [expander, long + "1" * (256 - len(long)), "t", 255 * "t", 256 * "t"]
    for dst in tags:
        for length in (0x20, 0x80) if dst[0] == "Q" else (1, 33, 300):
            for message in messages if dst[0] == "Q" else ["abc"]:
                okm = expand_message_xmd(message.encode(), dst.encode(), length)
                out += paragraph(dst=dst, message=message, length=length, okm=hx(okm))
    return out


# --- RFC 9497.


def i2osp2(x):
    return len(x).to_bytes(2, "big") + x


def element(P):
    return bytes([2 + P[1] % 2]) + int2octets(P[0])


class Oprf:
    def __init__(self, mode):
        self.mode = mode
        self.context = b"OPRFV1-" + bytes([mode]) + b"-" + suite.encode()

    def hash_to_group(self, x):
        return hash_to_curve(x, b"HashToGroup-" + self.context)[2]

    def hash_to_scalar(self, x, dst=b"HashToScalar-"):
        return hash_to_field(x, dst + self.context, 1, n)[0]

    def derive_key(self, seed, info):
        for counter in range(256):
            k = self.hash_to_scalar(seed + i2osp2(info) + bytes([counter]), b"DeriveKeyPair")
            if k:
                return k

    def proof(self, k, B, C, D, r):
        """GenerateProof (2.2.1) with A = G, for B = k G and D_i = k C_i."""
        seed = hash_named(hash)(i2osp2(element(B)) + i2osp2(b"Seed-" + self.context))
        M = None
        for i, (Ci, Di) in enumerate(zip(C, D)):
            x = i2osp2(seed) + i.to_bytes(2, "big") + i2osp2(element(Ci)) + i2osp2(element(Di)) + b"Composite"
            M = add(M, mul(self.hash_to_scalar(x), Ci))
        points = (B, M, mul(k, M), mul(r, G), mul(r, M))
        c = self.hash_to_scalar(b"".join(i2osp2(element(P)) for P in points) + b"Challenge")
        return int2octets(c) + int2octets((r - c * k) % n)

    def case(self, sk, inputs, blinds, info, r):
        """One protocol run (3.3): what the client sends, what the server answers, what the client computes."""
        k = sk if self.mode < 2 else (sk + self.hash_to_scalar(b"Info" + i2osp2(info))) % n
        factor = k if self.mode < 2 else pow(k, -1, n)
        blinded = [mul(blind, self.hash_to_group(x)) for x, blind in zip(inputs, blinds)]
        evaluated = [mul(factor, P) for P in blinded]
        outputs = []
        for x, blind, P in zip(inputs, blinds, evaluated):
            N = mul(pow(blind, -1, n), P)
            data = i2osp2(x) + (i2osp2(info) if self.mode == 2 else b"") + i2osp2(element(N)) + b"Finalize"
            outputs.append(hash_named(hash)(data))
        case = dict(
            Input=", ".join(map(hx, inputs)),
            Blind=", ".join(map(hx, blinds)),
            BlindedElement=", ".join(hx(element(P)) for P in blinded),
            EvaluationElement=", ".join(hx(element(P)) for P in evaluated),
            Output=", ".join(map(hx, outputs)),
        )
        if self.mode == 2:
            case["Info"] = hx(info)
        if self.mode:
            pair = (blinded, evaluated) if self.mode == 1 else (evaluated, blinded)
            case |= {"Proof.r": hx(r), "Proof.proof": hx(self.proof(k, mul(k, G), *pair, r))}
        return case


# Inputs of RFC 9497, A.
SEED, KEY_INFO, INFO = bytes([0xA3]) * 32, b"test key", b"test info"
INPUTS = [b"\0", bytes([0x5A]) * 17]


def rfc9497():
    number = lambda label, i: 1 + int.from_bytes(hashlib.sha256(b"%s %d" % (label, i)).digest(), "big") % (n - 1)  # noqa: E731
    out = "# RFC 9497. Seed, key info, inputs and blinds of A, then ours.\n\n"
    for mode, name in enumerate(("OPRF", "VOPRF", "POPRF")):
        oprf = Oprf(mode)
        sk = oprf.derive_key(SEED, KEY_INFO)
        out += f"[{name}]\n\n"
        out += paragraph(mode=mode, seed=hx(SEED), keyInfo=hx(KEY_INFO), skSm=hx(sk), pkSm=hx(element(mul(sk, G))))
        runs = [([x], blinds[:1], INFO, blinds[1]) for x in INPUTS]
        if mode:
            runs.append((INPUTS, blinds, INFO, batch))
        for i in range(5):
            size = 1 if mode == 0 else 1 + i
            inputs = [b"input %d" % j * i for j in range(size)]
            runs.append((inputs, [number(b"blind", 8 * i + j) for j in range(size)], b"info" * i, number(b"r", i)))
        for run in runs:
            out += paragraph(**oprf.case(sk, *run))
    return out


if __name__ == "__main__":
    stale = []
    for curve in (P256, P384, P521):
        select(curve)
        crate = here / f"../../../{name.lower()}-fast"
        files = {crate / "src/test_vectors/group.rs": group}
        if name == "P256":
            files[crate / "src/test_vectors/field.rs"] = field
        for make in (multiples, rfc6979, rfc9380, rfc9497):
            files[crate / "tests/data" / f"{make.__name__}.txt"] = make
        for file, make in files.items():
            if "--check" not in sys.argv:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(make())
            elif file.read_text() != make():
                stale.append(str(file.resolve()))
    if stale:
        sys.exit("not as generated: " + ", ".join(stale))
