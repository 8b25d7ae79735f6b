"""Pictures of environments as formulas: it runs in the page's Python, and in CPython with numpy and Gymnasium."""

from own_environment import examined
from own_environment._columns import Columns, columns

SWING = '''import math

import gymnasium as gym
import numpy as np


class Swing(gym.Env):
    window = (-1.5, 1.5, -1.5, 1.5)

    def __init__(self):
        self.action_space = gym.spaces.Box(-2, 2, (1,), np.float32)
        self.observation_space = gym.spaces.Box(-10, 10, (3,), np.float32)
        self.length = 1.0

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.theta, self.speed = self.np_random.uniform(-1, 1), 0.0
        self.target = self.np_random.uniform(-1, 1)
        return self._obs(), {}

    def _obs(self):
        return np.array([math.cos(self.theta), math.sin(self.theta), self.speed], np.float32)

    def step(self, action):
        self.speed = np.clip(self.speed + 0.05 * (9.8 * math.sin(self.theta) + float(action[0])), -8, 8)
        self.theta += 0.05 * self.speed
        return self._obs(), -self.theta**2, abs(self.theta) > 6, False, {}

    def picture(self):
        x, y = self.length * math.sin(self.theta), self.length * math.cos(self.theta)
        if self.speed > 0:
            y = y + 0.5
        return [("rod", (0, 0), (x, y)), ("disc", (x, y), 0.1), ("disc", np.array([self.target, 0]), 0.05)]
'''

program = examined(SWING)["program"]
picture = program["picture"]
assert picture["window"] == [-1.5, 1.5, -1.5, 1.5] and picture["rods"] == [[0, 1]] and picture["discs"] == [[1, 0.1], [2, 0.05]], picture
# The target is part of the state because the picture shows it.
assert program["state"] == ["speed", "target", "theta"] and picture["points"]["num_inputs"] == 3, program["state"]
points = Columns(picture["points"]).results(columns([[0.0, 0.25, 0.0], [1.0, 0.25, 0.0]], 3))
shown = [[round(float(one[at] if getattr(one, "shape", ()) else one), 5) for one in points] for at in (0, 1)]
assert shown == [[0, 0, 0, 1, 0.25, 0], [0, 0, 0, 1.5, 0.25, 0]], shown

# What is no picture is a sentence with its line, and the class becomes a program all the same.
for old, new, line, words in [
    ("self.target, 0]), 0.05", "self.target, 0]), abs(self.speed)", 29, "the radius of a disc has to be a constant"),
    ("self.target, 0]), 0.05", "self.target, 0]), 0", 29, "the radius of a disc has to be a number above 0"),
    ("    window = (", "    view = (", 29, "picture needs a window"),
    ("(-1.5, 1.5, -1.5", "(1.5, 1.5, -1.5", 29, "left < right"),
    ("(\"rod\", (0, 0)", "(\"rope\", (0, 0)", 29, "picture returns shapes such as"),
    ("0.05)]", "0.05)][: 2 if self.speed > 0 else 3]", 29, "has always the same"),
    ("[self.target, 0]", "[self.target, 0, 1]", 29, "a point has to be two numbers"),
    ("y = y + 0.5", "import time; y = y + time.time()", 32, "time.time is a call outside of the environment."),
    ("y = y + 0.5", "y = y + self.np_random.uniform(0, 1)", 29, "cannot draw random numbers"),
    ("y = y + 0.5", "y = self.nothing", 32, "nothing"),
]:
    assert old in SWING, old
    found = examined(SWING.replace(old, new))
    assert found["became_program"] and "picture" not in found["program"], (words, found["sentence"])
    (said,) = found["warnings"]
    assert said["sentence"].startswith("There is no picture: ") and words in said["sentence"] and said["line"] == line, (words, said)
