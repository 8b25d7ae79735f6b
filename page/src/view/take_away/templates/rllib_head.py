"""RLlib's PPO on {{ env_label }}, with the settings of a run on Policy Lab.

    pip install "ray[rllib]" torch
    python {{ RLLIB_NAME }} --num_env_runners 8

Env runners are processes that play, and learners are processes that learn, each on a GPU of its own where there is one. With
"ray start" on several machines and ray.init("auto") below they spread over a cluster.

What RLlib does in its own way:
{%- if is_ppo && config.norm_adv %}
- Advantages are standardised over the whole batch, not over each minibatch.
{%- else %}
- Advantages are standardised, over the whole batch.
{%- endif %}
{%- if !config.has_gae() %}
- Advantages come from GAE with a lambda of 1, so the critic's value follows the last reward of a rollout.
{%- endif %}
{%- if config.adam_eps != 1e-8 %}
- Adam's epsilon is 1e-08, not {{ adam_eps }}.
{%- endif %}
{%- if config.weight_decay > 0.0 %}
- There is no weight decay.
{%- endif %}
{%- if config.orthogonal_init %}
- The last layers start as PyTorch's do, with larger weights than an orthogonal start with a gain of 0.01.
{%- endif %}
{%- if plan.value_clip.is_some() || plan.huber_delta.is_some() %}
- The critic's error is squared: RLlib's vf_clip_param limits the square, which is neither clip_vloss nor Huber's loss.
{%- endif %}
{%- if plan.target_kl.is_some() %}
- An iteration does not end early at target_kl. Its use_kl_loss adds a penalty for moving far instead.
{%- endif %}
{%- if anneals_per_minibatch %}
- The learning rate moves once in an iteration, not with each minibatch.
{%- endif %}
{%- if config.norm_obs || config.norm_reward %}
- Neither observations nor rewards are normalised, as norm_obs and norm_reward would.
{%- endif %}
{%- if config.full_reset %}
- Environments are not reset between iterations: an episode goes on in the next one.
{%- endif %}
- Its metrics have other names: print(result) shows them all.
"""
{%- if !own.is_empty() %}

from __future__ import annotations
{%- endif %}

import argparse
from dataclasses import dataclass, fields

import gymnasium as gym
import numpy as np
{%- if !own.is_empty() %}
import torch
{%- endif %}
{%- if !own_imports.is_empty() %}
{{ own_imports }}
{%- endif %}
{%- if has_cart %}
from gymnasium.envs.classic_control import CartPoleEnv
{%- endif %}
{%- if !reward_imports.is_empty() %}
from numpy import {{ reward_imports }}
{%- endif %}
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.tune.registry import register_env
{%- if !own.is_empty() %}
from torch import nn
from torch.distributions import Categorical
{%- endif %}


@dataclass
class Args:
{{ args }}
    num_env_runners: int = 2  # processes that play
    num_learners: int = 0  # processes that learn; with 0 it is this one
