"""The kernels of Curve25519's prime. *Tight* numbers are at most TIGHT; sums and differences of them are *loose*, any words."""

from machine import WORD, Pointer, Refused, Word
from poly import Poly
from proof import EXACT, Number, Proof, changed, lost, returned, stored, unchanged

P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P
TIGHT, LOOSE = 2**255 + 2**32 - 1, 2**256 - 1
LOW, HIGH = ["r8", "r9", "r10", "r11"], ["r12", "r13", "r14", "r15"]


def at(text):
    """The step ends at the instruction with this text."""
    return lambda _, i: i.text == text


def low(_):
    return LOW


def high(_):
    return HIGH


PRODUCT, SQUARE = at("adcx r15, rdi"), at("adox r15, rdi")
REDUCED = at("adc r11, 0"), low
SUM, DOUBLED, DIFFERENCE = (at("add r8, rax"), low), (at("add r12, rax"), high), (at("sbb r15, 0"), high)
RETURNED = returned, lambda _: [("r", 8 * k) for k in range(4)]


class Words(Proof):
    """A function on numbers of four words."""

    def __init__(self, code):
        super().__init__(code, P)

    def numbers(self, register, region, maximum, elements, writable=False):
        """Numbers in memory that a register points to, and the elements that they stand for."""
        self.argument(register, region, 32 * len(elements), writable)
        numbers = []
        for k, element in enumerate(elements):
            number = self.number(region, maximum, element)
            for i, w in enumerate(number.words):
                self.state.memory[region, 32 * k + 8 * i] = w
            numbers.append(number)
        return numbers

    def variables(self, names):
        return [self.symbols.new(name, P - 1) for name in names.split()]

    def product(self, a, b):
        """a b, in eight words"""
        target, maximum = a.value * b.value, a.max * b.max
        element = a.element * b.element % P
        until = SQUARE if a is b else PRODUCT
        return self.step(until, lambda _: LOW + HIGH, lambda v: v - target, maximum, element, [maximum - target], EXACT)

    def mul(self, a, b, place=REDUCED):
        """a b, tight"""
        return self.linear(*place, [(1, self.product(a, b))], TIGHT)

    def sum(self, a, b, place=SUM):
        return self.linear(*place, [(1, a), (1, b)], LOOSE)

    def difference(self, a, b):
        return self.linear(*DIFFERENCE, [(1, a), (-1, b)], LOOSE)

    def finish(self, coordinates, laws):
        """Runs to the end. The numbers at `p` must then be these, the register of `p` what it was, and the laws zero."""
        self.returns()
        for k, number in enumerate(coordinates):
            if any(self.state.memory["p", 32 * k + 8 * i].poly != w.poly for i, w in enumerate(number.words)):
                raise Refused("a coordinate was overwritten")
        if any(Poly.of(law) % P for law in laws):
            raise Refused("the formula is not the group law")
        if self.state.registers["rsi"] != Pointer("p", 0):
            raise Refused("rsi has changed")
        return self.paths


def prove_mul(maximum):
    def prove(code):
        proof = Words(code)
        proof.argument("rdi", "r", 32, writable=True)
        (a,), (b,) = (proof.numbers(r, n, LOOSE, proof.variables(n)) for r, n in (("rsi", "a"), ("rdx", "b")))
        proof.linear(*RETURNED, [(1, proof.product(a, b))], maximum)
        return proof.paths

    return prove


def prove_square(code):
    proof = Words(code)
    proof.argument("rdi", "r", 32, writable=True)
    (a,) = proof.numbers("rsi", "a", LOOSE, proof.variables("a"))
    proof.linear(*RETURNED, [(1, proof.product(a, a))], TIGHT)
    return proof.paths


