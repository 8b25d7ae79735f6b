"""numpy's names, over the page's own tensors."""

import builtins as py

import _lab
import _late
import torch as _torch
from numpy import random
from numpy._array import (
    _absolute, _as, _common, _dot, _double, _matmul, _negative, _side, _sizes, _two, _wrap, array, ndarray,
)
from numpy._refusals import UFuncTypeError, exceptions, of_broadcast, of_joined, of_stacked, refusing
from numpy._scalars import (
    TYPES,
    _apart,
    _kind,
    bool_,
    dtype,
    finfo,
    float32,
    float64,
    floating,
    generic,
    iinfo,
    inexact,
    int32,
    int64,
    integer,
    number,
    signedinteger,
    uint8,
    unsignedinteger,
)

__version__ = "2.3.0"
pi, e, inf, nan = 3.141592653589793, 2.718281828459045, float("inf"), float("nan")
euler_gamma = 0.5772156649015329
newaxis = None
True_, False_ = bool_(True), bool_(False)
float_ = double = float64
single = float32
int_ = intp = longlong = int64
intc = int32
ubyte = uint8
object_ = object
_FUNCTION = type(lambda: None)
_rare = {}
# Loaded when one of their names is first asked for.
_PARTS = ("_stacking", "_counting", "_functions", "_text", "_files")


# Element types of numpy that arrays cannot have here.
_KINDS = "uint16 uint32 uint64 int8 int16 float16 half complex64 complex128 str_".split()


def __getattr__(name):
    if name in _rare:
        return _rare[name]
    if name in _KINDS:
        raise AttributeError(f"numpy.{name} is not known here: arrays hold bool, uint8, int32, int64, float32 or float64")
    try:
        value = _late.attribute("numpy", ("fft", "linalg"), _PARTS, name)
    except AttributeError as error:
        if name[:1] == "_":
            raise
        from numpy._expired import words

        raise AttributeError(words(name) or str(error)) from None
    _rare[name] = refusing(value) if isinstance(value, _FUNCTION) else value
    return _rare[name]


def _reduced(self, protocol):
    from numpy._files import _rebuilt

    return _rebuilt, (_lab.to_bytes(self._tensor), _lab.dtype(self._tensor), self.shape)


ndarray.__reduce_ex__ = _reduced


# Making arrays


def asarray(a, dtype=None, order=None, **unused):
    is_letters = isinstance(dtype, str) and dtype == "c"
    if isinstance(a, ndarray) and (dtype is None or not is_letters and a.dtype == dtype):
        return a
    return array(a, dtype)


asanyarray = ascontiguousarray = asarray


def full(shape, fill_value, dtype=None, order="C"):
    apart = _apart(dtype)
    if apart is not None:
        return apart.full(_sizes(shape), fill_value, dtype)
    if isinstance(fill_value, (list, py.tuple, ndarray)):
        return broadcast_to(array(fill_value, dtype), _sizes(shape)).copy()
    if isinstance(fill_value, float) and _kind(dtype):
        # Cut off as in a change of type.
        return full(shape, fill_value).astype(dtype)
    kinds = {bool: "bool", bool_: "bool", int: "int64", int64: "int64", int32: "int32", uint8: "uint8", float32: "float32"}
    return ndarray(_lab.full(_sizes(shape), fill_value, _kind(dtype) or kinds.get(type(fill_value), "float64")))


def _filled(shape, number, dtype):
    apart = _apart(dtype)
    return ndarray(_lab.full(_sizes(shape), number, _kind(dtype) or "float64")) if apart is None else apart.full(_sizes(shape), number, dtype)


def zeros(shape, dtype=float64, order="C"): return _filled(shape, 0, dtype)
def ones(shape, dtype=float64, order="C"): return _filled(shape, 1, dtype)
def zeros_like(a, dtype=None, **unused): return zeros(array_of(a).shape, dtype or array_of(a).dtype)
def ones_like(a, dtype=None, **unused): return ones(array_of(a).shape, dtype or array_of(a).dtype)
def full_like(a, fill_value, dtype=None, **unused): return full(array_of(a).shape, fill_value, dtype or array_of(a).dtype)
def copy(a): return array(a)
def eye(N, M=None, k=0, dtype=float64): return ndarray(_lab.cast(_torch.arange(k, k + N).reshape(N, 1) == _torch.arange(N if M is None else M), _kind(dtype) or "float64"))
def identity(n, dtype=None): return eye(n, dtype=dtype or float64)


def empty(shape, dtype=float64, order="C"):
    apart = _apart(dtype)
    return zeros(shape, dtype) if apart is None else apart.full(_sizes(shape), None, dtype)


empty_like = zeros_like


