"""Distributions over actions."""

from torch.distributions import categorical
from torch.distributions.categorical import Categorical
