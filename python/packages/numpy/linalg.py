"""Linear algebra of small matrices."""

import _late
import numpy as np
import torch
from numpy._array import _as, _double, _wrap, ndarray
from numpy._refusals import refusing

LinAlgError = torch.linalg.LinAlgError


@refusing
def norm(x, ord=None, axis=None, keepdims=False): return _wrap(torch.linalg.norm(_double(_as(x)), ord, axis, keepdims))


def _square(a):
    if a.dim() < 2 or a.shape[-1] != a.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    return _double(a)


def inv(a): return ndarray(torch.linalg.inv(_square(_as(a))))
def pinv(a): return ndarray(torch.pinverse(_double(_as(a))))
def det(a): return _wrap(torch.linalg.det(_square(_as(a))))
def slogdet(a): return tuple(_wrap(part) for part in torch.linalg.slogdet(_square(_as(a))))
def solve(a, b): return ndarray(torch.linalg.solve(_square(_as(a)), _double(_as(b))))
def cholesky(a): return ndarray(torch.linalg.cholesky(_double(_as(a))))
def qr(a, mode="reduced"): return tuple(ndarray(part) for part in torch.linalg.qr(_double(_as(a)), mode))
def matrix_power(a, n): return ndarray(torch.linalg.matrix_power(_as(a), n))
def multi_dot(arrays): return _wrap(torch.linalg.multi_dot([_as(a) for a in arrays]))


def lstsq(a, b, rcond=None):
    """Returns the solution that is nearest, of equations that are independent of one another."""
    a, b = np.array(a, np.float64), np.array(b, np.float64)
    x = solve(a.T @ a, a.T @ b)
    return x, np.sum((a @ x - b) ** 2, axis=0, keepdims=True), a.shape[1], None


def __getattr__(name):
    return _late.attribute("numpy.linalg", (), (), name)
