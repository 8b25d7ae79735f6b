"""Many tests in a row, of which each clamps a number; a mode in words; the place of the largest."""
import gymnasium as gym, numpy as np
class M(gym.Env):
    def __init__(self):
        self.action_space = gym.spaces.Discrete(4)
        self.observation_space = gym.spaces.Box(-10, 10, (6,), np.float32)
    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.p = self.np_random.uniform(-1, 1, 6)
        self.mode = "calm"
        self.lives = 3
        return self.p.astype(np.float32), {}
    def step(self, a):
        r = 0
        if a == 0: self.p[0] += .1
        elif a == 1: self.p[1] += .1
        elif a == 2: self.p[2] -= .1
        else: self.p[3] -= .1
        for i in range(6):
            if self.p[i] > 1:
                self.p[i] = 1; r += 1
            elif self.p[i] < -1:
                self.p[i] = -1; r -= 1
            if i and self.p[i] > self.p[i-1]:
                r += .01
        if np.all(self.p > 0.5) or (self.p[0] > .9 and self.p[1] > .9):
            self.lives -= 1
        if self.lives == 0:
            return self.p.astype(np.float32), -5., True, False, {}
        if self.np_random.random() < .2:
            self.p += self.np_random.normal(0, .1, 6)
        elif self.np_random.random() < .1:
            self.p *= -1
        best = int(np.argmax(self.p))
        r += 0.1 * best
        return self.p.astype(np.float32), float(r), False, False, {"best": best}
