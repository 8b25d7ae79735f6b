"""The Kullback-Leibler divergence of two distributions of a kind."""

import torch
from torch.distributions import _composed, _continuous, _discrete
from torch.distributions.categorical import Categorical
from torch.distributions.normal import Normal


def _categorical(p, q):
    return _part(p.probs, q.probs, p.logits - q.logits).sum(-1)


def _part(probs, others, off):
    """Returns what outcomes of these probabilities add: nothing where they are 0, and all there is where only the others are."""
    return torch.where(probs == 0, 0.0, torch.where(others == 0, torch.inf, probs * off))


def _normal(p, q):
    ratio, off = (p.scale / q.scale) ** 2, ((p.loc - q.loc) / q.scale) ** 2
    return 0.5 * (ratio + off - 1 - torch.log(ratio))


def _bernoulli(p, q):
    softplus = torch.nn.functional.softplus
    first = _part(p.probs, q.probs, softplus(-q.logits) - softplus(-p.logits))
    return first + _part(1 - p.probs, 1 - q.probs, softplus(q.logits) - softplus(p.logits))


def _beta(p, q):
    total = p._total
    first = (p.concentration1 - q.concentration1) * torch.digamma(p.concentration1)
    second = (p.concentration0 - q.concentration0) * torch.digamma(p.concentration0)
    return q._log_norm() - p._log_norm() + first + second + (q._total - total) * torch.digamma(total)


def _gamma(p, q):
    a, b = p.concentration, q.concentration
    first = b * torch.log(p.rate / q.rate) + torch.lgamma(b) - torch.lgamma(a)
    return first + (a - b) * torch.digamma(a) + (q.rate - p.rate) * (a / p.rate)


def _exponential(p, q):
    ratio = q.rate / p.rate
    return ratio - torch.log(ratio) - 1


def _uniform(p, q):
    result = torch.log((q.high - q.low) / (p.high - p.low))
    return torch.where((q.low > p.low) | (q.high < p.high), float("inf"), result)


def _multivariate(p, q):
    size = p.loc.shape[-1]
    spread = torch.stack([(q._solved(p.scale_tril[..., at]) ** 2).sum(-1) for at in range(size)]).sum(0)
    return q._half_log_det() - p._half_log_det() + 0.5 * (spread + (q._solved(q.loc - p.loc) ** 2).sum(-1) - size)


def _independent(p, q):
    if p._dims != q._dims:
        raise NotImplementedError("both must take as many dimensions as one sample")
    return _composed._summed(kl_divergence(p.base_dist, q.base_dist), p._dims)


_KINDS = {
    Categorical: _categorical,
    Normal: _normal,
    _continuous.LogNormal: _normal,
    _continuous.Beta: _beta,
    _continuous.Gamma: _gamma,
    _continuous.Exponential: _exponential,
    _continuous.Uniform: _uniform,
    _continuous.MultivariateNormal: _multivariate,
    _discrete.Bernoulli: _bernoulli,
    _discrete.OneHotCategorical: _categorical,
    _composed.Independent: _independent,
}


def kl_divergence(p, q):
    """Returns the mean of `log p - log q` under `p`."""
    function = _KINDS.get((type(p), type(q)) if (type(p), type(q)) in _KINDS else type(p))
    if function is None or type(p) is not type(q) and (type(p), type(q)) not in _KINDS:
        raise NotImplementedError(f"No KL(p || q) is implemented for p type {type(p).__name__} and q type {type(q).__name__}")
    return function(p, q)


def register_kl(type_p, type_q):
    """Adds the divergence of two kinds of distributions."""
    def decorator(function):
        _KINDS[type_p, type_q] = function
        return function

    return decorator
