"""A craft that must come to rest between two flags."""

import math

import _lander
import numpy as np
from gymnasium import error, logger, spaces
from gymnasium.envs.classic_control.base import Classic
from gymnasium.envs.classic_control.picture import BLUE, YELLOW, Picture

FPS, SCALE = 50, 30.0
VIEWPORT_W, VIEWPORT_H = 600, 400
MAIN_ENGINE_POWER, SIDE_ENGINE_POWER, INITIAL_RANDOM = 13.0, 0.6, 1000.0
LANDER_POLY = [(-14, +17), (-17, 0), (-17, -10), (+17, -10), (+17, 0), (+14, +17)]
LEG_AWAY, LEG_DOWN, LEG_W, LEG_H = 20, 18, 2, 8

_WIDTH, _HEIGHT = VIEWPORT_W / SCALE, VIEWPORT_H / SCALE
# Where the legs, the engines and the ground begin among a craft's numbers.
_LEGS, _POWERS, _GROUND = (8, 14), 31, 33
_GREY, _DARK, _WHITE, _FLAME = [128, 128, 128], [20, 20, 30], [255, 255, 255], [255, 120, 40]


class LunarLander(Classic):
    """Action 0 does nothing, 1 and 3 fire the engines that push to the left and to the right, 2 the main one; with
    `continuous=True` an action is the power of the main engine and of the side ones, from -1 to 1."""

    metadata = {"render_modes": ["human", "rgb_array"], "render_fps": FPS}

    def __init__(
        self, render_mode=None, continuous=False, gravity=-10.0, enable_wind=False, wind_power=15.0, turbulence_power=1.5
    ):
        super().__init__(render_mode)
        if not -12.0 < gravity < 0.0:
            raise AssertionError(f"gravity (current value: {gravity}) must be between -12 and 0")
        if not 0.0 <= wind_power <= 20.0:
            logger.warn(f"wind_power value is recommended to be between 0.0 and 20.0, (current value: {wind_power})")
        if not 0.0 <= turbulence_power <= 2.0:
            logger.warn(
                f"turbulence_power value is recommended to be between 0.0 and 2.0, (current value: {turbulence_power})"
            )
        self.continuous, self.gravity = continuous, gravity
        self.enable_wind, self.wind_power, self.turbulence_power = enable_wind, wind_power, turbulence_power
        self.wind_idx = self.torque_idx = 0
        self.helipad_x1, self.helipad_x2, self.helipad_y = 8.0, 12.0, _HEIGHT / 4
        self.game_over, self.prev_reward = False, None
        limit = 2 * math.pi
        low = np.array([-2.5, -2.5, -10.0, -10.0, -limit, -10.0, 0.0, 0.0], dtype=np.float32)
        high = np.array([2.5, 2.5, 10.0, 10.0, limit, 10.0, 1.0, 1.0], dtype=np.float32)
        self.observation_space = spaces.Box(low, high)
        self.action_space = spaces.Box(-1, +1, (2,), dtype=np.float32) if continuous else spaces.Discrete(4)

    def _rules(self):
        return [float(self.gravity), float(self.enable_wind), float(self.wind_power), float(self.turbulence_power)]

    def _dispersion(self):
        return [float(self.np_random.uniform(-1.0, 1.0)) for _ in range(2)]

    def _start(self, options):
        self.game_over = False
        told = self.np_random.uniform(0, _HEIGHT / 2, size=(12,)).tolist()
        told += [float(self.np_random.uniform(-INITIAL_RANDOM, INITIAL_RANDOM)) for _ in range(2)]
        if self.enable_wind:
            self.wind_idx, self.torque_idx = (int(self.np_random.integers(-9999, 9999)) for _ in range(2))
        told += [float(self.wind_idx), float(self.torque_idx)]
        return _lander.begin(told + self._dispersion(), self._rules())

    def _powers(self, action):
        """Returns an action of two decimals."""
        if hasattr(action, "detach"):
            action = action.detach()
        numbers = np.array(action, dtype=np.float32)
        numbers = numbers.flatten().tolist() if hasattr(numbers, "flatten") else [float(numbers)]
        if len(numbers) != 2 or not all(map(math.isfinite, numbers)):
            raise error.InvalidAction(
                f"env.step takes the powers of the main engine and of the side engines, two finite numbers, and got {action!r}"
            )
        return numbers

    def _move(self, action):
        told = self._powers(action) if self.continuous else [float(self._choice(action))]
        self.state, reward, ended = _lander.step(self.state, told, self._dispersion(), self._rules())
        self.wind_idx, self.torque_idx = int(self.state[-2]), int(self.state[-1])
        self.game_over = ended == "crashed"
        return reward, ended is not None

    def _observation(self):
        return np.array(self.state[:8], dtype=np.float32)

    def _place(self):
        """Returns where the hull's origin is, and its angle."""
        x, y, angle = self.state[0], self.state[1], self.state[4]
        return _WIDTH / 2 * (1 + x), y * _HEIGHT / 2 + self.helipad_y + LEG_DOWN / SCALE, angle

    def pose(self):
        x, y, angle = self._place()
        return {"x": x, "y": y, "angle": angle}

    def _drawn(self):
        return self.state[: _GROUND + 8]

    def _draw(self):
        picture = Picture(VIEWPORT_W, VIEWPORT_H)
        picture.box(0, 0, VIEWPORT_W, VIEWPORT_H, _DARK)
        heights = self.state[_GROUND : _GROUND + 4] + [3.3] * 3 + self.state[_GROUND + 4 : _GROUND + 8]
        ground = [(place * VIEWPORT_W / 10, height * SCALE) for place, height in enumerate(heights)]
        for one, other in zip(ground, ground[1:]):
            picture.polygon([one, other, (other[0], 0), (one[0], 0)], _WHITE)
        for x in (self.helipad_x1 * SCALE, self.helipad_x2 * SCALE):
            foot = self.helipad_y * SCALE
            picture.box(x, foot, x + 1, foot + 50, _WHITE)
            picture.polygon([(x, foot + 50), (x, foot + 40), (x + 25, foot + 45)], YELLOW)

        def put(place, corners, colour):
            (x, y, angle), scaled = place, []
            sine, cosine = math.sin(angle), math.cos(angle)
            for along, up in corners:
                scaled.append((x * SCALE + along * cosine - up * sine, y * SCALE + along * sine + up * cosine))
            picture.polygon(scaled, colour)

        hull, (main, side) = self._place(), self.state[_POWERS : _POWERS + 2]
        if main > 0:
            put(hull, [(-6, -10), (6, -10), (0, -10 - 32 * main)], _FLAME)
        if side:
            way = -1 if side > 0 else 1
            put(hull, [(way * 15, 16), (way * 15, 8), (way * (15 + 22 * abs(side)), 12)], _FLAME)
        for leg in _LEGS:
            put(self.state[leg : leg + 3], [(-LEG_W, -LEG_H), (LEG_W, -LEG_H), (LEG_W, LEG_H), (-LEG_W, LEG_H)], _GREY)
        put(hull, LANDER_POLY, BLUE)
        return picture.array()
