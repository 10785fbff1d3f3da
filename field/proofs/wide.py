"""The kernels of six and nine words. Products are functions that the others call: each is proved once, and a caller is proved with what
the product promises of operands that it is given."""

from machine import WORD, Pointer, Refused, Word, run
from poly import Poly
from proof import (
    EXACT,
    Number,
    Proof,
    changed,
    chord,
    lost,
    returned,
    settle,
    stored,
    tangent,
    unchanged,
    value_of,
    words_at,
    xyzz_chord,
)


class Curve:
    """A prime, and where its kernels leave the words of a product."""

    def __init__(self, name, m, count, result):
        self.name, self.m, self.count, self.result = name, m, count, result
        self.radix = WORD**count
        self.bytes = 8 * count


P384 = Curve("p384", 2**384 - 2**128 - 2**96 + 2**32 - 1, 6, ["r14", "r15", "r8", "r9", "r10", "r11"])
P521 = Curve("p521", 2**521 - 1, 9, ["rbx"] + [f"r{i}" for i in range(8, 16)])
# What the products of P-521 take.
LARGEST = 2**549 - 1


def product_maximum(curve, a, b):
    """What the product of numbers up to `a` and `b` is at most: the claims of `prove_product` and `prove_square`."""
    if curve is P384:
        return curve.m - 1 if min(a, b) < curve.m else curve.radix - 1
    if max(a, b) > LARGEST:
        raise Refused("a factor may be too large")
    return 2**522 + a * b // curve.radix


class Wide(Proof):
    """A function on numbers of a curve's words."""

    def __init__(self, code, curve):
        super().__init__(code, curve.m)
        self.curve = curve

    def argument(self, register, region, numbers, maxima, writable=False):
        """Numbers in memory that a register points to."""
        super().argument(register, region, numbers * self.curve.bytes, writable)
        return [self.input(region, self.curve.bytes * k, maxima, self.curve.count) for k in range(numbers)]

    def routine(self):
        """The function is one that kernels call: operands at `rsi` and `rdi`, and it keeps `rbp` alone."""
        self.state.saved = ("rbp",)
        self.state.registers = {r: self.state.registers[r] for r in ("rbp", "rsp")}

    def in_result(self, _):
        return self.curve.result

    # Steps.

    def call(self, a, b=None):
        """a b / 2^(64 n), or a^2 / 2^(64 n), by a call"""
        ((path, self.at),) = run(self.state, self.code, self.at, lambda _, i: i.mnemonic == "call")
        target, *pointers = path.called
        if target != (self.curve.squared if b is None else self.curve.multiply):
            raise Refused("calls another function")
        for number, pointer in zip((a,) if b is None else (a, b), pointers):
            if not isinstance(pointer, Pointer):
                raise Refused("an operand is not a pointer")
            places = [(pointer.region, pointer.offset + 8 * k) for k in range(self.curve.count)]
            if [w.poly for w in words_at(path, places)] != [w.poly for w in number.words]:
                raise Refused("calls with another operand")
        b = b or a
        self.state = path
        element = a.element * b.element % self.m
        number = self.number("product", product_maximum(self.curve, a.max, b.max), element, self.curve.count)
        path.registers.update(zip(self.curve.result, number.words))
        self.paths += 1
        return number

    def stored(self, base, slot, terms, maximum, scale=1, unlike=None):
        """sum c x / scale, stored to the slot"""
        place = stored(base, slot, self.curve.count, unlike)
        return self.linear(*place, terms, maximum, scale)

    def point(self, k, *terms):
        """A coordinate of the result, reduced"""
        return self.stored("rbp", self.curve.bytes * k, terms, self.m - 1)

    def slot(self, k):
        """The kth number of the frame, after the pointer to the second point"""
        return "rsp", 8 + self.curve.bytes * k

    def difference(self, slot, a, b):
        """a - b"""
        maximum = self.m - 1 if self.curve is P384 else a.max + 4 * self.m
        return self.stored(*self.slot(slot), [(1, a), (-1, b)], maximum)

    def sum(self, slot, a, b):
        """a + b"""
        maximum = self.curve.radix - 1 if self.curve is P384 else a.max + b.max
        return self.stored(*self.slot(slot), [(1, a), (1, b)], maximum)

    def three_halves(self, slot, t):
        """3/2 t"""
        maximum = self.m - 1 if self.curve is P384 else 3 * t.max // 2 + 2**520
        return self.stored(*self.slot(slot), [(3, t)], maximum, 2, unlike=t.words[-1])

    def exact(self, until, places, target, maximum):
        """A number that is the polynomial `target`, from here on fresh words of which that is known."""
        return self.step(until, lambda _: places, lambda v: v - target, maximum, Poly.of(0), modulus=EXACT)

    # Montgomery's reduction, a word at a time.

    def quotient_step(self, k, until, places, weights, before, added, total):
        """t[k] 2^64 = t[k-1] + added + q m; from that, t[k] 2^(64 k) = total + Q m with 0 <= Q < 2^(64 k)."""
        base = self.state
        start = base.copy()
        start.written = set()
        ((path, self.at),) = run(start, self.code, self.at, until)
        path.overwrite("cf", "of")
        words = words_at(path, places)
        if left := path.current(value_of(words, weights) * WORD - before - added) % self.m:
            settle(path, left, self.m)
            words = words_at(path, places)
        multiple = path.current(value_of(words, weights) * WORD - before - added)
        if multiple % self.m:
            raise Refused("the step does not add a multiple of the modulus")
        q = multiple // self.m
        if not (path.proves(q) and path.proves(WORD - 1 - q)):
            raise Refused("the quotient may be more than a word")
        maxima = [w.max if w.max < WORD - 1 else WORD - 1 for w in words]
        fresh = [Word(self.symbols.new(f"t{k}[{i}]", m), m) for i, m in enumerate(maxima)]
        number = Number(fresh, None, None)
        number.value = value_of(fresh, weights)
        self.cut(base, [(path, self.at, words)], places, number)
        quotients = self.symbols.new(f"Q{k}", WORD**k - 1)
        relation = number.value * WORD**k - total - quotients * self.m
        self.state.know(relation)
        self.state.know(-relation)
        self.paths += 1
        return number


