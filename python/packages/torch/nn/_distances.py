"""Rarer losses as functions."""

import _lab
import torch
from torch._base import _recorded, _require
from torch._elementwise import _ruled
from torch.nn.functional import _alike as _warned_alike, _reduced


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    _require(delta > 0, f"huber_loss takes a delta above 0, not {delta}")
    _warned_alike(input, target)
    distance = torch.abs(input - target)
    is_near = ~(distance > delta)
    near = torch.where(is_near, distance, 0.0)
    losses = torch.where(is_near, 0.5 * near * near, delta * (distance - 0.5 * delta))
    return _reduced(losses if weight is None else losses * weight, reduction)


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    _alike(
        input, target,
        "Using a target size ({1}) that is different to the input size ({0}) is deprecated. Please ensure they have the same size",
    )
    if not bool(((input >= 0) & (input <= 1)).all()):
        raise RuntimeError("all elements of input should be between 0 and 1: take a sigmoid first, or binary_cross_entropy_with_logits")
    with torch.no_grad():
        logs, others = torch.clamp(torch.log(input), min=-100), torch.clamp(torch.log(1 - input), min=-100)
        losses = -(target * logs + (1 - target) * others)

    def rule(grad, input, target):
        return grad * (input - target) / torch.clamp((1 - input) * input, min=1e-12), grad * (others - logs)

    losses = _ruled(losses, rule, input, target)
    return _reduced(losses if weight is None else losses * weight, reduction)


def binary_cross_entropy_with_logits(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None
):
    _alike(input, target)
    more = 1 if pos_weight is None else 1 + (pos_weight - 1) * target
    losses = (1 - target) * input + more * _lab.unary("softplus", -input)
    return _reduced(losses if weight is None else losses * weight, reduction)


def _alike(input, target, words="Target size ({1}) must be the same as input size ({0})"):
    words = words.format(input.shape, target.shape)
    if input.shape != target.shape:
        raise ValueError(f"{words}: a target for each of {tuple(input.shape)} was expected, and there are {tuple(target.shape)}")


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    losses = torch.exp(target) * (target - input) if log_target else torch.xlogy(target, target) - target * input
    return losses.sum() / input.shape[0] if reduction == "batchmean" else _reduced(losses, reduction)


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    var = torch.as_tensor(var)
    if var.shape != input.shape and var.dim() == input.dim() - 1 and var.shape == input.shape[:-1]:
        var = var.unsqueeze(-1)
    with torch.no_grad():
        floor = torch.clamp(var, min=eps) - var
    var = var + floor
    losses = 0.5 * (torch.log(var) + (input - target) ** 2 / var)
    return _reduced(losses + 0.9189385332046727 if full else losses, reduction)


def poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None, reduction="mean"):
    losses = torch.exp(input) - target * input if log_input else input - target * torch.log(input + eps)
    if full:
        more = target * torch.log(target) - target + 0.5 * torch.log(6.283185307179586 * target)
        losses = losses + torch.where(target > 1, more, 0.0)
    return _reduced(losses, reduction)


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    sizes = torch.norm(x1, 2, dim), torch.norm(x2, 2, dim)
    return (x1 * x2).sum(dim) / (torch.clamp(sizes[0], min=eps) * torch.clamp(sizes[1], min=eps))


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    return torch.norm(x1 - x2 + eps, p, -1, keepdim)


def cosine_embedding_loss(input1, input2, target, margin=0.0, size_average=None, reduce=None, reduction="mean"):
    squares = [(part * part).sum(-1) + 1e-12 for part in (input1, input2)]
    near = (input1 * input2).sum(-1) / torch.sqrt(squares[0] * squares[1])
    return _reduced(torch.where(target == 1, 1 - near, torch.clamp(near - margin, min=0)), reduction)


def margin_ranking_loss(input1, input2, target, margin=0.0, size_average=None, reduce=None, reduction="mean"):
    return _reduced(torch.clamp(-target * (input1 - input2) + margin, min=0), reduction)


def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    return _reduced(torch.where(target == 1, input, torch.clamp(margin - input, min=0)), reduction)


def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    return _reduced(torch.log1p(torch.exp(-target * input)), reduction)


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2.0, eps=1e-6, swap=False, size_average=None, reduce=None, reduction="mean"):
    near, far = pairwise_distance(anchor, positive, p, eps), pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = torch.minimum(far, pairwise_distance(positive, negative, p, eps))
    return _reduced(torch.clamp(near - far + margin, min=0), reduction)


def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    losses = target * _lab.unary("softplus", -input) + (1 - target) * _lab.unary("softplus", input)
    return _reduced((losses if weight is None else losses * weight).mean(-1), reduction)


_recorded(
    globals(),
    "huber_loss binary_cross_entropy binary_cross_entropy_with_logits soft_margin_loss cosine_similarity=SumBackward1 "
    "pairwise_distance=NormBackward1",
)
