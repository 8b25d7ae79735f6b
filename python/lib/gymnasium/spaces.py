"""Spaces of observations and actions."""

import numpy as np


class Space:
    shape = ()


class Discrete(Space):
    """`0 .. n - 1`."""

    def __init__(self, n):
        self.n = n

    def sample(self):
        return np.random.randint(self.n)

    def __repr__(self):
        return f"Discrete({self.n})"


class MultiDiscrete(Space):
    """Several discrete values."""

    def __init__(self, nvec):
        self.nvec, self.shape = nvec, (len(nvec),)

    def sample(self):
        return np.array([np.random.randint(n) for n in self.nvec])


class Box(Space):
    """Decimal numbers within bounds."""

    def __init__(self, low, high, shape=None, dtype=None):
        self.low, self.high, self.shape = low, high, tuple(shape or ())
