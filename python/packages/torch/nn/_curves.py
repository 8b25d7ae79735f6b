"""Rarer activations as functions."""

import _lab
import torch
from torch import sigmoid, tanh
from torch._base import _recorded, _require
from torch.nn import functional as F


def gelu(input, approximate="none"):
    if approximate == "tanh":
        return 0.5 * input * (1 + tanh(0.7978845608028654 * (input + 0.044715 * input * input * input)))
    return 0.5 * input * (1 + torch.erf(input * 0.7071067811865476))


def celu(input, alpha=1.0, inplace=False):
    return torch.where(input <= 0, alpha * (torch.exp(torch.clamp(input, max=0) / alpha) - 1), input)


def selu(input, inplace=False):
    return 1.0507009873554805 * F.elu(input, 1.6732632423543772)


def glu(input, dim=-1):
    _require(input.shape[dim] % 2 == 0, f"glu halves a dimension, and there are {input.shape[dim]}")
    left, right = torch.chunk(input, 2, dim)
    return left * sigmoid(right)


def prelu(input, weight):
    if weight.numel() > 1:
        weight = weight.reshape((1, -1) + (1,) * (input.dim() - 2)) if input.dim() > 1 else weight
    return torch.where(input > 0, input, input * weight)


def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False, inplace=False):
    slope = torch.rand(input.shape) * (upper - lower) + lower if training else (lower + upper) / 2
    return torch.where(input > 0, input, input * slope)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    """Limits numbers as `clamp` does, but with a slope of 0 at the limits."""
    is_outside = (input <= min_val) | (input >= max_val)
    return torch.where(is_outside, torch.clamp(input.detach(), min_val, max_val), input)


def hardswish(input, inplace=False):
    is_low = input <= -3
    is_high = ~(is_low | (input < 3))
    middle = torch.where(is_low | is_high, 0.0, input)
    return torch.where(is_high, input, torch.where(is_low, input.detach() * 0.0, middle * (middle + 3) / 6))


def threshold(input, threshold, value, inplace=False): return torch.where(input <= threshold, float(value), input)
def mish(input, inplace=False): return input * tanh(F.softplus(input))
def relu6(input, inplace=False): return hardtanh(input, 0.0, 6.0)
def hardsigmoid(input, inplace=False): return hardtanh(torch.where(torch.isnan(input), input.detach(), input), -3.0, 3.0) / 6 + 0.5
def softsign(input): return input / (1 + torch.abs(input))
def tanhshrink(input): return input - tanh(input)
def logsigmoid(input): return -_lab.unary("softplus", -input)
def softmin(input, dim=None): return torch.softmax(-input, dim)
def hardshrink(input, lambd=0.5): return torch.where(torch.abs(input) <= lambd, 0.0, input)
def softshrink(input, lambd=0.5): return torch.where(torch.abs(input) <= lambd, 0.0, input - torch.sign(input) * lambd)
def relu_(input): return input.relu_()
def alpha_dropout(input, p=0.5, training=False, inplace=False): return _dropped(input, p, training, input.shape)
def feature_alpha_dropout(input, p=0.5, training=False, inplace=False): return _dropped(input, p, training, tuple(input.shape[:2]) + (1,) * (input.dim() - 2))
def dropout1d(input, p=0.5, training=True, inplace=False): return F.dropout(torch.ones(input.shape[:-1]), p, training).unsqueeze(-1) * input
def dropout2d(input, p=0.5, training=True, inplace=False): return F.dropout(torch.ones(input.shape[:-2]), p, training)[..., None, None] * input
def dropout3d(input, p=0.5, training=True, inplace=False): return F.dropout(torch.ones(input.shape[:-3]), p, training)[..., None, None, None] * input


