"""Distributions over fractions."""

import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.normal import _HALF_LOG_TWO_PI, Normal, _Located


class LogNormal(Normal):
    """The exponential of a normal number."""

    support = constraints.positive
    mean = property(lambda self: torch.exp(self.loc + self.scale * self.scale / 2))
    mode = property(lambda self: torch.exp(self.loc - self.scale * self.scale))
    variance = property(lambda self: torch.expm1(self.scale**2) * torch.exp(2 * self.loc + self.scale**2))
    stddev = property(lambda self: torch.sqrt(self.variance))

    def rsample(self, sample_shape=()): return torch.exp(Normal.rsample(self, sample_shape))
    def log_prob(self, value):
        self._valid(value)
        return self._density(torch.log(value)) - torch.log(value)

    def entropy(self): return Normal.entropy(self) + self.loc
    def cdf(self, value): return Normal.cdf(self, torch.log(value))
    def icdf(self, value): return torch.exp(Normal.icdf(self, value))


class Uniform(Distribution):
    """Equal density from `low` to `high`."""

    has_rsample = True
    parameters = ("low", "high")
    arg_constraints = {"low": constraints.dependent, "high": constraints.dependent}

    def __init__(self, low, high, validate_args=None):
        self.low, self.high = self._take(low, high)
        if self._checks(validate_args) and not bool((self.low < self.high).all()):
            raise ValueError(
                f"Expected parameter low (Tensor of shape {tuple(self.low.shape)}) of distribution {self!r} to satisfy the constraint"
                f" LessThan(upper_bound={self.high}), but found invalid values:\n{self.low}"
            )

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self):
        return constraints.interval(self.low, self.high)

    mean = property(lambda self: (self.high + self.low) / 2)
    stddev = property(lambda self: (self.high - self.low) / 12**0.5)
    variance = property(lambda self: (self.high - self.low) ** 2 / 12)

    def rsample(self, sample_shape=()):
        return self.low + torch.rand(self._extended_shape(sample_shape), dtype=self.low.dtype) * (self.high - self.low)

    def log_prob(self, value):
        self._valid(value)
        inside = (value >= self.low) & (value < self.high)
        return torch.where(inside, 0.0, float("-inf")) - torch.log(self.high - self.low)

    def entropy(self): return torch.log(self.high - self.low)
    def cdf(self, value): return torch.clamp((value - self.low) / (self.high - self.low), 0, 1)
    def icdf(self, value): return value * (self.high - self.low) + self.low


class Exponential(Distribution):
    has_rsample = True
    parameters = ("rate",)
    arg_constraints = {"rate": constraints.positive}
    support = constraints.nonnegative

    def __init__(self, rate, validate_args=None):
        (self.rate,) = self._take(rate)
        if self._checks(validate_args):
            self._positive("rate", self.rate)

    mean = stddev = property(lambda self: 1 / self.rate)
    mode = property(lambda self: torch.zeros_like(self.rate))
    variance = property(lambda self: 1 / self.rate**2)

    def rsample(self, sample_shape=()): return -torch.log1p(-torch.rand(self._extended_shape(sample_shape))) / self.rate
    def log_prob(self, value):
        self._valid(value)
        return torch.log(self.rate) - self.rate * value

    def entropy(self): return 1 - torch.log(self.rate)
    def cdf(self, value): return 1 - torch.exp(-self.rate * value)
    def icdf(self, value): return -torch.log1p(-value) / self.rate


class Laplace(_Located):
    """Two exponential distributions back to back."""

    mean = mode = property(lambda self: self.loc)
    stddev = property(lambda self: self.scale * 2**0.5)
    variance = property(lambda self: self.scale**2 * 2)

    def rsample(self, sample_shape=()):
        u = torch.rand(self._extended_shape(sample_shape)) - 0.5
        return self.loc - self.scale * torch.sign(u) * torch.log1p(torch.clamp(-2 * torch.abs(u), min=-1 + 1e-7))

    def log_prob(self, value):
        self._valid(value)
        return -torch.log(2 * self.scale) - torch.abs(value - self.loc) / self.scale

    def entropy(self): return 1 + torch.log(2 * self.scale)

    def cdf(self, value):
        off = value - self.loc
        return 0.5 - 0.5 * torch.sign(off) * torch.expm1(-torch.abs(off) / self.scale)


def _gamma_draws(concentration):
    """Marsaglia and Tsang, 2000, for all numbers at once until each has been accepted."""
    alpha = concentration.detach().double()
    small = alpha < 1
    d = torch.where(small, alpha + 1, alpha) - 1 / 3
    result, left = torch.zeros_like(alpha), torch.ones_like(alpha, dtype=torch.bool)
    while bool(left.any()):
        x = torch.randn(alpha.shape).double()
        v = (1 + x / torch.sqrt(9 * d)) ** 3
        u = torch.rand(alpha.shape).double()
        good = (v > 0) & (torch.log(u) < 0.5 * x * x + d - d * v + d * torch.log(torch.clamp(v, min=1e-30)))
        result = torch.where(left & good, d * v, result)
        left = left & ~good
    lifted = result * torch.rand(alpha.shape).double() ** (1 / alpha)
    return torch.where(small, lifted, result).to(concentration.dtype)


