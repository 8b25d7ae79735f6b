"""Environments of a class that is no program, as Python steps them: it runs in the page's Python, and in CPython with numpy and
Gymnasium."""

import gymnasium as gym
import numpy as np
from own_environment import Vector

WALK = '''import time

import gymnasium as gym
import numpy as np


class Other(gym.Env):
    def reset(self, *, seed=None, options=None):
        return np.zeros(1), {}

    def step(self, action):
        return np.zeros(1), 0.0, False, False, {}


class Walk(gym.Env):
    def __init__(self):
        self.action_space = gym.spaces.Discrete(3, start=-1)
        self.observation_space = gym.spaces.Box(-10, 10, (2,), np.float32)
        self.clock = time.time

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.x, self.t = self.np_random.uniform(-1, 1), 0
        return self._obs(), {}

    def _obs(self):
        return np.array([self.x, self.t], dtype=np.float32)

    def step(self, action):
        self.x, self.t = self.x + action + 0 * self.clock(), self.t + 1
        return self._obs(), float(action), self.x > 3, self.t >= 4, {}


class Last(Other):
    pass
'''


def draw(seed, count):
    """Returns what the first draws of an environment with a seed are."""
    random = gym.utils.seeding.np_random(seed)[0]
    return [random.uniform(-1, 1) for _ in range(count)]


def near(one, other):
    return len(one) == len(other) and all(abs(a - b) < 1e-5 for a, b in zip(one, other))


# Each environment has a seed of its own for its first episode, and goes on drawing in later ones.
walk = Vector(WALK, "Walk", num_envs=3, seed=5)
starts = [draw(5 + index, 2) for index in range(3)]
assert near(walk.begin([True, False, True]), [starts[0][0], 0, 0, 0, starts[2][0], 0])
assert near(walk.begin([False, True, False]), [0, 0, starts[1][0], 0, 0, 0])
# An action is counted from the start of its space; what is not meant stays where it is.
told = walk.step([True, True, False], [0, 2, 2])
assert near(told, [starts[0][0] - 1, 1, -1, 0, starts[1][0] + 1, 1, 1, 0, 0, 0, 0, 0]), told
ends = []
for _ in range(4):
    told = walk.step([True, True, True], [1.0, 2.0, 2.0])
    ends.append([told[3], told[7], told[11]])
# After four steps an episode is cut off, unless it has ended by itself.
assert ends[2][0] == 2 and ends[0][2] == 0 and ends[3][2] == 1 and ends[2][1] == 1, ends
assert near(walk.begin([True, False, False])[:2], [starts[0][1], 0])

# Actions of a Box come as rows, are held within it and have its shape.
BOX = WALK.replace("gym.spaces.Discrete(3, start=-1)", "gym.spaces.Box(-1, np.array([[1.0, 0.5]], np.float32), (1, 2))")
BOX = BOX.replace("self.x + action +", "self.x + float(action[0, 0]) + 10 * float(action[0, 1]) +").replace("float(action), self.x", "float(action.shape == (1, 2) and action.dtype == np.float32), self.x")
boxed = Vector(BOX, "Walk", num_envs=2, seed=0)
begun = boxed.begin([True, True])
told = boxed.step([True, True], [[0.25, 0.125], [-7.0, 7.0]])
assert near(told, [begun[0] + 1.5, 1, 1, 0, begun[2] + 4, 1, 1, 1]), told

# An observation may be one number, and a class may take no seed: then what it draws elsewhere is the same each time.
PLACE = '''import numpy as np
from gymnasium import spaces


class Place:
    action_space, observation_space = spaces.Discrete(2), spaces.Discrete(50)

    def reset(self):
        return np.random.randint(50), {}

    def step(self, action):
        return int(action), 1, True, False, {}
'''
found = []
for seed in (1, 1, 2):
    place = Vector(PLACE, "Place", num_envs=8, seed=seed)
    found.append(place.begin([True] * 8))
    assert place.step([True] * 8, [1] * 8) == [1, 1, 1] * 8
assert found[0] == found[1] != found[2] and len(set(found[0])) > 1 and all(type(one) is float for one in found[0])

# What is wrong with a class may only show later.
for old, new, line, words in [
    ("float(action), self.x", "float(action) / (2 - self.t), self.x", 31, "step(0) ends with ZeroDivisionError"),
    ("float(action), self.x", "self._obs(), self.x", 29, "The reward is an array"),
    ("self.x > 3, self.t >= 4, {}", "self.x > 3, {}", 29, "step returns 4 values, and has to return five"),
    ("return self._obs(), float", "return self._obs() * np.nan, float", 29, "The observation of step holds nan"),
    ("return self._obs(), float", "return self._obs()[:1], float", 29, "The observation of step has the shape (1,), and the observation space says (2,)"),
    ("self.np_random.uniform(-1, 1), 0", "self.nothing, 0", 23, "reset ends with AttributeError"),
    ("self.clock = time.time", "self.clock = time.sundial", 19, "Walk() ends with AttributeError"),
    ("class Walk(gym.Env):", "class Walk(gym.Env)", 15, "This does not parse"),
]:
    assert old in WALK, old
    try:
        walk = Vector(WALK.replace(old, new), "Walk", num_envs=1, seed=0)
        walk.begin([True])
        for _ in range(2):
            walk.step([True], [1])
    except ValueError as error:
        assert str(error).startswith(f"environment.py, line {line}: {words}"), (words, str(error))
    else:
        raise AssertionError(words)
