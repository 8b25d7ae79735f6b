"""Notes that only steps write, a text by `str`, the first of equal elements, and arrays joined with a type."""
import gymnasium as gym
import numpy as np


class Thief(gym.Env):
    HOURS = [3, 1, 3, 2]
    WEATHER = ["sun", "rain", "fog"]

    def __init__(self):
        self.action_space = gym.spaces.Discrete(3)
        self.observation_space = gym.spaces.Box(-100, 100, (3,), np.float32)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.place = np.array([0.0, 0.5])
        self.sky = "sun"
        self.turns = 0
        return self.seen(), {}

    def seen(self):
        return np.concatenate([self.place, [self.turns / 50]], dtype=np.float32)

    def step(self, action):
        self.last_action = action
        self.sky = str(self.np_random.choice(self.WEATHER))
        hour = self.HOURS.index(self.HOURS[int(self.turns) % 4])
        self.place = self.place + np.array([0.1 * (action - 1), 0.01 * hour])
        self.turns += 1
        self.last_reward = float(self.place[0]) - (0.2 if self.sky == "rain" else 0.0)
        return self.seen(), self.last_reward, bool(abs(self.place[0]) > 2), self.turns >= 50, {"sky": self.sky}
