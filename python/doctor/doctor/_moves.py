"""What changes between backward passes: inputs that are overwritten, and parameters that a script moves by hand."""

import torch

Tensor = torch.Tensor


def look_again(watch):
    """Notes for the newest networks that acted whether what they saw still holds the same numbers."""
    from doctor._watch import keys

    count = 0
    for head in reversed(watch.heads[-400:]):
        if count >= 24 or head.at < watch.env_calls - 200:
            return
        if head.steps is None or head.seen_rows is None or head.looked or not head.given.requires_grad or type(head.origin) is not Tensor:
            continue
        head.looked = True
        count += 1
        watch.looked.append((head, keys(head.origin, len(head.seen_rows)) != head.seen_rows))


def moved_by_hand(watch, parameters, site):
    """Notes parameters that have changed since the last backward pass, though no optimiser has taken a step."""
    if not watch.at_first:
        watch.at_first = {key: parameter.detach().clone() for key, parameter in parameters.items()}
    if watch.optimisers:
        return
    now = {key: parameter.detach().clone() for key, parameter in parameters.items()}
    along, moved = 0.0, False
    for key, value in now.items():
        before, grad = watch.before_step.get(key, (None, None))
        if before is not None and bool((before != value).any()):
            moved = True
            along += float(((value - before) * grad).sum()) if grad is not None else 0.0
    if moved:
        watch.events.insert(-1, ("moved", None, site))
        watch.moves += 1
        watch.along += (along > 0) - (along < 0)
    watch.before_step = {key: (value, None) for key, value in now.items()}


def differentiated(watch, parameters, made, given, before):
    """Notes the gradients of a pass, with which a script may move its parameters by hand. `before` has those that were there."""
    if watch.optimisers:
        return
    if isinstance(made, tuple) and len(given) > 1:
        asked = given[1] if isinstance(given[1], (list, tuple)) else [given[1]]
        grads = {id(parameter): grad for parameter, grad in zip(asked, made)}
    else:
        grads = {key: parameter.grad.detach().clone() for key, parameter in parameters.items() if parameter.grad is not None}
    for key, grad in grads.items():
        if key in watch.before_step:
            watch.before_step[key] = watch.before_step[key][0], grad
