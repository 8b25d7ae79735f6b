"""Sorting, and what rests on an order."""

import builtins as py

import _lab
import torch
from torch._base import Tensor, _at, _axis, _ranks, _recorded, _require
from torch._outputs import _taking
from torch._reduce import _Found
from torch._shape import argsort


def sort(input, dim=-1, descending=False, stable=False):
    places = argsort(input, dim, descending)
    return _Found((_picked(input, dim, places), places), "sort")


def _picked(input, dim, places):
    return _lab.gather(input, dim, places) if input.shape else input


def msort(input):
    return sort(input, 0)[0]


def topk(input, k, dim=-1, largest=True, sorted=True):
    size = input.shape[_axis(input, dim)] if input.shape else 1
    _require(0 <= k <= size, f"topk takes 0 to {size} of dimension {dim}, not {k}")
    places = _at(argsort(input, dim, largest), dim, slice(0, k)).contiguous()
    return _Found((_picked(input, dim, places), places), "topk")


def _single(input, dim, rank, keepdim, name):
    """Returns the element that stands at `rank` of the order along a dimension, and its place."""
    if not input.shape:
        return _Found((input, torch.zeros((), dtype=torch.int64)), name)
    places = _at(argsort(input, dim), dim, slice(rank, rank + 1)).contiguous()
    if name == "median" and input.is_floating_point():
        # What is no number is the middle of all.
        is_none = torch.isnan(input)
        places = torch.where(is_none.any(dim, True), torch.argmax(is_none.int(), dim, True), places)
    found = (_picked(input, dim, places), places)
    return _Found(found if keepdim else [part.squeeze(dim) for part in found], name)


def kthvalue(input, k, dim=-1, keepdim=False):
    size = input.shape[_axis(input, dim)] if input.shape else 1
    _require(1 <= k <= size, f"kthvalue takes a rank from 1 to {size}, not {k}")
    return _single(input, dim, k - 1, keepdim, "kthvalue")


