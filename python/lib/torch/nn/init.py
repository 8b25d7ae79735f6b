"""Filling weights."""

import _lab
import torch


def _fill(tensor, values):
    with torch.no_grad():
        _lab.overwrite(tensor, values)
    return tensor


def constant_(tensor, val):
    return _fill(tensor, torch.full(tensor.shape, float(val)))


def zeros_(tensor):
    return constant_(tensor, 0.0)


def ones_(tensor):
    return constant_(tensor, 1.0)


def uniform_(tensor, a=0.0, b=1.0, generator=None):
    return _fill(tensor, torch.rand(tensor.shape, generator=generator) * (b - a) + a)


def normal_(tensor, mean=0.0, std=1.0, generator=None):
    return _fill(tensor, torch.randn(tensor.shape, generator=generator) * std + mean)


def xavier_uniform_(tensor, gain=1.0, generator=None):
    rows, columns = tensor.shape
    bound = gain * (6.0 / (rows + columns)) ** 0.5
    return uniform_(tensor, -bound, bound, generator)


def kaiming_uniform_(tensor, a=0.0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    fan = tensor.shape[1] if mode == "fan_in" else tensor.shape[0]
    gain = calculate_gain(nonlinearity, a)
    bound = gain * (3.0 / fan) ** 0.5
    return uniform_(tensor, -bound, bound, generator)


def calculate_gain(nonlinearity, param=None):
    known = {"linear": 1.0, "sigmoid": 1.0, "tanh": 5.0 / 3, "relu": 2.0**0.5}
    if nonlinearity == "leaky_relu":
        slope = 0.01 if param is None else param
        return (2.0 / (1 + slope * slope)) ** 0.5
    return known[nonlinearity]


def orthogonal_(tensor, gain=1.0, generator=None):
    """Makes the rows, or the columns if they are fewer, orthogonal and of length `gain`: Q of a normal matrix's QR,
    with R's diagonal positive."""
    rows, columns = tensor.shape[0], tensor.numel() // tensor.shape[0]
    normal = torch.randn(rows, columns, generator=generator)
    wide = rows < columns
    matrix = _lab.orthogonal((normal if wide else normal.t()).double()).float() * gain
    return _fill(tensor, (matrix if wide else matrix.t()).reshape(tensor.shape))
