"""Joining arrays, taking them apart, repeating them."""

import math

import _lab
import numpy as np
import torch
from numpy._array import _as, _sizes, _wrap, array, ndarray


def _parts(arrays): return [_as(a) for a in arrays]
def hstack(tup): return ndarray(torch.hstack(_parts(tup)))
def vstack(tup): return ndarray(torch.vstack(_parts(tup)))
def dstack(tup): return ndarray(torch.dstack([part.reshape(1, -1) if part.dim() == 1 else part for part in _parts(tup)]))
def column_stack(tup): return ndarray(torch.column_stack(_parts(tup)))
def array_split(ary, indices_or_sections, axis=0): return [ndarray(part) for part in torch.tensor_split(_as(ary), _sections(indices_or_sections), axis)]
def hsplit(ary, indices_or_sections): return split(ary, indices_or_sections, 0 if np.ndim(ary) == 1 else 1)
def vsplit(ary, indices_or_sections): return split(ary, indices_or_sections, 0)


row_stack = vstack


def _sections(given):
    return int(given) if np.ndim(given) == 0 else [int(at) for at in given]


def split(ary, indices_or_sections, axis=0):
    if np.ndim(indices_or_sections) == 0 and np.shape(ary)[axis] % indices_or_sections:
        raise ValueError("array split does not result in an equal division")
    return array_split(ary, indices_or_sections, axis)


def append(arr, values, axis=None):
    return np.concatenate([arr, values], axis)


def _kept(arr, obj, axis):
    size = np.shape(arr)[axis]
    gone = range(size)[obj] if isinstance(obj, slice) else np.array(obj).flatten().tolist()
    for at in gone:
        if not -size <= at < size:
            raise IndexError(f"index {at} is out of bounds for axis {axis} with size {size}")
    gone = {at % size for at in gone}
    return [at for at in range(size) if at not in gone]


def delete(arr, obj, axis=None):
    if axis is None:
        arr, axis = np.ravel(arr), 0
    return np.take(arr, np.array(_kept(arr, obj, axis), np.int64), axis)


def insert(arr, obj, values, axis=None):
    if axis is None:
        arr, axis = np.ravel(arr), 0
    size = np.shape(arr)[axis]
    if not -size - 1 <= int(obj) <= size:
        raise IndexError(f"index {int(obj)} is out of bounds for axis {axis} with size {size}")
    made, at = _as(arr), int(obj) % (size + 1)
    before, after = torch.narrow(made, axis, 0, at), torch.narrow(made, axis, at, made.shape[axis] - at)
    shape = list(made.shape)
    new = np.array(values)
    shape[axis] = new.shape[0] if new.ndim == made.dim() or made.dim() == 1 and new.ndim else 1
    new = torch.as_tensor(new).to(made.dtype).expand(shape)
    return ndarray(torch.cat([before, new, after], axis))


def tile(A, reps):
    reps = _sizes(reps)
    made = _as(A)
    return ndarray(made.repeat((1,) * (made.dim() - len(reps)) + reps))


def repeat(a, repeats, axis=None):
    made, counts = _as(a), repeats if isinstance(repeats, int) else torch.as_tensor(np.array(repeats))
    size = made.numel() if axis is None else made.shape[axis]
    if not isinstance(counts, int) and counts.numel() not in (1, size):
        raise ValueError(f"operands could not be broadcast together with shape ({size},) ({counts.numel()},)")
    return ndarray(torch.repeat_interleave(made, counts, axis))


def roll(a, shift, axis=None): return ndarray(torch.roll(_as(a), shift, axis))
def rot90(m, k=1, axes=(0, 1)): return ndarray(torch.rot90(_as(m), k, axes))
def fliplr(m): return np.flip(m, 1)
def flipud(m): return np.flip(m, 0)
def rollaxis(a, axis, start=0): return np.moveaxis(a, axis, start - (axis < start))
def atleast_1d(ary): return ndarray(torch.atleast_1d(_as(ary)))
def atleast_2d(ary): return ndarray(torch.atleast_2d(_as(ary)))
def atleast_3d(ary): return ndarray(torch.atleast_3d(_as(ary)))


