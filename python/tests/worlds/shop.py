"""Whole numbers: integers and a choice drawn in a step, floor division and remainders, a dictionary of prices, a wage by the day."""
import gymnasium as gym
import numpy as np
from gymnasium import spaces

PRICES = {0: 3, 1: 4, 2: 4, 3: 5, 4: 6, 5: 9, 6: 8}
WEEKEND = {5, 6}


class Shop(gym.Env):
    def __init__(self, capacity=20):
        self.capacity = capacity
        self.action_space = spaces.Discrete(5)
        self.observation_space = spaces.MultiDiscrete([capacity + 1, 7, 4])

    def _obs(self):
        return np.array([self.stock, self.day % 7, self.day // 7 % 4], dtype=np.int64)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.stock = int(self.np_random.integers(5, self.capacity + 1))
        self.day = 0
        self.owed = 0
        return self._obs(), {}

    def step(self, order):
        ordered = int(order) * 2
        cost = ordered * 2 + (1 if ordered else 0)
        self.stock = min(self.stock + ordered, self.capacity)
        demand = self.np_random.integers(0, 5)
        if self.day % 7 in WEEKEND:
            demand += self.np_random.choice([0, 2, 4], p=[0.5, 0.3, 0.2])
        sold = min(demand, self.stock)
        self.stock -= sold
        reward = sold * PRICES[self.day % 7] - cost - 0.1 * self.stock
        self.owed += cost
        self.day += 1
        closed = self.stock == 0 and self.owed > 60
        return self._obs(), float(reward), bool(closed), self.day >= 28, {}
