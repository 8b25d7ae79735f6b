"""Spaces of observations and actions. For a seed they give the same samples as Gymnasium's."""

import math
import sys

import numpy as np
from gymnasium.utils import seeding

inf = float("inf")


class Space:
    """A set of values with a shape and a type. `sample` draws one, `contains` says whether a value is one."""

    _np_random = None

    def __init__(self, shape=None, dtype=None, seed=None):
        self._shape = None if shape is None else tuple(shape)
        self.dtype = None if dtype is None else np.dtype(dtype)
        if seed is not None:
            self.seed(seed)

    def __class_getitem__(cls, types):
        return cls

    @property
    def shape(self):
        return self._shape

    @property
    def np_random(self):
        if self._np_random is None:
            self._np_random, _ = seeding.np_random()
        return self._np_random

    def seed(self, seed=None):
        self._np_random, seed = seeding.np_random(seed)
        return seed

    def sample(self, mask=None, probability=None):
        raise NotImplementedError()

    def contains(self, x):
        raise NotImplementedError()

    def __contains__(self, x):
        return self.contains(x)

    # Whatever says what the space is.
    def _parts(self):
        raise NotImplementedError()

    def __eq__(self, other):
        return type(other) is type(self) and self._parts() == other._parts()

    __hash__ = None


def _whole(x):
    """Returns a whole number, or None for anything else."""
    if isinstance(x, (bool, float)) or getattr(x, "shape", ()) != ():
        return None
    if hasattr(x, "dtype") and "int" not in str(x.dtype):
        return None
    return x.__index__() if hasattr(x, "__index__") else None


class Discrete(Space):
    """`n` numbers from `start` up."""

    def __init__(self, n, seed=None, start=0, dtype=np.int64):
        if _whole(n) is None or n <= 0:
            raise ValueError(f"Discrete needs a whole number above 0, and got {n!r}")
        self.n, self.start = int(n), int(start)
        super().__init__((), dtype, seed)

    def sample(self, mask=None, probability=None):
        if mask is not None:
            allowed = [place for place in range(self.n) if mask[place]]
            return self.start + (int(self.np_random.choice(allowed)) if allowed else 0)
        if probability is not None:
            return self.start + int(self.np_random.choice(self.n, p=probability))
        return self.start + self.np_random.integers(self.n)

    def contains(self, x):
        number = _whole(x)
        return number is not None and self.start <= number < self.start + self.n

    def _parts(self):
        return self.n, self.start

    def __repr__(self):
        return f"Discrete({self.n}, start={self.start})" if self.start else f"Discrete({self.n})"


class MultiDiscrete(Space):
    """Several discrete values, of which each has its own number of choices."""

    def __init__(self, nvec, dtype=np.int64, seed=None, start=None):
        self.nvec = np.array(nvec, dtype=np.int64)
        self.start = np.zeros(self.nvec.shape, dtype=np.int64) if start is None else np.array(start, dtype=np.int64)
        super().__init__(self.nvec.shape, dtype, seed)

    def sample(self, mask=None, probability=None):
        drawn = self.np_random.random(self.nvec.shape) * self.nvec
        return drawn.astype(np.int64) + self.start

    def contains(self, x):
        x = np.array(x) if isinstance(x, (list, tuple)) else x
        if not hasattr(x, "shape") or tuple(x.shape) != self.shape:
            return False
        return bool(((x >= self.start) & (x < self.start + self.nvec)).all())

    def _parts(self):
        return self.nvec.tolist(), self.start.tolist()

    def __len__(self):
        return len(self.nvec)

    def __getitem__(self, place):
        return Discrete(int(self.nvec[place]), start=int(self.start[place]))

    def __repr__(self):
        return f"MultiDiscrete({str(self.nvec.tolist()).replace(',', '')})"


class MultiBinary(Space):
    """Several values of 0 or 1."""

    def __init__(self, n, seed=None):
        self.n = n if isinstance(n, int) else tuple(n)
        super().__init__((n,) if isinstance(n, int) else n, np.int64, seed)

    def sample(self, mask=None, probability=None):
        return self.np_random.integers(low=0, high=2, size=self.shape, dtype="int8")

    def contains(self, x):
        x = np.array(x) if isinstance(x, (list, tuple)) else x
        return hasattr(x, "shape") and tuple(x.shape) == self.shape and bool(((x == 0) | (x == 1)).all())

    def _parts(self):
        return self.shape

    def __repr__(self):
        return f"MultiBinary({self.n})"


