"""What is not here says so, and what to use instead."""

import gymnasium as gym
import numpy as np
from gymnasium import spaces


def message(kind, call, *given, **named):
    try:
        call(*given, **named)
    except kind as error:
        return str(error)
    raise AssertionError(f"{given} did not raise")


missing = gym.error.UnregisteredEnv
for name, words in {
    "HalfCheetah-v4": ["MuJoCo", "could run in a page but is not in this one", "Pendulum-v1"],
    "PongNoFrameskip-v4": ["Atari", "could run in a page but is not in this one", "CartPole-v1"],
    "ALE/Breakout-v5": ["Atari"], "BipedalWalker-v3": ["Box2D", "LunarLander-v3"], "FrozenLake-v0": ["FrozenLake-v1"],
    "cartpole-v1": ["did you mean CartPole-v1?"], "Cart-Pole-v1": ["did you mean CartPole"],
    "CartPol-v1": ["did you mean CartPole-v0 or CartPole-v1?"], "FrozenLak-v1": ["did you mean FrozenLake-v1?"],
    "Taxy": ["did you mean Taxi-v3 or Taxi-v4?"],
    "CartPole-v7": ["CartPole-v0, CartPole-v1"], "Nothing-v0": ["CartPole-v1", "register"],
}.items():
    said = message(missing, gym.make, name)
    assert name in said and all(word in said for word in words), said
env = gym.make("CartPole-v1")
assert "env.reset()" in message(gym.error.ResetNeeded, env.step, 0)
env.reset(seed=0)
for action in (2, -1, np.array([0, 1]), "left", None):
    assert "from 0 to 1" in message(gym.error.InvalidAction, env.step, action)
for action in (1, np.int64(1), np.array(1), np.array([1, 0]).argmax()):
    env.step(action)
car = gym.make("MountainCarContinuous-v0")
car.reset(seed=0)
assert "one number" in message(gym.error.InvalidAction, car.step, [0.1, 0.2])
assert "render_mode" in message(gym.error.Error, gym.make, "CartPole-v1", render_mode="sketch")
assert "functions" in message(gym.error.Error, gym.vector.SyncVectorEnv, [env])
envs = gym.make_vec("CartPole-v1", num_envs=2, vectorization_mode="sync")
envs.reset()
assert "2 environments" in message(gym.error.InvalidAction, envs.step, [1])
assert "continuous" in message(gym.error.Error, gym.wrappers.ClipAction, env)
assert "FlattenObservation" in message(AttributeError, getattr, gym.wrappers, "Flatten")
assert "make_vec" in message(AttributeError, getattr, gym, "makevec")
assert "0" in message(ValueError, spaces.Discrete, 0)
assert "Seed" in message(gym.error.Error, env.reset, seed=-1)
assert "low >= high" in message(ValueError, np.random.default_rng(0).integers, 3, 3)
assert "sum to 1" in message(ValueError, np.random.choice, 2, p=[0.5, 0.4])


class Lamp(gym.Env):
    """An environment of the reader's."""

    observation_space, action_space = spaces.Box(0, 1, (2,)), spaces.Discrete(2)
    first = np.zeros(2, dtype=np.float32)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        return self.first, {}

    def step(self, action):
        return np.ones(2, dtype=np.float32), 1.0, action == 1, False, {}


check = gym.utils.env_checker.check_env
check(Lamp())
for first, words in ((np.zeros(3), "its shape is (3,)"), ([0.0, 0.0], "has to be an array"), (np.full(2, 2.0), "not in Box")):
    lamp = Lamp()
    lamp.first = first
    assert words in message(gym.error.Error, check, lamp)