def is_carry(register):
    return lambda _, i: i.mnemonic == "adc" and i.operands == [("reg", register), ("imm", 0)]


# P-384's products: rows and steps in turn; a square, then six steps.


def prove_product_384(a_max, b_max, maximum):
    def prove(code):
        proof = Wide(code, P384)
        proof.routine()
        (a,), (b,) = proof.argument("rsi", "a", 1, a_max), proof.argument("rdi", "b", 1, b_max)
        registers = [f"r{i}" for i in range(8, 16)]
        # Six words, the carry, and the borrow.
        weights = [WORD**i for i in range(7)] + [-(WORD**3)]
        before, total = Poly.of(0), Poly.of(0)
        for k in range(6):
            places = [registers[(k + 1 + j) % 8] for j in range(6)] + [registers[k], "rbx"]
            added = a.value * b.words[k].poly
            total += added * WORD**k
            before = proof.quotient_step(k + 1, is_carry(registers[k]), places, weights, before, added, total).value
        proof.state.know(a.max * b.max - total)
        t = before
        proof.step(returned, proof.in_result, lambda v: v - t, maximum, None)
        return proof.paths

    return prove


def prove_square_384(a_max, maximum):
    def prove(code):
        proof = Wide(code, P384)
        proof.routine()
        (a,) = proof.argument("rsi", "a", 1, a_max)
        places = ["r14", "r15", "r8", "r9", "r10", "r11", "r12", "r13", "rdi", "rbx", "rbp", "rsi"]
        target = a.value * a.value
        is_end = lambda _, i: i.mnemonic == "adox" and i.operands[0] == ("reg", "rsi")
        t = proof.step(is_end, lambda _: places, lambda v: v - target, a.max**2, None, [a.max**2 - target], EXACT)
        low, high = value_of(t.words[:6]), value_of(t.words[6:])
        weights = [WORD**i for i in range(6)] + [-(WORD**3)]
        before = low
        for k in range(6):
            step_places = [places[(k + 1 + j) % 6] for j in range(6)] + ["rdx"]
            is_end = lambda _, i: i.mnemonic == "setc"
            before = proof.quotient_step(k + 1, is_end, step_places, weights, before, Poly.of(0), low).value
        proof.step(returned, proof.in_result, lambda v: v - before - high, maximum, None)
        return proof.paths

    return prove


# P-521's: all rows, then a rotation.


