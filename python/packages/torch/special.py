"""Special functions."""

import _late
from torch import digamma, erf, erfc, erfinv, exp2, expm1, log1p, log_softmax, logit, logsumexp, round, sinc, softmax, xlogy
from torch import digamma as psi
from torch import lgamma as gammaln
from torch import sigmoid as expit


def __getattr__(name):
    return _late.attribute("torch.special", (), (), name)
