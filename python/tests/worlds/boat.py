"""A generator by seeding and `seed`, the state in a tuple, a function of the module, what follows the end, a picture."""
import math
from typing import Tuple

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding


def wrap(angle: float) -> float:
    return (angle + math.pi) % (2 * math.pi) - math.pi


class Boat(gym.Env):
    window = (-11, 11, -11, 11)

    def __init__(self):
        self.action_space = spaces.Discrete(3)
        high = np.array([10.0, 10.0, np.pi, 3.0], dtype=np.float32)
        self.observation_space = spaces.Box(-high, high)
        self.state: Tuple[float, ...] = ()
        self.seed()

    def seed(self, seed=None):
        self.np_random, seed = seeding.np_random(seed)
        return [seed]

    def reset(self, *, seed=None, options=None):
        if seed is not None:
            self.seed(seed)
        self.state = (self.np_random.uniform(-5, 5), self.np_random.uniform(-5, 5), self.np_random.uniform(-math.pi, math.pi), 0.0)
        self.steps_beyond_done = None
        return np.array(self.state, dtype=np.float32), {}

    def step(self, action):
        err_msg = "%r (%s) invalid" % (action, type(action))
        assert self.action_space.contains(action), err_msg
        x, y, heading, speed = self.state
        rudder = (-0.2, 0.0, 0.2)[action]
        heading = wrap(heading + rudder)
        wind = math.cos(heading - 0.5)
        speed += 0.1 * (1.5 * max(0.0, wind) - speed)
        x += speed * math.cos(heading) * 0.5
        y += speed * math.sin(heading) * 0.5
        self.state = (x, y, heading, speed)
        out = x < -10 or x > 10 or y < -10 or y > 10
        home = x**2 + y**2 < 1
        done = bool(out or home)
        if not done:
            reward = -0.05
        elif self.steps_beyond_done is None:
            self.steps_beyond_done = 0
            reward = 10.0 if home else -10.0
        else:
            self.steps_beyond_done += 1
            reward = 0.0
        return np.array(self.state, dtype=np.float32), reward, done, False, {}

    def picture(self):
        x, y, heading, _ = self.state
        bow = (x + math.cos(heading), y + math.sin(heading))
        return [("rod", (x, y), bow), ("disc", bow, 0.2), ("disc", (0, 0), 1.0)]
