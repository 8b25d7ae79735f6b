"""Windows of signals, and a few functions of whole tensors that little code uses."""

import math

import torch
from torch._base import _require, _shape


def _window(shape, window_length, periodic, dtype, requires_grad):
    """Returns what `shape` gives for the places of a window, of which a periodic one leaves out the last."""
    dtype = dtype or torch.get_default_dtype()
    _require(dtype.is_floating_point, f"a window has fractions, and {dtype} has none")
    _require(window_length >= 0, f"a window has a length from 0 up, not {window_length}")
    last = max(window_length - (not periodic), 1)
    numbers = [1.0] if window_length == 1 else [shape(at / last) for at in range(window_length)]
    return torch.tensor(numbers, dtype=dtype, requires_grad=requires_grad)


def bartlett_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, requires_grad=False):
    return _window(lambda share: 1 - abs(2 * share - 1), window_length, periodic, dtype, requires_grad)


def hamming_window(window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype=None, layout=None, device=None, requires_grad=False):
    return _window(lambda share: alpha - beta * math.cos(2 * math.pi * share), window_length, periodic, dtype, requires_grad)


def hann_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, requires_grad=False):
    return hamming_window(window_length, periodic, 0.5, 0.5, dtype=dtype, requires_grad=requires_grad)


def blackman_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, requires_grad=False):
    def shape(share):
        return 0.42 - 0.5 * math.cos(2 * math.pi * share) + 0.08 * math.cos(4 * math.pi * share)

    return _window(shape, window_length, periodic, dtype, requires_grad)


def kaiser_window(window_length, periodic=True, beta=12.0, *, dtype=None, layout=None, device=None, requires_grad=False):
    def shape(share):
        return _bessel(beta * math.sqrt(max(0.0, 1 - (2 * share - 1) ** 2))) / _bessel(beta)

    return _window(shape, window_length, periodic, dtype, requires_grad)


def _bessel(x):
    """The modified Bessel function of the first kind and order 0, by its series."""
    total = term = 1.0
    count = 1
    while term > total * 1e-17:
        term *= (x / 2 / count) ** 2
        total += term
        count += 1
    return total


def scalar_tensor(s, *, dtype=None, layout=None, device=None, requires_grad=False):
    return torch.tensor(s, dtype=dtype or torch.get_default_dtype(), requires_grad=requires_grad)


def is_inference(input):
    return False


def unravel_index(indices, shape):
    """Returns the places along each dimension of places in a flat tensor."""
    shape, found = _shape((shape,)), []
    _require(bool(((indices >= 0) & (indices < math.prod(shape))).all()), f"a place lies outside of the shape {shape}")
    for size in reversed(shape):
        found.append(indices % size)
        indices = indices // size
    return tuple(reversed(found))


def vander(x, N=None, increasing=False):
    """Returns the powers of numbers, a row for each of them."""
    _require(x.dim() == 1, f"vander takes one dimension, not {x.dim()}")
    count = x.shape[0] if N is None else N
    _require(count >= 0, f"N must be non-negative, not {count}")
    powers = list(range(count)) if increasing else list(range(count - 1, -1, -1))
    columns = [torch.ones_like(x) if power == 0 else x**power for power in powers]
    return torch.stack(columns, 1) if columns else x.new_empty(x.shape[0], 0)
