"""Tables by pandas's names: the part of pandas that logs of training are read, smoothed and drawn with."""

from contextlib import contextmanager

import _late
from pandas import _text
from pandas._cut import cut, factorize, get_dummies, qcut, to_numeric
from pandas._csv import read_csv
from pandas._index import Index, MultiIndex, RangeIndex
from pandas._reshape import concat, melt, merge, pivot, pivot_table
from pandas._values import is_row, missing, nan
from pandas.frame import DataFrame
from pandas.series import Series

__version__ = "2.3.0"
NA, NaT = nan, None


def isna(obj):
    """Returns whether a value, or each of several, is missing."""
    if hasattr(obj, "isna"):
        return obj.isna()
    return Series(obj).isna().values if is_row(obj) else missing(obj)


def notna(obj):
    found = isna(obj)
    return not found if isinstance(found, bool) else ~found


isnull, notnull = isna, notna


def unique(values): return Series(values).unique()
def value_counts(values, **named): return Series(values).value_counts(**named)
def crosstab(index, columns, **unused): return _crossed(Series(index), Series(columns))


def _crossed(rows, columns):
    table = DataFrame({"row": rows.values, "column": columns.values, "one": [1] * len(rows)})
    found = table.pivot_table("one", "row", "column", "count", 0)
    found.index = found.index.rename(rows.name if rows.name is not None else "row_0")
    return found.rename_axis(columns=columns.name if columns.name is not None else "col_0")


def read_json(path, **unused):
    import json

    if not hasattr(path, "read"):
        with open(path) as file:
            return DataFrame(json.load(file))
    return DataFrame(json.load(path))


def read_pickle(path, **unused):
    import pickle

    with open(path, "rb") as file:
        return pickle.load(file)


def read_table(path, sep="\t", **named): return read_csv(path, sep=sep, **named)


def _option(name):
    short = name.rpartition(".")[2]
    return short if short in _text.options else None


def set_option(*given):
    for name, value in zip(given[::2], given[1::2]):
        # What is only about looks, and has no place here, is taken without a word.
        if _option(name):
            _text.options[_option(name)] = value


def get_option(name): return _text.options.get(_option(name))
def reset_option(name): pass


@contextmanager
def option_context(*given):
    before = dict(_text.options)
    set_option(*given)
    try:
        yield
    finally:
        _text.options.update(before)


class _Display:
    def __setattr__(self, name, value): set_option(name, value)
    def __getattr__(self, name): return get_option(name)


class options:
    """`pd.options.display.max_rows` and the like."""

    display = _Display()
    mode = type("mode", (), {})()


class Unknown(AttributeError):
    """A column or a table has no such method. The near one is only looked for where somebody reads it."""

    def __init__(self, kind, name, owner):
        super().__init__(kind, name)
        self.kind, self.name, self.owner = kind, name, owner

    def __str__(self):
        found = _late.near(self.name, [own for own in dir(self.owner) if not own.startswith("_")])
        hint = f": did you mean {found}?" if found else ""
        return f"'{self.kind}' object has no attribute '{self.name}' here{hint}"


def __getattr__(name):
    raise _late.refusal(
        "pandas", name,
        "Series, DataFrame, Index, read_csv, concat, merge, melt, pivot_table, cut, qcut, get_dummies, isna, notna and to_numeric",
    )
