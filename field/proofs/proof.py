"""A proof follows a function from step to step. Each step has a place for its result and a claim: a congruence, or an equation, and a
maximum. After a step the proof is cut: of the result only the claim is known from there on."""

from math import gcd

from machine import CALLEE_SAVED, WORD, Instruction, Pointer, Refused, State, Word, run
from poly import Poly, Symbols

# A modulus beyond all coefficients: congruent is equal.
EXACT = 1 << 4096


class Number:
    """A number in consecutive words: its value, its maximum, and the element `x` that the value `x 2^256` (in eight words
    `x 2^512`) stands for."""

    def __init__(self, words, maximum, element):
        self.words, self.max, self.element = words, maximum, element
        self.value = value_of(words)


def value_of(words, weights=None):
    """The number in the words, which count as much as the weights say, if not as powers of 2^64."""
    return sum((w.poly * (weights[i] if weights else WORD**i) for i, w in enumerate(words)), Poly.of(0))


def words_at(path, places):
    """The words at the places: the name of a register, or a region of memory and an offset."""
    words = [(path.memory if isinstance(x, tuple) else path.registers).get(x) for x in places]
    if not all(isinstance(w, Word) for w in words):
        raise Refused("the result is not there")
    return words


def settle(path, poly, modulus):
    """Replaces the carries in `poly` that can only be 0, or only 1, everywhere; and if the rest of `poly`, a multiple of a few carries
    modulo the modulus, can only be zero, one of these by the others."""
    for s in sorted(poly.symbols(), reverse=True):
        if path.symbols.maxima[s] == 1:
            symbol = Poly({(s,): 1})
            for value in (0, 1):
                if not path.consistent(symbol - 1 if value == 0 else -symbol):
                    path.substitute(s, Poly.of(value))
                    break
    left = (path.current(poly) % modulus).terms
    signed = {m: c - modulus if c > modulus // 2 else c for m, c in left.items()}
    factor = gcd(*signed.values())
    carries = Poly({m: c // factor for m, c in signed.items()}) if factor else Poly.of(0)
    for m, c in carries.terms.items():
        if len(m) == 1 and abs(c) == 1 and not path.consistent(carries - 1) and not path.consistent(-carries - 1):
            path.substitute(m[0], (Poly({m: c}) - carries) * c)
            break


class Proof:
    """A function modulo `m`, proved up to `self.at`."""

    def __init__(self, code, m):
        self.code, self.at, self.m = code, 0, m
        self.symbols = Symbols()
        self.state = State(self.symbols)
        self.state.registers["rsp"] = Pointer("stack", 0)
        for r in CALLEE_SAVED:
            self.state.registers[r] = Pointer(f"caller's {r}", 0)
        self.paths = 0
        # Memory of which a cut forgets nothing, if it was written on the only path.
        self.kept = set()

    # Arguments.

    def argument(self, register, region, size, writable=False):
        self.state.registers[register] = Pointer(region, 0)
        self.state.regions[region] = (size, writable)

    def number(self, name, maximum, element, count=4):
        """A number of fresh words, at most `maximum`."""
        words = [Word(self.symbols.new(f"{name}[{i}]", WORD - 1), WORD - 1) for i in range(count)]
        number = Number(words, maximum, element)
        if maximum < WORD**count - 1:
            self.state.know(maximum - number.value)
        return number

    def input(self, region, offset, maximum, count=4):
        number = self.number(region, maximum, self.symbols.new(f"element of {region}", self.m - 1), count)
        for i, w in enumerate(number.words):
            self.state.memory[region, offset + 8 * i] = w
        return number

    # One step.

    def step(self, until, place, residue, maximum, element, facts=(), modulus=None):
        """Runs to `until`, finds the result in `place`, and proves on every path that its value is at most `maximum` and that
        `residue`, a function of the value, is zero modulo `modulus`. Returns the result, cut."""
        base, modulus = self.state, modulus or self.m
        start = base.copy()
        start.written = set()
        for fact in facts:
            start.know(fact)
        ends = []
        for path, at in run(start, self.code, self.at, until):
            # Nobody reads the flags after a cut.
            path.overwrite("cf", "of")
            places = place(path)
            words = words_at(path, places)
            if left := path.current(residue(value_of(words))) % modulus:
                # Carries that the code dropped are left: the facts must settle them.
                settle(path, left, modulus)
                words = words_at(path, places)
                if left := path.current(residue(value_of(words))) % modulus:
                    names = sorted({self.symbols.names[s] for s in left.symbols()}) or ["a constant"]
                    raise Refused(f"the claim does not hold, because of {', '.join(names[:3])}")
            if maximum < WORD ** len(words) - 1 and not path.proves(maximum - value_of(words)):
                raise Refused("the result may be too large")
            ends.append((path, at, words))
            self.paths += 1
        if len({at for _, at, _ in ends}) != 1:
            raise Refused("no path")
        self.at = ends[0][1]
        number = self.number(f"after {self.code[self.at - 1]}: ", maximum, element, len(places))
        self.cut(base, ends, places, number)
        return number

    def cut(self, base, ends, places, number):
        """The state for the next step: the result, what nobody wrote, and copies; the rest is forgotten."""
        first = ends[0][0]
        written = set().union(*(path.written for path, *_ in ends))
        state = State(self.symbols)
        state.regions, state.facts, state.saved = base.regions, base.facts, base.saved
        for kind in ("registers", "memory"):
            for key, value in getattr(first, kind).items():
                values = [getattr(path, kind).get(key) for path, *_ in ends]
                if key in places:
                    kept = number.words[places.index(key)]
                elif key not in written:
                    kept = getattr(base, kind).get(key)
                elif key in self.kept and len(ends) == 1:
                    kept = value
                    state.know(value.poly)
                    state.know(value.max - value.poly)
                elif isinstance(value, Pointer):
                    kept = value if all(v == value for v in values) else None
                else:
                    kept = copied(base, ends, values, number)
                getattr(state, kind)[key] = kept
        state.registers["rsp"] = first.registers["rsp"]
        self.state = state

    # Steps.

    def linear(self, until, place, terms, maximum, scale=1):
        """sum c x / scale, for the (c, x) of `terms`"""
        target = sum((x.value * c for c, x in terms), Poly.of(0))
        element = sum((x.element * c for c, x in terms), Poly.of(0)) * pow(scale, -1, self.m) % self.m
        return self.step(until, place, lambda v: v * scale - target, maximum, element)

    def returns(self):
        """Runs to the end."""
        for path, _ in run(self.state.copy(), self.code, self.at, returned):
            self.paths += 1
            self.state = path


def returned(_, i):
    return i.mnemonic == "ret"


def copied(base, ends, values, number):
    """At a cut: a word of the result, or a word from before, if that is what `values` are on every path."""
    if not all(isinstance(v, Word) for v in values):
        return None
    if values[0].poly.constant() is not None and all(v.poly == values[0].poly for v in values):
        return values[0]
    for i, word in enumerate(number.words):
        if all(v.poly == words[i].poly for v, (_, _, words) in zip(values, ends)):
            return word
    before = {w.poly for kind in (base.registers, base.memory) for w in kind.values() if isinstance(w, Word)}
    return values[0] if values[0].poly in before and all(v.poly == values[0].poly for v in values) else None


def stored(base, offset, count=4, unlike=None):
    """A result at [base + offset]; the step ends when its last word is written, and is not `unlike`."""

    def place(state):
        pointer = state.registers[base]
        return [(pointer.region, pointer.offset + offset + 8 * k) for k in range(count)]

    def until(state, i):
        if i.mnemonic != "mov" or i.operands[0][0] != "mem" or state.address(i.operands[0]) != place(state)[-1]:
            return False
        return unlike is None or state.get(i.operands[0]).poly != unlike.poly

    return until, place


# The group law, on elements.


def tangent(x, y, z, p):
    """2 (x, y, z). The tangent's slope, 3 (x^2 - 1) / (2 y) in affine coordinates, is m / z3."""
    m = (x * x - z * z * z * z) * (3 * pow(2, -1, p))
    x3 = m * m - x * y * y * 2
    return x3, m * (x * y * y - x3) - y * y * y * y, y * z


def chord(x, y, z, x2, y2):
    """(x, y, z) + (x2, y2, 1): the chord's slope is r / z3 in affine coordinates."""
    h, r = x2 * z * z - x, y2 * z * z * z - y
    x3 = r * r - h * h * h - x * h * h * 2
    return x3, r * (x * h * h - x3) - y * h * h * h, z * h


def xyzz_chord(x, y, zz, zzz, x2, y2):
    """(x, y, zz, zzz) + (x2, y2, 1, 1): the chord's slope, (y2 - y / zzz) / (x2 - x / zz), is r / (h zzz / zz); with zz^3 = zzz^2."""
    h, r = x2 * zz - x, y2 * zzz - y
    x3 = r * r - h * h * h - x * h * h * 2
    return x3, r * (x * h * h - x3) - y * h * h * h, zz * h * h, zzz * h * h * h


# Planted bugs.


def find(code, text, nth):
    """The index of the nth instruction with this text, or this beginning; negative from the end."""
    return [k for k, i in enumerate(code) if i.text.startswith(text)][nth]


def lost(text, nth):
    """Without one instruction."""

    def plant(code):
        k = find(code, text, nth)
        return code[:k] + code[k + 1 :]

    return plant


def changed(text, nth, operand, value):
    """With another register as an operand, or an immediate or an offset off by `value`."""

    def plant(code):
        k = find(code, text, nth)
        operands = list(code[k].operands)
        *kind, old = operands[operand]
        operands[operand] = (*kind, value if isinstance(value, str) else old + value)
        return code[:k] + [Instruction(code[k].mnemonic, operands, code[k].address, f"planted in {text}")] + code[k + 1 :]

    return plant


def unchanged(code):
    return code
