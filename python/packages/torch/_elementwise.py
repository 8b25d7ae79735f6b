"""Rarer functions of one tensor or two, element by element."""

import _lab
import torch
from torch._base import Tensor, _recorded, _tensor
from torch._outputs import _taking

_PI = 3.141592653589793


def _float(input):
    return input if input.is_floating_point() else input.to(torch.get_default_dtype())


def _ruled(value, rule, *inputs):
    """Gives a value the gradients that `rule` makes of its own and of the inputs, one for each of them."""
    if not torch.is_grad_enabled() or not any(part.requires_grad for part in inputs):
        return value
    # Copies: what is written to the inputs later has no part in it.
    kept = [torch.clone(part) for part in inputs]

    def back(grad):
        return [torch.sum_to_size(part, *of.shape) for part, of in zip(rule(grad, *kept), kept)]

    return _lab.connected(list(inputs), [value.detach()], back)[0]


def _sloped(function, slope):
    """A function whose value is computed in double precision, with the slope that `slope` computes."""
    def applied(input, *, out=None):
        input = _float(input)
        with torch.no_grad():
            value = function(input.detach().double()).to(input.dtype)
        return _ruled(value, lambda grad, x: [grad * slope(x)], input)

    return applied


def _inverse_error(y):
    """erfinv: Winitzki's approximation, and Newton's steps."""
    w = torch.log(torch.clamp(1 - y * y, min=1e-300))
    part = 2 / (_PI * 0.147) + w / 2
    x = torch.sign(y) * torch.sqrt(torch.sqrt(part * part - w / 0.147) - part)
    for _ in range(4):
        x = x - (torch.erf(x) - y) * torch.exp(torch.clamp(x * x, max=60.0)) * (_PI**0.5 / 2)
    return torch.where(torch.abs(y) >= 1, torch.where(torch.abs(y) == 1, y * torch.inf, torch.nan), x)


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
    value = torch.where(small, torch.log(_PI / torch.abs(torch.sin(_PI * x))) - value, value)
    is_pole = torch.isinf(x) | (x <= 0) & (x == torch.floor(x))
    return torch.where(is_pole, torch.inf, value)


def _digamma(x):
    small = x < 0.5
    z = torch.where(small, 1 - x, x)
    value = torch.zeros_like(x)
    for _ in range(8):
        value = value - 1 / z
        z = z + 1
    square = 1 / (z * z)
    value = value + torch.log(z) - 0.5 / z - square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square / 240)))
    value = torch.where(small, value - _PI / torch.tan(_PI * x), value)
    value = torch.where((x < 0) & (x == torch.floor(x)), torch.nan, torch.where(x == torch.inf, torch.inf, value))
    return torch.where(x == 0, -1 / x, value)


def _trigamma(x):
    small = x < 0.5
    z = torch.where(small, 1 - x, x)
    value = torch.zeros_like(x)
    for _ in range(8):
        value = value + 1 / (z * z)
        z = z + 1
    value = value + 1 / z + 1 / (2 * z * z) + 1 / (6 * z**3) - 1 / (30 * z**5)
    return torch.where(small, (_PI / torch.sin(_PI * x)) ** 2 - value, value)


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
def angle(input): return torch.where(input < 0, _PI, torch.where(torch.isnan(input), input.detach(), 0.0)) + torch.sign(input) * 0.0
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
def fmax(input, other): return torch.where((input >= other) | torch.isnan(other), input, other)
def fmin(input, other): return torch.where((input <= other) | torch.isnan(other), input, other)
def float_power(input, exponent): return input.double() ** exponent
def logaddexp2(input, other): return logaddexp(input * 0.6931471805599453, other * 0.6931471805599453) * 1.4426950408889634
def addcmul(input, tensor1, tensor2, *, value=1): return input + tensor1 * tensor2 * value
def addcdiv(input, tensor1, tensor2, *, value=1): return input + tensor1 / tensor2 * value
def heaviside(input, values): return torch.where(input == 0, values, (input > 0).to(input.dtype))


