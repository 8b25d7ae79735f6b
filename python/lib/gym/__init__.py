"""The old gym's interface: `reset` returns only an observation, `step` four values."""

import gymnasium as _new
from gym import wrappers
from gymnasium import envs, spaces, vector


class Env:
    """One environment."""

    def __init__(self, env):
        self.env = self
        self._inner = env
        self._world = env._world
        self.action_space, self.observation_space = env.action_space, env.observation_space

    def reset(self):
        return self._inner.reset()[0]

    def step(self, action):
        obs, reward, terminated, truncated, info = self._inner.step(action)
        return obs, reward, terminated or truncated, info

    def close(self):
        pass


def make(env_id, **kwargs):
    env = Env(_new.make(env_id))
    # The course removes the limit of 200 steps from CartPole-v0, and sets one of its own.
    env._world.max_episode_steps = None if env_id == "CartPole-v0" else 500
    return env
