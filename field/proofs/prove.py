"""Proves the assembly kernels for all inputs that their specifications allow, and refuses planted bugs.

usage: prove.py <library built from ./kernels> [--all-mutants]

The proof follows a function from step to step. Each step has a place for its result and a claim: a congruence, or an
equation, and a maximum. After a step the proof is cut: of the result only the claim is known from there on. In the long
kernels the claims together are a formula, which is compared with the group law.
"""

import ctypes
import random
import sys
import time

import curve25519
import wide
from machine import WORD, Library, Pointer, Refused, Word
from proof import EXACT, changed, chord, lost, returned, stored, tangent, unchanged, xyzz_chord
from proof import Proof as General

R = 1 << 256
P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


class Proof(General):
    """A function on numbers of four words."""

    # Steps.

    def product(self, until, place, a, b):
        """a b, in eight words"""
        target, maximum = a.value * b.value, a.max * b.max
        element = a.element * b.element % self.m
        return self.step(until, place, lambda v: v - target, maximum, element, [maximum - target], EXACT)

    def minus(self, t, c):
        """t - 2^256 c, or t - c for a `c` of eight words, modulo 2^256 m, for t below that"""
        target = t.value - c.value * (R if len(c.words) == 4 else 1)
        element = (t.element - c.element) % self.m
        return self.step(CORRECTED, double_width, lambda v: v - target, R * self.m - 1, element, modulus=R * self.m)

    def reduce(self, until, place, t, maximum):
        """t / 2^256"""
        return self.step(until, place, lambda v: v * R - t.value, maximum, t.element)

    def mul(self, until, place, a, b, *minus):
        """a b / 2^256, minus each of `minus`; reduced."""
        t = self.product(SQUARE if a is b else PRODUCT, double_width, a, b)
        for c in minus:
            t = self.minus(t, c)
        return self.reduce(until, place, t, self.m - 1)


# Where a step ends, and where its result is.


def last(mnemonic, source=None):
    """The last instruction of a macro whose result ends in r15."""

    def until(_, i):
        return i.mnemonic == mnemonic and i.operands[0] == ("reg", "r15") and source in (None, i.operands[1][1])

    return until


PRODUCT, SQUARE = last("adcx", "rdi"), last("adox", "rdi")
CORRECTED = last("adc", "rcx")


def high(_):
    return ["r12", "r13", "r14", "r15"]


def double_width(path):
    return ["r8", "r9", "r10", "r11", *high(path)]


IN_REGISTERS = last("cmovc"), high
RETURNED = returned, lambda _: [("r", 8 * k) for k in range(4)]


# The kernels.


def prove_mul(m, a_max, b_max, maximum):
    def prove(code):
        proof = Proof(code, m)
        proof.argument("rdi", "r", 32, writable=True)
        proof.argument("rsi", "a", 32)
        proof.argument("rdx", "b", 32)
        a, b = proof.input("a", 0, a_max), proof.input("b", 0, b_max)
        proof.reduce(*RETURNED, proof.product(PRODUCT, double_width, a, b), maximum)
        return proof.paths

    return prove


def prove_square(m, a_max, maximum):
    def prove(code):
        proof = Proof(code, m)
        proof.argument("rdi", "r", 32, writable=True)
        proof.argument("rsi", "a", 32)
        a = proof.input("a", 0, a_max)
        proof.reduce(*RETURNED, proof.product(SQUARE, double_width, a, a), maximum)
        return proof.paths

    return prove


def point(proof, register, region, coordinates, writable=False):
    """The reduced coordinates of a point, an argument."""
    proof.argument(register, region, 32 * coordinates, writable)
    return [proof.input(region, 32 * k, P - 1) for k in range(coordinates)]


def finish(proof, results, formulas):
    """Runs to the end. The coordinates of `p` in memory must then be the results, and these the formulas; and the register
    of `p` must be what it was, as the kernel promises to the compiler."""
    proof.returns()
    for k, (number, formula) in enumerate(zip(results, formulas)):
        if any(proof.state.memory["p", 32 * k + 8 * i].poly != w.poly for i, w in enumerate(number.words)):
            raise Refused("a coordinate was overwritten")
        if (number.element - formula) % P:
            raise Refused("the formula is not the group law")
    if proof.state.registers["rsi"] != Pointer("p", 0):
        raise Refused("rsi has changed")
    return proof.paths


