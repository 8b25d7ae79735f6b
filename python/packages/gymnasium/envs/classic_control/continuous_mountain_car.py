"""The car with a continuous action, where Gymnasium has it."""

from gymnasium.envs.classic_control.mountain_car import Continuous_MountainCarEnv
