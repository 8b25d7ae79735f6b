"""Gymnasium 1.x, with the environments of classic control and toy_text, and the course's probes."""

import _late
from gymnasium import envs, error, logger, spaces, utils, vector, wrappers
from gymnasium.core import ActionWrapper, Env, ObservationWrapper, RewardWrapper, Wrapper
from gymnasium.envs.registration import make, make_vec, pprint_registry, register, register_envs, registry, spec
from gymnasium.spaces import Space
from gymnasium.vector import VectorEnv

__version__ = "1.4.0"


def __getattr__(name):
    raise _late.refusal(
        "gymnasium",
        name,
        "make, make_vec, register, spaces, wrappers, vector and the classes "
        "Env, Wrapper, ObservationWrapper, ActionWrapper and RewardWrapper",
    )
