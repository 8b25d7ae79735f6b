"""Linear algebra of small matrices."""

import _late
import torch
from torch._base import _recorded
from torch._products import _each, _solved, cholesky, cross, det, inverse as inv, matrix_power, slogdet
from torch._shaping import diagonal


class LinAlgError(RuntimeError):
    """A matrix that cannot be inverted or factorised."""


def solve(A, B, *, left=True):
    if not left:
        return solve(A.transpose(-2, -1), B.transpose(-2, -1)).transpose(-2, -1)
    if B.dim() == A.dim() - 1:
        return _each(_solved, A, B.unsqueeze(-1)).squeeze(-1)
    return _each(_solved, A, B)


def norm(A, ord=None, dim=None, keepdim=False):
    if ord is None:
        return torch.norm(A, 2, dim, keepdim)
    is_matrix = isinstance(dim, (tuple, list)) and len(dim) == 2 or dim is None and A.dim() == 2
    if is_matrix:
        return matrix_norm(A, ord, (-2, -1) if dim is None else dim, keepdim)
    return torch.norm(A, ord, dim, keepdim)


def vector_norm(x, ord=2, dim=None, keepdim=False):
    return torch.norm(x, ord, dim, keepdim)


def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False):
    if ord == "fro":
        return torch.norm(A, 2, dim, keepdim)
    if ord in (1, -1, float("inf"), float("-inf")):
        A = torch.movedim(torch.abs(A), dim, (-2, -1))
        sums = A.sum(-2 if abs(ord) == 1 else -1)
        result = torch.amax(sums, -1) if ord > 0 else torch.amin(sums, -1)
        return result.reshape(tuple(result.shape) + (1, 1)) if keepdim else result
    raise NotImplementedError(f"a matrix's norm is known here for 'fro', 1, -1, inf and -inf, not {ord!r}")


def multi_dot(tensors):
    return torch.chain_matmul(*tensors)


def qr(A, mode="reduced"):
    """Returns columns at right angles and of length 1, and the triangle that makes `A` of them."""
    columns = []
    for column in torch.unbind(A, 1)[: min(A.shape)]:
        for _ in range(2):
            for other in columns:
                column = column - (column * other).sum() * other
        columns.append(-column / torch.sqrt((column * column).sum()))
    if len(columns) < A.shape[0] and mode == "complete":
        raise NotImplementedError("here qr is reduced")
    Q = torch.stack(columns, 1)
    return Q, torch.triu(Q.t() @ A)


_recorded(globals(), "solve=LinalgSolveExBackward0 qr=LinalgQrBackward0")


def __getattr__(name):
    return _late.attribute("torch.linalg", (), (), name)
