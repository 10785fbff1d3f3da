"""Integer polynomials over named symbols, each a whole number between zero and its maximum."""


class Symbols:
    """The symbols of one proof: names and maxima."""

    def __init__(self):
        self.names, self.maxima = [], []

    def new(self, name, maximum):
        """A fresh symbol, as a polynomial."""
        self.names.append(name)
        self.maxima.append(maximum)
        return Poly({(len(self.names) - 1,): 1})


class Poly:
    """A polynomial: a coefficient for each monomial, a monomial being the sorted tuple of its symbols."""

    __slots__ = ("terms", "_z3")

    def __init__(self, terms):
        self.terms, self._z3 = terms, None

    @staticmethod
    def of(x):
        return x if isinstance(x, Poly) else Poly({(): x} if x else {})

    def plus(self, other, factor=1):
        """self + factor * other"""
        terms = dict(self.terms)
        for monomial, c in Poly.of(other).terms.items():
            c = terms.get(monomial, 0) + factor * c
            if c:
                terms[monomial] = c
            else:
                terms.pop(monomial, None)
        return Poly(terms)

    def __add__(self, other):
        return self.plus(other)

    __radd__ = __add__

    def __sub__(self, other):
        return self.plus(other, -1)

    def __rsub__(self, other):
        return Poly.of(other).plus(self, -1)

    def __neg__(self):
        return self * -1

    def __mul__(self, other):
        if isinstance(other, int):
            return Poly({m: c * other for m, c in self.terms.items()} if other else {})
        terms = {}
        for m, c in self.terms.items():
            for n, d in other.terms.items():
                key = tuple(sorted(m + n))
                value = terms.get(key, 0) + c * d
                if value:
                    terms[key] = value
                else:
                    terms.pop(key, None)
        return Poly(terms)

    __rmul__ = __mul__

    def __mod__(self, n):
        return Poly({m: c % n for m, c in self.terms.items() if c % n})

    def __floordiv__(self, n):
        assert not self % n
        return Poly({m: c // n for m, c in self.terms.items()})

    def __bool__(self):
        return bool(self.terms)

    def __eq__(self, other):
        return self.terms == Poly.of(other).terms

    def __hash__(self):
        return hash(frozenset(self.terms.items()))

    def constant(self):
        """Its value if it is a constant, else None."""
        if not self.terms:
            return 0
        return self.terms.get(()) if len(self.terms) == 1 else None

    def symbol(self):
        """(s, c) if it is c times the symbol s, else None."""
        if len(self.terms) == 1:
            ((m, c),) = self.terms.items()
            if len(m) == 1:
                return m[0], c
        return None

    def symbols(self):
        return {s for m in self.terms for s in m}

    def substitute(self, symbol, poly):
        """With `poly` in the place of a symbol that occurs in no product with itself."""
        if not any(symbol in m for m in self.terms):
            return self
        result = Poly({m: c for m, c in self.terms.items() if symbol not in m})
        for m, c in self.terms.items():
            if symbol in m:
                rest = list(m)
                rest.remove(symbol)
                assert symbol not in rest
                result = result + Poly({tuple(rest): c}) * poly
        return result
