"""Straight-line x86-64 code as polynomials.

Every 64-bit word of the machine is an integer polynomial over symbols, together with an upper bound. Where a word would
exceed 64 bits, a fresh symbol takes what leaves it - a carry, a borrow, the high half of a product, the bits that a shift
drops - and the word's polynomial loses 2^64 times that symbol: so polynomials stay exact, and nothing is ever "mod 2^64".
What is known about symbols is kept as facts, polynomials that are not negative; a claim is proved from the facts by linear
arithmetic over the reals (z3), with every product of symbols an unknown of its own. That is a relaxation: what it proves,
holds.

A condition that a word or a `cmov` depends on splits the path in two, with its symbol 0 in one and 1 in the other.

Anything that is not in this file's short list of instructions, reads what was not written, leaves the declared memory or
depends on an undefined flag, ends the proof.
"""

import struct

import capstone
import z3
from capstone.x86 import X86_OP_IMM, X86_OP_MEM, X86_OP_REG

from poly import Poly, Symbols

WORD = 1 << 64
# The registers that a function may change, and those that a kernel may: without the stack and frame pointers and rbx.
CALLEE_SAVED = ("rbx", "rbp", "r12", "r13", "r14", "r15")
REGISTERS = ("rax", "rcx", "rdx", "rsi", "rdi", "rsp") + tuple(f"r{i}" for i in range(8, 12)) + CALLEE_SAVED


class Refused(Exception):
    """The proof does not go through."""


class Split(Exception):
    """The next instruction needs to know a symbol that is 0 or 1."""

    def __init__(self, symbol):
        super().__init__(symbol)
        self.symbol = symbol


class Word:
    """A 64-bit word, or a flag: its polynomial, and a bound of its value."""

    __slots__ = ("poly", "max")

    def __init__(self, poly, maximum):
        self.poly, self.max = poly, maximum

    @staticmethod
    def constant(c):
        return Word(Poly.of(c), c)


class Pointer:
    """An address: a region of memory and an offset in bytes."""

    __slots__ = ("region", "offset")

    def __init__(self, region, offset):
        self.region, self.offset = region, offset

    def __eq__(self, other):
        return isinstance(other, Pointer) and (self.region, self.offset) == (other.region, other.offset)

    __hash__ = None


class Library:
    """An ELF library: the instructions of its functions."""

    def __init__(self, path):
        self.data = data = open(path, "rb").read()
        if data[:6] != b"\x7fELF\x02\x01":
            raise Refused(f"{path} is not a little-endian 64-bit ELF file")
        (offset,) = struct.unpack_from("<Q", data, 0x28)
        size, count = struct.unpack_from("<HH", data, 0x3A)
        self.sections = [struct.unpack_from("<IIQQQQIIQQ", data, offset + i * size) for i in range(count)]

    def function(self, name):
        """The instructions of an exported function."""
        for kind, link, offset, size in ((s[1], s[6], s[4], s[5]) for s in self.sections):
            if kind != 11:  # SHT_DYNSYM
                continue
            strings = self.sections[link][4]
            for at in range(offset, offset + size, 24):
                string, _, _, _, value, _ = struct.unpack_from("<IBBHQQ", self.data, at)
                start = strings + string
                if self.data[start : self.data.index(b"\0", start)].decode() == name:
                    return self.code_at(value)
        raise Refused(f"the library has no function {name}")

    def code_at(self, address):
        """The instructions from an address to the next `ret`."""
        for s in self.sections:
            if s[2] & 4 and s[3] <= address < s[3] + s[5]:  # SHF_EXECINSTR
                start = s[4] + address - s[3]
                return decode(self.data[start : s[4] + s[5]], address)
        raise Refused(f"no code at {address:x}")

    def callee(self, code, nth=0):
        """The instructions of the nth function that the code calls."""
        return self.code_at([i for i in code if i.mnemonic == "call"][nth].operands[0][1])

    def inlined(self, name):
        """The instructions of an exported function, with those that it calls in the place of the calls."""
        result = []
        for i in self.function(name):
            if i.mnemonic != "call":
                result.append(i)
                continue
            result.append(Instruction("enter", [], i.address, i.text))
            for j in self.code_at(i.operands[0][1]):
                result.append(Instruction("leave", [], j.address, j.text) if j.mnemonic == "ret" else j)
        return result