def arange(start, stop=None, step=1, dtype=None):
    if stop is None:
        start, stop = 0, start
    plain = [x.item() if isinstance(x, (generic, ndarray)) else x for x in (start, stop, step)]
    if not plain[2]:
        raise ZeroDivisionError("Maximum allowed size exceeded: the step is 0")
    made = _torch._create._ramp(*plain)
    return ndarray(_lab.cast(made, _kind(dtype) or _lab.dtype(made)))


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None):
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    _lab.fits((num,))
    gap = (stop - start) / py.max(num - 1 if endpoint else num, 1)
    values = [start + gap * at for at in range(num)]
    if endpoint and num > 1:
        values[-1] = stop
    made = array(values, dtype or float64)
    return (made, gap) if retstep else made


# Shapes


def concatenate(arrays, axis=0, dtype=None):
    arrays = [array_of(a) for a in arrays]
    for a in arrays:
        if type(a) is not ndarray:
            return a._joined(arrays, axis)
    parts = _common([a._tensor for a in arrays])
    if axis is not None and len({len(part.shape) for part in parts}) > 1:
        raise ValueError(of_joined([part.shape for part in parts]))
    made = ndarray(_lab.cat([_torch.flatten(part) for part in parts] if axis is None else parts, axis or 0))
    return made if dtype is None else made.astype(dtype)


def stack(arrays, axis=0): return ndarray(_lab.stack(_common([_as(a) for a in arrays]), axis))
def reshape(a, shape, order="C"): return array_of(a).reshape(_sizes(shape))
def ravel(a): return ndarray(_torch.flatten(_as(a)))
def transpose(a, axes=None): return array_of(a).transpose(*(axes or ()))
def array_of(a): return a if isinstance(a, ndarray) else array(a)
def swapaxes(a, axis1, axis2): return ndarray(_torch.transpose(_as(a), axis1, axis2))
def moveaxis(a, source, destination): return ndarray(_torch.movedim(_as(a), source, destination))


def expand_dims(a, axis):
    made = _as(a)
    for at in sorted(axis) if isinstance(axis, py.tuple) else [axis]:
        made = _torch.unsqueeze(made, at)
    return ndarray(made)


def squeeze(a, axis=None): return array_of(a).squeeze(axis)
def broadcast_to(array, shape): return ndarray(_lab.expand(_as(array), _sizes(shape)))
def shape(a): return array_of(a).shape
def ndim(a): return len(shape(a))
def size(a, axis=None): return array_of(a).size if axis is None else shape(a)[axis]


def flip(m, axis=None):
    made = _as(m)
    return ndarray(_torch.flip(made, py.tuple(range(len(made.shape))) if axis is None else axis))


def where(condition, x=None, y=None):
    if x is None:
        return array_of(condition).nonzero()
    return _wrap(_lab.numpy_where(_as(condition), _side(x), _side(y)))


# Element by element


def clip(a, a_min=None, a_max=None, min=None, max=None):
    low, high = min if a_min is None else a_min, max if a_max is None else a_max
    if isinstance(a, ndarray) and a.dtype.kind == "f" and {type(low), type(high)} <= {float, int}:
        return _wrap(_lab.clamp(a._tensor, low, high))
    a = a if low is None else maximum(a, low)
    a = a if high is None else minimum(a, high)
    return array_of(a) if low is None and high is None else a


def _operation(name):
    def applied(x1, x2, out=None, **unused):
        return _two(name, x1, x2)

    return applied


add, subtract, multiply, divide, power = map(_operation, ("add", "sub", "mul", "div", "pow"))
floor_divide, mod, arctan2, minimum, maximum = map(_operation, ("floor_divide", "remainder", "atan2", "minimum", "maximum"))
equal, not_equal, less, less_equal, greater, greater_equal = map(_operation, ("eq", "ne", "lt", "le", "gt", "ge"))
def negative(x): return _wrap(_negative(_as(x)))
def logical_and(x1, x2): return _wrap(_torch.logical_and(_as(x1), _as(x2)))
def logical_or(x1, x2): return _wrap(_torch.logical_or(_as(x1), _as(x2)))
def logical_xor(x1, x2): return _wrap(_torch.logical_xor(_as(x1), _as(x2)))
def logical_not(x): return _wrap(_torch.logical_not(_as(x)))
def square(x): return _two("pow", x, 2)
def sign(x):
    made = _as(x)
    if _lab.dtype(made) == "bool":
        raise UFuncTypeError("ufunc 'sign' did not contain a loop with signature matching types <class 'numpy.dtypes.BoolDType'> -> None")
    signs = _lab.unary("sign", made)
    return _wrap(_lab.where(_torch.isnan(made), made, signs) if _lab.dtype(made).startswith("float") else signs)


true_divide, remainder, pow, atan2 = divide, mod, power, arctan2


def _apply(name):
    def applied(x, out=None, **unused):
        return _wrap(_lab.unary(name, _double(_as(x))))

    applied.__name__ = name
    return applied


