"""Queues in a dictionary by text, a phase that is text, what a list was told for `info` alone."""
import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete


class Traffic(gymnasium.Env):
    ROADS = ("north", "east", "south", "west")
    RATES = {"north": 0.3, "east": 0.2, "south": 0.25, "west": 0.15}

    def __init__(self, max_queue=20):
        self.max_queue = max_queue
        self.action_space = Discrete(2)
        self.observation_space = Box(0, 1, (len(self.ROADS) + 2,), np.float32)
        self.rewards = []

    def reset(self, seed=None, options=None):
        super().reset(seed=seed)
        self.queues = {road: int(self.np_random.integers(0, 5)) for road in self.ROADS}
        self.phase = "ns"
        self.since = 0
        self.clock = 0
        self.rewards = []
        return self._state(), {}

    def _state(self):
        counts = [self.queues[r] / self.max_queue for r in self.ROADS]
        return np.array(counts + [float(self.phase == "ns"), min(self.since, 10) / 10], dtype=np.float32)

    def step(self, action):
        wanted = "ns" if action == 0 else "ew"
        if wanted != self.phase:
            self.phase, self.since = wanted, 0
        else:
            self.since += 1
        for road in self.ROADS:
            if self.np_random.random() < self.RATES[road]:
                self.queues[road] = min(self.queues[road] + 1, self.max_queue)
        green = ["north", "south"] if self.phase == "ns" else ["east", "west"]
        if self.since > 1:
            for road in green:
                self.queues[road] = max(0, self.queues[road] - 1)
        reward = -sum(self.queues.values()) / self.max_queue
        self.rewards.append(reward)
        self.clock += 1
        full = any(q >= self.max_queue for q in self.queues.values())
        info = {}
        if full or self.clock >= 240:
            info["episode_return"] = sum(self.rewards)
        return self._state(), reward, full, self.clock >= 240, info
