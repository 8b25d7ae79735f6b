"""Products of matrices, and what is solved with them."""

import math

import torch
from torch._base import Tensor, _ranks, _recorded, _require
from torch._outputs import _taking


def bmm(input, mat2):
    if input.dim() != 3 or mat2.dim() != 3:
        raise RuntimeError("bmm takes two stacks of matrices, of three dimensions each")
    return input @ mat2


def mv(input, vec):
    _ranks("mv", (input, 2), (vec, 1))
    return input @ vec


def outer(input, vec2):
    _ranks("outer", (input, 1), (vec2, 1))
    return input.unsqueeze(1) * vec2


def vdot(input, other): return (input * other).sum()
def addmm(input, mat1, mat2, *, beta=1, alpha=1): return input * beta + (mat1 @ mat2) * alpha
def addmv(input, mat, vec, *, beta=1, alpha=1): return input * beta + (mat @ vec) * alpha
def addr(input, vec1, vec2, *, beta=1, alpha=1): return input * beta + outer(vec1, vec2) * alpha
def baddbmm(input, batch1, batch2, *, beta=1, alpha=1): return input * beta + bmm(batch1, batch2) * alpha
def addbmm(input, batch1, batch2, *, beta=1, alpha=1): return input * beta + bmm(batch1, batch2).sum(0) * alpha


ger = outer


def inner(input, other):
    if not input.dim() or not other.dim():
        return input * other
    return tensordot(input, other, ([-1], [-1]))


def tensordot(a, b, dims=2):
    if isinstance(dims, int):
        dims = (list(range(a.dim() - dims, a.dim())), list(range(dims)))
    mine, other = ([at % part.dim() for at in picked] for part, picked in zip((a, b), dims))
    kept = [at for at in range(a.dim()) if at not in mine]
    left = [at for at in range(b.dim()) if at not in other]
    shape = [a.shape[at] for at in kept] + [b.shape[at] for at in left]
    size = math.prod(a.shape[at] for at in mine)
    rows = a.permute(kept + mine).reshape(-1, size)
    return (rows @ b.permute(other + left).reshape(size, -1)).reshape(shape)


def kron(input, other):
    rank = max(input.dim(), other.dim())
    a, b = (part.reshape((1,) * (rank - part.dim()) + tuple(part.shape)) for part in (input, other))
    both = a.reshape([size for pair in zip(a.shape, [1] * rank) for size in pair])
    both = both * b.reshape([size for pair in zip([1] * rank, b.shape) for size in pair])
    return both.reshape([m * n for m, n in zip(a.shape, b.shape)])


def cross(input, other, dim=-1):
    a, b = (torch.movedim(part, dim, -1) for part in torch.broadcast_tensors(input, other))
    _require(a.shape[-1] == 3, f"cross takes vectors of 3, not of {a.shape[-1]}")
    turned = [a[..., i] * b[..., j] - a[..., j] * b[..., i] for i, j in ((1, 2), (2, 0), (0, 1))]
    return torch.stack(turned, dim)


def cdist(x1, x2, p=2.0):
    off = x1.unsqueeze(-2) - x2.unsqueeze(-3)
    return torch.norm(off, p, -1)


def einsum(equation, *operands):
    """Sums products over the letters that the result lacks."""
    if len(operands) == 1 and not isinstance(operands[0], Tensor):
        operands = operands[0]
    inputs, arrow, output = equation.replace(" ", "").partition("->")
    names, parts = inputs.split(","), list(operands)
    _require(len(names) == len(parts), f"einsum: {len(names)} names stand for {len(parts)} tensors")
    letters = "".join(names).replace(".", "")
    if not arrow:
        output = "..." * ("..." in inputs) + "".join(sorted(x for x in set(letters) if letters.count(x) == 1))
    if "..." in inputs:
        free = [x for x in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if x not in letters]
        most = max(part.dim() - len(name.replace("...", "")) for name, part in zip(names, parts) if "..." in name)
        names = [
            name.replace("...", "".join(free[most - part.dim() + len(name.replace("...", "")) : most]))
            for name, part in zip(names, parts)
        ]
        output = output.replace("...", "".join(free[:most]))
    strange = set(output) - set("".join(names))
    _require(not strange, f"einsum: no tensor has a dimension {', '.join(strange)}")
    for at, (name, part) in enumerate(zip(names, parts)):
        if len(name) != part.dim():
            raise RuntimeError(f"einsum: {name!r} names {len(name)} dimensions, and the tensor has {part.dim()}")
        for letter in [x for x in name if name.count(x) > 1]:
            if name.count(letter) > 1:
                first = name.index(letter)
                second = name.index(letter, first + 1)
                part = torch.diagonal(part, 0, first, second)
                name = name.replace(letter, "") + letter
        names[at], parts[at] = name, part
    while len(parts) > 1:
        later = set("".join(names[2:])) | set(output)
        name, part = _pair(names[0], parts[0], names[1], parts[1], later)
        names[:2], parts[:2] = [name], [part]
    name, part = names[0], parts[0]
    gone = [at for at, letter in enumerate(name) if letter not in output]
    part = part.sum(gone) if gone else part
    name = "".join(x for x in name if x in output)
    part = part.permute([name.index(x) for x in output]) if output else part
    return part.contiguous() if len(operands) > 1 else part


