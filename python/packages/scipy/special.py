"""Special functions."""

import _late
import numpy as np
import torch
from numpy._array import _as, _double, _wrap


def _of_torch(name):
    return lambda *arrays: _wrap(getattr(torch, name)(*[_double(_as(a)) for a in arrays]))


expit, erf, erfc, erfinv, gammaln, digamma, xlogy, logit = map(
    _of_torch, ("sigmoid", "erf", "erfc", "erfinv", "lgamma", "digamma", "xlogy", "logit")
)
psi = digamma


def softmax(x, axis=None):
    powers = np.exp(np.array_of(x) - np.max(x, axis, keepdims=axis is not None))
    return powers / np.sum(powers, axis, keepdims=axis is not None)


def log_softmax(x, axis=None):
    return np.array_of(x) - logsumexp(x, axis, keepdims=axis is not None)


def logsumexp(a, axis=None, keepdims=False):
    a = _double(_as(a))
    return _wrap(torch.logsumexp(a, tuple(range(a.dim())) if axis is None else axis, keepdims))


def __getattr__(name):
    if name[:1] != "_":
        import scipy._special as rarer

        if name in vars(rarer):
            return vars(rarer)[name]
    return _late.attribute("scipy.special", (), (), name)
