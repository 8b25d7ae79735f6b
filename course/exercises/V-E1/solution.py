import gymnasium as gym
import numpy as np


class MyCartPole(gym.Env):
    """A pole on a cart. Metres, kilograms, seconds and radians."""

    def __init__(self):
        self.gravity, self.masscart, self.masspole = 9.8, 1.0, 0.1
        self.total_mass = self.masscart + self.masspole
        # Half of the pole's length: from the hinge to the middle of the pole.
        self.length = 0.5
        self.polemass_length = self.masspole * self.length
        self.force_mag, self.tau = 10.0, 0.02
        self.x_threshold, self.theta_threshold_radians = 2.4, 12 * 2 * np.pi / 360
        high = np.array([2 * self.x_threshold, np.inf, 2 * self.theta_threshold_radians, np.inf], dtype=np.float32)
        self.observation_space = gym.spaces.Box(-high, high, dtype=np.float32)
        self.action_space = gym.spaces.Discrete(2)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.state = self.np_random.uniform(-0.05, 0.05, size=4)
        return np.array(self.state, dtype=np.float32), {}

    def step(self, action):
        """Pushes the cart for tau seconds: action 0 to the left, action 1 to the right.

        Returns an observation [4], float32; the reward; terminated; truncated; a dictionary.
        """
        x, x_dot, theta, theta_dot = self.state
        force = self.force_mag if action == 1 else -self.force_mag
        sin, cos = np.sin(theta), np.cos(theta)
        p = (force + self.polemass_length * theta_dot**2 * sin) / self.total_mass
        theta_acc = (self.gravity * sin - cos * p) / (
            self.length * (4.0 / 3.0 - self.masspole * cos**2 / self.total_mass)
        )
        x_acc = p - self.polemass_length * theta_acc * cos / self.total_mass
        # Explicit Euler: positions move with the velocities from before the step.
        x, x_dot = x + self.tau * x_dot, x_dot + self.tau * x_acc
        theta, theta_dot = theta + self.tau * theta_dot, theta_dot + self.tau * theta_acc
        self.state = np.array([x, x_dot, theta, theta_dot])
        terminated = bool(abs(x) > self.x_threshold or abs(theta) > self.theta_threshold_radians)
        return np.array(self.state, dtype=np.float32), 1.0, terminated, False, {}
