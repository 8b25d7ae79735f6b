"""Objects of a class of its own, a base class, rotation by a matrix, arctan2, returns along the way."""
import gymnasium as gym
import numpy as np


class Mover:
    def __init__(self, position, heading, speed):
        self.position = np.array(position, dtype=float)
        self.heading = heading
        self.speed = speed

    def advance(self, dt):
        turn = np.array([[np.cos(self.heading), -np.sin(self.heading)], [np.sin(self.heading), np.cos(self.heading)]])
        self.position = self.position + dt * self.speed * (turn @ np.array([1.0, 0.0]))


class Base(gym.Env):
    dt = 0.1

    def bearing(self, a, b):
        d = b.position - a.position
        return np.arctan2(d[1], d[0])

    @staticmethod
    def norm_angle(angle):
        return (angle + np.pi) % (2 * np.pi) - np.pi


class Pursuit(Base):
    def __init__(self):
        super().__init__()
        self.action_space = gym.spaces.Box(-1, 1, (1,))
        self.observation_space = gym.spaces.Box(-np.inf, np.inf, (3,))

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.hunter = Mover([0, 0], self.np_random.uniform(-np.pi, np.pi), 1.5)
        self.prey = Mover(self.np_random.uniform(2, 6, size=2), self.np_random.uniform(-np.pi, np.pi), 1.0)
        return self._obs(), {}

    def _obs(self):
        gap = self.prey.position - self.hunter.position
        off = self.norm_angle(self.bearing(self.hunter, self.prey) - self.hunter.heading)
        return np.array([np.linalg.norm(gap), off, self.prey.heading], dtype=np.float32)

    def step(self, action):
        self.hunter.heading += 2.0 * self.dt * float(np.clip(action, -1, 1)[0])
        self.hunter.heading = self.norm_angle(self.hunter.heading)
        self.prey.heading = self.norm_angle(self.prey.heading + 0.1 * self.np_random.standard_normal())
        for mover in (self.hunter, self.prey):
            mover.advance(self.dt)
        gap = np.linalg.norm(self.prey.position - self.hunter.position)
        if gap < 0.3:
            return self._obs(), 10.0, True, False, {}
        if gap > 15:
            return self._obs(), -10.0, True, False, {}
        return self._obs(), -0.01 * gap, False, False, {}
