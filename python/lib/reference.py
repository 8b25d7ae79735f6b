"""Our own solutions of the exercises, for parts that no cell defines."""

from collections import namedtuple
from dataclasses import dataclass

import torch as t
import torch.nn as nn

RolloutTensors = namedtuple("RolloutTensors", ["obs", "actions", "logprobs", "rewards", "dones"])
ReplayMinibatch = namedtuple("ReplayMinibatch", ["obs", "actions", "logprobs", "advantages", "returns", "terminated"])


class PolicyNetwork(nn.Module):
    """Two hidden layers of ReLU units between an observation and a logit for each action."""

    def __init__(self, obs_shape, num_actions, hidden_sizes=(120, 84)):
        super().__init__()
        first, second = hidden_sizes
        self.layers = nn.Sequential(
            nn.Linear(obs_shape[0], first), nn.ReLU(), nn.Linear(first, second), nn.ReLU(), nn.Linear(second, num_actions)
        )

    def forward(self, obs):
        return self.layers(obs)


@dataclass
class VPGArgs:
    """Settings of batched VPG."""

    num_envs: int = 4
    num_steps_per_rollout: int = 128
    total_timesteps: int = 500_000
    lr: float = 2.5e-4
    gamma: float = 1.0
    ent_coef: float = 0.01
    max_grad_norm: float = 0.5
    rollout_use_count: int = 4
    clip_coef: float = 0.2
    use_iw: bool = False
    normalize_returns: bool = True
    early_stop: bool = True
    full_reset: bool = True
    use_wandb: bool = False
    video_log_freq: int = None
    device: str = "cpu"
    seed: int = 1


class Rollout:
    """Stores up to `max_steps` steps of many environments."""

    def __init__(self, num_envs, max_steps, obs_shape, action_shape, device):
        self.num_envs, self.max_steps = num_envs, max_steps
        self.reset()

    def reset(self):
        self.timestep, self._steps = 0, []

    def add_step(self, obs, actions, logprobs, rewards, dones, infos):
        if self.timestep >= self.max_steps:
            raise ValueError("Rollout is full, cannot add more steps")
        self._steps.append((obs, actions, logprobs, rewards.float(), dones))
        self.timestep += 1

    def get(self):
        assert self.timestep > 0, "Rollout is empty"
        return RolloutTensors(*(t.stack(column, dim=1) for column in zip(*self._steps)))

    def get_batches(self, batch_size):
        return [RolloutTensors(*parts) for parts in zip(*(t.split(column, batch_size) for column in self.get()))]


class VPGAgent:
    """Steps the environments with a policy."""

    def __init__(self, envs, policy_network, args, rng=None):
        self.envs, self.policy_network, self.args, self.rng = envs, policy_network, args, rng
        self.obs, _ = envs.reset()

    @t.no_grad()
    def gen_rollout(self, rollout):
        rollout.reset()
        if self.args.full_reset:
            self.obs, _ = self.envs.reset()
        dead = t.zeros(self.args.num_envs, dtype=t.bool)
        lifespan = t.zeros(self.args.num_envs)
        for step in range(self.args.num_steps_per_rollout):
            actions, logprobs, _ = self.get_actions(self.obs)
            obs, rewards, terminated, truncated, infos = self.envs.step(actions)
            rollout.add_step(self.obs, actions, logprobs, rewards, terminated | truncated, infos)
            self.obs, dead = obs, dead | terminated
            lifespan += (~dead).float()
            if self.args.early_stop and step % 16 == 15 and bool(dead.all()):
                break
        return rollout, {"lifespan": lifespan}

    def get_actions(self, obs):
        log_probs = t.log_softmax(self.policy_network(obs), dim=-1)
        actions = t.multinomial(log_probs.exp(), num_samples=1).squeeze(-1)
        return actions, log_probs.gather(-1, actions.unsqueeze(-1)).squeeze(-1), None


def get_cumulative_rewards(rewards, gamma=0.99):
    returns, following = [], 0.0
    for reward in reversed(rewards):
        following = reward + gamma * following
        returns.append(following)
    return returns[::-1]


def compute_returns(rewards, done, gamma=0.9):
    """Returns the discounted returns, [num_envs, num_steps]; the sum stops at the end of each episode."""
    following, columns = t.zeros(rewards.shape[0]), []
    for step in reversed(range(rewards.shape[1])):
        following = rewards[:, step] + gamma * following * ~done[:, step]
        columns.append(following)
    return t.stack(columns[::-1], dim=1)


def compute_logprobs_and_entropy(tau, pi):
    log_probs = t.log_softmax(pi(tau.obs), dim=-1)
    taken = log_probs.gather(-1, tau.actions.long().unsqueeze(-1)).squeeze(-1)
    return taken, -(log_probs.exp() * log_probs).sum(-1)


def compute_importance_weights(logprobs_taken, tau, clip_coef):
    weights = t.exp(logprobs_taken - tau.logprobs).detach()
    return weights if clip_coef is None else weights.clamp(1 - clip_coef, 1 + clip_coef)


def normalize_returns(returns):
    return (returns - returns.mean()) / (returns.std() + 1e-8)


def compute_reinforce_loss(returns, logprobs_taken, iw):
    advantages = (returns - returns.mean(dim=0, keepdim=True)).detach()
    return (iw * logprobs_taken * advantages).mean()


def compute_advantages(next_value, next_terminated, rewards, values, terminated, gamma, gae_lambda):
    """Returns GAE's advantages, [num_steps, num_envs]. `terminated[t]` is true if an episode ended before step t."""
    following, rows = t.zeros(rewards.shape[1]), []
    value, goes_on = next_value, 1.0 - next_terminated.float()
    for step in reversed(range(rewards.shape[0])):
        delta = rewards[step] + gamma * goes_on * value - values[step]
        following = delta + gamma * gae_lambda * goes_on * following
        rows.append(following)
        value, goes_on = values[step], 1.0 - terminated[step].float()
    return t.stack(rows[::-1])


def get_minibatch_indices(rng, batch_size, minibatch_size):
    return list(rng.permutation(batch_size).reshape(-1, minibatch_size))


def calc_clipped_surrogate_objective(dist, mb_action, mb_advantages, mb_logprobs, clip_coef, eps=1e-8):
    ratio = t.exp(dist.log_prob(mb_action) - mb_logprobs)
    advantages = (mb_advantages - mb_advantages.mean()) / (mb_advantages.std() + eps)
    return t.min(ratio * advantages, ratio.clip(1 - clip_coef, 1 + clip_coef) * advantages).mean()


def calc_value_function_loss(values, mb_returns, vf_coef):
    return vf_coef * ((values - mb_returns) ** 2).mean()


def calc_entropy_bonus(dist, ent_coef):
    return ent_coef * dist.entropy().mean()


def compute_group_advantages(rewards):
    if rewards.shape[1] == 1:
        return t.zeros_like(rewards)
    return (rewards - rewards.mean(1, keepdim=True)) / (rewards.std(1, keepdim=True) + 1e-4)
