"""Lists of flags, many tests in a row, `any` and `all`, a state that is None at times, constants of the class."""
import gymnasium as gym
import numpy as np


class Elevator(gym.Env):
    FLOORS = 4
    UP, DOWN, OPEN = 0, 1, 2

    def __init__(self):
        self.action_space = gym.spaces.Discrete(3)
        self.observation_space = gym.spaces.Box(0, 10, (self.FLOORS + 3,), np.float32)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.floor = 0
        self.calls = [bool(v) for v in self.np_random.random(self.FLOORS) < 0.5]
        self.rider = None
        self.patience = 40
        self.last = None
        return self._obs(), {}

    def _obs(self):
        rider = -1 if self.rider is None else self.rider
        flags = [1.0 if call else 0.0 for call in self.calls]
        return np.array([self.floor, *flags, rider + 1, self.patience / 10], dtype=np.float32)

    def step(self, action):
        reward = -0.1 * sum(self.calls)
        self.patience -= 1
        if action == self.UP:
            if self.floor < self.FLOORS - 1:
                self.floor += 1
            else:
                reward -= 1
        elif action == self.DOWN:
            if self.floor > 0:
                self.floor -= 1
            else:
                reward -= 1
        else:
            if self.rider is not None and self.rider == self.floor:
                reward += 5
                self.rider = None
            elif self.rider is None and self.calls[self.floor]:
                self.calls[self.floor] = False
                self.rider = (self.floor + 2) % self.FLOORS
                reward += 1
        if self.last is not None and action == self.last:
            reward += 0.01
        self.last = action
        if self.np_random.random() < 0.1:
            where = self.np_random.integers(self.FLOORS)
            self.calls[where] = True
        done = not any(self.calls) and self.rider is None
        if all(self.calls):
            reward -= 2
        return self._obs(), reward, done, self.patience <= 0, {}
