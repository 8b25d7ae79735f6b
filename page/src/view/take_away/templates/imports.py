{%- if is_file %}
{%- if !own.is_empty() %}
from __future__ import annotations
{%- endif %}

import argparse
from dataclasses import dataclass, fields
{%- else %}
from dataclasses import dataclass
{%- endif %}
{%- if own_objective || own.replaces(Part::Actions) %}
from types import SimpleNamespace
{%- endif %}

import gymnasium as gym
{%- if !is_file %}
import matplotlib.pyplot as plt
{%- endif %}
import numpy as np
import torch
{%- if !own_imports.is_empty() %}
{{ own_imports }}
{%- endif %}
{%- if has_cart %}
from gymnasium.envs.classic_control import CartPoleEnv
{%- endif %}
from gymnasium.vector import AutoresetMode, SyncVectorEnv
{%- if !reward_imports.is_empty() %}
from numpy import {{ reward_imports }}
{%- endif %}
from safetensors.torch import load_file, save_file
from torch import nn
{%- if !is_continuous %}
from torch.distributions import Categorical
{%- elif own.is_empty() %}
from torch.distributions import Independent, Normal
{%- else %}
from torch.distributions import Categorical, Independent, Normal
{%- endif %}
