"""Enumerations, a grid as an array, the state as a tuple, a match by action, an obstacle that moves by the step."""
from enum import IntEnum

import gymnasium as gym
import numpy as np


class Move(IntEnum):
    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3


GRID = np.array([[0, 0, 0, 0, 0], [0, 1, 1, 0, 0], [0, 0, 0, 0, 1], [0, 1, 0, 0, 0], [0, 0, 0, 1, 0]])
CHARGE = [(0, 4), (4, 0)]


class Warehouse(gym.Env):
    def __init__(self):
        self.action_space = gym.spaces.Discrete(len(Move))
        self.observation_space = gym.spaces.Box(0, 50, (4,), np.int64)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.state = (0, 0, 30)
        self.clock = int(self.np_random.integers(0, 5))
        return self._obs(), {}

    def _obs(self):
        r, c, battery = self.state
        return np.array([r, c, battery, self.clock])

    def _free(self, r, c):
        if r < 0 or c < 0 or r >= 5 or c >= 5:
            return False
        return GRID[r, c] == 0

    def step(self, action):
        r, c, battery = self.state
        match action:
            case 0:
                nr, nc = r - 1, c
            case 1:
                nr, nc = r, c + 1
            case 2:
                nr, nc = r + 1, c
            case _:
                nr, nc = r, c - 1
        hit = not self._free(nr, nc) or (nr, nc) == (2, self.clock)
        if not hit:
            r, c = nr, nc
        battery -= 1
        if (r, c) in CHARGE and battery < 20:
            battery += 10
        self.clock = (self.clock + 1) % 5
        self.state = (r, c, battery)
        if (r, c) == (4, 4):
            return self._obs(), 10, True, False, {}
        reward = -1 if hit else -0.1
        return self._obs(), reward, battery == 0, False, {}
