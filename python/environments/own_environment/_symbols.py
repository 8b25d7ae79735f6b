"""Symbols: numbers that are not known yet. Arithmetic on them records operations, each of them once. A test of one asks the
way that runs (`_ways`) which side to take."""

import math
import sys

INFINITY = math.inf
# Values of a whole number that ways are tried for.
MOST_VALUES = 64
# Operations that are recorded for one call, before those that no result needs are left out.
MOST_RECORDED = 60_000


class Refusal(Exception):
    """The reason why a class cannot become a program: one sentence, and the line of the reader's file if there is one."""

    def __init__(self, sentence, line=None):
        super().__init__(sentence)
        self.sentence, self.line = sentence, line

    def said(self):
        """Returns the sentence with its capital, unless a name of code begins it, and its full stop."""
        first = self.sentence.partition(" ")[0]
        begins = self.sentence[0].upper() if first.isalpha() and first not in ("step", "reset") else self.sentence[0]
        return f"{begins}{self.sentence[1:]}."


class Unlike(Exception):
    """Two values have no common form, such as a number and None."""


class _Graph:
    """The operations recorded so far, and the way that runs."""

    def __init__(self):
        self.clear()

    def clear(self, file=None):
        self.nodes, self.way, self.file = {}, None, file


graph = _Graph()


def is_tracing():
    return graph.way is not None


def line_now():
    """Returns the line of the reader's file that runs."""
    frame = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename != graph.file:
        frame = frame.f_back
    return frame.f_lineno if frame else None


def number(value):
    """Returns one of numpy's numbers as Python's, and anything else unchanged."""
    kind = type(value)
    if kind is float or kind is int or kind is bool or kind is Symbol:
        return value
    if hasattr(kind, "shape") and hasattr(kind, "item") and value.shape == ():
        return value.item()
    # Such as a member of an IntEnum.
    return int(value) if isinstance(value, int) else value


def kind_of(value):
    """Returns b, i or f for a number, and None for anything else."""
    kind = type(value)
    if kind is Symbol:
        return value.kind
    return "b" if kind is bool else "i" if kind is int else "f" if kind is float else None


def range_of(value):
    return (value.low, value.high) if type(value) is Symbol else (value, value)


class Symbol:
    """A number that is not known yet: an operation, what it takes, whether it is a truth, a whole number or any, and its range."""

    __slots__ = ("op", "args", "kind", "low", "high", "place")
    # What numpy asks before it takes something for an array of its own.
    __array_ufunc__ = None
    shape, ndim, size = (), 0, 1

    def __bool__(self):
        return graph.way.decide(truth(self))

    def __index__(self):
        return graph.way.value(self)

    def __hash__(self):
        return hash(graph.way.value(self))

    def __int__(self):
        raise Refusal("Python itself asks here for a number of the state, which a program cannot give it", line_now())

    __float__ = __complex__ = __int__

    def __repr__(self):
        return "<a number of the state>"

    def __format__(self, spec):
        return repr(self)

    def __add__(self, other): return _two("add", self, other)
    def __radd__(self, other): return _two("add", other, self)
    def __sub__(self, other): return _two("sub", self, other)
    def __rsub__(self, other): return _two("sub", other, self)
    def __mul__(self, other): return _two("mul", self, other)
    def __rmul__(self, other): return _two("mul", other, self)
    def __truediv__(self, other): return _two("div", self, other)
    def __rtruediv__(self, other): return _two("div", other, self)
    def __floordiv__(self, other): return _pair(floor_divide, self, other)
    def __rfloordiv__(self, other): return _pair(floor_divide, other, self)
    def __mod__(self, other): return _pair(modulo, self, other)
    def __rmod__(self, other): return _pair(modulo, other, self)
    def __divmod__(self, other): return self // other, self % other
    def __rdivmod__(self, other): return other // self, other % self
    def __pow__(self, other): return _pair(power, self, other)
    def __rpow__(self, other): return _pair(power, other, self)
    def __neg__(self): return op("neg", self)
    def __pos__(self): return self
    def __abs__(self): return op("abs", self)
    def __lt__(self, other): return _two("lt", self, other)
    def __gt__(self, other): return _two("lt", other, self)
    def __le__(self, other): return _two("le", self, other)
    def __ge__(self, other): return _two("le", other, self)
    def __eq__(self, other): return _two("eq", self, other)
    def __ne__(self, other):
        made = _two("eq", self, other)
        return made if made is NotImplemented else negation(made)

    def __and__(self, other): return _bits("and", self, other)
    def __or__(self, other): return _bits("or", self, other)
    def __xor__(self, other): return _bits("xor", self, other)
    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self): return negation(self) if self.kind == "b" else op("sub", op("neg", self), 1)
    def __round__(self, digits=None): return rounded(self, digits)
    def __floor__(self): return floor(self)
    def __ceil__(self): return negative(floor(negative(self)))
    def __trunc__(self): return truncated(self)

    # What numpy's numbers have.
    def item(self): return self
    def tolist(self): return self
    def copy(self): return self
    def astype(self, kind, copy=True):
        from own_environment import _kinds

        return _kinds.cast(self, _kinds.kind_name(kind))

    def clip(self, low=None, high=None, **unused): return clipped(self, low, high)
    def round(self, decimals=0): return rounded(self, decimals)
    def is_integer(self): return op("eq", floor(self), self)
    def sum(self, **unused): return self
    max = min = mean = prod = squeeze = sum
    def any(self, **unused): return truth(self)
    all = any
    real = T = property(lambda self: self)
    dtype = property(lambda self: {"b": "bool", "i": "int64", "f": "float64"}[self.kind])

    def __getitem__(self, index):
        raise TypeError("'float' object is not subscriptable")


