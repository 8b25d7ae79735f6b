"""RLlib's PPO on {{env_label}}, with the settings of a run on Policy Lab.

    pip install "ray[rllib]" torch
    python {{rllib_file}} --num_env_runners 8

Env runners are processes that play, and learners are processes that learn, each on a GPU of its own where there is one. With
"ray start" on several machines and ray.init("auto") below they spread over a cluster.

What RLlib does in its own way:
#if norm_adv
- Advantages are standardised over the whole batch, not over each minibatch.
#else
- Advantages are standardised, over the whole batch.
#end
#if not gae
- Advantages come from GAE with a lambda of 1, so the critic's value follows the last reward of a rollout.
#end
#if adam_eps
- Adam's epsilon is 1e-08, not {{adam_eps}}.
#end
#if weight_decay
- There is no weight decay.
#end
#if orthogonal_init
- The last layers start as PyTorch's do, with larger weights than an orthogonal start with a gain of 0.01.
#end
#if target_kl
- An iteration does not end early at target_kl. Its use_kl_loss adds a penalty for moving far instead.
#end
#if per_minibatch
- The learning rate moves once in an iteration, not with each minibatch.
#end
#if full_reset
- Environments are not reset between iterations: an episode goes on in the next one.
#end
- Its metrics have other names: print(result) shows them all.
"""

#if own
from __future__ import annotations

#end
import argparse
from dataclasses import dataclass, fields

import gymnasium as gym
import numpy as np
#if own
import torch
#end
#if own_imports
{{own_imports}}
#end
#if cart
from gymnasium.envs.classic_control import CartPoleEnv
#end
#if functions
from numpy import {{functions}}
#end
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.tune.registry import register_env
#if own
from torch import nn
from torch.distributions import Categorical
#end


@dataclass
class Args:
{{args}}
    num_env_runners: int = 2  # processes that play
    num_learners: int = 0  # processes that learn; with 0 it is this one
