"""Distributions made of others."""

import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution


def _summed(value, dims):
    return value.sum(tuple(range(-dims, 0))) if dims else value


class Independent(Distribution):
    """Takes the last dimensions of a batch as one sample: their logarithms of probabilities are added."""

    arg_constraints = {}

    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        self.base_dist, self._dims = base_distribution, reinterpreted_batch_ndims
        batch, cut = tuple(base_distribution.batch_shape), len(base_distribution.batch_shape) - reinterpreted_batch_ndims
        if cut < 0:
            raise ValueError(f"reinterpreted_batch_ndims is {reinterpreted_batch_ndims}, and the batch has {len(batch)} dimensions")
        self._batch_shape = torch.Size(batch[:cut])
        self._event_shape = torch.Size(batch[cut:] + tuple(base_distribution.event_shape))

    @constraints.dependent_property
    def support(self):
        return constraints.independent(self.base_dist.support, self._dims) if self._dims else self.base_dist.support

    def enumerate_support(self, expand=True):
        if self._dims:
            raise NotImplementedError("Enumeration over cartesian product is not implemented")
        return self.base_dist.enumerate_support(expand)

    has_enumerate_support = property(lambda self: not self._dims and self.base_dist.has_enumerate_support)
    reinterpreted_batch_ndims = property(lambda self: self._dims)
    has_rsample = property(lambda self: self.base_dist.has_rsample)
    mean = property(lambda self: self.base_dist.mean)
    mode = property(lambda self: self.base_dist.mode)
    variance = property(lambda self: self.base_dist.variance)
    stddev = property(lambda self: self.base_dist.stddev)

    def sample(self, sample_shape=()): return self.base_dist.sample(sample_shape)
    def rsample(self, sample_shape=()): return self.base_dist.rsample(sample_shape)
    def log_prob(self, value): return _summed(self.base_dist.log_prob(value), self._dims)
    def entropy(self): return _summed(self.base_dist.entropy(), self._dims)
    def __repr__(self): return f"Independent({self.base_dist}, {self._dims})"


class TransformedDistribution(Distribution):
    """What transforms make of another distribution's samples."""

    def __init__(self, base_distribution, transforms, validate_args=None):
        self.base_dist = base_distribution
        self.transforms = list(transforms) if isinstance(transforms, (list, tuple)) else [transforms]
        self._batch_shape, self._event_shape = base_distribution.batch_shape, base_distribution.event_shape

    has_rsample = property(lambda self: self.base_dist.has_rsample)

    def _forward(self, x):
        for transform in self.transforms:
            x = transform(x)
        return x

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return self._forward(self.base_dist.sample(sample_shape))

    def rsample(self, sample_shape=()):
        return self._forward(self.base_dist.rsample(sample_shape))

    def log_prob(self, value):
        dims, total = len(self.event_shape), 0
        for transform in reversed(self.transforms):
            x = transform._back(value)
            slope = transform.log_abs_det_jacobian(x, value)
            total, value = total - _summed(slope, dims - transform.event_dim), x
        return self.base_dist.log_prob(value) + total

    def cdf(self, value):
        for transform in reversed(self.transforms):
            value = transform._back(value)
        return self.base_dist.cdf(value)


class MixtureSameFamily(Distribution):
    """One of several distributions of a kind, chosen at random."""

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        self.mixture_distribution, self.component_distribution = mixture_distribution, component_distribution
        self._batch_shape = torch.Size(component_distribution.batch_shape[:-1])
        self._event_shape = component_distribution.event_shape

    def _shares(self):
        shares = self.mixture_distribution.probs
        return shares.reshape(tuple(shares.shape) + (1,) * len(self.event_shape))

    @property
    def mean(self):
        return (self._shares() * self.component_distribution.mean).sum(-1 - len(self.event_shape))

    def sample(self, sample_shape=()):
        picked, parts = self.mixture_distribution.sample(sample_shape), self.component_distribution.sample(sample_shape)
        axis = parts.dim() - 1 - len(self.event_shape)
        index = picked.reshape(tuple(picked.shape) + (1,) * (1 + len(self.event_shape)))
        return parts.gather(axis, index.expand(tuple(parts.shape[:axis]) + (1,) + tuple(parts.shape[axis + 1 :]))).squeeze(axis)

    def log_prob(self, value):
        value = value.unsqueeze(-1 - len(self.event_shape))
        return torch.logsumexp(self.component_distribution.log_prob(value) + torch.log_softmax(self.mixture_distribution.logits, -1), -1)
