"""Tensors are [num_envs, num_steps]."""

import torch as t
from tests.explain import across, call, compare, passed, require
from tests.vpg import middle, near

IDEA = "(returns - mean) / (standard deviation + 1e-8), mean and deviation over all environments and steps together"


def test_normalize_returns(normalize_returns):
    def check(returns):
        got = call(IDEA, normalize_returns, {"returns": returns})
        if not _is_numpys(got, returns):
            compare(IDEA, got, _normalised(returns), {"returns": returns}, lambda: _mistakes(returns))

    sizes = t.randn(4, 6) * 3 + 2, t.randn(1, 7) - 5, t.randn(6, 1), t.randn(2, 2), t.rand(5, 3) * 400, t.randn(3, 5) * 2e-3
    across(sizes, check)
    flat = {"returns": t.full((3, 4), 7.0)}
    got = call(IDEA, normalize_returns, flat)
    require(
        not isinstance(got, t.Tensor) or bool(t.isfinite(got).all()),
        "equal returns are all normalised to 0: their standard deviation is 0, and only they give nan here",
        "add the small number to the deviation before dividing, in brackets: `/ (returns.std() + 1e-8)`",
        got=got,
    )
    compare("equal returns are all normalised to 0", got, t.zeros(3, 4), flat)
    passed("test_normalize_returns")


def _normalised(returns, dim=None, **options):
    mean = returns.mean(dim, keepdim=dim is not None)
    return (returns - mean) / (returns.std(dim, keepdim=dim is not None, **options) + 1e-8)


def _is_numpys(got, returns):
    """Whether the standard deviation divides by n, as numpy's does: the exercise asks for neither of the two."""
    return isinstance(got, t.Tensor) and near(got, _normalised(returns, unbiased=False), 1e-5)


def _mistakes(returns):
    mean, spread, low = returns.mean(), returns.std(), returns.min()
    centred = returns - mean
    return [
        ("each environment was normalised on its own (dim=1): take all numbers together", _normalised(returns, 1)),
        ("each step was normalised on its own (dim=0): take all numbers together", _normalised(returns, 0)),
        (
            "the mean is that of each environment, the deviation that of all: take all numbers together in both",
            (returns - returns.mean(1, keepdim=True)) / spread,
        ),
        (
            "the mean is that of each step, the deviation that of all: take all numbers together in both",
            (returns - returns.mean(0, keepdim=True)) / spread,
        ),
        (
            "the deviation is that of each environment, the mean that of all: take all numbers together in both",
            centred / (returns.std(1, keepdim=True) + 1e-8),
        ),
        (
            "the deviation is that of each step, the mean that of all: take all numbers together in both",
            centred / (returns.std(0, keepdim=True) + 1e-8),
        ),
        ("the mean is not subtracted", returns / spread),
        ("only the mean is divided: `returns - mean` needs brackets around it", returns - mean / spread),
        ("the standard deviation does nothing", centred),
        ("divided by the variance: the standard deviation is its root", centred / returns.var()),
        (
            "the small number is added under the root, where it counts for far more: add it to the standard deviation",
            centred / (returns.var() + 1e-8).sqrt(),
        ),
        *(
            (f"the number added to the deviation is {small:g}: add 1e-8", centred / (spread + small))
            for small in (1e-7, 1e-6, 1e-5, 1e-4, 1e-3)
        ),
        ("multiplied by the standard deviation: divide by it", centred * spread),
        ("the sign is the other way round: subtract the mean from the returns", -centred / spread),
        ("the mean is added: subtract it", (returns + mean) / spread),
        (
            "the returns are moved to the range from 0 to 1: divide by the standard deviation, not by the range",
            (returns - low) / (returns.max() - low),
        ),
        ("divided by the range: divide by the standard deviation", centred / (returns.max() - low)),
        (
            "divided by the length of the vector (norm): divide by the standard deviation",
            centred / (centred * centred).sum().sqrt(),
        ),
        (
            "divided by the largest return: subtract the mean and divide by the standard deviation",
            returns / returns.max(),
        ),
        *(("the result is clipped: leave it as it is", (centred / spread).clamp(-bound, bound)) for bound in (1, 2)),
        (
            "divided by the root of the mean square: divide by the deviation, which is taken about the mean",
            centred / (returns * returns).mean().sqrt(),
        ),
        ("divided by the mean: divide by the standard deviation", centred / mean),
        (
            "the mean is subtracted after the division: subtract it first, and then divide",
            returns / (spread + 1e-8) - mean,
        ),
        *((_OF_LENGTH, value / _norm(value, dim)) for value in (centred, returns) for dim in (1, 0, None)),
        (
            "divided by the mean distance from the mean: divide by the standard deviation",
            centred / centred.abs().mean(),
        ),
        ("the median is subtracted, not the mean", (returns - middle(returns)) / (spread + 1e-8)),
        ("divided by the root of the deviation: divide by the deviation itself", centred / spread.sqrt()),
        ("divided by the standard error: divide by the deviation itself", centred / (spread / returns.numel() ** 0.5)),
        ("the result is multiplied by 2, or the deviation halved", 2 * centred / spread),
    ]


_OF_LENGTH = "rows, columns or all are divided by their length, as F.normalize does: divide by the standard deviation"


def _norm(tensor, dim):
    squares = tensor * tensor
    return (squares.sum() if dim is None else squares.sum(dim, keepdim=True)).sqrt()