def resize(a, new_shape):
    flat, sizes = np.ravel(a), _sizes(new_shape)
    return flat[np.arange(math.prod(sizes)) % flat.size].reshape(sizes)


def meshgrid(*xi, indexing="xy", **unused):
    return [ndarray(_lab.copy(grid)) for grid in torch.meshgrid(*[_as(x).flatten() for x in xi], indexing=indexing)]


def indices(dimensions, dtype=int):
    return np.stack(meshgrid(*[np.arange(size) for size in dimensions], indexing="ij")).astype(dtype)


def tril(m, k=0): return ndarray(torch.tril(_as(m), k))
def triu(m, k=0): return ndarray(torch.triu(_as(m), k))
def tri(N, M=None, k=0, dtype=float): return tril(np.ones((N, N if M is None else M)), k).astype(dtype)
def tril_indices(n, k=0, m=None): return tri(n, m, k).nonzero()
def triu_indices(n, k=0, m=None): return triu(np.ones((n, n if m is None else m)), k).nonzero()
def diag(v, k=0): return ndarray(torch.diag(_as(v), k))
def diagonal(a, offset=0, axis1=0, axis2=1): return ndarray(torch.diagonal(_as(a), offset, axis1, axis2))
def trace(a): return _wrap(torch.trace(_as(a)))
def broadcast_arrays(*args): return tuple(ndarray(part) for part in torch.broadcast_tensors(*_parts(args)))
def broadcast_shapes(*args): return tuple(torch.broadcast_shapes(*args))


def take(a, indices, axis=None):
    flat = np.ravel(a) if axis is None else np.array_of(a)
    return flat[(slice(None),) * (axis % flat.ndim if axis else 0) + (np.array(indices),)]


def diag_indices(n, ndim=2): return (np.arange(n),) * ndim
def take_along_axis(arr, indices, axis): return ndarray(torch.take_along_dim(_as(arr), _as(indices), axis))


def put(a, ind, v, mode="raise"):
    flat = a.flatten()
    flat[np.array(ind)] = v
    # What lies row by row in a copy need not do so in the array.
    a[...] = flat.reshape(a.shape)


def put_along_axis(arr, indices, values, axis):
    source = torch.as_tensor(np.array(values)).expand(_as(indices).shape)
    arr[...] = ndarray(torch.scatter(_as(arr), axis, _as(indices), source))


def compress(condition, a, axis=None): return take(a, np.flatnonzero(condition), axis)


def pad(array, pad_width, mode="constant", constant_values=0, **unused):
    made = _as(array)
    rank = made.dim()
    widths = np.broadcast_to(np.array(pad_width), (rank, 2)).tolist()
    names = {"edge": "replicate", "wrap": "circular"}
    edges = [count for before, after in reversed(widths) for count in (before, after)]
    return ndarray(torch.nn.functional.pad(made, edges, names.get(mode, mode), constant_values))


def fromiter(iter, dtype, count=-1): return array(list(iter), dtype)


def frombuffer(buffer, dtype=float, count=-1, offset=0):
    name = np.dtype(dtype).name
    data = bytes(buffer)[offset:]
    return ndarray(_lab.from_bytes(data, name, (len(data) // np.dtype(dtype).itemsize,)))


def copyto(dst, src): dst[...] = src
def fill_diagonal(a, val):
    for at in range(min(a.shape)):
        a[at, at] = val


def ix_(*args):
    return tuple(np.array(part).reshape((1,) * at + (-1,) + (1,) * (len(args) - 1 - at)) for at, part in enumerate(args))


def ndenumerate(arr):
    for index in ndindex(*arr.shape):
        yield index, arr[index]


def ndindex(*shape):
    shape = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape
    found = [()]
    for size in shape:
        found = [index + (at,) for index in found for at in range(size)]
    return iter(found)


def unravel_index(indices, shape):
    left, found = np.array(indices), []
    if bool(np.any(left < 0)) or bool(np.any(left >= np.prod(shape))):
        raise ValueError(f"an index is out of bounds for array with size {int(np.prod(shape))}")
    for size in reversed(shape):
        found.append(left % size)
        left = left // size
    return tuple(reversed(found))


def ravel_multi_index(multi_index, dims):
    total = 0
    for part, size in zip(multi_index, dims):
        total = total * size + np.array(part)
    return total
