"""Filling weights."""

import _lab
import torch
from torch.random import _check_range, _check_std


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


def eye_(tensor):
    if tensor.dim() != 2:
        raise ValueError("eye_ fills a matrix")
    return _fill(tensor, torch.eye(*tensor.shape))


def dirac_(tensor, groups=1):
    values = torch.zeros(tensor.shape)
    for at in range(min(tensor.shape[0] // groups, tensor.shape[1])):
        for group in range(groups):
            values[(group * (tensor.shape[0] // groups) + at, at) + tuple(size // 2 for size in tensor.shape[2:])] = 1.0
    return _fill(tensor, values)


def uniform_(tensor, a=0.0, b=1.0, generator=None):
    _check_range(a, b)
    return _fill(tensor, torch.rand(tensor.shape, generator=generator) * (b - a) + a)


def normal_(tensor, mean=0.0, std=1.0, generator=None):
    _check_std(std)
    return _fill(tensor, torch.randn(tensor.shape, generator=generator) * std + mean)


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    """Fills with normal numbers between `a` and `b`, by the inverse of their distribution."""
    low, high = ((1 + torch.erf(torch.tensor((x - mean) / std / 2**0.5)).item()) / 2 for x in (a, b))
    shares = torch.rand(tensor.shape, generator=generator) * (2 * (high - low)) + (2 * low - 1)
    return _fill(tensor, torch.clamp(torch.erfinv(shares) * (std * 2**0.5) + mean, a, b))


def _fans(tensor):
    """Returns how many numbers go into a unit, and how many come out."""
    if tensor.dim() < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    inner = tensor[0][0].numel()
    return tensor.shape[1] * inner, tensor.shape[0] * inner


def xavier_uniform_(tensor, gain=1.0, generator=None):
    bound = gain * (6.0 / sum(_fans(tensor))) ** 0.5
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor, gain=1.0, generator=None):
    return normal_(tensor, 0.0, gain * (2.0 / sum(_fans(tensor))) ** 0.5, generator)


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    bound = _kaiming(tensor, a, mode, nonlinearity) * 3.0**0.5
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    return normal_(tensor, 0.0, _kaiming(tensor, a, mode, nonlinearity), generator)


def _kaiming(tensor, a, mode, nonlinearity):
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(f"mode is 'fan_in' or 'fan_out', not {mode!r}")
    return calculate_gain(nonlinearity, a) / _fans(tensor)[mode == "fan_out"] ** 0.5


def calculate_gain(nonlinearity, param=None):
    known = {"tanh": 5.0 / 3, "relu": 2.0**0.5, "selu": 0.75}
    if nonlinearity == "leaky_relu":
        if param is not None and (isinstance(param, bool) or not isinstance(param, (int, float))):
            raise ValueError(f"negative_slope {param} not a valid number")
        slope = 0.01 if param is None else param
        return (2.0 / (1 + slope * slope)) ** 0.5
    if nonlinearity not in known and nonlinearity not in ("linear", "sigmoid", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d"):
        raise ValueError(f"Unsupported nonlinearity {nonlinearity}")
    return known.get(nonlinearity, 1.0)


def sparse_(tensor, sparsity, std=0.01, generator=None):
    rows, columns = tensor.shape
    normal_(tensor, 0.0, std, generator)
    values = tensor.detach().clone()
    for column in range(columns):
        values[torch.randperm(rows, generator=generator)[: -int(-sparsity * rows // 1)], column] = 0.0
    return _fill(tensor, values)


def orthogonal_(tensor, gain=1.0, generator=None):
    """Makes the rows, or the columns if they are fewer, orthogonal and of length `gain`: Q of a normal matrix's QR,
    with R's diagonal positive."""
    if tensor.dim() < 2:
        raise ValueError("orthogonal_ fills a tensor of two dimensions or more")
    rows, columns = tensor.shape[0], tensor.numel() // tensor.shape[0]
    normal = torch.randn(rows, columns, generator=generator)
    wide = rows < columns
    matrix = _lab.orthogonal((normal if wide else normal.t()).double()).float() * gain
    return _fill(tensor, (matrix if wide else matrix.t()).reshape(tensor.shape))


uniform, normal, constant, xavier_uniform, xavier_normal = uniform_, normal_, constant_, xavier_uniform_, xavier_normal_
orthogonal, kaiming_uniform, kaiming_normal = orthogonal_, kaiming_uniform_, kaiming_normal_
