"""Spaces, and random actions in them."""

import copy

from own_environment import _symbols as symbols
from own_environment._arrays import Array, lift
from own_environment._symbols import Refusal, number


class Space:
    """What an action or an observation may be."""

    def __init__(self, space, what, line):
        self.kind = type(space).__name__
        self.what, self.line = what, line
        if self.kind == "Discrete":
            self.n, self.start, self.size, self.shape = int(space.n), int(getattr(space, "start", 0)), 1, ()
            self.data = {"kind": "discrete", "n": self.n, "start": self.start}
            self.edges = [(self.start, self.start + self.n - 1)]
        elif self.kind == "Box":
            self.shape = tuple(int(size) for size in space.shape)
            self.low, self.high = (_numbers(edge, self.shape) for edge in (space.low, space.high))
            self.size = len(self.low)
            self.edges = list(zip(self.low, self.high))
            self.data = {"kind": "box", "shape": list(self.shape), "low": _finite(self.low), "high": _finite(self.high)}
        elif self.kind in ("MultiDiscrete", "MultiBinary"):
            count = [number(one) for one in lift(space.nvec).flat()] if self.kind == "MultiDiscrete" else [2] * int(number(space.n))
            self.size, self.shape = len(count), (len(count),)
            self.data = {"kind": "multidiscrete", "nvec": count}
            self.edges = [(0, one - 1) for one in count]
        else:
            raise Refusal(f"the {what} space is {self.kind}: a program has Box, Discrete, and for observations MultiDiscrete or MultiBinary", line)


def _numbers(edge, shape):
    whole = lift(edge)
    if type(whole) is Array:
        return [float(cell) for cell in whole.flat()]
    count = 1
    for size in shape:
        count *= size
    return [float(whole)] * count


def _finite(numbers):
    """Infinities have no JSON."""
    return [None if abs(one) == symbols.INFINITY else one for one in numbers]


class Uniform:
    """Uniform numbers in [0, 1), the same each time (Knuth's MMIX generator)."""

    def __init__(self, seed):
        self._state = seed

    def __call__(self):
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self._state >> 40) / 2**24

    def __getitem__(self, place):
        return self()


def between(low, high, share):
    low, high = (low if low > -1e6 else -3.0), (high if high < 1e6 else 3.0)
    return low + (high - low) * share


def action_of(space, numbers):
    """Returns an action of a Box as a policy gives it."""
    import numpy

    return numpy.array(numbers, dtype="float32").reshape(space.shape)


def space_of(environment, name, line):
    space = getattr(environment, name, None)
    if space is None:
        raise Refusal(f"the class gives itself no self.{name}", line)
    return space


def shown_space(space):
    """Returns a space whose bounds are our arrays, and which contains whatever is asked for."""
    shown_one = copy.copy(space)
    for name in ("low", "high", "nvec"):
        if hasattr(space, name):
            try:
                setattr(shown_one, name, lift(getattr(space, name)))
            except AttributeError:
                pass
    shown_one.contains = lambda value: True
    return shown_one
