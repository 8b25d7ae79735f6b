"""Rarer functions of one array or two."""

import numpy as np
import torch
from numpy._array import _as, _double, _side, _wrap, array, ndarray


def _of_torch(name, is_float=True):
    def applied(*arrays, **unused):
        return _wrap(getattr(torch, name)(*[_double(_as(a)) if is_float else _as(a) for a in arrays]))

    return applied


log2, log10, exp2, hypot = map(_of_torch, ("log2", "log10", "exp2", "hypot"))
logaddexp, fmin, fmax, copysign, sinc, deg2rad, rad2deg = map(
    _of_torch, ("logaddexp", "fmin", "fmax", "copysign", "sinc", "deg2rad", "rad2deg")
)
signbit, isposinf, isneginf, heaviside = map(_of_torch, ("signbit", "isposinf", "isneginf", "heaviside"))
radians, degrees, fix = deg2rad, rad2deg, np.trunc
asin, acos, atan, sinh, concat = np.arcsin, np.arccos, np.arctan, np.sinh, np.concatenate
# Python's own types, by the names that old numpy had for them.
float, int, bool, object, str = float, int, bool, object, str
positive, float_power = _of_torch("positive", False), _of_torch("float_power")


def cbrt(x): return np.sign(x) * np.abs(x) ** (1 / 3)
def fmod(x1, x2): return _wrap(torch.fmod(_as(x1), _side(x2)))
def conj(x): return x.conjugate() if isinstance(x, complex) else np.array_of(x).conj()
def real(val): return val.real if isinstance(val, complex) else np.array_of(val).real
def imag(val): return val.imag if isinstance(val, complex) else np.array_of(val).imag
def angle(z, deg=False): return np.arctan2(imag(z), real(z)) * (180 / np.pi if deg else 1.0)
def isreal(x): return np.ones(np.shape(x), bool)
def isscalar(element): return isinstance(element, (int, float, str, np.generic))
def iscomplexobj(x): return np.array_of(x).dtype.kind == "c"
def bitwise_and(x1, x2): return np.array_of(x1) & x2
def bitwise_or(x1, x2): return np.array_of(x1) | x2
def bitwise_xor(x1, x2): return np.array_of(x1) ^ x2
def invert(x): return ~np.array_of(x)


def divmod(x1, x2): return np.floor_divide(x1, x2), np.mod(x1, x2)
def modf(x): return x - np.trunc(x), np.trunc(x)


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    return _wrap(torch.nan_to_num(_as(x), nan, posinf, neginf))


def diff(a, n=1, axis=-1, prepend=None, append=None):
    more = [None if part is None else np.atleast_1d(part)._tensor for part in (prepend, append)]
    return ndarray(torch.diff(_as(a), n, axis, *more))


def ediff1d(ary): return diff(np.ravel(ary))


def gradient(f, *varargs, axis=None):
    numbers = np.array_of(f)
    if numbers.ndim != 1:
        raise NotImplementedError("gradient takes vectors here")
    x = np.arange(numbers.size) * 1.0
    if varargs:
        x = x * varargs[0] if np.ndim(varargs[0]) == 0 else np.array_of(varargs[0])
    steps, slopes = diff(x), diff(numbers) / diff(x)
    before, after = steps[:-1], steps[1:]
    middle = (slopes[:-1] * after + slopes[1:] * before) / (before + after)
    return np.concatenate([slopes[:1], middle, slopes[-1:]])


def cumprod(a, axis=None): return ndarray(torch.cumprod(_as(np.ravel(a) if axis is None else a), axis or 0))
def interp(x, xp, fp, left=None, right=None):
    """Returns the heights of the line through points, at other places."""
    x, xp, fp = (np.array(part, np.float64) for part in (x, xp, fp))
    if not xp.size or xp.shape != fp.shape:
        raise ValueError("fp and xp are not of the same length." if xp.size else "array of sample points is empty")
    if xp.size == 1:
        return x * 0 + fp[0]
    at = np.clip(np.searchsorted(xp, x, "right") - 1, 0, xp.size - 2)
    share = np.clip((x - xp[at]) / (xp[at + 1] - xp[at]), 0.0, 1.0)
    result = fp[at] + share * (fp[at + 1] - fp[at])
    result = result if left is None else np.where(x < xp[0], left, result)
    return result if right is None else np.where(x > xp[-1], right, result)


