"""Tables put together and turned: `concat`, `merge`, `melt`, `pivot`."""

from pandas._index import Index, MultiIndex, RangeIndex, made
from pandas._shared import joined_index
from pandas._values import REDUCTIONS, column, is_row, known, listed, nan, plain
from pandas.frame import DataFrame
from pandas.series import Series


def concat(objs, axis=0, join="outer", ignore_index=False, keys=None, names=None, sort=False, **unused):
    """Puts tables or columns below each other, or side by side."""
    if isinstance(objs, dict):
        keys, objs = list(objs), list(objs.values())
    if isinstance(objs, (DataFrame, Series)):
        raise TypeError(f'first argument must be an iterable of pandas objects, you passed an object of type "{type(objs).__name__}"')
    kept = [(at, part) for at, part in enumerate(objs) if part is not None]
    keys = [list(keys)[at] for at, _ in kept] if keys is not None else None
    parts = [part for _, part in kept]
    if not parts:
        raise ValueError("No objects to concatenate")
    return _beside(parts, join, ignore_index, keys) if axis in (1, "columns") else _below(parts, join, ignore_index, keys, names)


def _below(parts, join, ignore_index, keys, names):
    labels = [label for part in parts for label in part.index]
    if keys is not None and not ignore_index:
        join_label = lambda key, label: (*(key if isinstance(key, tuple) else (key,)), *(label if isinstance(label, tuple) else (label,)))
        rows = [join_label(key, label) for key, part in zip(keys, parts) for label in part.index]
        depth = len(rows[0]) if rows else 2
        inner = list(names or []) + parts[0].index.names
        index = MultiIndex(rows, (inner if names else [None] * (depth - len(parts[0].index.names)) + parts[0].index.names)[:depth])
    else:
        shared = {part.index.name for part in parts}
        index = RangeIndex(len(labels)) if ignore_index else made(labels, shared.pop() if len(shared) == 1 else None)
        if isinstance(parts[0].index, MultiIndex) and not ignore_index:
            index = MultiIndex(labels, parts[0].index.names)
    if all(isinstance(part, Series) for part in parts):
        shared = {part.name for part in parts}
        return Series._of([value for part in parts for value in part._data], index, shared.pop() if len(shared) == 1 else None)
    parts = [part.to_frame() if isinstance(part, Series) else part for part in parts]
    columns = list(dict.fromkeys(name for part in parts for name in part._table))
    if join == "inner":
        columns = [name for name in columns if all(name in part._table for part in parts)]
    table = {}
    for name in columns:
        values = []
        for part in parts:
            values += part._table[name]._data if name in part._table else [nan] * len(part)
        table[name] = Series._of(values, index, name)
    return DataFrame._of(table, index)


def _beside(parts, join, ignore_index, keys):
    index = parts[0].index
    for part in parts[1:]:
        if join == "inner":
            index = index if index.equals(part.index) else Index([label for label in index if label in part.index], name=index.name)
        else:
            index = joined_index(index, part.index)[0]
    table, number = {}, 0
    for at, part in enumerate(parts):
        part = part if part.index.equals(index) else part.reindex(index)
        if isinstance(part, Series):
            name = keys[at] if keys is not None else part.name
            if name is None:
                name, number = number, number + 1
            _add(table, name, part)
        else:
            for name, own in part._table.items():
                _add(table, (keys[at], name) if keys is not None else at * 1_000_000 + len(table) if ignore_index else name, own)
    if ignore_index:
        table = dict(enumerate(table.values()))
    return DataFrame._of(table, index)


def _add(table, name, own):
    if name in table:
        raise ValueError(f"a table has each name of a column once here, and {name!r} would be there twice: rename one of them first")
    table[name] = own


def merge(left, right, how="inner", on=None, left_on=None, right_on=None, left_index=False, right_index=False, suffixes=("_x", "_y"), **unused):
    """Puts rows together whose keys are the same."""
    right = right.to_frame() if isinstance(right, Series) else right
    sided = lambda names: list(names) if isinstance(names, (list, tuple)) else [names]
    if on is None and left_on is None and not left_index and how != "cross":
        on = [name for name in left._table if name in right._table]
        if not on:
            raise ValueError("No common columns to perform merge on. Merge options: left_on=None, right_on=None, left_index=False, right_index=False")
    ours = [] if left_index or how == "cross" else sided(on if on is not None else left_on)
    theirs = [] if right_index or how == "cross" else sided(on if on is not None else right_on)
    keys_of = lambda table, names, by_index: list(table.index) if by_index else [tuple(row) if len(names) > 1 else row[0] for row in table[names]._rows()] if names else [0] * len(table)
    one, two = keys_of(left, ours, left_index), keys_of(right, theirs, right_index)
    there, here = {}, set(one)
    for place, key in enumerate(two):
        there.setdefault(key, []).append(place)
    pairs = []
    if how == "right":
        back = {}
        for place, key in enumerate(one):
            back.setdefault(key, []).append(place)
        pairs = [(match, place) for place, key in enumerate(two) for match in back.get(key, [None])]
    else:
        for place, key in enumerate(one):
            if key in there:
                pairs += [(place, match) for match in there[key]]
            elif how in ("left", "outer"):
                pairs.append((place, None))
        if how == "outer":
            pairs += [(None, place) for place, key in enumerate(two) if key not in here]
            pairs.sort(key=lambda pair: one[pair[0]] if pair[0] is not None else two[pair[1]])
    shared = [name for name in ours if name in theirs]
    taken = lambda values, side: [nan if pair[side] is None else values[pair[side]] for pair in pairs]
    table = {}
    for name, own in left._table.items():
        if name in shared:
            other = right._table[name]._data
            table[name] = [other[b] if a is None else own._data[a] for a, b in pairs]
        else:
            table[name if name not in right._table or name in theirs and name in shared else f"{name}{suffixes[0]}"] = taken(own._data, 0)
    for name, own in right._table.items():
        if name not in shared:
            table[name if name not in left._table else f"{name}{suffixes[1]}"] = taken(own._data, 1)
    if left_index or right_index:
        labels = [(one[a] if a is not None else two[b]) if left_index else left.index[a] if a is not None else None for a, b in pairs]
        index = made(labels, left.index.name)
    else:
        index = RangeIndex(len(pairs))
    return DataFrame._of({name: Series._of(values, index, name) for name, values in table.items()}, index)


