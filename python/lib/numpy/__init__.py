"""The small part of numpy that the course uses, over the page's own tensors."""

import builtins as py

import _lab
import torch as _torch
from numpy import random

pi, e, inf, nan = 3.141592653589793, 2.718281828459045, float("inf"), float("nan")
newaxis = None


class _Kind:
    """An element type, which also converts numbers to it."""

    def __init__(self, name, make):
        self.name, self._make = name, make

    def __call__(self, value=0):
        return self._make(value)

    def __eq__(self, other):
        return _kind(other) == self.name

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        return f"dtype('{self.name}')"

    def __str__(self):
        return self.name


float64 = float_ = double = _Kind("float64", float)
float32 = _Kind("float32", float)
int64 = int_ = intp = _Kind("int64", int)
int32 = _Kind("int32", int)
bool_ = _Kind("bool", bool)
_KINDS = {kind.name: kind for kind in (float64, float32, int64, int32, bool_)}
dtype = _Kind


def _kind(wanted):
    """Returns the name of an element type, in whatever form it is given."""
    if wanted is None:
        return None
    if isinstance(wanted, _Kind):
        return wanted.name
    if isinstance(wanted, str):
        return {"float": "float64", "int": "int64"}.get(wanted, wanted)
    return {float: "float64", int: "int64", bool: "bool"}.get(wanted)


def _inner(value):
    """Returns the tensor inside of an array, or a Python number unchanged."""
    if isinstance(value, ndarray):
        return value._tensor
    if isinstance(value, (bool, int, float)):
        return value
    return array(value)._tensor


def _wrap(result):
    """Returns an array, or a Python number if there is only one."""
    return ndarray(result) if result.shape else _lab.item(result)


