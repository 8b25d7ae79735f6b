"""Distributions: `norm.pdf(x, loc, scale)`, or `norm(loc, scale).pdf(x)`."""

import math

import numpy as np
from scipy.stats._functions import beta_share, gamma_share, inf, nan, normal_below, normal_place, over, place, t_below


def _shaped(size): return () if size is None else (size,) if isinstance(size, int) else tuple(size)


class _Distribution:
    """A distribution. `names` are its shapes' names; a subclass has `_log`, `_below`, and where it is quick `_place`."""

    names, low, high, is_whole = (), -inf, inf, False

    def __call__(self, *given, **named): return Frozen(self, *self._read(given, named))
    freeze = __call__

    def _read(self, given, named):
        """Returns the shapes, the place and the scale."""
        given, named = list(given), dict(named)
        shapes = [given.pop(0) if given else named.pop(name) for name in self.names]
        loc = given.pop(0) if given else named.pop("loc", 0.0)
        scale = 1.0 if self.is_whole else given.pop(0) if given else named.pop("scale", 1.0)
        if given or named:
            raise TypeError(f"{type(self).__name__.lower()}: {', '.join(named) or 'that many arguments'} not known")
        return shapes, loc, scale

    def _apply(self, function, x, given, named):
        shapes, loc, scale = self._read(given, named)
        return over(lambda x, loc, scale, *shapes: function(x, loc, scale, shapes) if scale > 0 else nan, x, loc, scale, *shapes)

    def _inside(self, x, shapes):
        low, high = self._ends(shapes)
        return low <= x <= high and (not self.is_whole or x == math.floor(x))

    def _ends(self, shapes): return self.low, self.high

    def logpdf(self, x, *given, **named):
        def log(x, loc, scale, shapes):
            z = (x - loc) / scale
            return (self._log(z, *shapes) if self._inside(z, shapes) else -inf) - math.log(scale)

        return self._apply(log, x, given, named)

    def pdf(self, x, *given, **named): return np.exp(self.logpdf(x, *given, **named))

    def cdf(self, x, *given, **named):
        def below(x, loc, scale, shapes):
            low, high = self._ends(shapes)
            z = (x - loc) / scale
            return 0.0 if z < low else 1.0 if z >= high else self._below(z, *shapes)

        return self._apply(below, x, given, named)

    def sf(self, x, *given, **named): return 1 - self.cdf(x, *given, **named)
    def logcdf(self, x, *given, **named): return np.log(self.cdf(x, *given, **named))

    def ppf(self, q, *given, **named):
        return self._apply(lambda q, loc, scale, shapes: loc + scale * self._place(q, *shapes), q, given, named)

    def isf(self, q, *given, **named): return self.ppf(1 - np.asarray(q), *given, **named)
    def _place(self, q, *shapes): return place(lambda x: self._below(x, *shapes), q, *self._ends(shapes))

    def interval(self, confidence, *given, **named):
        rest = (1 - confidence) / 2
        return self.ppf(rest, *given, **named), self.ppf(1 - rest, *given, **named)

    def rvs(self, *given, size=None, random_state=None, **named):
        shapes, loc, scale = self._read(given, named)
        stream = np.random.RandomState(random_state) if isinstance(random_state, int) else np.random if random_state is None else random_state
        size = _shaped(size) or (np.zeros(np.shape(loc)) + np.zeros(np.shape(scale))).shape
        made = loc + scale * self._drawn(stream, size or None, *shapes)
        return made if np.shape(made) else (int if self.is_whole else np.float64)(made)

    def _drawn(self, stream, size, *shapes):
        return over(lambda q: self._place(q, *shapes), stream.uniform(0.0, 1.0, size))

    def mean(self, *given, **named):
        shapes, loc, scale = self._read(given, named)
        return np.float64(loc + scale * self._moments(*shapes)[0])

    def var(self, *given, **named):
        shapes, _, scale = self._read(given, named)
        return np.float64(scale**2 * self._moments(*shapes)[1])

    def std(self, *given, **named): return np.sqrt(self.var(*given, **named))
    def median(self, *given, **named): return self.ppf(0.5, *given, **named)

    def entropy(self, *given, **named):
        shapes, _, scale = self._read(given, named)
        return np.float64(self._entropy(*shapes) + (0 if self.is_whole else math.log(scale)))

    def fit(self, data, **unused):
        raise NotImplementedError(f"{type(self).__name__.strip('_').lower()}.fit is not here: norm.fit, expon.fit and uniform.fit are")


