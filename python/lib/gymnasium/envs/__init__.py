"""The environments, and the registry of their names."""

from gymnasium.envs import classic_control, registration
