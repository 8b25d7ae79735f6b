"""float32 throughout, interpolation in a table, a wind that remembers, reward summed in a loop, a helper with early returns."""
import gymnasium as gym
import numpy as np


class Glider(gym.Env):
    ALTITUDES = np.array([0.0, 100.0, 200.0, 400.0])
    LIFT = np.array([0.0, 1.5, 2.5, 0.5])

    def __init__(self):
        self.action_space = gym.spaces.Discrete(3)
        self.observation_space = gym.spaces.Box(-np.inf, np.inf, (3,), dtype=np.float32)

    def thermal(self, x, h):
        if h < 10:
            return 0.0
        if abs((x % 500) - 250) > 100:
            return -0.5
        return float(np.interp(h, self.ALTITUDES, self.LIFT))

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.s = np.array([self.np_random.uniform(0, 400), self.np_random.uniform(80, 200), 0.0], dtype=np.float32)
        self.steps = 0
        return self.s, {}

    def step(self, a):
        x, h, wind = self.s
        speed = (15.0, 20.0, 28.0)[a]
        sink = 0.6 + 0.002 * (speed - 15.0) ** 2
        wind = 0.9 * wind + self.np_random.normal(scale=0.5)
        total = 0.0
        for _ in range(3):
            x += (speed + wind) / 3
            h += (self.thermal(x, h) - sink) / 3
            total += speed / 300 if h > 0 else -1
            if h <= 0:
                break
        self.s = np.array([x, max(h, 0), wind], dtype=np.float32)
        self.steps += 1
        return self.s.copy(), total, bool(h <= 0), self.steps >= 500, {}
