"""The state in a dictionary, functions of the module, returns on the way, a class that extends another one of the file."""
import gymnasium as gym
import numpy as np

SIZE = 7
MOVES = {0: (0, 1), 1: (1, 0), 2: (0, -1), 3: (-1, 0)}
HOUSES = [(0, 0), (6, 6), (0, 6), (6, 0), (3, 3)]


def inside(x, y):
    return 0 <= x < SIZE and 0 <= y < SIZE


def distance(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


class GridWorld(gym.Env):
    def __init__(self):
        self.action_space = gym.spaces.Discrete(4)
        self.observation_space = gym.spaces.Box(0, SIZE, shape=(5,), dtype=np.int32)
        self.state = None

    def reset(self, seed=None, options=None):
        super().reset(seed=seed)
        x, y = self.np_random.integers(0, SIZE, size=2)
        self.state = {"pos": (int(x), int(y)), "goal": HOUSES[self.np_random.integers(len(HOUSES))], "has": False, "left": 80}
        return self.observe(), {}

    def observe(self):
        s = self.state
        return np.array([*s["pos"], *s["goal"], int(s["has"])], dtype=np.int32)

    def move(self, action):
        dx, dy = MOVES[int(action)]
        x, y = self.state["pos"]
        if inside(x + dx, y + dy):
            self.state["pos"] = (x + dx, y + dy)
            return True
        return False


class Courier(GridWorld):
    """Fetches a parcel in the middle and brings it home."""

    def step(self, action):
        self.state["left"] -= 1
        if not self.move(action):
            return self.observe(), -1.0, False, self.state["left"] <= 0, {"bump": True}
        if self.state["pos"] == (3, 3) and not self.state["has"]:
            self.state["has"] = True
            return self.observe(), 5.0, False, self.state["left"] <= 0, {}
        if self.state["has"] and self.state["pos"] == self.state["goal"]:
            return self.observe(), 20.0, True, False, {}
        target = self.state["goal"] if self.state["has"] else (3, 3)
        return self.observe(), -0.1 * distance(self.state["pos"], target), False, self.state["left"] <= 0, {}
