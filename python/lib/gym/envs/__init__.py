"""The environments, and the registry of their names."""

import sys

from gym.envs import classic_control, registration
from gym.envs.registration import make, register, registry, spec

# Each environment has a file of its own in gym.
for _name in ("acrobot", "cartpole", "continuous_mountain_car", "mountain_car", "pendulum"):
    sys.modules["gym.envs.classic_control." + _name] = classic_control
