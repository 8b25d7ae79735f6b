"""Linear algebra of small matrices."""

import math
import operator
from collections import namedtuple

import _late
import numpy as np
import torch
from numpy._array import _as, _double, _sizes, _wrap, ndarray

EighResult = namedtuple("EighResult", ["eigenvalues", "eigenvectors"])
EigResult = namedtuple("EigResult", ["eigenvalues", "eigenvectors"])
QRResult = namedtuple("QRResult", ["Q", "R"])
SlogdetResult = namedtuple("SlogdetResult", ["sign", "logabsdet"])
SVDResult = namedtuple("SVDResult", ["U", "S", "Vh"])
_INFINITE = float("inf")
# The distance from 1 to the next number of 64 bits.
_STEP = 2.0**-52


class LinAlgError(ValueError):
    """A matrix that cannot be inverted or factorised."""


def _square(a):
    if a.dim() < 2:
        raise LinAlgError(f"{a.dim()}-dimensional array given. Array must be at least two-dimensional")
    if a.shape[-1] != a.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    return _double(a)


def _refusing(words, function, *parts):
    """Calls a function of tensors, and refuses a matrix in numpy's words where it does."""
    try:
        return function(*parts)
    except torch.linalg.LinAlgError as error:
        raise LinAlgError(f"{words}: {error}") from None


def inv(a): return ndarray(_refusing("Singular matrix", torch.linalg.inv, _square(_as(a))))
def det(a): return _wrap(torch.linalg.det(_square(_as(a))))
def slogdet(a): return SlogdetResult(*[_wrap(part) for part in torch.linalg.slogdet(_square(_as(a)))])
def solve(a, b): return ndarray(_refusing("Singular matrix", torch.linalg.solve, _square(_as(a)), _double(_as(b))))
def cholesky(a): return ndarray(_refusing("Matrix is not positive definite", torch.linalg.cholesky, _square(_as(a))))
def matrix_power(a, n): return ndarray(torch.linalg.matrix_power(_square(_as(a)) if n < 0 else _as(a), n))
def multi_dot(arrays): return _wrap(torch.linalg.multi_dot([_as(a) for a in arrays]))


def norm(x, ord=None, axis=None, keepdims=False):
    x = ndarray(_double(_as(x)))
    if axis is None and ord is None:
        result = np.sqrt(np.sum(x * x))
        return np.array(result).reshape((1,) * x.ndim) if keepdims else result
    axes = tuple(range(x.ndim)) if axis is None else _sizes(axis)
    if len(axes) == 1:
        return _vector_norm(np.array_of(np.abs(x)), 2 if ord is None else ord, axes[0], keepdims)
    if len(axes) != 2:
        raise ValueError("Improper number of dimensions to norm.")
    return _matrix_norm(x, ord, tuple(axis % x.ndim for axis in axes), keepdims)


def _vector_norm(sizes, ord, axis, keepdims):
    """Returns the norm of vectors, given the sizes of their numbers."""
    if isinstance(ord, str):
        raise ValueError(f"Invalid norm order '{ord}' for vectors")
    if ord in (_INFINITE, -_INFINITE):
        return (np.max if ord > 0 else np.min)(sizes, axis=axis, keepdims=keepdims)
    if ord == 0:
        return np.sum((sizes != 0).astype(sizes.dtype), axis=axis, keepdims=keepdims)
    if ord == 2:
        return np.sqrt(np.sum(sizes * sizes, axis=axis, keepdims=keepdims))
    return np.sum(sizes**ord, axis=axis, keepdims=keepdims) ** (1.0 / ord)


def _matrix_norm(x, ord, axes, keepdims):
    if ord in (None, "fro"):
        return np.sqrt(np.sum(x * x, axis=axes, keepdims=keepdims))
    if ord in (1, -1, _INFINITE, -_INFINITE):
        inner, outer = axes if abs(ord) == 1 else axes[::-1]
        sums = np.sum(np.abs(x), axis=inner, keepdims=True)
        result = (np.max if ord > 0 else np.min)(sums, axis=outer, keepdims=True)
    elif ord in (2, -2, "nuc"):
        sizes = svd(np.moveaxis(x, axes, (-2, -1)), compute_uv=False)
        result = np.array_of(np.sum(sizes, axis=-1) if ord == "nuc" else np.max(sizes, axis=-1) if ord > 0 else np.min(sizes, axis=-1))
        for axis in sorted(axes):
            result = np.expand_dims(result, axis)
    else:
        raise ValueError("Invalid norm order for matrices.")
    return result if keepdims else np.squeeze(result, axes)


