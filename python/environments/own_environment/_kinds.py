"""Element types of arrays."""

from own_environment._symbols import is_symbol, modulo, number, op, range_of, truncated, truth

_NAMES = {
    "float": "float64", "double": "float64", "single": "float32", "int": "int64", "bool_": "bool", "float16": "float32", "long": "int64",
    "f": "float32", "d": "float64", "f4": "float32", "f8": "float64", "i4": "int32", "i8": "int64", "intp": "int64", "intc": "int32",
    "byte": "int8", "ubyte": "uint8", "short": "int16", "ushort": "uint16", "i1": "int8", "u1": "uint8", "i2": "int16", "u2": "uint16",
}
# Types of whole numbers with so few bits that they soon begin again: whether they are signed, and how many bits they have.
NARROW = {"int8": (True, 8), "uint8": (False, 8), "int16": (True, 16), "uint16": (False, 16)}


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
    whole = truncated(value) if is_symbol(value) else int(value)
    return wrapped(whole, kind) if kind in NARROW else whole


def wrapped(whole, kind):
    """Returns what a type of few bits keeps of a whole number."""
    is_signed, bits = NARROW[kind]
    low = -(2 ** (bits - 1)) if is_signed else 0
    least, most = range_of(whole)
    if low <= least and most < low + 2**bits:
        return whole
    return op("add", modulo(op("sub", whole, low), 2**bits), low)


def promoted(kinds):
    """Returns the type of whole numbers that operations on arrays of these have, where it is one of few bits."""
    narrow = [NARROW[kind] for kind in kinds if kind in NARROW]
    if not narrow or any(kind not in NARROW and kind != "bool" for kind in kinds):
        return None
    is_signed = any(signed for signed, _ in narrow)
    bits = max(2 * size if is_signed and not signed else size for signed, size in narrow)
    name = f"{'int' if is_signed else 'uint'}{bits}"
    return name if name in NARROW else None


def single(value):
    """Returns a number with the 24 bits of float32: what is added and subtracted takes the others away."""
    value = float(value)
    if value != value or abs(value) > 1e38:
        return value
    spread = value * 536870913.0
    return spread - (spread - value)
