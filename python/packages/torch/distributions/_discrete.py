"""Distributions over whole numbers."""

import torch
from torch.distributions import constraints
from torch.distributions.categorical import Categorical
from torch.distributions.distribution import Distribution
from torch.nn import functional as F


class Bernoulli(Distribution):
    """1 with these probabilities or logits, else 0."""

    has_enumerate_support = True
    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.boolean

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        self._checks(validate_args)
        if logits is None:
            (self.probs,) = self._take(probs)
            if self._validates and not bool(((self.probs >= 0) & (self.probs <= 1)).all()):
                raise ValueError("Expected parameter probs of Bernoulli to be from 0 to 1, but some is not")
            eps = torch.finfo(self.probs.dtype).eps
            near = torch.clamp(self.probs, eps, 1 - eps)
            self.logits = torch.log(near) - torch.log1p(-near)
        else:
            (self.logits,) = self._take(logits)
            self.probs = torch.sigmoid(self.logits)

    mean = property(lambda self: self.probs)
    mode = property(lambda self: torch.where(self.probs == 0.5, float("nan"), (self.probs > 0.5).to(self.probs.dtype)))
    variance = property(lambda self: self.probs * (1 - self.probs))

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return torch.bernoulli(self.probs.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        self._valid(value)
        return -F.binary_cross_entropy_with_logits(*torch.broadcast_tensors(self.logits, value), reduction="none")

    def entropy(self):
        return F.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")

    def enumerate_support(self, expand=True):
        return self._counted(2, expand)

    def __repr__(self):
        return f"Bernoulli(probs: {self.probs.shape if self.probs.dim() else self.probs})"


class Geometric(Bernoulli):
    """The number of failures before the first success."""

    has_enumerate_support = False
    support = constraints.nonnegative_integer
    enumerate_support = Distribution.enumerate_support

    mean = property(lambda self: 1 / self.probs - 1)
    mode = property(lambda self: torch.zeros_like(self.probs))
    variance = property(lambda self: (1 / self.probs - 1) / self.probs)

    def sample(self, sample_shape=()):
        with torch.no_grad():
            u = torch.clamp(torch.rand(self._extended_shape(sample_shape)), min=1.2e-38)
            return torch.floor(torch.log(u) / torch.log1p(-self.probs))

    def log_prob(self, value):
        self._valid(value)
        is_first = (self.probs == 1) & (value == 0)
        return value * torch.log1p(-torch.where(is_first, 0.0, self.probs)) + torch.log(self.probs)

    def entropy(self): return Bernoulli.entropy(self) / self.probs


class Poisson(Distribution):
    parameters = ("rate",)
    arg_constraints = {"rate": constraints.nonnegative}
    support = constraints.nonnegative_integer

    def __init__(self, rate, validate_args=None):
        (self.rate,) = self._take(rate)
        if self._checks(validate_args) and not bool((self.rate >= 0).all()):
            raise ValueError(
                f"Expected parameter rate (Tensor of shape {tuple(self.rate.shape)}) of distribution {self!r} to satisfy the constraint"
                f" GreaterThanEq(lower_bound=0.0), but found invalid values:\n{self.rate}"
            )

    mean = variance = property(lambda self: self.rate)
    mode = property(lambda self: torch.floor(self.rate))

    def sample(self, sample_shape=()):
        """Counts exponential times until they exceed the rate."""
        with torch.no_grad():
            rate = self.rate.expand(self._extended_shape(sample_shape))
            count, time = torch.zeros_like(rate), torch.zeros_like(rate)
            while True:
                time = time - torch.log1p(-torch.rand(rate.shape))
                more = time <= rate
                if not bool(more.any()):
                    return count
                count = count + more

    def log_prob(self, value):
        self._valid(value)
        return torch.xlogy(value, self.rate) - self.rate - torch.lgamma(value + 1)


class Binomial(Distribution):
    """How many of `total_count` tries succeed."""

    parameters = ("total_count", "probs")
    has_enumerate_support = True
    arg_constraints = {"total_count": constraints.nonnegative_integer, "probs": constraints.unit_interval, "logits": constraints.real}

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        self._checks(validate_args)
        one = Bernoulli(probs, logits, validate_args)
        self.total_count, self.probs = torch.broadcast_tensors(torch.as_tensor(total_count).to(one.probs.dtype), one.probs)
        self.logits = one.logits.expand(self.probs.shape)
        self._batch_shape = torch.Size(self.probs.shape)

    @constraints.dependent_property(is_discrete=True, event_dim=0)
    def support(self):
        return constraints.integer_interval(0, self.total_count)

    def enumerate_support(self, expand=True):
        most = int(self.total_count.max())
        if not bool((self.total_count == most).all()):
            raise NotImplementedError("Inhomogeneous total count not supported by `enumerate_support`.")
        return self._counted(most + 1, expand)

    mean = property(lambda self: self.total_count * self.probs)
    variance = property(lambda self: self.mean * (1 - self.probs))

    def sample(self, sample_shape=()):
        most = int(self.total_count.max())
        draws = Bernoulli(self.probs, validate_args=False).sample((most,) + tuple(sample_shape))
        counted = torch.arange(most).reshape((-1,) + (1,) * (draws.dim() - 1)) < self.total_count
        return (draws * counted).sum(0)

    def log_prob(self, value):
        self._valid(value)
        n = self.total_count
        ways = torch.lgamma(n + 1) - torch.lgamma(value + 1) - torch.lgamma(n - value + 1)
        return ways + value * self.logits - n * F.softplus(self.logits)


class OneHotCategorical(Distribution):
    """A `Categorical` whose samples are rows with a single 1."""

    parameters = ("probs",)
    has_enumerate_support = True
    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}
    support = constraints.one_hot

    def __init__(self, probs=None, logits=None, validate_args=None):
        self._checks(validate_args)
        self._categorical = Categorical(probs, logits, validate_args)
        self._batch_shape = self._categorical.batch_shape
        self._event_shape = torch.Size(self._categorical.logits.shape[-1:])

    probs = mean = property(lambda self: self._categorical.probs)
    logits = property(lambda self: self._categorical.logits)
    variance = property(lambda self: self.probs * (1 - self.probs))
    mode = property(lambda self: F.one_hot(self._categorical.mode, self.event_shape[0]).to(self.probs.dtype))

    def sample(self, sample_shape=()):
        return F.one_hot(self._categorical.sample(sample_shape), self.event_shape[0]).to(self.probs.dtype)

    def log_prob(self, value):
        self._valid(value)
        return self._categorical.log_prob(value.argmax(-1))

    def entropy(self): return self._categorical.entropy()

    def enumerate_support(self, expand=True):
        count = self.event_shape[0]
        values = torch.eye(count, dtype=self.probs.dtype).reshape((count,) + (1,) * len(self.batch_shape) + (count,))
        return values.expand((count,) + tuple(self.batch_shape) + (count,)) if expand else values


class OneHotCategoricalStraightThrough(OneHotCategorical):
    has_rsample = True

    def rsample(self, sample_shape=()):
        return self.sample(sample_shape) + (self.probs - self.probs.detach())
