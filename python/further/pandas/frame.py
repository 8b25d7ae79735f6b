"""A table: columns of values that share the labels of their rows."""

from pandas import _binary
from pandas._frame_methods import Methods
from pandas._index import Index, RangeIndex, made
from pandas._shared import Rows, chosen, flags_of, joined_index, rows_of
from pandas._values import Kind, array, is_row, listed, missing, nan, plain, reduced
from pandas.series import Series


class DataFrame(Methods, Rows):
    """A table with labels along its rows and its columns."""

    ndim = 2

    def __init__(self, data=None, index=None, columns=None, dtype=None, copy=None):
        columns = None if columns is None else listed(columns)
        table, labels = _columns(data, index, columns)
        if columns is not None and isinstance(data, (dict, DataFrame)) or (columns is not None and data is None):
            table = {name: table.get(name, [nan] * _length(table, labels)) for name in columns}
        count = _length(table, labels)
        for name, values in table.items():
            if len(values) != count:
                raise ValueError("All arrays must be of the same length")
        self.__dict__["_table"] = {}
        self.__dict__["index"] = rows_of(labels, count)
        self.__dict__["_column_name"] = None
        for name, values in table.items():
            kind = dtype if dtype is not None else getattr(values, "_kind", None)
            self._table[name] = Series._of(listed(values), self.index, name, kind)

    @classmethod
    def _of(cls, table, index, column_name=None):
        """Returns a table of columns by name, which have these labels."""
        made_one = cls.__new__(cls)
        made_one.__dict__.update(_table={}, index=index, _column_name=column_name)
        for name, values in table.items():
            made_one._table[name] = Series._of(listed(values), index, name, getattr(values, "_kind", None))
        return made_one

    def _each(self, change, index=None):
        """Returns a table with each column changed by a function."""
        table = {name: change(own) for name, own in self._table.items()}
        return DataFrame._of(table, self.index if index is None else index, self._column_name)

    def _take(self, places): return self._each(lambda own: own._take(places), self.index.take(places))
    def _numeric(self): return DataFrame._of({n: c for n, c in self._table.items() if c._kind in ("int64", "float64", "bool")}, self.index)

    @property
    def columns(self):
        index = made(list(self._table))
        return index if self._column_name is None else index.rename(self._column_name)

    def __setattr__(self, name, value):
        if name == "columns":
            names = listed(value)
            if len(names) != len(self._table):
                raise ValueError(f"Length mismatch: Expected axis has {len(self._table)} elements, new values have {len(names)} elements")
            self.__dict__["_column_name"] = getattr(value, "name", None)
            self.__dict__["_table"] = {new: own.rename(new) for new, own in zip(names, self._table.values())}
        elif name == "index":
            self.__dict__["index"] = made(value)
            for own in self._table.values():
                own.index = self.index
        elif name in self._table:
            self[name] = value
        else:
            self.__dict__[name] = value

    dtypes = property(lambda self: Series([Kind(c._kind) for c in self._table.values()], index=list(self._table), dtype="object"))
    shape = property(lambda self: (len(self.index), len(self._table)))
    size = property(lambda self: len(self.index) * len(self._table))
    T = property(lambda self: self.transpose())
    axes = property(lambda self: [self.index, self.columns])

    def _rows(self):
        return [list(row) for row in zip(*(own._data for own in self._table.values()))] or [[] for _ in self.index]

    def _kind_of_all(self):
        kinds = {own._kind for own in self._table.values()}
        return kinds.pop() if len(kinds) == 1 else "float64" if kinds <= {"int64", "float64"} else "object"

    values = property(lambda self: array(self._rows(), self._kind_of_all()))

    def __array__(self, dtype=None, copy=None):
        return self.values if dtype is None else self.values.astype(dtype)

    def to_numpy(self, dtype=None, *given, **named): return self.__array__(dtype)
    def __iter__(self): return iter(self._table)
    def __contains__(self, name): return name in self._table
    def keys(self): return self.columns
    def items(self): return iter(self._table.items())

    # Columns and rows

    def __getitem__(self, key):
        if isinstance(key, DataFrame):
            return self.where(key)
        if isinstance(key, slice):
            return self.iloc[key] if all(part is None or isinstance(part, int) for part in (key.start, key.stop)) else self.loc[key]
        flags = flags_of(key, self.index)
        if flags is not None:
            return self._take(chosen(flags))
        if is_row(key) and not isinstance(key, tuple):
            names = listed(key)
            absent = [name for name in names if name not in self._table]
            if absent:
                raise KeyError(f"{absent} not in index" if len(absent) < len(names) else f"None of [{Index(names)!r}] are in the [columns]")
            return DataFrame._of({name: self._table[name] for name in names}, self.index)
        key = plain(key)
        if key in self._table:
            return self._table[key]
        inner = {name[1:] if len(name) > 2 else name[1]: own for name, own in self._table.items() if isinstance(name, tuple) and name[:1] == (key,)}
        if inner:
            return DataFrame._of(inner, self.index)
        raise KeyError(key)

    def __setitem__(self, key, value):
        flags = flags_of(key, self.index) if not isinstance(key, (str, tuple)) else None
        if isinstance(key, DataFrame):
            for name, own in self._table.items():
                self[name] = own.mask(key[name], value)
        elif flags is not None:
            self.loc[flags] = value
        elif is_row(key) and not isinstance(key, tuple):
            names = listed(key)
            parts = [value] * len(names) if not is_row(value) else list(value._table.values()) if isinstance(value, DataFrame) else list(zip(*_table_rows(value, len(names))))
            for name, part in zip(names, parts):
                self[name] = part
        else:
            self._put(plain(key), value)

    def _put(self, name, value):
        if not self._table and not len(self.index) and is_row(value):
            self.__dict__["index"] = getattr(value, "index", None) if isinstance(value, Series) else RangeIndex(len(listed(value)))
        if isinstance(value, Series):
            value = value if value.index.equals(self.index) else value.reindex(self.index)
        elif not is_row(value):
            value = [value] * len(self.index)
        values = listed(value)
        if len(values) != len(self.index):
            raise ValueError(f"Length of values ({len(values)}) does not match length of index ({len(self.index)})")
        self._table[name] = Series._of(values, self.index, name, getattr(value, "_kind", None))

    def __delitem__(self, name): del self._table[name]

    def __getattr__(self, name):
        if name.startswith("__") or "_table" not in self.__dict__:
            raise AttributeError(name)
        if name in self._table:
            return self._table[name]
        from pandas import Unknown

        raise Unknown("DataFrame", name, type(self))

    def get(self, key, default=None): return self._table.get(key, default)
    def pop(self, name): return self._table.pop(name)

    def insert(self, loc, column, value, allow_duplicates=False):
        if column in self._table:
            raise ValueError(f"cannot insert {column}, already exists")
        self[column] = value
        names = [name for name in self._table if name != column]
        names.insert(loc, column)
        self.__dict__["_table"] = {name: self._table[name] for name in names}

    def _write(self, places, names, value):
        for number, name in enumerate(names):
            if name not in self._table:
                self[name] = nan
            own = self._table[name]
            if isinstance(value, DataFrame):
                part = value[name]
            elif isinstance(value, dict) or isinstance(value, Series) and len(names) > 1:
                part = value[name]
            elif is_row(value) and len(names) > 1:
                rows = listed(value)
                part = [row[number] for row in rows] if rows and isinstance(rows[0], (list, tuple)) else rows[number]
            else:
                part = value
            own._write(places, part)

    def _append(self, label, value):
        values = [value[name] if isinstance(value, (dict, Series)) and name in value else value for name in self._table]
        if is_row(value) and not isinstance(value, (dict, Series)):
            values = listed(value)
            if len(values) != len(self._table):
                raise ValueError("cannot set a row with mismatched columns")
        for own, part in zip(self._table.values(), values):
            own._append(label, part)
        first = next(iter(self._table.values()), None)
        self.__dict__["index"] = first.index if first is not None else made([*self.index, label])
        for own in self._table.values():
            own.index = self.index

    # Arithmetic

    def _operate(self, function, other, is_swapped, fill_value):
        return self._combined(other, lambda own, part: own._operate(function, part, is_swapped, fill_value))

    def _compare(self, name, other):
        return self._combined(other, lambda own, part: own._compare(name, part))

    def _combined(self, other, combine):
        if isinstance(other, DataFrame):
            names = list(dict.fromkeys([*self._table, *other._table]))
            both, *_ = joined_index(self.index, other.index)
            empty = Series._of([nan] * len(both), both)
            found = {n: combine(self._table.get(n, empty), other._table.get(n, empty)) for n in names}
            return DataFrame._of(found, both)
        if isinstance(other, Series):
            return DataFrame._of({n: combine(own, other.get(n, nan)) for n, own in self._table.items()}, self.index)
        if is_row(other):
            rows = listed(other)
            if rows and isinstance(rows[0], (list, tuple)):
                parts = [list(part) for part in zip(*rows)]
            else:
                parts = rows
            return DataFrame._of({n: combine(own, part) for (n, own), part in zip(self._table.items(), parts)}, self.index)
        return self._each(lambda own: combine(own, other))

    def __neg__(self): return self._each(lambda own: -own)
    def __abs__(self): return self._each(abs)
    abs = __abs__
    def __invert__(self): return self._each(lambda own: ~own)

    def __bool__(self):
        raise ValueError("The truth value of a DataFrame is ambiguous. Use a.empty, a.item(), a.any() or a.all().")

    def __repr__(self):
        from pandas._text import frame

        return frame(self)

    def _repr_html_(self):
        from pandas._text import html

        return html(self)


