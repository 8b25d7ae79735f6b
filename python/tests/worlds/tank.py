"""Levels in a list, loops that break, counters, and a truncation of its own."""
import gymnasium as gym
import numpy as np


class Tanks(gym.Env):
    """Three tanks in a row: open one of the valves, and keep them from running over."""

    def __init__(self):
        self.action_space = gym.spaces.Discrete(4)
        self.observation_space = gym.spaces.Box(0.0, 2.0, shape=(4,), dtype=np.float32)
        self.limits = [1.0, 0.9, 0.8]

    def state(self):
        return np.asarray(self.levels + [self.left / 100], dtype=np.float32)

    def reset(self, seed=None, options=None):
        super().reset(seed=seed)
        self.levels = [float(v) for v in self.np_random.uniform(0.2, 0.6, size=3)]
        self.left = 100
        return self.state(), {}

    def step(self, action):
        self.left -= 1
        inflow = 0.02 + 0.03 * self.np_random.random()
        self.levels[0] += inflow
        for i in range(3):
            if action == i + 1:
                moved = min(self.levels[i], 0.08)
                self.levels[i] -= moved
                if i < 2:
                    self.levels[i + 1] += moved
        reward, spilled = 1.0, False
        for i, level in enumerate(self.levels):
            if level > self.limits[i]:
                reward -= 10 * (level - self.limits[i])
                self.levels[i] = self.limits[i]
                spilled = True
                break
        mean = sum(self.levels) / len(self.levels)
        reward -= abs(mean - 0.5)
        return self.state(), reward, spilled and mean > 0.6, self.left == 0, {}
