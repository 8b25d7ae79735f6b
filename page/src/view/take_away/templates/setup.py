#if file
"""{{algorithm}} on {{env_label}}, with the settings of a run on Policy Lab.

    pip install "gymnasium>=1.1" torch safetensors
    python {{file}} --seed 2 --save networks.safetensors

Networks that it saves open on the page ("Load networks" below "Compare runs"), and --load goes on from networks that the
page has saved.

{{scale_out}}
"""
#else
#prose
# {{algorithm}} on {{env_label}}

With the settings of a run on Policy Lab. It runs from top to bottom with PyTorch and Gymnasium, or in the page's scratchpad:
`pip install "gymnasium>=1.1" torch safetensors matplotlib`

{{scale_out}}
#end
#cell Imports

#if file
#if own
from __future__ import annotations

#end
import argparse
#end
#if file
from dataclasses import dataclass, fields
#else
from dataclasses import dataclass
#end
#if simple_namespace
from types import SimpleNamespace
#end

import gymnasium as gym
#if not file
import matplotlib.pyplot as plt
#end
import numpy as np
import torch
#if own_imports
{{own_imports}}
#end
#if cart
from gymnasium.envs.classic_control import CartPoleEnv
#end
from gymnasium.vector import AutoresetMode, SyncVectorEnv
#if functions
from numpy import {{functions}}
#end
from safetensors.torch import load_file, save_file
from torch import nn
from torch.distributions import Categorical
#cell Settings


@dataclass
class Args:
{{args}}
#if file
    load: str = ""  # networks to begin with
    save: str = ""  # the file for the networks at the end
#else


args = Args()
#end
