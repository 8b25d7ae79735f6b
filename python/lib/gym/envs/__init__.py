"""The environments, and the registry of their names."""

from gym.envs import classic_control, registration
