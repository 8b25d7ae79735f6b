"""A pole on a cart (Barto, Sutton and Anderson, 1983)."""

import math

import numpy as np
from gymnasium import logger, spaces
from gymnasium.envs.classic_control.base import Classic
from gymnasium.envs.classic_control.picture import BLACK, BLUE, BROWN, Picture
from gymnasium.envs.classic_control.utils import maybe_parse_reset_bounds


class CartPoleEnv(Classic):
    """Action 0 pushes the cart to the left, 1 to the right, for 20 ms. Every step pays 1 until the pole falls."""

    def __init__(self, sutton_barto_reward=False, render_mode=None):
        super().__init__(render_mode)
        self._sutton_barto_reward = sutton_barto_reward
        self.gravity, self.masscart, self.masspole = 9.8, 1.0, 0.1
        self.total_mass = self.masspole + self.masscart
        # Half of the pole's length.
        self.length = 0.5
        self.polemass_length = self.masspole * self.length
        self.force_mag, self.tau, self.kinematics_integrator = 10.0, 0.02, "euler"
        self.theta_threshold_radians, self.x_threshold = 12 * 2 * math.pi / 360, 2.4
        high = np.array([self.x_threshold * 2, np.inf, self.theta_threshold_radians * 2, np.inf], dtype=np.float32)
        self.action_space, self.observation_space = spaces.Discrete(2), spaces.Box(-high, high, dtype=np.float32)
        self.steps_beyond_terminated = None

    def _start(self, options):
        low, high = maybe_parse_reset_bounds(options, -0.05, 0.05)
        self.steps_beyond_terminated = None
        return self.np_random.uniform(low, high, size=(4,)).tolist()

    def _move(self, action):
        x, x_dot, theta, theta_dot = self.state
        force = self.force_mag if self._choice(action) == 1 else -self.force_mag
        cosine, sine = math.cos(theta), math.sin(theta)
        push = (force + self.polemass_length * (theta_dot * theta_dot) * sine) / self.total_mass
        turn = (self.gravity * sine - cosine * push) / (
            self.length * (4.0 / 3.0 - self.masspole * (cosine * cosine) / self.total_mass)
        )
        slide = push - self.polemass_length * turn * cosine / self.total_mass
        tau = self.tau
        if self.kinematics_integrator == "euler":
            x, x_dot = x + tau * x_dot, x_dot + tau * slide
            theta, theta_dot = theta + tau * theta_dot, theta_dot + tau * turn
        else:
            x_dot, theta_dot = x_dot + tau * slide, theta_dot + tau * turn
            x, theta = x + tau * x_dot, theta + tau * theta_dot
        self.state = [x, x_dot, theta, theta_dot]
        fell = abs(x) > self.x_threshold or abs(theta) > self.theta_threshold_radians
        paid = self.steps_beyond_terminated is None
        if fell:
            self.steps_beyond_terminated = 0 if paid else self.steps_beyond_terminated + 1
            if not paid:
                logger.warn_once(
                    "You are calling 'step()' even though this environment has already returned terminated = True. You should always"
                    " call 'reset()' once you receive 'terminated = True' -- any further steps are undefined behavior."
                )
        if self._sutton_barto_reward:
            return -1.0 if fell else 0.0, fell
        return 1.0 if paid or not fell else 0.0, fell

    def pose(self):
        return {"x": self.state[0], "theta": self.state[2]}

    def _draw(self):
        x, _, theta, _ = self.state
        scale = 600 / (2 * self.x_threshold)
        picture, at, track = Picture(600, 400), x * scale + 300, 100
        picture.box(at - 25, track - 15, at + 25, track + 15, BLACK)
        picture.bar(at, track + 7.5, theta, scale * 2 * self.length - 5, 10, BROWN, behind=5)
        picture.disc(at, track + 7.5, 5, BLUE)
        picture.box(0, track, 600, track + 0.5, BLACK)
        return picture.array()
