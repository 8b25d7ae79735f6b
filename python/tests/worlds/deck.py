"""A deck that is shuffled: draws without replacement."""
import gymnasium as gym
import numpy as np


class Deck(gym.Env):
    def __init__(self):
        self.action_space = gym.spaces.Discrete(2)
        self.observation_space = gym.spaces.Discrete(13)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.deck = np.arange(13)
        self.np_random.shuffle(self.deck)
        self.at = 0
        return int(self.deck[0]), {}

    def step(self, action):
        old, self.at = self.deck[self.at], self.at + 1
        new = self.deck[self.at]
        right = (new > old) == bool(action)
        return int(new), 1.0 if right else -1.0, not right, self.at == 12, {}
