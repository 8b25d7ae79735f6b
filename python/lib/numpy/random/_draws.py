"""The distributions that both kinds of generators have, each from its own uniform, normal and exponential numbers."""

import math

import _lab
from numpy.random import _shapes


class Draws:
    """What a generator makes of its `_doubles`, `_normals` and `_exponentials`, which return a number, or a tensor of so many,
    and of `_order`, which returns so many places in random order."""

    def _filled(self, draw, size):
        """Returns one number of `draw`, or an array of them."""
        if size is None:
            return draw(None)
        shape = _shapes.sizes(size)
        return _shapes.laid_out(draw(_shapes.count(shape)), shape)

    def _scaled(self, draw, by, plus, size):
        """Returns `plus + by * number`, where either may be a tensor."""
        if isinstance(by, float) and isinstance(plus, float):
            if size is None:
                return plus + by * draw(None)
            shape = _shapes.sizes(size)
            return _shapes.laid_out(draw(_shapes.count(shape)) * by + plus, shape)
        parts = _shapes.common([tuple(part.shape) for part in (by, plus) if not isinstance(part, float)])
        shape = parts if size is None else _shapes.sizes(size)
        if shape != parts and _shapes.common([shape, parts]) != shape:
            raise ValueError(f"Output size {shape} is not compatible with broadcast dimensions of inputs {parts}.")
        numbers = _shapes.laid_out(draw(_shapes.count(shape)), shape)._tensor
        return _shapes.laid_out(numbers * by + plus, shape)

    def uniform(self, low=0.0, high=1.0, size=None):
        low, high = _shapes.parameter(low), _shapes.parameter(high)
        _shapes.range_between(low, high)
        return self._scaled(self._doubles, high - low, low, size)

    def standard_normal(self, size=None):
        return self._filled(self._normals, size)

    def normal(self, loc=0.0, scale=1.0, size=None):
        return self._scaled(self._normals, _shapes.not_below_0("scale", scale), _shapes.parameter(loc), size)

    def lognormal(self, mean=0.0, sigma=1.0, size=None):
        drawn = self._scaled(self._normals, _shapes.not_below_0("sigma", sigma), _shapes.parameter(mean), size)
        return math.exp(drawn) if isinstance(drawn, float) else _shapes.function("exp", drawn)

    def standard_exponential(self, size=None):
        return self._filled(self._exponentials, size)

    def exponential(self, scale=1.0, size=None):
        return self._scaled(self._exponentials, _shapes.not_below_0("scale", scale), 0.0, size)

    def binomial(self, n, p, size=None):
        def times(n, p):
            if n < 0 or not 0 <= p <= 1:
                raise ValueError("n < 0, p < 0, p > 1 or p is NaN")
            return self._times(int(n), float(p))

        return _shapes.each(times, (n, p), size, "int64")

    def multinomial(self, n, pvals, size=None):
        shape, weights = _shapes.sizes(size), [float(p) for p in pvals]
        if n < 0 or not all(0 <= p <= 1 for p in weights):
            raise ValueError("n < 0, pvals < 0, pvals > 1 or pvals contains NaNs")
        if sum(weights[:-1]) > 1.0 + 1e-12 + _shapes.tolerance(pvals):
            raise ValueError("sum(pvals[:-1]) > 1.0")
        drawn = [times for _ in range(_shapes.count(shape)) for times in self._split(int(n), weights)]
        return _shapes.shaped(drawn, (*shape, len(weights)), "int64")

    def _times(self, n, p):
        """Returns how often something of probability `p` happens in `n` trials, by adding up probabilities."""
        if p > 0.5:
            return n - self._times(n, 1.0 - p)
        if not n or not p:
            return 0
        if p * n >= 30:
            return sum(self._doubles() < p for _ in range(n))
        q = 1.0 - p
        start = math.exp(n * math.log(q))
        mean = n * p
        bound = int(min(n, mean + 10.0 * math.sqrt(mean * q + 1)))
        times, left, here = 0, self._doubles(), start
        while left > here:
            times += 1
            if times > bound:
                times, here, left = 0, start, self._doubles()
            else:
                left -= here
                here = (n - times + 1) * p * here / (times * q)
        return times

    def _split(self, n, weights):
        """Returns how often each of several things happens in `n` trials."""
        counts, left, rest = [0] * len(weights), n, 1.0
        for place, weight in enumerate(weights[:-1]):
            counts[place] = self._times(left, min(1.0, weight / rest))
            left -= counts[place]
            if left <= 0:
                return counts
            rest -= weight
        counts[-1] = left
        return counts

    def _chosen(self, length, a, size, replace, p, places, words):
        """Returns things at places that are drawn by the probabilities `p`, or else by `places`, which is given their number."""
        total = _shapes.count(_shapes.sizes(size))
        if not total:
            return _shapes.chosen(a, [], size)
        if not replace and total > length:
            raise ValueError(f"Cannot take a larger sample than population when {words}")
        if p is None:
            return _shapes.chosen(a, places(total), size)
        weights, doubles = _shapes.shares(p, length), lambda count: _lab.tolist(self._doubles(count))
        if replace:
            return _shapes.chosen(a, _shapes.picks(_shapes.rising(weights), doubles(total)), size)
        return _shapes.chosen(a, _shapes.distinct(weights, total, doubles), size)

    def permutation(self, x, axis=0):
        length = _shapes.whole(x)
        if length is not None:
            length = max(length, 0)
            return _shapes.laid_out(self._order(length), (length,))
        return _shapes.mixed(x, self._order, axis)

    def shuffle(self, x, axis=0):
        if hasattr(x, "dtype"):
            x[:] = _shapes.mixed(x, self._order, axis)
            return
        entries = list(x)
        for place, other in enumerate(_lab.tolist(self._order(len(entries)))):
            x[place] = entries[other]
