"""The part of Gymnasium that the course uses: a single CartPole, or several stepped together."""

from gymnasium import envs, spaces, vector, wrappers
from gymnasium.core import Env, make


def __getattr__(name):
    raise AttributeError(f"gymnasium.{name} is not known here: this page has CartPole and the probe environments")