arccos, arcsin, arctan, arccosh, arcsinh, arctanh, fix = acos, asin, atan, acosh, asinh, atanh, torch.trunc


def sinc(input):
    x = torch.where(input == 0, 1.0, input * _PI)
    return torch.where(input == 0, 1.0, torch.sin(x) / x)


def logit(input, eps=None):
    if eps is None:
        # Nothing is told of what is no probability.
        x = input + torch.where((input < 0) | (input > 1), torch.nan, 0.0)
    else:
        x = torch.where(torch.isnan(input), input, torch.clamp(input, eps, 1 - eps))
    return torch.log(x) - torch.log1p(-x)


def lerp(input, end, weight):
    off = end - input
    near, far = input + off * weight, end - off * (1 - weight)
    if isinstance(weight, Tensor):
        return _lab.named("LerpBackward1", torch.where(abs(weight) < 0.5, near, far), [])
    return _lab.named("LerpBackward0", near if abs(weight) < 0.5 else far, [])


def xlogy(input, other):
    input, other = _pair(input, other)
    with torch.no_grad():
        value = torch.where((input == 0) & ~torch.isnan(other), 0.0, input * torch.log(other))

    def rule(grad, input, other):
        return torch.where((input == 0) & (other <= 0), 0.0, grad * torch.log(other)), grad * input / other

    return _ruled(value, rule, input, other)


def _pair(input, other):
    """Returns two tensors of fractions, of which one may be given as a number."""
    if not isinstance(other, Tensor):
        other = torch.full((), float(other), dtype=_float(input).dtype)
    if not isinstance(input, Tensor):
        input = torch.full((), float(input), dtype=_float(other).dtype)
    return _float(input), _float(other)


def hypot(input, other):
    with torch.no_grad():
        value = torch.sqrt(input * input + other * other)
        value = torch.where(torch.isinf(input) | torch.isinf(other), torch.inf, value)
    return _ruled(value, lambda grad, input, other: [grad * (part / hypot(input, other)) for part in (input, other)], input, other)


def copysign(input, other):
    input, other = _pair(input, other)
    with torch.no_grad():
        value = torch.abs(input) * torch.where(signbit(other), -1.0, 1.0)

    def rule(grad, input, other):
        return grad * torch.where(input == 0, 0.0, copysign(input, other) / input), torch.zeros_like(grad)

    return _ruled(value, rule, input, other)


def logaddexp(input, other):
    with torch.no_grad():
        most = torch.maximum(input, other)
        value = most + torch.log1p(torch.exp(-torch.abs(input - other)))
        value = torch.where(torch.isinf(most), most, value)
    return _ruled(value, lambda grad, a, b: (grad / (1 + torch.exp(b - a)), grad / (1 + torch.exp(a - b))), input, other)


def fmod(input, other):
    """Returns the remainder with the sign of `input`."""
    input = _tensor(input)
    with torch.no_grad():
        whole = torch.trunc(input / other).to(torch.result_type(input, other))
    # Of an infinite divisor nothing is taken.
    taken = torch.where(whole == 0, whole, other) * whole
    return _lab.named(f"FmodBackward{int(isinstance(other, Tensor))}", input - taken, [])


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


_recorded(
    globals(),
    "erfc erfinv exp2 log2 log10 rsqrt frac sgn deg2rad=Deg2RadBackward0 rad2deg=Rad2DegBackward0 clamp_min clamp_max fmax fmin "
    "logaddexp logaddexp2 addcmul addcdiv sinc logit xlogy hypot copysign nan_to_num lgamma digamma",
)
_taking(
    globals(),
    "expm1 asin acos atan sinh cosh asinh acosh atanh erf erfc erfinv exp2 log2 log10 rsqrt frac sgn positive "
    "deg2rad rad2deg angle signbit isposinf isneginf bitwise_and bitwise_or bitwise_xor bitwise_not clamp_min "
    "clamp_max fmax fmin float_power logaddexp2 addcmul addcdiv heaviside sinc logit lerp xlogy hypot copysign "
    "logaddexp fmod atan2 nan_to_num gcd polygamma digamma lgamma",
)
