"""Functions of a complex number."""

import math
from math import e, inf, nan, pi, tau

infj, nanj = complex(0, inf), complex(0, nan)


def _complex(z):
    return z if isinstance(z, complex) else complex(z)


def phase(z): return math.atan2(_complex(z).imag, _complex(z).real)
def polar(z): return abs(z), phase(z)
def rect(r, phi): return complex(r * math.cos(phi), r * math.sin(phi))
def isnan(z): return math.isnan(_complex(z).real) or math.isnan(_complex(z).imag)
def isinf(z): return math.isinf(_complex(z).real) or math.isinf(_complex(z).imag)
def isfinite(z): return not (isnan(z) or isinf(z))
def isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0): return a == b or abs(a - b) <= max(rel_tol * max(abs(a), abs(b)), abs_tol)


def exp(z):
    z = _complex(z)
    return rect(math.exp(z.real), z.imag)


def log(z, base=None):
    if z == 0:
        raise ValueError("math domain error")
    value = complex(math.log(abs(z)), phase(z))
    return value if base is None else value / log(base)


def log10(z):
    return log(z) / math.log(10)


def sqrt(z):
    z = _complex(z)
    if z == 0:
        return complex(0, z.imag)
    half = math.sqrt((abs(z.real) + abs(z)) / 2)
    if z.real >= 0:
        return complex(half, z.imag / (2 * half))
    return complex(abs(z.imag) / (2 * half), math.copysign(half, z.imag))


def cosh(z):
    z = _complex(z)
    return complex(math.cosh(z.real) * math.cos(z.imag), math.sinh(z.real) * math.sin(z.imag))


def sinh(z):
    z = _complex(z)
    return complex(math.sinh(z.real) * math.cos(z.imag), math.cosh(z.real) * math.sin(z.imag))


def tanh(z): return sinh(z) / cosh(z)
def cos(z): return cosh(_complex(z) * 1j)
def sin(z): return sinh(_complex(z) * 1j) / 1j
def tan(z): return sin(z) / cos(z)
def acosh(z): return log(z + sqrt(z + 1) * sqrt(z - 1))
def asinh(z): return log(z + sqrt(z * z + 1))
def atanh(z): return (log(1 + _complex(z)) - log(1 - _complex(z))) / 2
def acos(z): return pi / 2 - asin(z)
def asin(z): return -1j * log(1j * z + sqrt(1 - _complex(z) ** 2))
def atan(z): return atanh(1j * z) / 1j
