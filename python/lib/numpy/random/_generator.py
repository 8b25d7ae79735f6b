"""`numpy.random.Generator`: numbers from PCG64 as numpy makes them."""

import _lab
from numpy.random import _shapes, _ziggurat
from numpy.random._bits import MT19937, PCG64
from numpy.random._draws import Draws
from numpy._scalars import TYPES

# The bits of the types that share words.
_SHORT = {"bool": 1, "int8": 8, "uint8": 8, "int16": 16, "uint16": 16}


class Generator(Draws):
    """An independent stream of random numbers."""

    def __init__(self, bit_generator):
        if not isinstance(bit_generator, PCG64):
            raise TypeError(
                f"Generator takes np.random.PCG64(seed) here, not {type(bit_generator).__name__}: default_rng(seed) makes both"
            )
        self.bit_generator = bit_generator

    def __repr__(self):
        return f"Generator({type(self.bit_generator).__name__})"

    def spawn(self, n_children):
        return [Generator(PCG64(seed)) for seed in self.bit_generator.seed_seq.spawn(n_children)]

    def _doubles(self, count=None):
        return self.bit_generator._draws.doubles(count)

    def _normals(self, count=None):
        return self.bit_generator._draws.normals(_ziggurat.normal(), count)

    def _exponentials(self, count=None):
        return self.bit_generator._draws.exponentials(_ziggurat.exponential(), count)

    def _order(self, count):
        return self.bit_generator._draws.order(count)

    def random(self, size=None, dtype="float64", out=None):
        if _shapes.named(dtype) == "float32":
            singles = lambda count: self.bit_generator._draws.singles(1 if count is None else count)
            return _shapes.written(self._filled(singles, _shapes.sizes_of(size, out)), out)
        return _shapes.written(self._filled(self._doubles, _shapes.sizes_of(size, out)), out)

    def uniform(self, low=0.0, high=1.0, size=None):
        _shapes.not_below_0("high - low", _shapes.parameter(high) - _shapes.parameter(low))
        return super().uniform(low, high, size)

    def standard_normal(self, size=None, dtype="float64", out=None):
        drawn = super().standard_normal(_shapes.sizes_of(size, out))
        return _shapes.written(_shapes.cast(drawn, _shapes.named(dtype)), out)

    def integers(self, low, high=None, size=None, dtype="int64", endpoint=False):
        low, high = (0, low) if high is None else (low, high)
        draws, name, kind = self.bit_generator._draws, _shapes.named(dtype), dtype
        if _shapes.is_array(low) or _shapes.is_array(high):
            draw = lambda low, high: int(low) + draws.below(int(high) - int(low) - (not endpoint), None)
            return _shapes.each(draw, (low, high), size, _kept(name))
        low, most = int(low), int(high) - int(low) - (not endpoint)
        if most < 0:
            raise ValueError("low >= high" if not endpoint else "low > high")
        if name == "uint8" and not 0 <= low <= low + most <= 255:
            raise ValueError("low is out of bounds for uint8" if low < 0 else "high is out of bounds for uint8")
        if low + most >= 2**63:
            raise ValueError("here integers are below 2**63: a smaller high is needed")
        if size is None:
            drawn = low + (_lab.item(draws.short(_SHORT[name], most, 1)) if name in _SHORT else draws.below(most, None))
            return drawn if kind is int else bool(drawn) if kind is bool else TYPES[_kept(name)](drawn)
        shape = _shapes.sizes(size)
        count = _shapes.count(shape)
        drawn = draws.short(_SHORT[name], most, count) if name in _SHORT else draws.below(most, count)
        return _shapes.cast(_shapes.laid_out(drawn + low if low else drawn, shape), _kept(name))

    def permuted(self, x, *, axis=None, out=None):
        """Returns a copy in which each row along an axis, or the whole, is mixed on its own."""
        import numpy

        made = numpy.array(x)
        rows = made.reshape(1, -1) if axis is None else numpy.moveaxis(made, axis, -1)
        for place in numpy.ndindex(rows.shape[:-1]):
            rows[place] = _shapes.mixed(rows[place], self._order, 0)
        if out is None:
            return made
        out[...] = made
        return out

    def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
        if axis:
            raise ValueError("choice takes its parts along axis=0 here: use a.swapaxes(0, axis) for another one")
        length, a = _shapes.things(a, size)
        draws = self.bit_generator._draws
        if replace:
            places = lambda total: draws.below(length - 1, total)
        else:
            places = lambda total: draws.distinct(length, total, shuffle)
        return self._chosen(length, a, size, replace, p, places, "replace is False")

    def __getattr__(self, name):
        raise AttributeError(
            f"numpy's Generator.{name} is not known here: there are random, uniform, normal, integers, choice, "
            "permutation, permuted, shuffle, exponential, binomial and multinomial"
        )


def _kept(name):
    """Returns the type in which the page keeps such numbers."""
    return name if name in TYPES else "int64"


def default_rng(seed=None):
    """Returns a generator; the same seed gives the same numbers as numpy's own."""
    if isinstance(seed, Generator):
        return seed
    return Generator(seed if isinstance(seed, (PCG64, MT19937)) else PCG64(seed))
