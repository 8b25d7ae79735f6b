"""Numbers in one array, masks and np.where, a history of fixed length that moves on, exponentials, a reward in a tuple."""
import gymnasium as gym
import numpy as np
from collections import namedtuple

Costs = namedtuple("Costs", "fee slip")


class Market(gym.Env):
    costs = Costs(0.001, 0.0005)

    def __init__(self, assets=3, window=4):
        self.assets, self.window = assets, window
        self.action_space = gym.spaces.Box(-1.0, 1.0, (assets,), np.float32)
        self.observation_space = gym.spaces.Box(-np.inf, np.inf, (assets * 2 + window,), np.float32)
        self.drift = np.linspace(0.0, 0.02, assets)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.prices = np.ones(self.assets) * self.np_random.uniform(0.8, 1.2, self.assets)
        self.weights = np.zeros(self.assets)
        self.past = np.zeros(self.window)
        self.wealth = 1.0
        return self._obs(), {}

    def _obs(self):
        return np.hstack((self.prices, self.weights, self.past)).astype(np.float32)

    def step(self, action):
        action = np.asarray(action, dtype=np.float64)
        wanted = np.where(np.abs(action) < 0.1, 0.0, action)
        size = np.abs(wanted).sum()
        if size > 1:
            wanted = wanted / size
        traded = np.abs(wanted - self.weights).sum()
        shock = self.np_random.normal(0.0, 0.03, size=self.assets)
        growth = np.exp(self.drift + shock - 0.0005)
        gain = np.dot(wanted, growth - 1) - traded * (self.costs.fee + self.costs.slip)
        self.prices *= growth
        self.weights = wanted
        self.past = np.append(self.past[1:], gain)
        self.wealth *= 1 + gain
        reward = np.log1p(max(gain, -0.99))
        terminated = bool(self.wealth < 0.5 or np.any(self.prices > 5))
        return self._obs(), float(reward), terminated, False, {}
