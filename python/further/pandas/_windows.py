"""Numbers of the last few rows, of all so far, and of those before with falling weights."""

import math

from pandas._values import REDUCTIONS, known, missing, nan, quantile, scalar


class _Columns:
    """Does the same to one column, or to each of a table."""

    def _each(self, change):
        own = self._owner
        if own.ndim == 1:
            return own._like(change(own._data), "float64")
        table = own._numeric()
        return table._each(lambda column: column._like(change(column._data), "float64"))

    def __getitem__(self, names):
        return type(self)(self._owner[names], *self._settings)


class Rolling(_Columns):
    """The last `window` rows, or all so far where that is None."""

    def __init__(self, owner, window, min_periods=None, center=False):
        if window is not None and (not isinstance(window, int) or window < 0):
            raise ValueError("window must be an integer 0 or greater")
        self._owner, self._settings = owner, (window, min_periods, center)
        self.window, self.center = window, center
        self.least = (window if window is not None else 1) if min_periods is None else min_periods

    def _over(self, reduce):
        def change(values):
            ahead = (self.window - 1) // 2 if self.center and self.window else 0
            has_gaps, found = any(map(missing, values)), []
            for place in range(len(values)):
                end = min(len(values), place + 1 + ahead)
                start = 0 if self.window is None else max(0, place + 1 + ahead - self.window)
                part = known(values[start:end]) if has_gaps else values[start:end]
                found.append(float(reduce(part)) if len(part) >= max(self.least, 1) else nan)
            return found

        return self._each(change)

    def apply(self, func, raw=False, args=(), **unused):
        import numpy

        kind = numpy.array if raw else self._owner.__class__ if self._owner.ndim == 1 else None
        if kind is None:
            from pandas.series import Series as kind
        return self._over(lambda part: func(kind(part), *args))

    def agg(self, func, *given, **named):
        if isinstance(func, (list, tuple)):
            from pandas.frame import DataFrame

            return DataFrame({name: getattr(self, name)() for name in func})
        return getattr(self, func)(*given, **named) if isinstance(func, str) else self.apply(func)

    aggregate = agg

    def quantile(self, q, **unused): return self._over(lambda part: quantile(part, q))
    def count(self): return self._like_count()

    def _like_count(self):
        least, self.least = self.least, 0
        try:
            return self._each(lambda values: [
                float(len(known(values[0 if self.window is None else max(0, at + 1 - self.window) : at + 1]))) for at in range(len(values))
            ])
        finally:
            self.least = least


def _window_method(name):
    if name == "mean":
        return lambda self, *given, **named: self._over(lambda part: sum(part) / len(part))
    if name in ("std", "var", "sem"):
        return lambda self, ddof=1, *given, **named: self._over(lambda part: REDUCTIONS[name](part, ddof))
    return lambda self, *given, **named: self._over(sum if name == "sum" else REDUCTIONS[name])


for _name in ("mean", "sum", "std", "var", "sem", "median", "min", "max", "skew"):
    setattr(Rolling, _name, _window_method(_name))


class Weighted(_Columns):
    """All rows so far, each with `1 - alpha` times the weight of the next."""

    def __init__(self, owner, com=None, span=None, halflife=None, alpha=None, min_periods=0, adjust=True, ignore_na=False):
        self._owner, self._settings = owner, (com, span, halflife, alpha, min_periods, adjust, ignore_na)
        given = [value for value in (com, span, halflife, alpha) if value is not None]
        if len(given) != 1:
            raise ValueError("comass, span, halflife, and alpha are mutually exclusive" if given else "Must pass one of comass, span, halflife, or alpha")
        if com is not None:
            alpha = 1 / (1 + com)
        elif span is not None:
            alpha = 2 / (span + 1)
        elif halflife is not None:
            alpha = 1 - math.exp(math.log(0.5) / halflife)
        if not 0 < alpha <= 1:
            raise ValueError("alpha must satisfy: 0 < alpha <= 1")
        self.alpha, self.least, self.adjust, self.ignore = alpha, max(min_periods, 1), adjust, ignore_na

    def mean(self, **unused): return self._each(lambda values: [row[0] for row in self._walk(values)])

    def var(self, bias=False, **unused):
        def spread(row):
            _, variance, weight, squares, count = row
            if bias:
                return variance
            rest = weight * weight - squares
            return variance * weight * weight / rest if count > 1 and rest > 0 else nan

        return self._each(lambda values: [spread(row) for row in self._walk(values)])

    def std(self, bias=False, **unused):
        found = self.var(bias)
        return found._each(lambda own: own.apply(_root)) if found.ndim == 2 else found.apply(_root)

    def _walk(self, values):
        """Yields the mean, the variance around it, the sum of weights and of their squares, and how many values there are."""
        middle = variance = nan
        weight = squares = 0.0
        count, rest = 0, 1.0 - self.alpha
        for value in values:
            is_there = not missing(value)
            if count and (is_there or not self.ignore):
                weight, squares = weight * rest, squares * rest * rest
            if is_there:
                if not count:
                    middle, variance, weight, squares = float(value), 0.0, 1.0, 1.0
                else:
                    new = 1.0 if self.adjust else self.alpha
                    both, before = weight + new, middle
                    middle = (weight * before + new * value) / both if before != value else before
                    variance = (weight * (variance + (before - middle) ** 2) + new * (value - middle) ** 2) / both
                    weight, squares = both, squares + new * new
                    if not self.adjust:
                        weight, squares = 1.0, squares / (both * both)
                count += 1
            yield (middle, variance, weight, squares, count) if count >= self.least else (nan, nan, weight, squares, 0)


def _root(value):
    return math.sqrt(value) if value == value and value >= 0 else nan