class Instruction:
    """One instruction: mnemonic and operands, as ('reg', name), ('imm', value), ('mem', base, offset)."""

    def __init__(self, mnemonic, operands, address=0, text=""):
        self.mnemonic, self.operands, self.address, self.text = mnemonic, operands, address, text

    def __str__(self):
        return f"{self.address:x}: {self.text}"


def decode(code, base):
    machine = capstone.Cs(capstone.CS_ARCH_X86, capstone.CS_MODE_64)
    machine.detail = True
    result = []
    for i in machine.disasm(code, base):
        operands = []
        for o in i.operands:
            if i.mnemonic == "lea" and o.type == X86_OP_MEM and o.mem.index == o.mem.base and o.mem.scale == 1 and not o.mem.disp:
                operands.append(("twice", i.reg_name(o.mem.base)))
            elif o.type == X86_OP_REG:
                operands.append(("reg", i.reg_name(o.reg)))
            elif o.type == X86_OP_IMM:
                operands.append(("imm", o.imm % WORD))
            elif o.type == X86_OP_MEM and o.mem.base and not o.mem.index and not o.mem.segment and o.size == 8:
                operands.append(("mem", i.reg_name(o.mem.base), o.mem.disp))
            else:
                operands.append(("unknown",))
        mnemonic = {"movabs": "mov", "cmovb": "cmovc", "cmovae": "cmovnc", "setb": "setc"}.get(i.mnemonic, i.mnemonic)
        result.append(Instruction(mnemonic, operands, i.address, f"{i.mnemonic} {i.op_str}"))
        if i.mnemonic == "ret":
            return result
    raise Refused("the code does not end with ret")


