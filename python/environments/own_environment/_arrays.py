"""Arrays whose elements may be symbols: what the reader's code has in place of numpy's arrays while it is followed."""

import builtins

from own_environment._logs import Log
from own_environment._masked import Masked
from own_environment._symbols import Refusal, is_symbol, kind_of, line_now, negation, number, op, select
from own_environment import _masked
from own_environment import _symbols as symbols
from own_environment._kinds import cast, kind_name, promoted

def _count(shape):
    count = 1
    for size in shape:
        count *= size
    return count


def sizes(shape):
    shape = (shape,) if not isinstance(shape, (tuple, list, Array)) else shape
    return tuple(int(number(size)) for size in shape)


class _KindOfArray(type):
    def __instancecheck__(cls, value):
        return type(value) is cls or type(value).__name__ == "ndarray"


class Array(metaclass=_KindOfArray):
    """Numbers in rows and columns. A part of an array is a view: `places` says where its elements are among `cells`."""

    __array_ufunc__ = None
    __hash__ = None

    def __init__(self, cells, shape, kind, places=None):
        self.cells, self.shape, self.kind = cells, tuple(shape), kind
        self.places = range(len(cells)) if places is None else places

    ndim = property(lambda self: len(self.shape))
    size = property(lambda self: len(self.places))
    dtype = property(lambda self: self.kind)
    T = property(lambda self: self.transpose())

    def flat(self):
        """Returns the elements, row after row."""
        cells = self.cells
        return [cells[place] for place in self.places]

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __iter__(self):
        return iter([self[place] for place in range(len(self))])

    def __bool__(self):
        if self.size != 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
        return bool(self.flat()[0])

    def __repr__(self):
        return f"array({self.tolist()})"

    def _pick(self, index):
        """Returns the places and the shape of a part, for known indices."""
        index = index if type(index) is tuple else (index,)
        if Ellipsis in [part for part in index if part is Ellipsis]:
            at = [part is Ellipsis for part in index].index(True)
            missing = len(self.shape) - builtins.sum(part is not None for part in index) + 1
            index = index[:at] + (slice(None),) * missing + index[at + 1 :]
        places, shape, step = [0], [], list(self._steps())
        axis = 0
        for part in index:
            if part is None:
                shape.append(1)
                continue
            if axis >= len(self.shape):
                raise IndexError("too many indices for array")
            size = self.shape[axis]
            if isinstance(part, slice):
                some = range(*part.indices(size))
                shape.append(len(some))
            elif isinstance(part, (list, Array)) or type(part).__name__ == "ndarray":
                known = [number(one) for one in (part.flat() if type(part) is Array else list(part))]
                if known and all(type(one) is bool for one in known):
                    known = [place for place, one in enumerate(known) if one]
                some = [_within(one, size) for one in known]
                shape.append(len(some))
            else:
                part = number(part)
                some = [_within(part if type(part) is int else part.__index__(), size)]
            places = [place + one * step[axis] for place in places for one in some]
            axis += 1
        rest = self.shape[axis:]
        if rest:
            places = [place + one for place in places for one in range(_count(rest))]
        return [self.places[place] for place in places], (*shape, *rest)

    def _steps(self):
        step = 1
        steps = []
        for size in reversed(self.shape):
            steps.append(step)
            step *= size
        return reversed(steps)

    def __getitem__(self, index):
        index = number(index)
        parts = index if type(index) is tuple else (index,)
        if any(is_symbol(part) and part.kind != "b" for part in parts):
            return self._at_symbols(parts)
        if type(index) is Array and any(is_symbol(part) for part in index.flat()):
            if index.kind == "bool":
                return Masked(self.flat(), self._tests(index), self.shape)
            return stack([self[part] for part in index])
        places, shape = self._pick(index)
        if not shape and not any(isinstance(part, slice) for part in parts):
            return self.cells[places[0]]
        return Array(self.cells, shape, self.kind, places)

    def _tests(self, mask):
        """Returns the truth of a mask for each element: it may be one of rows."""
        if mask.shape != self.shape[: len(mask.shape)]:
            raise IndexError(f"boolean index did not match indexed array: its shape is {mask.shape}, and that of the array {self.shape}")
        return [test for test in mask.flat() for _ in range(_count(self.shape[len(mask.shape) :]))]

    def _at_symbols(self, parts):
        """Returns a part whose indices are not all known: the first of them picks among parts with known ones."""
        from own_environment import _lookup

        at = [is_symbol(number(part)) for part in parts].index(True)
        size = self.shape[at]
        choices = [self[(*parts[:at], place)] for place in range(size)]
        picked = _lookup.pick(choices, number(parts[at]))
        rest = parts[at + 1 :]
        return picked[rest if len(rest) > 1 else rest[0]] if rest else picked

    def __setitem__(self, index, value):
        index = number(index)
        parts = index if type(index) is tuple else (index,)
        if type(index) is Array and index.kind == "bool":
            value = value.cells if type(value) is Masked else broadcast(value, self.shape)
            for place, test, one in zip(self.places, self._tests(index), value):
                self.cells[place] = select(test, cast(one, self.kind), self.cells[place])
            return
        if any(is_symbol(number(part)) for part in parts):
            at = [is_symbol(number(part)) for part in parts].index(True)
            symbol = number(parts[at])
            for place in range(self.shape[at]):
                test = op("eq", symbol, place)
                inner = (*parts[:at], place, *parts[at + 1 :])
                old = self[inner]
                new_value = lift(value) if isinstance(old, Array) else number(value)
                self[inner] = where(test, new_value, old)
            return
        places, shape = self._pick(index)
        for place, one in zip(places, broadcast(value, shape)):
            self.cells[place] = cast(one, self.kind)

    def tolist(self):
        if not self.shape:
            return self.flat()[0]
        return [part.tolist() if type(part) is Array else part for part in self]

    def item(self, *at):
        if at:
            return self[at if len(at) > 1 else at[0]]
        if self.size != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        return self.flat()[0]

    __abs__ = lambda self: each("abs", self)
    __neg__ = lambda self: each("neg", self)
    __invert__ = lambda self: elementwise(lambda a: ~a if kind_of(a) != "b" else negation(a), self)
    def __pos__(self): return self
    def copy(self, order="C"): return Array(self.flat(), self.shape, self.kind)
    __copy__ = copy
    def __deepcopy__(self, memo): return self.copy()
    def clone(self): return self.copy()
    def astype(self, kind, **unused):
        kind = kind_name(kind)
        return Array([cast(cell, kind) for cell in self.flat()], self.shape, kind)

    def reshape(self, *shape, **unused):
        shape = sizes(shape[0] if len(shape) == 1 else shape)
        if -1 in shape:
            known = _count([size for size in shape if size != -1])
            shape = tuple(self.size // known if size == -1 else size for size in shape)
        if _count(shape) != self.size:
            raise ValueError(f"cannot reshape array of size {self.size} into shape {shape}")
        return Array(self.cells, shape, self.kind, self.places)

    def ravel(self, order="C"): return self.reshape(-1)
    def flatten(self, order="C"): return self.copy().reshape(-1)
    def squeeze(self, axis=None):
        shape = [size for place, size in enumerate(self.shape) if size != 1 or axis is not None and place != axis % self.ndim]
        return self.reshape(shape) if shape else self.flat()[0]

    def transpose(self, *unused):
        if len(self.shape) < 2:
            return self
        rows, columns = self.shape
        return Array(self.cells, (columns, rows), self.kind, [self.places[row * columns + column] for column in range(columns) for row in range(rows)])

    def __getattr__(self, name):
        if name not in _METHODS:
            raise AttributeError(f"'numpy.ndarray' object has no attribute '{name}'")
        from own_environment import _functions

        return lambda *args, **named: _functions.method(name)(self, *args, **named)

    def fill(self, value): self[...] = value
    def dot(self, other): return product(self, lift(other))
    def __matmul__(self, other): return product(self, lift(other))
    def __rmatmul__(self, other): return product(lift(other), self)
    def __contains__(self, value): return bool(fold("or", elementwise(lambda a: op("eq", a, number(value)), self).flat()))


_METHODS = frozenset("sum mean min max any all prod std var argmax argmin clip round cumsum cumprod take diagonal norm".split())


def _within(place, size):
    if not -size <= place < size:
        raise IndexError(f"index {place} is out of bounds for axis with size {size}")
    return place % size


def lift(value, kind=None):
    """Returns an array of whatever numbers are made of, or a number unchanged."""
    value = number(value)
    if type(value) is Array:
        return value if kind is None or kind == value.kind else value.astype(kind)
    if type(value).__name__ == "ndarray":
        return Array([number(cell) for cell in value.flatten().tolist()], value.shape, str(value.dtype) if kind is None else kind)
    if isinstance(value, (list, tuple, range)) or type(value).__name__ in ("deque", "dict_values"):
        return stack([lift(part) for part in value], kind)
    return value.value() if type(value) is Log else value


def made(value, kind=None):
    """Returns what `np.array` gives."""
    value = lift(value, kind)
    if type(value) is Array:
        return value.copy()
    return Array([cast(value, kind)], (), kind or natural([value]))


def stack(parts, kind=None):
    """Returns an array of parts of one shape."""
    shapes = {part.shape if type(part) is Array else () for part in parts}
    if len(shapes) > 1:
        raise ValueError("setting an array element with a sequence. The requested array has an inhomogeneous shape")
    cells = [cell for part in parts for cell in (part.flat() if type(part) is Array else [part])]
    if kind is None:
        kinds = {part.kind for part in parts if type(part) is Array}
        kind = kinds.pop() if len(kinds) == 1 else natural(cells)
    inner = shapes.pop() if shapes else ()
    return Array([cast(cell, kind) for cell in cells], (len(parts), *inner), kind)


def natural(cells):
    """Returns the element type of numbers."""
    kinds = {kind_of(number(cell)) for cell in cells}
    if None in kinds:
        return "object"
    return "float64" if "f" in kinds or not kinds else "int64" if "i" in kinds else "bool"


def broadcast(value, shape):
    """Returns the elements of a value spread over a shape."""
    value = lift(value)
    if type(value) is not Array:
        return [value] * _count(shape)
    if value.shape == tuple(shape):
        return value.flat()
    own = value.shape
    while len(own) > len(shape) and own[0] == 1:
        own = own[1:]
    own = (1,) * (len(shape) - len(own)) + own
    if len(own) != len(shape) or any(size not in (1, wanted) for size, wanted in zip(own, shape)):
        raise ValueError(f"could not broadcast input array from shape {value.shape} into shape {tuple(shape)}")
    places = [0]
    cells, step = value.flat(), list(Array([], own, "")._steps())
    for size, wanted, one in zip(own, shape, step):
        places = [place + (0 if size == 1 else at) * one for place in places for at in range(wanted)]
    return [cells[place] for place in places]


def _common_shape(shapes):
    longest = max(map(len, shapes))
    filled = [(1,) * (longest - len(shape)) + shape for shape in shapes]
    shape = []
    for some in zip(*filled):
        wanted = {size for size in some if size != 1}
        if len(wanted) > 1:
            raise ValueError(f"operands could not be broadcast together with shapes {' '.join(map(str, shapes))}")
        shape.append(wanted.pop() if wanted else 1)
    return tuple(shape)


def elementwise(function, *args):
    """Returns a function of numbers for each element of arrays, or of numbers alone."""
    args = [lift(arg) for arg in args]
    if any(type(arg) is Masked for arg in args):
        return _masked.elementwise(function, args, lambda arg: type(arg) is Array)
    shapes = [arg.shape for arg in args if type(arg) is Array]
    if not shapes:
        return function(*args)
    shape = _common_shape(shapes)
    cells = [function(*cells) for cells in zip(*[broadcast(arg, shape) for arg in args])]
    if not shape:
        return cells[0]
    kinds = [arg.kind for arg in args if type(arg) is Array]
    kind = natural(cells)
    few = promoted(kinds) if kind == "int64" else None
    if few is not None:
        return Array([cast(cell, few) for cell in cells], shape, few)
    # Numbers of Python's do not widen float32.
    return Array(cells, shape, "float32" if kind == "float64" and all(it == "float32" for it in kinds) else kind)


def each(name, *args):
    return elementwise(lambda *cells: op(name, *cells), *args)


def where(test, then, otherwise):
    return elementwise(lambda c, a, b: select(c, a, b), test, then, otherwise)


def fold(name, cells, start=None):
    """Returns elements joined by an operation."""
    result = start
    for cell in cells:
        result = cell if result is None else op(name, result, cell)
    return result


def product(a, b):
    """Returns the product of matrices, rows and columns."""
    if len(a.shape) == 1 and len(b.shape) == 1:
        if a.shape != b.shape:
            raise ValueError(f"shapes {a.shape} and {b.shape} not aligned")
        return fold("add", [op("mul", one, other) for one, other in zip(a.flat(), b.flat())])
    if len(a.shape) == 2:
        return stack([product(row, b) for row in a])
    if len(b.shape) == 2:
        return stack([product(a, column) for column in b.T])
    raise Refusal("products of arrays with more than two axes have no operation in a program", line_now())


def _operator(function, is_swapped=False):
    def method(self, other):
        other = number(other)
        if kind_of(other) is None and not isinstance(other, (Array, Masked, list, tuple)):
            return NotImplemented
        return elementwise(function, other, self) if is_swapped else elementwise(function, self, other)

    return method


def _in_place(function):
    def method(self, other):
        for place, cell in zip(self.places, broadcast(elementwise(function, self, other), self.shape)):
            self.cells[place] = cast(cell, self.kind)
        return self

    return method


for _name, _function in {
    "add": lambda a, b: op("add", a, b), "sub": lambda a, b: op("sub", a, b), "mul": lambda a, b: op("mul", a, b),
    "truediv": lambda a, b: op("div", a, b), "floordiv": symbols.floor_divide, "mod": symbols.modulo, "pow": symbols.power,
    "and": lambda a, b: a & b, "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b,
}.items():
    setattr(Array, f"__{_name}__", _operator(_function))
    setattr(Array, f"__r{_name}__", _operator(_function, True))
    setattr(Array, f"__i{_name}__", _in_place(_function))
for _name, _function in {
    "lt": lambda a, b: op("lt", a, b), "le": lambda a, b: op("le", a, b), "gt": lambda a, b: op("lt", b, a), "ge": lambda a, b: op("le", b, a),
    "eq": lambda a, b: op("eq", a, b), "ne": lambda a, b: negation(op("eq", a, b)),
}.items():
    setattr(Array, f"__{_name}__", _operator(_function))
