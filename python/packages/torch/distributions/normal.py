"""The normal distribution."""

import torch
from torch.distributions.distribution import Distribution, _Later

_HALF_LOG_TWO_PI = 0.9189385332046727


class _Located(Distribution):
    """A distribution around a place, as wide as a scale says."""

    has_rsample = True
    parameters = ("loc", "scale")
    arg_constraints = _Later(lambda known, self: {"loc": known.real, "scale": known.positive})
    support = _Later(lambda known, self: known.real)

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = self._take(loc, scale)
        if self._checks(validate_args):
            self._positive("scale", self.scale)


class Normal(_Located):
    """The normal distribution, of a mean and a standard deviation."""

    mean = mode = property(lambda self: self.loc)
    stddev = property(lambda self: self.scale)
    variance = property(lambda self: self.scale * self.scale)

    def rsample(self, sample_shape=()):
        return self.loc + torch.randn(self._extended_shape(sample_shape), dtype=self.loc.dtype) * self.scale

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return self.rsample(sample_shape)

    def log_prob(self, value):
        self._fits(value)
        self._within(value, value == value, "Real()")
        return self._density(value)

    def _density(self, value):
        off = value - self.loc
        return -(off * off) / (2 * self.scale * self.scale) - torch.log(self.scale) - _HALF_LOG_TWO_PI

    def entropy(self):
        return torch.log(self.scale) + (0.5 + _HALF_LOG_TWO_PI)

    def cdf(self, value):
        return 0.5 * (1 + torch.erf((value - self.loc) / (self.scale * 2**0.5)))

    def icdf(self, value):
        return self.loc + self.scale * torch.erfinv(2 * value - 1) * 2**0.5
