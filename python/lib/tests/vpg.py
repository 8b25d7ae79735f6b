"""Batched VPG: the functions of its day, tensors of shape [num_envs, num_steps]."""

from collections import namedtuple

import torch as t

Tau = namedtuple("Tau", ["obs", "actions", "logprobs", "rewards", "dones"])


def random_tau(num_envs, num_steps, dones=None):
    """A made-up rollout."""
    return Tau(
        t.randn(num_envs, num_steps, 4),
        t.randint(0, 2, (num_envs, num_steps)),
        -t.rand(num_envs, num_steps) - 0.1,
        t.rand(num_envs, num_steps),
        t.rand(num_envs, num_steps) < 0.25 if dones is None else dones,
    )


def discounted_returns(rewards, done, gamma, ends="now"):
    """Returns the discounted returns, computed backwards for each environment. `ends` marks where the sum stops."""
    result = t.zeros_like(rewards)
    for env in range(rewards.shape[0]):
        total = 0.0
        for step in reversed(range(rewards.shape[1])):
            over = bool(done[env, step])
            if ends == "never":
                over = False
            if ends == "late":
                over = step > 0 and bool(done[env, step - 1])
            total = float(rewards[env, step]) + (0.0 if over else gamma * total)
            result[env, step] = total
    return result
