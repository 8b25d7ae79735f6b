"""Special functions."""

import _late
import torch
from torch import digamma, erf, erfc, erfinv, exp2, expm1, log1p, log_softmax, logit, logsumexp, polygamma, round, sinc, softmax, xlogy
from torch._base import _recorded
from torch._elementwise import _pair, _sloped, _ruled
from torch import digamma as psi
from torch import lgamma as gammaln
from torch import sigmoid as expit


def entr(input):
    """Returns -x log(x), what an outcome of probability x adds to an entropy; -inf of what is no probability."""
    with torch.no_grad():
        value = torch.where(input < 0, -torch.inf, -xlogy(input, input))

    def rule(grad, input):
        return [torch.where(input < 0, torch.nan, grad * (-torch.log(input) - 1))]

    return _ruled(value, rule, input)


def xlog1py(input, other):
    input, other = _pair(input, other)
    with torch.no_grad():
        value = torch.where((input == 0) & ~torch.isnan(other), 0.0, input * log1p(other))

    def rule(grad, input, other):
        return torch.where((input == 0) & (other <= -1), 0.0, grad * log1p(other)), grad * input / (other + 1)

    return _ruled(value, rule, input, other)


def _log_below(x):
    """Returns the logarithm of the normal distribution's share below `x`."""
    square = x * x
    far = 1 - (1 - (3 - (15 - 105 / square) / square) / square) / square
    far = -0.5 * square - torch.log(-x) - 0.9189385332046727 + torch.log(far)
    return torch.where(x < -6, torch.where(x == -torch.inf, x, far), torch.log(_below(x)))


def _below(x): return 0.5 * (1 - erf(x * -(0.5**0.5)))
def _density(x): return torch.exp(-0.5 * x * x) * 0.3989422804014327


ndtr = _sloped(_below, _density)
log_ndtr = _sloped(_log_below, lambda x: torch.exp(-0.5 * x * x - 0.9189385332046727 - log_ndtr(x)))


def ndtri(input): return erfinv(2 * input - 1) * 2**0.5


def multigammaln(input, p):
    return torch.lgamma(input.unsqueeze(-1) - 0.5 * torch.arange(p)).sum(-1) + p * (p - 1) / 4 * 1.1447298858494002


_recorded(globals(), "entr=SpecialEntrBackward0 log_ndtr=SpecialLogNdtrBackward0 ndtri=SpecialNdtriBackward0 xlog1py=SpecialXlog1PyBackward0")


def __getattr__(name):
    return _late.attribute("torch.special", (), (), name)
