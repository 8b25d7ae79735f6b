"""Joining tensors, taking them apart, and giving them other shapes."""

import builtins as py
from math import prod as _product

import _lab
from torch._base import _at, _axis, _into, _recorded, _require, _shape


def cat(tensors, dim=0, *, axis=None, out=None):
    if out is not None:
        return _into(out, cat(tensors, dim, axis=axis))
    tensors = list(tensors)
    if not tensors:
        raise ValueError("torch.cat(): expected a non-empty list of Tensors")
    return _lab.cat(tensors, dim if axis is None else axis)


concat = concatenate = cat


def stack(tensors, dim=0, *, out=None):
    if out is not None:
        return _into(out, stack(tensors, dim))
    return _lab.stack(list(tensors), dim)


def split(tensor, split_size_or_sections, dim=0):
    size = tensor.shape[_axis(tensor, dim)]
    if isinstance(split_size_or_sections, int):
        step = split_size_or_sections
        if step < 1:
            _require(step == size, f"a split makes parts of 1 or more, not of {step}")
            return (tensor,)
        ends, record = list(range(step, size, step)) + [size], "SplitBackward0"
    else:
        ends, end, record = [], 0, "SplitWithSizesBackward0"
        for section in split_size_or_sections:
            _require(section >= 0, f"the sections of a split have 0 or more, not {section}")
            end += section
            ends.append(end)
        if end != size:
            raise RuntimeError(
                f"the sections of a split have to sum to {size}, not {end}"
            )
    return _lab.named(record, _pieces(tensor, ends, dim), [tensor])


def _pieces(tensor, ends, dim):
    axis, parts, start = _axis(tensor, dim), [], 0
    for end in ends:
        parts.append(tensor[(slice(None),) * axis + (slice(start, end),)])
        start = end
    return tuple(parts)


def chunk(input, chunks, dim=0):
    _require(chunks > 0, f"chunk makes 1 part or more, not {chunks}")
    return split(input, -(-input.shape[_axis(input, dim)] // chunks) or 1, dim)


def unbind(input, dim=0):
    axis = _axis(input, dim)
    return tuple(input[(slice(None),) * axis + (i,)] for i in range(input.shape[axis]))


def select(input, dim, index):
    return _at(input, dim, int(index))


def narrow(input, dim, start, length):
    start, size = int(start), input.shape[_axis(input, dim)]
    if not -size <= start <= size:
        raise IndexError(f"a part cannot begin at {start}: from {-size} to {size}")
    start += size * (start < 0)
    if not 0 <= length <= size - start:
        raise RuntimeError(f"a part of {length} from {start} on does not lie within {size}")
    return _at(input, dim, slice(start, start + length))


def reshape(input, *shape):
    return _lab.view(input, _shape(shape))


def flatten(input, start_dim=0, end_dim=-1):
    shape = input.shape
    if not shape:
        return _lab.view(input, (1,))
    start, end = _axis(input, start_dim), _axis(input, end_dim)
    if start > end:
        raise RuntimeError(f"flatten goes from a dimension to a later one, not from {start_dim} to {end_dim}")
    return _lab.view(input, shape[:start] + (_product(shape[start : end + 1]),) + shape[end + 1 :])


def squeeze(input, dim=None):
    shape = input.shape
    if dim is None:
        return _lab.named("SqueezeBackward0", _lab.view(input, tuple(size for size in shape if size != 1)), [input])
    dims = [_axis(input, at) for at in ((dim,) if isinstance(dim, int) else dim)]
    if not shape or not py.any(shape[at] == 1 for at in dims):
        return input
    slim = _lab.view(input, tuple(size for at, size in enumerate(shape) if size != 1 or at not in dims))
    return _lab.named("SqueezeBackward1" if isinstance(dim, int) else "SqueezeBackward2", slim, [input])


def unsqueeze(input, dim):
    shape = tuple(input.shape)
    if not -len(shape) - 1 <= dim <= len(shape):
        raise IndexError(
            f"a new dimension cannot be number {dim}: from {-len(shape) - 1} to {len(shape)}"
        )
    at = dim % (len(shape) + 1)
    return _lab.view(input, shape[:at] + (1,) + shape[at:])


def permute(input, *dims, **named):
    return _lab.permute(input, _shape(dims or (named["dims"],)))


def transpose(input, dim0, dim1):
    order = list(range(len(input.shape)))
    dim0, dim1 = _axis(input, dim0), _axis(input, dim1)
    if order:
        order[dim0], order[dim1] = order[dim1], order[dim0]
    return _lab.permute(input, tuple(order))


_recorded(globals(), "transpose")
swapaxes = swapdims = transpose


def t(input):
    if len(input.shape) > 2:
        raise RuntimeError(f"t takes at most two dimensions, not {len(input.shape)}: name two for transpose")
    return input if len(input.shape) < 2 else transpose(input, 0, 1)


def broadcast_to(input, *shape):
    return _lab.expand(input, _shape(shape))


def clone(input, **kwargs):
    """Returns a copy, through which gradients flow."""
    return _lab.clone(input)


def flip(input, *dims, **named):
    for dim in _shape(dims or (named["dims"],)):
        input = _lab.at(input, (slice(None),) * _axis(input, dim) + (slice(None, None, -1),))
    return clone(input)


def roll(input, shifts, dims=None):
    if dims is None:
        return roll(input.flatten(), shifts, 0).reshape(input.shape)
    if not isinstance(dims, int):
        for shift, dim in zip(shifts, dims):
            input = roll(input, shift, dim)
        return input
    axis = _axis(input, dims)
    size = input.shape[axis]
    cut = (-shifts) % size if size else 0
    front = (slice(None),) * axis
    return cat([input[front + (slice(cut, None),)], input[front + (slice(None, cut),)]], axis)


def argsort(input, dim=-1, descending=False, stable=False):
    """Returns the place that each element of the sorted tensor had. Equal ones keep their order."""
    return _lab.argsort(input, dim, descending)


_recorded(globals(), "unbind unsqueeze t flip roll")
