"""Functions that distributions are made of, of single numbers."""

import math

import numpy as np

nan, inf = math.nan, math.inf
# Steps after which a fraction or a sum is given up, and what is small enough to stop.
_MOST, _SMALL = 500, 1e-16


def over(function, *given):
    """Returns a function of numbers, for numbers or arrays of them that fit together."""
    shapes = [np.shape(value) for value in given]
    if not any(shapes):
        return np.float64(function(*[float(value) for value in given]))
    shape = ()
    for own in shapes:
        shape = (np.zeros(shape) + np.zeros(own)).shape
    columns = [np.broadcast_to(np.asarray(value, dtype=np.float64), shape).reshape(-1).tolist() for value in given]
    return np.array([function(*row) for row in zip(*columns)], dtype=np.float64).reshape(shape)


def normal_below(x): return 0.5 * math.erfc(-x / math.sqrt(2))


def normal_place(p):
    """Returns the number below which a normal number lies with chance `p`: a guess by halves, then Newton's steps."""
    if not 0 < p < 1:
        return -inf if p == 0 else inf if p == 1 else nan
    if p > 0.5:
        return -normal_place(1 - p) if 1 - p > 0 else inf
    # What is left of the mean: where the tail is thin the logarithm is nearly a parabola.
    x = -math.sqrt(max(0.0, -2 * math.log(2 * p)))
    for _ in range(60):
        tail = normal_below(x)
        slope = math.exp(-x * x / 2) / math.sqrt(2 * math.pi)
        step = (tail - p) / slope
        step /= max(0.5, 1 + x * step / 2)
        x -= step
        if abs(step) <= 1e-15 * max(1.0, abs(x)):
            break
    return x


def beta_share(a, b, x):
    """Returns the regularised incomplete beta function, by its continued fraction."""
    if x != x or a <= 0 or b <= 0:
        return nan
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_share(b, a, 1 - x)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a

    def part(n):
        m, is_odd = divmod(n, 2)
        if is_odd:
            return -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))

    return front / _fraction(lambda n: 1.0, part)


def _fraction(whole, part):
    """Returns `whole(0) + part(1) / (whole(1) + part(2) / (...))` by quotients of its beginnings (Lentz's method)."""
    value = whole(0) or 1e-300
    above, below = value, 0.0
    for n in range(1, _MOST):
        below = 1 / ((whole(n) + part(n) * below) or 1e-300)
        above = (whole(n) + part(n) / above) or 1e-300
        value *= above * below
        if abs(above * below - 1) < _SMALL * 10:
            break
    return value


def gamma_share(a, x):
    """Returns the regularised lower incomplete gamma function: its series, or beyond the middle one minus its fraction."""
    if x != x or a <= 0:
        return nan
    if x <= 0 or x == inf:
        return 0.0 if x <= 0 else 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for n in range(1, _MOST * 10):
            term *= x / (a + n)
            total += term
            if term < total * _SMALL:
                break
        return front * total
    return 1 - front / _fraction(lambda n: x + 2 * n + 1 - a, lambda n: n * (a - n))


def t_below(x, df):
    if abs(x) == inf:
        return float(x > 0)
    tail = 0.5 * beta_share(df / 2, 0.5, df / (df + x * x))
    return tail if x < 0 else 1 - tail


def t_both(x, df):
    """Returns the chance of a number that is as far from 0."""
    if x != x:
        return nan
    return 0.0 if abs(x) == inf else beta_share(df / 2, 0.5, df / (df + x * x))


def f_above(x, d1, d2):
    return nan if x != x else beta_share(d2 / 2, d1 / 2, d2 / (d2 + d1 * x)) if x < inf else 0.0


def place(below, p, low=-inf, high=inf):
    """Returns where a distribution's share below reaches `p`, by halving."""
    if not 0 <= p <= 1:
        return nan
    if p in (0, 1):
        return high if p else low
    start, end = (low, high) if low > -inf and high < inf else (low if low > -inf else -1.0, high if high < inf else 1.0)
    while high == inf and below(end) < p:
        end = 2 * end + 1 if end > 0 else 1.0
    while low == -inf and below(start) > p:
        start = 2 * start - 1
    for _ in range(200):
        middle = (start + end) / 2
        if middle in (start, end):
            break
        start, end = (middle, end) if below(middle) < p else (start, middle)
    return (start + end) / 2
