"""What columns and tables have in common: their rows."""

import random

from pandas._index import Index, RangeIndex, made
from pandas._values import is_row, listed, plain


def chosen(flags):
    return [place for place, is_in in enumerate(flags) if is_in]


class Rows:
    """Something with rows, which `_take(places)` picks from."""

    def __len__(self): return len(self.index)
    def head(self, n=5): return self._take(range(len(self))[:n])
    def tail(self, n=5): return self._take(range(len(self))[-n:] if n else range(0))

    empty = property(lambda self: self.size == 0)

    @property
    def iloc(self):
        from pandas._indexers import ByPlace

        return ByPlace(self)

    @property
    def loc(self):
        from pandas._indexers import ByLabel

        return ByLabel(self)

    @property
    def at(self):
        return self.loc

    @property
    def iat(self):
        return self.iloc

    def sample(self, n=None, frac=None, replace=False, random_state=None, **unused):
        if random_state is None:
            import numpy

            random_state = int(numpy.random.randint(2**31 - 1))
        stream = random.Random(random_state)
        count = round(len(self) * frac) if n is None and frac is not None else 1 if n is None else n
        places = range(len(self))
        return self._take(stream.choices(places, k=count) if replace else stream.sample(places, count))

    def sort_index(self, axis=0, ascending=True, inplace=False, **unused):
        labels = list(self.index)
        places = sorted(range(len(self)), key=lambda place: labels[place], reverse=not ascending)
        return self._given(self._take(places), inplace)

    def truncate(self, before=None, after=None, **unused):
        return self._take(chosen([(before is None or label >= before) and (after is None or label <= after) for label in self.index]))

    def rolling(self, window, min_periods=None, center=False, **unused):
        from pandas._windows import Rolling

        return Rolling(self, window, min_periods, center)

    def expanding(self, min_periods=1, **unused):
        from pandas._windows import Rolling

        return Rolling(self, None, min_periods)

    def ewm(self, com=None, span=None, halflife=None, alpha=None, min_periods=0, adjust=True, ignore_na=False, **unused):
        from pandas._windows import Weighted

        return Weighted(self, com, span, halflife, alpha, min_periods, adjust, ignore_na)

    def groupby(self, by=None, level=None, as_index=True, sort=True, dropna=True, **unused):
        from pandas._groups import Grouped

        return Grouped(self, by, level, as_index, sort, dropna)

    @property
    def plot(self):
        from pandas._plot import Plot

        return Plot(self)

    def hist(self, column=None, bins=10, **style): return self.plot.hist(bins=bins, **style)

    def pipe(self, function, *given, **named): return function(self, *given, **named)

    def _given(self, result, inplace):
        """Returns a result, or takes it over."""
        if not inplace:
            return result
        self.__dict__.update(result.__dict__)
        return None

    def to_pickle(self, path, **unused):
        import pickle

        with open(path, "wb") as file:
            pickle.dump(self, file)

    def to_json(self, path=None, orient=None, **unused):
        import json

        text = json.dumps(self._for_json(orient), separators=(",", ":"))
        return text if path is None else _write(path, text)


def _write(path, text):
    if hasattr(path, "write"):
        path.write(text)
        return
    with open(path, "w") as file:
        file.write(text)


def rows_of(index, count):
    """Returns an index for so many rows, made of labels where there are any."""
    if index is None:
        return RangeIndex(count)
    index = made(index)
    if len(index) != count:
        raise ValueError(f"Length of values ({count}) does not match length of index ({len(index)})")
    return index


def joined_index(left, right):
    """Returns the labels of two indices, and the places in each of them: None where one has no such label."""
    if left.equals(right):
        return left, None, None
    both = Index(listed(left)).union(right)
    both = made(both.tolist(), left.name if left.name == right.name else None)
    where = [{label: place for place, label in enumerate(index)} for index in (left, right)]
    return both, *([places.get(label) for label in both] for places in where)


def flags_of(key, index):
    """Returns truth values for the rows, if a key has them, or None."""
    if not is_row(key) or isinstance(key, (tuple, set, range)):
        return None
    if hasattr(key, "_data") and getattr(key, "index", None) is not None and not callable(key.index):
        values = key._data if key.index.equals(index) else [dict(zip(key.index, key._data)).get(label) for label in index]
    else:
        values = listed(key)
    values = [plain(value) for value in values]
    if not values or not all(isinstance(value, bool) for value in values):
        return None
    if len(values) != len(index):
        raise ValueError(f"Item wrong length {len(values)} instead of {len(index)}.")
    return values
