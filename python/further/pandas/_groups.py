"""Rows with the same value, together."""

from pandas._index import Index, MultiIndex, RangeIndex, made
from pandas._values import REDUCTIONS, is_row, known, listed, missing, plain, reduced


class Grouped:
    """The rows of a column or a table by keys."""

    def __init__(self, owner, by, level=None, as_index=True, sort=True, dropna=True, picked=None):
        self._owner, self._settings, self._picked = owner, (by, level, as_index, sort, dropna), picked
        self._as_index = as_index
        if by is None:
            by = level if isinstance(level, list) else [level]
            keys = [(name, listed(owner.index.get_level_values(name))) for name in by]
        else:
            several = isinstance(by, (list, tuple)) and not (len(by) == len(owner) and not any(isinstance(k, str) for k in by) and owner.ndim == 1)
            keys = [self._key(key) for key in (by if several else [by])]
        self._is_lone = by is not None and not isinstance(by, list)
        self._names, self._keys = [name for name, _ in keys], keys
        groups = {}
        for place, row in enumerate(zip(*(values for _, values in keys))):
            if dropna and any(map(missing, row)):
                continue
            groups.setdefault(row if len(keys) > 1 else row[0], []).append(place)
        self._groups = dict(sorted(groups.items(), key=lambda group: group[0])) if sort else groups

    def _key(self, key):
        owner = self._owner
        if callable(key):
            return None, [plain(key(label)) for label in owner.index]
        if hasattr(key, "_data") or is_row(key):
            values = key.reindex(owner.index)._data if hasattr(key, "reindex") and not key.index.equals(owner.index) else listed(key)
            return getattr(key, "name", None), values
        if isinstance(key, dict):
            return None, [key.get(label) for label in owner.index]
        if owner.ndim == 2 and key in owner._table:
            return key, owner._table[key]._data
        if key in owner.index.names:
            return key, listed(owner.index.get_level_values(key))
        raise KeyError(key)

    # Which columns

    def __getitem__(self, names):
        names = list(names) if isinstance(names, (list, tuple)) else names
        absent = [name for name in (names if isinstance(names, list) else [names]) if name not in self._owner._table]
        if absent:
            raise KeyError(f"Column not found: {absent[0]}")
        return Grouped(self._owner, *self._settings, names)

    def __getattr__(self, name):
        if not name.startswith("_") and self._owner.ndim == 2 and name in self._owner._table:
            return self[name]
        raise AttributeError(f"'{'DataFrameGroupBy' if self._owner.ndim == 2 else 'SeriesGroupBy'}' object has no attribute '{name}'")

    def _is_column(self): return self._owner.ndim == 1 or isinstance(self._picked, str) or (self._picked is not None and not isinstance(self._picked, list))

    def _columns(self, numeric_only=False):
        """Returns what is brought together: columns by name."""
        if self._owner.ndim == 1:
            return {self._owner.name: self._owner}
        if self._picked is not None:
            return {name: self._owner._table[name] for name in (self._picked if isinstance(self._picked, list) else [self._picked])}
        table = {name: own for name, own in self._owner._table.items() if name not in self._names}
        return {n: c for n, c in table.items() if not numeric_only or c._kind in ("int64", "float64", "bool")}

    def _part(self, places):
        if self._owner.ndim == 1:
            return self._owner._take(places)
        if self._picked is not None:
            return self._owner[self._picked]._take(places)
        return self._owner._take(places)

    # Along groups

    groups = property(lambda self: {key: Index([self._owner.index[at] for at in places]) for key, places in self._groups.items()})
    indices = property(lambda self: dict(self._groups))
    ngroups = property(lambda self: len(self._groups))
    def __len__(self): return len(self._groups)
    def __iter__(self):
        tupled = isinstance(self._settings[0], list) and len(self._names) == 1
        return iter([((key,) if tupled else key, self._part(places)) for key, places in self._groups.items()])

    def get_group(self, name): return self._part(self._groups[name[0] if isinstance(name, tuple) and len(self._names) == 1 else name])

    def _index(self):
        keys = list(self._groups)
        return MultiIndex(keys, self._names) if len(self._names) > 1 else Index(keys, name=self._names[0])

    def _finished(self, table, index=None):
        """Returns a column where one was asked for, or a table; with the keys as columns where they are to be."""
        from pandas.frame import DataFrame

        index = self._index() if index is None else index
        made_one = DataFrame._of(table, index)
        if not self._as_index:
            return made_one.reset_index()
        return next(iter(made_one._table.values())) if self._is_column() and len(table) == 1 else made_one

    def _reduce(self, name, numeric_only=False, **settings):
        table = {}
        for column, own in self._columns(numeric_only).items():
            if own._kind in ("str", "object") and name in ("mean", "std", "var", "median"):
                raise TypeError(f"agg function failed [how->{name},dtype->{own._kind}]")
            table[column] = [reduced(name, [own._data[at] for at in places], **settings) for places in self._groups.values()]
        return self._finished(table)

    def size(self):
        from pandas.series import Series

        counts = [len(places) for places in self._groups.values()]
        if not self._as_index:
            return self._finished({"size": counts})
        return Series._of(counts, self._index(), self._owner.name if self._owner.ndim == 1 else None)

    def quantile(self, q=0.5, **unused): return self.agg(lambda own: own.quantile(q))

    def agg(self, func=None, *given, **named):
        columns = self._columns()
        one = lambda own, how: [plain(own._take(places).agg(how)) for places in self._groups.values()]
        label = lambda how: how if isinstance(how, str) else how.__name__
        if func is None and named:
            if self._owner.ndim == 1 or self._is_column():
                own = next(iter(columns.values()))
                return self._named({name: one(own, how) for name, how in named.items()})
            return self._named({name: one(self._owner._table[pair[0]], pair[1]) for name, pair in named.items()})
        if isinstance(func, str):
            return getattr(self, func)(*given, **named)
        if isinstance(func, dict):
            table = {}
            for name, how in func.items():
                for way in how if isinstance(how, (list, tuple)) else [how]:
                    key = (name, label(way)) if any(isinstance(h, (list, tuple)) for h in func.values()) else name
                    table[key] = one(self._owner._table[name], way)
            return self._named(table)
        if isinstance(func, (list, tuple)):
            if self._is_column():
                own = next(iter(columns.values()))
                return self._named({label(way): one(own, way) for way in func})
            return self._named({(name, label(way)): one(own, way) for name, own in columns.items() for way in func})
        return self._finished({name: one(own, func) for name, own in columns.items()})

    aggregate = agg

    def _named(self, table):
        from pandas.frame import DataFrame

        made_one = DataFrame._of(table, self._index())
        return made_one if self._as_index else made_one.reset_index()

    def apply(self, func, *given, include_groups=False, **named):
        from pandas._reshape import concat
        from pandas.series import Series

        parts = []
        for places in self._groups.values():
            part = self._part(places)
            if part.ndim == 2 and not self._picked:
                part = part.drop(columns=[name for name in self._names if name in part._table])
            parts.append(func(part, *given, **named))
        if parts and all(isinstance(part, Series) for part in parts) and all(part.index.equals(parts[0].index) for part in parts):
            from pandas.frame import DataFrame

            return DataFrame([part.tolist() for part in parts], index=self._index(), columns=parts[0].index)
        if parts and hasattr(parts[0], "index") and hasattr(parts[0], "_take"):
            return concat(parts, keys=list(self._groups), names=self._names)
        found = Series._of([plain(part) for part in parts], self._index())
        return found if self._as_index else found.reset_index()

    def _spread(self, change):
        """Returns columns with as many rows as before, changed group by group."""
        from pandas.frame import DataFrame

        table = {}
        for name, own in self._columns().items():
            values = [None] * len(own)
            for places in self._groups.values():
                found = change(own._take(places))
                rows = listed(found) if is_row(found) else [plain(found)] * len(places)
                for place, value in zip(places, rows):
                    values[place] = value
            table[name] = values
        made_one = DataFrame._of(table, self._owner.index)
        return next(iter(made_one._table.values())) if self._is_column() else made_one

    def transform(self, func, *given, **named):
        return self._spread(lambda own: own.agg(func, *given, **named) if isinstance(func, str) else func(own, *given, **named))

    def filter(self, func):
        kept = sorted(place for places in self._groups.values() if func(self._part(places)) for place in places)
        return self._part(kept)

    def cumcount(self): return self._numbered(lambda places: range(len(places)))
    def ngroup(self):
        order = {key: at for at, key in enumerate(self._groups)}
        return self._numbered(lambda places, _keys=iter(order.values()): [next(_keys)] * len(places))

    def _numbered(self, numbers):
        from pandas.series import Series

        values = [0] * len(self._owner)
        for places in self._groups.values():
            for place, number in zip(places, numbers(places)):
                values[place] = number
        return Series._of(values, self._owner.index)

    def head(self, n=5): return self._part(sorted(at for places in self._groups.values() for at in places[:n]))
    def tail(self, n=5): return self._part(sorted(at for places in self._groups.values() for at in places[-n:]))
    def describe(self): return self.agg(["count", "mean", "std", "min", "max"])
    def rolling(self, window, *given, **named):
        return _RollingGroups(self, window, given, named)

    def plot(self, *given, **named):
        for key, part in self:
            part.plot(*given, label=str(key), **named)


class _RollingGroups:
    """Windows that end where a group ends."""

    def __init__(self, groups, window, given, named):
        self._groups, self._how = groups, (window, given, named)

    def __getattr__(self, name):
        window, given, named = self._how
        return lambda *args, **settings: self._groups.apply(lambda part: getattr(part.rolling(window, *given, **named), name)(*args, **settings))


for _name in REDUCTIONS:
    setattr(Grouped, _name, lambda self, numeric_only=False, _n=_name, **settings: self._reduce(_n, numeric_only, **{k: v for k, v in settings.items() if k == "ddof"}))
for _name in "cumsum cumprod cummax cummin shift diff rank fillna ffill bfill pct_change".split():
    setattr(Grouped, _name, lambda self, *given, _n=_name, **named: self._spread(lambda own: getattr(own, _n)(*given, **named)))
