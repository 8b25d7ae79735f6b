"""Two links that hang from a bar, with a motor between them (Sutton, 1996)."""

from math import cos, pi, sin

import numpy as np
from gymnasium import spaces
from gymnasium.envs.classic_control.base import Classic
from gymnasium.envs.classic_control.picture import BLACK, GREEN, YELLOW, Picture
from gymnasium.envs.classic_control.utils import maybe_parse_reset_bounds


class AcrobotEnv(Classic):
    """Actions 0, 1 and 2 turn the joint by a torque of -1, 0 and 1. A step costs 1 until the lower end is high enough."""

    metadata = {"render_modes": ["human", "rgb_array"], "render_fps": 15}
    dt = 0.2
    LINK_LENGTH_1 = LINK_LENGTH_2 = LINK_MASS_1 = LINK_MASS_2 = LINK_MOI = 1.0
    LINK_COM_POS_1 = LINK_COM_POS_2 = 0.5
    MAX_VEL_1, MAX_VEL_2 = 4 * pi, 9 * pi
    AVAIL_TORQUE = [-1.0, 0.0, 1.0]
    torque_noise_max = 0.0
    book_or_nips = "book"

    def __init__(self, render_mode=None):
        super().__init__(render_mode)
        high = np.array([1.0, 1.0, 1.0, 1.0, self.MAX_VEL_1, self.MAX_VEL_2], dtype=np.float32)
        self.observation_space, self.action_space = spaces.Box(-high, high, dtype=np.float32), spaces.Discrete(3)

    def _start(self, options):
        low, high = maybe_parse_reset_bounds(options, -0.1, 0.1)
        # Gymnasium keeps the first state in 32 bits.
        return np.array(self.np_random.uniform(low, high, size=(4,)).tolist(), dtype=np.float32).tolist()

    def _move(self, action):
        torque = self.AVAIL_TORQUE[self._choice(action)]
        if self.torque_noise_max > 0:
            torque += float(self.np_random.uniform(-self.torque_noise_max, self.torque_noise_max))
        first, second, first_speed, second_speed = self._after(self.state, torque)
        self.state = [
            _turned(first),
            _turned(second),
            min(max(first_speed, -self.MAX_VEL_1), self.MAX_VEL_1),
            min(max(second_speed, -self.MAX_VEL_2), self.MAX_VEL_2),
        ]
        is_high = -cos(self.state[0]) - cos(self.state[1] + self.state[0]) > 1.0
        return 0.0 if is_high else -1.0, is_high

    def _after(self, state, torque):
        """Returns the state a step later, by the method of Runge and Kutta."""
        half = self.dt / 2.0
        k1 = self._change(state, torque)
        k2 = self._change([s + half * k for s, k in zip(state, k1)], torque)
        k3 = self._change([s + half * k for s, k in zip(state, k2)], torque)
        k4 = self._change([s + self.dt * k for s, k in zip(state, k3)], torque)
        return [s + self.dt / 6.0 * (a + 2 * b + 2 * c + d) for s, a, b, c, d in zip(state, k1, k2, k3, k4)]

    def _change(self, state, torque):
        theta1, theta2, speed1, speed2 = state
        m1, m2, l1, g = self.LINK_MASS_1, self.LINK_MASS_2, self.LINK_LENGTH_1, 9.8
        lc1, lc2, moment = self.LINK_COM_POS_1, self.LINK_COM_POS_2, self.LINK_MOI
        d1 = m1 * lc1**2 + m2 * (l1**2 + lc2**2 + 2 * l1 * lc2 * cos(theta2)) + moment + moment
        d2 = m2 * (lc2**2 + l1 * lc2 * cos(theta2)) + moment
        phi2 = m2 * lc2 * g * cos(theta1 + theta2 - pi / 2.0)
        phi1 = (
            -m2 * l1 * lc2 * speed2**2 * sin(theta2)
            - 2 * m2 * l1 * lc2 * speed2 * speed1 * sin(theta2)
            + (m1 * lc1 + m2 * l1) * g * cos(theta1 - pi / 2)
            + phi2
        )
        pull = torque + d2 / d1 * phi1 - phi2
        if self.book_or_nips != "nips":
            pull -= m2 * l1 * lc2 * speed1**2 * sin(theta2)
        gain2 = pull / (m2 * lc2**2 + moment - d2**2 / d1)
        return speed1, speed2, -(d2 * gain2 + phi1) / d1, gain2

    def _observation(self):
        first, second, first_speed, second_speed = self.state
        return np.array([cos(first), sin(first), cos(second), sin(second), first_speed, second_speed], dtype=np.float32)

    def pose(self):
        return {"theta1": self.state[0], "theta2": self.state[1]}

    def _draw(self):
        picture, scale = Picture(500, 500), 500 / 4.4
        first, second = self.state[0], self.state[0] + self.state[1]
        joint = 250 + sin(first) * scale, 250 - cos(first) * scale
        picture.box(0, 250 + scale, 500, 251 + scale, BLACK)
        for (x, y), angle in (((250, 250), first), (joint, second)):
            picture.bar(x, y, pi - angle, scale, 0.2 * scale, GREEN)
            picture.disc(x, y, 0.1 * scale, YELLOW)
        return picture.array()


def _turned(angle):
    """Returns an angle from -pi to pi."""
    while angle > pi:
        angle -= 2 * pi
    while angle < -pi:
        angle += 2 * pi
    return angle
