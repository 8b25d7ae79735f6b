"""A pendulum to swing up, with a motor that is too weak to lift it at once."""

import math

import numpy as np
from gymnasium import spaces
from gymnasium.envs.classic_control.base import Classic
from gymnasium.envs.classic_control.picture import BLACK, RED, Picture


class PendulumEnv(Classic):
    """The action is a torque from -2 to 2. A step costs the squares of the angle, of its speed and of the torque."""

    metadata = {"render_modes": ["human", "rgb_array"], "render_fps": 30}

    def __init__(self, render_mode=None, g=10.0):
        super().__init__(render_mode)
        self.max_speed, self.max_torque, self.dt, self.g, self.m, self.l = 8, 2.0, 0.05, g, 1.0, 1.0
        self.last_u = None
        high = np.array([1.0, 1.0, self.max_speed], dtype=np.float32)
        self.action_space = spaces.Box(-self.max_torque, self.max_torque, (1,), dtype=np.float32)
        self.observation_space = spaces.Box(-high, high, dtype=np.float32)

    def _start(self, options):
        angle, speed = float(options.get("x_init", math.pi)), float(options.get("y_init", 1.0))
        self.last_u = None
        return [float(self.np_random.uniform(-most, most)) for most in (angle, speed)]

    def _move(self, action):
        angle, speed = self.state
        torque = min(max(self._force(action), -self.max_torque), self.max_torque)
        self.last_u = torque
        # The angle from -pi to pi, 0 above.
        off = (angle + math.pi) % (2 * math.pi) - math.pi
        cost = off**2 + 0.1 * speed**2 + 0.001 * torque**2
        gain = 3 * self.g / (2 * self.l) * math.sin(angle) + 3.0 / (self.m * self.l**2) * torque
        speed = min(max(speed + gain * self.dt, -self.max_speed), self.max_speed)
        self.state = [angle + speed * self.dt, speed]
        return -cost, False

    def _observation(self):
        angle, speed = self.state
        return np.array([math.cos(angle), math.sin(angle), speed], dtype=np.float32)

    def pose(self):
        return {"theta": self.state[0], "torque": self.last_u or 0.0}

    def _draw(self):
        picture, scale, angle = Picture(500, 500), 500 / 4.4, self.state[0]
        picture.bar(250, 250, -angle, scale, 0.2 * scale, RED)
        picture.disc(250, 250, 0.1 * scale, RED)
        picture.disc(250 - scale * math.sin(angle), 250 + scale * math.cos(angle), 0.1 * scale, RED)
        picture.disc(250, 250, 0.05 * scale, BLACK)
        return picture.array()