def _length(table, labels):
    first = next(iter(table.values()), None)
    return len(first) if first is not None else 0 if labels is None else len(labels)


def _table_rows(value, width):
    rows = listed(value)
    if rows and not isinstance(rows[0], (list, tuple)):
        rows = [rows]
    if rows and len(rows[0]) != width:
        raise ValueError("Columns must be same length as key")
    return rows


def _columns(data, index, columns):
    """Returns columns by name, and the labels of the rows or None."""
    if data is None:
        return {}, index
    if isinstance(data, DataFrame):
        data = data if index is None else data.reindex(index)
        return dict(data._table), data.index
    if isinstance(data, Series):
        data, index = {data.name if data.name is not None else 0: data}, data.index if index is None else index
        data = {columns[0]: next(iter(data.values()))} if columns else data
    if isinstance(data, dict):
        return _of_dict(data, index)
    rows = listed(data)
    if rows and isinstance(rows[0], Series):
        index = [place if row.name is None else row.name for place, row in enumerate(rows)] if index is None else index
        rows = [row.to_dict() for row in rows]
    if rows and isinstance(rows[0], dict):
        names = columns or list(dict.fromkeys(name for row in rows for name in row))
        return {name: [row.get(name, nan) for row in rows] for name in names}, index
    if rows and hasattr(rows[0], "_fields") and columns is None:
        columns = list(rows[0]._fields)
    if rows and hasattr(rows[0], "__dataclass_fields__"):
        names = columns or list(rows[0].__dataclass_fields__)
        return {name: [getattr(row, name) for row in rows] for name in names}, index
    if not rows or not is_row(rows[0]):
        rows = [[value] for value in rows]
    rows = [listed(row) for row in rows]
    width = max(map(len, rows), default=len(columns or ()))
    if columns is not None and len(columns) != width:
        raise ValueError(f"{len(columns)} columns passed, passed data had {width} columns" if rows else "no columns")
    names = columns if columns is not None else range(width)
    return {name: [row[at] if at < len(row) else None for row in rows] for at, name in enumerate(names)}, index


