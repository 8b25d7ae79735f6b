"""Wrappers around several environments that are stepped together."""

import time
from collections import deque

import numpy as np
from gymnasium.vector import AutoresetMode, VectorWrapper
from gymnasium.wrappers.normalize import RunningMeanStd


class RecordEpisodeStatistics(VectorWrapper):
    """`infos["episode"]` has returns `r`, lengths `l` and times `t`, and `infos["_episode"]` says whose episode ended."""

    def __init__(self, env, buffer_length=100, stats_key="episode", deque_size=None):
        super().__init__(env)
        length = deque_size or buffer_length
        self._stats_key, self.episode_count = stats_key, 0
        self.time_queue, self.return_queue, self.length_queue = (deque(maxlen=length) for _ in range(3))
        self._begin()

    def _begin(self):
        count = self.env.num_envs
        self._since, self._returns, self._lengths = [time.perf_counter()] * count, [0.0] * count, [0] * count
        self._ended = [False] * count

    def reset(self, *, seed=None, options=None):
        result = super().reset(seed=seed, options=options)
        self._begin()
        return result

    def step(self, actions):
        obs, rewards, terminated, truncated, infos = self.env.step(actions)
        is_next = self.env.metadata.get("autoreset_mode") == AutoresetMode.NEXT_STEP
        now, told = time.perf_counter(), {"r": [], "l": [], "t": []}
        ends = [bool(fell or cut) for fell, cut in zip(terminated.tolist(), truncated.tolist())]
        for place, (reward, ended) in enumerate(zip(rewards.tolist(), ends)):
            if self._ended[place]:
                self._returns[place], self._lengths[place], self._since[place] = 0.0, 0, now
            if not (self._ended[place] and is_next):
                self._returns[place] += reward
                self._lengths[place] += 1
            spent = round(now - self._since[place], 6)
            for name, value in (("r", self._returns[place]), ("l", self._lengths[place]), ("t", spent)):
                told[name].append(value if ended else 0 if name == "l" else 0.0)
        self._ended = ends
        if any(ends):
            infos = {**infos, self._stats_key: {name: np.array(values) for name, values in told.items()}}
            infos["_" + self._stats_key] = np.array(ends, dtype=np.bool_)
            for place, ended in enumerate(ends):
                if ended:
                    self.episode_count += 1
                    self.return_queue.append(told["r"][place])
                    self.length_queue.append(told["l"][place])
                    self.time_queue.append(told["t"][place])
        return obs, rewards, terminated, truncated, infos


class _Observations(VectorWrapper):
    """Changes observations by a method, `_changed`."""

    def reset(self, *, seed=None, options=None):
        obs, infos = super().reset(seed=seed, options=options)
        return self._changed(obs), infos

    def step(self, actions):
        obs, *rest = self.env.step(actions)
        return (self._changed(obs), *rest)


class NormalizeObservation(_Observations):
    """Takes the mean from observations, and divides them by their standard deviation."""

    def __init__(self, env, epsilon=1e-8):
        super().__init__(env)
        inner = env.single_observation_space
        self.obs_rms = RunningMeanStd(shape=inner.shape, dtype=np.float32)
        self.epsilon, self.update_running_mean = epsilon, True

    def _changed(self, observations):
        if self.update_running_mean:
            self.obs_rms.update(observations)
        return ((observations - self.obs_rms.mean) / np.sqrt(self.obs_rms.var + self.epsilon)).astype(np.float32)


class NormalizeReward(VectorWrapper):
    """Divides rewards by the standard deviation of their discounted sum."""

    def __init__(self, env, gamma=0.99, epsilon=1e-8):
        super().__init__(env)
        self.return_rms, self.gamma, self.epsilon, self.update_running_mean = RunningMeanStd(), gamma, epsilon, True
        self.accumulated_reward = np.zeros(env.num_envs)

    def step(self, actions):
        obs, rewards, terminated, truncated, infos = self.env.step(actions)
        going = 1.0 - terminated.astype(np.float64)
        self.accumulated_reward = self.accumulated_reward * self.gamma * going + rewards
        if self.update_running_mean:
            self.return_rms.update(self.accumulated_reward)
        return obs, rewards / float(self.return_rms.var + self.epsilon) ** 0.5, terminated, truncated, infos


class TransformReward(VectorWrapper):
    """Changes rewards by a function."""

    def __init__(self, env, func):
        super().__init__(env)
        self.func = func

    def step(self, actions):
        obs, rewards, *rest = self.env.step(actions)
        return (obs, self.func(rewards), *rest)


class TransformObservation(_Observations):
    """Changes observations by a function."""

    def __init__(self, env, func, observation_space=None, single_observation_space=None):
        super().__init__(env)
        self.func = func
        if observation_space is not None:
            self.observation_space = observation_space

    def _changed(self, observations):
        return self.func(observations)
