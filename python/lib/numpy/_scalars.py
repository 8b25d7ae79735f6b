"""Element types, and single numbers that have one."""

from math import frexp

import _lab


def _half_step(number, kind):
    """Returns half the distance to the next number of 32 bits. Numbers of 64 are told apart by all of their digits."""
    return 2.0 ** max(frexp(number)[1] - 25, -150) if kind == "float32" and number - number == 0 else 0.0


class dtype:
    """The type of an array's elements."""

    def __new__(cls, name=None, *unused, **named):
        if cls is dtype and type(name) is not dtype:
            apart = _apart(name)
            if apart is not None:
                return apart.fields(name)
        return object.__new__(cls)

    def __init__(self, name, *unused, **named):
        self.name = _kind(name)

    kind = property(lambda self: {"bool": "b", "uint8": "u"}.get(self.name, self.name[0]))
    itemsize = property(lambda self: 1 if self.name in ("bool", "uint8") else 8 if "64" in self.name else 4)
    type = property(lambda self: TYPES[self.name])
    char = property(lambda self: {"float64": "d", "float32": "f", "int64": "l", "int32": "i", "uint8": "B", "bool": "?"}[self.name])
    str = property(lambda self: ("|" if self.itemsize == 1 else "<") + self.kind + "%d" % self.itemsize)
    shape, names, fields = (), None, None

    def __eq__(self, other):
        try:
            return _kind(other) == self.name
        except TypeError:
            return False

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        return f"dtype('{self.name}')"

    def __str__(self):
        return self.name


class generic:
    """A number of an array."""

    shape, ndim, size = (), 0, 1
    dtype = property(lambda self: DTYPES[type(self).__name__])
    T = real = property(lambda self: self)

    def __getattr__(self, name):
        # What an array of no dimensions would do.
        if name[:1] == "_":
            raise AttributeError(f"'numpy.{type(self).__name__}' object has no attribute '{name}'")
        import numpy

        return getattr(numpy.array(self), name)

    def item(self): return self._plain(self)
    def tolist(self): return self._plain(self)
    def astype(self, dtype): return TYPES[_kind(dtype)](self)
    def copy(self): return self
    def __getitem__(self, index):
        import numpy

        return numpy.array(self)[index]

    def __repr__(self): return f"np.{type(self).__name__}({self._plain(self)!r})"
    def __str__(self): return str(self._plain(self))
    def __reduce__(self): return type(self), (self._plain(self),)
    def __deepcopy__(self, memo): return self
    def __copy__(self): return self


class number(generic):
    """A number that is no truth value."""


class integer(number):
    _plain = int


class signedinteger(integer):
    pass


class unsignedinteger(integer):
    pass


class inexact(number):
    pass


class floating(inexact):
    _plain = float


def _made(kind, value):
    """Returns a number of this type, or an array of them where the value is a list or an array."""
    is_number = isinstance(value, (int, float, str)) or not hasattr(value, "__len__") or getattr(value, "shape", None) == ()
    if not is_number:
        import numpy

        return numpy.array(value, dtype=kind.__name__)
    made = kind._plain.__new__(kind, value)
    if type(value) in (int, float) and kind in _BOUNDS:
        low, high = _BOUNDS[kind]
        if not low <= made < high:
            raise OverflowError(f"Python integer {made.item()} out of bounds for {kind.__name__}")
    return made


class float64(floating, float):
    def __new__(cls, value=0.0):
        return _made(cls, value)


class float32(floating, float):
    def __new__(cls, value=0.0):
        if isinstance(value, (int, float)):
            return float.__new__(cls, _lab.item(_lab.tensor(float(value), "float32")))
        made = _made(cls, value)
        return cls(float(made)) if isinstance(made, cls) else made

    def __str__(self):
        # The fewest digits that tell it from its neighbours.
        plain = float(self)
        half = _half_step(plain, "float32")
        for digits in range(1, 10):
            text = f"{plain:.{digits}g}"
            if abs(float(text) - plain) <= half:
                return str(float(text))
        return str(plain)

    def __repr__(self):
        return f"np.float32({self!s})"


class int64(signedinteger, int):
    def __new__(cls, value=0):
        return _made(cls, value)


class int32(signedinteger, int):
    def __new__(cls, value=0):
        return _made(cls, value)


class uint8(unsignedinteger, int):
    def __new__(cls, value=0):
        return _made(cls, value)

    def __invert__(self): return uint8(255 - self._plain(self))