class Gamma(Distribution):
    """Samples carry no gradient here."""

    parameters = ("concentration", "rate")
    arg_constraints = {"concentration": constraints.positive, "rate": constraints.positive}
    support = constraints.nonnegative

    def __init__(self, concentration, rate, validate_args=None):
        self.concentration, self.rate = self._take(concentration, rate)
        if self._checks(validate_args):
            self._positive("concentration", self.concentration)
            self._positive("rate", self.rate)

    mean = property(lambda self: self.concentration / self.rate)
    mode = property(lambda self: torch.clamp((self.concentration - 1) / self.rate, min=0))
    variance = property(lambda self: self.concentration / self.rate**2)

    def sample(self, sample_shape=()):
        with torch.no_grad():
            shape = self._extended_shape(sample_shape)
            return _gamma_draws(self.concentration.expand(shape)) / self.rate

    def log_prob(self, value):
        value = torch.as_tensor(value, dtype=self.rate.dtype)
        self._valid(value)
        a, b = self.concentration, self.rate
        return torch.xlogy(a, b) + torch.xlogy(a - 1, value) - b * value - torch.lgamma(a)

    def entropy(self):
        a = self.concentration
        return a - torch.log(self.rate) + torch.lgamma(a) + (1 - a) * torch.digamma(a)


class Chi2(Gamma):
    parameters = ("df",)
    arg_constraints = {"df": constraints.positive}

    def __init__(self, df, validate_args=None):
        super().__init__(0.5 * torch.as_tensor(df), 0.5, validate_args)

    df = property(lambda self: self.concentration * 2)


class StudentT(Distribution):
    """Student's t-distribution: the fewer degrees of freedom `df`, the more often far from `loc`."""

    has_rsample = True
    parameters = ("df", "loc", "scale")
    arg_constraints = {"df": constraints.positive, "loc": constraints.real, "scale": constraints.positive}
    support = constraints.real

    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        self.df, self.loc, self.scale = self._take(df, loc, scale)
        if self._checks(validate_args):
            self._positive("df", self.df)
            self._positive("scale", self.scale)

    mode = property(lambda self: self.loc)
    mean = property(lambda self: torch.where(self.df > 1, self.loc, torch.nan))

    @property
    def variance(self):
        df = self.df
        wide = torch.where(df > 1, torch.inf, torch.nan)
        return torch.where(df > 2, self.scale**2 * df / torch.where(df > 2, df - 2, 1.0), wide)

    def rsample(self, sample_shape=()):
        if self.df.requires_grad:
            raise NotImplementedError("a sample of StudentT carries no gradient to df here: give df.detach(), or take sample()")
        shape = self._extended_shape(sample_shape)
        spread = Chi2(self.df).sample(sample_shape) / self.df
        return self.loc + self.scale * torch.randn(shape, dtype=self.loc.dtype) / torch.sqrt(spread)

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return StudentT(self.df.detach(), self.loc, self.scale, False).rsample(sample_shape)

    def log_prob(self, value):
        self._valid(value)
        off = (value - self.loc) / self.scale
        return -(self.df + 1) / 2 * torch.log1p(off * off / self.df) - torch.log(self.scale) - self._log_norm()

    def _log_norm(self):
        half = self.df / 2
        return torch.log(self.df * torch.pi) / 2 + torch.lgamma(half) - torch.lgamma(half + 0.5)

    def entropy(self):
        half = self.df / 2
        more = (half + 0.5) * (torch.digamma(half + 0.5) - torch.digamma(half))
        return torch.log(self.scale) + more + self._log_norm()


class Beta(Distribution):
    """Samples carry no gradient here."""

    parameters = ("concentration1", "concentration0")
    arg_constraints = {"concentration1": constraints.positive, "concentration0": constraints.positive}
    support = constraints.unit_interval

    def __init__(self, concentration1, concentration0, validate_args=None):
        self.concentration1, self.concentration0 = self._take(concentration1, concentration0)
        if self._checks(validate_args):
            self._positive("concentration1", self.concentration1)
            self._positive("concentration0", self.concentration0)

    _total = property(lambda self: self.concentration1 + self.concentration0)
    mean = property(lambda self: self.concentration1 / self._total)
    mode = property(lambda self: (self.concentration1 - 1) / (self._total - 2))
    variance = property(lambda self: self.mean * (1 - self.mean) / (self._total + 1))

    def sample(self, sample_shape=()):
        with torch.no_grad():
            shape = self._extended_shape(sample_shape)
            one, other = (_gamma_draws(part.expand(shape)) for part in (self.concentration1, self.concentration0))
            return one / (one + other)

    def _log_norm(self):
        return torch.lgamma(self.concentration1) + torch.lgamma(self.concentration0) - torch.lgamma(self._total)

    def log_prob(self, value):
        self._valid(value)
        a, b = self.concentration1, self.concentration0
        return torch.xlogy(a - 1, value) + torch.xlogy(b - 1, 1 - value) - self._log_norm()

    def entropy(self):
        a, b, total = self.concentration1, self.concentration0, self._total
        own = (a - 1) * torch.digamma(a) + (b - 1) * torch.digamma(b)
        return self._log_norm() - own + (total - 2) * torch.digamma(total)