def prove_double(code):
    proof = Proof(code, P)
    X, Y, Z = point(proof, "rdi", "p", 3, writable=True)
    D = proof.mul(*IN_REGISTERS, Z, Z)
    E = proof.linear(*stored("rsp", 0), [(1, X), (-1, D)], P - 1)
    F = proof.linear(*stored("rsp", 32), [(1, X), (1, D)], R - 1)
    G = proof.mul(*stored("rsp", 64), Y, Y)
    t = proof.mul(*IN_REGISTERS, F, E)
    m = proof.linear(*stored("rsp", 96), [(3, t)], P - 1, scale=2)
    S = proof.mul(*stored("rsp", 0), X, G)
    X3 = proof.mul(*stored("rsi", 0), m, m, S, S)
    A = proof.linear(*stored("rsp", 32), [(1, S), (-1, X3)], P - 1)
    Z3 = proof.mul(*stored("rsi", 64), Z, Y)
    W = proof.product(*stored("rsp", 128, 8), G, G)
    Y3 = proof.mul(*stored("rsi", 32), m, A, W)
    return finish(proof, (X3, Y3, Z3), tangent(X.element, Y.element, Z.element, P))


def prove_add_mixed(code):
    proof = Proof(code, P)
    X, Y, Z = point(proof, "rdi", "p", 3, writable=True)
    X2, Y2 = point(proof, "rsi", "q", 2)
    ZZ = proof.mul(*stored("rsp", 0), Z, Z)
    H = proof.mul(*stored("rsp", 32), ZZ, X2, X)
    ZZZ = proof.mul(*stored("rsp", 0), Z, ZZ)
    HH = proof.mul(*stored("rsp", 64), H, H)
    r = proof.mul(*stored("rsp", 0), ZZZ, Y2, Y)
    HHH = proof.mul(*stored("rsp", 96), H, HH)
    V = proof.mul(*stored("rsp", 64), X, HH)
    X3 = proof.mul(*stored("rsi", 0), r, r, HHH, V, V)
    A = proof.linear(*stored("rsp", 64), [(1, V), (-1, X3)], P - 1)
    Z3 = proof.mul(*stored("rsi", 64), Z, H)
    W = proof.product(*stored("rsp", 128, 8), Y, HHH)
    Y3 = proof.mul(*stored("rsi", 32), r, A, W)
    return finish(proof, (X3, Y3, Z3), chord(*(n.element for n in (X, Y, Z, X2, Y2))))


def prove_xyzz_add_mixed(code):
    proof = Proof(code, P)
    X, Y, ZZ, ZZZ = point(proof, "rdi", "p", 4, writable=True)
    X2, Y2 = point(proof, "rsi", "q", 2)
    H = proof.mul(*stored("rsp", 0), ZZ, X2, X)
    r = proof.mul(*stored("rsp", 32), ZZZ, Y2, Y)
    HH = proof.mul(*stored("rsp", 64), H, H)
    HHH = proof.mul(*stored("rsp", 0), H, HH)
    ZZ3 = proof.mul(*stored("rsi", 64), ZZ, HH)
    V = proof.mul(*stored("rsp", 64), X, HH)
    ZZZ3 = proof.mul(*stored("rsi", 96), ZZZ, HHH)
    X3 = proof.mul(*stored("rsi", 0), r, r, HHH, V, V)
    A = proof.linear(*stored("rsp", 64), [(1, V), (-1, X3)], P - 1)
    W = proof.product(*stored("rsp", 128, 8), Y, HHH)
    Y3 = proof.mul(*stored("rsi", 32), r, A, W)
    formulas = xyzz_chord(*(n.element for n in (X, Y, ZZ, ZZZ, X2, Y2)))
    return finish(proof, (X3, Y3, ZZ3, ZZZ3), formulas)


