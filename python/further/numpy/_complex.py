"""Arrays of complex numbers, as `np.fft` gives them: the real parts and the imaginary parts, each an array."""

import numpy as np
from numpy._array import ndarray
from numpy._scalars import dtype


class _Kind(dtype):
    """The type of complex numbers."""

    name, kind, itemsize, char, str, type = "complex128", "c", 16, "D", "<c16", complex

    def __init__(self, *unused, **named): pass
    def __eq__(self, other): return isinstance(other, _Kind) or other in (complex, "complex", "complex128", "c16", "D")
    def __hash__(self): return hash("complex128")


KIND = _Kind()


def made(value):
    """Returns an array of complex numbers, which may be given as one, as real ones, or in lists."""
    if isinstance(value, _Complex):
        return value
    if isinstance(value, complex):
        return _Complex(np.array(value.real), np.array(value.imag))
    value = np.array_of(value)
    if value.dtype.kind == "O":
        parts = [complex(part) for part in value.flatten().tolist()]
        real, imag = (np.array([getattr(part, name) for part in parts], np.float64).reshape(value.shape) for name in ("real", "imag"))
        return _Complex(real, imag)
    return _Complex(value.astype(np.float64), np.zeros(value.shape))


def _result(real, imag):
    """Returns an array, or a number if there is only one."""
    if isinstance(real, ndarray) and real.shape:
        return _Complex(real, np.array_of(imag))
    return complex(float(real), float(imag))


class _Complex(ndarray):
    """Complex numbers in rows and columns."""

    __slots__ = ("_real", "_imag")

    def __init__(self, real, imag):
        self._real, self._imag = real, imag

    shape = property(lambda self: self._real.shape)
    ndim = property(lambda self: len(self._real.shape))
    size = property(lambda self: self._real.size)
    dtype = property(lambda self: KIND)
    real = property(lambda self: self._real, lambda self, value: self._real.__setitem__(Ellipsis, value))
    imag = property(lambda self: self._imag, lambda self, value: self._imag.__setitem__(Ellipsis, value))

    @property
    def _tensor(self):
        raise TypeError("complex numbers are no real ones: take np.abs, .real or .imag first")

    def __getitem__(self, index): return _result(self._real[index], self._imag[index])
    def __setitem__(self, index, value):
        value = made(value)
        self._real[index], self._imag[index] = value._real, value._imag

    def __len__(self): return len(self._real)
    def __iter__(self): return iter([self[at] for at in range(len(self))])
    def __neg__(self): return _Complex(-self._real, -self._imag)
    def __abs__(self): return np.sqrt(self._real * self._real + self._imag * self._imag)
    def __reduce_ex__(self, protocol): return _Complex, (self._real, self._imag)
    def __bool__(self):
        if self.size != 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
        return bool(self._real) or bool(self._imag)

    def _each(self, change): return _Complex(change(self._real), change(self._imag))
    def copy(self, order="C"): return self._each(lambda part: part.copy())
    def flatten(self, order="C"): return self._each(lambda part: part.flatten())
    def ravel(self, order="C"): return self._each(lambda part: part.ravel())
    def reshape(self, *shape, order="C"): return self._each(lambda part: part.reshape(*shape))
    def transpose(self, *axes): return self._each(lambda part: part.transpose(*axes))
    def swapaxes(self, axis1, axis2): return self._each(lambda part: part.swapaxes(axis1, axis2))
    def conj(self): return _Complex(self._real, -self._imag)
    conjugate = conj

    def tolist(self): return [part if isinstance(part, complex) else part.tolist() for part in self] if self.shape else self.item()
    def item(self, *at): return complex(self._real.item(*at), self._imag.item(*at))
    def sum(self, axis=None, **unused): return _result(np.sum(self._real, axis=axis), np.sum(self._imag, axis=axis))
    def mean(self, axis=None, **unused): return _result(np.mean(self._real, axis=axis), np.mean(self._imag, axis=axis))
    def astype(self, dtype, **unused): return self.copy() if dtype == KIND else self._real.astype(dtype)
    def _joined(self, arrays, axis):
        parts = [made(part) for part in arrays]
        return _Complex(np.concatenate([part._real for part in parts], axis), np.concatenate([part._imag for part in parts], axis))

    def _shown(self, separator, margin):
        from numpy._text import _floats, _nested, _options, _places

        if not self.size:
            return "[]"
        reals, imags = self._real.flatten().tolist(), self._imag.flatten().tolist()
        left = _floats(reals, "float64", None, None)
        right = [text.lstrip() for text in _floats([abs(number) for number in imags], "float64", None, None)]
        signs = ["-" if str(number)[:1] == "-" else "+" for number in imags]
        right = [sign + text.rstrip() + "j" + " " * (len(text) - len(text.rstrip())) for sign, text in zip(signs, right)]
        width = max(map(len, right))
        texts = [a + b.rjust(width) for a, b in zip(left, right)]
        is_long = self.size > _options["threshold"]
        order, kept = np.arange(self.size).reshape(self.shape).tolist() if self.shape else 0, []
        _gathered(order, self.ndim, lambda size: _places(size, is_long), kept)
        return _nested(order, self.ndim, is_long, iter([texts[at] for at in kept]), separator, margin, _options["linewidth"])

    def __str__(self): return self._shown(" ", 0)
    def __repr__(self): return f"array({self._shown(', ', len('array('))})"


def _gathered(order, rank, places, kept):
    if not rank:
        kept.append(order)
        return
    for at in places(len(order)):
        if at is not None:
            _gathered(order[at], rank - 1, places, kept)


def _sum(a, b): return a._real + b._real, a._imag + b._imag
def _difference(a, b): return a._real - b._real, a._imag - b._imag
def _product(a, b): return a._real * b._real - a._imag * b._imag, a._real * b._imag + a._imag * b._real


def _quotient(a, b):
    size = b._real * b._real + b._imag * b._imag
    real, imag = _product(a, made(b).conj())
    return real / size, imag / size


def _power(a, b):
    size, angle = np.log(abs(a)), np.arctan2(a._imag, a._real)
    grown = np.exp(size * b._real - angle * b._imag)
    turned = angle * b._real + size * b._imag
    return grown * np.cos(turned), grown * np.sin(turned)


def _operator(compute, is_swapped):
    def method(self, other):
        if other is None or isinstance(other, (str, dict)):
            return NotImplemented
        sides = (made(other), self) if is_swapped else (self, made(other))
        return _result(*compute(*sides))

    return method


for _name, _compute in (("add", _sum), ("sub", _difference), ("mul", _product), ("truediv", _quotient), ("pow", _power)):
    setattr(_Complex, f"__{_name}__", _operator(_compute, False))
    setattr(_Complex, f"__r{_name}__", _operator(_compute, True))


def _equal(self, other):
    other = made(other)
    return (self._real == other._real) & (self._imag == other._imag)


_Complex.__eq__ = _equal
_Complex.__ne__ = lambda self, other: np.logical_not(_equal(self, other))
_Complex.__hash__ = None
