"""What charts are made of: values by group, and how sure one is of their means."""

import math
import random

from pandas._values import known, listed, missing, quantile, std


def _column(data, given):
    """Returns a row of values, and its name: a column of the table or what is given itself."""
    if given is None:
        return None, None
    if isinstance(given, str) or data is not None and not hasattr(given, "__len__"):
        if data is None:
            raise ValueError(f"Could not interpret value `{given}` for a row of values: a table is not given")
        if given not in data:
            raise ValueError(f"Could not interpret value `{given}`: an entry with this name does not appear in `data`.")
        return listed(data[given]), given
    return listed(given), getattr(given, "name", None)


def rows(data, x, y, hue=None, **more):
    """Returns columns by role, and the names of those that have one."""
    if data is not None and x is None and y is None and hue is None:
        return _wide(data)
    columns, names = {}, {}
    for role, given in (("x", x), ("y", y), ("hue", hue), *more.items()):
        values, name = _column(data, given)
        if values is not None:
            columns[role], names[role] = values, name
    count = max(map(len, columns.values()), default=0)
    if "x" not in columns and "y" in columns:
        index = getattr(data, "index", None) if data is not None else getattr(y, "index", None)
        columns["x"] = listed(index) if index is not None and not callable(index) else list(range(count))
    return columns, names


def _wide(data):
    """Returns a table without roles as long columns: each column of it is a group."""
    if hasattr(data, "_table"):
        table = {name: own._data for name, own in data._numeric()._table.items()}
        places = list(data.index)
    elif isinstance(data, dict):
        table = {name: listed(values) for name, values in data.items()}
        places = None
    else:
        values = listed(data)
        if values and isinstance(values[0], list):
            table = {at: list(part) for at, part in enumerate(zip(*values))} if hasattr(data, "shape") else dict(enumerate(values))
        else:
            table = {getattr(data, "name", None): values}
        places = listed(data.index) if hasattr(data, "_kind") else None
    columns = {"x": [], "y": [], "hue": []}
    for name, values in table.items():
        columns["x"] += places if places is not None else list(range(len(values)))
        columns["y"] += values
        columns["hue"] += [name] * len(values)
    if len(table) == 1:
        del columns["hue"]
    return columns, {}


def order_of(values, given=None):
    """Returns the groups: numbers by size, others as they come."""
    if given is not None:
        return list(given)
    groups = list(dict.fromkeys(known(values)))
    return sorted(groups) if groups and all(isinstance(group, (int, float)) for group in groups) else groups


def grouped(columns, key):
    """Returns the columns of each group, by the group."""
    groups = {}
    for at, value in enumerate(columns[key]):
        if not missing(value):
            groups.setdefault(value, []).append(at)
    return {group: {role: [values[at] for at in places] for role, values in columns.items()} for group, places in groups.items()}


def _reducer(estimator):
    if callable(estimator):
        return lambda values: float(estimator(values))
    return {
        "mean": lambda values: math.fsum(values) / len(values), "median": lambda values: quantile(values), "sum": math.fsum,
        "max": max, "min": min, "std": std, "count": len,
    }[estimator]


def spread(values, errorbar, estimator="mean", n_boot=200, seed=0):
    """Returns what values come to, and between which ends it is thought to lie."""
    values, reduce = known(values), _reducer(estimator)
    if not values:
        return math.nan, math.nan, math.nan
    middle = reduce(values)
    kind, size = errorbar if isinstance(errorbar, tuple) else (errorbar, None)
    if kind is None or len(values) < 2:
        return middle, middle, middle
    if callable(kind):
        return middle, *kind(values)
    if kind in ("sd", "se"):
        off = (size or 1) * std(values) / (math.sqrt(len(values)) if kind == "se" else 1)
        return middle, middle - off, middle + off
    share = (100 - (size or 95)) / 200
    if kind == "pi":
        return middle, quantile(values, share), quantile(values, 1 - share)
    stream = random.Random(seed)
    drawn = [reduce(stream.choices(values, k=len(values))) for _ in range(n_boot)]
    return middle, quantile(drawn, share), quantile(drawn, 1 - share)


def band_of(ci, errorbar):
    """Returns how sure one is to be, from the old name of it too."""
    return errorbar if ci == "deprecated" else None if ci is None else "sd" if ci == "sd" else ("ci", ci)
