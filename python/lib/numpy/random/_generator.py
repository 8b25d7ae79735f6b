"""`numpy.random.Generator`: numbers from PCG64 as numpy makes them."""

import math

from numpy.random import _shapes, _ziggurat
from numpy.random._bits import PCG64, BitGenerator, SeedSequence

_RANGES = {"int64": 63, "int32": 31, "int16": 15, "int8": 7, "uint8": 8, "uint16": 16, "uint32": 32, "uint64": 64}


class Generator:
    """An independent stream of random numbers."""

    def __init__(self, bit_generator):
        if not isinstance(bit_generator, BitGenerator):
            raise TypeError(f"Generator takes np.random.PCG64(seed); default_rng({bit_generator!r}) makes both")
        self.bit_generator = self._bits = bit_generator

    def __repr__(self):
        return f"Generator({type(self._bits).__name__})"

    def spawn(self, n_children):
        return [Generator(type(self._bits)(seed)) for seed in self._bits.seed_seq.spawn(n_children)]

    def random(self, size=None, dtype="float64", out=None):
        if _name(dtype) == "float32":
            return _shapes.filled(lambda: (self._bits.word() >> 8) / 16777216.0, size, "float32")
        return _shapes.filled(self._bits.double, size)

    def uniform(self, low=0.0, high=1.0, size=None):
        return _shapes.each(lambda low, high: low + (high - low) * self._bits.double(), (low, high), size)

    def standard_normal(self, size=None, dtype="float64", out=None):
        return _shapes.filled(lambda: _ziggurat.normal(self._bits), size, _name(dtype))

    def normal(self, loc=0.0, scale=1.0, size=None):
        return _shapes.each(lambda loc, scale: loc + scale * _ziggurat.normal(self._bits), (loc, scale), size)

    def standard_exponential(self, size=None):
        return _shapes.filled(lambda: _ziggurat.exponential(self._bits), size)

    def exponential(self, scale=1.0, size=None):
        return _shapes.each(lambda scale: scale * _ziggurat.exponential(self._bits), (scale,), size)

    def lognormal(self, mean=0.0, sigma=1.0, size=None):
        draw = lambda mean, sigma: math.exp(mean + sigma * _ziggurat.normal(self._bits))
        return _shapes.each(draw, (mean, sigma), size)

    def binomial(self, n, p, size=None):
        return _shapes.filled(lambda: _shapes.binomial(int(n), float(p), self._bits.double), size, "int64")

    def multinomial(self, n, pvals, size=None):
        shape = _shapes.sizes(size)
        drawn = [_shapes.multinomial(int(n), pvals, self._bits.double) for _ in range(_shapes.count(shape))]
        return _shapes.shaped([times for row in drawn for times in row], (*shape, len(pvals)), "int64")

    def integers(self, low, high=None, size=None, dtype="int64", endpoint=False):
        low, high = (0, low) if high is None else (low, high)
        name = _name(dtype)
        if _is_array(low) or _is_array(high):
            draw = lambda low, high: int(low) + self._bits.below(int(high) - int(low) - (not endpoint))
            return _shapes.each(draw, (low, high), size, name)
        low, most = int(low), int(high) - int(low) - (not endpoint)
        if most < 0:
            raise ValueError("low >= high" if not endpoint else "low > high")
        return _shapes.filled(lambda draw=self._drawer(name, most): low + draw(), size, _kept(name))

    def _drawer(self, name, most):
        """Returns what draws one number from 0 to `most`. Short types share a word among several numbers."""
        if name == "bool":
            return _Parts(self._bits, 1).bit if most else lambda: 0
        bits = 8 if name.endswith("int8") else 16 if name.endswith("int16") else None
        if bits is None:
            return lambda: self._bits.below(most)
        return lambda parts=_Parts(self._bits, bits): parts.below(most)

    def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
        length, a = _shapes.things(a)
        total = _shapes.count(_shapes.sizes(size))
        double, below = self._bits.double, self._bits.below
        if p is not None:
            weights = _shapes.shares(p, length)
        if replace:
            if p is None:
                places = [below(length - 1) for _ in range(total)]
            else:
                places = _shapes.picks(_shapes.rising(weights), [double() for _ in range(total)])
            return _shapes.chosen(a, places, size)
        if total > length:
            raise ValueError("Cannot take a larger sample than population when replace is False")
        if p is not None:
            places = _shapes.distinct(weights, total, lambda count: [double() for _ in range(count)])
        elif length > 10000 and total > length // (50 if shuffle else 20):
            places = list(range(length))
            for place in range(length - 1, max(length - total, 1) - 1, -1):
                _shapes.exchange(places, place, below(place))
            places = places[length - total :]
        else:
            places, seen = [], set()
            for last in range(length - total, length):
                place = below(last)
                place = last if place in seen else place
                seen.add(place)
                places.append(place)
            if shuffle:
                _shapes.shuffle(places, below)
        return _shapes.chosen(a, places, size)

    def permutation(self, x, axis=0):
        order = list(range(x if isinstance(x, int) else len(x)))
        _shapes.shuffle(order, self._bits.masked)
        return _shapes.shaped(order, (x,), "int64") if isinstance(x, int) else _shapes.mixed(x, order)

    def shuffle(self, x, axis=0):
        _shapes.shuffle(x, self._bits.masked)

    def __getattr__(self, name):
        raise AttributeError(
            f"numpy's Generator.{name} is not known here: there are random, uniform, normal, integers, choice, "
            "permutation, shuffle, exponential, binomial and multinomial"
        )


class _Parts:
    """A word in parts of a few bits, the lowest first."""

    def __init__(self, bits, size):
        self._bits, self._size, self._left = bits, size, 0

    def _next(self):
        if not self._left:
            self._word, self._left = self._bits.word(), 32 // self._size
        part = self._word & (1 << self._size) - 1
        self._word >>= self._size
        self._left -= 1
        return part

    bit = _next

    def below(self, most):
        top, count = (1 << self._size) - 1, most + 1
        if most == 0:
            return 0
        if most == top:
            return self._next()
        product = self._next() * count
        if product & top < count:
            threshold = (top - most) % count
            while product & top < threshold:
                product = self._next() * count
        return product >> self._size


def _is_array(part):
    return hasattr(part, "__len__")


def _name(dtype):
    """Returns the name of a type of numbers."""
    if dtype in (int, float, bool, None):
        return {int: "int64", float: "float64", bool: "bool", None: "float64"}[dtype]
    return dtype if isinstance(dtype, str) else getattr(dtype, "name", None) or dtype.__name__


def _kept(name):
    """Returns the type in which the page keeps such numbers."""
    return name if name in ("int64", "int32", "bool") else "int64"


def default_rng(seed=None):
    """Returns a generator; the same seed gives the same numbers as numpy's own."""
    if isinstance(seed, Generator):
        return seed
    return Generator(seed if isinstance(seed, BitGenerator) else PCG64(seed))