class Frozen:
    """A distribution with its numbers."""

    def __init__(self, dist, shapes, loc, scale):
        self.dist, self.args = dist, (*shapes, loc) if dist.is_whole else (*shapes, loc, scale)

    def __getattr__(self, name):
        function = getattr(self.dist, name)
        if name in ("mean", "var", "std", "median", "entropy", "rvs"):
            return lambda *given, **named: function(*self.args, **({"size": given[0]} if given else {}), **named)
        return lambda x, **named: function(x, *self.args, **named)


class Norm(_Distribution):
    def _log(self, x): return -x * x / 2 - math.log(2 * math.pi) / 2
    def _below(self, x): return normal_below(x)
    def _place(self, q): return normal_place(q)
    def _drawn(self, stream, size): return stream.normal(0.0, 1.0, size)
    def _moments(self): return 0.0, 1.0
    def _entropy(self): return math.log(2 * math.pi * math.e) / 2
    def sf(self, x, *given, **named): return self._apply(lambda x, loc, scale, _: normal_below((loc - x) / scale), x, given, named)
    def fit(self, data, **unused): return np.mean(data), np.std(data)


class Uniform(_Distribution):
    low, high = 0.0, 1.0
    def _log(self, x): return 0.0
    def _below(self, x): return x
    def _place(self, q): return q
    def _moments(self): return 0.5, 1 / 12
    def _entropy(self): return 0.0
    def fit(self, data, **unused): return np.min(data), np.max(data) - np.min(data)


class Expon(_Distribution):
    low = 0.0
    def _log(self, x): return -x
    def _below(self, x): return -math.expm1(-x)
    def _place(self, q): return -math.log1p(-q) if q < 1 else inf
    def _drawn(self, stream, size): return stream.exponential(1.0, size)
    def _moments(self): return 1.0, 1.0
    def _entropy(self): return 1.0
    def fit(self, data, **unused): return np.min(data), np.mean(data) - np.min(data)


class T(_Distribution):
    names = ("df",)
    def _log(self, x, df):
        return math.lgamma((df + 1) / 2) - math.lgamma(df / 2) - math.log(df * math.pi) / 2 - (df + 1) / 2 * math.log1p(x * x / df)

    def _below(self, x, df): return t_below(x, df)
    def _place(self, q, df): return -place(lambda x: t_below(x, df), 1 - q) if q > 0.5 else place(lambda x: t_below(x, df), q)
    def _moments(self, df): return 0.0, df / (df - 2) if df > 2 else inf


class Gamma(_Distribution):
    names, low = ("a",), 0.0
    def _log(self, x, a): return (a - 1) * math.log(x) - x - math.lgamma(a) if x > 0 else inf if a < 1 else 0.0 if a == 1 else -inf
    def _below(self, x, a): return gamma_share(a, x)
    def _moments(self, a): return a, a


class Chi2(_Distribution):
    names, low = ("df",), 0.0
    def _log(self, x, df): return gamma._log(x / 2, df / 2) - math.log(2)
    def _below(self, x, df): return gamma_share(df / 2, x / 2)
    def _moments(self, df): return df, 2 * df


