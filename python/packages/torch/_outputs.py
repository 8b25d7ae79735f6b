"""The argument `out`: results that are written into tensors that there are already."""

import _lab
import _warned
from torch._base import Tensor


def written(out, result):
    """Writes a result, or several, into `out`, which takes its shape, and returns it."""
    if not isinstance(out, Tensor):
        parts = [written(*pair) for pair in zip(out, result)]
        return type(result)(parts, result._function, result._names) if hasattr(result, "_names") else tuple(parts)
    if _lab.is_grad_enabled() and (out.requires_grad or result.requires_grad):
        raise RuntimeError(
            "functions with out=... arguments don't support automatic differentiation, but one of the arguments requires grad."
        )
    if _rank(result) > _rank(out):
        raise RuntimeError(f"result type {_named(result)} can't be cast to the desired output type {_named(out)}")
    if out.shape != result.shape:
        if out.numel():
            _warned.warn(
                f"An output with one or more elements was resized since it had shape {list(out.shape)}, which does not match the required"
                f" output shape {list(result.shape)}. This behavior is deprecated, and in a future PyTorch release outputs will not be resized"
                " unless they have zero elements. You can explicitly reuse an out tensor t by resizing it, inplace, to zero elements with"
                " t.resize_(0)."
            )
        out.data = _lab.full(result.shape, 0, _lab.dtype(out))
    _lab.overwrite(out, result.detach())
    return out


def _rank(tensor):
    """Truth values fit into whole numbers, and these into fractions."""
    name = _lab.dtype(tensor)
    return 2 if name.startswith("float") else int(name != "bool")


def _named(tensor):
    return tensor.type().removeprefix("torch.").removesuffix("Tensor")


def _taking(scope, names):
    """Lets the functions of a module that have these names take `out`."""
    for name in names.split():
        scope[name] = _wrapped(scope[name], name)


def _wrapped(function, name):
    def applied(*given, out=None, **named):
        result = function(*given, **named)
        return result if out is None else written(out, result)

    applied.__name__ = applied.__qualname__ = name
    applied.__doc__ = function.__doc__
    applied.__module__ = function.__module__
    return applied
