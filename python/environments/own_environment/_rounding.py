"""What is composed of several operations: rounding, division with a rest, powers, lookups."""

from own_environment._symbols import INFINITY, Symbol, floor, is_known, is_symbol, key_of, kind_of, negative, new, number, op, range_of, select


def truncated(value):
    """Returns `int(value)`: rounded towards 0."""
    if kind_of(value) == "b":
        return select(value, 1, 0) if type(value) is Symbol else int(value)
    if kind_of(value) == "i":
        return value
    if range_of(value)[0] >= 0:
        return floor(value)
    return select(op("lt", value, 0), negative(floor(negative(value))), floor(value))


def rounded(value, digits=None):
    """Returns the nearest whole number, of two the even one, or the nearest with so many digits."""
    if digits:
        size = 10.0**digits
        return op("div", op("mul", rounded(op("mul", value, size)), 1.0), size)
    if kind_of(value) != "f":
        return value
    up = floor(op("add", value, 0.5))
    is_tie = op("eq", op("sub", up, value), 0.5)
    return op("sub", up, select(op("and", is_tie, op("eq", modulo(up, 2), 1)), 1, 0))


def floor_divide(a, b):
    """Returns Python's `a // b`. Of whole numbers a half is added to `a`, so that no rounding of a quotient matters."""
    if not is_symbol(a) and not is_symbol(b):
        return a // b
    if "f" not in (kind_of(a), kind_of(b)):
        if is_known(b, 1):
            return a
        half = 0.5 if range_of(b)[0] > 0 else op("mul", op("sign", b), 0.5)
        made = floor(op("div", op("add", a, half), b))
        low, high = range_of(a)
        if is_symbol(made) and not is_symbol(b) and b > 0 and -INFINITY < low and high < INFINITY:
            made.low, made.high = low // b, high // b
        return made
    quotient, rest = _divided(a, b)
    return op("mul", quotient, 1.0)


def modulo(a, b):
    """Returns Python's `a % b`, which has the sign of `b`."""
    if not is_symbol(a) and not is_symbol(b):
        return a % b
    if "f" not in (kind_of(a), kind_of(b)):
        rest = op("sub", a, op("mul", b, floor_divide(a, b)))
        if type(b) is int and b > 0:
            low, high = range_of(a)
            if 0 <= low and high < b:
                return a
            return within(rest, 0, b - 1)
        return rest
    return _divided(a, b)[1]


def within(value, low, high):
    """Records that a whole number has a range."""
    return new("within", (value, low, high), value.kind, low, high) if is_symbol(value) else value


def _divided(a, b):
    """Returns the floored quotient and the rest of fractions. A quotient that rounding has taken over a whole number shows in
    the rest, and is put back."""
    quotient = floor(op("div", a, b))
    rest = op("sub", a, op("mul", quotient, b))
    size, is_positive = op("abs", b), op("lt", 0, b)
    # In the direction of b: between 0 and |b|.
    along = select(is_positive, rest, negative(rest))
    below, above = op("lt", along, 0), op("le", size, along)
    shift = select(below, -1, select(above, 1, 0))
    return op("add", quotient, shift), op("sub", rest, op("mul", shift, b))


def power(a, b):
    """Returns `a ** b`."""
    if not is_symbol(b) and is_symbol(a):
        if b == int(b) and 0 <= b <= 8:
            made = None
            for _ in range(int(b)):
                made = a if made is None else op("mul", made, a)
            return (1 if kind_of(b) == "i" else 1.0) if made is None else made
        if b == 0.5:
            return op("sqrt", a)
        if b == -1:
            return op("div", 1.0, a)
        if b == -0.5:
            return op("div", 1.0, op("sqrt", a))
    return op("pow", a, b)


def clipped(value, low, high):
    value, low, high = number(value), number(low), number(high)
    if low is not None:
        value = op("max", value, low)
    return value if high is None else op("min", value, high)


def gather(table, index):
    """Returns `table[index]` for numbers of a table and a whole number from 0 up."""
    if not is_symbol(index):
        return table[index]
    low, high = max(0, index.low), min(len(table) - 1, index.high)
    some = table[int(low) : int(high) + 1]
    if all(key_of(part) == key_of(some[0]) for part in some):
        return some[0]
    if all(part == place + low for place, part in enumerate(some)) and all(type(part) is int for part in some) and 0 <= index.low and index.high < len(table):
        return index
    kinds = {kind_of(part) for part in table}
    kind = kinds.pop() if len(kinds) == 1 else "f" if "f" in kinds else "i"
    if len(some) == 2 and index.low >= 0 and index.high < len(table):
        return select(op("eq", index, low), some[0], some[1])
    return new("gather", (index, tuple(table)), kind, min(some), max(some))