class State:
    """One path through the code."""

    def __init__(self, symbols):
        self.symbols = symbols
        self.registers = {}
        self.memory = {}
        self.flags = {"cf": None, "of": None}
        # Flags that were set and not read since.
        self.unread = set()
        # Regions of memory: bytes, and whether the code may write there.
        self.regions = {}
        # Registers and memory that were written since the last cut.
        self.written = set()
        self.facts = []
        self.splits = {}
        # Carries and borrows that were overwritten unread and not yet explained.
        self.dropped = []
        # The registers that `ret` must find as they were, and what the last call was given.
        self.saved = CALLEE_SAVED
        self.called = None
        # Symbols that turned out to be something else, in this order.
        self.replaced = []
        self.solver, self.told = None, 0

    def copy(self):
        other = State(self.symbols)
        other.registers, other.memory = dict(self.registers), dict(self.memory)
        other.flags, other.unread = dict(self.flags), set(self.unread)
        other.regions, other.written = self.regions, set(self.written)
        other.facts, other.splits = list(self.facts), dict(self.splits)
        other.saved, other.called = self.saved, self.called
        other.dropped, other.replaced = list(self.dropped), list(self.replaced)
        return other

    # What is known.

    def fresh(self, name, maximum):
        return self.symbols.new(name, maximum)

    def know(self, poly):
        """From here on: poly >= 0."""
        self.facts.append(poly)

    def z3(self, poly):
        if poly._z3 is None:
            terms = []
            for m, c in poly.terms.items():
                terms.append(z3.RealVal(c) * z3.Real("*".join(map(str, m))) if m else z3.RealVal(c))
            poly._z3 = z3.Sum(terms) if terms else z3.RealVal(0)
        return poly._z3

    def tell(self, poly, seen):
        """Tells the solver poly >= 0, and the bounds of the products in it."""
        for m in poly.terms:
            if m and m not in seen:
                seen.add(m)
                maximum = 1
                for s in m:
                    maximum *= self.symbols.maxima[s]
                unknown = z3.Real("*".join(map(str, m)))
                self.solver.add(unknown >= 0, unknown <= z3.RealVal(maximum))

    def consistent(self, *negated):
        """Could the facts hold together with all of `negated`, polynomials that are not negative?"""
        if self.solver is None:
            self.solver, self.told, self.seen = z3.Solver(), 0, set()
        for poly in self.facts[self.told :]:
            self.tell(poly, self.seen)
            self.solver.add(self.z3(poly) >= 0)
        self.told = len(self.facts)
        self.solver.push()
        for poly in negated:
            self.tell(poly, set(self.seen))
            self.solver.add(self.z3(poly) >= 0)
        result = self.solver.check()
        self.solver.pop()
        return result != z3.unsat

    def upper(self, poly):
        """An upper bound by the bounds of each term alone."""
        total = 0
        for m, c in poly.terms.items():
            if c > 0:
                for s in m:
                    c *= self.symbols.maxima[s]
                total += c
        return total

    def proves(self, poly):
        """Is poly >= 0, for whole numbers, in every case that the facts allow?"""
        if self.upper(-poly) <= 0:
            return True
        return not self.consistent(-poly - 1)

    def substitute(self, symbol, poly):
        """`symbol` is `poly`: replaces it everywhere."""

        def replaced(x):
            if not isinstance(x, Word):
                return x
            now = x.poly.substitute(symbol, poly)
            constant = now.constant()
            return Word(now, x.max if constant is None else constant)

        self.registers = {k: replaced(v) for k, v in self.registers.items()}
        self.memory = {k: replaced(v) for k, v in self.memory.items()}
        self.flags = {k: replaced(v) for k, v in self.flags.items()}
        self.facts = [f.substitute(symbol, poly) for f in self.facts]
        self.splits = {k: (h.substitute(symbol, poly), l.substitute(symbol, poly)) for k, (h, l) in self.splits.items()}
        self.dropped = [d.substitute(symbol, poly) for d in self.dropped]
        self.replaced.append((symbol, poly))
        self.know(poly)
        self.know(self.symbols.maxima[symbol] - poly)
        self.solver = None

    def current(self, poly):
        """A polynomial from before, in the symbols of now."""
        for symbol, by in self.replaced:
            poly = poly.substitute(symbol, by)
        return poly

    # Flags.

    def flag(self, name):
        flag = self.flags[name]
        if flag is None:
            raise Refused(f"{name} is undefined")
        self.unread.discard(name)
        return flag

    def overwrite(self, *names):
        """Before flags are overwritten: one that nobody read must be explained."""
        for name in names:
            if name in self.unread and self.flags[name].poly.constant() is None:
                self.explain(self.flags[name].poly)
            self.flags[name] = None
            self.unread.discard(name)

    def set_flag(self, name, flag):
        self.flags[name] = flag
        self.unread.add(name)

    def explain(self, poly):
        """A carry that the code drops is 0, or 1, or equal to another that it dropped; or it waits for such a partner.

        That makes the polynomials simpler. A carry that is left unexplained remains in them, and so in the claims."""
        found = poly.symbol()
        if not found:
            return
        for value in (0, 1):
            if not self.consistent(poly - 1 if value == 0 else -poly):
                self.substitute(found[0], Poly.of(value))
                return
        for other in self.dropped:
            if not self.consistent(poly - other - 1) and not self.consistent(other - poly - 1):
                self.dropped.remove(other)
                self.substitute(found[0], other)
                return
        self.dropped.append(poly)

    # Arithmetic.

    def known(self, word):
        """The value of a word that must be a constant here: splits on the symbol that it depends on."""
        c = word.poly.constant()
        if c is not None:
            return c
        symbols = word.poly.symbols()
        if len(symbols) == 1 and self.symbols.maxima[next(iter(symbols))] == 1:
            raise Split(next(iter(symbols)))
        raise Refused("the code depends on a value that is not a carry")

    def bit_of_mask(self, word):
        """b if the word is (2^64 - 1) b for a symbol b that is 0 or 1."""
        found = word.poly.symbol()
        if found and found[1] == WORD - 1 and self.symbols.maxima[found[0]] == 1:
            return word.poly // (WORD - 1)
        return None

    def total(self, poly, maximum):
        """The word and the carry of a sum that is below 2^65."""
        c = poly.constant()
        if c is not None:
            return Word.constant(c % WORD), Word.constant(c // WORD)
        if maximum < WORD:
            return Word(poly, maximum), Word.constant(0)
        if not poly % WORD:
            # A word that is a multiple of 2^64 is zero: the Montgomery step. The carry is the rest.
            carry = poly // WORD
            self.know(carry)
            self.know(1 - carry)
            return Word.constant(0), Word(carry, 1)
        carry = self.fresh(f"carry of {self.now}", 1)
        word = poly - carry * WORD
        self.know(word)
        self.know(WORD - 1 - word)
        return Word(word, WORD - 1), Word(carry, 1)

    def difference(self, poly, maximum):
        """The word and the borrow of a difference that is at least -2^64."""
        c = poly.constant()
        if c is not None:
            return Word.constant(c % WORD), Word.constant(int(c < 0))
        if self.upper(-poly) <= 0:
            return Word(poly, maximum), Word.constant(0)
        borrow = self.fresh(f"borrow of {self.now}", 1)
        word = poly + borrow * WORD
        self.know(word)
        self.know(WORD - 1 - word)
        return Word(word, WORD - 1), Word(borrow, 1)

    def product(self, a, b):
        """The low and the high word."""
        poly, maximum = a.poly * b.poly, a.max * b.max
        if len(poly.terms) > 1:
            self.know(maximum - poly)
        c = poly.constant()
        if c is not None:
            return Word.constant(c % WORD), Word.constant(c // WORD)
        if maximum < WORD:
            return Word(poly, maximum), Word.constant(0)
        high = self.fresh("high", maximum // WORD)
        low = poly - high * WORD
        self.know(low)
        self.know(WORD - 1 - low)
        return Word(low, WORD - 1), Word(high, maximum // WORD)

    def split(self, word, n):
        """word = high 2^n + low"""
        c = word.poly.constant()
        if c is not None:
            return Word.constant(c >> n), Word.constant(c % (1 << n))
        if word.max < 1 << n:
            return Word.constant(0), word
        if not word.poly % (1 << n):
            return Word(word.poly // (1 << n), word.max >> n), Word.constant(0)
        key = (word.poly, n)
        if key not in self.splits:
            # A word that differs from another by a multiple of 2^n has the same low bits.
            for (other, m), (high, low) in self.splits.items():
                if m == n and not (word.poly - other) % (1 << n):
                    self.splits[key] = (high + (word.poly - other) // (1 << n), low)
                    break
        if key not in self.splits:
            high = self.fresh("bits", word.max >> n)
            low = word.poly - high * (1 << n)
            self.know(low)
            self.know((1 << n) - 1 - low)
            self.splits[key] = (high, low)
        high, low = self.splits[key]
        return Word(high, word.max >> n), Word(low, (1 << n) - 1)

    def parity(self, word):
        """The lowest bit, by a symbol of its own: the word, a symbol, becomes 2 high + bit."""
        _, low = self.split(word, 1)
        if low.poly.constant() is not None:
            return low
        found = word.poly.symbol()
        if not found or found[1] != 1:
            raise Refused("the parity of a sum")
        bit, high = self.fresh("bit", 1), self.splits[word.poly, 1][0]
        self.substitute(found[0], high * 2 + bit)
        return Word(bit, 1)

    # Operands.

    def address(self, operand):
        _, base, offset = operand
        pointer = self.registers.get(base)
        if not isinstance(pointer, Pointer):
            raise Refused("an address is not a pointer")
        offset += pointer.offset
        if pointer.region == "stack":
            # Below the return address, at or above the stack pointer.
            if offset >= 0 or offset < self.registers["rsp"].offset:
                raise Refused(f"the stack at {offset}")
        elif not (0 <= offset <= self.regions.get(pointer.region, (0,))[0] - 8 and offset % 8 == 0):
            raise Refused(f"{pointer.region} + {offset} is outside")
        return pointer.region, offset

    def get(self, operand):
        if operand[0] == "imm":
            return Word.constant(operand[1])
        place = operand[1] if operand[0] == "reg" else self.address(operand)
        value = (self.registers if operand[0] == "reg" else self.memory).get(place)
        if value is None:
            raise Refused(f"{place} was not written")
        return value

    def word(self, operand):
        value = self.get(operand)
        if not isinstance(value, Word):
            raise Refused("arithmetic with a pointer")
        return value

    def put(self, operand, value):
        if operand[0] == "reg":
            if operand[1] not in REGISTERS:
                raise Refused(f"write to {operand[1]}")
            self.registers[operand[1]] = value
            self.written.add(operand[1])
        else:
            region, offset = self.address(operand)
            if region != "stack" and not self.regions[region][1]:
                raise Refused(f"write to {region}")
            self.memory[region, offset] = value
            self.written.add((region, offset))

    def move_stack(self, offset):
        self.registers["rsp"] = Pointer("stack", self.registers["rsp"].offset + offset)

    # Instructions.

    def step(self, i):
        """Runs one instruction. Raises `Split` if a path must be split before it, `Refused` if it cannot follow."""
        m, o, self.now = i.mnemonic, i.operands, i
        if m not in OVERWRITES or len(o) not in OPERANDS.get(m, (2,)) or ("unknown",) in o:
            raise Refused("not in the list of instructions")
        if m in ("add", "sub") and o[0] == ("reg", "rsp") and o[1][0] == "imm":
            offset = o[1][1] - (WORD if o[1][1] >> 63 else 0)
            self.move_stack(offset if m == "add" else -offset)
            self.overwrite("cf", "of")
            return
        for flag in READS.get(m, ()):
            self.flag(flag)
        carry = self.flags[READS[m][0]] if m in READS else Word.constant(0)
        self.overwrite(*OVERWRITES[m])

        if m == "push":
            self.move_stack(-8)
            self.put(("mem", "rsp", 0), self.registers.get(o[0][1]))
        elif m == "pop":
            self.put(o[0], self.memory.get(("stack", self.registers["rsp"].offset)))
            self.move_stack(8)
        elif m == "ret":
            if self.registers["rsp"] != Pointer("stack", 0) or any(
                self.registers.get(r) != Pointer(f"caller's {r}", 0) for r in self.saved
            ):
                raise Refused("the caller's registers are not restored")
        elif m in ("enter", "leave"):
            self.move_stack(-8 if m == "enter" else 8)
        elif m == "call":
            # The proof of the callee says what it does with its operands; it changes all registers but these two.
            self.called = (o[0][1], self.registers.get("rsi"), self.registers.get("rdi"))
            self.registers = {r: self.registers[r] for r in ("rbp", "rsp")}
            self.written |= set(REGISTERS) - {"rbp", "rsp"}
        elif m == "lea":
            if o[1][0] == "twice":
                high, low = self.split(self.word(("reg", o[1][1])), 63)
                self.put(o[0], Word(low.poly * 2, WORD - 2))
            else:
                pointer = self.registers.get(o[1][1])
                if not isinstance(pointer, Pointer):
                    raise Refused("an address is not a pointer")
                self.put(o[0], Pointer(pointer.region, pointer.offset + o[1][2]))
        elif m == "setc":
            if self.word(("reg", BYTES.get(o[0][1]))).max >= 256:
                raise Refused("a byte of a word")
            self.put(("reg", BYTES[o[0][1]]), carry)
        elif m == "mov" and o[0][0] == "reg" and o[0][1] in NARROW:
            # A 32-bit register: the upper half becomes zero.
            value = o[1][1] if o[1][0] == "imm" else self.known(self.word(("reg", NARROW.get(o[1][1]))))
            self.put(("reg", NARROW[o[0][1]]), Word.constant(value % (1 << 32)))
        elif m == "mov":
            self.put(o[0], self.get(o[1]))
        elif m == "xor":
            if o[0][0] != "reg" or o[0] != o[1]:
                raise Refused("only the xor that clears a register")
            self.put(("reg", NARROW.get(o[0][1], o[0][1])), Word.constant(0))
            self.set_flag("cf", Word.constant(0))
            self.set_flag("of", Word.constant(0))
        elif m in ("add", "adc") and o[0] == o[1]:
            high, low = self.split(self.word(o[0]), 63)
            self.put(o[0], Word(low.poly * 2 + carry.poly, min(2 * low.max + carry.max, WORD - 1)))
            self.set_flag("cf", high)
        elif m in ("add", "adc", "adcx", "adox"):
            a, b = self.word(o[0]), self.word(o[1])
            word, carry = self.total(a.poly + b.poly + carry.poly, a.max + b.max + carry.max)
            self.put(o[0], word)
            self.set_flag("of" if m == "adox" else "cf", carry)
        elif m == "sbb" and o[0] == o[1]:
            # The mask of a borrow.
            self.put(o[0], Word(carry.poly * (WORD - 1), (WORD - 1) * carry.max))
            self.set_flag("cf", carry)
            self.unread.discard("cf")
        elif m == "sub" and (bit := self.bit_of_mask(self.word(o[1]))):
            # Minus a mask is plus its bit, modulo 2^64; the borrow is another and stays undefined.
            a = self.word(o[0])
            word, carry = self.total(a.poly + bit, a.max + 1)
            self.put(o[0], word)
            self.explain(carry.poly)
        elif m == "sub" and self.word(o[0]).max == 1 and o[1] == ("imm", 1):
            b = self.known(self.word(o[0]))
            self.put(o[0], Word.constant((b - 1) % WORD))
            self.set_flag("cf", Word.constant(1 - b))
        elif m in ("sub", "sbb"):
            a, b = self.word(o[0]), self.word(o[1])
            if self.bit_of_mask(a):
                self.known(a)
            word, borrow = self.difference(a.poly - b.poly - carry.poly, a.max)
            self.put(o[0], word)
            self.set_flag("cf", borrow)
        elif m == "neg":
            # Of a bit: a mask, and the bit as the carry.
            a = self.word(o[0])
            if a.max > 1:
                a = Word.constant(self.known(a))
                self.put(o[0], Word.constant(-a.max % WORD))
                return
            self.put(o[0], Word(a.poly * (WORD - 1), (WORD - 1) * a.max))
            self.set_flag("cf", a)
            self.unread.discard("cf")
        elif m == "and":
            a, n = self.word(o[0]), o[1][1].bit_length() if o[1][0] == "imm" else 0
            if self.bit_of_mask(a) or a.poly.constant() in (0, WORD - 1):
                self.put(o[0], Word.constant(self.known(a) & self.known(self.word(o[1]))))
                return
            if not n or o[1][1] != (1 << n) - 1:
                raise Refused("only the lowest bits")
            self.put(o[0], self.parity(a) if n == 1 else self.split(a, n)[1])
        elif m in ("shl", "shr"):
            n = o[1][1]
            high, low = self.split(self.word(o[0]), n if m == "shr" else 64 - n)
            self.put(o[0], high if m == "shr" else Word(low.poly * (1 << n), low.max << n))
        elif m == "rcr":
            if o[1] != ("imm", 1):
                raise Refused("only by one bit")
            high, low = self.split(self.word(o[0]), 1)
            self.put(o[0], Word(high.poly + carry.poly * (1 << 63), WORD - 1))
            self.set_flag("cf", low)
        elif m == "mulx":
            low, high = self.product(self.word(("reg", "rdx")), self.word(o[2]))
            self.put(o[1], low)
            self.put(o[0], high)
        elif m == "imul":
            low, _ = self.product(self.word(o[-2]), self.word(o[-1]))
            self.put(o[0], low)
        elif m in ("cmovc", "cmovnc"):
            self.put(o[0], self.word(o[1] if self.known(carry) == (m == "cmovc") else o[0]))


# The flags that an instruction reads, and those that it overwrites.
READS = {"adc": ("cf",), "adcx": ("cf",), "adox": ("of",), "sbb": ("cf",), "rcr": ("cf",), "cmovc": ("cf",), "cmovnc": ("cf",), "setc": ("cf",)}
OVERWRITES = dict.fromkeys(("add", "adc", "sub", "sbb", "neg", "and", "xor", "shl", "shr", "rcr", "imul"), ("cf", "of"))
OVERWRITES |= {"adcx": ("cf",), "adox": ("of",)}
OVERWRITES |= dict.fromkeys(("mov", "lea", "mulx", "cmovc", "cmovnc", "setc", "push", "pop", "ret", "enter", "leave"), ())
OVERWRITES["call"] = ("cf", "of")
# How many operands, if not two.
OPERANDS = {"neg": (1,), "setc": (1,), "call": (1,), "enter": (0,), "leave": (0,), "push": (1,), "pop": (1,), "ret": (0,)}
OPERANDS |= {"mulx": (3,), "imul": (2, 3)}
NARROW = {f"e{x}": f"r{x}" for x in ("ax", "bx", "cx", "dx", "si", "di", "bp", "sp")}
BYTES = {"bl": "rbx", "dl": "rdx"}
NARROW.update({f"r{i}d": f"r{i}" for i in range(8, 16)})


def run(state, code, at, until):
    """Runs from code[at] until `until(state, instruction)` holds after an instruction, on every path.

    Yields (state, index of the next instruction) for each path. The same code for all: nothing branches."""
    while True:
        if at == len(code):
            raise Refused("the step does not end where it should")
        i = code[at]
        before = state.copy()
        try:
            state.step(i)
        except Split as split:
            for value in (0, 1):
                path = before.copy()
                path.substitute(split.symbol, Poly.of(value))
                if path.consistent():
                    yield from run(path, code, at, until)
            return
        except Refused as e:
            raise Refused(f"{e}: {i}") from None
        at += 1
        if until(state, i):
            yield state, at
            return
