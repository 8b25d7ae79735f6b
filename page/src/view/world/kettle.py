import gymnasium as gym
import numpy as np


class Kettle(gym.Env):
    """Keep the water near 60 degrees. The plate warms and cools slowly, so the water answers late."""

    def __init__(self):
        self.observation_space = gym.spaces.Box(-10.0, 10.0, shape=(2,), dtype=np.float32)
        self.action_space = gym.spaces.Discrete(2)  # off, on

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.water = self.np_random.uniform(20.0, 90.0)
        self.plate = 0.0
        return self.observation(), {}

    def step(self, action):
        self.plate += 0.3 * (10.0 * action - self.plate)
        self.water += self.plate - 0.08 * (self.water - 20.0)
        reward = 1.0 - abs(self.water - 60.0) / 20.0
        terminated = bool(self.water >= 100.0)  # it boils over
        return self.observation(), reward, terminated, False, {}

    def observation(self):
        return np.array([(self.water - 60.0) / 20.0, self.plate / 10.0], dtype=np.float32)