class bool_(generic, int):
    """A truth value of an array: `np.True_` or `np.False_`."""

    _plain = bool

    def __new__(cls, value=False):
        if not isinstance(value, (int, float, str)) and getattr(value, "shape", ()) not in ((), None):
            import numpy

            return numpy.array(value, dtype="bool")
        return _TRUTHS[bool(value)]

    def __repr__(self): return "np.True_" if self else "np.False_"
    def __str__(self): return "True" if self else "False"
    def __format__(self, spec): return format(bool(self), spec)
    def __hash__(self): return hash(bool(self))
    def __invert__(self): return bool_(not self)
    def __neg__(self): raise TypeError("The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the logical_not function instead.")
    def __pos__(self): raise TypeError("ufunc 'positive' did not contain a loop with signature matching types <class 'numpy.dtypes.BoolDType'> -> None")
    def __abs__(self): return self


bool_.__name__ = bool_.__qualname__ = "bool"
_TRUTHS = (int.__new__(bool_, 0), int.__new__(bool_, 1))
_lab.define_numbers(list(_TRUTHS), [uint8, int32, int64, float32, float64])
TYPES = {"float64": float64, "float32": float32, "int64": int64, "int32": int32, "uint8": uint8, "bool": bool_}


def _of_truths(name, own):
    """An operation of a truth value: with another of them it has a result of its own, with numbers it is 0 or 1."""
    of_numbers = getattr(int64, name)

    def method(self, other):
        if isinstance(other, (bool, bool_)):
            return own(bool(self), bool(other))
        if isinstance(other, (int, float)):
            return of_numbers(int64(int(self)), other)
        return NotImplemented

    return method


def _no_difference(a, b):
    raise TypeError("numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead.")


def _common(one, other):
    """Returns the type of what two numbers of these types give. Python's own only raise the kind."""
    if one is other or other is bool or other is int:
        return one
    if other is float:
        return one if issubclass(one, floating) else float64
    wide = max(one, other, key=_ORDER.index)
    is_mixed = issubclass(one, floating) != issubclass(other, floating)
    return float64 if is_mixed and uint8 not in (one, other) else wide


_ORDER = (uint8, int32, int64, float32, float64)
_MEETINGS = {(one, other): _common(one, other) for one in _ORDER for other in (*_ORDER, bool, int, float)}


def _arithmetic(name, is_narrow=False):
    """An operation of one of numpy's numbers and another number."""
    is_quotient, is_division, is_power = "truediv" in name, "div" in name or "mod" in name, "pow" in name
    is_remainder, is_swapped = "mod" in name, name.startswith("__r")
    of_floats, of_ints = getattr(float, name), getattr(int, name)

    op = _QUICK.index(name.strip("_").removeprefix("r")) if name.strip("_").removeprefix("r") in _QUICK else None

    def fast(self, other):
        # What is neither rare nor at an edge is native.
        made = _lab.quick(op, other, self) if is_swapped else _lab.quick(op, self, other)
        return method(self, other) if made is None else made

    def method(self, other):
        kind = _MEETINGS.get((type(self), type(other)))
        if kind is None:
            if type(other) is bool_:
                return method(self, bool(other))
            if not isinstance(other, (int, float)):
                return NotImplemented
            kind = _MEETINGS[type(self), float if isinstance(other, float) else int]
        if is_quotient and kind._plain is int:
            kind = float64
        if kind._plain is float:
            try:
                result = of_floats(float(self), float(other))
            except ZeroDivisionError:
                above = float(other if is_swapped else self)
                result = above * float("inf") if above and not is_remainder else float("nan")
            except OverflowError:
                result = float("inf")
            return kind(float("nan") if isinstance(result, complex) else result)
        if kind is uint8 and not 0 <= other < 256:
            raise OverflowError(f"Python integer {other} out of bounds for uint8")
        below = self if is_swapped else other
        if is_division and not below:
            return kind(0)
        if is_power and below < 0:
            raise ValueError("Integers to negative integer powers are not allowed.")
        result = of_ints(int(self), int(other))
        low, high = _BOUNDS[kind]
        # The higher bits are lost.
        return kind(result if low <= result < high else (result - low) % (high - low) + low)

    return method if op is None or is_narrow else fast


_QUICK = ("add", "sub", "mul", "truediv")
_BOUNDS = {uint8: (0, 2**8), int32: (-(2**31), 2**31), int64: (-(2**63), 2**63)}


for _kind_of in TYPES.values():
    # Shown as in numpy.
    _kind_of.__module__ = "numpy"

