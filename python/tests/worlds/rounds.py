"""Loops that end by the state, that leave out a turn, and that have an `else`; rounding of all kinds."""
import gymnasium as gym, numpy as np, math
class L(gym.Env):
    def __init__(self):
        self.action_space = gym.spaces.Discrete(2, start=1)
        self.observation_space = gym.spaces.Box(-100, 100, (2,), np.float32)
    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.a, self.b = self.np_random.uniform(0, 3), self.np_random.uniform(0, 3)
        self.k = 0
        return np.float32([self.a, self.b]), {}
    def _newton(self, y):
        x = y if y > 1 else 1.0
        for _ in range(6):
            x_new = x - (x * x - y) / (2 * x)
            if abs(x_new - x) < 1e-9:
                break
            x = x_new
        return x
    def step(self, action):
        i = 0
        while True:
            i += 1
            self.a += 0.05 * action
            if self.a > 3 or i >= 3:
                break
        for j in range(4):
            if j == self.k:
                continue
            self.b += 0.01 * j
        else:
            self.b -= 0.04
        self.k = (self.k + 1) % 4
        z = self._newton(abs(self.b))
        lo, hi = sorted((self.a, self.b))
        q, r = divmod(self.a, 0.7)
        level = 0
        for t in (0.5, 1.5, 2.5):
            if self.b >= t:
                level += 1
        reward = z - (hi - lo) + 0.1 * r + 0.01 * q + level * 0.1 + round(self.b, 1) * 0.1 + math.floor(self.a) * 0.2 - math.ceil(self.b) * 0.1
        if self.a > 3:
            self.a = self.a % 3
            self.b = min(self.b, 2.9)
        done = not (-1 <= self.b <= 4)
        return np.float32([self.a, self.b]), reward, done, False, {}