class Beta(_Distribution):
    names, low, high = ("a", "b"), 0.0, 1.0
    def _log(self, x, a, b):
        power = lambda n, x: 0.0 if n == 1 else (n - 1) * math.log(x) if x > 0 else math.copysign(inf, 1 - n)
        return power(a, x) + power(b, 1 - x) + math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)

    def _below(self, x, a, b): return beta_share(a, b, x)
    def _moments(self, a, b): return a / (a + b), a * b / ((a + b) ** 2 * (a + b + 1))


class F(_Distribution):
    names, low = ("dfn", "dfd"), 0.0
    def _log(self, x, a, b):
        front = math.lgamma((a + b) / 2) - math.lgamma(a / 2) - math.lgamma(b / 2)
        return front + a / 2 * math.log(a / b) + (a / 2 - 1) * math.log(x) - (a + b) / 2 * math.log1p(a * x / b) if x > 0 else -inf

    def _below(self, x, a, b): return beta_share(a / 2, b / 2, a * x / (a * x + b))


class Laplace(_Distribution):
    def _log(self, x): return -abs(x) - math.log(2)
    def _below(self, x): return math.exp(x) / 2 if x < 0 else 1 - math.exp(-x) / 2
    def _place(self, q): return math.log(2 * q) if q < 0.5 else -math.log(2 * (1 - q))
    def _moments(self): return 0.0, 2.0
    def _entropy(self): return 1 + math.log(2)


class Logistic(_Distribution):
    def _log(self, x): return -abs(x) - 2 * math.log1p(math.exp(-abs(x)))
    def _below(self, x): return 1 / (1 + math.exp(-x)) if x > -700 else 0.0
    def _place(self, q): return math.log(q / (1 - q))
    def _moments(self): return 0.0, math.pi**2 / 3
    def _entropy(self): return 2.0


class Lognorm(_Distribution):
    names, low = ("s",), 0.0
    def _log(self, x, s): return norm._log(math.log(x) / s) - math.log(x * s) if x > 0 else -inf
    def _below(self, x, s): return normal_below(math.log(x) / s) if x > 0 else 0.0
    def _place(self, q, s): return math.exp(s * normal_place(q))
    def _moments(self, s): return math.exp(s * s / 2), math.expm1(s * s) * math.exp(s * s)


class Truncnorm(_Distribution):
    names = ("a", "b")
    def _ends(self, shapes): return shapes
    def _share(self, a, b): return normal_below(b) - normal_below(a) if a < 0 else normal_below(-a) - normal_below(-b)
    def _log(self, x, a, b): return norm._log(x) - math.log(self._share(a, b))
    def _below(self, x, a, b): return self._share(a, x) / self._share(a, b)
    def _place(self, q, a, b): return normal_place(normal_below(a) + q * self._share(a, b)) if a < 0 else -normal_place(normal_below(-a) - q * self._share(a, b))

    def _moments(self, a, b):
        p = lambda x: math.exp(norm._log(x)) if abs(x) < inf else 0.0
        q, xp = self._share(a, b), lambda x: x * p(x) if abs(x) < inf else 0.0
        middle = (p(a) - p(b)) / q
        return middle, 1 + (xp(a) - xp(b)) / q - middle**2


class _Whole(_Distribution):
    """A distribution over whole numbers."""

    low, is_whole = 0, True

    def logpmf(self, k, *given, **named): return self.logpdf(k, *given, **named)
    def pmf(self, k, *given, **named): return np.exp(self.logpmf(k, *given, **named))
    def _below(self, x, *shapes): return math.fsum(math.exp(self._log(k, *shapes)) for k in range(math.floor(x) + 1))

    def _place(self, q, *shapes):
        total, k = 0.0, 0
        while True:
            total += math.exp(self._log(k, *shapes))
            if total >= q - 1e-12 or k >= self._ends(shapes)[1]:
                return k
            k += 1


class Bernoulli(_Whole):
    names, high = ("p",), 1
    def _log(self, k, p): return math.log(p if k else 1 - p) if 0 < (p if k else 1 - p) else -inf
    def _moments(self, p): return p, p * (1 - p)
    def _entropy(self, p): return -sum(q * math.log(q) for q in (p, 1 - p) if q > 0)