def trapezoid(y, x=None, dx=1.0, axis=-1):
    return _wrap(torch.trapezoid(_double(_as(y)), None if x is None else _double(_as(x)), dx=dx, dim=axis))


trapz = trapezoid


def convolve(a, v, mode="full"):
    a, v = np.ravel(a), np.ravel(v)
    if v.size > a.size:
        a, v = v, a
    padded = np.concatenate([np.zeros(v.size - 1, a.dtype), a, np.zeros(v.size - 1, a.dtype)])
    total = 0
    for at, weight in enumerate(v[::-1].tolist()):
        total = total + padded[at : at + a.size + v.size - 1] * weight
    cut = {"full": (0, 0), "valid": (v.size - 1, v.size - 1), "same": ((v.size - 1) // 2, v.size // 2)}[mode]
    return total[cut[0] : total.size - cut[1]]


def correlate(a, v, mode="valid"):
    a, v = np.ravel(a), np.ravel(v)
    return convolve(a, v[::-1], mode)


def outer(a, b): return np.ravel(a).reshape(-1, 1) * np.ravel(b)
def inner(a, b): return _wrap(torch.inner(_as(a), _as(b)))
def vdot(a, b): return np.sum(np.ravel(a) * np.ravel(b))
def cross(a, b): return ndarray(torch.cross(_as(a), _as(b), -1))
def kron(a, b): return ndarray(torch.kron(_as(a), _as(b)))
def tensordot(a, b, axes=2): return _wrap(torch.tensordot(_as(a), _as(b), axes))
def einsum(subscripts, *operands, **unused): return _wrap(torch.einsum(subscripts, *[_as(a) for a in operands]))


def logspace(start, stop, num=50, endpoint=True, base=10.0): return array([base**float(x) for x in np.linspace(start, stop, num, endpoint)])


def geomspace(start, stop, num=50, endpoint=True):
    return array([start * (stop / start) ** float(x) for x in np.linspace(0, 1, num, endpoint)])


def polyval(p, x):
    total = 0
    for factor in np.ravel(p).tolist():
        total = total * np.array_of(x) + factor
    return total


def polyfit(x, y, deg):
    powers = np.stack([np.array(x, np.float64) ** at for at in range(deg, -1, -1)], 1)
    return np.linalg.lstsq(powers, np.array(y, np.float64))[0]


def vectorize(pyfunc, *unused, **named):
    def applied(*arrays):
        parts = np.broadcast_arrays(*arrays)
        rows = zip(*[np.ravel(part).tolist() for part in parts])
        return array([pyfunc(*row) for row in rows]).reshape(parts[0].shape)

    return applied


def apply_along_axis(func1d, axis, arr, *args):
    moved = np.moveaxis(np.array_of(arr), axis, -1)
    rows = np.array([func1d(row, *args) for row in moved.reshape(-1, moved.shape[-1])])
    made = rows.reshape(moved.shape[:-1] + rows.shape[1:])
    return np.moveaxis(made, -1, axis) if rows.ndim > 1 else made


def piecewise(x, condlist, funclist):
    made = np.zeros(np.shape(x))
    for at, condition in enumerate(condlist):
        value = funclist[at](x) if callable(funclist[at]) else funclist[at]
        made = np.where(condition, value, made)
    return made


def select(condlist, choicelist, default=0):
    if not condlist or len(condlist) != len(choicelist):
        raise ValueError("list of cases must be same length as list of conditions, and not empty")
    made = default
    for condition, choice in reversed(list(zip(condlist, choicelist))):
        made = np.where(condition, choice, made)
    return made


def array_equiv(a1, a2): return bool(np.all(np.equal(a1, a2)))


def issubdtype(arg1, arg2):
    kind = np.dtype(arg1).type
    return kind is np.bool_ if arg2 in (bool, "bool", np.bool_) else issubclass(kind, arg2 if isinstance(arg2, type) and issubclass(arg2, np.generic) else np.dtype(arg2).type)


def can_cast(from_, to):
    order = ("bool", "uint8", "int32", "int64", "float32", "float64")
    names = [np.dtype(part).name for part in (from_, to)]
    return order.index(names[0]) <= order.index(names[1]) and names != ["int64", "float32"] and names != ["int32", "float32"]


class errstate:
    """Numbers that are none raise nothing here, so that there is nothing to turn off."""

    def __init__(self, **unused): pass
    def __enter__(self): return self
    def __exit__(self, *raised): pass


def seterr(**unused): return {}