class Box(Space):
    """Numbers between a lowest and a highest one, of which either may be infinite."""

    def __init__(self, low, high, shape=None, dtype=np.float32, seed=None):
        dtype = np.float32 if dtype is None else dtype
        shapes = [tuple(bound.shape) for bound in (low, high) if hasattr(bound, "shape") and bound.shape]
        if shape is None:
            shape = shapes[0] if shapes else np.array(low).shape if isinstance(low, (list, tuple)) else (1,)
        super().__init__((shape,) if isinstance(shape, int) else shape, dtype, seed)
        self.low, self.high = _bound(low, self.shape, dtype), _bound(high, self.shape, dtype)
        if np.any(self.low > self.high):
            raise ValueError("Box has a lowest number above its highest one")
        self.bounded_below, self.bounded_above = np.asarray(self.low > -inf), np.asarray(self.high < inf)
        self._bounded = bool(self.bounded_below.all()), bool(self.bounded_above.all())

    def is_bounded(self, manner="both"):
        below, above = self._bounded
        if manner not in ("both", "below", "above"):
            raise ValueError(f"manner is 'below', 'above' or 'both', and not {manner!r}")
        return {"both": below and above, "below": below, "above": above}[manner]

    def sample(self, mask=None, probability=None):
        is_whole = self.dtype.kind != "f"
        if self.is_bounded():
            drawn = self.np_random.uniform(self.low, self.high.astype(np.int64) + 1 if is_whole else self.high)
            return (drawn // 1 if is_whole else drawn).astype(self.dtype)
        lows, highs = self.low.flatten().tolist(), self.high.flatten().tolist()
        if is_whole:
            highs = [high + 1 for high in highs]
        drawn, random, places = [0.0] * len(lows), self.np_random, range(len(lows))
        for place in places:
            if lows[place] == -inf and highs[place] == inf:
                drawn[place] = float(random.normal())
        for place in places:
            if lows[place] > -inf and highs[place] == inf:
                drawn[place] = float(random.exponential()) + lows[place]
        for place in places:
            if lows[place] == -inf and highs[place] < inf:
                drawn[place] = highs[place] - float(random.exponential())
        for place in places:
            if lows[place] > -inf and highs[place] < inf:
                drawn[place] = float(random.uniform(lows[place], highs[place]))
        if is_whole:
            drawn = [int(number // 1) for number in drawn]
        return np.array(drawn, dtype=self.dtype).reshape(*self.shape)

    def contains(self, x):
        if isinstance(x, (list, tuple, int, float)):
            x = np.array(x, dtype=self.dtype)
        if not hasattr(x, "shape") or tuple(x.shape) != self.shape:
            return False
        is_fraction = np.dtype(getattr(x, "dtype", self.dtype)).kind == "f"
        return not (is_fraction and self.dtype.kind != "f") and bool(((x >= self.low) & (x <= self.high)).all())

    def _parts(self):
        return self.shape, _type_name(self.dtype), self.low.tolist(), self.high.tolist()

    def __repr__(self):
        low, high = (bound.min() if bound.size and bound.min() == bound.max() else bound for bound in (self.low, self.high))
        return f"Box({low}, {high}, {self.shape}, {_type_name(self.dtype)})"


def _type_name(dtype):
    if isinstance(dtype, str):
        return dtype
    return getattr(dtype, "name", None) or getattr(dtype, "__name__", str(dtype))


def _bound(bound, shape, dtype):
    if np.dtype(dtype).kind != "f":
        least, most = np.iinfo(dtype).min, np.iinfo(dtype).max
        outside = [number for number in (np.min(bound), np.max(bound)) if not least <= number <= most]
        if outside:
            raise ValueError(f"a Box of {_type_name(dtype)} takes numbers from {least} to {most}, and {outside[0]} is none of them")
    if isinstance(bound, (int, float)) or not getattr(bound, "shape", ()) and not isinstance(bound, (list, tuple)):
        return np.full(shape, float(bound) if "float" in _type_name(dtype) else int(bound), dtype=dtype)
    return np.array(bound, dtype=dtype).reshape(*shape)


class _Several(Space):
    """Spaces side by side, each with a seed of its own."""

    def seed(self, seed=None):
        if isinstance(seed, int):
            seed = _seeds(seed, len(self._all())).tolist()
        elif seed is None:
            seed = [None] * len(self._all())
        elif isinstance(seed, dict):
            seed = [seed.get(name) for name in self.spaces]
        return tuple(space.seed(part) for space, part in zip(self._all(), seed))

    def _all(self):
        return list(self.spaces.values()) if isinstance(self.spaces, dict) else list(self.spaces)

    def _parts(self):
        return self.spaces

    def __len__(self):
        return len(self.spaces)

    def __getitem__(self, place):
        return self.spaces[place]


def _seeds(seed, count):
    """Returns different seeds for several spaces."""
    random, _ = seeding.np_random(seed)
    return random.integers(2**31 - 1, size=count)


class Tuple(_Several):
    """Several spaces in a row."""

    def __init__(self, spaces, seed=None):
        self.spaces = tuple(spaces)
        super().__init__(None, None, seed)

    def sample(self, mask=None, probability=None):
        return tuple(space.sample() for space in self.spaces)

    def contains(self, x):
        x = tuple(x) if isinstance(x, list) else x
        return isinstance(x, tuple) and len(x) == len(self) and all(s.contains(part) for s, part in zip(self.spaces, x))

    def __iter__(self):
        return iter(self.spaces)

    def __repr__(self):
        return f"Tuple({', '.join(map(repr, self.spaces))})"


class Dict(_Several):
    """Several spaces by name."""

    def __init__(self, spaces=None, seed=None, **named):
        spaces = dict(spaces or {})
        if all(isinstance(name, str) for name in spaces):
            spaces = dict(sorted(spaces.items()))
        self.spaces = {**spaces, **named}
        super().__init__(None, None, seed)

    def sample(self, mask=None, probability=None):
        return {name: space.sample() for name, space in self.spaces.items()}

    def contains(self, x):
        if not isinstance(x, dict) or set(x) != set(self.spaces):
            return False
        return all(space.contains(x[name]) for name, space in self.spaces.items())

    def keys(self): return self.spaces.keys()
    def values(self): return self.spaces.values()
    def items(self): return self.spaces.items()
    def __iter__(self): return iter(self.spaces)

    def __repr__(self):
        return "Dict(" + ", ".join(f"{name!r}: {space!r}" for name, space in self.spaces.items()) + ")"


def flatdim(space):
    """Returns how many numbers a value has as a flat row."""
    if isinstance(space, Discrete):
        return space.n
    if isinstance(space, MultiDiscrete):
        return int(space.nvec.sum())
    if isinstance(space, _Several):
        return sum(flatdim(part) for part in space._all())
    return math.prod(space.shape)


def flatten(space, x):
    """Returns a value as a flat row of numbers; a choice is a 1 among zeros."""
    if isinstance(space, Discrete):
        row = np.zeros(space.n, dtype=np.int64)
        row[int(x) - space.start] = 1
        return row
    if isinstance(space, MultiDiscrete):
        return np.concatenate([flatten(Discrete(int(n)), part) for n, part in zip(space.nvec.flatten(), x.flatten())])
    if isinstance(space, Tuple):
        return np.concatenate([flatten(part, value) for part, value in zip(space.spaces, x)])
    if isinstance(space, Dict):
        return np.concatenate([flatten(part, x[name]) for name, part in space.spaces.items()])
    return np.array(x, dtype=space.dtype).flatten()


def flatten_space(space):
    """Returns the space of the flat rows."""
    if isinstance(space, Box):
        return Box(space.low.flatten(), space.high.flatten(), dtype=space.dtype)
    if isinstance(space, _Several):
        parts = [flatten_space(part) for part in space._all()]
        low = np.concatenate([part.low for part in parts])
        return Box(low, np.concatenate([part.high for part in parts]), dtype=low.dtype)
    return Box(0, 1, (flatdim(space),), dtype=np.int64)


# Gymnasium has a file for each class. As attributes of the module some would hide Python's own names in it.
FILES = ("box", "dict", "discrete", "multi_binary", "multi_discrete", "space", "tuple", "utils")
for _file in FILES:
    sys.modules[f"{__name__}.{_file}"] = sys.modules[__name__]


def __getattr__(name):
    if name in FILES:
        return sys.modules[__name__]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
