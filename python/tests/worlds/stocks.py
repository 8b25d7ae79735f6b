"""A deque that is full from the beginning, a property, a choice with shares, a mean and a deviation."""
from collections import deque

import gymnasium as gym
import numpy as np


class Stocks(gym.Env):
    WINDOW = 6

    def __init__(self, fee=0.001):
        self.fee = fee
        self.action_space = gym.spaces.Discrete(3)
        self.observation_space = gym.spaces.Box(-np.inf, np.inf, (self.WINDOW + 2,), np.float32)
        self.prices = deque(maxlen=self.WINDOW)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.prices.clear()
        for i in range(self.WINDOW):
            self.prices.append(100.0 + self.np_random.normal(0, 1))
        self.book = {"cash": 1000.0, "shares": 0.0}
        self.drift = self.np_random.choice([-0.1, 0.0, 0.1], p=[0.3, 0.4, 0.3])
        self.n = 0
        self.trades = []
        return self._obs(), {}

    @property
    def worth(self):
        return self.book["cash"] + self.book["shares"] * self.prices[-1]

    def _obs(self):
        window = np.array(self.prices)
        returns = (window - window.mean()) / (window.std() + 1e-8)
        return np.append(returns, [self.book["shares"] / 10, self.n / 100]).astype(np.float32)

    def step(self, action):
        before = self.worth
        price = self.prices[-1]
        if action == 1 and self.book["cash"] >= price:
            self.book["shares"] += 1
            self.book["cash"] -= price * (1 + self.fee)
            self.trades.append(("buy", price))
        elif action == 2 and self.book["shares"] > 0:
            self.book["shares"] -= 1
            self.book["cash"] += price * (1 - self.fee)
            self.trades.append(("sell", price))
        self.prices.append(max(1.0, price * (1 + 0.01 * self.np_random.standard_normal()) + self.drift))
        self.n += 1
        reward = np.log(self.worth / before)
        done = self.worth < 500
        return self._obs(), reward, done, self.n >= 100, {"trades": len(self.trades)}