def prove_ladder_step(swap):
    def prove(code):
        proof = Words(code)
        X2, Z2, X3, Z3, u = names = proof.variables("X2 Z2 X3 Z3 u")
        inputs = x2, z2, x3, z3, difference = proof.numbers("rdi", "p", TIGHT, names, writable=True)
        proof.state.registers["rsi"] = Word.constant(swap)
        A, B = proof.sum(x2, z2), proof.difference(x2, z2)
        C, D = proof.sum(x3, z3), proof.difference(x3, z3)
        DA = proof.mul(A, D)
        CB = proof.mul(B, C)
        S, T = proof.sum(CB, DA), proof.difference(CB, DA)
        AA = proof.mul(*(C, C) if swap else (A, A))
        BB = proof.mul(*(D, D) if swap else (B, B))
        E = proof.difference(AA, BB)
        F = proof.linear(*REDUCED, [(1, BB), (121666, E)], TIGHT)
        X5 = proof.mul(S, S)
        TT = proof.mul(T, T)
        X4 = proof.mul(AA, BB)
        Z4 = proof.mul(E, F)
        Z5 = proof.mul(difference, TT)
        X, Z = (X3, Z3) if swap else (X2, Z2)
        # u(2 P) = (u^2 - 1)^2 / (4 u (u^2 + 486662 u + 1)), and u(P + Q) u(P - Q) = ((u v - 1) / (u - v))^2.
        double = X * X - Z * Z
        plus, minus = X2 * X3 - Z2 * Z3, X2 * Z3 - Z2 * X3
        laws = [
            X4.element - double * double,
            Z4.element - X * Z * (X * X + X * Z * 486662 + Z * Z) * 4,
            X5.element - plus * plus * 4,
            Z5.element - u * minus * minus * 4,
        ]
        return proof.finish([X4, Z4, X5, Z5, inputs[4]], laws)

    return prove


def extended(proof):
    """A point x, y in extended coordinates, at `p`."""
    x, y, z = proof.variables("x y Z")
    return x, y, z, proof.numbers("rdi", "p", TIGHT, [x * z, y * z, z, x * y * z], writable=True)


def prove_double(with_t):
    def prove(code):
        proof = Words(code)
        x, y, _, (X, Y, Z, T) = extended(proof)
        B = proof.mul(Y, Y)
        A = proof.mul(X, X)
        H, G = proof.sum(A, B), proof.difference(A, B)
        F = proof.linear(*REDUCED, [(2, proof.product(Z, Z)), (1, G)], TIGHT)
        S = proof.sum(X, Y)
        E = proof.difference(H, proof.mul(S, S))
        Z2 = proof.mul(G, F)
        Y2 = proof.mul(G, H)
        X2 = proof.mul(F, E)
        # By -x^2 + y^2 = 1 + d x^2 y^2: x(2 P) = 2 x y / (y^2 - x^2), y(2 P) = (y^2 + x^2) / (2 - y^2 + x^2).
        xx, yy = x * x, y * y
        laws = [X2.element * (yy - xx) - Z2.element * x * y * 2, Y2.element * (2 - yy + xx) - Z2.element * (yy + xx)]
        if with_t:
            T = proof.mul(H, E)
            laws.append(T.element * Z2.element - X2.element * Y2.element)
        return proof.finish([X2, Y2, Z2, T], laws)

    return prove


def prove_add(with_t, cached):
    def prove(code):
        proof = Words(code)
        x1, y1, _, (X, Y, Z, T) = extended(proof)
        x2, y2, z2 = proof.variables("x2 y2 Z2") if cached else (*proof.variables("x2 y2"), Poly.of(1))
        entry = [(y2 + x2) * z2, (y2 - x2) * z2, z2 * 2, x2 * y2 * z2 * (2 * D)]
        q_sum, q_difference, *q = proof.numbers("rsi", "q", LOOSE, entry if cached else entry[:2] + entry[3:])
        S, M = proof.sum(Y, X), proof.difference(Y, X)
        A = proof.mul(M, q_difference)
        B = proof.mul(S, q_sum)
        H, E = proof.sum(B, A), proof.difference(B, A)
        C = proof.mul(T, q[-1])
        if cached:
            DD = proof.mul(Z, q[0])
            G, F = proof.sum(DD, C), proof.difference(DD, C)
        else:
            DD = proof.linear(*DOUBLED, [(2, Z)], LOOSE)
            F = proof.difference(DD, C)
            G = proof.sum(C, DD, REDUCED)
        Y3 = proof.mul(H, G)
        Z3 = proof.mul(G, F)
        X3 = proof.mul(E, F)
        # The addition law, RFC 8032 section 5.1.4 in affine coordinates.
        t = x1 * x2 * y1 * y2 * D
        laws = [
            X3.element * (1 + t) - Z3.element * (x1 * y2 + x2 * y1),
            Y3.element * (1 - t) - Z3.element * (y1 * y2 + x1 * x2),
        ]
        if with_t:
            T = proof.mul(H, E)
            laws.append(T.element * Z3.element - X3.element * Y3.element)
        return proof.finish([X3, Y3, Z3, T], laws)

    return prove


