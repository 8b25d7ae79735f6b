"""Policies that no softmax of PyTorch's makes: a coin's probability, and probabilities that a script has worked out itself. Each is
noted as the logits of a softmax that would give the same, and the gradients that come back are turned into those of these logits."""

import _lab
import torch
from torch import nn

Tensor = torch.Tensor
_TINY = 1e-7


def coin(watch, site, given, is_logit):
    """Notes the probability, or the logit, of the second of two actions. Returns the head."""
    with torch.no_grad():
        numbers = given.detach()
        if not is_logit:
            near = numbers.clamp(_TINY, 1 - _TINY)
            numbers = torch.log(near) - torch.log1p(-near)
        if tuple(numbers.shape)[-1:] == (1,):
            numbers = numbers.squeeze(-1)
        pair = torch.stack([torch.zeros_like(numbers), numbers], -1)
        slope = None if is_logit else (near * (1 - near)).reshape(pair.shape[:-1])

    def turned(grad):
        grad = grad.detach().reshape(pair.shape[:-1])
        if slope is not None:
            grad = grad * slope
        return torch.stack([-grad, grad], -1)

    return _held(watch, site, given, pair, turned)


def shares(watch, site, given):
    """Notes probabilities, or numbers that are divided by their sum along the last dimension. Returns the head."""
    with torch.no_grad():
        numbers = given.detach()
        odds = numbers / numbers.sum(-1, keepdim=True)
        logs = torch.log(odds.clamp(min=1e-12))

    def turned(grad):
        part = grad.detach() * numbers
        return part - odds * part.sum(-1, keepdim=True)

    return _held(watch, site, given, logs, turned)


def are_shares(numbers):
    """Returns true if the rows of a tensor are probabilities."""
    shape = _lab.shape(numbers)
    if not shape or not 2 <= shape[-1] <= 64:
        return False
    flat = numbers.detach()
    return bool((flat >= 0).all()) and bool(((flat.sum(-1) - 1).abs() < 1e-4).all())


def _held(watch, site, given, numbers, turned):
    from doctor._watch import Head

    head = Head(numbers, "softmax", watch.origin_of(given), site, watch.env_calls)
    node = watch.note(numbers, site, (given,))
    node.is_policy = node.is_learned = True
    known = watch.nodes.get(id(given))
    if known is None:
        known = watch.note(given, site, ())
    known.is_policy = known.is_learned = True
    watch.take(head)
    if given.requires_grad and torch.is_grad_enabled():
        watch.listen(head, given, turned)
    return head


def written_out(watch, site, made, left, right):
    """Notes a softmax that a script has written out, and its logarithm."""
    shape, node = _lab.shape(made), watch.nodes[id(made)]
    if not node.is_learned or node.is_policy or not shape or not 2 <= shape[-1] <= 64 or _lab.shape(left) != shape:
        return
    inner = watch.nodes.get(id(right))
    name = inner.site.name if inner is not None and inner.site is not None else ""
    if site.name == "Sub" and name in ("logsumexp", "log"):
        if are_shares(made.detach().exp()):
            watch.softmax(left, -1, made, True)
            watch.heads[-1].site = site
        elif len(shape) == 2 and (are_shares(made.detach().exp().t()) or shape[0] == 1 and not bool(made.detach().any())):
            # Each column is a distribution over the rows: the sum went along the wrong dimension.
            summed = next((part for part in inner.inputs if id(part) in watch.nodes), None)
            known = watch.nodes.get(id(summed))
            place = known.site if known is not None and known.site is not None else inner.site
            watch.columns.setdefault(place.number, [place, shape, 0])[2] += 1
    elif site.name == "Div" and name == "sum" and are_shares(made):
        shares(watch, site, made)


def within(watch, given, site):
    """Notes numbers that a module hands to a softmax of its own."""
    for _, function, arguments in reversed(watch.stack):
        if isinstance(function, nn.Module) or isinstance(getattr(function, "__self__", None), nn.Module):
            node = watch.note(given, site, arguments)
            node.function, node.is_learned = function, True
            return


def acted(watch, head, before, is_many):
    """Returns the head that chose this action, and how many steps of other environments its choice has already been for."""
    from doctor._watch import keys, rows_of

    if head is None:
        return None, 0
    offset = watch.env_calls - 1 - head.at
    if is_many or offset < 0:
        return (head, 0) if offset == 0 else (None, 0)
    rows = rows_of(head)
    if rows is None or len(rows) < 2:
        return (head, 0) if offset == 0 else (None, 0)
    # One choice for several environments that step one after the other.
    if offset < len(rows) and (len(rows) == len(watch.newest) or before is not None and keys(before)[0] == rows[offset]):
        return head, offset
    return None, 0
