"""The lander in gym's interfaces."""

from gym.core import Both
from gymnasium.envs import box2d as _new


class LunarLander(Both, _new.LunarLander):
    __doc__ = _new.LunarLander.__doc__
