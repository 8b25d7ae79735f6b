"""The course's probes as single environments."""

import numpy as np
import torch
import worlds
from gymnasium import spaces
from gymnasium.core import Env


class ProbeEnv(Env):
    """A probe, which finds one kind of bug."""

    def __init__(self, number, render_mode=None):
        self._world, self.render_mode = worlds.PROBES[f"Probe{number}-v0"](1), render_mode
        self.observation_space = spaces.Box(-np.inf, np.inf, self._world.observation_space.shape)
        self.action_space = spaces.Discrete(self._world.num_actions)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        return self._world.reset()[0][0].numpy(), {}

    def step(self, action):
        _, rewards, terminated, _, info = self._world.step(torch.tensor([int(action)]))
        return info["final_observation"][0].numpy(), float(rewards[0]), bool(terminated[0]), False, {}
