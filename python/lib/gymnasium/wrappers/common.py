"""Where episodes end, and what is measured of them."""

import time
from collections import deque

import _recorder
from gymnasium import error
from gymnasium.core import Wrapper


class TimeLimit(Wrapper):
    """Ends an episode as truncated after a number of steps."""

    def __init__(self, env, max_episode_steps=None):
        super().__init__(env)
        if max_episode_steps is None:
            max_episode_steps = env.spec.max_episode_steps if env.spec else None
        if not isinstance(max_episode_steps, int) or max_episode_steps <= 0:
            raise ValueError(f"TimeLimit takes a whole number of steps above 0, and got {max_episode_steps!r}")
        self._max_episode_steps, self._elapsed_steps = max_episode_steps, None

    def reset(self, *, seed=None, options=None):
        self._elapsed_steps = 0
        return super().reset(seed=seed, options=options)

    def step(self, action):
        if self._elapsed_steps is None:
            raise error.ResetNeeded("call env.reset() before env.step(action)")
        obs, reward, terminated, truncated, info = self.env.step(action)
        self._elapsed_steps += 1
        if self._elapsed_steps >= self._max_episode_steps:
            truncated = True
            if not terminated:
                _recorder.cut(self.unwrapped)
        return obs, reward, terminated, truncated, info


class OrderEnforcing(Wrapper):
    """Asks for a reset before the first step."""

    def __init__(self, env, disable_render_order_enforcing=False):
        super().__init__(env)
        self.has_reset = False

    def reset(self, *, seed=None, options=None):
        self.has_reset = True
        return super().reset(seed=seed, options=options)

    def step(self, action):
        if not self.has_reset:
            raise error.ResetNeeded("call env.reset() before env.step(action)")
        return self.env.step(action)


class PassiveEnvChecker(Wrapper):
    """Passes everything on: environments here are checked where they are defined."""


class Autoreset(Wrapper):
    """Resets the environment in the step after an episode's end."""

    def __init__(self, env):
        super().__init__(env)
        self._has_ended = False

    def reset(self, *, seed=None, options=None):
        self._has_ended = False
        return super().reset(seed=seed, options=options)

    def step(self, action):
        if self._has_ended:
            obs, info = self.reset()
            return obs, 0.0, False, False, info
        result = self.env.step(action)
        self._has_ended = result[2] or result[3]
        return result


class OneOrSeveral(Wrapper):
    """Around several environments it is the class of `vector` with the same name."""

    def __new__(cls, env=None, *given, **named):
        if hasattr(env, "num_envs"):
            from gymnasium.wrappers import vector

            return getattr(vector, cls._name)(env, *given, **named)
        return super().__new__(cls)


class RecordEpisodeStatistics(OneOrSeveral):
    """At an episode's end, `info["episode"]` has its return `r`, its length `l` and its time `t` in seconds."""

    _name = "RecordEpisodeStatistics"

    def __init__(self, env, buffer_length=100, stats_key="episode", deque_size=None):
        super().__init__(env)
        length = deque_size or buffer_length
        self.episode_count, self._stats_key = 0, stats_key
        self.episode_returns, self.episode_lengths, self.episode_start_time = 0.0, 0, -1.0
        self.time_queue, self.return_queue, self.length_queue = (deque(maxlen=length) for _ in range(3))

    def reset(self, *, seed=None, options=None):
        self.episode_start_time, self.episode_returns, self.episode_lengths = time.perf_counter(), 0.0, 0
        return super().reset(seed=seed, options=options)

    def step(self, action):
        obs, reward, terminated, truncated, info = self.env.step(action)
        self.episode_returns += reward
        self.episode_lengths += 1
        if terminated or truncated:
            spent = round(time.perf_counter() - self.episode_start_time, 6)
            told = {"r": self.episode_returns, "l": self.episode_lengths, "t": spent}
            info = {**info, self._stats_key: told}
            self.episode_count += 1
            for queue, value in zip((self.return_queue, self.length_queue, self.time_queue), told.values()):
                queue.append(value)
            self.episode_start_time = time.perf_counter()
        return obs, reward, terminated, truncated, info
