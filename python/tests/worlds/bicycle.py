"""Runge and Kutta's method over arrays, a function of the module, angles that wrap, a loop that turns by the state."""
import numpy as np
import gymnasium
from math import pi, cos, sin, tan
from gymnasium import spaces


def wrap(angle):
    while angle > pi:
        angle -= 2 * pi
    while angle < -pi:
        angle += 2 * pi
    return angle


def rk4(f, y, dt, *args):
    k1 = f(y, *args)
    k2 = f(y + 0.5 * dt * k1, *args)
    k3 = f(y + 0.5 * dt * k2, *args)
    k4 = f(y + dt * k3, *args)
    return y + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


class Bicycle(gymnasium.Env):
    metadata = {"render_modes": []}
    speed: float = 2.0
    length: float = 1.2

    def __init__(self, render_mode=None):
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(3)
        self.observation_space = spaces.Box(low=-1e3, high=1e3, shape=(4,), dtype=np.float64)
        self.steer = [-0.4, 0.0, 0.4]

    def _f(self, y, delta):
        return np.array([self.speed * cos(y[2]), self.speed * sin(y[2]), self.speed * tan(delta) / self.length])

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.y = self.np_random.uniform(low=-1.0, high=1.0, size=(3,))
        self.t = 0
        return self.observe(), {}

    def observe(self):
        return np.concatenate([self.y[:2], [np.cos(self.y[2]), np.sin(self.y[2])]])

    def step(self, a):
        assert self.action_space.contains(a), f"{a!r} is no action"
        distance = np.hypot(*self.y[:2])
        self.y = rk4(self._f, self.y, 0.1, self.steer[a])
        self.y[2] = wrap(self.y[2])
        self.t += 1
        reward = distance - np.hypot(self.y[0], self.y[1])
        if distance > 12:
            return self.observe(), -10.0, True, False, {}
        return self.observe(), reward, False, self.t >= 300, {}