for _kind_of, _plain in ((float64, float), (float32, float), (int64, int), (int32, int), (uint8, int)):
    _kind_of.__format__, _kind_of.__hash__ = _plain.__format__, _plain.__hash__
    for _name in "add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod pow rpow".split():
        setattr(_kind_of, f"__{_name}__", _arithmetic(f"__{_name}__", _kind_of not in (float64, int64)))
    for _name in ("neg", "abs", "pos"):
        setattr(_kind_of, f"__{_name}__", lambda self, _o=getattr(_plain, f"__{_name}__"): type(self)(_o(self) % 256 if isinstance(self, uint8) else _o(self)))

# A number of 32 bits is formatted with the digits of 64.
float32.__format__ = lambda self, spec: format(float(self), spec)

for _name, _own in (
    ("add", lambda a, b: bool_(a or b)), ("mul", lambda a, b: bool_(a and b)), ("sub", _no_difference),
    ("truediv", lambda a, b: float64(a) / float64(b)), ("floordiv", lambda a, b: int64(a) // int64(b)),
    ("mod", lambda a, b: int64(a) % int64(b)), ("pow", lambda a, b: int64(a) ** int64(b)),
):
    setattr(bool_, f"__{_name}__", _of_truths(f"__{_name}__", _own))
    setattr(bool_, f"__r{_name}__", _of_truths(f"__r{_name}__", lambda b, a, _own=_own: _own(a, b)))
for _name in ("and", "or", "xor"):
    def _bits(self, other, _of=getattr(bool, f"__{_name}__"), _plain=getattr(int, f"__{_name}__")):
        if isinstance(other, (bool, bool_)):
            return bool_(_of(bool(self), bool(other)))
        return int64(_plain(int(self), int(other))) if isinstance(other, int) else NotImplemented

    setattr(bool_, f"__{_name}__", _bits)
    setattr(bool_, f"__r{_name}__", _bits)

_NAMES = {
    "float": "float64", "double": "float64", "single": "float32", "int": "int64", "long": "int64", "intp": "int64",
    "intc": "int32", "f": "float32", "d": "float64", "f4": "float32", "f8": "float64", "i4": "int32", "i8": "int64",
    "i": "int32", "l": "int64", "<f4": "float32", "<f8": "float64", "<i4": "int32", "<i8": "int64", "?": "bool", "bool_": "bool",
    "|b1": "bool", "ubyte": "uint8", "u1": "uint8", "|u1": "uint8", "B": "uint8",
}


def _kind(wanted):
    """Returns the name of an element type, in whatever form it is given."""
    if wanted is None:
        return None
    name = wanted if isinstance(wanted, str) else getattr(wanted, "name", None) or getattr(wanted, "__name__", None)
    name = _NAMES.get(name, name)
    if name not in TYPES:
        raise TypeError(f"the element type {name!r} is not known here: there are {', '.join(TYPES)}")
    return name


def _of_objects():
    """Returns the part for arrays of anything, which few programs need."""
    return __import__("numpy._objects", fromlist=["*"])


def _apart(wanted):
    """Returns the part for arrays of anything or of records, if an element type asks for one of them, or None."""
    kind = type(wanted)
    if wanted is None or kind is dtype:
        return None
    if kind is type:
        return _of_objects() if wanted is object else None
    if kind is str:
        is_of_objects = wanted in ("O", "object", "|O")
        return _of_objects() if is_of_objects else _of_records() if "," in wanted else None
    if kind in (list, dict) or getattr(wanted, "kind", None) == "V":
        return _of_records()
    return _of_objects() if getattr(wanted, "kind", None) == "O" else None


def _of_records():
    """Returns the part for arrays of records."""
    return __import__("numpy._records", fromlist=["*"])


DTYPES = {name: dtype(name) for name in TYPES}


class finfo:
    """The limits of a type of fractions."""

    def __init__(self, dtype):
        self.dtype = DTYPES[_kind(dtype if isinstance(dtype, (str, type)) or hasattr(dtype, "name") else dtype.dtype)]
        is_double = self.dtype.name == "float64"
        kind = self.dtype.type
        self.bits = self.dtype.itemsize * 8
        self.eps = kind(2.0**-52 if is_double else 2.0**-23)
        self.tiny = self.smallest_normal = kind(2.0**-1022 if is_double else 2.0**-126)
        self.max = kind((2 - float(self.eps)) * (2.0**1023 if is_double else 2.0**127))
        self.min = -self.max
        self.resolution = kind(1e-15 if is_double else 1e-6)


class iinfo:
    """The limits of a type of whole numbers."""

    def __init__(self, dtype):
        self.dtype = DTYPES[_kind(dtype)]
        self.bits, is_signed = self.dtype.itemsize * 8, self.dtype.kind == "i"
        self.max = 2 ** (self.bits - is_signed) - 1
        self.min = -self.max - 1 if is_signed else 0
