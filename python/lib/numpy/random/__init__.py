"""Random numbers: the same as numpy's for the same seed, from `default_rng` and from the functions of this module."""

import _late
from numpy.random._bits import MT19937, PCG64, SeedSequence, _entropy
from numpy.random._generator import Generator, default_rng
from numpy.random._legacy import RandomState

_default = RandomState()


def _calls(name):
    def call(*given, **named):
        return getattr(_default, name)(*given, **named)

    call.__name__ = call.__qualname__ = name
    return call


seed = _calls("seed")
rand, randn, random, random_sample, ranf, sample = map(
    _calls, ("rand", "randn", "random", "random_sample", "ranf", "sample")
)
uniform, normal, standard_normal, lognormal = map(_calls, ("uniform", "normal", "standard_normal", "lognormal"))
exponential, standard_exponential = map(_calls, ("exponential", "standard_exponential"))
binomial, multinomial = map(_calls, ("binomial", "multinomial"))
randint, random_integers, choice = map(_calls, ("randint", "random_integers", "choice"))
shuffle, permutation = map(_calls, ("shuffle", "permutation"))


def __getattr__(name):
    raise _late.refusal(
        "numpy.random",
        name,
        "rand, randn, randint, uniform, normal, choice, permutation, "
        "shuffle, exponential, binomial, multinomial and default_rng",
    )
