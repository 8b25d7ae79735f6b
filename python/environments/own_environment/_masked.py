"""What a mask made of the state picks from an array: a changing number of elements, of which sums, means and extremes can be told, and
which can be put back where they were."""

import math

from own_environment import _symbols as symbols
from own_environment._symbols import Refusal, line_now, number, op, select, truth

# What an element that is not picked is to a reduction.
_NEUTRAL = {"add": 0, "mul": 1, "min": math.inf, "max": -math.inf, "or": False, "and": True}


class Masked:
    """Elements with the truths that they are picked."""

    __array_ufunc__ = None
    __hash__ = None

    def __init__(self, cells, tests, whole):
        self.cells, self.tests, self.whole = cells, tests, whole

    def each(self, function):
        return Masked([function(cell) for cell in self.cells], self.tests, self.whole)

    def reduced(self, name, before=None):
        """Returns what an operation makes of all elements that are picked."""
        result = None
        for cell, test in zip(self.cells, self.tests):
            cell = select(test, cell if before is None else before(cell), _NEUTRAL[name])
            result = cell if result is None else op(name, result, cell)
        return _NEUTRAL[name] if result is None else result

    def count(self):
        return self.each(lambda cell: 1).reduced("add")

    size = property(count)
    def sum(self, **unused): return self.reduced("add")
    def prod(self, **unused): return self.reduced("mul")
    def min(self, **unused): return self.reduced("min")
    def max(self, **unused): return self.reduced("max")
    def any(self, **unused): return self.reduced("or", truth)
    def all(self, **unused): return self.reduced("and", truth)
    def mean(self, **unused): return op("div", self.sum(), self.count())
    def copy(self): return self
    def astype(self, *unused, **named): return self

    def _refused(self, *unused):
        raise Refusal("a mask made of the state picks a changing number of elements here, which a program cannot have: use np.where", line_now())

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        self._refused()

    __len__ = __iter__ = __getitem__ = __setitem__ = __bool__ = __contains__ = __float__ = __int__ = _refused
    def __abs__(self): return self.each(lambda a: op("abs", a))
    def __neg__(self): return self.each(lambda a: op("neg", a))


def elementwise(function, args, is_array):
    """Returns a function of elements that one mask picked, of whole arrays of the same shape, and of numbers."""
    first = next(arg for arg in args if type(arg) is Masked)
    count, columns = len(first.cells), []
    for arg in args:
        if type(arg) is Masked:
            if arg.tests != first.tests and any(a is not b for a, b in zip(arg.tests, first.tests)):
                first._refused()
            columns.append(arg.cells)
        elif is_array(arg):
            cells = arg.flat()
            if arg.shape != first.whole:
                first._refused()
            columns.append(cells)
        else:
            columns.append([number(arg)] * count)
    return Masked([function(*some) for some in zip(*columns)], first.tests, first.whole)


def _operator(function, is_swapped=False):
    def method(self, other):
        from own_environment import _arrays

        return _arrays.elementwise(function, other, self) if is_swapped else _arrays.elementwise(function, self, other)

    return method


for _name, _function in {
    "add": lambda a, b: op("add", a, b), "sub": lambda a, b: op("sub", a, b), "mul": lambda a, b: op("mul", a, b),
    "truediv": lambda a, b: op("div", a, b), "floordiv": symbols.floor_divide, "mod": symbols.modulo, "pow": symbols.power,
}.items():
    setattr(Masked, f"__{_name}__", _operator(_function))
    setattr(Masked, f"__r{_name}__", _operator(_function, True))
for _name, _function in {
    "lt": lambda a, b: op("lt", a, b), "le": lambda a, b: op("le", a, b), "gt": lambda a, b: op("lt", b, a), "ge": lambda a, b: op("le", b, a),
    "eq": lambda a, b: op("eq", a, b), "ne": lambda a, b: symbols.negation(op("eq", a, b)),
}.items():
    setattr(Masked, f"__{_name}__", _operator(_function))
