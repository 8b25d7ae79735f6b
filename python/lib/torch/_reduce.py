"""Many numbers into few."""

import builtins as py
from math import prod as _product

import _lab
from torch._base import Tensor, _into, _name, _recorded


class _Found(tuple):
    """A result of several tensors that have names: `max` along a dimension gives values and indices."""

    def __new__(cls, parts, function, names=("values", "indices")):
        made = tuple.__new__(cls, parts)
        made._function, made._names = function, names
        return made

    def __getattr__(self, name):
        if name in self.__dict__.get("_names", ()):
            return self[self._names.index(name)]
        raise AttributeError(f"the result of {self._function} has {' and '.join(self._names)}, not {name}")

    def __repr__(self):
        parts = ",\n".join(f"{name}={part!r}" for name, part in zip(self._names, self))
        return f"torch.return_types.{self._function}(\n{parts})"


def _extreme(is_max, input, dim, keepdim):
    name = "max" if is_max else "min"
    if dim is None:
        return _lab.reduce(name, input, None, False)
    if isinstance(dim, Tensor):
        return _lab.two(name + "imum", input, dim)
    return _Found(_lab.extreme(is_max, input, dim, keepdim), name)


def max(input, dim=None, keepdim=False, *, other=None, axis=None, keepdims=False, out=None): return _extreme(True, input, _one(dim, other, axis), keepdim or keepdims) if out is None else _into(out, max(input, dim, keepdim, other=other, axis=axis, keepdims=keepdims))
def min(input, dim=None, keepdim=False, *, other=None, axis=None, keepdims=False, out=None): return _extreme(False, input, _one(dim, other, axis), keepdim or keepdims) if out is None else _into(out, min(input, dim, keepdim, other=other, axis=axis, keepdims=keepdims))
def amax(input, dim=None, keepdim=False, *, axis=None, keepdims=False, out=None): return _lab.reduce("max", input, _some(_one(dim, axis)), keepdim or keepdims) if out is None else _into(out, amax(input, dim, keepdim, axis=axis, keepdims=keepdims))
def amin(input, dim=None, keepdim=False, *, axis=None, keepdims=False, out=None): return _lab.reduce("min", input, _some(_one(dim, axis)), keepdim or keepdims) if out is None else _into(out, amin(input, dim, keepdim, axis=axis, keepdims=keepdims))
def argmax(input, dim=None, keepdim=False, *, axis=None, keepdims=False, out=None): return _place(True, input, _one(dim, axis), keepdim or keepdims) if out is None else _into(out, argmax(input, dim, keepdim, axis=axis, keepdims=keepdims))
def argmin(input, dim=None, keepdim=False, *, axis=None, keepdims=False, out=None): return _place(False, input, _one(dim, axis), keepdim or keepdims) if out is None else _into(out, argmin(input, dim, keepdim, axis=axis, keepdims=keepdims))
def all(input, dim=None, keepdim=False, *, axis=None, keepdims=False, out=None): return _truth("all", input, _one(dim, axis), keepdim or keepdims) if out is None else _into(out, all(input, dim, keepdim, axis=axis, keepdims=keepdims))
def any(input, dim=None, keepdim=False, *, axis=None, keepdims=False, out=None): return _truth("any", input, _one(dim, axis), keepdim or keepdims) if out is None else _into(out, any(input, dim, keepdim, axis=axis, keepdims=keepdims))


def _place(is_max, input, dim, keepdim):
    if _lab.dtype(input) == "bool":
        name = "argmax" if is_max else "argmin"
        raise RuntimeError(f"{name} is not defined for truth values: call .int() first")
    return _lab.arg_extreme(is_max, input, dim, keepdim)


def _truth(name, input, dim, keepdim):
    truth = _lab.reduce(name, input, dim, keepdim)
    # Bytes were PyTorch's truth values, and stay what they are.
    return _lab.cast(truth, "uint8") if _lab.dtype(input) == "uint8" else truth


def _one(*given):
    """Returns the argument that is given: a dimension has two names."""
    for value in given:
        if value is not None:
            return value


