"""Frozen parameters, a step of Runge and Kutta by an inner function, an assignment within a test, `digitize`."""
import copy
import dataclasses

import gymnasium as gym
import numpy as np


@dataclasses.dataclass(frozen=True)
class Params:
    k: float = 0.3
    heat: float = 8.0
    cool: float = 1.5
    dt: float = 0.1


class Reactor(gym.Env):
    def __init__(self, params: Params = Params()):
        self.p = params
        self.action_space = gym.spaces.Box(np.float32(0), np.float32(1), (1,))
        self.observation_space = gym.spaces.Box(-np.inf, np.inf, (3,))
        self.bins = np.linspace(0, 1, 5)
        self.state = np.zeros(2)

    @staticmethod
    def _rate(conc, temp):
        return conc * np.exp(-1.0 / max(temp, 0.1))

    def _rk4(self, state, u):
        p = self.p

        def f(s):
            r = self._rate(s[0], s[1])
            return np.array([0.2 * (1 - s[0]) - p.k * r, p.heat * p.k * r * 0.1 - p.cool * u * (s[1] - 0.5)])

        k1 = f(state)
        k2 = f(state + p.dt / 2 * k1)
        k3 = f(state + p.dt / 2 * k2)
        k4 = f(state + p.dt * k3)
        return state + p.dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.state = self.np_random.uniform([0.3, 0.8], [0.9, 1.2])
        self.t = 0.0
        return self._obs(), {}

    def _obs(self):
        level = np.digitize(self.state[0], self.bins)
        return np.array([*self.state, level / 5], dtype=np.float32)

    def step(self, action):
        old = copy.deepcopy(self.state)
        u = np.clip(action, 0, 1).item()
        self.state = self._rk4(self.state, u)
        self.t = round(self.t + self.p.dt, 10)
        if (hot := self.state[1]) > 3.0:
            return self._obs(), -10.0, True, False, {"hot": hot}
        reward = 1.0 - abs(self.state[0] - 0.5) - 0.1 * np.abs(self.state - old).sum()
        return self._obs(), reward, False, self.t >= 20.0, {}
