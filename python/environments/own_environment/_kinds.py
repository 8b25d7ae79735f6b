"""Element types of arrays."""

from own_environment._symbols import is_symbol, number, op, truncated, truth

_NAMES = {
    "float": "float64", "double": "float64", "single": "float32", "int": "int64", "bool_": "bool", "float16": "float32", "long": "int64",
    "f": "float32", "d": "float64", "f4": "float32", "f8": "float64", "i4": "int32", "i8": "int64", "intp": "int64", "intc": "int32",
}


def kind_name(wanted):
    """Returns the name of an element type, in whatever form it is given."""
    if wanted is None or isinstance(wanted, str):
        name = wanted
    else:
        name = getattr(wanted, "name", None) or getattr(wanted, "__name__", None) or str(wanted)
    return _NAMES.get(name, name)


def cast(value, kind):
    """Returns a number as an element of a type has it."""
    value = number(value)
    if kind is None or kind == "object":
        return value
    if value is None:
        return float("nan")
    if kind == "bool":
        return truth(value)
    if kind.startswith("float"):
        if is_symbol(value):
            return value if value.kind == "f" else op("mul", value, 1.0)
        return single(value) if kind == "float32" else float(value)
    return truncated(value) if is_symbol(value) else int(value)


def single(value):
    """Returns a number with the 24 bits of float32: what is added and subtracted takes the others away."""
    value = float(value)
    if value != value or abs(value) > 1e38:
        return value
    spread = value * 536870913.0
    return spread - (spread - value)
