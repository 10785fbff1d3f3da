"""The reference values of this folder in plain integers: writes the four .txt files, or says which differ with --check.

The curve is that of src/test_vectors/generate.py; the rest follows the text of RFC 6979, RFC 9380 and RFC 9497.
"""

import hashlib
import pathlib
import sys

here = pathlib.Path(__file__).parent
sys.path.insert(0, str(here / "../../src/test_vectors"))
sys.dont_write_bytecode = True
from generate import G, a, add, b, mul, n, p  # noqa: E402


def int2octets(x):
    return x.to_bytes(32, "big")


def hx(x):
    return x.hex() if isinstance(x, bytes) else f"{x:064x}"


def paragraph(**fields):
    return "".join(f"{key} = {value}".rstrip() + "\n" for key, value in fields.items()) + "\n"


# --- Multiples of the base point.


def multiples():
    out = "# k G = (x, y).\n\n"
    ks = {1, 2, 3, n - 3, n - 2, n - 1, (n - 1) // 2, (n + 1) // 2, n - 34}
    ks |= {2**i for i in range(4, 256, 12)} | {2**i - 1 for i in range(16, 257, 16) if 2**i - 1 < n}
    # Every digit of a window of 4, 5, 6 or 7 bits at its least, in the middle and at its greatest.
    ks |= {d * ((2**252 - 1) // (2**w - 1)) % n for w in (4, 5, 6, 7) for d in (1, 2 ** (w - 1), 2**w - 1)}
    ks |= {int.from_bytes(hashlib.sha256(b"multiple %d" % i).digest(), "big") % n for i in range(20)}
    for k in sorted(ks):
        x, y = mul(k, G)
        out += paragraph(k=hx(k), x=hx(x), y=hx(y))
    return out


# --- RFC 6979.

D = 0xC9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721  # A.2.5


def bits2int(octets):
    return int.from_bytes(octets, "big") >> max(0, 8 * len(octets) - 256)


def hash_named(name):
    return lambda data: hashlib.new(name, data).digest()


def skewed(data):
    """SHA-256, where an odd digest starts with 64 ones and so is not below n."""
    digest = hash_named("sha256")(data)
    return b"\xff" * 8 + digest[8:] if digest[-1] % 2 else digest


def hmac(H, block, key, data):
    """RFC 2104, for keys of at most a block."""
    key = key.ljust(block, b"\0")
    return H(bytes(c ^ 0x5C for c in key) + H(bytes(c ^ 0x36 for c in key) + data))


def sign(d, H, block, message):
    """Section 3.2, step by step: (k, r, s, number of candidates k that were not in 1..n)."""
    digest = H(message)
    size = len(digest)
    secret = int2octets(d) + int2octets(bits2int(digest) % n)
    V, K = b"\1" * size, b"\0" * size
    for separator in (b"\0", b"\1"):
        K = hmac(H, block, K, V + separator + secret)
        V = hmac(H, block, K, V)
    rejected = 0
    while True:
        T = b""
        while len(T) < 32:
            V = hmac(H, block, K, V)
            T += V
        k = bits2int(T[:32])
        if 0 < k < n:
            r = mul(k, G)[0] % n
            s = pow(k, -1, n) * (bits2int(digest) + r * d) % n
            if r and s:
                return k, r, s, rejected
        rejected += 1
        K = hmac(H, block, K, V + b"\0")
        V = hmac(H, block, K, V)


def rfc6979():
    out = "# RFC 6979, A.2.5: both messages under every hash. Then other keys, and a hash that makes k leave its range.\n\n"
    cases = [(D, h, m) for h in ("sha1", "sha224", "sha256", "sha384", "sha512") for m in ("sample", "test")]
    cases += [(d, h, "sample") for d in (1, 2, n - 1, n // 2, 2**224) for h in ("sha256", "sha512", "sha3_256")]
    cases += [(D, "sha256", "")] + [(D, "skewed", f"sample {i}") for i in range(20)]
    for d, name, message in cases:
        H, block = (skewed, 64) if name == "skewed" else (hash_named(name), hashlib.new(name).block_size)
        x, y = mul(d, G)
        k, r, s, rejected = sign(d, H, block, message.encode())
        out += paragraph(d=hx(d), x=hx(x), y=hx(y), hash=name, message=message, k=hx(k), r=hx(r), s=hx(s), rejected=rejected)
    return out


# --- RFC 9380.


def expand_message_xmd(message, dst, length):
    H = lambda x: hashlib.sha256(x).digest()  # noqa: E731
    if len(dst) > 255:
        dst = H(b"H2C-OVERSIZE-DST-" + dst)
    dst += bytes([len(dst)])
    b0 = H(bytes(64) + message + length.to_bytes(2, "big") + b"\0" + dst)
    block = H(b0 + b"\1" + dst)
    out = block
    for i in range(2, -(-length // 32) + 1):
        block = H(bytes(u ^ v for u, v in zip(b0, block)) + bytes([i]) + dst)
        out += block
    return out[:length]


def hash_to_field(message, dst, count, modulus=p):
    okm = expand_message_xmd(message, dst, 48 * count)
    return [int.from_bytes(okm[48 * i : 48 * (i + 1)], "big") % modulus for i in range(count)]


def sqrt(v):
    root = pow(v, (p + 1) // 4, p)
    return root if root * root % p == v % p else None


Z = -10


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
    out = "# RFC 9380. Messages and tags of J.1.1, J.1.2, K.1 and K.2, then ours.\n\n"
    for suite, count in (("P256_XMD:SHA-256_SSWU_RO_", 2), ("P256_XMD:SHA-256_SSWU_NU_", 1)):
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
    for u in (0, exceptional, p - exceptional, 1, p - 1, (p - 1) // 2, 2**255, 2**128 - 1):
        x, y = map_to_curve_simple_swu(u)
        out += paragraph(u=hx(u), x=hx(x), y=hx(y))
    out += "[expand_message_xmd]\n\n"
    long = "QUUX-V01-CS02-with-expander-SHA256-128-long-DST-"
    tags = ["QUUX-V01-CS02-with-expander-SHA256-128", long + "1" * (256 - len(long)), "t", 255 * "t", 256 * "t"]
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
        self.context = b"OPRFV1-" + bytes([mode]) + b"-P256-SHA256"

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
        seed = hashlib.sha256(i2osp2(element(B)) + i2osp2(b"Seed-" + self.context)).digest()
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
            outputs.append(hashlib.sha256(data).digest())
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


# Inputs of RFC 9497, A.3.
SEED, KEY_INFO, INFO = bytes([0xA3]) * 32, b"test key", b"test info"
INPUTS = [b"\0", bytes([0x5A]) * 17]
BLINDS = [
    0x3338FA65EC36E0290022B48EB562889D89DBFA691D1CDE91517FA222ED7AD364,
    0xF9DB001266677F62C095021DB018CD8CBB55941D4073698CE45C405D1348B7B1,
]
BATCH_RANDOM = 0x350E8040F828BF6CECA27405420CDF3D63CB3AEF005F40BA51943C8026877963


def rfc9497():
    number = lambda label, i: 1 + int.from_bytes(hashlib.sha256(b"%s %d" % (label, i)).digest(), "big") % (n - 1)  # noqa: E731
    out = "# RFC 9497, P256-SHA256. Seed, key info, inputs and blinds of A.3, then ours.\n\n"
    for mode, name in enumerate(("OPRF", "VOPRF", "POPRF")):
        oprf = Oprf(mode)
        sk = oprf.derive_key(SEED, KEY_INFO)
        out += f"[{name}]\n\n"
        out += paragraph(mode=mode, seed=hx(SEED), keyInfo=hx(KEY_INFO), skSm=hx(sk), pkSm=hx(element(mul(sk, G))))
        runs = [([x], BLINDS[:1], INFO, BLINDS[1]) for x in INPUTS]
        if mode:
            runs.append((INPUTS, BLINDS, INFO, BATCH_RANDOM))
        for i in range(5):
            size = 1 if mode == 0 else 1 + i
            inputs = [b"input %d" % j * i for j in range(size)]
            runs.append((inputs, [number(b"blind", 8 * i + j) for j in range(size)], b"info" * i, number(b"r", i)))
        for run in runs:
            out += paragraph(**oprf.case(sk, *run))
    return out


if __name__ == "__main__":
    stale = []
    for make in (multiples, rfc6979, rfc9380, rfc9497):
        file = here / (make.__name__ + ".txt")
        if "--check" not in sys.argv:
            file.write_text(make())
        elif file.read_text() != make():
            stale.append(file.name)
    if stale:
        sys.exit("not as generated: " + ", ".join(stale))
