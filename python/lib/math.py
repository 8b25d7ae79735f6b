"""Functions of numbers. Those of floating-point numbers are Rust."""

from _math import (
    acos, acosh, asin, asinh, atan, atan2, atanh, cbrt, copysign, cos, cosh, erf, erfc, exp, exp2, expm1, fabs, fma,
    fmod, frexp, gamma, hypot, isfinite, isinf, isnan, ldexp, lgamma, log1p, modf, pow, remainder, sin, sinh, sqrt, tan,
    tanh,
)
from _math import ln as _ln, ln2 as _ln2, ln10 as _ln10, next as _next

pi = 3.141592653589793
e = 2.718281828459045
tau = 2 * pi
inf = float("inf")
nan = float("nan")


def _log(x, logarithm):
    """A whole number may be too large for a floating-point number."""
    if isinstance(x, int) and x.bit_length() > 1000:
        shift = x.bit_length() - 60
        return logarithm(x >> shift) + shift * logarithm(2)
    return logarithm(x)


def log(x, base=None):
    value = _log(x, _ln)
    return value if base is None else value / _log(base, _ln)


def log2(x): return _log(x, _ln2)
def log10(x): return _log(x, _ln10)
def radians(x): return x * (pi / 180)
def degrees(x): return x * (180 / pi)
def trunc(x): return x.__trunc__()
def dist(p, q): return hypot(*[a - b for a, b in zip(p, q, strict=True)])
def floor(x): return x.__floor__() if hasattr(x, "__floor__") else float(x).__floor__()
def ceil(x): return x.__ceil__() if hasattr(x, "__ceil__") else float(x).__ceil__()
def ulp(x): return nan if isnan(x) else inf if isinf(x) else _next(abs(x), inf) - abs(x) if abs(x) < 1.7976931348623157e308 else 2.0**971


def nextafter(x, y, *, steps=1):
    for _ in range(steps):
        x = _next(x, y)
    return x


def isclose(a, b, *, rel_tol=1e-9, abs_tol=0.0):
    if rel_tol < 0 or abs_tol < 0:
        raise ValueError("tolerances must be non-negative")
    if a == b:
        return True
    if isinf(a) or isinf(b):
        return False
    return abs(a - b) <= max(rel_tol * max(abs(a), abs(b)), abs_tol)


def prod(values, *, start=1):
    for value in values:
        start = start * value
    return start


def sumprod(p, q):
    return sum(a * b for a, b in zip(p, q, strict=True))


def fsum(values):
    """The sum without what rounding loses: partial sums that do not overlap (Shewchuk, 1997)."""
    partials = []
    for x in values:
        x = float(x)
        if not isfinite(x):
            return float(sum([x, *partials, *values]))
        kept = 0
        for y in partials:
            if abs(x) < abs(y):
                x, y = y, x
            high = x + y
            low = y - (high - x)
            if low:
                partials[kept] = low
                kept += 1
            x = high
        partials[kept:] = [x]
    # Adding from the largest rounds once; what comes after half a unit decides which way.
    total = 0.0
    while partials:
        x = partials.pop()
        high = total + x
        low = x - (high - total)
        total = high
        if low:
            if partials and (low < 0) == (partials[-1] < 0):
                twice = total + 2 * low
                if twice - total == 2 * low:
                    total = twice
            break
    return total


def _whole(n):
    return n.__index__() if hasattr(n, "__index__") else _refuse(n)


def _refuse(n):
    raise TypeError(f"'{type(n).__name__}' object cannot be interpreted as an integer")


def factorial(n):
    n = _whole(n)
    if n < 0:
        raise ValueError("factorial() not defined for negative values")
    return prod(range(1, n + 1))


def perm(n, k=None):
    n, k = _whole(n), _whole(n if k is None else k)
    if n < 0 or k < 0:
        raise ValueError("n and k must be non-negative integers")
    return prod(range(n - k + 1, n + 1)) if k <= n else 0


def comb(n, k):
    n, k = _whole(n), _whole(k)
    if n < 0 or k < 0:
        raise ValueError("n and k must be non-negative integers")
    k = min(k, n - k)
    return perm(n, k) // factorial(k) if k >= 0 else 0


def gcd(*numbers):
    common = 0
    for b in numbers:
        a, b = common, _whole(b)
        while b:
            a, b = b, a % b
        common = abs(a)
    return common


def lcm(*numbers):
    multiple = 1
    for n in numbers:
        n = abs(_whole(n))
        multiple = multiple // gcd(multiple, n) * n if n else 0
    return multiple


def isqrt(n):
    n = _whole(n)
    if n < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    root = 1 << (n.bit_length() + 1) // 2
    while root * root > n:
        root = (root + n // root) // 2
    return root
