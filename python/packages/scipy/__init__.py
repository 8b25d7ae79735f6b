"""The functions of SciPy that reinforcement learning uses."""

import _late


def __getattr__(name):
    return _late.attribute("scipy", ("signal", "special", "stats"), (), name)
