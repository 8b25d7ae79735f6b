"""Functions of one number."""

pi = 3.141592653589793
e = 2.718281828459045
tau = 2 * pi
inf = float("inf")
nan = float("nan")


def _apply(name, x):
    import _lab

    return _lab.item(_lab.unary(name, _lab.tensor(float(x), "float64")))


def sqrt(x):
    if x < 0:
        raise ValueError("math domain error")
    return float(x) ** 0.5


def exp(x):
    result = _apply("exp", x)
    if result == inf and x != inf:
        raise OverflowError("math range error")
    return result


def log(x, base=None):
    if x <= 0:
        raise ValueError("math domain error")
    value = _apply("log", x)
    return value if base is None else value / log(base)


def log2(x): return log(x) / 0.6931471805599453
def log10(x): return log(x) / 2.302585092994046
def log1p(x): return _apply("log1p", x)
def sin(x): return _apply("sin", x)
def cos(x): return _apply("cos", x)
def tan(x): return _apply("tan", x)
def tanh(x): return _apply("tanh", x)
def floor(x): return int(x // 1)
def ceil(x): return -int(-x // 1)
def trunc(x): return int(x)
def fabs(x): return abs(float(x))
def pow(x, y): return float(x) ** y
def isnan(x): return x != x
def isinf(x): return x in (inf, -inf)
def isfinite(x): return x == x and x not in (inf, -inf)
def radians(x): return x * pi / 180
def degrees(x): return x * 180 / pi
def hypot(*xs): return sum(x * x for x in xs) ** 0.5
def copysign(x, y): return abs(x) if str(float(y))[0] != "-" else -abs(x)


def isclose(a, b, *, rel_tol=1e-9, abs_tol=0.0):
    return a == b or abs(a - b) <= max(rel_tol * max(abs(a), abs(b)), abs_tol)


def prod(values, *, start=1):
    for value in values:
        start = start * value
    return start


def fsum(values): return float(sum(values))


def factorial(n):
    return prod(range(1, n + 1))


def comb(n, k):
    return factorial(n) // factorial(k) // factorial(n - k) if 0 <= k <= n else 0


def gcd(a, b):
    while b:
        a, b = b, a % b
    return abs(a)
