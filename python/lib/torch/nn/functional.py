"""Layers as functions."""

import _lab
import _late
import _warned
import torch
from torch import relu, sigmoid, tanh
from torch._base import _recorded, _require
from torch.random import _coins

# The package's files that define the rarer functions.
_PARTS = ("_curves", "_distances", "_images")


def __getattr__(name):
    return _late.attribute("torch.nn", (), _PARTS, name, "torch.nn.functional")


def linear(input, weight, bias=None):
    return _lab.linear(input, weight, bias)


def _implied(input, name):
    """Returns the dimension that PyTorch takes, with a warning, if none is named."""
    _warned.warn(f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument.")
    return 0 if input.dim() in (0, 1, 3) else 1


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    return torch.softmax(input, _implied(input, "softmax") if dim is None else dim, dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    return torch.log_softmax(input, _implied(input, "log_softmax") if dim is None else dim, dtype)


def _alike(input, target):
    """Warns of a target of another shape, which is broadcast: `[N]` and `[N, 1]` give all pairs."""
    if isinstance(input, torch.Tensor) and isinstance(target, torch.Tensor) and _lab.shape(input) != _lab.shape(target):
        _warned.warn(
            f"Using a target size ({target.shape}) that is different to the input size ({input.shape}). This will likely lead to"
            " incorrect results due to broadcasting. Please ensure they have the same size."
        )


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    _alike(input, target)
    off = input - target
    losses = off * off
    return _reduced(losses if weight is None else losses * weight, reduction)


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    _alike(input, target)
    losses = torch.abs(input - target)
    return _reduced(losses if weight is None else losses * weight, reduction)


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    _require(beta >= 0, f"smooth_l1_loss takes a beta from 0 up, not {beta}")
    _alike(input, target)
    distance = torch.abs(input - target)
    if not beta:
        return _reduced(distance, reduction)
    is_near = ~(distance >= beta)
    near = torch.where(is_near, distance, 0.0)
    return _reduced(torch.where(is_near, near * near * (0.5 / beta), distance - 0.5 * beta), reduction)


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    """The classes stand in dimension 1, or in the only one."""
    axis = 1 if input.dim() > 1 else 0
    if target.shape != input.shape[:axis] + input.shape[axis + 1 :]:
        words = f"Expected input batch_size ({input.shape[0]}) to match target batch_size ({len(target) if target.dim() else 1})"
        raise ValueError(f"{words}: there is a class for each of {tuple(target.shape)}, and scores for {tuple(input.shape)}")
    if _lab.dtype(target) not in ("int64", "uint8"):
        raise RuntimeError(f"expected target dtype to be Long or Byte, but got {_named(target)}: call .long() first")
    _require(weight is None or weight.shape == (input.shape[axis],), "there is a weight for each class")
    kept = target != ignore_index
    chosen = torch.where(kept, target, 0)
    record = "NllLossBackward0" if input.dim() < 3 else "NllLoss2DBackward0"
    try:
        losses = -input.gather(axis, chosen.unsqueeze(axis)).squeeze(axis)
    except RuntimeError:
        outside = chosen[(chosen < 0) | (chosen >= input.shape[axis])]
        if not outside.numel():
            raise
        last = input.shape[axis] - 1
        raise IndexError(f"Target {outside[0].item()} is out of bounds: classes are from 0 to {last}, as there are columns of scores") from None
    if weight is None and bool(kept.all()):
        return _lab.named(record, _reduced(losses, reduction), [])
    each = kept.to(input.dtype) if weight is None else torch.where(kept, weight[chosen], 0.0)
    losses = torch.where(kept, losses * each, 0.0)
    return _lab.named(record, losses.sum() / each.sum() if reduction == "mean" else _reduced(losses, reduction), [])


def cross_entropy(
    input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0
):
    axis = 1 if input.dim() > 1 else 0
    _require(0 <= label_smoothing <= 1, f"label_smoothing is from 0 to 1, not {label_smoothing}")
    logs = log_softmax(input, axis)
    if not target.is_floating_point():
        loss = nll_loss(logs, target, weight, None, ignore_index, None, reduction)
        if not label_smoothing:
            return loss
        kept = target != ignore_index
        sums = (logs if weight is None else logs * _column(weight, logs)).sum(axis)
        even = -torch.where(kept, sums, 0.0) / input.shape[axis]
        if reduction == "mean":
            each = kept.to(input.dtype) if weight is None else torch.where(kept, weight[torch.where(kept, target, 0)], 0.0)
            even = even.sum() / each.sum()
        elif reduction == "sum":
            even = even.sum()
        return loss * (1 - label_smoothing) + even * label_smoothing
    if target.shape != input.shape:
        raise RuntimeError(
            f"expected target dtype to be Long or Byte, but got {_named(target)}: cross_entropy takes classes as whole numbers, or probabilities of the shape {tuple(input.shape)};"
            f" these are fractions of the shape {tuple(target.shape)}: call .long() on them"
        )
    if label_smoothing:
        target = target * (1 - label_smoothing) + label_smoothing / input.shape[axis]
    losses = -(logs * target if weight is None else logs * target * _column(weight, logs)).sum(axis)
    return _lab.named("DivBackward1" if reduction == "mean" else "NegBackward0", _reduced(losses, reduction), [])


def _named(tensor):
    """Returns the type as PyTorch's sentences have it, such as Float."""
    return tensor.type().removeprefix("torch.").removesuffix("Tensor")


def _column(weight, logs):
    return weight.reshape((-1,) + (1,) * (logs.dim() - 2)) if logs.dim() > 1 else weight


def one_hot(tensor, num_classes=-1):
    _require(_lab.dtype(tensor) == "int64", f"one_hot is only applicable to index tensor of type LongTensor, not of {_lab.dtype(tensor)}: call .long() first")
    classes = int(tensor.max()) + 1 if num_classes < 0 else num_classes
    if bool((tensor < 0).any()):
        raise RuntimeError("Class values must be non-negative.")
    if bool((tensor >= classes).any()):
        raise RuntimeError("Class values must be smaller than num_classes.")
    return (tensor.unsqueeze(-1) == torch.arange(classes)).long()


def leaky_relu(input, negative_slope=0.01, inplace=False):
    return torch.where(input > 0, input, input * negative_slope)


def elu(input, alpha=1.0, inplace=False):
    return torch.where(input <= 0, alpha * (torch.exp(torch.clamp(input, max=0)) - 1), input)


def silu(input, inplace=False):
    return input * sigmoid(input)


def softplus(input, beta=1.0, threshold=20.0):
    scaled = input if beta == 1.0 else input * beta
    result = _lab.unary("softplus", scaled)
    return torch.where(scaled > threshold, input, result if beta == 1.0 else result / beta)


def dropout(input, p=0.5, training=True, inplace=False):
    if not 0 <= p <= 1:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    if not training or p == 0:
        return input
    return input * _coins(torch.full(input.shape, 1.0 - p)) / (1.0 - p) if p < 1 else input * 0.0


def normalize(input, p=2.0, dim=1, eps=1e-12):
    return input / torch.clamp(torch.norm(input, p, dim, True), min=eps)


def pad(input, pad, mode="constant", value=None):
    """Adds numbers on both sides: the first two counts are those of the last dimension."""
    _require(len(pad) % 2 == 0, "pad takes two counts for each dimension")
    _require(len(pad) <= 2 * input.dim(), f"there are {len(pad) // 2} pairs of counts, and {input.dim()} dimensions")
    before = input
    for at in range(0, len(pad), 2):
        axis = input.dim() - 1 - at // 2
        input = _padded(input, axis, pad[at], pad[at + 1], mode, 0.0 if value is None else value)
    sides = f"{len(pad) // 2}D"
    records = {"constant": "ConstantPadNdBackward0", "reflect": f"ReflectionPad{sides}Backward0", "replicate": f"ReplicationPad{sides}Backward0"}
    return _lab.named(records.get(mode, "torch::autograd::CopySlices"), input, [before])


def _padded(input, axis, before, after, mode, value):
    size = input.shape[axis]
    if mode == "constant":
        _require(min(0, before) + min(0, after) >= -size, f"{size} numbers are less than are cut off")
        if before < 0 or after < 0:
            input = torch.narrow(input, axis, max(0, -before), size + min(0, before) + min(0, after))
        edge = list(input.shape)
        parts = []
        for count in (before, after):
            edge[axis] = max(0, count)
            parts.append(torch.full(tuple(edge), value, dtype=input.dtype))
        return torch.cat([parts[0], input, parts[1]], axis)
    places = list(range(-before, size + after))
    if mode == "reflect":
        places = [at if 0 <= at < size else -at if at < 0 else 2 * (size - 1) - at for at in places]
    elif mode == "replicate":
        places = [min(max(at, 0), size - 1) for at in places]
    else:
        places = [at % size for at in places]
    return torch.index_select(input, axis, torch.tensor(places))


def _reduced(losses, reduction):
    if reduction == "mean":
        return losses.mean()
    if reduction not in ("sum", "none"):
        raise ValueError(f"reduction is 'mean', 'sum' or 'none', not {reduction!r}")
    return losses.sum() if reduction == "sum" else losses


_recorded(globals(), "mse_loss smooth_l1_loss leaky_relu elu silu softplus dropout=MulBackward0")
