"""Other shapes: dimensions moved and repeated, parts stacked, triangles and diagonals."""

import builtins as py

import _lab
import torch
from torch._base import Tensor, _at, _axis, _ranks, _recorded, _require, _shape
from torch._outputs import _taking
from torch._shape import _pieces


def movedim(input, source, destination):
    pairs = [(source, destination)] if isinstance(source, int) else list(zip(source, destination))
    places = {_axis(input, to): _axis(input, start) for start, to in pairs}
    rest = iter([axis for axis in range(input.dim()) if axis not in places.values()])
    return _lab.permute(input, tuple(places[axis] if axis in places else next(rest) for axis in range(input.dim())))


moveaxis = movedim


def unflatten(input, dim, sizes):
    axis = _axis(input, dim)
    return _lab.view(input, tuple(input.shape[:axis]) + tuple(sizes) + tuple(input.shape[axis + 1 :]))


def ravel(input):
    return torch.flatten(input)


def tile(input, *dims):
    dims = _shape(dims)
    return input.repeat((1,) * (input.dim() - len(dims)) + dims)


def repeat_interleave(input, repeats, dim=None, *, output_size=None):
    if dim is None:
        input, dim = input.flatten(), 0
    size = input.shape[dim]
    counts = repeats.flatten().tolist() if isinstance(repeats, Tensor) else [repeats]
    if len(counts) == 1:
        counts = counts * size
    _require(len(counts) == size, f"{size} parts are repeated, and there are {len(counts)} counts")
    _require(py.min(counts, default=0) >= 0, "a part is repeated 0 times or more")
    _lab.fits((py.max(0, py.sum(counts)),))
    places = [place for place, count in enumerate(counts) for _ in range(count)]
    return _at(input, dim, _lab.tensor(places, "int64"))


def rot90(input, k=1, dims=(0, 1)):
    first, second = dims
    if k % 4 == 2:
        return torch.flip(input, dims)
    if k % 4 == 1:
        return torch.transpose(torch.flip(input, second), first, second)
    return torch.flip(torch.transpose(input, first, second), second) if k % 4 else input


def fliplr(input):
    return torch.flip(input, 1)


def flipud(input):
    return torch.flip(input, 0)


def unfold(input, dimension, size, step):
    """Returns all windows of `size` along a dimension, each in a last dimension of its own."""
    axis = _axis(input, dimension)
    _require(step > 0 and 0 <= size <= input.shape[axis], f"windows of {size} every {step} do not lie within {input.shape[axis]}")
    starts = range(0, input.shape[axis] - size + 1, step)
    return torch.stack([movedim(_at(input, axis, slice(start, start + size)), axis, -1) for start in starts], axis)


def meshgrid(*tensors, indexing="ij"):
    if len(tensors) == 1 and not isinstance(tensors[0], Tensor):
        tensors = tensors[0]
    if indexing == "xy" and len(tensors) > 1:
        return tuple(torch.transpose(grid, 0, 1) for grid in meshgrid(*tensors))
    _require(py.all(part.dim() < 2 for part in tensors), "meshgrid takes vectors")
    shape = tuple(part.numel() for part in tensors)
    rank = len(shape)
    return tuple(
        part.reshape((1,) * at + (-1,) + (1,) * (rank - 1 - at)).expand(shape) for at, part in enumerate(tensors)
    )


def cartesian_prod(*tensors):
    if len(tensors) == 1:
        return tensors[0]
    return torch.stack([grid.flatten() for grid in meshgrid(*tensors)], 1)


def combinations(input, r=2, with_replacement=False):
    chosen = [()]
    for _ in range(r):
        chosen = [
            places + (at,)
            for places in chosen
            for at in range((places[-1] + (not with_replacement)) if places else 0, input.shape[0])
        ]
    return input[_lab.tensor([list(places) for places in chosen], "int64")]


def _triangle(input, diagonal, is_lower):
    _require(input.dim() > 1, "a triangle is part of a matrix, and this has fewer than two dimensions")
    rows, columns = torch.arange(input.shape[-2]).unsqueeze(1), torch.arange(input.shape[-1])
    keep = columns - rows <= diagonal if is_lower else columns - rows >= diagonal
    return torch.where(keep, input, torch.zeros((), dtype=input.dtype))


def tril(input, diagonal=0):
    return _triangle(input, diagonal, True)


def triu(input, diagonal=0):
    return _triangle(input, diagonal, False)


def tril_indices(row, col, offset=0, *, dtype=None, device=None):
    return torch.nonzero(tril(torch.ones(row, col), offset)).t().contiguous()


def triu_indices(row, col, offset=0, *, dtype=None, device=None):
    return torch.nonzero(triu(torch.ones(row, col), offset)).t().contiguous()