LOOSE = R - 1
KERNELS = [
    ("p256_mul", "loose by reduced: reduced", prove_mul(P, LOOSE, P - 1, P - 1)),
    ("p256_mul", "reduced by loose: reduced", prove_mul(P, P - 1, LOOSE, P - 1)),
    ("p256_mul", "loose by loose: loose", prove_mul(P, LOOSE, LOOSE, LOOSE)),
    ("p256_square", "reduced: reduced", prove_square(P, P - 1, P - 1)),
    ("p256_square", "loose: loose", prove_square(P, LOOSE, LOOSE)),
    ("n256_mul", "loose by reduced: reduced", prove_mul(N, LOOSE, N - 1, N - 1)),
    ("n256_mul", "reduced by loose: reduced", prove_mul(N, N - 1, LOOSE, N - 1)),
    ("n256_mul", "loose by loose: loose", prove_mul(N, LOOSE, LOOSE, LOOSE)),
    ("n256_square", "reduced: reduced", prove_square(N, N - 1, N - 1)),
    ("n256_square", "loose: loose", prove_square(N, LOOSE, LOOSE)),
    ("p256_double", "the tangent", prove_double),
    ("p256_add_mixed", "the chord", prove_add_mixed),
    ("p256_xyzz_add_mixed", "the chord", prove_xyzz_add_mixed),
]


# Planted bugs: each changes the code, or claims too much, and must be refused.


MUL, SQUARE_REDUCED = prove_mul(P, LOOSE, P - 1, P - 1), prove_square(P, P - 1, P - 1)
MUL_N, SQUARE_N = prove_mul(N, LOOSE, N - 1, N - 1), prove_square(N, N - 1, N - 1)
BUGS = [
    ("p256_mul", "claims that loose by loose is reduced", unchanged, prove_mul(P, LOOSE, LOOSE, P - 1)),
    ("p256_mul", "lost a carry within a row", lost("adcx", 5), MUL),
    ("p256_mul", "lost the last carry of a row", lost("adox r13, r15", 0), MUL),
    ("p256_mul", "multiplies by a[2] for a[1]", changed("mulx", 5, 2, 8), MUL),
    ("p256_mul", "lost the carry between two steps", lost("adc r10, 0", 0), MUL),
    ("p256_mul", "shifts by 33", changed("shr rcx, 0x20", 2, 1, 1), MUL),
    ("p256_mul", "subtracts p + 2^192", changed("movabs rcx, 0xffffffff00000001", 0, 1, 1), MUL),
    ("p256_mul", "keeps a word of the difference", lost("cmovb r13", 0), MUL),
    ("p256_mul", "does not restore a register", lost("pop r13", 0), MUL),
    ("p256_square", "claims that loose is reduced", unchanged, prove_square(P, LOOSE, P - 1)),
    ("p256_square", "does not double a word", lost("adcx r11, r11", 0), SQUARE_REDUCED),
    ("p256_square", "reads beyond its operand", changed("mulx", 2, 2, 8), SQUARE_REDUCED),
    ("n256_mul", "has a wrong -1/n", changed("movabs rdx, 0xccd1c8aaee00bc4f", 3, 1, 2), MUL_N),
    ("n256_mul", "lost the carry between two steps", lost("sub rdx, rsi", 2), MUL_N),
    ("n256_mul", "swaps the halves of a product", changed("adc r10, rcx", 0, 1, "rax"), MUL_N),
    ("n256_square", "lost a carry into the second word", lost("adc rdi, 0", 2), SQUARE_N),
    ("p256_double", "adds for a difference", changed("sbb r9, r13", 0, 1, "r14"), prove_double),
    ("p256_double", "halves three words", lost("rcr r11", 0), prove_double),
    ("p256_add_mixed", "takes Y for X", changed("sub r12, qword ptr [rsi]", 0, 1, 32), prove_add_mixed),
    ("p256_add_mixed", "stores beyond the point", changed("mov qword ptr [rsi + 0x40], r12", 0, 0, 32), prove_add_mixed),
    ("p256_xyzz_add_mixed", "takes Y for X", changed("sub r12, qword ptr [rsi]", 0, 1, 32), prove_xyzz_add_mixed),
    ("p256_xyzz_add_mixed", "stores beyond the point", changed("mov qword ptr [rsi + 0x60], r12", 0, 0, 32), prove_xyzz_add_mixed),
    ("p256_double", "lost a borrow of eight words", lost("sbb r13, qword ptr [rsp + 0xa8]", 0), prove_double),
]


def all_mutants(library):
    """Yields each instruction of the products without which the proof still goes through.

    That may be one that cuts a dependency by clearing what is clear already, or belongs to the caller."""
    own = [("p256_mul", MUL), ("p256_square", SQUARE_REDUCED), ("n256_mul", MUL_N), ("n256_square", SQUARE_N)]
    own += [("p25519_mul", curve25519.MUL), ("p25519_square", curve25519.prove_square)]
    products = [(name, library.function(name), prove) for name, prove in own]
    products += [(f"{name}'s product", callee(library, name), prove) for name, _, prove in wide.PRODUCTS]
    for name, code, prove in products:
        for k, i in enumerate(code):
            if i.mnemonic in ("push", "pop", "ret", "xor") or i.text == "mov rdi, rsi":
                continue
            try:
                prove(code[:k] + code[k + 1 :])
                yield f"{name} without {i}"
            except Refused:
                pass