class ndarray:
    """Numbers in rows and columns."""

    __slots__ = ("_tensor",)

    def __init__(self, tensor):
        self._tensor = tensor

    shape = property(lambda self: py.tuple(_lab.shape(self._tensor)))
    ndim = property(lambda self: len(self.shape))
    size = property(lambda self: self._tensor.numel())
    dtype = property(lambda self: _KINDS[_lab.dtype(self._tensor)])
    T = property(lambda self: ndarray(_torch.permute(self._tensor, tuple(range(self.ndim))[::-1])))

    def __add__(self, other): return _wrap(self._tensor + _inner(other))
    def __radd__(self, other): return _wrap(_inner(other) + self._tensor)
    def __sub__(self, other): return _wrap(self._tensor - _inner(other))
    def __rsub__(self, other): return _wrap(_inner(other) - self._tensor)
    def __mul__(self, other): return _wrap(self._tensor * _inner(other))
    def __rmul__(self, other): return _wrap(_inner(other) * self._tensor)
    def __truediv__(self, other): return _wrap(_double(self._tensor) / _inner(other))
    def __rtruediv__(self, other): return _wrap(_inner(other) / _double(self._tensor))
    def __floordiv__(self, other): return _wrap(self._tensor // _inner(other))
    def __mod__(self, other): return _wrap(self._tensor % _inner(other))
    def __pow__(self, other): return _wrap(self._tensor ** _inner(other))
    def __rpow__(self, other): return _wrap(_inner(other) ** self._tensor)
    def __matmul__(self, other): return _wrap(self._tensor @ _inner(other))
    def __neg__(self): return ndarray(-self._tensor)
    def __abs__(self): return ndarray(py.abs(self._tensor))
    def __invert__(self): return ndarray(~self._tensor)
    def __and__(self, other): return _wrap(self._tensor & _inner(other))
    def __or__(self, other): return _wrap(self._tensor | _inner(other))
    def __xor__(self, other): return _wrap(self._tensor ^ _inner(other))
    def __eq__(self, other): return _wrap(self._tensor == _inner(other))
    def __ne__(self, other): return _wrap(self._tensor != _inner(other))
    def __lt__(self, other): return _wrap(self._tensor < _inner(other))
    def __le__(self, other): return _wrap(self._tensor <= _inner(other))
    def __gt__(self, other): return _wrap(self._tensor > _inner(other))
    def __ge__(self, other): return _wrap(self._tensor >= _inner(other))

    __hash__ = None

    def __len__(self): return len(self._tensor)
    def __bool__(self): return bool(self._tensor)
    def __float__(self): return float(self._tensor)
    def __int__(self): return int(self._tensor)
    def __index__(self): return self._tensor.__index__()
    def __iter__(self): return iter([self[i] for i in range(len(self))])
    def __contains__(self, value): return bool((self._tensor == _inner(value)).any())
    def __getitem__(self, index): return _wrap(_lab.at(self._tensor, _index(index)))

    def __setitem__(self, index, value):
        _lab.put(self._tensor, _index(index), _inner(value))

    def __repr__(self):
        return "array(" + repr(self._tensor)[7:].replace("torch.", "").split(", dtype")[0].rstrip(")") + ")"

    def __str__(self):
        return repr(self)[6:-1].replace(",", "")

    def __format__(self, spec):
        return format(self._tensor, spec) if spec else str(self)

    def tolist(self): return _lab.tolist(self._tensor)
    def item(self): return _lab.item(self._tensor)
    def copy(self): return ndarray(_lab.copy(self._tensor))
    def astype(self, dtype): return ndarray(_lab.cast(self._tensor, _kind(dtype)))
    def reshape(self, *shape): return ndarray(self._tensor.reshape(*shape))
    def flatten(self): return ndarray(self._tensor.flatten())
    def squeeze(self, axis=None): return ndarray(self._tensor.squeeze(axis))
    def transpose(self, *axes): return ndarray(self._tensor.permute(*(axes or tuple(range(self.ndim))[::-1])))
    def sum(self, axis=None, keepdims=False): return sum(self, axis, keepdims)
    def mean(self, axis=None, keepdims=False): return mean(self, axis, keepdims)
    def std(self, axis=None, ddof=0, keepdims=False): return std(self, axis, ddof, keepdims)
    def prod(self, axis=None): return prod(self, axis)
    def max(self, axis=None, keepdims=False): return max(self, axis, keepdims)
    def min(self, axis=None, keepdims=False): return min(self, axis, keepdims)
    def all(self, axis=None): return all(self, axis)
    def any(self, axis=None): return any(self, axis)
    def argmax(self, axis=None): return argmax(self, axis)
    def cumsum(self, axis=0): return ndarray(self._tensor.cumsum(axis))

    ravel = flatten


def _index(index):
    if isinstance(index, tuple):
        return tuple(_index(part) for part in index)
    return index._tensor if isinstance(index, ndarray) else index


def _double(tensor):
    return tensor if _lab.dtype(tensor).startswith("float") else _lab.cast(tensor, "float64")


def array(object, dtype=None):
    wanted = _kind(dtype)
    if isinstance(object, ndarray):
        return ndarray(_lab.cast(object._tensor, wanted or _lab.dtype(object._tensor)))
    if isinstance(object, _torch.Tensor):
        return ndarray(_lab.tensor(object, wanted))
    if isinstance(object, (list, tuple)) and object and {type(part) for part in object} == {ndarray}:
        # The parts have a type already.
        return array(stack(object), dtype)
    made = _lab.tensor(object, wanted)
    # Python's floats have 64 bits here.
    if wanted is None and _lab.dtype(made) == "float32":
        made = _lab.tensor(object, "float64")
    return ndarray(made)


asarray = array


def _sizes(shape):
    return (shape,) if isinstance(shape, int) else tuple(shape)


def full(shape, fill_value, dtype=None):
    return ndarray(_lab.full(_sizes(shape), fill_value, _kind(dtype) or ("int64" if isinstance(fill_value, int) else "float64")))


def zeros(shape, dtype=float64): return ndarray(_lab.full(_sizes(shape), 0, _kind(dtype)))
def ones(shape, dtype=float64): return ndarray(_lab.full(_sizes(shape), 1, _kind(dtype)))
def zeros_like(a, dtype=None): return zeros(a.shape, dtype or a.dtype)
def ones_like(a, dtype=None): return ones(a.shape, dtype or a.dtype)


empty, empty_like = zeros, zeros_like


def arange(start, stop=None, step=1, dtype=None):
    made = _torch.arange(start, stop, step)
    return ndarray(_lab.cast(made, _kind(dtype) or ("int64" if _lab.dtype(made) == "int64" else "float64")))


def linspace(start, stop, num=50): return ndarray(_torch.linspace(start, stop, num, dtype=_torch.float64))
def eye(n): return ndarray(_torch.eye(n, dtype=_torch.float64))
def concatenate(arrays, axis=0): return ndarray(_lab.cat([_inner(a) for a in arrays], axis))
def stack(arrays, axis=0): return ndarray(_lab.stack([_inner(a) for a in arrays], axis))
def where(condition, x, y): return _wrap(_lab.where(_inner(condition), _inner(x), _inner(y)))
def clip(a, a_min, a_max): return _wrap(_lab.clamp(_as(a), a_min, a_max))
def minimum(a, b): return _wrap(_lab.two("minimum", _as(a), _inner(b)))
def maximum(a, b): return _wrap(_lab.two("maximum", _as(a), _inner(b)))
def expand_dims(a, axis): return ndarray(_torch.unsqueeze(_as(a), axis))
def squeeze(a, axis=None): return ndarray(_torch.squeeze(_as(a), axis))
def dot(a, b): return _wrap(_as(a) @ _as(b))
def flip(a, axis=0): return ndarray(_torch.flip(_as(a), axis))
def shape(a): return tuple(_lab.shape(_as(a)))
def ndim(a): return len(shape(a))
def unique(a): return ndarray(_torch.unique(_as(a)))
def argmax(a, axis=None): return _wrap(_lab.arg_extreme(True, _as(a), axis, False))
def argmin(a, axis=None): return _wrap(_lab.arg_extreme(False, _as(a), axis, False))
def cumsum(a, axis=0): return ndarray(_lab.cumsum(_as(a), axis))


def _as(a):
    return a._tensor if isinstance(a, ndarray) else array(a)._tensor


def _apply(name):
    return lambda x: _wrap(_lab.unary(name, _double(_as(x))))


exp, log, sqrt, sin, cos, tanh, isnan = map(_apply, ("exp", "log", "sqrt", "sin", "cos", "tanh", "isnan"))
abs = absolute = lambda x: _wrap(_lab.unary("abs", _as(x)))


def _reduce(name, a, axis, keepdims):
    return _wrap(_lab.reduce(name, a, axis, keepdims))


def sum(a, axis=None, keepdims=False): return _reduce("sum", _as(a), axis, keepdims)
def mean(a, axis=None, keepdims=False): return _reduce("mean", _double(_as(a)), axis, keepdims)
def prod(a, axis=None, keepdims=False): return _reduce("prod", _as(a), axis, keepdims)
def max(a, axis=None, keepdims=False): return _reduce("max", _as(a), axis, keepdims)
def min(a, axis=None, keepdims=False): return _reduce("min", _as(a), axis, keepdims)
def all(a, axis=None, keepdims=False): return _reduce("all", _as(a), axis, keepdims)
def any(a, axis=None, keepdims=False): return _reduce("any", _as(a), axis, keepdims)


def std(a, axis=None, ddof=0, keepdims=False):
    return _wrap(_lab.spread(True, _double(_as(a)), axis, float(ddof), keepdims))


def var(a, axis=None, ddof=0, keepdims=False):
    return _wrap(_lab.spread(False, _double(_as(a)), axis, float(ddof), keepdims))


def sort(a):
    """Returns the numbers of a vector in rising order."""
    if ndim(a) != 1:
        raise NotImplementedError("sort takes vectors here")
    return ndarray(_lab.tensor(sorted(_lab.tolist(_as(a))), _lab.dtype(_as(a))))


def quantile(a, q, axis=None):
    """Returns the value below which the share `q` of the numbers lies, between two of them on the line that joins them."""
    a = ndarray(_double(_as(a)))
    if isinstance(q, (list, tuple, ndarray)):
        return array([quantile(a, float(part), axis) for part in q])
    if not 0 <= q <= 1:
        raise ValueError("Quantiles must be in the range [0, 1]")
    if axis is not None and a.ndim == 2:
        return array([quantile(row, q) for row in (a if axis in (1, -1) else a.T)])
    if axis not in (None, 0, -1):
        raise NotImplementedError("quantile takes vectors and matrices here")
    numbers = sorted(a.flatten().tolist())
    if not numbers:
        return nan
    place = q * (len(numbers) - 1)
    low = int(place)
    high = py.min(low + 1, len(numbers) - 1)
    return numbers[low] + (place - low) * (numbers[high] - numbers[low])


def percentile(a, q, axis=None):
    shares = [part / 100 for part in q] if isinstance(q, (list, tuple, ndarray)) else q / 100
    return quantile(a, shares, axis)


def median(a, axis=None): return quantile(a, 0.5, axis)


def isclose(a, b, rtol=1e-5, atol=1e-8):
    a, b = _double(_as(a)), _double(_as(b))
    return _wrap((_torch.abs(a - b) <= atol + rtol * _torch.abs(b)) | (a == b))


def allclose(a, b, rtol=1e-5, atol=1e-8):
    return bool(all(isclose(a, b, rtol, atol)))


def array_equal(a, b):
    a, b = _as(a), _as(b)
    return a.shape == b.shape and bool((a == b).all())


def __getattr__(name):
    raise AttributeError(f"numpy.{name} is not known here: this page has what the course uses of numpy")
