"""Observations and rewards in units of what has been seen so far."""

import numpy as np
from gymnasium import error
from gymnasium.core import ObservationWrapper
from gymnasium.wrappers.common import OneOrSeveral


class RunningMeanStd:
    """The mean and the variance of all rows so far."""

    def __init__(self, epsilon=1e-4, shape=(), dtype=np.float64):
        self.mean, self.var, self.count = np.zeros(shape, dtype=dtype), np.ones(shape, dtype=dtype), epsilon
        if not shape:
            self.mean, self.var = 0.0, 1.0

    def update(self, x):
        self.update_from_moments(np.mean(x, axis=0), np.var(x, axis=0), x.shape[0])

    def update_from_moments(self, mean, var, count):
        off, total = mean - self.mean, self.count + count
        spread = self.var * self.count + var * count + off * off * self.count * count / total
        self.mean, self.var, self.count = self.mean + off * count / total, spread / total, total


class NormalizeObservation(OneOrSeveral, ObservationWrapper):
    """Takes the mean from observations, and divides them by their standard deviation."""

    _name = "NormalizeObservation"

    def __init__(self, env, epsilon=1e-8):
        super().__init__(env)
        inner = env.observation_space
        self.obs_rms, self.epsilon = RunningMeanStd(shape=inner.shape, dtype=np.float32), epsilon
        self.update_running_mean = True

    def observation(self, observation):
        if self.update_running_mean:
            self.obs_rms.update_from_moments(observation, observation * 0.0, 1)
        rms = self.obs_rms
        return ((observation - rms.mean) / np.sqrt(rms.var + self.epsilon)).astype(np.float32)


class NormalizeReward(OneOrSeveral):
    """Divides rewards by the standard deviation of their discounted sum."""

    _name = "NormalizeReward"

    def __init__(self, env, gamma=0.99, epsilon=1e-8):
        super().__init__(env)
        if not 0 <= gamma <= 1:
            raise error.Error(f"gamma is from 0 to 1, and not {gamma}")
        self.return_rms, self.gamma, self.epsilon = RunningMeanStd(), gamma, epsilon
        self.discounted_reward, self.update_running_mean = 0.0, True

    def step(self, action):
        obs, reward, terminated, *rest = self.env.step(action)
        self.discounted_reward = self.discounted_reward * self.gamma * (1 - terminated) + float(reward)
        if self.update_running_mean:
            self.return_rms.update_from_moments(self.discounted_reward, 0.0, 1)
        return (obs, reward / float(self.return_rms.var + self.epsilon) ** 0.5, terminated, *rest)
