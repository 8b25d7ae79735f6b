"""What else a column can do."""

import math

from pandas._index import Index, made
from pandas._values import array, is_row, known, listed, missing, nan, plain, quantile, scalar, total, var


def running(values, step):
    """Returns what has come together so far, past what is missing."""
    found, so_far = [], None
    for value in values:
        if missing(value):
            found.append(nan)
            continue
        so_far = value if so_far is None else step(so_far, value)
        found.append(so_far)
    return found


class Methods:
    """Methods of a column: each returns another one, or a number."""

    def copy(self, deep=True): return self._like(list(self._data), self._kind)
    def rename(self, index=None, **unused):
        if callable(index) or isinstance(index, dict):
            change = index if callable(index) else lambda label: index.get(label, label)
            made_one = self.copy()
            made_one.index = [change(label) for label in self.index]
            return made_one
        made_one = self.copy()
        made_one.name = index
        return made_one

    def reindex(self, index):
        index = made(index)
        where = {label: place for place, label in enumerate(self.index)}
        return type(self)._of([self._data[where[label]] if label in where else nan for label in index], index, self.name)

    def set_axis(self, labels, **unused):
        made_one = self.copy()
        made_one.index = labels
        return made_one

    def map(self, arg, na_action=None):
        if isinstance(arg, dict) or hasattr(arg, "_data"):
            table = dict(arg.items())
            return self._like([table.get(value, nan) for value in self._data])
        return self._like([value if missing(value) and na_action == "ignore" else arg(value) for value in self._data])

    def apply(self, func, args=(), **named):
        if isinstance(func, str):
            return getattr(self, func)(*args, **named)
        found = [func(scalar(value), *args, **named) for value in self._data]
        if found and all(hasattr(row, "_data") for row in found):
            from pandas.frame import DataFrame

            return DataFrame([row.to_dict() for row in found], index=self.index)
        return self._like(found)

    transform = apply

    def agg(self, func=None, *given, **named):
        if isinstance(func, (list, tuple)):
            return type(self)([self.agg(one) for one in func], index=[one if isinstance(one, str) else one.__name__ for one in func], name=self.name)
        return getattr(self, func)(*given, **named) if isinstance(func, str) else func(self)

    aggregate = agg

    # What is missing

    def isna(self): return self._like(list(map(missing, self._data)), "bool")
    def notna(self): return self._like([not missing(value) for value in self._data], "bool")
    isnull, notnull = isna, notna
    def dropna(self, inplace=False, **unused): return self._given(self[self.notna()], inplace)

    def fillna(self, value=None, inplace=False, **unused):
        return self._given(self._like([value if missing(own) else own for own in self._data]), inplace)

    def ffill(self, **unused):
        found = []
        for value in self._data:
            found.append(found[-1] if missing(value) and found else value)
        return self._like(found)

    def bfill(self, **unused): return self._like(type(self)(self._data[::-1]).ffill()._data[::-1])

    def interpolate(self, method="linear", **unused):
        found, last = list(self._data), None
        for place, value in enumerate(self._data):
            if missing(value):
                continue
            if last is not None:
                step = (value - found[last]) / (place - last)
                found[last + 1 : place] = [found[last] + step * (at - last) for at in range(last + 1, place)]
            last = place
        if last is not None:
            found[last + 1 :] = [found[last]] * (len(found) - last - 1)
        return self._like(found)

    # Value by value

    def round(self, decimals=0): return self._like([round(v, decimals) if isinstance(v, float) and math.isfinite(v) else v for v in self._data], self._kind)

    def clip(self, lower=None, upper=None, **unused):
        def held(value):
            value = value if lower is None or not value < lower else lower
            return value if upper is None or not value > upper else upper

        return self._like([held(value) for value in self._data])

    def isin(self, values):
        values = listed(values)
        return self._like([value in values for value in self._data], "bool")

    def between(self, left, right, inclusive="both"):
        low, high = inclusive in ("both", "left"), inclusive in ("both", "right")
        within = lambda v: (v > left or (low and v == left)) and (v < right or (high and v == right))
        return self._like([within(value) for value in self._data], "bool")

    def where(self, cond, other=nan, **unused):
        flags = listed(cond(self) if callable(cond) else cond)
        others = listed(other) if is_row(other) else [other] * len(self)
        return self._like([own if flag else rest for own, flag, rest in zip(self._data, flags, others)])

    def mask(self, cond, other=nan, **unused):
        return self.where([not flag for flag in listed(cond(self) if callable(cond) else cond)], other)

    def replace(self, to_replace=None, value=None, inplace=False, **unused):
        table = to_replace if isinstance(to_replace, dict) else dict.fromkeys(to_replace if isinstance(to_replace, list) else [to_replace], value)
        return self._given(self._like([table.get(own, own) for own in self._data]), inplace)

    def shift(self, periods=1, fill_value=nan, **unused):
        gap, size = [fill_value] * min(abs(periods), len(self)), len(self)
        return self._like(gap + self._data[: max(0, size - periods)] if periods >= 0 else self._data[-periods:] + gap)

    def diff(self, periods=1): return self - self.shift(periods)
    def pct_change(self, periods=1, **unused): return self / self.shift(periods) - 1
    def cumsum(self, axis=None, **unused): return self._like(running(self._data, lambda a, b: a + b))
    def cumprod(self, axis=None, **unused): return self._like(running(self._data, lambda a, b: a * b))
    def cummax(self, axis=None, **unused): return self._like(running(self._data, max))
    def cummin(self, axis=None, **unused): return self._like(running(self._data, min))

    # Orders and counts

    def _order(self, ascending, key=None):
        values = self._data if key is None else listed(key(self))
        there = [place for place, value in enumerate(values) if not missing(value)]
        there.sort(key=lambda place: values[place], reverse=not ascending)
        return there + [place for place, value in enumerate(values) if missing(value)]

    def sort_values(self, axis=0, ascending=True, inplace=False, ignore_index=False, key=None, **unused):
        found = self._take(self._order(ascending, key))
        return self._given(found.reset_index(drop=True) if ignore_index else found, inplace)

    def argsort(self, *given, **named): return self._like(self._order(True))
    def nlargest(self, n=5, keep="first"): return self.dropna().sort_values(ascending=False).head(n)
    def nsmallest(self, n=5, keep="first"): return self.dropna().sort_values().head(n)

    def rank(self, ascending=True, pct=False, method="average", **unused):
        from scipy.stats import rankdata

        there = [value if ascending else -value for value in known(self._data)]
        ranks = iter(listed(rankdata(there, "ordinal" if method == "first" else method)))
        return self._like([nan if missing(v) else float(next(ranks)) / (len(there) if pct else 1) for v in self._data])

    def idxmax(self, *given, **named): return self.index[self.argmax()]
    def idxmin(self, *given, **named): return self.index[self.argmin()]
    def argmax(self, *given, **named): return self._data.index(max(known(self._data)))
    def argmin(self, *given, **named): return self._data.index(min(known(self._data)))

    def unique(self):
        return array(list(dict.fromkeys(self._data)), self._kind)

    def duplicated(self, keep="first"):
        seen, found = set(), []
        values = self._data if keep == "first" else self._data[::-1]
        for value in values:
            found.append(value in seen)
            seen.add(value)
        return self._like(found if keep == "first" else found[::-1], "bool")

    def drop_duplicates(self, keep="first", **unused): return self[~self.duplicated(keep)]

    def drop(self, labels=None, index=None, **unused):
        labels = labels if index is None else index
        labels = set(listed(labels)) if is_row(labels) else {labels}
        return self._take([place for place, label in enumerate(self.index) if label not in labels])

    def value_counts(self, normalize=False, sort=True, ascending=False, dropna=True, **unused):
        counts = {}
        for value in known(self._data):
            counts[value] = counts.get(value, 0) + 1
        rows = list(counts.items())
        if sort:
            rows.sort(key=lambda row: row[1], reverse=not ascending)
        whole = sum(counts.values())
        values = [count / whole if normalize else count for _, count in rows]
        index = Index([value for value, _ in rows], name=self.name)
        return type(self)._of(values, index, "proportion" if normalize else "count")

    def quantile(self, q=0.5, interpolation="linear"):
        if is_row(q):
            return type(self)._of([quantile(known(self._data), one, interpolation) for one in listed(q)], made(listed(q)), self.name)
        return scalar(float(quantile(known(self._data), q, interpolation)))

    def mode(self, **unused):
        counts = self.value_counts()
        return type(self)(sorted(value for value, count in counts.items() if count == counts._data[0]), name=self.name)

    def describe(self, percentiles=(0.25, 0.5, 0.75), **unused):
        if self._kind not in ("int64", "float64"):
            counts = self.value_counts()
            rows = [self.count(), len(counts), counts.index[0] if len(counts) else nan, counts._data[0] if len(counts) else nan]
            return type(self)(rows, index=["count", "unique", "top", "freq"], name=self.name, dtype="object")
        shares = [self.quantile(share) for share in percentiles]
        rows = [float(self.count()), self.mean(), self.std(), self.min(), *shares, self.max()]
        labels = ["count", "mean", "std", "min", *(f"{100 * share:g}%" for share in percentiles), "max"]
        return type(self)([float(plain(row)) for row in rows], index=labels, name=self.name)

    def cov(self, other, ddof=1, **unused):
        rows = [(a, b) for a, b in zip(self._data, listed(other)) if not missing(a) and not missing(b)]
        if len(rows) <= ddof:
            return nan
        first, second = (total([row[side] for row in rows]) / len(rows) for side in (0, 1))
        return scalar(math.fsum((a - first) * (b - second) for a, b in rows) / (len(rows) - ddof))

    def corr(self, other, method="pearson", **unused):
        rows = [(a, b) for a, b in zip(self._data, listed(other)) if not missing(a) and not missing(b)]
        one, two = (type(self)([row[side] for row in rows]) for side in (0, 1))
        if method == "spearman":
            one, two = one.rank(), two.rank()
        spread = math.sqrt(var(one._data) * var(two._data)) if len(rows) > 1 else 0.0
        return scalar(one.cov(two) / spread if spread else nan)

    def autocorr(self, lag=1): return self.corr(self.shift(lag))

    def explode(self, **unused):
        rows = [(label, part) for label, value in self.items() for part in (value if is_row(value) else [value])]
        return type(self)._of([part for _, part in rows], made([label for label, _ in rows]), self.name)

    def unstack(self, level=-1, **unused):
        from pandas._reshape import unstacked

        return unstacked(self, level)

    @property
    def str(self):
        from pandas._strings import Strings

        return Strings(self)