def rotation(proof, low, last, a, b):
    """After the rows: the words of a b are `low`, in the frame, and `last`. The result is at most 2^522 + a b / 2^576."""
    words = low + last.words
    t = value_of(words)
    proof.state.know(a.max * b.max - t)
    proof.state.know(t)
    for path, at in run(proof.state, proof.code, proof.at, returned):
        path.overwrite("cf", "of")
        words = words_at(path, proof.curve.result)
        if path.current(value_of(words) * P521.radix - t) % P521.m:
            raise Refused("the claim does not hold")
        if not path.proves(path.current(2**1098 + t - value_of(words) * P521.radix)):
            raise Refused("the result may be too large")
        proof.paths += 1
    return proof.paths


COLUMNS = [f"r{i}" for i in range(8, 16)] + ["rbp", "rbx"]


def prove_product_521(code):
    proof = Wide(code, P521)
    proof.routine()
    (a,), (b,) = proof.argument("rsi", "a", 1, LARGEST), proof.argument("rdi", "b", 1, LARGEST)
    upper, low = Poly.of(0), []
    for k in range(9):
        places = [COLUMNS[(k + j) % 10] for j in range(10)]
        row = proof.exact(is_carry(places[-1]), places, upper + a.value * b.words[k].poly, WORD**10 - 1)
        if k < 8:
            low.append(row.words[0])
            upper = value_of(row.words[1:])
    return rotation(proof, low, row, a, b)


def prove_square_521(code):
    proof = Wide(code, P521)
    proof.routine()
    (a,) = proof.argument("rsi", "a", 1, LARGEST)
    # The doubled words in the frame.
    proof.kept = {("stack", offset) for offset in range(-136, -8, 8)}
    upper, low = Poly.of(0), []
    for k in range(9):
        places = [COLUMNS[i % 10] for i in range(2 * k, k + 10)]
        x = a.words[k].poly
        target = upper + x * (x + value_of(a.words[k + 1 :]) * (2 * WORD))
        row = proof.exact(is_carry(places[-1]), places, target, WORD ** len(places) - 1)
        if k < 8:
            low += row.words[:2]
            upper = value_of(row.words[2:])
    return rotation(proof, low, row, a, a)


# Functions that call.


def prove_mul(curve, a_max, b_max, maximum):
    def prove(code):
        proof = Wide(code, curve)
        proof.argument("rdi", "r", 1, curve.radix - 1, writable=True)
        (a,) = proof.argument("rsi", "a", 1, a_max)
        b = proof.argument("rdx", "b", 1, b_max)[0] if b_max else None
        t = proof.call(a, b)
        places = [("r", 8 * k) for k in range(curve.count)]
        proof.linear(returned, lambda _: places, [(1, t)], maximum)
        return proof.paths

    return prove


def finish(proof, results, formulas):
    """Runs to the end. The coordinates of `p` in memory must then be the results, and these the formulas."""
    proof.returns()
    for k, (number, formula) in enumerate(zip(results, formulas)):
        words = [proof.state.memory["p", proof.curve.bytes * k + 8 * i] for i in range(proof.curve.count)]
        if any(x.poly != y.poly for x, y in zip(words, number.words)):
            raise Refused("a coordinate was overwritten")
        if (number.element - formula) % proof.m:
            raise Refused("the formula is not the group law")
    return proof.paths


def prove_double(curve):
    def prove(code):
        proof = Wide(code, curve)
        X, Y, Z = proof.argument("rdi", "p", 3, curve.m - 1, writable=True)
        ZZ = proof.call(Z)
        F = proof.sum(1, X, ZZ)
        E = proof.difference(0, X, ZZ)
        YY = proof.call(Y)
        m = proof.three_halves(3, proof.call(F, E))
        S = proof.call(X, YY)
        X3 = proof.point(0, (1, proof.call(m)), (-2, S))
        A = proof.difference(4, S, X3)
        Z3 = proof.point(2, (1, proof.call(Z, Y)))
        W = proof.call(YY)
        Y3 = proof.point(1, (1, proof.call(m, A)), (-1, W))
        return finish(proof, (X3, Y3, Z3), tangent(X.element, Y.element, Z.element, curve.m))

    return prove


def end_of_sum(proof, r, HHH, V):
    """X' = r^2 - HHH - 2 V, and V - X'"""
    X3 = proof.point(0, (1, proof.call(r)), (-1, HHH), (-2, V))
    return X3, proof.difference(5, V, X3)


