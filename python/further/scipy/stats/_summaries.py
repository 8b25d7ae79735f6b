"""What numbers come to: ranks, spreads, shapes."""

import math
from collections import namedtuple

import numpy as np

Described = namedtuple("DescribeResult", "nobs minmax mean variance skewness kurtosis")
Mode = namedtuple("ModeResult", "mode count")


def _numbers(a, axis=0):
    a = np.asarray(a, dtype=np.float64)
    return (a.reshape(-1), 0) if axis is None else (a, axis)


def _kept(values, a, axis): return np.expand_dims(values, axis) if a.ndim > 1 else values


def rankdata(a, method="average", *, axis=None, **unused):
    """Numbers values by their order, from 1 on. Equal ones share a rank."""
    values = np.asarray(a).reshape(-1).tolist()
    order = sorted(range(len(values)), key=lambda place: values[place])
    ranks, start, distinct = [0.0] * len(values), 0, 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        distinct += 1
        shared = {"average": (start + 1 + end) / 2, "min": start + 1, "max": end, "dense": distinct}.get(method)
        if shared is None and method != "ordinal":
            raise ValueError(f'unknown method "{method}"')
        for at in range(start, end):
            ranks[order[at]] = at + 1 if shared is None else shared
        start = end
    made = np.array(ranks, dtype=np.float64 if method == "average" else np.int64)
    return made.reshape(np.shape(a)) if axis is None and np.ndim(a) > 1 else made


def sem(a, axis=0, ddof=1, **unused):
    a, axis = _numbers(a, axis)
    return np.std(a, axis=axis, ddof=ddof) / np.sqrt(a.shape[axis])


def zscore(a, axis=0, ddof=0, **unused):
    a, axis = _numbers(a, axis)
    return (a - _kept(np.mean(a, axis=axis), a, axis)) / _kept(np.std(a, axis=axis, ddof=ddof), a, axis)


def entropy(pk, qk=None, base=None, axis=0, **unused):
    """Returns the entropy of chances, or how far they are from others. They need not sum to 1."""
    pk, axis = _numbers(pk, axis)
    pk = pk / _kept(np.sum(pk, axis=axis), pk, axis)
    if qk is None:
        parts = np.where(pk > 0, -pk * np.log(np.where(pk > 0, pk, 1.0)), 0.0)
    else:
        qk, _ = _numbers(qk, axis)
        qk = qk / _kept(np.sum(qk, axis=axis), qk, axis)
        fraction = np.where(qk > 0, pk, 1.0) / np.where(qk > 0, qk, 1.0)
        parts = np.where(pk > 0, np.where(qk > 0, pk * np.log(np.where(pk > 0, fraction, 1.0)), np.inf), 0.0)
    found = np.sum(parts, axis=axis)
    return found if base is None else found / math.log(base)


def _moment(a, axis, power):
    return np.mean((a - _kept(np.mean(a, axis=axis), a, axis)) ** power, axis=axis)


def skew(a, axis=0, bias=True, **unused):
    a, axis = _numbers(a, axis)
    n, found = a.shape[axis], _moment(a, axis, 3) / _moment(a, axis, 2) ** 1.5
    return found if bias else found * math.sqrt(n * (n - 1)) / (n - 2)


def kurtosis(a, axis=0, fisher=True, bias=True, **unused):
    a, axis = _numbers(a, axis)
    n, found = a.shape[axis], _moment(a, axis, 4) / _moment(a, axis, 2) ** 2
    if not bias:
        found = ((n * n - 1) * found - 3 * (n - 1) ** 2) / ((n - 2) * (n - 3)) + 3
    return found - 3 if fisher else found


def moment(a, order=1, axis=0, **unused):
    a, axis = _numbers(a, axis)
    return _moment(a, axis, order)


def describe(a, axis=0, ddof=1, bias=True, **unused):
    a, axis = _numbers(a, axis)
    ends = np.min(a, axis=axis), np.max(a, axis=axis)
    return Described(a.shape[axis], ends, np.mean(a, axis=axis), np.var(a, axis=axis, ddof=ddof), skew(a, axis, bias), kurtosis(a, axis, True, bias))


def mode(a, axis=0, **unused):
    values = np.asarray(a).reshape(-1).tolist()
    counts = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    most = max(counts.values())
    first = min(value for value, count in counts.items() if count == most)
    return Mode(np.float64(first) if isinstance(first, float) else np.int64(first), np.int64(most))


def gmean(a, axis=0, **unused):
    a, axis = _numbers(a, axis)
    return np.exp(np.mean(np.log(a), axis=axis))


def hmean(a, axis=0, **unused):
    a, axis = _numbers(a, axis)
    return 1.0 / np.mean(1.0 / a, axis=axis)


def trim_mean(a, proportiontocut, axis=0):
    """Returns the mean without a share of the lowest and the highest numbers."""
    a, axis = _numbers(a, axis)
    cut = int(proportiontocut * a.shape[axis])
    ordered = np.moveaxis(np.sort(a, axis=axis), axis, 0)
    return np.mean(ordered[cut : ordered.shape[0] - cut], axis=0)


def iqr(x, axis=None, rng=(25, 75), **unused):
    x, axis = _numbers(x, axis)
    return np.percentile(x, rng[1], axis=axis) - np.percentile(x, rng[0], axis=axis)


def median_abs_deviation(x, axis=0, scale=1.0, **unused):
    x, axis = _numbers(x, axis)
    return np.median(np.abs(x - _kept(np.median(x, axis=axis), x, axis)), axis=axis) / scale


def percentileofscore(a, score, kind="rank", **unused):
    values = np.asarray(a).reshape(-1).tolist()
    below, upto = sum(value < score for value in values), sum(value <= score for value in values)
    shares = {"rank": below + upto + (upto > below), "strict": 2 * below, "weak": 2 * upto, "mean": below + upto}
    return np.float64(50.0 * shares[kind] / len(values))


class gaussian_kde:
    """A density made of a bell around each of the numbers."""

    def __init__(self, dataset, bw_method=None, **unused):
        self.dataset = np.asarray(dataset, dtype=np.float64).reshape(-1)
        self.n = len(self.dataset)
        factor = self.n ** (-1 / 5) if bw_method in (None, "scott") else (self.n * 3 / 4) ** (-1 / 5) if bw_method == "silverman" else bw_method
        self.factor = factor(self) if callable(factor) else factor
        self.spread = float(np.std(self.dataset, ddof=1)) * self.factor

    def evaluate(self, points):
        points = np.asarray(points, dtype=np.float64).reshape(-1)
        gaps = (points.reshape(-1, 1) - self.dataset.reshape(1, -1)) / self.spread
        return np.sum(np.exp(-0.5 * gaps**2), axis=1) / (self.n * self.spread * math.sqrt(2 * math.pi))

    __call__ = pdf = evaluate
