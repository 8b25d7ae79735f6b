"""A map of letters, a table of moves, slips by chance, and a discrete observation."""
import gymnasium as gym
from gymnasium.spaces import Discrete

MAP = ["SFFF", "FHFH", "FFFH", "HFFG"]
LEFT, DOWN, RIGHT, UP = range(4)
MOVES = {LEFT: (0, -1), DOWN: (1, 0), RIGHT: (0, 1), UP: (-1, 0)}


class Pond(gym.Env):
    action_space = Discrete(4)
    observation_space = Discrete(16)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.s = 0
        return self.s, {}

    def step(self, action):
        action = (action + self.np_random.integers(-1, 2)) % 4
        row, col = self.s // 4, self.s % 4
        dr, dc = MOVES[action]
        row = min(max(row + dr, 0), 3)
        col = min(max(col + dc, 0), 3)
        self.s = row * 4 + col
        cell = MAP[row][col]
        return self.s, 1.0 if cell == "G" else 0.0, cell in "GH", False, {}