def callee(library, name):
    return library.callee(library.function(name))


# The machine itself against the model of it.

ARGUMENTS = {
    "p256_mul": (("r", 4), ("a", 4), ("b", 4)),
    "p256_square": (("r", 4), ("a", 4)),
    "n256_mul": (("r", 4), ("a", 4), ("b", 4)),
    "n256_square": (("r", 4), ("a", 4)),
    "p256_double": (("p", 12),),
    "p256_add_mixed": (("p", 12), ("q", 8)),
    "p256_xyzz_add_mixed": (("p", 16), ("q", 8)),
    **curve25519.ARGUMENTS,
    **wide.ARGUMENTS,
}


def compare_with_machine(path, library):
    """Runs every function on constants, here by the model and there by the processor: a check of the model."""
    shared = ctypes.CDLL(path)
    edge = (0, 1, WORD - 1, 1 << 32, (1 << 32) - 1, 0xFFFFFFFF00000000)
    for name, arguments in ARGUMENTS.items():
        code = library.inlined(name)
        for seed in range(max(3, 8000 // len(code))):
            rng = random.Random(f"{name} {seed}")
            words = {r: [rng.choice((rng.choice(edge), rng.getrandbits(64))) for _ in range(n or 0)] for r, n in arguments}
            bit = rng.getrandbits(1)
            proof = General(code, P)
            for register, (region, n) in zip(("rdi", "rsi", "rdx"), arguments):
                if n is None:
                    proof.state.registers[register] = Word.constant(bit)
                    continue
                proof.argument(register, region, 8 * n, writable=region in "rp")
                for i, w in enumerate(words[region]):
                    proof.state.memory[region, 8 * i] = Word.constant(w)
            proof.returns()
            arrays = [(ctypes.c_uint64 * n)(*words[region]) if n else ctypes.c_uint64(bit) for region, n in arguments]
            getattr(shared, name)(*arrays)
            region, n = arguments[0]
            modelled = [proof.state.memory[region, 8 * i].poly.constant() for i in range(n)]
            if modelled != list(arrays[0]):
                raise Refused(f"the model of the machine is wrong in {name}, seed {seed}")


def main(path, *options):
    failures = []
    library = Library(path)
    wide.open_library(library)
    function, product = library.function, lambda name: callee(library, name)
    kernels = [(name, what, function(name), prove) for name, what, prove in KERNELS + curve25519.KERNELS + wide.CALLERS]
    kernels += [(f"{name}: call", what, product(name), prove) for name, what, prove in wide.PRODUCTS]
    for name, what, code, prove in kernels:
        start = time.process_time()
        try:
            verdict = f"proved, {len(code)} instructions, {prove(code)} paths"
        except Refused as e:
            failures.append(name)
            verdict = f"FAILED: {e}"
        print(f"{name:19} {what:26} {verdict}, {time.process_time() - start:.1f} s", flush=True)
    bugs = [(name, what, plant(function(name)), prove) for name, what, plant, prove in BUGS + curve25519.BUGS + wide.CALLER_BUGS]
    bugs += [(f"{name}: call", what, plant(product(name)), prove) for name, what, plant, prove in wide.PRODUCT_BUGS]
    for name, what, code, prove in bugs:
        try:
            prove(code)
            failures.append(f"{name} that {what}")
            verdict = "FAILED: accepted"
        except Refused as e:
            verdict = f"refused: {e}"
        print(f"{name:19} planted: {what}: {verdict}", flush=True)
    if "--all-mutants" in options:
        for mutant in all_mutants(library):
            print(f"FAILED: accepted {mutant}", flush=True)
            failures.append(mutant)
    if {"bmi2", "adx"} <= set(open("/proc/cpuinfo").read().split()):
        compare_with_machine(path, library)
        print("the model agrees with this machine on constants")
    else:
        print("skipped: this machine has no BMI2 and ADX to compare the model with")
    if failures:
        sys.exit(f"failed: {', '.join(failures)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
