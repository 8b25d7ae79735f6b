"""Numbers of 8 bits that begin again, and a count that goes on beyond the steps that random play takes."""
import gymnasium as gym
import numpy as np


class Tiles(gym.Env):
    def __init__(self):
        self.action_space = gym.spaces.Discrete(4)
        self.observation_space = gym.spaces.Box(0, 255, (5,), np.uint8)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.cells = self.np_random.integers(0, 256, size=4).astype(np.uint8)
        self.turn = 0
        return self._obs(), {}

    def _obs(self):
        return np.append(self.cells, self.turn).astype(np.uint8)

    def step(self, action):
        add = np.zeros(4, dtype=np.uint8)
        add[action] = 100
        self.cells = self.cells + add
        self.cells[0] += 3
        self.turn += 1
        mean = self.cells.sum() / 4
        return self._obs(), float(mean - 100), bool(self.cells.max() < 20), self.turn >= 300, {}
