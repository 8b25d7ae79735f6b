"""Arithmetic of columns, value by value, and what gives classes their operators and reductions."""

import math
import operator

from pandas._values import REDUCTIONS, missing, nan


def _ratio(a, b):
    try:
        return a / b
    except ZeroDivisionError:
        return nan if a == 0 or a != a else math.copysign(math.inf, a) * math.copysign(1.0, b)


def _floor(a, b):
    try:
        return a // b
    except ZeroDivisionError:
        return _ratio(a, b)


def _rest(a, b):
    try:
        return a % b
    except ZeroDivisionError:
        return nan


def _power(a, b):
    if isinstance(a, int) and isinstance(b, int) and b < 0:
        raise ValueError("Integers to negative integer powers are not allowed.")
    try:
        found = a**b
    except ZeroDivisionError:
        return math.inf
    except OverflowError:
        return math.inf
    return nan if isinstance(found, complex) else found


def _minus(a, b):
    if type(a) is bool and type(b) is bool:
        raise TypeError("numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor instead.")
    return a - b


ARITHMETIC = {
    "add": operator.add, "sub": _minus, "mul": operator.mul, "truediv": _ratio, "floordiv": _floor, "mod": _rest, "pow": _power,
}
COMPARED = {
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge,
}
LOGICAL = {"and": operator.and_, "or": operator.or_, "xor": operator.xor}
METHODS = {"truediv": ("truediv", "div", "divide"), "mul": ("mul", "multiply"), "sub": ("sub", "subtract")}


def pairs(function, left, right):
    """Returns a function's values where both sides have one, and what is missing elsewhere."""
    return [nan if missing(a) or missing(b) else function(a, b) for a, b in zip(left, right)]


def compared(name, left, right):
    """Compares two rows of values. What is missing is unequal to all."""
    function, lone = COMPARED[name], name == "ne"
    return [lone if missing(a) or missing(b) else bool(function(a, b)) for a, b in zip(left, right)]


def give_operators(kind):
    """Gives a class the operators, by its methods `_operate` and `_compare`."""
    for name, function in ARITHMETIC.items():
        def forward(self, other, axis="columns", level=None, fill_value=None, _f=function):
            return self._operate(_f, other, False, fill_value)

        def backward(self, other, axis="columns", level=None, fill_value=None, _f=function):
            return self._operate(_f, other, True, fill_value)

        setattr(kind, f"__{name}__", forward)
        setattr(kind, f"__r{name}__", backward)
        for method in METHODS.get(name, (name,)):
            setattr(kind, method, forward)
            setattr(kind, "r" + method, backward)
    for name in COMPARED:
        method = lambda self, other, _n=name, **unused: self._compare(_n, other)
        setattr(kind, f"__{name}__", method)
        setattr(kind, name, method)
    for name, function in LOGICAL.items():
        setattr(kind, f"__{name}__", lambda self, other, _f=function: self._operate(_f, other, False, None))
        setattr(kind, f"__r{name}__", lambda self, other, _f=function: self._operate(_f, other, True, None))
    kind.__hash__ = None


def give_reductions(kind, reduction):
    """Gives a class the reductions: `reduction` returns the method for a name."""
    for name in REDUCTIONS:
        if name not in ("first", "last"):
            method = reduction(name)
            method.__name__ = name
            setattr(kind, name, method)
