"""A vacuum robot in a corridor, and a table of preferences that learns to clean it."""
import gymnasium as gym
import numpy as np
import torch
from gymnasium import spaces


class Corridor(gym.Env):
    """Ten tiles, dirt at one end (it changes), the charger at the other. Each move costs a bit."""

    def __init__(self, length=10, limit=60):
        self.length = length
        self.limit = limit
        self.observation_space = spaces.Box(0, 1, shape=(length + 2,), dtype=np.float32)
        self.action_space = spaces.Discrete(2)      # 0 left, 1 right
        self.view = np.zeros(length + 2, dtype=np.float32)

    def _observe(self):
        self.view[:] = 0
        self.view[self.at] = 1
        self.view[self.length + self.side] = 1
        return self.view.copy()

    def reset(self, seed=None, options=None):
        super().reset(seed=seed)
        self.at = int(self.np_random.integers(2, self.length - 2))
        self.side = int(self.np_random.integers(2))
        self.t = 0
        return self._observe(), {}

    def step(self, action):
        self.at += 1 if action == 1 else -1
        self.t += 1
        at_left, at_right = self.at == 0, self.at == self.length - 1
        reward = -0.1
        if at_left or at_right:
            clean = (at_right and self.side == 1) or (at_left and self.side == 0)
            reward = 5.0 if clean else -5.0
        return self._observe(), reward, at_left or at_right, self.t >= self.limit, {}


def collect(env, policy, episodes):
    batch = []
    for _ in range(episodes):
        obs, _ = env.reset()
        steps = []
        while True:
            with torch.no_grad():
                dist = torch.distributions.Categorical(logits=policy(torch.from_numpy(obs)))
                action = dist.sample()
            next_obs, reward, terminated, truncated, _ = env.step(action.item())
            steps.append((torch.from_numpy(obs), action, reward))
            obs = next_obs
            if terminated or truncated:
                break
        batch.append(steps)
    return batch


torch.manual_seed(9)
env = Corridor()
env.reset(seed=9)
policy = torch.nn.Sequential(torch.nn.Linear(12, 24), torch.nn.ReLU(), torch.nn.Linear(24, 2))
optimizer = torch.optim.SGD(policy.parameters(), lr=0.15, momentum=0.5)

for round_ in range(120):
    episodes = collect(env, policy, episodes=10)
    obs, act, ret = [], [], []
    for steps in episodes:
        g = 0.0
        for o, a, r in reversed(steps):
            g = r + 0.95 * g
            obs.append(o)
            act.append(a)
            ret.append(g)
    obs, act, ret = torch.stack(obs), torch.stack(act), torch.tensor(ret)
    weight = ret - ret.mean()

    dist = torch.distributions.Categorical(logits=policy(obs))
    loss = -(dist.log_prob(act) * weight).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

    if (round_ + 1) % 12 == 0:
        mean = sum(sum(s[2] for s in steps) for steps in episodes) / len(episodes)
        print(f"round {round_ + 1:3d}: mean return {mean:5.2f}")
