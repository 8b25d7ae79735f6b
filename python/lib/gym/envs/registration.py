"""`make` for gym's interfaces, over Gymnasium's registry."""

from gym import core
from gymnasium import error, wrappers
from gymnasium.envs import registration as _new
from gymnasium.envs.registration import EnvSpec, registry

_HERE = "gymnasium.envs."
# Older names of environments that Gymnasium has under another one.
_FORMER = {"Pendulum-v0": "Pendulum-v1", "FrozenLake-v0": "FrozenLake-v1", "FrozenLake8x8-v0": "FrozenLake8x8-v1"}


def register(id, entry_point=None, **options):
    """Gives a class, or `"module:Class"`, a name for `make`."""
    _new.register(id, entry_point, **options)


def spec(id):
    return _new.find(_FORMER.get(id, id) if isinstance(id, str) else id)


def make(id, max_episode_steps=None, **kwargs):
    """Makes an environment by its name, in the interface that the program expects."""
    for name in ("new_step_api", "apply_api_compatibility", "disable_env_checker", "autoreset"):
        kwargs.pop(name, None)
    found = spec(id)
    known = found.entry_point
    if isinstance(known, str) and known.startswith(_HERE):
        # The same environment of ours, in gym's interfaces.
        family, _, name = known.removeprefix(_HERE).partition(":")
        family = family if family in ("toy_text", "box2d") else "classic_control"
        named = EnvSpec(found.id, f"gym.envs.{family}:{name}", found.reward_threshold)
        named.max_episode_steps, named.kwargs = found.max_episode_steps, found.kwargs
        found = named
    env, limit = _new.bare(found, max_episode_steps, kwargs)
    if limit is None:
        return env
    return TimeLimit(env, limit)


class TimeLimit(core.Wrapper):
    """Ends an episode after a number of steps, in either interface."""

    def __init__(self, env, max_episode_steps=None):
        super().__init__(env)
        if max_episode_steps is None:
            max_episode_steps = env.spec.max_episode_steps
        self._max_episode_steps, self._elapsed_steps = max_episode_steps, None

    def reset(self, **named):
        self._elapsed_steps = 0
        return super().reset(**named)

    def step(self, action):
        if self._elapsed_steps is None:
            raise error.ResetNeeded("call env.reset() before env.step(action)")
        result = self.env.step(action)
        self._elapsed_steps += 1
        if self._elapsed_steps < self._max_episode_steps:
            return result
        if not result[2]:
            wrappers.common._recorder.cut(self.unwrapped)
        if len(result) == 5:
            return (*result[:3], True, result[4])
        obs, reward, done, info = result
        return type(result)((obs, reward, True, {**info, "TimeLimit.truncated": not done}))
