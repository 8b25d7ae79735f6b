"""Random numbers. Streams differ from numpy's own for the same seed."""

import _lab


class Generator:
    """An independent stream of random numbers."""

    def __init__(self, seed):
        self._stream = _lab.stream(int(seed) % 2**32)

    def permutation(self, x):
        import numpy

        if isinstance(x, int):
            return numpy.ndarray(self._stream.randperm(x))
        return x[numpy.ndarray(self._stream.randperm(len(x)))]

    def shuffle(self, x):
        x[:] = self.permutation(x)

    def random(self, size=None):
        return self._given(self._stream.rand(self._sizes(size), "float64"))

    def uniform(self, low=0.0, high=1.0, size=None):
        return self.random(size) * (high - low) + low

    def normal(self, loc=0.0, scale=1.0, size=None):
        return self._given(self._stream.randn(self._sizes(size), "float64")) * scale + loc

    def standard_normal(self, size=None):
        return self.normal(size=size)

    def integers(self, low, high=None, size=None, dtype=None, endpoint=False):
        low, high = (0, low) if high is None else (low, high)
        return self._given(self._stream.randint(low, high + endpoint, self._sizes(size), "int64"))

    def choice(self, a, size=None, replace=True, p=None):
        import numpy

        things = numpy.arange(a) if isinstance(a, int) else numpy.array(a)
        count = 1
        for length in self._sizes(size):
            count *= length
        weights = numpy.ones(len(things)) if p is None else numpy.array(p, numpy.float64)
        if len(weights) != len(things):
            raise ValueError("'a' and 'p' must have same size")
        if p is not None and abs(float(weights.sum()) - 1.0) > 1e-6:
            raise ValueError("probabilities do not sum to 1")
        places = numpy.ndarray(self._stream.multinomial(weights._tensor, count, replace))
        picked = things[places]
        return picked[0] if size is None else picked.reshape(*self._sizes(size))

    def _sizes(self, size):
        if size is None:
            return ()
        return (size,) if isinstance(size, int) else tuple(size)

    def _given(self, tensor):
        import numpy

        return numpy.ndarray(tensor) if tensor.shape else _lab.item(tensor)


_default = Generator(int(_lab.now() * 1000))


def default_rng(seed=None):
    if isinstance(seed, Generator):
        return seed
    return Generator(_lab.now() * 1000 if seed is None else seed)


def seed(seed):
    _default._stream.seed(int(seed) % 2**32)


def rand(*size): return _default.random(size or None)
def random(size=None): return _default.random(size)
def uniform(low=0.0, high=1.0, size=None): return _default.uniform(low, high, size)
def randn(*size): return _default.normal(size=size or None)
def normal(loc=0.0, scale=1.0, size=None): return _default.normal(loc, scale, size)
def randint(low, high=None, size=None): return _default.integers(low, high, size)
def permutation(x): return _default.permutation(x)
def shuffle(x): return _default.shuffle(x)
def choice(a, size=None, replace=True, p=None): return _default.choice(a, size, replace, p)
