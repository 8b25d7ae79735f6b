"""A car in a valley whose engine is too weak to climb out at once (Moore, 1990)."""

import math

import numpy as np
from gymnasium import spaces
from gymnasium.envs.classic_control.base import Classic
from gymnasium.envs.classic_control.picture import BLACK, BLUE, YELLOW, Picture
from gymnasium.envs.classic_control.utils import maybe_parse_reset_bounds


class _Valley(Classic):
    """What both cars share: where they start, and the valley's picture."""

    metadata = {"render_modes": ["human", "rgb_array"], "render_fps": 30}

    def __init__(self, render_mode, goal_velocity, goal_position):
        super().__init__(render_mode)
        self.min_position, self.max_position, self.max_speed = -1.2, 0.6, 0.07
        self.goal_position, self.goal_velocity = goal_position, goal_velocity
        low = np.array([self.min_position, -self.max_speed], dtype=np.float32)
        high = np.array([self.max_position, self.max_speed], dtype=np.float32)
        self.observation_space = spaces.Box(low, high, dtype=np.float32)

    def _start(self, options):
        low, high = maybe_parse_reset_bounds(options, -0.6, -0.4)
        return [float(self.np_random.uniform(low, high)), 0.0]

    def _drive(self, velocity):
        """Moves the car, and returns whether it is at the flag."""
        velocity = min(max(velocity, -self.max_speed), self.max_speed)
        position = min(max(self.state[0] + velocity, self.min_position), self.max_position)
        if position == self.min_position and velocity < 0:
            velocity = 0.0
        self.state = [position, velocity]
        return position >= self.goal_position and velocity >= self.goal_velocity

    def pose(self):
        return {"x": self.state[0]}

    def _draw(self):
        scale, picture = 600 / (self.max_position - self.min_position), Picture(600, 400)
        height = lambda x: (math.sin(3 * x) * 0.45 + 0.55) * scale
        span = self.max_position - self.min_position
        places = [self.min_position + span * step / 100 for step in range(101)]
        picture.curve([((x - self.min_position) * scale, height(x)) for x in places], BLACK)
        x = self.state[0]
        at, slope = (x - self.min_position) * scale, math.cos(3 * x)
        picture.bar(at + 10 * slope, height(x) + 10, -slope, 20, 40, BLACK)
        for side in (-10, 10):
            picture.disc(at + side, height(x) + 10 + side * slope, 8, BLUE)
        flag, ground = (self.goal_position - self.min_position) * scale, height(self.goal_position)
        picture.box(flag, ground, flag + 1, ground + 50, BLACK)
        picture.polygon([(flag, ground + 50), (flag, ground + 40), (flag + 25, ground + 45)], YELLOW)
        return picture.array()


class MountainCarEnv(_Valley):
    """Action 0 drives to the left, 2 to the right, 1 does not. Every step costs 1."""

    def __init__(self, render_mode=None, goal_velocity=0):
        super().__init__(render_mode, goal_velocity, 0.5)
        self.force, self.gravity, self.action_space = 0.001, 0.0025, spaces.Discrete(3)

    def _move(self, action):
        position, velocity = self.state
        velocity += (self._choice(action) - 1) * self.force + math.cos(3 * position) * (-self.gravity)
        return -1.0, self._drive(velocity)


class Continuous_MountainCarEnv(_Valley):
    """The action is a force from -1 to 1, which costs its square. The flag pays 100."""

    def __init__(self, render_mode=None, goal_velocity=0):
        super().__init__(render_mode, goal_velocity, 0.45)
        self.min_action, self.max_action, self.power = -1.0, 1.0, 0.0015
        self.action_space = spaces.Box(self.min_action, self.max_action, (1,), dtype=np.float32)

    def _move(self, action):
        position, velocity = self.state
        wanted = self._force(action)
        force = min(max(wanted, self.min_action), self.max_action)
        arrived = self._drive(velocity + force * self.power - 0.0025 * math.cos(3 * position))
        # Gymnasium keeps this state in 32 bits.
        self.state = self._observation().tolist()
        return (100.0 if arrived else 0.0) - wanted * wanted * 0.1, arrived
