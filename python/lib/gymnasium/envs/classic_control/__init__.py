"""Classic control: a pole on a cart, a car in a valley, a pendulum, and two links that swing."""

from gymnasium.envs.classic_control.acrobot import AcrobotEnv
from gymnasium.envs.classic_control.cartpole import CartPoleEnv
from gymnasium.envs.classic_control.mountain_car import Continuous_MountainCarEnv, MountainCarEnv
from gymnasium.envs.classic_control.pendulum import PendulumEnv
