"""Distributions over actions."""

import _late
from torch.distributions import categorical
from torch.distributions.categorical import Categorical

# Loaded when one of their names is first asked for.
_PARTS = ("distribution", "normal", "_continuous", "_discrete", "_composed", "transforms", "kl")
_SUBMODULES = ("constraints", "distribution", "kl", "normal", "transforms")


def __getattr__(name):
    return _late.attribute("torch.distributions", _SUBMODULES, _PARTS, name)