MUL = prove_mul(TIGHT)
STEP, SWAPPED = prove_ladder_step(0), prove_ladder_step(1)
DOUBLE, DOUBLE_T = prove_double(False), prove_double(True)
NIELS, NIELS_T = prove_add(False, False), prove_add(True, False)
CACHED, CACHED_T = prove_add(False, True), prove_add(True, True)

KERNELS = [
    ("p25519_mul", "loose by loose: tight", MUL),
    ("p25519_square", "loose: tight", prove_square),
    ("p25519_ladder_step", "2 P, P + Q", STEP),
    ("p25519_ladder_step", "2 Q, P + Q", SWAPPED),
    ("p25519_double", "the addition law", DOUBLE),
    ("p25519_double_with_t", "the addition law", DOUBLE_T),
    ("p25519_add_niels", "the addition law", NIELS),
    ("p25519_add_niels_with_t", "the addition law", NIELS_T),
    ("p25519_add_cached", "the addition law", CACHED),
    ("p25519_add_cached_with_t", "the addition law", CACHED_T),
]
BUGS = [
    ("p25519_mul", "claims that a product is below 2^255", unchanged, prove_mul(2**255 - 1)),
    ("p25519_mul", "folds by 39", changed("mov edx, 0x26", 0, 1, 1), MUL),
    ("p25519_mul", "lost the carry of the fold", lost("adox rcx, rdi", 0), MUL),
    ("p25519_mul", "folds bit 255 by 20", changed("imul rcx, rcx, 0x13", 0, 2, 1), MUL),
    ("p25519_mul", "keeps bit 255", lost("shr r11, 1", 0), MUL),
    ("p25519_square", "lost a carry of the last sum", lost("adc r10, 0", 0), prove_square),
    ("p25519_ladder_step", "selects a word of D always", lost("cmovae r15", 0), STEP),
    ("p25519_ladder_step", "takes 121665 for 121666", changed("mov edx, 0x1db42", 0, 1, -1), STEP),
    ("p25519_ladder_step", "brings a borrow back as 37", changed("and rax, 0x26", 5, 1, -1), STEP),
    ("p25519_ladder_step", "selects a word of C always", lost("cmovae r10", 0), STEP),
    ("p25519_ladder_step", "selects a word of B for D", changed("cmovae r13", 0, 1, 64), STEP),
    ("p25519_double", "does not double a word of Z^2", lost("adc r9, r9", 0), DOUBLE),
    ("p25519_double", "lost the carry of the double", lost("adc rcx, rcx", 2), DOUBLE),
    ("p25519_double_with_t", "takes F for H in T", changed("mov rdx, qword ptr [rsp]", -1, 1, 96), DOUBLE_T),
    ("p25519_add_niels", "brings a carry back as 39", changed("and rax, 0x26", 3, 1, 1), NIELS),
    ("p25519_add_niels", "does not carry into the second word", lost("adc r9, 0", 3), NIELS),
    ("p25519_add_niels_with_t", "stores T beyond the point", changed("mov qword ptr [rsi + 0x60], r8", 0, 0, 32), NIELS_T),
    ("p25519_add_cached", "multiplies by the sum for the difference", changed("mov rdx, qword ptr [rdi + 0x20]", 0, 1, -32), CACHED),
    ("p25519_add_cached_with_t", "lost the borrow of E", lost("sbb r15, 0", 1), CACHED_T),
]

POINT, BIT = ("p", 16), ("swap", None)
ARGUMENTS = {
    "p25519_mul": (("r", 4), ("a", 4), ("b", 4)),
    "p25519_square": (("r", 4), ("a", 4)),
    "p25519_ladder_step": (("p", 20), BIT),
    "p25519_double": (POINT,),
    "p25519_double_with_t": (POINT,),
    "p25519_add_niels": (POINT, ("q", 12)),
    "p25519_add_niels_with_t": (POINT, ("q", 12)),
    "p25519_add_cached": (POINT, ("q", 16)),
    "p25519_add_cached_with_t": (POINT, ("q", 16)),
}
