"""Reading and writing at places that tensors or masks name."""

import _lab
import torch
from torch._base import Tensor, _axis, _mask, _recorded
from torch._outputs import _taking


def _fitted(src, index):
    """Returns as much of a source as an index has places."""
    if not isinstance(src, Tensor):
        return src
    return src if src.shape == index.shape else src[tuple(slice(0, size) for size in index.shape)]


def _hot(input, dim, index):
    """Returns whether each place of an index names each place of the dimension, which comes last."""
    return index.unsqueeze(-1) == torch.arange(input.shape[_axis(input, dim)])


def _widened(input, axis, part):
    """Returns `part` with zeros where the input is larger, its last dimension moved to `axis`."""
    part = torch.movedim(part, -1, axis)
    if part.shape == input.shape:
        return part
    whole = torch.zeros(input.shape, dtype=part.dtype)
    whole[tuple(slice(0, size) for size in part.shape)] = part
    return whole


def scatter_add(input, dim, index, src):
    return _lab.scatter(input, dim, index, src, True)


def scatter_reduce(input, dim, index, src, reduce, *, include_self=True):
    axis, src, hot = _axis(input, dim), _fitted(src, index), _hot(input, dim, index)
    count = _widened(input, axis, hot.long().sum(axis))
    if reduce in ("sum", "mean"):
        total = _widened(input, axis, (src.unsqueeze(-1) * hot.to(src.dtype)).sum(axis))
        whole = input + total if include_self else torch.where(count > 0, total, input)
        if reduce == "sum":
            return whole
        return whole / torch.clamp(count + include_self, min=1)
    neutral = {"prod": 1.0, "amax": float("-inf"), "amin": float("inf")}[reduce]
    spread = torch.where(hot, src.unsqueeze(-1), neutral)
    folded = getattr(torch, reduce)(spread, axis)
    if folded.dim() != input.dim() or torch.movedim(folded, -1, axis).shape != input.shape:
        raise NotImplementedError(f"scatter_reduce with {reduce} needs an index as large as the tensor in the other dimensions")
    folded = torch.movedim(folded, -1, axis)
    if include_self:
        both = {"prod": torch.mul, "amax": torch.maximum, "amin": torch.minimum}[reduce](input, folded)
        return torch.where(count > 0, both, input)
    return torch.where(count > 0, folded, input)


def _stretched(input, dim, index, like):
    """Returns an index vector as an index of the shape of `like`."""
    axis = _axis(input, dim)
    sizes = [1] * len(like.shape)
    sizes[axis] = -1
    return index.long().reshape(sizes).expand(like.shape)


def index_add(input, dim, index, source, *, alpha=1):
    if index.dim() and index.shape[0] != source.shape[_axis(input, dim)]:
        raise RuntimeError(f"there are {index.shape[0]} places and {source.shape[dim]} parts")
    return _lab.index_add(input, dim, index.long(), source if alpha == 1 else source * alpha)


def index_copy(input, dim, index, source):
    _inside(input, dim, index)
    return torch.scatter(input, dim, _stretched(input, dim, index, source), source)


def _inside(input, dim, index):
    size = input.shape[_axis(input, dim)]
    if bool(((index < 0) | (index >= size)).any()):
        raise IndexError(f"places are from 0 to {size - 1}: one is not")


def index_fill(input, dim, index, value):
    like = input[(slice(None),) * _axis(input, dim) + (index.long(),)]
    return torch.scatter(input, dim, _stretched(input, dim, index, like), value.item() if isinstance(value, Tensor) else value)


def index_put(input, indices, values, accumulate=False):
    result = input.clone()
    if not accumulate:
        result[tuple(indices)] = values
        return result
    places = torch.arange(input.numel()).reshape(input.shape)[tuple(indices)]
    flat = scatter_add(input.flatten(), 0, places.flatten(), values.expand(places.shape).flatten())
    return flat.reshape(input.shape)


def take(input, index):
    return input.flatten()[index]


def take_along_dim(input, indices, dim=None):
    if dim is None:
        return input.flatten()[indices.flatten()]
    shape = list(torch.broadcast_shapes(_without(input, dim), _without(indices, dim)))
    axis = _axis(input, dim)
    own = shape[:axis] + [input.shape[axis]] + shape[axis + 1 :]
    wanted = shape[:axis] + [indices.shape[axis]] + shape[axis + 1 :]
    return _lab.gather(input.expand(own), dim, indices.expand(wanted))


def _without(input, dim):
    sizes = list(input.shape)
    sizes[dim] = 1
    return tuple(sizes)


def masked_select(input, mask):
    _mask("masked_select", mask)
    input, mask = torch.broadcast_tensors(input, mask)
    return input[mask]


def masked_scatter(input, mask, source):
    """Returns the tensor with the first numbers of `source` where the mask is true."""
    mask = mask.expand(input.shape)
    order = torch.clamp(torch.cumsum(mask.flatten().long(), 0) - 1, min=0)
    return torch.where(mask, source.flatten()[order].reshape(input.shape), input)


def argwhere(input):
    return torch.nonzero(input)


_recorded(globals(), "scatter_reduce index_fill index_copy index_put take masked_select masked_scatter")
_taking(globals(), "take take_along_dim masked_select")
