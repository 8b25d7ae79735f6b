"""The parts of PPO's objective: a number and the gradient that flows through it."""

import torch as t
from tests.explain import CheckFailed, compare


def compare_with_gradient(idea, got, expected, leaf, gradient, inputs, mistakes, whose):
    """Raises unless `got` is the number `expected` and has this gradient with respect to `leaf`, the numbers of `whose`
    outputs."""
    if isinstance(got, (int, float)):
        likely = "a plain number came back, and no gradient flows through it: leave out .item(), float() and numpy"
        raise CheckFailed(idea, expected, got, inputs, likely)
    compare(idea, got, expected, inputs, mistakes)
    if not got.requires_grad:
        likely = "something is detached, or computed under t.no_grad(): keep the record of the computation"
        raise CheckFailed(f"The number is right, but no gradient flows to {whose}", inputs=inputs, likely=likely)
    got.backward()
    found = t.zeros_like(gradient) if leaf.grad is None else leaf.grad
    if float(t.abs(found - gradient).max()) > 1e-4 * float(t.abs(gradient).max()) + 1e-6:
        likely = f"a part of the computation that leads to {whose} is detached: let gradient flow through all of it"
        raise CheckFailed("The number is right, but its gradient is not", gradient, found, inputs, likely)


def keeps(idea, **given):
    """Returns a function that raises if one of these tensors is no longer as it was."""
    before = {name: tensor.detach().clone() for name, tensor in given.items()}

    def check():
        for name, tensor in given.items():
            if bool((tensor.detach() != before[name]).any()):
                likely = f"`{name}` is changed in place, and other code still needs it: write the result to a new name"
                raise CheckFailed(idea, before[name], tensor.detach(), likely=likely)

    return check