def _pair(left, a, right, b, later):
    """Multiplies two tensors as matrices: letters of both that are not needed later are summed."""
    shared = [x for x in left if x in right and x in later]
    summed = [x for x in left if x in right and x not in later]
    rows = [x for x in left if x not in right]
    columns = [x for x in right if x not in left]
    size = {**dict(zip(right, b.shape)), **dict(zip(left, a.shape))}
    a = a.permute([left.index(x) for x in shared + rows + summed])
    b = b.permute([right.index(x) for x in shared + summed + columns])
    m, k, n = (math.prod(size[x] for x in letters) for letters in (rows, summed, columns))
    if shared:
        result = a.reshape(-1, m, k) @ b.reshape(-1, k, n)
    else:
        result = a.reshape(m, k) @ b.reshape(k, n)
    letters = shared + rows + columns
    return "".join(letters), result.reshape([size[x] for x in letters])


def chain_matmul(*matrices):
    result = matrices[0]
    for matrix in matrices[1:]:
        result = result @ matrix
    return result


def matrix_power(input, n):
    base = inverse(input) if n < 0 else input
    result = torch.eye(input.shape[-1], dtype=input.dtype).expand(input.shape)
    for _ in range(abs(n)):
        result = torch.matmul(result, base)
    return result


def _each(function, *stacks):
    """Applies a function of square matrices to each of a stack."""
    rows, columns = stacks[0].shape[-2:]
    _require(rows == columns, f"the matrix has to be square, and is {rows} x {columns}")
    if stacks[0].dim() == 2:
        return function(*stacks)
    parts = [_each(function, *rows) for rows in zip(*[torch.unbind(stack) for stack in stacks])]
    return torch.stack(parts)


def _eliminated(matrix, beside):
    """Gauss and Jordan's elimination: returns the solution of `matrix @ x = beside`, and the determinant."""
    size, det = matrix.shape[0], torch.ones((), dtype=matrix.dtype)
    rows = list(torch.unbind(torch.cat([matrix, beside], 1)))
    for at in range(size):
        best = max(range(at, size), key=lambda row: abs(rows[row][at].item()))
        if best != at:
            rows[at], rows[best], det = rows[best], rows[at], -det
        pivot = rows[at][at]
        det = det * pivot
        if pivot.item() == 0:
            return None, det
        rows[at] = rows[at] / pivot
        for row in range(size):
            if row != at:
                rows[row] = rows[row] - rows[at] * rows[row][at]
    return torch.stack(rows)[:, size:], det


def det(input):
    return _each(lambda matrix: _eliminated(matrix, matrix[:, :0])[1], input)


def logdet(input):
    return torch.log(det(input))


def slogdet(input):
    value = det(input)
    return torch.sign(value.detach()), torch.log(torch.abs(value))


def _solved(matrix, beside):
    result = _eliminated(matrix, beside)[0]
    if result is None:
        raise torch.linalg.LinAlgError("the matrix is singular: its rows depend on one another")
    return result


def inverse(input):
    return _each(lambda matrix: _solved(matrix, torch.eye(matrix.shape[0], dtype=matrix.dtype)), input)


def pinverse(input):
    flipped = input.transpose(-2, -1)
    if input.shape[-2] >= input.shape[-1]:
        return torch.matmul(inverse(torch.matmul(flipped, input)), flipped)
    return torch.matmul(flipped, inverse(torch.matmul(input, flipped)))


def cholesky(input, upper=False):
    result = _each(_lower_root, (input + input.transpose(-2, -1)) / 2)
    return result.transpose(-2, -1) if upper else result


def _lower_root(matrix):
    size, rows = matrix.shape[0], []
    for i in range(size):
        row = []
        for j in range(i + 1):
            rest = matrix[i, j]
            for k in range(j):
                rest = rest - (row[k] * (rows[j][k] if j < i else row[k]))
            if i == j and rest.item() <= 0:
                raise torch.linalg.LinAlgError("the matrix is not positive definite")
            row.append(torch.sqrt(rest) if i == j else rest / rows[j][j])
        rows.append(row)
    zero = torch.zeros((), dtype=matrix.dtype)
    return torch.stack([torch.stack(row + [zero] * (size - len(row))) for row in rows])


_recorded(
    globals(),
    "bmm addmm addmv addr baddbmm addbmm kron=UnsafeViewBackward0 cross=LinalgCrossBackward0 cdist det=LinalgDetBackward0 "
    "slogdet=LinalgSlogdetBackward0 inverse=LinalgInvExBackward0 pinverse=LinalgPinvBackward0 cholesky=LinalgCholeskyExBackward0",
)
_taking(
    globals(),
    "bmm mv outer vdot addmm addmv addr baddbmm addbmm inner tensordot kron cross matrix_power det logdet slogdet "
    "inverse cholesky",
)