def prove_add_mixed(curve):
    def prove(code):
        proof = Wide(code, curve)
        X, Y, Z = proof.argument("rdi", "p", 3, curve.m - 1, writable=True)
        x, y = proof.argument("rsi", "q", 2, curve.m - 1)
        ZZ = proof.call(Z)
        H = proof.difference(1, proof.call(ZZ, x), X)
        ZZZ = proof.call(Z, ZZ)
        HH = proof.call(H)
        r = proof.difference(3, proof.call(ZZZ, y), Y)
        HHH = proof.call(H, HH)
        V = proof.call(X, HH)
        X3, A = end_of_sum(proof, r, HHH, V)
        Z3 = proof.point(2, (1, proof.call(Z, H)))
        W = proof.call(Y, HHH)
        Y3 = proof.point(1, (1, proof.call(r, A)), (-1, W))
        return finish(proof, (X3, Y3, Z3), chord(*(n.element for n in (X, Y, Z, x, y))))

    return prove


def prove_xyzz_add_mixed(curve):
    def prove(code):
        proof = Wide(code, curve)
        X, Y, ZZ, ZZZ = proof.argument("rdi", "p", 4, curve.m - 1, writable=True)
        x, y = proof.argument("rsi", "q", 2, curve.m - 1)
        H = proof.difference(1, proof.call(ZZ, x), X)
        r = proof.difference(3, proof.call(ZZZ, y), Y)
        HH = proof.call(H)
        HHH = proof.call(H, HH)
        ZZ3 = proof.point(2, (1, proof.call(ZZ, HH)))
        V = proof.call(X, HH)
        ZZZ3 = proof.point(3, (1, proof.call(ZZZ, HHH)))
        X3, A = end_of_sum(proof, r, HHH, V)
        W = proof.call(Y, HHH)
        Y3 = proof.point(1, (1, proof.call(r, A)), (-1, W))
        formulas = xyzz_chord(*(n.element for n in (X, Y, ZZ, ZZZ, x, y)))
        return finish(proof, (X3, Y3, ZZ3, ZZZ3), formulas)

    return prove


# What there is to prove: of each function its name, the claim, and the proof. A product's code is what the function of the name calls.


