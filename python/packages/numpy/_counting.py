"""Statistics, sets and histograms."""

import _lab
import numpy as np
import torch
from numpy._array import _as, _double, _wrap, array, ndarray


def average(a, axis=None, weights=None, returned=False, keepdims=False):
    if weights is None:
        return np.mean(a, axis, keepdims=keepdims)
    a, weights = np.array_of(a), np.array_of(weights)
    if weights.shape != a.shape:
        weights = weights.reshape((-1,) + (1,) * (a.ndim - 1 - axis % a.ndim))
        weights = np.broadcast_to(weights, a.shape)
    total = np.sum(weights, axis, keepdims=keepdims)
    if bool(np.any(total == 0)):
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    result = np.sum(a * weights, axis, keepdims=keepdims) / total
    return (result, total) if returned else result


def quantile(a, q, axis=None, method="linear", keepdims=False):
    """Returns the value below which the share `q` of the numbers lies, between two of them as `method` says."""
    made = _double(_as(a))
    shares = np.array(q)
    if bool(np.any(shares < 0)) or bool(np.any(shares > 1)):
        raise ValueError("Quantiles must be in the range [0, 1]")
    if not made.numel():
        raise IndexError("index -1 is out of bounds for axis 0 with size 0")
    found = torch.quantile(made.double(), shares.tolist(), axis, keepdims, interpolation=method)
    return _wrap(found.to(made.dtype))


def percentile(a, q, axis=None, method="linear", keepdims=False):
    return quantile(a, np.array(q) / 100, axis, method, keepdims)


def median(a, axis=None, keepdims=False):
    return quantile(a, 0.5, axis, keepdims=keepdims) if np.size(a) else np.float64(np.nan)


def ptp(a, axis=None): return np.max(a, axis) - np.min(a, axis)
def _kept(a): return np.array_of(a)[np.logical_not(np.isnan(a))]


def _without(function, neutral=None):
    """A function that leaves out what is no number."""
    def applied(a, axis=None, **named):
        if axis is None:
            return function(_kept(a), **named)
        if neutral is None:
            moved = np.moveaxis(np.array_of(a), axis, -1)
            rows = moved.reshape(-1, moved.shape[-1])
            return np.array([function(_kept(row), **named) for row in rows]).reshape(moved.shape[:-1])
        return function(np.where(np.isnan(a), neutral, a), axis=axis, **named)

    return applied


nansum, nanprod = _without(np.sum, 0.0), _without(np.prod, 1.0)
nanmax, nanmin = _without(np.max, float("-inf")), _without(np.min, float("inf"))
nanmean, nanstd, nanvar, nanmedian = _without(np.mean), _without(np.std), _without(np.var), _without(median)


def nanargmax(a, axis=None): return np.argmax(np.where(np.isnan(a), float("-inf"), a), axis)
def nanargmin(a, axis=None): return np.argmin(np.where(np.isnan(a), float("inf"), a), axis)
def nanpercentile(a, q, axis=None): return percentile(_kept(a), q)
def count_nonzero(a, axis=None): return _wrap(torch.count_nonzero(_as(a), axis)) if axis is not None else np.int64(int((_as(a) != 0).sum()))
def argwhere(a): return ndarray(torch.nonzero(_as(a)))
def nonzero(a): return np.array_of(a).nonzero()
def flatnonzero(a): return np.ravel(a).nonzero()[0]


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None):
    made = _as(ar)
    found = torch.unique(made, True, return_inverse, return_counts, axis)
    found = [ndarray(part) for part in (found if isinstance(found, tuple) else (found,))]
    if return_index:
        places = {}
        for at, part in enumerate(made.flatten().tolist() if axis is None else made.tolist()):
            places.setdefault(str(part), at)
        found.insert(1, array([places[str(part)] for part in found[0].tolist()], np.int64))
    return found[0] if len(found) == 1 else tuple(found)


def isin(element, test_elements, assume_unique=False, invert=False): return _wrap(torch.isin(_as(element), _as(test_elements), invert=invert))


in1d = isin


def intersect1d(ar1, ar2): return array(sorted(set(np.ravel(ar1).tolist()) & set(np.ravel(ar2).tolist())))
def union1d(ar1, ar2): return unique(np.concatenate([np.ravel(ar1), np.ravel(ar2)]))
def setdiff1d(ar1, ar2): return array(sorted(set(np.ravel(ar1).tolist()) - set(np.ravel(ar2).tolist())), np.array_of(ar1).dtype)
def searchsorted(a, v, side="left"): return _wrap(torch.searchsorted(_as(a), _as(v), side=side))


def digitize(x, bins, right=False):
    edges = _as(bins)
    found = _lab.bin_of(float(x), edges, right) if isinstance(x, (int, float)) else None
    if found is not None:
        return found
    steps = edges[1:] - edges[:-1]
    if not bool((steps >= 0).all()) and not bool((steps <= 0).all()):
        raise ValueError("bins must be monotonically increasing or decreasing")
    if len(edges.shape) and edges.shape[0] > 1 and bool(edges[0] > edges[-1]):
        return edges.shape[0] - _wrap(torch.searchsorted(torch.flip(edges, 0), _as(x), right=not right))
    return _wrap(torch.searchsorted(edges, _as(x), right=not right))


def bincount(x, weights=None, minlength=0):
    return ndarray(torch.bincount(_as(x).long(), None if weights is None else _as(weights), minlength))


def histogram_bin_edges(a, bins=10, range=None):
    if np.ndim(bins):
        return np.array_of(bins)
    if bins < 1:
        raise ValueError("`bins` must be positive, when an integer")
    low, high = range or ((float(np.min(a)), float(np.max(a))) if np.size(a) else (0.0, 1.0))
    if not np.isfinite(high - low):
        raise ValueError(f"autodetected range of [{low}, {high}] is not finite")
    if low == high:
        low, high = low - 0.5, high + 0.5
    return np.linspace(low, high, bins + 1)


def histogram(a, bins=10, range=None, density=None, weights=None):
    edges = histogram_bin_edges(a, bins, range)
    numbers, each = np.ravel(a), None if weights is None else np.ravel(weights)
    inside = np.logical_and(numbers >= edges[0], numbers <= edges[-1])
    numbers = numbers[inside]
    places = np.minimum(searchsorted(edges, numbers, "right") - 1, edges.size - 2)
    counts = bincount(places, None if each is None else each[inside], edges.size - 1)[: edges.size - 1]
    if density:
        counts = counts / np.diff(edges) / np.sum(counts)
    return counts, edges


def partition(a, kth, axis=-1): return np.sort(a, axis)
def argpartition(a, kth, axis=-1): return np.argsort(a, axis)


def lexsort(keys):
    order = np.arange(np.shape(keys[0])[-1])
    for key in keys:
        order = order[np.argsort(np.array(key)[order])]
    return order


def cov(m, rowvar=True, bias=False, ddof=None):
    rows = _double(_as(m))
    return _wrap(torch.cov(rows if rowvar or rows.dim() < 2 else rows.t(), correction=(0 if bias else 1) if ddof is None else ddof))


def corrcoef(x, y=None):
    rows = _double(_as(x))
    return _wrap(torch.corrcoef(rows if y is None else torch.stack([rows, _double(_as(y))])))
