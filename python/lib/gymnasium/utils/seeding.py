"""Random numbers of environments and spaces: numpy's PCG64."""

import numpy as np
from gymnasium import error

RandomNumberGenerator = RNG = np.random.Generator


def np_random(seed=None):
    """Returns a generator and the seed that it began with."""
    if seed is not None and not (hasattr(seed, "__index__") and seed >= 0):
        raise error.Error(f"Seed must be a whole number from 0 up, and is {seed!r}")
    sequence = np.random.SeedSequence(None if seed is None else int(seed))
    return np.random.Generator(np.random.PCG64(sequence)), sequence.entropy