exp, expm1, log, log1p, sqrt, isnan, isinf = map(_apply, ("exp", "expm1", "log", "log1p", "sqrt", "isnan", "isinf"))
sin, cos, tan, arcsin, arccos, arctan = map(_apply, ("sin", "cos", "tan", "asin", "acos", "atan"))
sinh, cosh, tanh, arcsinh, arccosh, arctanh = map(_apply, ("sinh", "cosh", "tanh", "asinh", "acosh", "atanh"))
rint = _apply("round")


def _whole(name):
    def applied(x, out=None, **unused):
        # Whole numbers are what they are.
        made = _as(x)
        return _wrap(_lab.unary(name, made) if _lab.dtype(made).startswith("float") else made)

    applied.__name__ = name
    return applied


floor, ceil, trunc = map(_whole, ("floor", "ceil", "trunc"))
def reciprocal(x): return 1 // array_of(x) if array_of(x).dtype.kind in "iu" else 1.0 / array_of(x)


def isfinite(x): return logical_not(logical_or(isnan(x), isinf(x)))
def abs(x, out=None): return array_of(x).__abs__()


absolute = fabs = abs


def round(a, decimals=0, out=None):
    made = _as(a)
    return _wrap(made) if not _lab.dtype(made).startswith("float") and decimals >= 0 else _wrap(_torch.round(_double(made), decimals=decimals))


around = round


# Many numbers into few


def _reduce(name, a, axis, keepdims):
    return _wrap(_lab.reduce(name, a, axis, keepdims))


def sum(a, axis=None, dtype=None, out=None, keepdims=False, initial=0, where=None):
    made = _as(a) if where is None else _lab.where(_as(where), _as(a), 0)
    made = made if dtype is None else _lab.cast(made, _kind(dtype))
    return _reduce("sum", made, axis, keepdims) + initial if initial else _reduce("sum", made, axis, keepdims)


def mean(a, axis=None, dtype=None, out=None, keepdims=False):
    made = _double(_as(a)) if dtype is None else _lab.cast(_as(a), _kind(dtype))
    return _reduce("mean", made, axis, keepdims)


def prod(a, axis=None, dtype=None, out=None, keepdims=False): return _reduce("prod", _as(a), axis, keepdims)
def max(a, axis=None, out=None, keepdims=False, initial=None): return _reduce("max", _as(a), axis, keepdims)
def min(a, axis=None, out=None, keepdims=False, initial=None): return _reduce("min", _as(a), axis, keepdims)
def all(a, axis=None, out=None, keepdims=False): return _reduce("all", _as(a), axis, keepdims)
def any(a, axis=None, out=None, keepdims=False): return _reduce("any", _as(a), axis, keepdims)
def argmax(a, axis=None, out=None, keepdims=False): return _wrap(_lab.arg_extreme(True, _as(a), axis, keepdims))
def argmin(a, axis=None, out=None, keepdims=False): return _wrap(_lab.arg_extreme(False, _as(a), axis, keepdims))


amax, amin = max, min


def cumsum(a, axis=None, dtype=None, out=None):
    made = _as(a) if dtype is None else _lab.cast(_as(a), _kind(dtype))
    return ndarray(_lab.cumsum(_torch.flatten(made) if axis is None else made, axis or 0))


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    return _wrap(_lab.spread(True, _double(_as(a)), axis, float(ddof), keepdims))


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    return _wrap(_lab.spread(False, _double(_as(a)), axis, float(ddof), keepdims))


def sort(a, axis=-1, kind=None, order=None):
    if order is not None:
        made = a.copy()
        made.sort(order=order)
        return made
    made = _as(a)
    if axis is None:
        made, axis = _torch.flatten(made), 0
    return ndarray(_lab.gather(made, axis, _lab.argsort(made, axis, False)))


def argsort(a, axis=-1, kind=None): return ndarray(_lab.argsort(_as(a), axis, False))
def dot(a, b): return _dot(a, b)
def matmul(x1, x2): return _matmul(x1, x2)


def isclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    return _wrap(_torch.isclose(_lab.cast(_as(a), "float64"), _lab.cast(_as(b), "float64"), rtol, atol, equal_nan))


def allclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    return bool(all(isclose(a, b, rtol, atol, equal_nan)))


def array_equal(a1, a2, equal_nan=False):
    a1, a2 = _as(a1), _as(a2)
    return a1.shape == a2.shape and bool((a1 == a2).all())


def _shapes(arrays): return [shape(a) for a in arrays]


concatenate = refusing(concatenate, lambda arrays, axis=0, **unused: of_joined(_shapes(arrays), axis or 0))
where = refusing(where, lambda *parts: of_broadcast(*_shapes(parts)))
stack = refusing(stack, lambda arrays, axis=0: of_stacked(_shapes(arrays)))
for _name in (
    "transpose swapaxes moveaxis expand_dims broadcast_to flip sum mean prod max min all any argmax argmin cumsum std var"
    " sort argsort eye full zeros ones empty full_like zeros_like ones_like amax amin"
).split():
    globals()[_name] = refusing(globals()[_name])
