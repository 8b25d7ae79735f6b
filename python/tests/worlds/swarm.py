"""Masks of the state that pick elements, and a generator of the class's own."""
import gymnasium as gym
import numpy as np


class Swarm(gym.Env):
    def __init__(self, n=4):
        self.n = n
        self.action_space = gym.spaces.Box(low=-1.0, high=1.0, shape=(2,), dtype=np.float32)
        self.observation_space = gym.spaces.Box(low=-np.inf, high=np.inf, shape=(3 * n + 2,), dtype=np.float32)
        self.rng = np.random.default_rng()

    def reset(self, seed=None, options=None):
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        self.me = np.zeros(2)
        self.food = self.rng.uniform(-3, 3, (self.n, 2))
        self.alive = np.ones(self.n, dtype=bool)
        self.t = 0
        return self._get_obs(), {}

    def _get_obs(self):
        rel = np.where(self.alive[:, None], self.food - self.me, 0.0)
        return np.concatenate([self.me, rel.ravel(), self.alive]).astype(np.float32)

    def step(self, action):
        action = np.clip(action, self.action_space.low, self.action_space.high)
        self.me = self.me + 0.3 * action
        self.food[self.alive] += self.rng.normal(0, 0.02, size=(self.n, 2))[self.alive]
        dist = np.linalg.norm(self.food - self.me, axis=1)
        eaten = (dist < 0.5) & self.alive
        self.alive &= ~eaten
        reward = eaten.sum() * 10.0 - 0.01 * np.square(action).sum()
        if self.alive.any():
            reward -= 0.1 * dist[self.alive].min()
        self.t += 1
        return self._get_obs(), float(reward), not self.alive.any(), self.t >= 150, {"eaten": int((~self.alive).sum())}