class Dirichlet(Distribution):
    """Shares that sum to 1. Samples carry no gradient here."""

    parameters = ("concentration",)
    arg_constraints = {"concentration": constraints.independent(constraints.positive, 1)}
    support = constraints.simplex

    def __init__(self, concentration, validate_args=None):
        if concentration.dim() < 1:
            raise ValueError("`concentration` parameter must be at least one-dimensional.")
        (self.concentration,) = self._take(concentration)
        if self._checks(validate_args):
            self._positive("concentration", self.concentration)
        self._batch_shape = torch.Size(concentration.shape[:-1])
        self._event_shape = torch.Size(concentration.shape[-1:])

    mean = property(lambda self: self.concentration / self.concentration.sum(-1, True))

    @property
    def mode(self):
        """The likeliest shares; where all of them are below 1, all of the greatest."""
        over = torch.clamp(self.concentration - 1, min=0.0)
        shares, small = over / over.sum(-1, True), (self.concentration < 1).all(-1, True)
        most = torch.nn.functional.one_hot(self.concentration.argmax(-1), self.event_shape[0]).to(shares.dtype)
        return torch.where(small, most, shares)

    @property
    def variance(self):
        total = self.concentration.sum(-1, True)
        return self.concentration * (total - self.concentration) / (total**2 * (total + 1))

    def sample(self, sample_shape=()):
        with torch.no_grad():
            draws = _gamma_draws(self.concentration.expand(self._extended_shape(sample_shape)))
            return draws / draws.sum(-1, True)

    def log_prob(self, value):
        self._valid(value)
        a = self.concentration
        return torch.xlogy(a - 1, value).sum(-1) + torch.lgamma(a.sum(-1)) - torch.lgamma(a).sum(-1)

    def entropy(self):
        a, total = self.concentration, self.concentration.sum(-1)
        own = torch.lgamma(a).sum(-1) - torch.lgamma(total)
        return own - (a.shape[-1] - total) * torch.digamma(total) - ((a - 1) * torch.digamma(a)).sum(-1)


class MultivariateNormal(Distribution):
    """Normal numbers that depend on one another, by their covariance, its inverse or its lower root."""

    has_rsample = True
    arg_constraints = {
        "loc": constraints.real_vector, "covariance_matrix": constraints.positive_definite,
        "precision_matrix": constraints.positive_definite, "scale_tril": constraints.lower_cholesky,
    }
    support = constraints.real_vector

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        if sum(part is not None for part in (covariance_matrix, precision_matrix, scale_tril)) != 1:
            raise ValueError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        if precision_matrix is not None:
            covariance_matrix = torch.inverse(precision_matrix)
        root = scale_tril if scale_tril is not None else torch.cholesky(covariance_matrix)
        size = root.shape[-1]
        batch = torch.broadcast_shapes(loc.shape[:-1], root.shape[:-2])
        self.loc = loc.expand(tuple(batch) + (size,))
        self.scale_tril = root.expand(tuple(batch) + (size, size))
        self._given = covariance_matrix
        self._batch_shape, self._event_shape = batch, torch.Size((size,))

    mean = mode = property(lambda self: self.loc)

    @property
    def covariance_matrix(self):
        return torch.matmul(self.scale_tril, self.scale_tril.transpose(-2, -1)) if self._given is None else self._given

    precision_matrix = property(lambda self: torch.inverse(self.covariance_matrix))
    variance = property(lambda self: (self.scale_tril * self.scale_tril).sum(-1))

    def rsample(self, sample_shape=()):
        draws = torch.randn(self._extended_shape(sample_shape))
        return self.loc + (self.scale_tril * draws.unsqueeze(-2)).sum(-1)

    def _solved(self, off):
        """Returns the independent normal numbers that `off` was made of."""
        found = []
        for row in range(off.shape[-1]):
            rest = off[..., row]
            for column in range(row):
                rest = rest - self.scale_tril[..., row, column] * found[column]
            found.append(rest / self.scale_tril[..., row, row])
        return torch.stack(found, -1)

    def _half_log_det(self):
        return torch.log(torch.diagonal(self.scale_tril, 0, -2, -1)).sum(-1)

    def log_prob(self, value):
        self._valid(value)
        numbers = self._solved(value - self.loc)
        return -0.5 * (numbers * numbers).sum(-1) - self._half_log_det() - self.loc.shape[-1] * _HALF_LOG_TWO_PI

    def entropy(self):
        return self.loc.shape[-1] * (0.5 + _HALF_LOG_TWO_PI) + self._half_log_det()

    def __repr__(self):
        return f"MultivariateNormal(loc: {self.loc.shape}, scale_tril: {self.scale_tril.shape})"
