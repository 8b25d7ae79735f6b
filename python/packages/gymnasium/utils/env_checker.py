"""Checks whether an environment of the reader's keeps to Gymnasium's interface."""

from gymnasium import error, spaces
from gymnasium.core import Env


def check_env(env, warn=None, skip_render_check=True, skip_close_check=True):
    """Raises an error that names the first thing that is amiss: a space, what `reset` or what `step` returns."""
    _require(isinstance(env, Env), f"{type(env).__name__} is no subclass of gymnasium.Env")
    for name in ("observation_space", "action_space"):
        _require(isinstance(getattr(env, name), spaces.Space), f"self.{name} has to be a space, such as spaces.Discrete(2)")
    begun = env.reset(seed=1)
    _require(isinstance(begun, tuple) and len(begun) == 2, "reset has to return an observation and a dict")
    _observed(env, begun[0], "reset")
    _require(isinstance(begun[1], dict), "the second value that reset returns has to be a dict")
    result = env.step(env.action_space.sample())
    _require(isinstance(result, tuple) and len(result) == 5, "step has to return five values")
    obs, reward, terminated, truncated, info = result
    _observed(env, obs, "step")
    _require(reward == reward and abs(float(reward)) < float("inf"), f"step returned the reward {reward}")
    for name, flag in (("terminated", terminated), ("truncated", truncated)):
        _require(str(flag) in ("True", "False"), f"{name} has to be True or False, and is {flag!r}")
    _require(isinstance(info, dict), "the last value that step returns has to be a dict")


def _require(is_so, told):
    if not is_so:
        raise error.Error(told)


def _observed(env, obs, method):
    space = env.observation_space
    told = f"{method} returned an observation that is not in {space}: "
    if isinstance(space, spaces.Box):
        _require(hasattr(obs, "shape"), told + f"it is a {type(obs).__name__}, and has to be an array")
        _require(tuple(obs.shape) == space.shape, told + f"its shape is {tuple(obs.shape)}")
    _require(space.contains(obs), told + str(obs))
