"""Patterns as layers of networks: `Rearrange("b c h w -> b (c h w)")`."""

import einops
from torch import nn


class Rearrange(nn.Module):
    """Rearranges a tensor."""

    def __init__(self, pattern, **axes_lengths):
        super().__init__()
        self.pattern, self.axes_lengths = pattern, axes_lengths

    def forward(self, input): return einops.rearrange(input, self.pattern, **self.axes_lengths)
    def extra_repr(self): return ", ".join([repr(self.pattern), *(f"{name}={size}" for name, size in self.axes_lengths.items())])


class Reduce(nn.Module):
    """Brings dimensions of a tensor together."""

    def __init__(self, pattern, reduction, **axes_lengths):
        super().__init__()
        self.pattern, self.reduction, self.axes_lengths = pattern, reduction, axes_lengths

    def forward(self, input): return einops.reduce(input, self.pattern, self.reduction, **self.axes_lengths)
    def extra_repr(self): return ", ".join([repr(self.pattern), repr(self.reduction), *(f"{name}={size}" for name, size in self.axes_lengths.items())])
