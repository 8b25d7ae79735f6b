"""One column of values with labels."""

import math

from pandas import _binary
from pandas._index import Index, RangeIndex, made
from pandas._series_methods import Methods
from pandas._shared import Rows, chosen, flags_of, joined_index, rows_of
from pandas._values import Kind, array, cast, column, is_row, kind_name, listed, missing, nan, plain, reduced, scalar


class Series(Methods, Rows):
    """A column of values with labels and a name."""

    ndim = 1

    def __init__(self, data=None, index=None, dtype=None, name=None, copy=None):
        if isinstance(data, Series):
            name = data.name if name is None else name
            if index is not None:
                data = data.reindex(index)
            index, dtype, data = data.index, dtype or data._kind, data._data
        elif isinstance(data, dict):
            values = [data.get(label, nan) for label in index] if index is not None else list(data.values())
            index, data = list(data) if index is None else index, values
        elif data is None:
            data = [] if index is None else [nan] * len(index)
            dtype = dtype or (None if index is not None else "object")
        elif not is_row(data):
            data = [data] * (1 if index is None else len(index))
        else:
            if name is None and isinstance(data, Index):
                name = data.name
            data = listed(data)
            if data and isinstance(data[0], list) and dtype is None and getattr(data, "ndim", 1) > 1:
                raise ValueError("Data must be 1-dimensional")
        self._data, self._kind = column(data, dtype)
        self.index, self.name = rows_of(index, len(self._data)), name

    @classmethod
    def _of(cls, values, index, name=None, kind=None):
        made_one = cls.__new__(cls)
        made_one._data, made_one._kind = column(values, kind)
        made_one.index, made_one.name = index, name
        return made_one

    def _like(self, values, kind=None): return Series._of(values, self.index, self.name, kind)
    def _take(self, places): return Series._of([self._data[place] for place in places], self.index.take(places), self.name, self._kind)

    dtype = dtypes = property(lambda self: Kind(self._kind))
    values = property(lambda self: array(self._data, self._kind))
    size = property(lambda self: len(self._data))
    shape = property(lambda self: (len(self._data),))
    T = property(lambda self: self)
    hasnans = property(lambda self: any(map(missing, self._data)))
    is_unique = property(lambda self: len(set(self._data)) == len(self._data))

    def __setattr__(self, name, value):
        object.__setattr__(self, name, made(value) if name == "index" else value)

    def __array__(self, dtype=None, copy=None):
        return self.values if dtype is None else self.values.astype(dtype)

    def to_numpy(self, dtype=None, *given, **named): return self.__array__(dtype)
    def tolist(self): return list(self._data)
    to_list = tolist

    def __iter__(self): return iter(self._data)
    def __contains__(self, label): return label in self.index
    def keys(self): return self.index
    def items(self): return zip(self.index, self._data)

    def __getitem__(self, key):
        flags = flags_of(key, self.index)
        if flags is not None:
            return self._take(chosen(flags))
        if isinstance(key, slice):
            numbers = all(part is None or isinstance(plain(part), int) for part in (key.start, key.stop))
            return self.iloc[key] if numbers else self.loc[key]
        return self.loc[key]

    def __setitem__(self, key, value):
        (self.iloc if isinstance(key, slice) else self.loc)[key] = value

    def _write(self, places, value):
        values = listed(value) if is_row(value) else [plain(value)] * len(places)
        data = list(self._data)
        for place, new in zip(places, values):
            data[place] = new
        kind = self._kind if self._kind == "float64" and all(isinstance(v, (int, float)) for v in data) else None
        self._data, self._kind = column(data, kind)

    def _append(self, label, value):
        self._data, self._kind = column([*self._data, plain(value)])
        labels = [*self.index, label]
        self.index = RangeIndex(len(labels)) if isinstance(self.index, RangeIndex) and label == len(labels) - 1 else labels

    def __getattr__(self, name):
        if not name.startswith("_") and "index" in self.__dict__ and name in self.index:
            return self.loc[name]
        from pandas import Unknown

        raise Unknown("Series", name, type(self))

    def get(self, key, default=None):
        try:
            return self[key]
        except (KeyError, IndexError):
            return default

    # Arithmetic

    def _operate(self, function, other, is_swapped, fill_value):
        index, left = self.index, self._data
        name = self.name
        if isinstance(other, Series):
            index, here, there = joined_index(self.index, other.index)
            name = self.name if self.name == other.name else None
            right = other._data
            if here is not None:
                left = [nan if place is None else left[place] for place in here]
                right = [nan if place is None else right[place] for place in there]
        elif hasattr(other, "columns"):
            return NotImplemented
        elif is_row(other):
            right = listed(other)
            if len(right) != len(left):
                raise ValueError(f"operands could not be broadcast together with shapes ({len(left)},) ({len(right)},)")
        else:
            right = [plain(other)] * len(left)
        if fill_value is not None:
            rows = [(a, b) if missing(a) and missing(b) else (fill_value if missing(a) else a, fill_value if missing(b) else b) for a, b in zip(left, right)]
            left, right = [a for a, _ in rows], [b for _, b in rows]
        if is_swapped:
            left, right = right, left
        return Series._of(_binary.pairs(function, left, right), index, name)

    def _compare(self, name, other):
        if isinstance(other, Series) and not other.index.equals(self.index):
            raise ValueError("Can only compare identically-labeled Series objects")
        right = listed(other) if is_row(other) else [plain(other)] * len(self)
        return Series._of(_binary.compared(name, self._data, right), self.index, self.name, "bool")

    def __neg__(self): return self.map(lambda value: -value)
    def __pos__(self): return self
    def __abs__(self): return self.map(abs)
    abs = __abs__
    def __invert__(self): return self.map(lambda value: not value if isinstance(value, bool) else ~value)
    def __matmul__(self, other): return self.dot(other)
    def dot(self, other): return scalar(math.fsum(a * b for a, b in zip(self._data, listed(other))))

    def __bool__(self):
        raise ValueError("The truth value of a Series is ambiguous. Use a.empty, a.item(), a.any() or a.all().")

    def __float__(self): return float(self.item())
    def __int__(self): return int(self.item())

    def item(self):
        if len(self) != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        return self._data[0]

    def __array_ufunc__(self, ufunc, method, *inputs, **named):
        parts = [part.values if isinstance(part, Series) else part for part in inputs]
        found = getattr(ufunc, method)(*parts, **named)
        return Series._of(listed(found), self.index, self.name) if getattr(found, "shape", None) == self.shape else found

    def astype(self, dtype, copy=True, errors="raise"):
        return self._like(cast(self._data, kind_name(dtype))[0], kind_name(dtype))

    def __repr__(self):
        from pandas._text import series

        return series(self)

    def to_string(self, *given, **named): return repr(self)

    def to_frame(self, name=None):
        from pandas.frame import DataFrame

        name = self.name if name is None else name
        return DataFrame._of({0 if name is None else name: self}, self.index)

    def reset_index(self, drop=False, name=None, inplace=False, **unused):
        if drop:
            return self._given(Series._of(self._data, RangeIndex(len(self)), self.name, self._kind), inplace)
        return self.to_frame(name).reset_index()

    def to_csv(self, path=None, **named):
        return self.to_frame().to_csv(path, **named)

    def to_dict(self, into=dict): return into(self.items())
    def _for_json(self, orient): return {str(label): None if missing(value) else value for label, value in self.items()}


def _reduction(name):
    def method(self, axis=None, skipna=True, numeric_only=False, **settings):
        settings = {key: value for key, value in settings.items() if key == "ddof"}
        return scalar(reduced(name, self._data, skipna, **settings))

    return method


_binary.give_reductions(Series, _reduction)
_binary.give_operators(Series)