def melt(frame, id_vars=None, value_vars=None, var_name=None, value_name="value", **unused):
    """Turns columns into rows: one with the column's name, one with the value."""
    sided = lambda names: [] if names is None else list(names) if isinstance(names, (list, tuple)) else [names]
    kept = sided(id_vars)
    names = sided(value_vars) or [name for name in frame._table if name not in kept]
    table = {name: frame._table[name]._data * len(names) for name in kept}
    table[var_name or frame._column_name or "variable"] = [name for name in names for _ in range(len(frame))]
    table[value_name] = [value for name in names for value in frame._table[name]._data]
    return DataFrame(table)


def pivot(frame, columns=None, index=None, values=None):
    return pivot_table(frame, values, index, columns, aggfunc=None)


def pivot_table(frame, values=None, index=None, columns=None, aggfunc="mean", fill_value=None, **unused):
    """Turns the values of one column into columns."""
    sided = lambda names: list(names) if isinstance(names, (list, tuple)) else [names]
    rows = sided(index)
    if columns is None:
        picked = sided(values) if values is not None else [n for n, c in frame._numeric()._table.items() if n not in rows]
        return frame[[*rows, *picked]].groupby(index).agg(aggfunc)
    tops = sided(columns)
    values = values if values is not None else next(name for name in frame._table if name not in [*rows, *tops])
    key = lambda names: [row[0] if len(names) == 1 else tuple(row) for row in frame[names]._rows()]
    found = {}
    left = key(rows) if index is not None else list(frame.index)
    for row, top, value in zip(left, key(tops), frame[values]._data):
        found.setdefault(top, {}).setdefault(row, []).append(value)
    labels = sorted(set(left))
    if aggfunc is None and any(len(there) > 1 for part in found.values() for there in part.values()):
        raise ValueError("Index contains duplicate entries, cannot reshape")
    reduce = (lambda part: part[0]) if aggfunc is None else REDUCTIONS[aggfunc] if isinstance(aggfunc, str) else lambda part: plain(aggfunc(Series(part)))
    gap = nan if fill_value is None else fill_value
    index = MultiIndex(labels, rows) if len(rows) > 1 else Index(labels, name=rows[0])
    table = {top: [reduce(known(found[top][row])) if row in found[top] else gap for row in labels] for top in sorted(found)}
    return DataFrame._of({top: Series._of(column, index, top) for top, column in table.items()}, index, tops[0] if len(tops) == 1 else None)


def unstacked(own, level=-1):
    """Turns the last part of the labels into columns."""
    at = own.index.level(level)
    names = own.index.names
    rows = list(dict.fromkeys(label[:at] + label[at + 1 :] for label in own.index))
    tops = sorted(dict.fromkeys(label[at] for label in own.index))
    rest = names[:at] + names[at + 1 :]
    index = MultiIndex(rows, rest) if len(rest) > 1 else Index([row[0] for row in rows], name=rest[0])
    table = {}
    for name, part in own._table.items() if own.ndim == 2 else [(None, own)]:
        where = dict(zip(part.index, part._data))
        for top in tops:
            values = [where.get(row[:at] + (top,) + row[at:], nan) for row in rows]
            table[top if name is None else (name, top)] = Series._of(values, index)
    return DataFrame._of(table, index, names[at] if own.ndim == 1 else None)


def stacked(frame):
    """Turns columns into the last part of the labels."""
    tupled = lambda label: label if isinstance(label, tuple) else (label,)
    rows = [(*tupled(label), name) for label in frame.index for name in frame._table]
    return Series._of([value for row in frame._rows() for value in row], MultiIndex(rows, [*frame.index.names, frame._column_name]))


def exploded(frame, name):
    """Gives each part of a column's lists a row of its own."""
    places, values = [], []
    for place, value in enumerate(frame._table[name]._data):
        for part in value if is_row(value) else [value]:
            places.append(place)
            values.append(part)
    found = frame._take(places)
    found[name] = Series._of(values, found.index, name)
    return found
