"""Tensors are [num_envs, num_steps]."""

import torch as t
from tests.explain import call, compare, passed, require


def test_normalize_returns(normalize_returns):
    t.random.seed()
    idea = "mean 0 and standard deviation 1 over all worlds and steps together"
    for returns in (t.randn(4, 6) * 3 + 2, t.randn(2, 2), t.randn(1, 7) - 5):
        got = call(idea, normalize_returns, {"returns": returns})
        centred = returns - returns.mean()
        mistakes = [
            ("each world was normalised on its own (dim=1): take all numbers together", (returns - returns.mean(1, keepdim=True)) / (returns.std(1, keepdim=True) + 1e-8)),
            ("each step was normalised on its own (dim=0): take all numbers together", (returns - returns.mean(0, keepdim=True)) / (returns.std(0, keepdim=True) + 1e-8)),
            ("the mean is not taken off", returns / (returns.std() + 1e-8)),
            ("the standard deviation does nothing", centred),
            ("divided by the variance, not by its root", centred / (returns.var() + 1e-8)),
        ]
        compare(idea, got, centred / (returns.std() + 1e-8), {"returns": returns}, mistakes)
    flat = call(idea, normalize_returns, {"returns": t.full((3, 4), 7.0)})
    require(bool(t.isfinite(flat).all()), "equal returns have no spread: add a small number before dividing", got=flat)
    passed("test_normalize_returns")
