"""Making tensors."""

import builtins as py

import _lab
from torch._base import Tensor, _into, _kind, _leaf, _make, _name, _plain, _require, _shape, _tensor


def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    return _leaf(_make(data, _name(dtype)), requires_grad)


def as_tensor(data, dtype=None, device=None):
    made = _plain(data)
    made = made if isinstance(made, Tensor) else _make(made, _name(dtype))
    return made if dtype is None else _lab.cast(made, _name(dtype))


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False):
    return _leaf(as_tensor(obj, dtype), requires_grad)


def from_numpy(ndarray):
    inner = _plain(ndarray)
    if not isinstance(inner, Tensor):
        raise TypeError(f"expected np.ndarray (got {type(ndarray).__name__})")
    return _lab.detach(inner)


def full(size, fill_value, *, dtype=None, device=None, requires_grad=False):
    kinds = {bool: "bool", int: "int64"}
    named = _name(dtype) or kinds.get(type(fill_value)) or _kind(None)
    if isinstance(fill_value, Tensor):
        fill_value, named = fill_value.item(), _name(dtype) or _lab.dtype(fill_value)
    return _leaf(_lab.full(_shape((size,)), fill_value, named), requires_grad)


def zeros(*size, dtype=None, device=None, requires_grad=False, **unused):
    return _leaf(_lab.full(_shape(size or (unused.get("size", ()),)), 0, _kind(dtype)), requires_grad)


def ones(*size, dtype=None, device=None, requires_grad=False, **unused):
    return _leaf(_lab.full(_shape(size or (unused.get("size", ()),)), 1, _kind(dtype)), requires_grad)


empty = zeros


def full_like(input, fill_value, *, dtype=None, device=None, requires_grad=False):
    named = _name(dtype) or _lab.dtype(input)
    return _leaf(_lab.full(input.shape, fill_value, named), requires_grad)


def zeros_like(input, *, dtype=None, device=None, requires_grad=False, memory_format=None):
    return full_like(input, 0, dtype=dtype, requires_grad=requires_grad)


def ones_like(input, *, dtype=None, device=None, requires_grad=False, memory_format=None):
    return full_like(input, 1, dtype=dtype, requires_grad=requires_grad)


empty_like = zeros_like


def arange(start, end=None, step=1, *, dtype=None, device=None, requires_grad=False, out=None):
    if out is not None:
        return _into(out, arange(start, end, step, dtype=dtype, device=device, requires_grad=requires_grad))
    if end is None:
        start, end = 0, start
    start, end, step = [x.item() if isinstance(x, Tensor) else x for x in (start, end, step)]
    _require(step != 0, "the step of arange cannot be 0")
    _require(0 <= (end - start) * step < float("inf"), f"arange never gets from {start} to {end} in steps of {step}")
    values = _ramp(start, end, step)
    return _leaf(_lab.cast(values, _name(dtype) or ("int64" if _lab.dtype(values) == "int64" else _kind(None))), requires_grad)


def _ramp(start, end, step):
    """Returns the numbers from `start` to before `end`: whole ones if all three are, else of 64 bits. They may be none."""
    if py.all(isinstance(x, int) for x in (start, end, step)):
        return _lab.ramp(int(start), int(step), len(range(start, end, step)))
    return _lab.ramp(float(start), float(step), py.max(0, -int(-((end - start) / step) // 1)))


def linspace(start, end, steps, *, dtype=None, device=None, requires_grad=False, out=None):
    if out is not None:
        return _into(out, linspace(start, end, steps, dtype=dtype, device=device, requires_grad=requires_grad))
    _lab.fits((steps,))
    gap = (end - start) / py.max(steps - 1, 1)
    # Counted from the nearer end, so that the last number is `end` itself.
    half = steps // 2
    values = [start + gap * i if i < half or steps == 1 else end - gap * (steps - 1 - i) for i in range(steps)]
    return _leaf(_lab.tensor(values, _kind(dtype)), requires_grad)


def eye(n, m=None, *, dtype=None, device=None, requires_grad=False, out=None):
    if out is not None:
        return _into(out, eye(n, m, dtype=dtype, device=device, requires_grad=requires_grad))
    columns = n if m is None else m
    _require(n >= 0 and columns >= 0, f"a matrix has 0 rows and columns or more, not {n} x {columns}")
    rows, columns = _lab.view(_lab.ramp(0, 1, n), (n, 1)), _lab.ramp(0, 1, columns)
    return _leaf(_lab.cast(_lab.two("eq", rows, columns), _kind(dtype)), requires_grad)