def _each(function, a):
    """Returns the arrays that a function makes of the rows of each matrix of a stack, in their order."""
    a = ndarray(_double(_as(a)))
    if a.ndim < 2:
        raise LinAlgError(f"{a.ndim}-dimensional array given. Array must be at least two-dimensional")
    stack = a.shape[:-2]
    found = [function(matrix.tolist()) for matrix in a.reshape((-1, *a.shape[-2:]))]
    parts = [np.array([made[at] for made in found], a.dtype) for at in range(len(found[0]))]
    return [part.reshape(stack + part.shape[1:]) for part in parts]


def _dot(x, y):
    return sum(map(operator.mul, x, y))


def _turned(rows):
    return [list(column) for column in zip(*rows)]


def _mixed(x, y, cos, sin):
    """Turns two vectors in their plane."""
    return [cos * a - sin * b for a, b in zip(x, y)], [sin * a + cos * b for a, b in zip(x, y)]


def _angle(ratio):
    """Returns the cosine and sine of Jacobi's rotation, from the cotangent of twice its angle."""
    tan = math.copysign(1.0, ratio) / (abs(ratio) + math.hypot(1.0, ratio))
    cos = 1.0 / math.hypot(1.0, tan)
    return cos, cos * tan


def _unit(size):
    return [[float(i == j) for j in range(size)] for i in range(size)]


def _completed(columns, count, size):
    """Returns unit vectors at right angles, as many as asked for, of which the first are given, `None` where one is free."""
    candidates = iter(_unit(size))
    columns = columns + [None] * (count - len(columns))
    for at in range(count):
        while columns[at] is None:
            made = next(candidates)
            for _ in range(2):
                for other in columns:
                    if other is not None:
                        share = _dot(made, other)
                        made = [a - share * b for a, b in zip(made, other)]
            length = math.sqrt(_dot(made, made))
            if length > 1e-8:
                columns[at] = [part / length for part in made]
    return columns


def _decomposed(rows, is_full):
    """Returns U, the singular values and Vh: Jacobi's rotations turn the columns until all stand at right angles.

    Hestenes, Inversion of matrices by biorthogonalization and related results, 1958."""
    if len(rows) < len(rows[0]):
        u, sizes, vh = _decomposed(_turned(rows), is_full)
        return _turned(vh), sizes, _turned(u)
    columns, size, height = _turned(rows), len(rows[0]), len(rows)
    right = _unit(size)
    for _ in range(60):
        is_done = True
        for p in range(size - 1):
            for q in range(p + 1, size):
                x, y = columns[p], columns[q]
                a, b, both = _dot(x, x), _dot(y, y), _dot(x, y)
                if both == 0 or abs(both) <= 4 * _STEP * math.sqrt(a * b):
                    continue
                is_done = False
                cos, sin = _angle((b - a) / (2 * both))
                columns[p], columns[q] = _mixed(x, y, cos, sin)
                right[p], right[q] = _mixed(right[p], right[q], cos, sin)
        if is_done:
            break
    else:
        if any(part != part for column in columns for part in column):
            raise LinAlgError("SVD did not converge")
    sizes = [math.sqrt(_dot(column, column)) for column in columns]
    order = sorted(range(size), key=lambda at: -sizes[at])
    least = _STEP * max(sizes, default=0.0) * height
    left = [[part / sizes[at] for part in columns[at]] if sizes[at] > least else None for at in order]
    left = _completed(left, height if is_full else size, height)
    return _turned(left), [sizes[at] for at in order], [right[at] for at in order]


def svd(a, full_matrices=True, compute_uv=True, hermitian=False):
    u, sizes, vh = _each(lambda rows: _decomposed(rows, full_matrices and compute_uv), a)
    return SVDResult(u, sizes, vh) if compute_uv else sizes


def svdvals(x): return svd(x, compute_uv=False)


def _diagonal(rows, is_upper):
    """Returns the eigenvalues of a symmetric matrix, of which one triangle counts, and the eigenvectors as columns."""
    size = len(rows)
    rows = [[rows[min(i, j)][max(i, j)] if is_upper else rows[max(i, j)][min(i, j)] for j in range(size)] for i in range(size)]
    vectors = _unit(size)
    whole = sum(_dot(row, row) for row in rows)
    for _ in range(60):
        apart = sum(part * part for i, row in enumerate(rows) for part in row[:i])
        if apart <= (_STEP * _STEP) * size * whole:
            break
        for p in range(size - 1):
            for q in range(p + 1, size):
                if rows[p][q] == 0:
                    continue
                cos, sin = _angle((rows[q][q] - rows[p][p]) / (2 * rows[p][q]))
                for row in rows:
                    row[p], row[q] = cos * row[p] - sin * row[q], sin * row[p] + cos * row[q]
                rows[p], rows[q] = _mixed(rows[p], rows[q], cos, sin)
                vectors[p], vectors[q] = _mixed(vectors[p], vectors[q], cos, sin)
    else:
        if whole != whole:
            raise LinAlgError("Eigenvalues did not converge")
    order = sorted(range(size), key=lambda at: rows[at][at])
    return [rows[at][at] for at in order], _turned([vectors[at] for at in order])


