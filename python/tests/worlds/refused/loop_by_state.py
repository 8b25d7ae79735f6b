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
        total = 0.0
        for turn in range(int(abs(self.x) * 100)):
            total += 0.01
        self.x += 0.1 * (action - 0.5)
        return self._obs(), total, abs(self.x) > 2, False, {}