def _dropped(input, p, training, shape):
    """Drops numbers to the value that keeps mean and variance of what `selu` gives."""
    if not training or p == 0:
        return input
    low, kept = -1.7580993408473766, torch.bernoulli(torch.full(tuple(shape), 1.0 - p))
    scale = ((1 - p) * (1 + p * low * low)) ** -0.5
    return (input * kept + low * (1 - kept)) * scale - scale * p * low


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    noise = -torch.log(-torch.log(torch.rand(logits.shape).clamp(min=1e-30)))
    soft = torch.softmax((logits + noise) / tau, dim)
    if not hard:
        return soft
    picked = torch.zeros_like(soft).scatter(dim, soft.argmax(dim, True), 1.0)
    return picked - soft.detach() + soft


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    last = tuple(input.shape[-len(normalized_shape) :])
    _require(last == tuple(normalized_shape), f"layer_norm takes the last dimensions {tuple(normalized_shape)}, not {last}")
    dims = tuple(range(-len(normalized_shape), 0))
    off = input - input.mean(dims, True)
    return _scaled(off / torch.sqrt((off * off).mean(dims, True) + eps), weight, bias)


def rms_norm(input, normalized_shape, weight=None, eps=None):
    dims = tuple(range(-len(normalized_shape), 0))
    eps = torch.finfo(input.dtype).eps if eps is None else eps
    return _scaled(input / torch.sqrt((input * input).mean(dims, True) + eps), weight, None)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    grouped = input.reshape(input.shape[0], num_groups, -1)
    off = grouped - grouped.mean(-1, True)
    result = (off / torch.sqrt((off * off).mean(-1, True) + eps)).reshape(input.shape)
    return _scaled(result, _channels(weight, input), _channels(bias, input))


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5):
    dims = [at for at in range(input.dim()) if at != 1]
    if training:
        mean, var = input.mean(dims), input.var(dims, False)
        if running_mean is not None:
            count = input.numel() // input.shape[1]
            with torch.no_grad():
                running_mean.copy_(running_mean * (1 - momentum) + mean * momentum)
                running_var.copy_(running_var * (1 - momentum) + var * (momentum * count / (count - 1)))
    else:
        mean, var = running_mean, running_var
    result = (input - _channels(mean, input)) / torch.sqrt(_channels(var, input) + eps)
    return _scaled(result, _channels(weight, input), _channels(bias, input))


def _channels(part, input):
    return None if part is None else part.reshape((-1,) + (1,) * (input.dim() - 2))


def _scaled(result, weight, bias):
    result = result if weight is None else result * weight
    return result if bias is None else result + bias


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    _require(not input.is_floating_point(), f"places of rows are whole numbers, not {input.dtype}: call .long() first")
    if bool((input < 0).any()):
        raise IndexError(f"rows are counted from 0 to {weight.shape[0] - 1}, and a place is below 0")
    return weight[input]


def bilinear(input1, input2, weight, bias=None):
    result = torch.stack([((input1 @ part) * input2).sum(-1) for part in torch.unbind(weight)], -1)
    return result if bias is None else result + bias


def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None):
    scores = torch.matmul(query, key.transpose(-2, -1)) * (query.shape[-1] ** -0.5 if scale is None else scale)
    if is_causal:
        attn_mask = torch.ones(scores.shape[-2:], dtype=torch.bool).tril()
    if attn_mask is not None:
        scores = torch.where(attn_mask, scores, float("-inf")) if attn_mask.dtype == torch.bool else scores + attn_mask
    return torch.matmul(F.dropout(torch.softmax(scores, -1), dropout_p, dropout_p > 0), value)


_recorded(
    globals(),
    "gelu celu selu=EluBackward0 glu prelu=PreluKernelBackward0 hardtanh hardswish hardsigmoid hardshrink softshrink threshold mish "
    "logsigmoid=LogSigmoidBackward0 layer_norm=NativeLayerNormBackward0 group_norm=NativeGroupNormBackward0 "
    "batch_norm=NativeBatchNormBackward0 rms_norm=MulBackward0 embedding",
)