def _some(dims):
    """Returns dimensions, or None for all of them, which no dimension stands for in sums, means, spreads and `amax`."""
    return None if isinstance(dims, (tuple, list)) and not dims else dims


def sum(input, dim=None, keepdim=False, *, dtype=None, axis=None, keepdims=False, out=None):
    if out is not None:
        return _into(out, sum(input, dim, keepdim, dtype=dtype, axis=axis, keepdims=keepdims))
    total = _lab.reduce("sum", input, _some(dim if axis is None else axis), keepdim or keepdims)
    return total if dtype is None else _lab.cast(total, _name(dtype))


def mean(input, dim=None, keepdim=False, *, dtype=None, axis=None, keepdims=False, out=None):
    if out is not None:
        return _into(out, mean(input, dim, keepdim, dtype=dtype, axis=axis, keepdims=keepdims))
    input = input if dtype is None else _lab.cast(input, _name(dtype))
    return _lab.reduce("mean", input, _some(dim if axis is None else axis), keepdim or keepdims)


def prod(input, dim=None, keepdim=False, *, dtype=None, axis=None, keepdims=False, out=None):
    if out is not None:
        return _into(out, prod(input, dim, keepdim, dtype=dtype, axis=axis, keepdims=keepdims))
    input = input if dtype is None else _lab.cast(input, _name(dtype))
    return _lab.reduce("prod", input, dim if axis is None else axis, keepdim or keepdims)


def cumsum(input, dim=None, *, dtype=None, axis=None, out=None):
    if out is not None:
        return _into(out, cumsum(input, dim, dtype=dtype, axis=axis))
    dim = _one(dim, axis)
    if dim is None:
        raise TypeError("cumsum adds along one dimension: name it, as in cumsum(0) or cumsum(dim=-1)")
    return _lab.cumsum(input if dtype is None else _lab.cast(input, _name(dtype)), dim)


def std(input, dim=None, unbiased=True, keepdim=False, *, correction=None, axis=None, keepdims=False, out=None):
    if out is not None:
        return _into(out, std(input, dim, unbiased, keepdim, correction=correction, axis=axis, keepdims=keepdims))
    return _spread(True, input, _one(dim, axis), unbiased, keepdim or keepdims, correction)


def var(input, dim=None, unbiased=True, keepdim=False, *, correction=None, axis=None, keepdims=False, out=None):
    if out is not None:
        return _into(out, var(input, dim, unbiased, keepdim, correction=correction, axis=axis, keepdims=keepdims))
    return _spread(False, input, _one(dim, axis), unbiased, keepdim or keepdims, correction)


def _spread(is_root, input, dim, unbiased, keepdim, correction):
    if isinstance(dim, bool):
        # `std(unbiased)`, of all numbers.
        dim, unbiased = None, dim
    return _lab.spread(is_root, input, _some(dim), float(unbiased if correction is None else correction), keepdim)


def norm(input, p="fro", dim=None, keepdim=False, *, out=None):
    if out is not None:
        return _into(out, norm(input, p, dim, keepdim))
    dim = _some(dim)
    if p in ("fro", 2, None):
        return _lab.unary("length", _lab.reduce("sum", input * input, dim, keepdim))
    sizes = _lab.unary("abs", input)
    if p in (float("inf"), float("-inf")):
        return _lab.reduce("max" if p > 0 else "min", sizes, dim, keepdim)
    if p == 0:
        return _lab.reduce("sum", _lab.cast(input != 0, _lab.dtype(input)), dim, keepdim)
    if p == 1:
        return _lab.reduce("sum", sizes, dim, keepdim)
    return _power(_lab.reduce("sum", _power(sizes, p), dim, keepdim), 1 / p)


def _power(sizes, exponent):
    """Returns powers of numbers that are not negative, with a slope of 0 at 0."""
    is_none = sizes == 0
    return _lab.where(is_none, sizes, _lab.where(is_none, 1.0, sizes) ** exponent)


def numel(input):
    return _product(input.shape)


_recorded(globals(), "amax amin norm=LinalgVectorNormBackward0")
