"""The labels along a table's rows and columns."""

from pandas._values import Kind, array, kind_of, listed, missing, plain


class Index:
    """Labels in a row, with a name."""

    def __init__(self, data=(), dtype=None, name=None, **unused):
        self._data = listed(data)
        self.name = name if name is not None else getattr(data, "name", None)
        self._places = None

    names = property(lambda self: [self.name])
    nlevels = 1
    ndim = 1

    @property
    def dtype(self):
        return Kind(kind_of(self._data))

    values = property(lambda self: array(self._data, kind_of(self._data)))
    size = property(lambda self: len(self._data))
    shape = property(lambda self: (len(self._data),))
    empty = property(lambda self: not self._data)

    @property
    def places(self):
        """The places of each label."""
        if self._places is None:
            self._places = {}
            for place, label in enumerate(self._data):
                self._places.setdefault(label, []).append(place)
        return self._places

    def find(self, label):
        """Returns the places of a label."""
        label = plain(label)
        try:
            return self.places[label]
        except (KeyError, TypeError):
            raise KeyError(label) from None

    is_unique = property(lambda self: len(self.places) == len(self._data))
    is_monotonic_increasing = property(lambda self: all(a <= b for a, b in zip(self._data, self._data[1:])))
    has_duplicates = property(lambda self: not self.is_unique)

    def get_loc(self, key):
        found = self.find(key)
        return found[0] if len(found) == 1 else slice(found[0], found[-1] + 1)

    def take(self, places):
        return type(self)._of([self._data[place] for place in places], self)

    @classmethod
    def _of(cls, labels, like):
        return Index(labels, name=like.name)

    def __len__(self): return len(self._data)
    def __iter__(self): return iter(self._data)
    def __contains__(self, label): return plain(label) in self.places
    def __array__(self, dtype=None, copy=None): return self.values
    def tolist(self): return list(self._data)
    def to_list(self): return list(self._data)
    def to_numpy(self, *given, **named): return self.values

    def __getitem__(self, place):
        if isinstance(place, slice):
            return self.take(range(len(self))[place])
        place = plain(place)
        if isinstance(place, int) and not isinstance(place, bool):
            return self._data[place]
        place = listed(place)
        if place and isinstance(place[0], bool):
            place = [at for at, is_in in enumerate(place) if is_in]
        return self.take(place)

    def _each(self, other, compare):
        others = listed(other) if hasattr(other, "__len__") and not isinstance(other, str) else [other] * len(self)
        return array([compare(one, two) for one, two in zip(self._data, others)], "bool")

    def __eq__(self, other): return self._each(other, lambda a, b: a == b)
    def __ne__(self, other): return self._each(other, lambda a, b: a != b)
    def __lt__(self, other): return self._each(other, lambda a, b: a < b)
    def __le__(self, other): return self._each(other, lambda a, b: a <= b)
    def __gt__(self, other): return self._each(other, lambda a, b: a > b)
    def __ge__(self, other): return self._each(other, lambda a, b: a >= b)
    __hash__ = None

    def __add__(self, other): return self.map(lambda label: label + other)
    def __radd__(self, other): return self.map(lambda label: other + label)
    def __sub__(self, other): return self.map(lambda label: label - other)
    def __mul__(self, other): return self.map(lambda label: label * other)
    def __truediv__(self, other): return self.map(lambda label: label / other)
    def __floordiv__(self, other): return self.map(lambda label: label // other)
    def __mod__(self, other): return self.map(lambda label: label % other)

    def equals(self, other): return self is other or self._data == list(getattr(other, "_data", ()))
    def map(self, mapper): return Index([mapper(label) if callable(mapper) else mapper.get(label) for label in self._data], name=self.name)
    def astype(self, dtype): return self.map({"str": str, "int64": int, "float64": float}.get(Kind(getattr(dtype, "__name__", dtype)).name, dtype))
    def unique(self): return Index(list(self.places), name=self.name)
    def nunique(self): return len(self.places)
    def isin(self, values): return array([label in set(listed(values)) for label in self._data], "bool")
    def min(self): return min(self._data)
    def max(self): return max(self._data)
    def isna(self): return array([missing(label) for label in self._data], "bool")
    def copy(self, name=None): return type(self)._of(self._data, self)
    def rename(self, name): return Index(self._data, name=name)
    def sort_values(self, ascending=True): return Index(sorted(self._data, reverse=not ascending), name=self.name)
    def union(self, other, sort=None): return Index(_sorted(list(dict.fromkeys([*self._data, *other]))), name=self.name)
    def intersection(self, other, sort=False): return Index([label for label in self._data if label in set(other)], name=self.name)
    def difference(self, other, sort=None): return Index(_sorted([label for label in self.places if label not in set(other)]), name=self.name)
    def drop(self, labels): return Index([label for label in self._data if label not in (labels if isinstance(labels, (list, tuple)) else [labels])], name=self.name)
    def append(self, other): return Index([*self._data, *other], name=self.name)
    def to_series(self): return _series(self._data, self)

    def get_level_values(self, level):
        return self

    def __repr__(self):
        name = f", name={self.name!r}" if self.name is not None else ""
        return f"Index([{', '.join(map(repr, self._data))}], dtype='{self.dtype}'{name})"


def _series(values, index):
    from pandas.series import Series

    return Series(values, index=index)


def _sorted(labels):
    try:
        return sorted(labels)
    except TypeError:
        return labels


class RangeIndex(Index):
    """Whole numbers at equal distances: what rows without labels have."""

    def __init__(self, start=0, stop=None, step=1, name=None):
        self._range = start if isinstance(start, range) else range(start) if stop is None else range(start, stop, step)
        super().__init__(self._range, name=name)

    start = property(lambda self: self._range.start)
    stop = property(lambda self: self._range.stop)
    step = property(lambda self: self._range.step)

    def __getitem__(self, place):
        return RangeIndex(self._range[place], name=self.name) if isinstance(place, slice) else super().__getitem__(place)

    def take(self, places):
        return RangeIndex(self._range[places.start:places.stop], name=self.name) if _is_slice(places) else super().take(places)

    def __repr__(self):
        name = f", name={self.name!r}" if self.name is not None else ""
        return f"RangeIndex(start={self.start}, stop={self.stop}, step={self.step}{name})"


def _is_slice(places):
    return isinstance(places, range) and places.step == 1 and places.start >= 0


class MultiIndex(Index):
    """Labels of several parts: tuples, each part with a name."""

    def __init__(self, labels=(), names=None):
        super().__init__([])
        self._data = [tuple(map(plain, label)) for label in labels]
        self._names = list(names) if names is not None else [None] * (len(self._data[0]) if self._data else 1)

    names = property(lambda self: list(self._names), lambda self, names: setattr(self, "_names", list(names)))
    name = property(lambda self: None, lambda self, name: None)
    nlevels = property(lambda self: len(self._names))
    levels = property(lambda self: [_sorted(list(dict.fromkeys(part))) for part in zip(*self._data)])

    @classmethod
    def _of(cls, labels, like): return MultiIndex(labels, like._names)
    @classmethod
    def from_tuples(cls, tuples, names=None): return cls(tuples, names)
    @classmethod
    def from_arrays(cls, arrays, names=None): return cls(list(zip(*map(listed, arrays))), names)
    @classmethod
    def from_product(cls, iterables, names=None):
        rows = [()]
        for part in iterables:
            rows = [(*row, label) for row in rows for label in listed(part)]
        return cls(rows, names)

    def find(self, label):
        """Returns the places of a label, or of all that begin with its parts."""
        label = label if isinstance(label, tuple) else (label,)
        found = [place for place, own in enumerate(self._data) if own[: len(label)] == label]
        if not found:
            raise KeyError(label if len(label) > 1 else label[0])
        return found

    def level(self, level):
        """Returns the number of a part, given by number or by name."""
        if level in self._names:
            return self._names.index(level)
        if not isinstance(level, int):
            raise KeyError(f"Level {level} not found")
        return level % self.nlevels

    def get_level_values(self, level):
        at = self.level(level)
        return Index([label[at] for label in self._data], name=self._names[at])

    def __repr__(self):
        rows = ",\n            ".join(map(repr, self._data))
        return f"MultiIndex([{rows}],\n           names={self._names!r})"


def made(labels, name=None):
    """Returns labels as an index of the fitting kind."""
    if isinstance(labels, Index):
        return labels if name is None else labels.rename(name)
    if isinstance(labels, range):
        return RangeIndex(labels, name=name)
    given, labels = labels, listed(labels)
    if labels and all(isinstance(label, tuple) for label in labels):
        return MultiIndex(labels)
    return Index(labels, name=name if name is not None else getattr(given, "name", None))
