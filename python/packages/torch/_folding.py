"""Rarer reductions, and running ones."""

import _lab
import torch
from torch._base import _at, _axis, _recorded, _require
from torch._outputs import _taking
from torch._reduce import _Found


def logsumexp(input, dim, keepdim=False):
    most = torch.amax(input.detach(), dim, True)
    most = torch.where(torch.isfinite(most), most, 0.0)
    total = torch.log(torch.exp(input - most).sum(dim, True)) + most
    return total if keepdim else torch.squeeze(total, dim)


def std_mean(input, dim=None, unbiased=True, keepdim=False, *, correction=None):
    return torch.std(input, dim, unbiased, keepdim, correction=correction), torch.mean(input, _dims(dim), keepdim)


def var_mean(input, dim=None, unbiased=True, keepdim=False, *, correction=None):
    return torch.var(input, dim, unbiased, keepdim, correction=correction), torch.mean(input, _dims(dim), keepdim)


def _dims(dim):
    return None if isinstance(dim, bool) else dim


def count_nonzero(input, dim=None):
    return (input != 0).sum(dim)


def aminmax(input, *, dim=None, keepdim=False):
    found = (torch.amin(input, dim, keepdim), torch.amax(input, dim, keepdim))
    return _Found(found, "aminmax", ("min", "max"))


def nansum(input, dim=None, keepdim=False):
    return torch.where(torch.isnan(input), 0.0, input).sum(dim, keepdim)


def nanmean(input, dim=None, keepdim=False):
    return nansum(input, dim, keepdim) / (~torch.isnan(input)).sum(dim, keepdim)


def dist(input, other, p=2):
    return torch.norm(input - other, p)


def _running(input, dim, step):
    """Returns what `step` makes of each part along a dimension and what it made of those before."""
    parts, made = torch.unbind(input, dim), []
    for part in parts:
        made.append(step(made[-1], part) if made else part)
    return torch.stack(made, dim) if made else input


def cumprod(input, dim=None, *, dtype=None):
    dtype = dtype or (input.dtype if input.is_floating_point() else torch.int64)
    return _running(input.to(dtype), dim, torch.mul)


def logcumsumexp(input, dim):
    return _running(input, dim, torch.logaddexp)


def _running_extreme(input, dim, is_new, name):
    axis = _axis(input, dim)
    places, best = [], None
    for at, part in enumerate(torch.unbind(input.detach(), axis)):
        here = torch.full(part.shape, at)
        if best is None:
            best, place = part, here
        else:
            better = is_new(part, best)
            best, place = torch.where(better, part, best), torch.where(better, here, place)
        places.append(place)
    index = torch.stack(places, axis)
    return _Found((_lab.gather(input, axis, index), index), name)


def cummax(input, dim):
    return _running_extreme(input, dim, torch.ge, "cummax")


def cummin(input, dim):
    return _running_extreme(input, dim, torch.le, "cummin")


def diff(input, n=1, dim=-1, prepend=None, append=None):
    input = torch.cat([part for part in (prepend, input, append) if part is not None], dim)
    _require(n >= 0, f"diff subtracts 0 times or more, not {n}")
    for _ in range(n):
        after, before = _at(input, dim, slice(1, None)), _at(input, dim, slice(0, -1))
        input = after ^ before if input.dtype == torch.bool else after - before
    return input


def trapezoid(y, x=None, *, dx=1.0, dim=-1):
    middles = (_at(y, dim, slice(1, None)) + _at(y, dim, slice(0, -1))) / 2
    return (middles * (dx if x is None else diff(x, dim=-1 if x.dim() == 1 else dim))).sum(dim)


trapz = trapezoid


def cov(input, *, correction=1):
    rows = input if input.dim() > 1 else input.reshape(1, -1)
    off = rows - rows.mean(1, True)
    result = off @ off.t() / (rows.shape[1] - correction)
    return result if result.numel() > 1 else result.reshape(())


def corrcoef(input):
    both = cov(input)
    if not both.dim():
        return both / both
    scale = torch.sqrt(torch.diagonal(both))
    return torch.clamp(both / scale.unsqueeze(1) / scale, -1, 1)


def renorm(input, p, dim, maxnorm):
    axis = _axis(input, dim)
    norms = torch.norm(input, p, [at for at in range(input.dim()) if at != axis], True)
    return torch.where(norms > maxnorm, input * (maxnorm / (norms + 1e-7)), input)


def sum_to_size(input, *size):
    size = tuple(size[0]) if len(size) == 1 and not isinstance(size[0], int) else size
    more = input.dim() - len(size)
    input = input.sum(tuple(range(more))) if more else input
    for axis, wanted in enumerate(size):
        if wanted == 1 and input.shape[axis] != 1:
            input = input.sum(axis, True)
    return input


_recorded(globals(), "logsumexp aminmax nansum dist cumprod logcumsumexp cummax cummin renorm")
_taking(globals(), "logsumexp aminmax nansum nanmean cumprod logcumsumexp cummax cummin renorm")
