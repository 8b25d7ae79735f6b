"""REINFORCE with a learned baseline, with types."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import List, Tuple

import gymnasium as gym
import torch
from torch import Tensor, nn
from torch.distributions import Categorical


@dataclass(frozen=True)
class Config:
    env_id: str = "CartPole-v1"
    seed: int = 13
    iterations: int = 250
    gamma: float = 0.99
    policy_lr: float = 6e-3
    baseline_lr: float = 1e-2
    hidden: int = 64


@dataclass
class Trajectory:
    observations: List[Tensor] = field(default_factory=list)
    actions: List[Tensor] = field(default_factory=list)
    rewards: List[float] = field(default_factory=list)

    def add(self, observation: Tensor, action: Tensor, reward: float) -> None:
        self.observations.append(observation)
        self.actions.append(action)
        self.rewards.append(reward)

    def returns(self, gamma: float) -> Tensor:
        result: List[float] = []
        future = 0.0
        for reward in reversed(self.rewards):
            future = reward + gamma * future
            result.append(future)
        return torch.tensor(result[::-1])

    def __len__(self) -> int:
        return len(self.rewards)


class Policy(nn.Module):
    def __init__(self, observation_size: int, action_count: int, hidden: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(observation_size, hidden), nn.ELU(), nn.Linear(hidden, action_count)
        )

    def forward(self, observation: Tensor) -> Categorical:
        return Categorical(logits=self.layers(observation))


class Baseline(nn.Module):
    def __init__(self, observation_size: int, hidden: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(observation_size, hidden), nn.ELU(), nn.Linear(hidden, 1)
        )

    def forward(self, observation: Tensor) -> Tensor:
        return self.layers(observation).squeeze(-1)


class Learner:
    def __init__(self, config: Config) -> None:
        self.config = config
        self.env = gym.make(config.env_id)
        size = self.env.observation_space.shape[0]
        self.policy = Policy(size, self.env.action_space.n, config.hidden)
        self.baseline = Baseline(size, config.hidden)
        self.policy_optim = torch.optim.Adam(self.policy.parameters(), lr=config.policy_lr)
        self.baseline_optim = torch.optim.Adam(self.baseline.parameters(), lr=config.baseline_lr)

    def rollout(self, seed: int) -> Trajectory:
        trajectory = Trajectory()
        raw, _ = self.env.reset(seed=seed)
        over = False
        while not over:
            observation = torch.as_tensor(raw, dtype=torch.float32)
            with torch.no_grad():
                action = self.policy(observation).sample()
            raw, reward, terminated, truncated, _ = self.env.step(int(action))
            trajectory.add(observation, action, float(reward))
            over = terminated or truncated
        return trajectory

    def learn(self, trajectory: Trajectory) -> Tuple[float, float]:
        observations = torch.stack(trajectory.observations)
        actions = torch.stack(trajectory.actions)
        returns = trajectory.returns(self.config.gamma)

        predicted = self.baseline(observations)
        advantages = returns - predicted.detach()
        policy_loss = -(self.policy(observations).log_prob(actions) * advantages).sum() / 100
        self.policy_optim.zero_grad()
        policy_loss.backward()
        self.policy_optim.step()

        baseline_loss = nn.functional.mse_loss(predicted, returns)
        self.baseline_optim.zero_grad()
        baseline_loss.backward()
        self.baseline_optim.step()
        return policy_loss.item(), baseline_loss.item()


def main(config: Config) -> None:
    torch.manual_seed(config.seed)
    learner = Learner(config)
    lengths: List[int] = []
    for iteration in range(config.iterations):
        trajectory = learner.rollout(seed=config.seed + iteration)
        losses = learner.learn(trajectory)
        lengths.append(len(trajectory))
        if (iteration + 1) % 25 == 0:
            mean = sum(lengths[-25:]) / 25
            print(f"{iteration + 1:4d}: length {mean:.1f}, losses {losses[0]:.3f} {losses[1]:.2f}")


if __name__ == "__main__":
    main(Config())