def eigh(a, UPLO="L"):
    """Returns the eigenvalues of a symmetric matrix, the smallest first, and its eigenvectors as columns."""
    _square(_as(a))
    return EighResult(*_each(lambda rows: _diagonal(rows, UPLO.upper() == "U"), a))


def eigvalsh(a, UPLO="L"): return eigh(a, UPLO).eigenvalues


def eig(a):
    """Returns what `eigh` does: other matrices can have complex eigenvalues."""
    a = ndarray(_square(_as(a)))
    if not np.allclose(a, np.swapaxes(a, -1, -2), rtol=1e-12, atol=1e-12):
        raise NotImplementedError("here eig and eigvals take symmetric matrices: others can have complex eigenvalues, which no array holds")
    return EigResult(*eigh(a))


def eigvals(a): return eig(a).eigenvalues


def _reflected(rows, mode):
    """Returns Q and R by Householder's reflections, with the signs that LAPACK gives them."""
    height, width = len(rows), len(rows[0])
    columns, mirrors = _turned(rows), []
    for at in range(min(height, width)):
        head, tail = columns[at][at], columns[at][at + 1 :]
        mirror = None
        if any(tail):
            length = -math.copysign(math.hypot(head, *tail), head)
            mirror = [head - length, *tail]
            scale = 2 / _dot(mirror, mirror)
            for column in columns[at:]:
                share = scale * _dot(mirror, column[at:])
                column[at:] = [part - share * off for part, off in zip(column[at:], mirror)]
            mirror = (mirror, scale)
        mirrors.append(mirror)
    count = height if mode == "complete" else min(height, width)
    left = [[float(i == at) for i in range(height)] for at in range(count)]
    for at in reversed(range(len(mirrors))):
        if mirrors[at] is not None:
            mirror, scale = mirrors[at]
            for column in left:
                share = scale * _dot(mirror, column[at:])
                column[at:] = [part - share * off for part, off in zip(column[at:], mirror)]
    right = [[columns[j][i] if i <= j else 0.0 for j in range(width)] for i in range(count)]
    return _turned(left), right


def qr(a, mode="reduced"):
    if mode not in ("reduced", "complete", "r"):
        raise ValueError(f"Unrecognized mode '{mode}'")
    made = QRResult(*_each(lambda rows: _reflected(rows, mode), a))
    return made.R if mode == "r" else made


def _eps(a): return 2.0**-23 if np.array_of(a).dtype == np.float32 else _STEP


def pinv(a, rcond=None, hermitian=False, *, rtol=None):
    u, sizes, vh = svd(a, full_matrices=False)
    share = 1e-15 if rcond is None and rtol is None else rcond if rtol is None else rtol
    is_kept = sizes > share * np.max(sizes, axis=-1, keepdims=True)
    inverse = np.where(is_kept, 1.0 / np.where(is_kept, sizes, 1.0), 0.0).astype(sizes.dtype)
    return np.swapaxes(vh, -1, -2) @ (np.expand_dims(inverse, -1) * np.swapaxes(u, -1, -2))


def matrix_rank(A, tol=None, hermitian=False, *, rtol=None):
    A = np.array_of(A)
    if A.ndim < 2:
        return int(not np.all(A == 0))
    sizes = svd(A, compute_uv=False)
    if tol is None:
        share = max(A.shape[-2:]) * _eps(A) if rtol is None else rtol
        tol = np.max(sizes, axis=-1, keepdims=True) * share
    return np.sum(sizes > tol, axis=-1)


def cond(x, p=None):
    if p in (None, 2, -2):
        sizes = svd(x, compute_uv=False)
        return sizes[..., -1] / sizes[..., 0] if p == -2 else sizes[..., 0] / sizes[..., -1]
    return norm(x, p, axis=(-2, -1)) * norm(inv(x), p, axis=(-2, -1))


def lstsq(a, b, rcond=None):
    """Returns the shortest of the solutions that are nearest, the squared distances, the rank and the singular values."""
    a, b = ndarray(_double(_as(a))), ndarray(_double(_as(b)))
    if a.ndim != 2:
        raise LinAlgError(f"{a.ndim}-dimensional array given. Array must be two-dimensional")
    if a.shape[0] != b.shape[0]:
        raise LinAlgError("Incompatible dimensions")
    sizes = svd(a, compute_uv=False)
    share = max(a.shape) * _eps(a) if rcond is None else rcond if rcond >= 0 else _eps(a)
    rank = int(np.sum(sizes > share * sizes[0]))
    x = pinv(a, rcond=share) @ b
    off = np.array_of(np.sum((a @ x - b) ** 2, axis=0)).reshape(-1)
    return x, off if rank == a.shape[1] < a.shape[0] else np.array([], a.dtype), rank, sizes


def __getattr__(name):
    return _late.attribute("numpy.linalg", (), (), name)
