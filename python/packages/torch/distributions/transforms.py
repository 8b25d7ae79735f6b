"""Invertible functions of random numbers."""

import torch
from torch.nn import functional as F


class Transform:
    """A function, its inverse, and the logarithm of its slope."""

    event_dim = 0

    def __init__(self, cache_size=0):
        self._last = (None, None)

    def __call__(self, x):
        y = self._call(x)
        self._last = (x, y)
        return y

    @property
    def inv(self):
        return _Inverse(self)

    def _back(self, y):
        # The number that a sample was just made of is known exactly, where the inverse would round.
        x, made = getattr(self, "_last", (None, None))
        return x if made is y else self._inverse(y)


class _Inverse(Transform):
    def __init__(self, transform):
        self._forward = transform

    def _call(self, x): return self._forward._inverse(x)
    def _inverse(self, y): return self._forward(y)
    def log_abs_det_jacobian(self, x, y): return -self._forward.log_abs_det_jacobian(y, x)


class TanhTransform(Transform):
    def _call(self, x): return torch.tanh(x)
    def _inverse(self, y): return torch.atanh(y)
    def log_abs_det_jacobian(self, x, y): return 2.0 * (0.6931471805599453 - x - F.softplus(-2.0 * x))


class SigmoidTransform(Transform):
    def _call(self, x): return torch.sigmoid(x)

    def _inverse(self, y):
        near = torch.clamp(y, 1.17e-38, 1 - 1.19e-07)
        return torch.log(near) - torch.log1p(-near)

    def log_abs_det_jacobian(self, x, y): return -F.softplus(-x) - F.softplus(x)


class ExpTransform(Transform):
    def _call(self, x): return torch.exp(x)
    def _inverse(self, y): return torch.log(y)
    def log_abs_det_jacobian(self, x, y): return x


class SoftplusTransform(Transform):
    def _call(self, x): return F.softplus(x)
    def _inverse(self, y): return torch.log(-torch.expm1(-y)) + y
    def log_abs_det_jacobian(self, x, y): return -F.softplus(-x)


class AffineTransform(Transform):
    def __init__(self, loc, scale, event_dim=0, cache_size=0):
        self.loc, self.scale, self.event_dim = loc, scale, event_dim

    def _call(self, x): return self.loc + self.scale * x
    def _inverse(self, y): return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x, y):
        slope = torch.log(torch.abs(torch.as_tensor(self.scale))).to(x.dtype).expand(x.shape)
        return slope.sum(tuple(range(-self.event_dim, 0))) if self.event_dim else slope


class PowerTransform(Transform):
    def __init__(self, exponent, cache_size=0):
        self.exponent = exponent

    def _call(self, x): return x**self.exponent
    def _inverse(self, y): return y ** (1 / self.exponent)
    def log_abs_det_jacobian(self, x, y): return torch.log(torch.abs(self.exponent * y / x))


class ComposeTransform(Transform):
    """One function after the other."""

    def __init__(self, parts, cache_size=0):
        self.parts = list(parts)

    def _call(self, x):
        for part in self.parts:
            x = part(x)
        return x

    def _inverse(self, y):
        for part in reversed(self.parts):
            y = part._back(y)
        return y

    def log_abs_det_jacobian(self, x, y):
        total = 0
        for part in self.parts:
            y = part(x)
            total, x = total + part.log_abs_det_jacobian(x, y), y
        return total
