"""Rarer functions of one tensor or two, element by element."""

import _lab
import torch
from torch._base import Tensor, _tensor

_PI = 3.141592653589793


def _float(input):
    return input if input.is_floating_point() else input.to(torch.get_default_dtype())


def _sloped(function, slope):
    """A function whose value is computed in double precision, with the gradient that `slope` computes."""
    def applied(input, *, out=None):
        input = _float(input)
        with torch.no_grad():
            plain = input.detach()
            value = function(plain.double()).to(input.dtype)
        if input.requires_grad and torch.is_grad_enabled():
            value = value + (input - plain) * slope(plain)
        return value

    return applied


def _inverse_error(y):
    """erfinv: Winitzki's approximation, and Newton's steps."""
    w = torch.log(torch.clamp(1 - y * y, min=1e-300))
    part = 2 / (_PI * 0.147) + w / 2
    x = torch.sign(y) * torch.sqrt(torch.sqrt(part * part - w / 0.147) - part)
    for _ in range(4):
        x = x - (torch.erf(x) - y) * torch.exp(torch.clamp(x * x, max=60.0)) * (_PI**0.5 / 2)
    return torch.where(torch.abs(y) >= 1, y / (1 - torch.abs(y)), x)


_LANCZOS = (676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
            -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7)


def _log_gamma(x):
    small = x < 0.5
    z = torch.where(small, 1 - x, x) - 1
    total = torch.full_like(x, 0.99999999999980993)
    for n, weight in enumerate(_LANCZOS, 1):
        total = total + weight / (z + n)
    t = z + 7.5
    value = 0.9189385332046727 + (z + 0.5) * torch.log(t) - t + torch.log(total)
    return torch.where(small, torch.log(_PI / torch.abs(torch.sin(_PI * x))) - value, value)


def _digamma(x):
    small = x < 0.5
    z = torch.where(small, 1 - x, x)
    value = torch.zeros_like(x)
    for _ in range(8):
        value = value - 1 / z
        z = z + 1
    square = 1 / (z * z)
    value = value + torch.log(z) - 0.5 / z - square * (1 / 12 - square * (1 / 120 - square / 252))
    return torch.where(small, value - _PI / torch.tan(_PI * x), value)


def _trigamma(x):
    value = torch.zeros_like(x)
    for _ in range(8):
        value = value + 1 / (x * x)
        x = x + 1
    return value + 1 / x + 1 / (2 * x * x) + 1 / (6 * x**3) - 1 / (30 * x**5)


erfinv = _sloped(_inverse_error, lambda y: torch.exp(erfinv(y) ** 2) * (_PI**0.5 / 2))
lgamma = _sloped(_log_gamma, _digamma)
digamma = _sloped(_digamma, _trigamma)


def expm1(input): return _lab.unary("expm1", input)
def asin(input): return _lab.unary("asin", input)
def acos(input): return _lab.unary("acos", input)
def atan(input): return _lab.unary("atan", input)
def sinh(input): return _lab.unary("sinh", input)
def cosh(input): return _lab.unary("cosh", input)
def asinh(input): return _lab.unary("asinh", input)
def acosh(input): return _lab.unary("acosh", input)
def atanh(input): return _lab.unary("atanh", input)
def erf(input): return _lab.unary("erf", input)
def erfc(input): return 1 - erf(input)
def exp2(input): return torch.exp(input * 0.6931471805599453)
def log2(input): return torch.log(input) * 1.4426950408889634
def log10(input): return torch.log(input) * 0.4342944819032518
def rsqrt(input): return 1 / torch.sqrt(input)
def frac(input): return input - torch.trunc(input.detach())
def sgn(input): return torch.sign(input)
def positive(input): return input
def deg2rad(input): return input * (_PI / 180)
def rad2deg(input): return input * (180 / _PI)
def angle(input): return torch.where(input < 0, _PI, input * 0.0)
def signbit(input): return input < 0
def isposinf(input): return input == float("inf")
def isneginf(input): return input == float("-inf")
def isreal(input): return torch.ones_like(input, dtype=torch.bool)
def bitwise_and(input, other): return input & other
def bitwise_or(input, other): return input | other
def bitwise_xor(input, other): return input ^ other
def bitwise_not(input): return ~input
def rsub(input, other, *, alpha=1): return other - input * alpha
def clamp_min(input, min): return torch.clamp(input, min=min)
def clamp_max(input, max): return torch.clamp(input, max=max)
def fmax(input, other): return torch.where(torch.isnan(input), other, torch.where(torch.isnan(other), input, torch.maximum(input, other)))
def fmin(input, other): return torch.where(torch.isnan(input), other, torch.where(torch.isnan(other), input, torch.minimum(input, other)))
def hypot(input, other): return torch.sqrt(input * input + other * other)
def float_power(input, exponent): return input.double() ** exponent
def copysign(input, other): return torch.abs(input) * torch.where(_tensor(other) < 0, -1.0, 1.0)
def logaddexp(input, other): return torch.maximum(input, other) + torch.log1p(torch.exp(-torch.abs(input - other)))
def logaddexp2(input, other): return logaddexp(input * 0.6931471805599453, other * 0.6931471805599453) * 1.4426950408889634
def addcmul(input, tensor1, tensor2, *, value=1): return input + tensor1 * tensor2 * value
def addcdiv(input, tensor1, tensor2, *, value=1): return input + tensor1 / tensor2 * value
def lerp(input, end, weight): return input + (end - input) * weight
def heaviside(input, values): return torch.where(input == 0, values, (input > 0).to(input.dtype))


arccos, arcsin, arctan, arccosh, arcsinh, arctanh, fix = acos, asin, atan, acosh, asinh, atanh, torch.trunc


def sinc(input):
    x = torch.where(input == 0, 1.0, input * _PI)
    return torch.where(input == 0, 1.0, torch.sin(x) / x)


def logit(input, eps=None):
    x = input if eps is None else torch.clamp(input, eps, 1 - eps)
    return torch.log(x / (1 - x))


def xlogy(input, other):
    other = _tensor(other)
    return torch.where(_tensor(input) == 0, 0.0, input * torch.log(torch.where(_tensor(input) == 0, 1.0, other)))


def fmod(input, other):
    """Returns the remainder with the sign of `input`."""
    quotient = (_tensor(input).detach() / (other.detach() if isinstance(other, Tensor) else other))
    result = input - other * torch.trunc(quotient).to(torch.int64 if not _tensor(input).is_floating_point() else input.dtype)
    return result


def atan2(input, other):
    return _lab.two("atan2", _float(_tensor(input)), other)


arctan2 = atan2


def nan_to_num(input, nan=0.0, posinf=None, neginf=None):
    limits = torch.finfo(input.dtype) if input.is_floating_point() else None
    if limits is None:
        return input
    result = torch.where(torch.isnan(input), nan, input)
    result = torch.where(result == float("inf"), limits.max if posinf is None else posinf, result)
    return torch.where(result == float("-inf"), limits.min if neginf is None else neginf, result)


def gcd(input, other):
    a, b = torch.broadcast_tensors(input, other)
    while bool((b != 0).any()):
        a, b = torch.where(b == 0, a, b), torch.where(b == 0, 0, a % torch.where(b == 0, 1, b))
    return torch.abs(a)


def polygamma(n, input):
    if n not in (0, 1):
        raise NotImplementedError("polygamma is known for 0 and 1 here")
    return digamma(input) if n == 0 else _trigamma(input)
