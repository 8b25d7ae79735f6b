"""Picking rows and columns: `loc` by labels, `iloc` by places."""

from pandas._index import Index, MultiIndex, RangeIndex
from pandas._shared import chosen, flags_of
from pandas._values import is_row, listed, plain, scalar


class _Picker:
    def __init__(self, owner):
        self._owner = owner

    def _is_table(self):
        return self._owner.ndim == 2

    def __getitem__(self, key):
        owner = self._owner
        rows, names = self._split(key)
        places, is_one = self._places(rows, owner.index)
        if not self._is_table():
            return scalar(owner._data[places[0]]) if is_one else owner._take(places)
        columns, is_lone = self._columns(names)
        if is_lone:
            own = owner._table[columns[0]]
            return scalar(own._data[places[0]]) if is_one else own._take(places)
        if is_one:
            from pandas.series import Series

            table = owner if names is None else owner[columns]
            kind = table._kind_of_all()
            row = [own._data[places[0]] for own in table._table.values()]
            return Series._of(row, table.columns, owner.index[places[0]], kind if kind in ("int64", "float64", "bool") else "object")
        return (owner if names is None else owner[columns])._take(places)

    def __setitem__(self, key, value):
        owner = self._owner
        rows, names = self._split(key)
        try:
            places, _ = self._places(rows, owner.index)
        except KeyError:
            if is_row(rows) or isinstance(rows, slice) or not self._grows:
                raise
            if names is None:
                return owner._append(rows, value)
            from pandas._values import nan

            owner._append(rows, nan)
            places = [len(owner) - 1]
        if not self._is_table():
            return owner._write(places, value)
        columns, _ = self._columns(names, True)
        owner._write(places, columns, value)

    def _split(self, key):
        """Returns what is asked of the rows, and of the columns or None."""
        if self._is_table() and isinstance(key, tuple) and not (isinstance(self._owner.index, MultiIndex) and len(key) == self._owner.index.nlevels and key in self._owner.index):
            return key[0], key[1] if len(key) > 1 else None
        return key, None


class ByPlace(_Picker):
    """Rows and columns by their numbers."""

    _grows = False

    def _places(self, rows, index):
        count = len(index)
        if isinstance(rows, slice):
            return range(count)[rows], False
        flags = flags_of(rows, index)
        if flags is not None:
            return chosen(flags), False
        if is_row(rows):
            return [_within(place, count) for place in listed(rows)], False
        if not isinstance(plain(rows), int):
            raise TypeError(f"Cannot index by location index with a non-integer key")
        return [_within(plain(rows), count)], True

    def _columns(self, names, writes=False):
        columns = list(self._owner._table)
        if names is None:
            return columns, False
        places, is_one = self._places(names, columns)
        return [columns[place] for place in places], is_one


def _within(place, count):
    if not -count <= place < count:
        raise IndexError("single positional indexer is out-of-bounds")
    return place % count if count else place


class ByLabel(_Picker):
    """Rows and columns by their labels."""

    _grows = True

    def _places(self, rows, index):
        if callable(rows):
            rows = rows(self._owner)
        if isinstance(rows, slice):
            return _between(rows, index), False
        flags = flags_of(rows, index)
        if flags is not None:
            return chosen(flags), False
        if is_row(rows) and not isinstance(rows, tuple):
            labels = listed(rows)
            absent = [label for label in labels if label not in index]
            if absent:
                raise KeyError(f"{absent} not in index" if len(absent) < len(labels) else f"None of [{Index(labels)!r}] are in the [index]")
            return [place for label in labels for place in index.find(label)], False
        found = index.find(rows)
        is_whole = not isinstance(index, MultiIndex) or isinstance(rows, tuple) and len(rows) == index.nlevels
        return found, len(found) == 1 and is_whole

    def _columns(self, names, writes=False):
        columns = list(self._owner._table)
        if names is None:
            return columns, False
        if isinstance(names, slice):
            places = _between(names, Index(columns))
            return [columns[place] for place in places], False
        flags = flags_of(names, Index(columns))
        if flags is not None:
            return [columns[place] for place in chosen(flags)], False
        if is_row(names) and not isinstance(names, tuple):
            return listed(names), False
        if names not in self._owner._table and not writes:
            raise KeyError(names)
        return [names], True


def _between(rows, index):
    """Returns the places from one label to another, which is one of them."""
    start, stop = plain(rows.start), plain(rows.stop)
    labels = listed(index)
    if all(end is None or end in index for end in (start, stop)):
        first = 0 if start is None else index.find(start)[0]
        last = len(labels) if stop is None else index.find(stop)[-1] + 1
        return range(first, last)[:: rows.step or 1]
    within = [(start is None or label >= start) and (stop is None or label <= stop) for label in labels]
    return chosen(within)[:: rows.step or 1]
