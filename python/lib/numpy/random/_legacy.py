"""The functions of `numpy.random` itself, and `RandomState`: numbers from MT19937 as numpy makes them for a seed."""

import math

from numpy.random import _shapes
from numpy.random._bits import MT19937


class RandomState:
    """A stream of random numbers of the old kind."""

    def __init__(self, seed=None):
        self.seed(seed)

    # A cell's run exchanges this for a stream of its own, and puts it back.
    @property
    def _stream(self):
        return self._bits, self._gauss

    @_stream.setter
    def _stream(self, stream):
        self._bits, self._gauss = stream if isinstance(stream, tuple) else (MT19937(stream=stream), None)

    def seed(self, seed=None):
        if seed is not None and not 0 <= int(seed) < 2**32:
            raise ValueError("Seed must be between 0 and 2**32 - 1")
        self._stream = MT19937(seed), None

    def random_sample(self, size=None):
        if size is None:
            return self._bits.double()
        shape = _shapes.sizes(size)
        return _shapes.shaped(self._bits.doubles(_shapes.count(shape)), shape, "float64")

    random = ranf = sample = random_sample

    def rand(self, *size): return self.random_sample(size or None)
    def randn(self, *size): return self.standard_normal(size or None)

    def uniform(self, low=0.0, high=1.0, size=None):
        return _shapes.each(lambda low, high: low + (high - low) * self._bits.double(), (low, high), size)

    def _normal(self):
        """Draws two numbers in a circle, which become two normal ones, and keeps the first for the next call."""
        if self._gauss is not None:
            kept, self._gauss = self._gauss, None
            return kept
        while True:
            x, y = 2.0 * self._bits.double() - 1.0, 2.0 * self._bits.double() - 1.0
            square = x * x + y * y
            if 0.0 < square < 1.0:
                break
        scale = math.sqrt(-2.0 * math.log(square) / square)
        self._gauss = scale * x
        return scale * y

    def standard_normal(self, size=None):
        return _shapes.filled(self._normal, size)

    def normal(self, loc=0.0, scale=1.0, size=None):
        return _shapes.each(lambda loc, scale: loc + scale * self._normal(), (loc, scale), size)

    def lognormal(self, mean=0.0, sigma=1.0, size=None):
        return _shapes.each(lambda mean, sigma: math.exp(mean + sigma * self._normal()), (mean, sigma), size)

    def exponential(self, scale=1.0, size=None):
        return _shapes.each(lambda scale: -scale * math.log(1.0 - self._bits.double()), (scale,), size)

    def standard_exponential(self, size=None):
        return self.exponential(1.0, size)

    def binomial(self, n, p, size=None):
        return _shapes.filled(lambda: _shapes.binomial(int(n), float(p), self._bits.double), size, "int64")

    def multinomial(self, n, pvals, size=None):
        shape = _shapes.sizes(size)
        drawn = [_shapes.multinomial(int(n), pvals, self._bits.double) for _ in range(_shapes.count(shape))]
        return _shapes.shaped([times for row in drawn for times in row], (*shape, len(pvals)), "int64")

    def randint(self, low, high=None, size=None, dtype=int):
        low, high = (0, low) if high is None else (low, high)
        if hasattr(low, "__len__") or hasattr(high, "__len__"):
            draw = lambda low, high: int(low) + self._bits.masked(int(high) - int(low) - 1)
            return _shapes.each(draw, (low, high), size, "int64")
        low, most = int(low), int(high) - int(low) - 1
        if most < 0:
            raise ValueError("low >= high")
        if size is None:
            return low + self._bits.masked(most)
        shape = _shapes.sizes(size)
        drawn = self._bits.all_masked(most, _shapes.count(shape))
        return _shapes.shaped([low + number for number in drawn] if low else drawn, shape, "int64")

    def random_integers(self, low, high=None, size=None):
        low, high = (1, low) if high is None else (low, high)
        return self.randint(low, int(high) + 1, size)

    def choice(self, a, size=None, replace=True, p=None):
        length, a = _shapes.things(a)
        total = _shapes.count(_shapes.sizes(size))
        doubles = self._bits.doubles
        if not replace and total > length:
            raise ValueError("Cannot take a larger sample than population when 'replace=False'")
        if p is not None:
            weights = _shapes.shares(p, length)
            if replace:
                places = _shapes.picks(_shapes.rising(weights), doubles(total))
            else:
                places = _shapes.distinct(weights, total, doubles)
        elif replace:
            places = self._bits.all_masked(length - 1, total)
        else:
            places = list(range(length))
            _shapes.shuffle(places, self._bits.masked)
            places = places[:total]
        return _shapes.chosen(a, places, size)

    def shuffle(self, x):
        _shapes.shuffle(x, self._bits.masked)

    def permutation(self, x):
        order = list(range(x if isinstance(x, int) else len(x)))
        _shapes.shuffle(order, self._bits.masked)
        return _shapes.shaped(order, (x,), "int64") if isinstance(x, int) else _shapes.mixed(x, order)
