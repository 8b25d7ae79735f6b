"""What else a table can do."""

from pandas._index import Index, MultiIndex, RangeIndex, made
from pandas._values import Kind, is_row, listed, missing, nan, plain, scalar


def _labels(given): return list(given) if is_row(given) and not isinstance(given, tuple) else [given]


class Methods:
    """Methods of a table: each returns another one."""

    def copy(self, deep=True): return self._each(lambda own: own.copy(), self.index)

    def transpose(self):
        kind = self._kind_of_all()
        kind = kind if kind in ("int64", "float64", "bool") else None
        series = next(iter(self._table.values())).__class__ if self._table else None
        table = {label: series._of(row, self.columns, label, kind) for label, row in zip(self.index, self._rows())}
        return type(self)._of(table, self.columns, self.index.name)

    def iterrows(self):
        index, kind = self.columns, self._kind_of_all()
        for label, row in zip(self.index, self._rows()):
            yield label, _series()._of(row, index, label, kind if kind in ("int64", "float64") else "object")

    def itertuples(self, index=True, name="Pandas"):
        from collections import namedtuple

        rows = self._rows()
        rows = [[label, *row] for label, row in zip(self.index, rows)] if index else rows
        if name is None:
            return map(tuple, rows)
        kind = namedtuple(name, (["Index"] if index else []) + [str(column) for column in self._table], rename=True)
        return (kind(*row) for row in rows)

    def info(self, *given, **unused):
        print(f"<class 'pandas.DataFrame'>\n{_range_words(self.index)}\nData columns (total {len(self._table)} columns):")
        names = [str(name) for name in self._table]
        counts = [f"{own.count()} non-null" for own in self._table.values()]
        wide, far = max([6, *map(len, names)]), max([14, *map(len, counts)])
        print(f" #   {'Column':<{wide}}  {'Non-Null Count':<{far}}  Dtype\n---  {'-' * 6:<{wide}}  {'-' * 14:<{far}}  -----")
        for place, (name, count, own) in enumerate(zip(names, counts, self._table.values())):
            print(f" {place:<3} {name:<{wide}}  {count:<{far}}  {own._kind}")
        kinds = [own._kind for own in self._table.values()]
        print("dtypes: " + ", ".join(f"{kind}({kinds.count(kind)})" for kind in sorted(set(kinds))))

    # Labels

    def rename(self, mapper=None, columns=None, index=None, axis=0, inplace=False, **unused):
        if mapper is not None:
            columns, index = (mapper, index) if axis in (1, "columns") else (columns, mapper)
        change = lambda names, how: [how(n) if callable(how) else how.get(n, n) for n in names]
        found = self.copy()
        if columns is not None:
            found.columns = change(self._table, columns)
        if index is not None:
            found.index = change(self.index, index)
        return self._given(found, inplace)

    def set_axis(self, labels, axis=0, **unused):
        found = self.copy()
        setattr(found, "columns" if axis in (1, "columns") else "index", labels)
        return found

    def add_prefix(self, prefix): return self.rename(columns=lambda name: f"{prefix}{name}")
    def add_suffix(self, suffix): return self.rename(columns=lambda name: f"{name}{suffix}")

    def rename_axis(self, mapper=None, axis=0, columns=None, **unused):
        found = self.copy()
        if columns is not None or axis in (1, "columns"):
            found.__dict__["_column_name"] = columns if columns is not None else mapper
        else:
            found.index = self.index.rename(mapper)
        return found

    def set_index(self, keys, drop=True, inplace=False, **unused):
        names = _labels(keys)
        parts = [listed(self[name]) if not is_row(name) else listed(name) for name in names]
        index = Index(parts[0], name=names[0]) if len(names) == 1 and not is_row(names[0]) else MultiIndex(list(zip(*parts)), names) if len(names) > 1 else Index(parts[0])
        kept = {name: own for name, own in self._table.items() if not (drop and name in names)}
        return self._given(type(self)._of(kept, index, self._column_name), inplace)

    def reset_index(self, level=None, drop=False, inplace=False, **unused):
        table = {}
        if not drop:
            for at, name in enumerate(self.index.names):
                values = [label[at] for label in self.index] if isinstance(self.index, MultiIndex) else list(self.index)
                usual = "index" if self.index.nlevels == 1 and "index" not in self._table else f"level_{at}"
                table[usual if name is None else name] = values
        return self._given(type(self)._of({**table, **self._table}, RangeIndex(len(self)), None), inplace)

    def reindex(self, labels=None, index=None, columns=None, fill_value=nan, **unused):
        index = labels if index is None else index
        found = self if index is None else self._each(lambda own: own.reindex(index), made(index))
        if columns is not None:
            table = {name: found._table.get(name, [fill_value] * len(found)) for name in columns}
            found = type(self)._of(table, found.index)
        return found

    def drop(self, labels=None, axis=0, index=None, columns=None, inplace=False, errors="raise"):
        if labels is not None:
            index, columns = (index, labels) if axis in (1, "columns") else (labels, columns)
        found = self
        if columns is not None:
            absent = [name for name in _labels(columns) if name not in self._table]
            if absent and errors == "raise":
                raise KeyError(f"{absent} not found in axis")
            found = type(self)._of({n: c for n, c in self._table.items() if n not in _labels(columns)}, self.index)
        if index is not None:
            gone = set(_labels(index))
            absent = [label for label in gone if label not in self.index]
            if absent and errors == "raise":
                raise KeyError(f"{absent} not found in axis")
            found = found._take([place for place, label in enumerate(self.index) if label not in gone])
        return self._given(found, inplace)

    def filter(self, items=None, like=None, regex=None, axis=None):
        import re

        fits = lambda name: name in items if items is not None else like in str(name) if like is not None else re.search(regex, str(name))
        return type(self)._of({name: own for name, own in self._table.items() if fits(name)}, self.index)

    def select_dtypes(self, include=None, exclude=None):
        wanted, unwanted = (_kinds(given) for given in (include, exclude))
        fits = lambda own: (include is None or own._kind in wanted) and own._kind not in unwanted
        return type(self)._of({name: own for name, own in self._table.items() if fits(own)}, self.index)

    # Values

    def assign(self, **columns):
        found = self.copy()
        for name, value in columns.items():
            found[name] = value(found) if callable(value) else value
        return found

    def astype(self, dtype, **unused):
        if isinstance(dtype, dict):
            return type(self)._of({n: c.astype(dtype[n]) if n in dtype else c for n, c in self._table.items()}, self.index)
        return self._each(lambda own: own.astype(dtype))

    def apply(self, func, axis=0, args=(), raw=False, **named):
        if isinstance(func, str):
            return getattr(self, func)(axis=axis)
        if axis in (1, "columns"):
            rows = [row for _, row in self.iterrows()]
            labels = self.index
        else:
            rows, labels = list(self._table.values()), self.columns
        found = [func(row.values if raw else row, *args, **named) for row in rows]
        if found and all(isinstance(part, _series()) for part in found):
            if axis in (1, "columns"):
                return type(self)([part.to_dict() for part in found], index=labels)
            return type(self)(dict(zip(labels, found)))
        return _series()([part if is_row(part) else plain(part) for part in found], index=labels)

    def map(self, func, **unused): return self._each(lambda own: own.map(func))
    applymap = map

    def agg(self, func=None, axis=0, **named):
        if isinstance(func, str) or callable(func):
            return self.apply(func, axis)
        if isinstance(func, dict):
            parts = {name: self[name].agg(how) for name, how in func.items()}
            if any(isinstance(part, _series()) for part in parts.values()):
                return type(self)(parts)
            return _series()(list(parts.values()), index=list(parts))
        return self._each(lambda own: own.agg(func), made([how if isinstance(how, str) else how.__name__ for how in func]))

    aggregate = agg

    def describe(self, **unused):
        numeric = {name: own for name, own in self._table.items() if own._kind in ("int64", "float64")}
        return type(self)({name: own.describe() for name, own in (numeric or self._table).items()})

    def _where(self, name, cond, other):
        pick = lambda given, column: given[column] if hasattr(given, "columns") else given
        flags = cond(self) if callable(cond) else cond
        parts = {n: getattr(c, name)(pick(flags, n), pick(other, n)) for n, c in self._table.items()}
        return type(self)._of(parts, self.index)

    def where(self, cond, other=nan, **unused): return self._where("where", cond, other)
    def mask(self, cond, other=nan, **unused): return self._where("mask", cond, other)
    def fillna(self, value=None, inplace=False, **unused):
        pick = lambda own: value.get(own.name) if isinstance(value, (dict, _series())) else value
        return self._given(self._each(lambda own: own if pick(own) is None else own.fillna(pick(own))), inplace)

    def replace(self, to_replace=None, value=None, inplace=False, **unused):
        return self._given(self._each(lambda own: own.replace(to_replace, value)), inplace)

    def dropna(self, axis=0, how="any", subset=None, inplace=False, **unused):
        if axis in (1, "columns"):
            kept = {n: c for n, c in self._table.items() if not (any if how == "any" else all)(map(missing, c._data))}
            return self._given(type(self)._of(kept, self.index), inplace)
        rows = (self if subset is None else self[_labels(subset)])._rows()
        keep = [at for at, row in enumerate(rows) if not (any if how == "any" else all)(map(missing, row))]
        return self._given(self._take(keep), inplace)

    def sort_values(self, by, axis=0, ascending=True, inplace=False, ignore_index=False, key=None, **unused):
        names, places = _labels(by), list(range(len(self)))
        ways = ascending if isinstance(ascending, (list, tuple)) else [ascending] * len(names)
        for name, way in reversed(list(zip(names, ways))):
            own = self[name]
            rank = {place: at for at, place in enumerate(places)}
            values = own._data if key is None else listed(key(own))
            gone = [place for place in places if missing(values[place])]
            there = sorted((place for place in places if not missing(values[place])), key=lambda place: values[place], reverse=not way)
            places = there + sorted(gone, key=rank.get)
        found = self._take(places)
        return self._given(found.reset_index(drop=True) if ignore_index else found, inplace)

    def nlargest(self, n, columns): return self.sort_values(columns, ascending=False).head(n)
    def nsmallest(self, n, columns): return self.sort_values(columns).head(n)

    def duplicated(self, subset=None, keep="first"):
        rows = (self if subset is None else self[_labels(subset)])._rows()
        return _series()([tuple(row) for row in rows], index=self.index, dtype="object").duplicated(keep)

    def drop_duplicates(self, subset=None, keep="first", inplace=False, ignore_index=False):
        found = self[~self.duplicated(subset, keep)]
        return self._given(found.reset_index(drop=True) if ignore_index else found, inplace)

    def value_counts(self, subset=None, **named):
        table = self if subset is None else self[_labels(subset)]
        counts = _series()([tuple(row) for row in table._rows()], dtype="object").value_counts(**named)
        counts.index = MultiIndex(counts.index, list(table._table))
        return counts

    def quantile(self, q=0.5, **unused):
        if is_row(q):
            return type(self)({n: c.quantile(q) for n, c in self._numeric()._table.items()})
        return _series()([plain(own.quantile(q)) for own in self._numeric()._table.values()], index=list(self._numeric()._table), name=q)

    def _pairs(self, name, **named):
        table = self._numeric()._table
        return type(self)({a: [plain(getattr(one, name)(two, **named)) for two in table.values()] for a, one in table.items()}, index=list(table))

    def corr(self, method="pearson", numeric_only=False, **unused): return self._pairs("corr", method=method)
    def cov(self, numeric_only=False, **unused): return self._pairs("cov")

    def query(self, expr, **unused):
        import sys

        names = {str(name): own for name, own in self._table.items()}
        frame = sys._getframe(1)
        for text, sign in ((" and ", " & "), (" or ", " | "), (" not ", " ~")):
            expr = expr.replace(text, sign)
        expr = " & ".join(f"({part.strip()})" for part in expr.split("&")) if "|" not in expr and "(" not in expr else expr
        return self[eval(expr.replace("@", ""), {}, {**frame.f_globals, **frame.f_locals, "index": self.index, **names})]

    def idxmax(self, axis=0, **unused): return _series()([own.idxmax() for own in self._table.values()], index=self.columns) if axis == 0 else self.apply(lambda row: row.idxmax(), axis=1)
    def idxmin(self, axis=0, **unused): return _series()([own.idxmin() for own in self._table.values()], index=self.columns) if axis == 0 else self.apply(lambda row: row.idxmin(), axis=1)
    def equals(self, other): return list(self._table) == list(other._table) and all(own._data == other[name]._data for name, own in self._table.items())
    def to_dict(self, orient="dict", **unused):
        if orient in ("records", "list", "split"):
            records = [dict(zip(self._table, row)) for row in self._rows()]
            lists = {name: own.tolist() for name, own in self._table.items()}
            split = {"index": list(self.index), "columns": list(self._table), "data": self._rows()}
            return {"records": records, "list": lists, "split": split}[orient]
        if orient == "index":
            return {label: dict(zip(self._table, row)) for label, row in zip(self.index, self._rows())}
        return {name: own.to_dict() if orient == "dict" else own for name, own in self._table.items()}

    def to_records(self, index=True): return list(self.itertuples(index, None))
    def _for_json(self, orient):
        clean = lambda value: None if missing(value) else value
        if orient == "records":
            return [{str(name): clean(value) for name, value in row.items()} for row in self.to_dict("records")]
        return {str(name): {str(label): clean(value) for label, value in own.items()} for name, own in self._table.items()}

    def to_csv(self, path_or_buf=None, sep=",", index=True, header=True, mode="w", columns=None, float_format=None, na_rep="", **unused):
        from pandas._csv import written

        return written(self if columns is None else self[list(columns)], path_or_buf, sep, index, header, mode, float_format, na_rep)

    def to_string(self, index=True, **unused):
        from pandas._text import frame

        return frame(self, index, rows=None)

    def to_markdown(self, index=True, **unused):
        from pandas._text import markdown

        return markdown(self, index)

    def to_html(self, *given, index=True, **unused):
        from pandas._text import html

        return html(self, None)

    def merge(self, right, how="inner", on=None, **named):
        from pandas._reshape import merge

        return merge(self, right, how, on, **named)

    def join(self, other, on=None, how="left", lsuffix="", rsuffix="", **unused):
        from pandas._reshape import merge

        sides = {"left_on": on, "right_index": True} if on is not None else {"left_index": True, "right_index": True}
        other = other.to_frame() if isinstance(other, _series()) else other
        return merge(self, other, how, suffixes=(lsuffix, rsuffix), **sides)

    def melt(self, *given, **named): return _reshaped("melt")(self, *given, **named)
    def pivot(self, *given, **named): return _reshaped("pivot")(self, *given, **named)
    def pivot_table(self, *given, **named): return _reshaped("pivot_table")(self, *given, **named)
    def stack(self, *given, **named): return _reshaped("stacked")(self)
    def explode(self, column, **unused): return _reshaped("exploded")(self, column)
    def boxplot(self, column=None, **style): return (self if column is None else self[_labels(column)]).plot.box(**style)

    def unstack(self, level=-1):
        return _reshaped("unstacked")(self, level)


for _name in "isna notna isnull notnull ffill bfill interpolate round clip isin shift diff pct_change cumsum cumprod cummax cummin rank".split():
    setattr(Methods, _name, lambda self, *given, _n=_name, **named: self._each(lambda own: getattr(own, _n)(*given, **named)))


def _series():
    from pandas.series import Series

    return Series


def _reshaped(name):
    from pandas import _reshape

    return getattr(_reshape, name)


def _kinds(given):
    names = [] if given is None else _labels(given)
    found = set()
    for name in names:
        found |= {"int64", "float64"} if name in ("number",) or getattr(name, "__name__", "") == "number" else {Kind(str(name)).name if isinstance(name, str) else _name_of(name)}
    return found


def _name_of(kind):
    from pandas._values import kind_name

    return {"str": "str"}.get(kind_name(kind), kind_name(kind))


def _range_words(index):
    ends = f"{index[0]} to {index[-1]}" if len(index) else ""
    kind = "RangeIndex" if isinstance(index, RangeIndex) else "Index"
    return f"{kind}: {len(index)} entries{', ' + ends if ends else ''}"
