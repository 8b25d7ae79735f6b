"""A data class with a property, a helper method, two continuous actions, and wind by normal draws in each step."""
from dataclasses import dataclass

import gymnasium as gym
import numpy as np


@dataclass
class Body:
    x: float = 0.0
    z: float = 1.0
    vx: float = 0.0
    vz: float = 0.0

    @property
    def energy(self):
        return 0.5 * (self.vx**2 + self.vz**2) + 9.81 * self.z


class Drone(gym.Env):
    def __init__(self, mass=0.8):
        self.mass = mass
        self.action_space = gym.spaces.Box(low=np.array([0.0, -1.0]), high=np.array([2.0, 1.0]), dtype=np.float32)
        self.observation_space = gym.spaces.Box(-np.inf, np.inf, (5,), np.float32)

    def _get_obs(self):
        b = self.body
        return np.array([b.x, b.z, b.vx, b.vz, b.energy / 10], dtype=np.float32)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        x, z = self.np_random.uniform([-1.0, 0.5], [1.0, 2.0])
        self.body = Body(x=x, z=z)
        return self._get_obs(), {}

    def step(self, action):
        thrust, side = np.clip(action, self.action_space.low, self.action_space.high)
        gust = self.np_random.normal(0.0, 0.3)
        b = self.body
        b.vx += 0.05 * (side * 4 + gust) / self.mass
        b.vz += 0.05 * (thrust * 9.81 - 9.81) / self.mass
        b.x += 0.05 * b.vx
        b.z = max(b.z + 0.05 * b.vz, 0.0)
        crashed = b.z <= 0 and abs(b.vz) > 1
        away = not (-5 < b.x < 5) or b.z > 6
        reward = 1.0 - 0.1 * abs(b.x) - 0.05 * float(np.sum(np.square(action)))
        if crashed or away:
            reward -= 20
        elif b.z <= 0:
            b.vz = 0.0
        return self._get_obs(), float(reward), bool(crashed or away), False, {"energy": b.energy}
