"""Columns of values: what kind they are of, what is missing among them, and what a column comes to."""

import math

import numpy as np

nan = float("nan")


class Kind:
    """The type of a column's values, equal to its name and to numpy's type of that name."""

    def __init__(self, name):
        self.name = self.__name__ = name
        self.kind = {"int64": "i", "float64": "f", "bool": "b"}.get(name, "O")
        self.type = {"int64": np.int64, "float64": np.float64, "bool": np.bool_}.get(name, object)

    def __eq__(self, other):
        return self.name == kind_name(other)

    def __hash__(self): return hash(self.name)
    def __str__(self): return self.name
    def __repr__(self): return f"dtype('{self.name}')" if self.kind != "O" else self.name


_KINDS = {
    "int": "int64", "float": "float64", "double": "float64", "bool_": "bool", "float32": "float64", "int32": "int64",
    "uint8": "int64", "O": "object", "string": "str", "category": "object", "float16": "float64", "int8": "int64",
}


def kind_name(wanted):
    """Returns the name of a kind, in whatever form it is given."""
    name = wanted if isinstance(wanted, str) else getattr(wanted, "name", None) or getattr(wanted, "__name__", str(wanted))
    return _KINDS.get(name, name)


def missing(value):
    return value is None or (isinstance(value, float) and value != value)


def plain(value):
    """Returns a number of numpy or torch as Python's own."""
    if hasattr(value, "item") and getattr(value, "shape", None) in ((), []):
        return value.item()
    return value


def number_of(text):
    """Returns the number that a text says. Raises `ValueError` if it says none."""
    try:
        return int(text)
    except ValueError:
        pass
    return float(text)


def is_row(value):
    """Returns true for what holds several values."""
    if isinstance(value, (str, bytes, dict)):
        return False
    if isinstance(value, (list, tuple, range, set, frozenset)):
        return True
    if getattr(value, "shape", None) == ():
        return False
    return hasattr(value, "__len__") or hasattr(value, "__next__") or hasattr(value, "_data")


def listed(values):
    """Returns the values of a list, an array, a tensor, a column or anything one can walk along."""
    if hasattr(values, "_data"):
        return list(values._data)
    if hasattr(values, "detach"):
        values = values.detach()
    if hasattr(values, "tolist"):
        values = values.tolist()
        return values if isinstance(values, list) else [values]
    return [plain(value) for value in values]


def kind_of(values):
    """Returns the kind of values that are Python's own."""
    kinds = {type(value) for value in values}
    if kinds == {bool}:
        return "bool"
    if kinds == {int}:
        return "int64"
    if kinds and kinds <= {int, float, type(None)} and kinds != {type(None)}:
        return "float64"
    if str in kinds and all(isinstance(value, str) or missing(value) for value in values):
        return "str"
    return "object"


def column(values, kind=None):
    """Returns values as a list of one kind, and the kind's name."""
    values = [plain(value) for value in values]
    if kind is None:
        kind = kind_of(values)
        return ([nan if value is None else float(value) for value in values] if kind == "float64" else values), kind
    return cast(values, kind_name(kind))


def cast(values, kind):
    if kind == "float64":
        return [nan if missing(value) else float(value) for value in values], kind
    if kind == "int64":
        if any(missing(value) or value in (math.inf, -math.inf) for value in values):
            raise ValueError("Cannot convert non-finite values (NA or inf) to integer")
        return [int(value) for value in values], kind
    if kind == "bool":
        return [bool(value) for value in values], kind
    if kind == "str":
        return [value if missing(value) else str(value) for value in values], kind
    return list(values), "object"


def scalar(value):
    """Returns a value as numpy's number, as a column gives it out."""
    if type(value) is float:
        return np.float64(value)
    if type(value) is bool:
        return np.bool_(value)
    return np.int64(value) if type(value) is int and -(2**63) <= value < 2**63 else value


def array(values, kind):
    if kind in ("int64", "float64", "bool"):
        return np.array(values, dtype={"int64": np.int64, "float64": np.float64, "bool": bool}[kind])
    try:
        return np.array(values, dtype=object)
    except (TypeError, ValueError, AttributeError):
        # Where arrays hold numbers only.
        return values


def known(values):
    return [value for value in values if not missing(value)]


# What a column comes to: each is given the values that are there.


def mean(values): return math.fsum(values) / len(values) if values else nan
def total(values): return math.fsum(values) if any(type(value) is float for value in values) else sum(values)


def var(values, ddof=1):
    if len(values) <= ddof:
        return nan
    middle = mean(values)
    return math.fsum((value - middle) ** 2 for value in values) / (len(values) - ddof)


def std(values, ddof=1):
    found = var(values, ddof)
    return math.sqrt(found) if found == found else nan


def sem(values, ddof=1): return std(values, ddof) / math.sqrt(len(values)) if values else nan


def quantile(values, q=0.5, how="linear"):
    """Returns the value below which a share `q` of the values lies, between two of them in a straight line."""
    if not values:
        return nan
    ordered = sorted(values)
    place = q * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    if how != "linear":
        return ordered[{"lower": low, "higher": math.ceil(place), "nearest": round(place)}[how]]
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


def median(values): return float(quantile(values)) if values else nan
def lowest(values): return min(values, default=nan)
def highest(values): return max(values, default=nan)
def product(values): return math.prod(values)


def skew(values):
    n, middle = len(values), mean(values)
    if n < 3:
        return nan
    second, third = (math.fsum((value - middle) ** power for value in values) for power in (2, 3))
    return n * math.sqrt(n - 1) / (n - 2) * third / second**1.5 if second else 0.0


REDUCTIONS = {
    "mean": mean, "sum": total, "std": std, "var": var, "sem": sem, "median": median, "min": lowest, "max": highest,
    "prod": product, "count": len, "skew": skew, "nunique": lambda values: len(dict.fromkeys(values)),
    "any": any, "all": all, "first": lambda values: values[0] if values else nan,
    "last": lambda values: values[-1] if values else nan,
}
REDUCTIONS["product"] = REDUCTIONS["prod"]


def reduced(name, values, skipna=True, **settings):
    """Returns what values come to: `mean`, `sum` and so on."""
    there = known(values)
    if not skipna and len(there) < len(values):
        return nan
    if name == "std" and not settings and there and isinstance(there[0], str):
        raise TypeError(f"Cannot perform reduction '{name}' with string dtype")
    return REDUCTIONS[name](there, **settings)
