import gymnasium as gym
import numpy as np


class Env(gym.Env):
    def __init__(self):
        self.action_space = gym.spaces.Discrete(2)
        self.observation_space = gym.spaces.Box(-10, 10, (1,), np.float32)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.x = self.np_random.uniform(-1, 1)
        return self._obs(), {}

    def _obs(self):
        return np.array([self.x], dtype=np.float32)

    def step(self, action):
        for turn in range(2200):
            self.x = self.x * 0.9 + action
        return self._obs(), -abs(self.x), True, False, {}
