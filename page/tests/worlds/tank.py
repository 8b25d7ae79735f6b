import gymnasium as gym
import numpy as np


class Tank(gym.Env):
    observation_space = gym.spaces.Box(-np.inf, np.inf, (1,), np.float32)
    action_space = gym.spaces.Discrete(2)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.level = self.np_random.uniform()
        return np.array([self.level], np.float32), {}

    def step(self, action):
        self.level += action
        return np.array([self.level], np.float32), self.level, False, False, {}
