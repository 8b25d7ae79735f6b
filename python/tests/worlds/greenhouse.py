"""A data class that is replaced, members of an enumeration, type hints, a text about each step, a history that only grows."""
from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any, Optional

import gymnasium as gym
import numpy as np
from gymnasium import spaces


class Act(IntEnum):
    IDLE = 0
    HEAT = 1
    WATER = 2
    VENT = 3


@dataclass
class Plants:
    warmth: float = 20.0
    moisture: float = 0.5
    height: float = 0.0
    day: int = 0
    log: list[str] = field(default_factory=list)


class Greenhouse(gym.Env[np.ndarray, int]):
    metadata = {"render_modes": ["human", "ansi"], "render_fps": 4}
    GROWTH: float = 0.02

    def __init__(self, days: int = 60, render_mode: Optional[str] = None) -> None:
        super().__init__()
        self.days = days
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(len(Act))
        self.observation_space = spaces.Box(low=np.array([-10.0, 0.0, 0.0, 0.0]), high=np.array([60.0, 1.0, 10.0, 1.0]), dtype=np.float64)
        self.history: list[dict[str, Any]] = []
        self.plants = Plants()

    def _observe(self) -> np.ndarray:
        p = self.plants
        return np.array([p.warmth, p.moisture, p.height, p.day / self.days])

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict] = None) -> tuple[np.ndarray, dict]:
        super().reset(seed=seed)
        self.plants = Plants(warmth=float(self.np_random.normal(20, 2)), moisture=self.np_random.uniform(0.3, 0.7))
        self.history.clear()
        return self._observe(), {}

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        assert self.action_space.contains(action), f"{action!r} ({type(action)}) invalid"
        p = self.plants
        act = Act(action)
        weather = self.np_random.normal(0, 1.5)
        warmth = p.warmth + 0.1 * (15 + weather - p.warmth)
        moisture = p.moisture - 0.03
        if act is Act.HEAT:
            warmth += 2.0
        elif act == Act.WATER:
            moisture = min(1.0, moisture + 0.2)
        elif act == Act.VENT:
            warmth -= 1.0
            moisture -= 0.02
        moisture = max(moisture, 0.0)
        comfort = np.exp(-((warmth - 24) / 6) ** 2) * (1 - abs(moisture - 0.6))
        self.plants = replace(p, warmth=warmth, moisture=moisture, height=p.height + self.GROWTH * comfort, day=p.day + 1)
        reward = float(comfort) - 0.05 * (act != Act.IDLE)
        terminated = bool(moisture <= 0.0 or not -5 < warmth < 45)
        if terminated:
            reward -= 5.0
        truncated = self.plants.day >= self.days
        self.history.append({"day": self.plants.day, "reward": reward})
        info = {"text": f"day {self.plants.day}: {warmth:.1f} degrees, {moisture:.0%}", "days": self.history}
        return self._observe(), reward, terminated, truncated, info

    def render(self):
        if self.render_mode == "ansi":
            return f"{self.plants}"
        print(self.plants)
