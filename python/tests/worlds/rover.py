"""Values that are replaced and not changed, a named tuple, a division that may fail."""
from dataclasses import dataclass, replace
from typing import NamedTuple
import gymnasium as gym, numpy as np
@dataclass(frozen=True)
class S:
    x: float
    y: float
    def moved(self, dx, dy): return replace(self, x=self.x + dx, y=self.y + dy)
class Goal(NamedTuple):
    x: float
    y: float
class F(gym.Env):
    def __init__(self):
        self.action_space = gym.spaces.Box(np.array([-1, -1], dtype=np.float32), np.array([1, 1], dtype=np.float32))
        self.observation_space = gym.spaces.Box(-np.inf, np.inf, shape=(4,))
    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        r = self.np_random
        self.s = S(r.uniform(-1, 1), r.uniform(-1, 1))
        self.goal = Goal(*r.uniform(-2, 2, 2))
        self.t = 0
        return self._o, {}
    @property
    def _o(self): return np.array([self.s.x, self.s.y, *self.goal], np.float32)
    @property
    def dist(self): return ((self.s.x - self.goal.x) ** 2 + (self.s.y - self.goal.y) ** 2) ** 0.5
    def step(self, action):
        ax, ay = (float(a) for a in np.clip(action, -1, 1))
        n = (ax * ax + ay * ay) ** 0.5
        try:
            ax, ay = ax / n, ay / n
        except ZeroDivisionError:
            ax = ay = 0.0
        old = self.dist
        self.s = self.s.moved(0.1 * ax, 0.1 * ay)
        if abs(self.s.x) > 3:
            self.s = replace(self.s, x=3.0 if self.s.x > 0 else -3.0)
        if self.t % 10 == 9:
            self.goal = self.goal._replace(x=self.goal.x + 0.05 * self.np_random.normal())
        self.t += 1
        return self._o, old - self.dist, self.dist < 0.1, self.t >= 100, {}