def diagonal(input, offset=0, dim1=0, dim2=1):
    moved = movedim(input, (dim1, dim2), (-2, -1))
    rows, columns = moved.shape[-2:]
    count = py.max(0, py.min(rows + py.min(offset, 0), columns - py.max(offset, 0)))
    first = -py.min(offset, 0) * columns + py.max(offset, 0)
    return moved.flatten(-2)[..., torch.arange(count) * (columns + 1) + first]


def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    size = input.shape[-1] + py.abs(offset)
    rows, columns = torch.arange(size).unsqueeze(1), torch.arange(size)
    places = torch.clamp(torch.minimum(rows, columns).expand(size, size), max=input.shape[-1] - 1)
    filled = torch.where(columns - rows == offset, input[..., places], torch.zeros((), dtype=input.dtype))
    return movedim(filled, (-2, -1), (dim1, dim2))


def diag(input, diagonal=0):
    if input.dim() == 1:
        return diag_embed(input, diagonal)
    _ranks("diag", (input, 2))
    return torch.diagonal(input, diagonal)


def trace(input):
    _ranks("trace", (input, 2))
    return diagonal(input).sum()


def atleast_1d(input):
    return input if input.dim() else input.reshape(1)


def atleast_2d(input):
    return input if input.dim() > 1 else input.reshape(1, -1)


def atleast_3d(input):
    return input if input.dim() > 2 else atleast_2d(input).unsqueeze(-1)


def hstack(tensors):
    parts = [atleast_1d(part) for part in tensors]
    _require(parts, "hstack joins one tensor or more")
    return torch.cat(parts, 0 if parts[0].dim() == 1 else 1)


def vstack(tensors):
    _require(len(tensors), "vstack joins one tensor or more")
    return torch.cat([atleast_2d(part) for part in tensors], 0)


row_stack = vstack


def dstack(tensors):
    return torch.cat([atleast_3d(part) for part in tensors], 2)


def column_stack(tensors):
    return torch.cat([part if part.dim() > 1 else part.reshape(-1, 1) for part in tensors], 1)


def tensor_split(input, indices_or_sections, dim=0):
    size = input.shape[_axis(input, dim)]
    if isinstance(indices_or_sections, int):
        _require(indices_or_sections > 0, f"tensor_split makes 1 part or more, not {indices_or_sections}")
        each, more = divmod(size, indices_or_sections)
        ends = [(each + 1) * py.min(at, more) + each * py.max(0, at - more) for at in range(1, indices_or_sections + 1)]
    else:
        ends = [py.min(int(at), size) for at in indices_or_sections] + [size]
    return _pieces(input, ends, dim)


def hsplit(input, indices_or_sections):
    return tensor_split(input, indices_or_sections, 0 if input.dim() == 1 else 1)


def vsplit(input, indices_or_sections):
    return tensor_split(input, indices_or_sections, 0)


def dsplit(input, indices_or_sections):
    return tensor_split(input, indices_or_sections, 2)


split_with_sizes, unsafe_chunk = torch.split, torch.chunk


def block_diag(*tensors):
    parts = [atleast_2d(part) for part in tensors]
    columns, before, rows = py.sum(part.shape[1] for part in parts), 0, []
    for part in parts:
        after = columns - before - part.shape[1]
        rows.append(torch.cat([part.new_zeros(part.shape[0], before), part, part.new_zeros(part.shape[0], after)], 1))
        before += part.shape[1]
    return torch.cat(rows)


def broadcast_shapes(*shapes):
    result = []
    for shape in shapes:
        shape = [shape] if isinstance(shape, int) else list(shape)
        rank = py.max(len(result), len(shape))
        pairs = zip([1] * (rank - len(result)) + result, [1] * (rank - len(shape)) + shape)
        result = []
        for a, b in pairs:
            if a != b and 1 not in (a, b):
                raise RuntimeError(f"these shapes do not fit together: {a} and {b} are neither equal nor 1")
            result.append(b if a == 1 else a)
    return torch.Size(result)


def broadcast_tensors(*tensors):
    shape = broadcast_shapes(*[part.shape for part in tensors])
    return tuple(part.expand(shape) for part in tensors)


def logspace(start, end, steps, base=10.0, *, dtype=None, device=None, requires_grad=False):
    powers = torch.linspace(start, end, steps, dtype=torch.float64).tolist()
    return torch.tensor([base**power for power in powers], dtype=dtype or torch.get_default_dtype())


_recorded(globals(), "rot90 unfold tril triu trace diagonal diag_embed block_diag")
_taking(globals(), "tril triu diag hstack vstack dstack column_stack logspace")
