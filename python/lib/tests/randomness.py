"""Random numbers of a reader's function: new ones in every call, unless it seeds a generator."""

import random

import numpy as np
import torch as t
from tests.explain import CheckFailed

# How each generator that belongs to nobody is seeded, and what it draws next.
_SHARED = {
    "torch.manual_seed": (t.manual_seed, lambda: t.rand(3).tolist()),
    "np.random.seed": (np.random.seed, lambda: np.random.rand(3).tolist()),
    "random.seed": (random.seed, lambda: [random.random() for _ in range(3)]),
}


def check_draws(name, draw):
    """Calls `draw` from two states of the generators. Raises if a generator is in the same state after both calls, or if
    both return the same.

    name: the reader's function
    draw: calls it, and returns its random numbers as a list, or None where two calls may return the same
    """
    idea = f"{name} draws other random numbers in each call"
    one, other = leaves_generators(idea, name, draw)
    if one is not None and one == other:
        likely = (
            f"{name} makes a generator with a fixed seed in each call, so that each draws the same numbers: make it once, "
            "outside of the function, or draw from the one that all share"
        )
        raise CheckFailed(idea, one, other, likely=likely)


def leaves_generators(idea, name, function):
    """Calls a function from two states of the generators that all share, and returns both results. Raises if it seeds one:
    if that generator is in the same state after both calls."""
    calls = []
    for seed in t.randint(0, 2**31, (2,)).tolist():
        for start, _ in _SHARED.values():
            start(seed)
        calls.append((function(), {what: following() for what, (_, following) in _SHARED.items()}))
    (one, after_one), (other, after_other) = calls
    for what in _SHARED:
        if after_one[what] == after_other[what]:
            likely = (
                f"{name} seeds a generator, so that each call draws the same numbers, and so does all other code after it: "
                f"leave {what} out, or call it once outside of the function"
            )
            raise CheckFailed(idea, likely=likely)
    return one, other


def check_shares(table, chances):
    """Compares how often action 1 is taken with its chances, within 6 deviations: for a quarter of them, and for all in
    how far they are from even."""

    def of_quarters(shares):
        return shares.reshape(4, 16).mean(1)

    def powers(power):
        return chances**power / (chances**power + (1 - chances) ** power)

    shares, wanted = of_quarters(table.mean(0)), of_quarters(chances)
    lean = float(((table - chances) * (chances - 0.5).sign()).mean())
    if bool(((shares - wanted).abs() < 0.11).all()) and abs(lean) < 0.044:
        return
    mistakes = [
        ("both actions are equally likely, whatever the policy says: sample with its probabilities", 0 * chances + 0.5),
        ("the actions are the other way round: action 1 is taken with the probability of action 0", 1 - chances),
        (
            "the probabilities are nearer to even than the policy's: are the logits divided, or is a softmax taken twice?",
            powers(0.5),
        ),
        ("the probabilities are further from even than the policy's: are the logits multiplied?", powers(2.0)),
    ]
    gaps = [float((of_quarters(curve) - shares).abs().max()) for _, curve in mistakes]
    nearest = gaps.index(min(gaps))
    likely = "the softmax of the logits over the last dimension gives the probabilities to sample with"
    likely = mistakes[nearest][0] if gaps[nearest] < 0.08 else likely
    wide = (shares - wanted).abs().argmax()
    said = f"where the policy takes action 1 in {wanted[wide]:.0%} of cases, it was taken in {shares[wide]:.0%}"
    raise CheckFailed(said, likely=likely)