def _of_dict(data, index):
    lone = not any(is_row(values) or isinstance(values, dict) for values in data.values())
    if data and lone and index is None:
        raise ValueError("If using all scalar values, you must pass an index")
    data = {name: Series(values) if isinstance(values, dict) else values for name, values in data.items()}
    labelled = [values.index for values in data.values() if isinstance(values, Series)]
    if labelled and index is None:
        index = labelled[0]
        for other in labelled[1:]:
            index = joined_index(index, other)[0]
    count = None if index is None else len(index)
    table = {}
    for name, values in data.items():
        if isinstance(values, Series):
            table[name] = values if values.index.equals(made(index)) else values.reindex(index)
        elif is_row(values):
            table[name] = Series._of(listed(values), RangeIndex(len(listed(values))), name)
        else:
            size = count if count is not None else max((len(listed(v)) for v in data.values() if is_row(v)), default=0)
            table[name] = Series._of([values] * size, RangeIndex(size), name)
    return table, index


def _reduction(name):
    def method(self, axis=0, skipna=True, numeric_only=False, **settings):
        settings = {key: value for key, value in settings.items() if key == "ddof"}
        table = self._numeric() if numeric_only else self
        if axis in (1, "columns"):
            return Series([reduced(name, row, skipna, **settings) for row in table._rows()], index=self.index)
        if axis is None:
            return reduced(name, [value for own in table._table.values() for value in own._data], skipna, **settings)
        found = {}
        for column, own in table._table.items():
            if own._kind in ("str", "object") and name in ("mean", "std", "var", "median", "sem", "prod"):
                raise TypeError(f"Could not convert string '{''.join(map(str, own._data))}' to numeric")
            found[column] = reduced(name, own._data, skipna, **settings)
        return Series(list(found.values()), index=list(found)) if found else Series([], index=[], dtype="float64")

    return method


_binary.give_reductions(DataFrame, _reduction)
_binary.give_operators(DataFrame)
