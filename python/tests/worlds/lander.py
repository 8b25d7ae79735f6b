"""A mode that is a member of an enumeration."""
import gymnasium as gym
import numpy as np
from enum import Enum
class Phase(Enum):
    FLY = 0
    LAND = 1
class T(gym.Env):
    """A mode kept as an Enum."""
    def __init__(self):
        self.action_space = gym.spaces.Discrete(2)
        self.observation_space = gym.spaces.Box(-10, 10, (2,), np.float32)
    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.h = self.np_random.uniform(1, 2)
        self.phase = Phase.FLY
        return np.array([self.h, self.phase.value], np.float32), {}
    def step(self, a):
        if self.phase == Phase.FLY:
            self.h += 0.1 if a else -0.1
            if self.h < 0.5: self.phase = Phase.LAND
        else:
            self.h -= 0.2
        return np.array([self.h, self.phase.value], np.float32), 1.0, self.h < 0, False, {}
