"""Generators of random numbers that the reader's code makes for itself, such as `np.random.default_rng(seed)`: in a call that is
played or followed they are the draws of that call, as `self.np_random` is. And types of numbers that the page's numpy lacks."""

import numpy

from own_environment._symbols import Refusal, line_now

# What makes a generator: where it is, what a text that uses it has in it, and whether it returns a seed beside it.
_MAKERS = (
    ("numpy.random", "default_rng", "default_rng", False), ("numpy.random", "RandomState", "RandomState", False),
    ("gymnasium.utils.seeding", "np_random", "seeding", True), ("gym.utils.seeding", "np_random", "seeding", True),
)
# Types that numpy has and the page's has not: a class is read with wider ones, in which nothing begins again at 0.
_WIDER = {"int8": "int64", "int16": "int64", "uint16": "int64", "uint32": "int64", "uint64": "int64", "float16": "float32"}


def add_types(text):
    """Gives numpy the types that a text names and it lacks. Returns their names."""
    added = [name for name in _WIDER if name in text and not hasattr(numpy, name)]
    for name in added:
        setattr(numpy, name, getattr(numpy, _WIDER[name]))
    return added


class _Maker:
    """A function that makes generators, and lends the draws of the call that runs."""

    is_lent = True

    def __init__(self, lent, plain, name, has_seed):
        self._lent, self._plain, self._name, self._has_seed = lent, plain, name, has_seed

    def __call__(self, seed=None, *args, **named):
        draws = self._lent.draws
        if draws is None:
            return self._plain(seed, *args, **named)
        if seed is not None:
            raise Refusal(f"{self._name} begins with a seed of its own here, so that every episode draws the same numbers: give it reset's seed, which is None as a rule", line_now())
        return (draws, seed) if self._has_seed else draws

    def __getattr__(self, name):
        return getattr(self._plain, name)


class Lent:
    """While it is open, generators are lent. `draws` are those of the call that runs, or None where generators are Python's own."""

    def __init__(self, text):
        self.draws, self._text, self._replaced = None, text, []

    def __enter__(self):
        for path, name, mark, has_seed in _MAKERS:
            if mark not in self._text:
                continue
            try:
                module = __import__(path, None, None, [name])
            except ImportError:
                continue
            plain = getattr(module, name)
            self._replaced.append((module, name, plain))
            setattr(module, name, _Maker(self, plain, f"{'seeding' if has_seed else 'np.random'}.{name}", has_seed))
        self._added = add_types(self._text)
        return self

    def __exit__(self, *unused):
        for name in self._added:
            delattr(numpy, name)
        for module, name, plain in self._replaced:
            setattr(module, name, plain)
        self._replaced = []
        return False

    def give(self, environment, draws, names):
        """Lets an environment draw from `draws` in the call that follows."""
        self.draws = environment.np_random = draws
        for name in names:
            setattr(environment, name, draws)
