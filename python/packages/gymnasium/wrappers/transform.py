"""Observations, actions and rewards that are changed on their way."""

from collections import deque

import numpy as np
from gymnasium import error, spaces
from gymnasium.core import ActionWrapper, ObservationWrapper, RewardWrapper, Wrapper


class TransformObservation(ObservationWrapper):
    """Changes observations by a function."""

    def __init__(self, env, func=None, observation_space=None, f=None):
        super().__init__(env)
        self.func = func or f
        if observation_space is not None:
            self.observation_space = observation_space

    def observation(self, observation):
        return self.func(observation)


class TransformReward(RewardWrapper):
    """Changes rewards by a function."""

    def __init__(self, env, func=None, f=None):
        super().__init__(env)
        self.func = func or f

    def reward(self, reward):
        return self.func(reward)


class ClipReward(RewardWrapper):
    """Keeps rewards between two numbers."""

    def __init__(self, env, min_reward=None, max_reward=None):
        super().__init__(env)
        if min_reward is None and max_reward is None:
            raise error.Error("ClipReward takes min_reward, max_reward or both")
        self._low = -float("inf") if min_reward is None else min_reward
        self._high = float("inf") if max_reward is None else max_reward

    def reward(self, reward):
        return min(max(reward, self._low), self._high)


class TransformAction(ActionWrapper):
    """Changes actions by a function."""

    def __init__(self, env, func, action_space=None):
        super().__init__(env)
        self.func = func
        if action_space is not None:
            self.action_space = action_space

    def action(self, action):
        return self.func(action)


def _continuous(env, name):
    if not isinstance(env.action_space, spaces.Box):
        raise error.Error(f"{name} is for continuous actions, and those of this environment are {env.action_space}")
    return env.action_space


class ClipAction(ActionWrapper):
    """Takes any number as an action, and keeps it within the environment's bounds."""

    def __init__(self, env):
        super().__init__(env)
        inner = _continuous(env, "ClipAction")
        self._low, self._high = inner.low, inner.high
        self.action_space = spaces.Box(-np.inf, np.inf, inner.shape, dtype=inner.dtype)

    def action(self, action):
        return np.minimum(np.maximum(np.array(action), self._low), self._high)


class RescaleAction(ActionWrapper):
    """Takes actions between two numbers, and stretches them to the environment's bounds."""

    def __init__(self, env, min_action=-1.0, max_action=1.0):
        super().__init__(env)
        inner = _continuous(env, "RescaleAction")
        self.action_space = spaces.Box(min_action, max_action, inner.shape, dtype=inner.dtype)
        self.min_action, self.max_action, self._inner = self.action_space.low, self.action_space.high, inner

    def action(self, action):
        share = (np.array(action) - self.min_action) / (self.max_action - self.min_action)
        return self._inner.low + share * (self._inner.high - self._inner.low)


class FlattenObservation(ObservationWrapper):
    """Makes every observation a flat row of numbers."""

    def __init__(self, env):
        super().__init__(env)
        self.observation_space = spaces.flatten_space(env.observation_space)

    def observation(self, observation):
        return spaces.flatten(self.env.observation_space, observation)


class ReshapeObservation(ObservationWrapper):
    """Gives observations another shape."""

    def __init__(self, env, shape):
        super().__init__(env)
        inner, self._new_shape = env.observation_space, tuple(shape)
        self.observation_space = spaces.Box(
            inner.low.reshape(*shape), inner.high.reshape(*shape), dtype=inner.dtype
        )

    def observation(self, observation):
        return observation.reshape(*self._new_shape)


class RescaleObservation(ObservationWrapper):
    """Stretches bounded observations to lie between two numbers."""

    def __init__(self, env, min_obs, max_obs):
        super().__init__(env)
        inner = env.observation_space
        if not inner.is_bounded():
            raise error.Error("RescaleObservation needs observations with bounds: use NormalizeObservation for others")
        self.observation_space, self._inner = spaces.Box(min_obs, max_obs, inner.shape, dtype=inner.dtype), inner

    def observation(self, observation):
        inner, outer = self._inner, self.observation_space
        return outer.low + (observation - inner.low) / (inner.high - inner.low) * (outer.high - outer.low)


class DtypeObservation(ObservationWrapper):
    """Gives observations another type of numbers."""

    def __init__(self, env, dtype):
        super().__init__(env)
        self._dtype, inner = dtype, env.observation_space
        self.observation_space = spaces.Box(inner.low, inner.high, inner.shape, dtype=dtype)

    def observation(self, observation):
        return observation.astype(self._dtype)


class TimeAwareObservation(ObservationWrapper):
    """Adds the number of the step to observations."""

    def __init__(self, env, flatten=True, normalize_time=False, dict_time_key="time"):
        super().__init__(env)
        inner = env.observation_space
        self._limit = env.spec.max_episode_steps if env.spec and env.spec.max_episode_steps else 1
        self._normalize, self._steps = normalize_time, 0
        low, high = np.concatenate([inner.low, np.array([0.0])]), np.concatenate(
            [inner.high, np.array([1.0 if normalize_time else float(self._limit)])]
        )
        self.observation_space = spaces.Box(low, high, dtype=np.float32)

    def reset(self, *, seed=None, options=None):
        self._steps = 0
        return super().reset(seed=seed, options=options)

    def step(self, action):
        self._steps += 1
        return super().step(action)

    def observation(self, observation):
        time = self._steps / self._limit if self._normalize else float(self._steps)
        return np.concatenate([observation, np.array([time], dtype=np.float32)])


class FrameStackObservation(Wrapper):
    """Puts the latest observations on top of each other. At first the first one is repeated."""

    def __init__(self, env, stack_size, *, padding_type="reset"):
        super().__init__(env)
        inner = env.observation_space
        self._frames, self._padding = deque(maxlen=stack_size), padding_type
        self.observation_space = spaces.Box(
            np.stack([inner.low] * stack_size), np.stack([inner.high] * stack_size), dtype=inner.dtype
        )

    def reset(self, *, seed=None, options=None):
        obs, info = super().reset(seed=seed, options=options)
        first = obs * 0 if self._padding == "zero" else obs
        self._frames.extend([first] * (self._frames.maxlen - 1) + [obs])
        return np.stack(list(self._frames)), info

    def step(self, action):
        obs, *rest = self.env.step(action)
        self._frames.append(obs)
        return (np.stack(list(self._frames)), *rest)
