"""Environments and wrappers of both interfaces."""

from gym import _api
from gymnasium import core as _core
from gymnasium.core import _reset, warn_of_render
from gymnasium.utils import seeding


class Env(_core.Env):
    """A single environment. `seed` is the old interface's way to make it repeatable."""

    reward_range = (-float("inf"), float("inf"))

    def seed(self, seed=None):
        self._np_random, seed = seeding.np_random(seed)
        return [seed]


class _Seeds:
    """What gym's wrappers have beyond Gymnasium's."""

    _reward_range = None
    reward_range = _core._own_or_inner("reward_range")

    def seed(self, seed=None):
        return self.env.seed(seed)

    def reset(self, *, seed=None, options=None, return_info=False):
        if return_info and getattr(self.unwrapped, "_is_old", False):
            return self.env.reset(seed=seed, options=options, return_info=True)
        return super().reset(seed=seed, options=options)


class Wrapper(_Seeds, _core.Wrapper, Env):
    """Passes everything on to the environment inside of it."""


class ObservationWrapper(_Seeds, _core.ObservationWrapper, Env):
    """Changes observations: define `observation(self, observation)`."""


class RewardWrapper(_Seeds, _core.RewardWrapper, Env):
    """Changes rewards: define `reward(self, reward)`."""


class ActionWrapper(_Seeds, _core.ActionWrapper, Env):
    """Changes actions: define `action(self, action)`."""


class Both(Env):
    """An environment of Gymnasium's that speaks the program's interface."""

    def __init__(self, *given, **named):
        super().__init__(*given, **named)
        _api.tell()
        self._is_old, self._is_guess = _api.is_old(), _api.is_guess()

    def reset(self, *, seed=None, options=None, return_info=False):
        obs, info = super().reset(seed=seed, options=options)
        return obs if self._is_old and not return_info else (obs, info)

    def step(self, action):
        obs, reward, terminated, truncated, info = super().step(action)
        if self._is_guess:
            return _api.Guess((obs, reward, terminated or truncated, info))
        if self._is_old:
            return obs, reward, terminated or truncated, info
        return obs, reward, terminated, truncated, info

    def render(self, mode=None, **options):
        if mode is None and self.render_mode is None and self._is_old:
            mode = "human"
        if mode is None and self.render_mode is None:
            return warn_of_render(self)
        return super().render(mode or self.render_mode)


class Newer(_core.Wrapper):
    """An environment of the old interface as one of Gymnasium's."""

    def reset(self, *, seed=None, options=None):
        if seed is not None and hasattr(self.env, "seed"):
            self.env.seed(seed)
        return self.env.reset(), {}

    def step(self, action):
        obs, reward, done, info = self.env.step(action)
        cut = bool(info.get("TimeLimit.truncated", False))
        return obs, reward, bool(done) and not cut, cut, info


class Older(Wrapper):
    """An environment of Gymnasium's in the old interface."""

    def reset(self, *, seed=None, options=None, return_info=False):
        obs, info = _reset(self.env, seed, options)
        return (obs, info) if return_info else obs

    def step(self, action):
        obs, reward, terminated, truncated, info = self.env.step(action)
        if truncated:
            info = {**info, "TimeLimit.truncated": not terminated}
        return obs, reward, terminated or truncated, info

    def seed(self, seed=None):
        env = self.env
        while isinstance(env, _core.Wrapper) and not hasattr(type(env), "seed"):
            env = env.env
        return env.seed(seed)


def speaks_old(env):
    """Returns whether an environment's `step` has four values: those of the page know, others are the program's own."""
    if isinstance(env, Older):
        return True
    base = getattr(env, "unwrapped", env)
    if hasattr(base, "_is_old"):
        return base._is_old
    return isinstance(base, Env) and _api.is_old()
