"""Tensors of random numbers, as PyTorch's tests make them."""

import math

import torch


def make_tensor(*shape, dtype, device=None, low=None, high=None, requires_grad=False, noncontiguous=False, exclude_zero=False, memory_format=None):
    """Returns numbers drawn evenly from `low` up to below `high`, by default from -9 on and whole ones up to 9."""
    if len(shape) == 1 and not isinstance(shape[0], int):
        shape = shape[0]
    shape = tuple(shape)
    noncontiguous = noncontiguous and math.prod(shape) > 1
    drawn = (*shape[:-1], 2 * shape[-1]) if noncontiguous else shape
    if dtype.is_floating_point:
        limits = torch.finfo(dtype)
        low, high = -9.0 if low is None else low, 9.0 if high is None else high
        low, high = max(low, limits.min), min(high, limits.max)
        made = torch.rand(drawn, dtype=dtype)
        made = made * low + (1 - made) * high
    else:
        limits = torch.iinfo(dtype) if dtype is not torch.bool else None
        least, most = (0, 1) if limits is None else (limits.min, limits.max)
        low, high = -9 if low is None else low, 10 if high is None else high
        low, high = max(math.ceil(low), least), min(math.ceil(high), most + 1)
        made = torch.randint(low, high, drawn, dtype=torch.int64 if limits is None else dtype).to(dtype)
    if noncontiguous:
        made = made[..., 1::2]
    if exclude_zero:
        made[made == 0] = torch.finfo(dtype).tiny if dtype.is_floating_point else 1
    return made.requires_grad_() if requires_grad else made
