"""Gymnasium's wrappers for environments of either interface."""

import _late
from gym.core import Newer, Older, Wrapper, speaks_old
from gym.envs.registration import TimeLimit
from gymnasium import logger
from gymnasium import wrappers as _new
from gymnasium.core import Env


def _either(name):
    """Returns a function that wraps an environment of the old interface so that the result is one too."""

    def call(env, *given, **named):
        wrap = getattr(_new, name)
        if isinstance(env, Env) and speaks_old(env):
            return Older(wrap(Newer(env), *given, **named))
        if hasattr(env, "num_envs") and getattr(env, "_is_old", False):
            from gym import vector

            return vector.wrapped(env, wrap, given, named)
        return wrap(env, *given, **named)

    call.__name__ = call.__qualname__ = name
    return call


RecordEpisodeStatistics, OrderEnforcing = map(_either, ("RecordEpisodeStatistics", "OrderEnforcing"))
NormalizeObservation, NormalizeReward = map(_either, ("NormalizeObservation", "NormalizeReward"))
TransformObservation, TransformReward = map(_either, ("TransformObservation", "TransformReward"))
ClipAction, RescaleAction, FlattenObservation = map(_either, ("ClipAction", "RescaleAction", "FlattenObservation"))
FrameStack, TimeAwareObservation = map(_either, ("FrameStackObservation", "TimeAwareObservation"))
Autoreset = _either("Autoreset")


class _Recorder(Wrapper):
    def __init__(self, env, folder=None, *given, **named):
        super().__init__(env)
        logger.warn_once("no video is recorded here: the run goes on without, and env.render() draws on the page")


class Monitor(_Recorder):
    """Would write videos and statistics to a folder. The page writes none, and says so once."""

    def get_episode_rewards(self):
        raise NotImplementedError("Monitor measures nothing here: RecordEpisodeStatistics does")


class RecordVideo(_Recorder):
    """Would write videos to a folder. Around an environment of Gymnasium's, `step` still has the old one's four values."""

    def step(self, action):
        result = self.env.step(action)
        if len(result) == 4 or hasattr(self.unwrapped, "_is_old"):
            return result
        obs, reward, terminated, truncated, info = result
        return obs, reward, terminated or truncated, info


def __getattr__(name):
    raise _late.refusal(
        "gym.wrappers",
        name,
        "TimeLimit, RecordEpisodeStatistics, RecordVideo, Monitor, "
        "NormalizeObservation, NormalizeReward, ClipAction, RescaleAction, FlattenObservation, TransformObservation, "
        "TransformReward and FrameStack",
    )
