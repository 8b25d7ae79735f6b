"""Rarer special functions, of numbers and arrays."""

import math

from scipy.stats._functions import beta_share, gamma_share, normal_below, normal_place, over


def _of(function): return lambda *given, **unused: over(function, *given)


def _known(function):
    """A function that is infinite or no number where Python's own raises."""
    def called(*given):
        try:
            return function(*given)
        except OverflowError:
            return math.inf
        except ValueError:
            return math.nan

    return called


gamma, ndtr, ndtri = _of(_known(math.gamma)), _of(normal_below), _of(normal_place)
betainc, gammainc, gammaincc = _of(beta_share), _of(gamma_share), _of(lambda a, x: 1 - gamma_share(a, x))
betaln = _of(lambda a, b: math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b))
beta = _of(lambda a, b: math.exp(math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)))
entr = _of(lambda x: -x * math.log(x) if x > 0 else 0.0 if x == 0 else -math.inf)
rel_entr = _of(lambda x, y: x * math.log(x / y) if x > 0 and y > 0 else 0.0 if x == 0 and y >= 0 else math.inf)
kl_div = _of(lambda x, y: x * math.log(x / y) - x + y if x > 0 and y > 0 else y if x == 0 and y >= 0 else math.inf)
cbrt = _of(lambda x: math.copysign(abs(x) ** (1 / 3), x))
xlog1py = _of(lambda x, y: 0.0 if x == 0 else x * math.log1p(y))


def comb(N, k, exact=False, repetition=False):
    if repetition:
        return comb(N + k - 1, k, exact)
    if exact:
        return math.comb(N, k)
    return over(lambda n, k: float(math.comb(int(n), int(k))) if n == int(n) and k >= 0 else math.nan, N, k)


def perm(N, k, exact=False): return math.perm(N, k) if exact else over(lambda n, k: float(math.perm(int(n), int(k))), N, k)
def factorial(n, exact=False): return math.factorial(n) if exact else over(lambda n: float(math.factorial(int(n))) if n >= 0 else 0.0, n)
