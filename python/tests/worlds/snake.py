"""Rows that move on by `vstack`, comparisons of rows, and food that is drawn again within a step."""
import gymnasium as gym
import numpy as np


class Snake(gym.Env):
    N = 8

    def __init__(self):
        self.action_space = gym.spaces.Discrete(3)
        self.observation_space = gym.spaces.Box(-1, 1, (9,), np.float32)

    def reset(self, seed=None, options=None):
        super().reset(seed=seed)
        self.body = np.array([[4, 4], [4, 3], [4, 2]])
        self.direction = 1
        self.food = self._food()
        self.hunger = 0
        return self._obs(), {}

    def _food(self):
        return self.np_random.integers(0, self.N, size=2)

    def _obs(self):
        return np.concatenate((self.body.flatten() / self.N, self.food / self.N, [self.direction / 3])).astype(np.float32)

    def step(self, action):
        self.direction = (self.direction + [0, 1, -1][action]) % 4
        delta = np.array([(-1, 0), (0, 1), (1, 0), (0, -1)])[self.direction]
        head = self.body[0] + delta
        if np.any(head < 0) or np.any(head >= self.N):
            return self._obs(), -1.0, True, False, {}
        if (head == self.body[1:]).all(axis=1).any():
            return self._obs(), -1.0, True, False, {}
        self.body = np.vstack([head, self.body[:-1]])
        reward = 0.0
        if np.array_equal(head, self.food):
            reward = 1.0
            self.food = self._food()
            self.hunger = 0
        self.hunger += 1
        return self._obs(), reward, False, self.hunger > 60, {}
