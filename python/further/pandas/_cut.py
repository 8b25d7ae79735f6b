"""Values into bins and numbers."""

import math

import numpy as np
from pandas._index import Index
from pandas._values import array, is_row, known, listed, missing, nan, number_of, plain, quantile
from pandas.frame import DataFrame
from pandas.series import Series


class Interval:
    """The numbers between two ends, one of which belongs to it."""

    def __init__(self, left, right, closed="right"):
        self.left, self.right, self.closed = left, right, closed

    mid = property(lambda self: (self.left + self.right) / 2)
    length = property(lambda self: self.right - self.left)
    def __contains__(self, value): return self.left < value <= self.right if self.closed == "right" else self.left <= value < self.right
    def __eq__(self, other): return isinstance(other, Interval) and (self.left, self.right) == (other.left, other.right)
    def __lt__(self, other): return (self.left, self.right) < (other.left, other.right)
    def __hash__(self): return hash((self.left, self.right))
    def __str__(self): return ("(%s, %s]" if self.closed == "right" else "[%s, %s)") % (self.left, self.right)
    def __repr__(self): return f"Interval({self.left}, {self.right}, closed='{self.closed}')"


def _rounded(edge, precision):
    """Rounds to digits after the point, or to the first ones of a small number."""
    if not edge or not math.isfinite(edge):
        return edge
    whole = int(abs(edge))
    digits = precision if whole else -math.floor(math.log10(abs(edge))) - 1 + precision
    return round(edge, digits)


def cut(x, bins, right=True, labels=None, retbins=False, precision=3, include_lowest=False, **unused):
    """Says in which bin each value lies."""
    values = listed(x)
    there = known(values)
    if is_row(bins):
        edges = [float(edge) if isinstance(edge, float) else edge for edge in listed(bins)]
    else:
        low, high = min(there), max(there)
        if low == high:
            low, high = low - (0.001 * abs(low) or 0.001), high + (0.001 * abs(high) or 0.001)
            edges = [low + (high - low) * at / bins for at in range(bins + 1)]
        else:
            edges = [float(edge) for edge in listed(np.linspace(low, high, bins + 1))]
            room = (high - low) * 0.001
            if right:
                edges[0] -= room
            else:
                edges[-1] += room
    return _binned(x, values, edges, right, labels, retbins, precision, include_lowest)


def qcut(x, q, labels=None, retbins=False, precision=3, duplicates="raise"):
    """Says in which share of the values each one lies."""
    values = listed(x)
    shares = [at / q for at in range(q + 1)] if not is_row(q) else listed(q)
    edges = [float(quantile(known(values), share)) for share in shares]
    if len(set(edges)) < len(edges):
        if duplicates != "drop":
            raise ValueError(f"Bin edges must be unique: {edges!r}.\nYou can drop duplicate edges by setting the 'duplicates' kwarg")
        edges = list(dict.fromkeys(edges))
    return _binned(x, values, edges, True, labels, retbins, precision, True)


def _binned(x, values, edges, right, labels, retbins, precision, lowest):
    shown = [_rounded(edge, precision) for edge in edges]
    if lowest and right:
        shown[0] = _rounded(shown[0] - 10.0**-precision, precision)
    names = [Interval(low, high, "right" if right else "left") for low, high in zip(shown, shown[1:])] if labels is None else labels
    if labels not in (None, False) and len(labels) != len(edges) - 1:
        raise ValueError("Bin labels must be one fewer than the number of bin edges")
    found = []
    for value in values:
        place = nan
        if not missing(value):
            for at, (low, high) in enumerate(zip(edges, edges[1:])):
                if (low < value <= high if right else low <= value < high) or lowest and at == 0 and value == low:
                    place = at
                    break
        found.append(place if missing(place) or labels is False else names[place])
    made = Series(found, index=x.index if isinstance(x, Series) else None, name=getattr(x, "name", None))
    made = made if isinstance(x, Series) else array(found, made._kind) if labels is False else made
    return (made, array([float(edge) for edge in edges], "float64")) if retbins else made


def factorize(values, sort=False, **unused):
    """Numbers values in the order in which they come."""
    there = list(dict.fromkeys(known(listed(values))))
    there = sorted(there) if sort else there
    places = {value: at for at, value in enumerate(there)}
    return array([places.get(value, -1) for value in listed(values)], "int64"), Index(there)


def get_dummies(data, prefix=None, prefix_sep="_", columns=None, dtype=bool, drop_first=False, **unused):
    """Turns each value into a column that says where it is."""
    if isinstance(data, DataFrame):
        chosen = list(columns) if columns is not None else [n for n, c in data._table.items() if c._kind in ("str", "object")]
        table = {name: own for name, own in data._table.items() if name not in chosen}
        for name in chosen:
            table.update(get_dummies(data[name], prefix or name, prefix_sep, dtype=dtype, drop_first=drop_first)._table)
        return DataFrame._of(table, data.index)
    data = data if isinstance(data, Series) else Series(data)
    names = sorted(set(known(data._data)))[1 if drop_first else 0 :]
    label = lambda name: name if prefix is None else f"{prefix}{prefix_sep}{name}"
    table = {label(name): Series([value == name for value in data._data], dtype="bool").astype(dtype)._data for name in names}
    return DataFrame(table, index=data.index)


def to_numeric(arg, errors="raise", **unused):
    """Reads numbers from texts."""
    def number(text):
        if not isinstance(text, str):
            return text
        try:
            return number_of(text)
        except ValueError:
            if errors == "coerce":
                return nan
            raise ValueError(f'Unable to parse string "{text}"') from None

    if isinstance(arg, Series):
        return arg._like([number(value) for value in arg._data])
    return plain(Series([number(value) for value in listed(arg)]).values) if is_row(arg) else number(arg)