def median(input, dim=None, keepdim=False):
    """Returns the middle element, the lower of two."""
    if dim is None:
        flat = input.flatten()
        if not input.numel():
            return torch.tensor(torch.nan, dtype=input.dtype)
        middle = _single(flat.detach(), 0, (flat.shape[0] - 1) // 2, False, "median")[0]
        if not input.requires_grad:
            return middle
        # Equal ones share the gradient.
        is_one = (flat == middle) | (torch.isnan(flat) & torch.isnan(middle))
        return _lab.named("MedianBackward0", torch.where(is_one, flat, 0.0).sum() / is_one.sum(), [])
    return _lab.named("MedianBackward1", _single(input, dim, (input.shape[dim] - 1) // 2, keepdim, "median"), [input])


def nanmedian(input):
    return median(input[~torch.isnan(input)])


def mode(input, dim=-1, keepdim=False):
    """Returns the most frequent element, the smallest of several, and its last place."""
    axis = _axis(input, dim)
    moved = torch.transpose(input, axis, -1)
    size, numbers, places = moved.shape[-1], _lab.tolist(moved.flatten()), []
    for start in range(0, len(numbers), size):
        row, counts = numbers[start : start + size], {}
        for number in row:
            counts[number] = counts.get(number, 0) + 1
        most = py.max(counts.values())
        best = py.min(number for number in counts if counts[number] == most)
        places.append(size - 1 - row[::-1].index(best))
    index = torch.transpose(_lab.view(_lab.tensor(places, "int64"), tuple(moved.shape[:-1]) + (1,)), axis, -1)
    found = (_lab.gather(input, dim, index), index)
    return _Found(found if keepdim else [part.squeeze(dim) for part in found], "mode")


def quantile(input, q, dim=None, keepdim=False, *, interpolation="linear"):
    """Returns the number below which the share `q` lies, between two of them as `interpolation` says."""
    shares = q.tolist() if isinstance(q, Tensor) else q
    _require(input.is_floating_point(), f"quantile takes fractions, not {input.dtype}: call .float() first")
    if isinstance(shares, list):
        return torch.stack([quantile(input, share, dim, keepdim, interpolation=interpolation) for share in shares])
    if not 0 <= shares <= 1:
        raise RuntimeError("quantile takes shares from 0 to 1")
    if dim is None:
        result = quantile(input.flatten(), shares, 0, interpolation=interpolation)
        return result.reshape((1,) * input.dim()) if keepdim else result
    ordered, place = sort(input, dim)[0], shares * (input.shape[dim] - 1)
    low = int(place)
    high, part = py.min(low + 1, input.shape[dim] - 1), place - low
    part = {"linear": part, "lower": 0, "higher": int(part > 0), "midpoint": 0.5 * (part > 0)}.get(interpolation, py.round(part))
    below, above = _at(ordered, dim, slice(low, low + 1)), _at(ordered, dim, slice(high, high + 1))
    result = below + (above - below) * part if part else below
    result = torch.where(torch.isnan(input).any(dim, True), torch.nan, result)
    return result if keepdim else result.squeeze(dim)


def nanquantile(input, q, dim=None, keepdim=False):
    if dim is not None:
        raise NotImplementedError("nanquantile takes all numbers here: leave out dim")
    return quantile(input[~torch.isnan(input)], q)


def searchsorted(sorted_sequence, input, *, out_int32=False, right=False, side=None):
    """Returns the place at which each number would be inserted into the rising sequence."""
    numbers = torch._names._tensor(input)
    rows = sorted_sequence if sorted_sequence.dim() == 1 else sorted_sequence.unsqueeze(-2)
    beside = numbers.unsqueeze(-1)
    # What is no number is behind all that are.
    is_before = ~(beside < rows) if right or side == "right" else ~(beside <= rows)
    return is_before.sum(-1).to(torch.int32 if out_int32 else torch.int64)


def bucketize(input, boundaries, *, out_int32=False, right=False):
    return searchsorted(boundaries, input, out_int32=out_int32, right=right)


def _numbered(parts, return_inverse, return_counts, values, shape):
    """Returns the values of `unique`, and where asked for each element's number among them and how many there are."""
    numbers = {key: place for place, key in enumerate(values[1])}
    found = [values[0]]
    if return_inverse:
        found.append(_lab.tensor([numbers[part] for part in parts], "int64").reshape(shape))
    if return_counts:
        counts = [0] * len(numbers)
        for part in parts:
            counts[numbers[part]] += 1
        found.append(_lab.tensor(counts, "int64"))
    return found[0] if len(found) == 1 else tuple(found)


def _frozen(part):
    return tuple(_frozen(inner) for inner in part) if isinstance(part, list) else part


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    if dim is None:
        parts, shape, rest = input.flatten().tolist(), input.shape, None
    else:
        moved = torch.transpose(input, dim, 0)
        parts, shape, rest = [_frozen(part) for part in moved.tolist()], (moved.shape[0],), moved.shape[1:]
    keys = py.sorted(set(parts))
    values = _lab.tensor(keys, _lab.dtype(input))
    if rest is not None:
        values = torch.transpose(values, dim, 0)
    return _numbered(parts, return_inverse, return_counts, (values, keys), shape)


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    if dim is not None:
        raise NotImplementedError("unique_consecutive takes all numbers here: leave out dim")
    keys, inverse, counts = [], [], []
    for number in input.flatten().tolist():
        if not keys or keys[-1] != number:
            keys.append(number)
            counts.append(0)
        counts[-1] += 1
        inverse.append(len(keys) - 1)
    found = [_lab.tensor(keys, _lab.dtype(input))]
    if return_inverse:
        found.append(_lab.tensor(inverse, "int64").reshape(input.shape))
    if return_counts:
        found.append(_lab.tensor(counts, "int64"))
    return found[0] if len(found) == 1 else tuple(found)


def isin(elements, test_elements, *, assume_unique=False, invert=False):
    elements, others = torch._names._tensor(elements), torch._names._tensor(test_elements)
    found = (elements.unsqueeze(-1) == others.flatten()).any(-1)
    return ~found if invert else found


def bincount(input, weights=None, minlength=0):
    _ranks("bincount", (input, 1))
    if input.is_floating_point():
        raise NotImplementedError("bincount counts whole numbers: call .long() first")
    _require(minlength >= 0, f"there are 0 counts or more, not {minlength}")
    size = py.max(minlength, int(input.max()) + 1 if input.numel() else 0)
    each = torch.ones_like(input, dtype=torch.int64) if weights is None else weights
    return torch.zeros(size, dtype=each.dtype).scatter_add(0, input.long(), each)


def histc(input, bins=100, min=0, max=0):
    _require(bins > 0, f"a histogram has 1 bin or more, not {bins}")
    _require(min <= max, f"a histogram goes from a lower bound to a higher one, not from {min} to {max}")
    if min == max == 0:
        min, max = (input.min().item(), input.max().item()) if input.numel() else (0, 1)
    if min == max:
        min, max = min - 1, max + 1
    inside = input[(input >= min) & (input <= max)]
    places = torch.clamp(((inside - min) * (bins / (max - min))).long(), max=bins - 1)
    return bincount(places, minlength=bins).to(input.dtype)


_recorded(globals(), "sort topk kthvalue mode")
_taking(globals(), "sort msort topk kthvalue median nanmedian mode quantile nanquantile searchsorted bucketize isin histc")
