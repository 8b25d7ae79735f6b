"""The functions of `numpy.random` itself, and `RandomState`: numbers from MT19937 as numpy makes them for a seed."""

import math

import _lab
from numpy._scalars import TYPES
from numpy.random import _shapes
from numpy.random._bits import MT19937, whole
from numpy.random._draws import Draws


class RandomState(Draws):
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
        if seed is not None and not 0 <= whole(seed) < 2**32:
            raise ValueError("Seed must be between 0 and 2**32 - 1")
        self._stream = MT19937(seed), None

    def _doubles(self, count=None):
        return self._bits._stream.doubles(count)

    def _normals(self, count=None):
        numbers, self._gauss = self._bits._stream.normals(self._gauss, count)
        return numbers

    def _exponentials(self, count=None):
        left = 1.0 - self._doubles(count)
        return -(math.log(left) if count is None else _lab.unary("log", left))

    def _order(self, count):
        return self._bits._stream.order(count)

    def random_sample(self, size=None):
        return self._filled(self._doubles, size)

    random = ranf = sample = random_sample

    def rand(self, *size): return self.random_sample(size or None)
    def randn(self, *size): return self.standard_normal(size or None)

    def randint(self, low, high=None, size=None, dtype=int):
        low, high = (0, low) if high is None else (low, high)
        if _shapes.is_array(low) or _shapes.is_array(high):
            draw = lambda low, high: int(low) + self._bits.masked(int(high) - int(low) - 1, 1)[0]
            return _shapes.each(draw, (low, high), size, "int64")
        low, most = int(low), int(high) - int(low) - 1
        if most < 0:
            raise ValueError("low >= high")
        shape = _shapes.sizes(size)
        if _shapes.named(dtype) == "uint8":
            if low < 0 or low + most > 255:
                raise ValueError(f"numbers from {low} to {low + most} do not fit into uint8: from 0 to 255 do")
            drawn = self._bits._stream.bytes(most, _shapes.count(shape)) + low
            return TYPES["uint8"](_lab.item(drawn)) if size is None else _shapes.laid_out(drawn, shape)
        drawn = self._bits.masked(most, _shapes.count(shape))
        drawn = [low + number for number in drawn] if low else drawn
        return drawn[0] if size is None else _shapes.shaped(drawn, shape, "int64")

    def random_integers(self, low, high=None, size=None):
        low, high = (1, low) if high is None else (low, high)
        return self.randint(low, int(high) + 1, size)

    def choice(self, a, size=None, replace=True, p=None):
        length, a = _shapes.things(a, size)
        if _shapes.rank(a) > 1:
            raise ValueError("a must be 1-dimensional")
        if replace:
            places = lambda total: self._bits.masked(length - 1, total)
        else:
            places = lambda total: _lab.tolist(self._order(length))[:total]
        return self._chosen(length, a, size, replace, p, places, "'replace=False'")