def is_symbol(value):
    return type(value) is Symbol


def key_of(value):
    return value.place if type(value) is Symbol else (type(value), repr(value))


def _two(name, a, b):
    other = number(b if type(a) is Symbol else a)
    if type(other).__name__ == "ndarray":
        from own_environment import _arrays

        return _arrays.each(name, a, b)
    if kind_of(other) is None:
        return NotImplemented
    return op(name, a, other) if type(a) is Symbol else op(name, other, b)


def _pair(function, a, b):
    a, b = number(a), number(b)
    return NotImplemented if kind_of(a) is None or kind_of(b) is None else function(a, b)


def _bits(name, a, b):
    b = number(b)
    if kind_of(b) is None:
        return NotImplemented
    if a.kind == "b" and kind_of(b) == "b":
        return negation(op("eq", a, b)) if name == "xor" else op(name, a, b)
    if name == "and" and type(b) is int and b >= 0 and b & (b + 1) == 0:
        return modulo(a, b + 1)
    raise Refusal("bits of a number of the state have no operation in a program: write it with // and %", line_now())


def new(name, args, kind, low=-INFINITY, high=INFINITY):
    """Returns the symbol of an operation, one for the same operation."""
    key = (name, kind, *map(key_of, args))
    made = graph.nodes.get(key)
    if made is None:
        if len(graph.nodes) > MOST_RECORDED:
            raise Refusal("the program is too long: shorten loops, or let arrays do what they do", line_now())
        made = object.__new__(Symbol)
        made.op, made.args, made.kind, made.low, made.high, made.place = name, args, kind, low, high, len(graph.nodes)
        graph.nodes[key] = made
    return made


def source(name, place, kind="f", low=-INFINITY, high=INFINITY):
    """Returns an input: `name` says of which kind, and `place` which of them."""
    return new(name, (place,), kind, low, high)


_FOLDS = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "div": lambda a, b: a / b,
    "pow": lambda a, b: a**b, "min": lambda a, b: b if b < a else a, "max": lambda a, b: b if b > a else a,
    "lt": lambda a, b: a < b, "le": lambda a, b: a <= b, "eq": lambda a, b: a == b,
    "and": lambda a, b: bool(a) and bool(b), "or": lambda a, b: bool(a) or bool(b), "not": lambda a: not a,
    "neg": lambda a: -a, "abs": abs, "floor": math.floor, "sign": lambda a: (a > 0) - (a < 0), "select": lambda c, a, b: a if c else b,
    "sqrt": math.sqrt, "exp": math.exp, "ln": math.log, "sin": math.sin, "cos": math.cos, "tan": math.tan, "tanh": math.tanh,
}
_TRUTHS = ("lt", "le", "eq", "and", "or", "not")
_WHOLE = ("add", "sub", "mul", "min", "max", "neg", "abs", "sign", "select")


def op(name, *args):
    """Returns the result of an operation: a number where all that it takes is known, otherwise a symbol."""
    if not any(type(arg) is Symbol for arg in args):
        try:
            made = _FOLDS[name](*args)
        except ZeroDivisionError:
            made = math.nan if not args[0] or args[0] != args[0] else math.copysign(INFINITY, args[0])
        except (ValueError, OverflowError):
            made = math.nan if name != "exp" else INFINITY
        return math.nan if isinstance(made, complex) else made
    simple = _simple(name, args)
    if simple is not None:
        return simple
    kinds = [kind_of(arg) for arg in (args[1:] if name == "select" else args)]
    if name in _TRUTHS or name == "select" and kinds == ["b", "b"]:
        return new(name, args, "b", 0, 1)
    kind = "i" if name == "floor" or name in _WHOLE and "f" not in kinds else "f"
    return new(name, args, kind, *_bounds(name, args))


def is_known(value, wanted):
    return type(value) is not Symbol and value == wanted