class Binom(_Whole):
    names = ("n", "p")
    def _ends(self, shapes): return 0, shapes[0]
    def _log(self, k, n, p):
        if p in (0, 1):
            return 0.0 if k == n * p else -inf
        return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) + k * math.log(p) + (n - k) * math.log1p(-p)

    def _moments(self, n, p): return n * p, n * p * (1 - p)


class Poisson(_Whole):
    names = ("mu",)
    def _log(self, k, mu): return k * math.log(mu) - mu - math.lgamma(k + 1) if mu > 0 else 0.0 if k == 0 else -inf
    def _moments(self, mu): return mu, mu


class Geom(_Whole):
    names, low = ("p",), 1
    def _log(self, k, p): return math.log(p) + (k - 1) * math.log1p(-p) if k >= 1 else -inf
    def _below(self, x, p): return 1 - (1 - p) ** math.floor(x)
    def _moments(self, p): return 1 / p, (1 - p) / p**2


class Randint(_Whole):
    names = ("low", "high")
    def _ends(self, shapes): return shapes[0], shapes[1] - 1
    def _log(self, k, low, high): return -math.log(high - low) if low <= k < high else -inf
    def _below(self, x, low, high): return (math.floor(x) - low + 1) / (high - low)
    def _moments(self, low, high): return (low + high - 1) / 2, ((high - low) ** 2 - 1) / 12


norm, uniform, expon, t, gamma, chi2, beta, f = Norm(), Uniform(), Expon(), T(), Gamma(), Chi2(), Beta(), F()
laplace, logistic, lognorm, truncnorm = Laplace(), Logistic(), Lognorm(), Truncnorm()
bernoulli, binom, poisson, geom, randint = Bernoulli(), Binom(), Poisson(), Geom(), Randint()


class _Joint:
    """Normal numbers that go together: `multivariate_normal(mean, cov).pdf(x)`."""

    def __call__(self, mean=None, cov=1, **unused):
        frozen = type(self)()
        frozen.given = mean, cov
        return frozen

    given = None

    def _parts(self, given):
        mean, cov = given if len(given) == 2 else (given[0] if given else None, 1) if self.given is None else self.given
        size = len(mean) if mean is not None and np.ndim(mean) else np.shape(cov)[0] if np.ndim(cov) else 1
        cov = np.asarray(cov, dtype=np.float64)
        cov = cov * np.eye(size) if cov.ndim == 0 else np.diag(cov) if cov.ndim == 1 else cov
        return np.zeros(size) if mean is None else np.asarray(mean, dtype=np.float64).reshape(-1), cov

    def logpdf(self, x, *given, **named):
        mean, cov = self._parts((*given, *named.values()))
        gap = np.asarray(x, dtype=np.float64)
        rows = (gap.reshape(-1, len(mean)) if gap.ndim else gap.reshape(1, 1)) - mean
        solved = np.linalg.solve(cov, rows.T).T
        found = -0.5 * (np.sum(rows * solved, axis=1) + np.linalg.slogdet(cov)[1] + len(mean) * math.log(2 * math.pi))
        return found[0] if gap.ndim < 2 and len(found) == 1 else found

    def pdf(self, x, *given, **named): return np.exp(self.logpdf(x, *given, **named))

    def rvs(self, *given, size=1, random_state=None, **named):
        mean, cov = self._parts((*given, *named.values()))
        stream = np.random.RandomState(random_state) if isinstance(random_state, int) else np.random if random_state is None else random_state
        drawn = mean + stream.normal(0.0, 1.0, (size, len(mean))) @ np.linalg.cholesky(cov).T
        return drawn[0] if size == 1 else drawn

    def entropy(self, *given, **named):
        mean, cov = self._parts((*given, *named.values()))
        return 0.5 * (len(mean) * math.log(2 * math.pi * math.e) + np.linalg.slogdet(cov)[1])


multivariate_normal = _Joint()
