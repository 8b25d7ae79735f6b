"""Actions by their names, objects in a list, the nearest one by a lambda, a counter."""
from collections import Counter
from itertools import product

import gymnasium as gym
import numpy as np

ACTIONS = ["up", "down", "left", "right", "stay"]
DELTA = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0), "stay": (0, 0)}
W, H = 6, 5
WALLS = {(2, 1), (2, 2), (4, 3)}
CELLS = [c for c in product(range(W), range(H)) if c not in WALLS]


class Ghost:
    def __init__(self, x, y, speed):
        self.x, self.y, self.speed = x, y, speed

    def move(self, dx, dy):
        x, y = self.x + dx, self.y + dy
        if 0 <= x < W and 0 <= y < H and (x, y) not in WALLS:
            self.x, self.y = x, y


class Pacman(gym.Env):
    def __init__(self):
        self.action_space = gym.spaces.Discrete(len(ACTIONS))
        self.observation_space = gym.spaces.MultiDiscrete([W, H] * 4)
        self.counter = Counter()

    def reset(self, seed=None, options=None):
        super().reset(seed=seed)
        self.x, self.y = CELLS[self.np_random.integers(len(CELLS))]
        self.ghosts = [Ghost(5, 0, 1.0), Ghost(0, 4, 0.6)]
        self.pill = CELLS[int(self.np_random.choice(len(CELLS)))]
        self.left = 100
        return self._obs(), {}

    def _obs(self):
        out = [self.x, self.y]
        for g in self.ghosts:
            out.extend([g.x, g.y])
        out += list(self.pill)
        return np.array(out, dtype=np.int64)

    def step(self, action):
        name = ACTIONS[action]
        self.counter[name] += 1
        dx, dy = DELTA[name]
        nx, ny = min(max(self.x + dx, 0), W - 1), min(max(self.y + dy, 0), H - 1)
        if (nx, ny) not in WALLS:
            self.x, self.y = nx, ny
        reward, done = -0.05, False
        if (self.x, self.y) == self.pill:
            reward += 1.0
            self.pill = CELLS[self.np_random.integers(len(CELLS))]
        for ghost in self.ghosts:
            if self.np_random.random() < ghost.speed:
                d = self.np_random.integers(4)
                ghost.move(*DELTA[ACTIONS[d]])
        manhattan = lambda g: abs(g.x - self.x) + abs(g.y - self.y)
        near = min(self.ghosts, key=manhattan)
        if manhattan(near) == 0:
            reward, done = -5.0, True
        elif manhattan(near) == 1:
            reward -= 0.2
        self.left -= 1
        return self._obs(), reward, done, self.left == 0, {"counts": dict(self.counter)}
