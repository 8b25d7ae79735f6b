"""The random generators, which a reader's function shares with everything else: it may draw from them, and not seed them."""

import random

import numpy as np
import torch as t
from tests.explain import CheckFailed

_SEEDED = (
    "{what} seeds {which}, so the same numbers are drawn after every call: seed once, before training, and nowhere else"
)


def seeded_by(function):
    """Returns the name of the generator that a function seeds, or None. It calls the function twice."""
    first, drawn = int(t.randint(0, 2**30, (1,))), []
    for seed in (first, first + 1):
        t.manual_seed(seed)
        np.random.seed(seed)
        random.seed(seed)
        function()
        drawn.append({"torch": t.rand(2).tolist(), "numpy": np.random.rand(2).tolist(), "random": random.random()})
    return next((name for name, numbers in drawn[0].items() if numbers == drawn[1][name]), None)


def leaves_generators(idea, what, function):
    """Raises if a function, called `what`, seeds a generator."""
    which = seeded_by(function)
    if which is not None:
        raise CheckFailed(idea, likely=_SEEDED.format(what=what, which=which))
