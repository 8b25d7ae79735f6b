"""The parts of PPO's objective: a number and the gradient that flows through it."""

from tests.explain import CheckFailed, compare
from tests.randomness import check_draws


def compare_with_gradient(idea, got, expected, leaf, gradient, inputs, mistakes, whose, otherwise=lambda: None):
    """Raises unless `got` is the number `expected` and has this gradient with respect to `leaf`, the numbers of `whose`
    outputs.

    mistakes: a function that returns pairs of a sentence and a value, asked only if the number is not right
    otherwise: a function that returns what to say of a number that no mistake leads to, or None
    """
    if isinstance(got, (int, float)):
        likely = "a plain number came back, and no gradient flows through it: leave out .item(), float() and numpy"
        raise CheckFailed(idea, expected, got, inputs, likely)
    try:
        compare(idea, got, expected, inputs)
    except CheckFailed:
        try:
            compare(idea, got, expected, inputs, mistakes())
        except CheckFailed as failure:
            if failure.likely is not None:
                raise
            raise CheckFailed(idea, expected, got, inputs, otherwise()) from None
    if not got.requires_grad:
        likely = "something is detached, or computed under t.no_grad(): keep the record of the computation"
        raise CheckFailed(f"The number is right, but no gradient flows to {whose}", inputs=inputs, likely=likely)
    try:
        got.backward()
    except RuntimeError as error:
        likely = f"PyTorch cannot go backwards: {error}"
        if "inplace" in str(error) or "in place" in str(error):
            likely = (
                "a number that the way back needs is changed in place, by a method that ends in `_` or by `*=` and the like: "
                "write the result to a new name"
            )
        raise CheckFailed("backward() goes from the number to its parameters", inputs=inputs, likely=likely) from None
    found = 0.0 * gradient if leaf.grad is None else leaf.grad
    if float((found - gradient).abs().max()) > 1e-4 * float(gradient.abs().max()) + 1e-6:
        likely = f"a part of the computation that leads to {whose} is detached: let gradient flow through all of it"
        if not bool(found.isfinite().all()):
            likely = (
                "the gradient holds numbers that are no numbers (nan) or infinite: is a logarithm taken of 0, or does an "
                "exponential become too large?"
            )
        raise CheckFailed("The number is right, but its gradient is not", gradient, found, inputs, likely)


def check_seeds(name, function, *given):
    """Raises if the function, of this name, seeds a generator. What it returns is the same in each call."""

    def ask():
        function(*given)

    check_draws(name, ask)


def keeps(idea, **given):
    """Returns a function that raises if one of these tensors is no longer as it was."""
    before = {name: tensor.detach().clone() for name, tensor in given.items()}

    def check():
        for name, tensor in given.items():
            if bool((tensor.detach() != before[name]).any()):
                likely = f"`{name}` is changed in place, and other code still needs it: write the result to a new name"
                raise CheckFailed(idea, before[name], tensor.detach(), likely=likely)

    return check
