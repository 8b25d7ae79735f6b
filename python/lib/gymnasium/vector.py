"""Several environments stepped together. As in Gymnasium since 1.0, one whose episode ended is reset by its next step."""

import numpy as np
import torch
from gymnasium import spaces


class SyncVectorEnv:
    """One environment for each function in a list, which creates it."""

    def __init__(self, env_fns, **kwargs):
        first = env_fns[0]()
        self.num_envs = len(env_fns)
        self._world = type(first._world)(self.num_envs)
        self._ended = torch.zeros(self.num_envs, dtype=torch.bool)
        self.single_observation_space, self.single_action_space = first.observation_space, first.action_space
        self.observation_space = spaces.Box(-np.inf, np.inf, (self.num_envs,) + first.observation_space.shape)
        self.action_space = spaces.MultiDiscrete([first.action_space.n] * self.num_envs)

    def reset(self, *, seed=None, options=None):
        self._ended = torch.zeros(self.num_envs, dtype=torch.bool)
        self._lengths = torch.zeros(self.num_envs, dtype=torch.int64)
        self._rewards = torch.zeros(self.num_envs)
        obs, _ = self._world.reset()
        return obs.numpy(), {}

    def step(self, actions):
        ended, before = self._ended, self._world.observe()
        fresh, rewards, terminated, truncated, info = self._world.step(torch.tensor(actions))
        # An environment whose episode had ended does not move: its step is only a reset.
        obs = torch.where(ended.unsqueeze(-1), before, info["final_observation"])
        kept = torch.where(ended.unsqueeze(-1), before, fresh)
        self._world.state = kept
        self._world.steps = torch.where(ended, 0, self._world.steps)
        self._world.total = torch.where(ended, 0.0, self._world.total)
        rewards = torch.where(ended, 0.0, rewards)
        terminated, truncated = terminated & ~ended, truncated & ~ended
        self._ended = terminated | truncated
        self._lengths = torch.where(ended, 0, self._lengths + 1)
        self._rewards = torch.where(ended, 0.0, self._rewards + rewards)
        infos = {}
        if bool(self._ended.any()):
            infos["episode"] = {"l": self._lengths.clone().numpy(), "r": self._rewards.clone().numpy()}
            infos["_episode"] = self._ended.numpy()
        return obs.numpy(), rewards.double().numpy(), terminated.numpy(), truncated.numpy(), infos

    def close(self):
        pass


VectorEnv = SyncVectorEnv
