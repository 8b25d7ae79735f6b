"""The environments, and the registry of their names."""

from gymnasium.envs import classic_control, registration
from gymnasium.envs.registration import make, register, registry, spec
