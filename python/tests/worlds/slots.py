"""Arrays of counts by an action, the place of the largest, whole numbers divided."""
import gymnasium as gym
import numpy as np


class Bandit(gym.Env):
    ARMS = 5

    def __init__(self):
        self.action_space = gym.spaces.Discrete(self.ARMS)
        self.observation_space = gym.spaces.Box(0.0, 1.0, (2 * self.ARMS,), np.float32)

    def reset(self, seed=None, options=None):
        super().reset(seed=seed)
        self.means = self.np_random.random(self.ARMS)
        self.best = np.argmax(self.means)
        self.pulls = np.zeros(self.ARMS, dtype=np.int32)
        self.wins = np.zeros(self.ARMS, dtype=np.int32)
        return self.obs(), {"best": self.best}

    def obs(self):
        share = np.divide(self.wins, np.maximum(self.pulls, 1))
        return np.concatenate([share, self.pulls / 50]).astype(np.float32)

    def step(self, arm):
        win = self.np_random.random() < self.means[arm]
        self.pulls[arm] += 1
        self.wins[arm] += win
        regret = self.means[self.best] - self.means[arm]
        return self.obs(), float(win), False, bool(self.pulls.sum() >= 50), {"regret": regret, "text": f"{arm}: {win}"}