def _simple(name, args):
    """Returns what an operation is without recording it, or None."""
    first, last = args[0], args[-1]
    if name == "select":
        condition, then, otherwise = args
        if type(condition) is not Symbol:
            return then if condition else otherwise
        if condition.op == "not":
            return op("select", condition.args[0], otherwise, then)
        if key_of(then) == key_of(otherwise):
            return then
        if then is True and otherwise is False:
            return condition
        if then is False and otherwise is True:
            return negation(condition)
        if kind_of(then) == kind_of(otherwise) == "b":
            if then is True: return op("or", condition, otherwise)
            if then is False: return op("and", negation(condition), otherwise)
            if otherwise is False: return op("and", condition, then)
            if otherwise is True: return op("or", negation(condition), then)
        # The same condition within a side is known there.
        if type(then) is Symbol and then.op == "select" and then.args[0] is condition:
            return op("select", condition, then.args[1], otherwise)
        if type(otherwise) is Symbol and otherwise.op == "select" and otherwise.args[0] is condition:
            return op("select", condition, then, otherwise.args[2])
    elif name in ("and", "or"):
        absorbing = name == "or"
        for one, other in ((first, last), (last, first)):
            if type(one) is not Symbol:
                return absorbing if bool(one) == absorbing else truth(other)
        if first is last:
            return first
    elif name == "not":
        if first.op == "not":
            return first.args[0]
    elif name in ("lt", "le", "eq"):
        (low, high), (other_low, other_high) = range_of(first), range_of(last)
        if name == "eq":
            if first is last: return True
            if high < other_low or other_high < low: return False
            for one, other in ((first, last), (last, first)):
                if kind_of(one) == "b" and type(other) is not Symbol and other in (0, 1):
                    return one if other else negation(one)
        elif name == "lt":
            if high < other_low: return True
            if low >= other_high: return False
        else:
            if high <= other_low: return True
            if low > other_high: return False
    elif name in ("add", "sub", "mul", "div"):
        kind = "f" if name == "div" or "f" in (kind_of(first), kind_of(last)) else "i"
        neutral = 0 if name in ("add", "sub") else 1
        if is_known(last, neutral) and kind_of(first) == kind: return first
        if is_known(first, neutral) and kind_of(last) == kind and name in ("add", "mul"): return last
        if name == "mul" and (is_known(first, 0) or is_known(last, 0)): return 0 if kind == "i" else 0.0
        if name == "mul" and (is_known(first, -1) or is_known(last, -1)) and kind == kind_of(last if is_known(first, -1) else first):
            return op("neg", last if is_known(first, -1) else first)
        if name == "sub" and first is last: return 0 if kind == "i" else 0.0
    elif name in ("min", "max"):
        if first is last: return first
        (low, high), (other_low, other_high) = range_of(first), range_of(last)
        if high <= other_low: return first if name == "min" else last
        if other_high <= low: return last if name == "min" else first
    elif name == "neg":
        if first.op == "neg": return first.args[0]
    elif name == "abs":
        if first.low >= 0: return first
    elif name == "floor":
        if first.kind != "f": return first
    return None


def _bounds(name, args):
    """Returns the lowest and the highest result of an operation, by those of what it takes."""
    ranges = [range_of(arg) for arg in args]
    low, high = ranges[0]
    other_low, other_high = ranges[-1]
    if name == "add": return low + other_low, high + other_high
    if name == "sub": return low - other_high, high - other_low
    if name == "neg": return -high, -low
    if name == "min": return min(low, other_low), min(high, other_high)
    if name == "max": return max(low, other_low), max(high, other_high)
    if name == "select":
        low, high = ranges[1]
        return min(low, other_low), max(high, other_high)
    if name == "mul":
        if all(abs(edge) < INFINITY for edge in (low, high, other_low, other_high)):
            edges = [a * b for a in (low, high) for b in (other_low, other_high)]
            return min(edges), max(edges)
        if low >= 0 and other_low >= 0 or args[0] is args[1]:
            return 0, INFINITY
    if name == "abs": return max(0, low, -high), max(abs(low), abs(high))
    if name == "floor": return tuple(edge if abs(edge) == INFINITY else math.floor(edge) for edge in (low, high))
    if name in ("sqrt", "exp"): return 0, INFINITY
    if name in ("sign", "sin", "cos", "tanh"): return -1, 1
    return -INFINITY, INFINITY


def truth(value):
    """Returns whether a number is not 0."""
    if type(value) is not Symbol:
        return bool(value)
    return value if value.kind == "b" else negation(op("eq", value, 0))


def negation(value):
    return op("not", truth(value))


def select(condition, then, otherwise):
    return op("select", truth(condition), then, otherwise)


def negative(value):
    return op("neg", value)


def floor(value):
    return op("floor", value)


# Composed of the operations above, and needed by the methods of a symbol.
from own_environment._rounding import clipped, floor_divide, gather, modulo, power, rounded, truncated, within
