"""The older gym, in whichever of its two interfaces the program expects (`_api`)."""

import sys

import _late
from gym import _api, envs, vector, wrappers
from gym._api import ask as use
from gym.core import ActionWrapper, Env, ObservationWrapper, RewardWrapper, Wrapper
from gym.envs.registration import make, register, spec
from gymnasium import error, logger, spaces, utils
from gymnasium.spaces import Space

_conventions, _hint = _api.read, _api.hint

# What is the same in Gymnasium.
for _module in (spaces, error, logger, utils, utils.seeding):
    sys.modules[_module.__name__.replace("gymnasium", "gym")] = _module
for _file in spaces.FILES:
    sys.modules[f"gym.spaces.{_file}"] = spaces
sys.modules["gym.wrappers.time_limit"] = wrappers


def __getattr__(name):
    if name == "__version__":
        return _api.version()
    if name in ("make_vec",):
        raise AttributeError("gym has no make_vec: there is gym.vector.make, and gymnasium has make_vec")
    raise _late.refusal(
        "gym",
        name,
        "make, register, spaces, wrappers, vector and the classes Env, Wrapper, "
        "ObservationWrapper, ActionWrapper and RewardWrapper",
    )