LOOSE, REDUCED = P384.radix - 1, P384.m - 1
MULTIPLY_384, SQUARED_384 = prove_product_384(LOOSE, REDUCED, REDUCED), prove_square_384(REDUCED, REDUCED)
PRODUCTS = [
    ("p384_mul", "loose by reduced: reduced", MULTIPLY_384),
    ("p384_mul", "reduced by loose: reduced", prove_product_384(REDUCED, LOOSE, REDUCED)),
    ("p384_mul", "loose by loose: loose", prove_product_384(LOOSE, LOOSE, LOOSE)),
    ("p384_square", "reduced: reduced", SQUARED_384),
    ("p384_square", "loose: loose", prove_square_384(LOOSE, LOOSE)),
    ("p521_mul", "2^549 by 2^549: 2^523", prove_product_521),
    ("p521_square", "2^549: 2^523", prove_square_521),
]
CALLERS = [
    ("p384_mul", "loose by reduced: reduced", prove_mul(P384, LOOSE, REDUCED, REDUCED)),
    ("p384_square", "reduced: reduced", prove_mul(P384, REDUCED, None, REDUCED)),
    ("p384_double", "the tangent", prove_double(P384)),
    ("p384_add_mixed", "the chord", prove_add_mixed(P384)),
    ("p384_xyzz_add_mixed", "the chord", prove_xyzz_add_mixed(P384)),
    ("p521_mul", "2^549 by 2^549: reduced", prove_mul(P521, LARGEST, LARGEST, P521.m - 1)),
    ("p521_square", "2^549: reduced", prove_mul(P521, LARGEST, None, P521.m - 1)),
    ("p521_double", "the tangent", prove_double(P521)),
    ("p521_add_mixed", "the chord", prove_add_mixed(P521)),
    ("p521_xyzz_add_mixed", "the chord", prove_xyzz_add_mixed(P521)),
]
PRODUCT_BUGS = [
    ("p384_mul", "claims that loose by loose is reduced", unchanged, prove_product_384(LOOSE, LOOSE, REDUCED)),
    ("p384_mul", "lost a carry between two rows", lost("neg", 2), MULTIPLY_384),
    ("p384_mul", "lost a borrow between two steps", lost("setb bl", 3), MULTIPLY_384),
    ("p384_mul", "shifts by 33", changed("shr rcx, 0x20", 4, 1, 1), MULTIPLY_384),
    ("p384_mul", "subtracts p + 2^128", changed("sbb rdx, -2", 0, 1, 1), MULTIPLY_384),
    ("p384_mul", "keeps a word of the difference", lost("cmovae r9", 0), MULTIPLY_384),
    ("p384_mul", "reads beyond its operand", changed("mulx", 11, 2, 8), MULTIPLY_384),
    ("p384_square", "claims that loose is reduced", unchanged, prove_square_384(LOOSE, REDUCED)),
    ("p384_square", "does not double a word", lost("adcx r9, r9", 0), SQUARED_384),
    ("p384_square", "lost the borrow of the last step", lost("sub r9, rdx", 0), SQUARED_384),
    ("p384_square", "does not restore a register", lost("pop rbp", 0), SQUARED_384),
    ("p521_mul", "lost the last carry of a row", lost("adc r11, 0", 0), prove_product_521),
    ("p521_mul", "rotates by 54 bits", changed("mov rdx, 0x200", 0, 1, 512), prove_product_521),
    ("p521_mul", "lost the last carry of the rotation", lost("adox r15, rdx", 0), prove_product_521),
    ("p521_mul", "overwrites a word in the frame", changed("mov qword ptr [rsp + 0x10], r10", 0, 0, 8), prove_product_521),
    ("p521_square", "doubles the bit of the word below twice", changed("mov qword ptr [rsp + 0x48], rax", 0, 1, "rcx"), prove_square_521),
    ("p521_square", "forgets the bit of the word below", lost("adc rcx, rcx", 3), prove_square_521),
]
CALLER_BUGS = [
    ("p384_mul", "claims that loose by loose is reduced", unchanged, prove_mul(P384, LOOSE, LOOSE, REDUCED)),
    ("p384_square", "does not restore a register", lost("pop rbx", 0), prove_mul(P384, REDUCED, None, REDUCED)),
    ("p384_double", "takes Y for X", changed("lea rsi, [rbp", 2, 1, 48), prove_double(P384)),
    ("p384_double", "halves five words", lost("rcr r11", 0), prove_double(P384)),
    ("p384_double", "lost a carry of the sum", lost("adc r10, qword ptr", 0), prove_double(P384)),
    ("p384_add_mixed", "stores beyond the point", changed("mov qword ptr [rbp + 0x60], r14", 0, 0, 48), prove_add_mixed(P384)),
    ("p384_add_mixed", "takes x for y", changed("lea rdi, [rdi + 0x30]", 0, 1, -48), prove_add_mixed(P384)),
    ("p384_xyzz_add_mixed", "lost a borrow", lost("sbb r9, qword ptr", 1), prove_xyzz_add_mixed(P384)),
    ("p521_mul", "lost the carry of the reduction", lost("adc r12, 0", 0), prove_mul(P521, LARGEST, LARGEST, P521.m - 1)),
    ("p521_square", "keeps bit 521", lost("and r15, 0x1ff", 1), prove_mul(P521, LARGEST, None, P521.m - 1)),
    ("p521_double", "adds p - 2^512", changed("adc r15, 0x7ff", 0, 1, -1), prove_double(P521)),
    ("p521_double", "puts the odd bit at 2^521", changed("shr rax, 0x37", 0, 1, -1), prove_double(P521)),
    ("p521_add_mixed", "multiplies by y for Y", changed("lea rsi, [rbp + 0x48]", 0, 1, 72), prove_add_mixed(P521)),
    ("p521_xyzz_add_mixed", "changes the pointer to the point", changed("lea rsi, [rbp", 1, 0, "rbp"), prove_xyzz_add_mixed(P521)),
]
ARGUMENTS = {
    f"{c.name}_{name}": [(region, n * c.count) for region, n in arguments]
    for c in (P384, P521)
    for name, arguments in (
        ("mul", (("r", 1), ("a", 1), ("b", 1))),
        ("square", (("r", 1), ("a", 1))),
        ("double", (("p", 3),)),
        ("add_mixed", (("p", 3), ("q", 2))),
        ("xyzz_add_mixed", (("p", 4), ("q", 2))),
    )
}


def open_library(library):
    """Finds the products that the other functions call."""
    for curve in (P384, P521):
        curve.multiply, curve.squared = (library.callee(library.function(f"{curve.name}_{x}"))[0].address for x in ("mul", "square"))
