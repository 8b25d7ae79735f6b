"""A program for gym 0.21: `reset` gives an observation, `step` four values."""

import gym
import numpy as np
from gym.envs.classic_control.cartpole import CartPoleEnv
from gym.spaces import Box, Discrete
from gym.utils import seeding

assert gym.__version__ == "0.21.0"
env = gym.make("CartPole-v0")
assert env.seed(3) == [3] and env.action_space.seed(1) == 1
first = env.reset()
assert first.shape == (4,)
env.seed(3)
assert np.allclose(first, env.reset())
steps, done = 0, False
while not done:
    observation, reward, done, info = env.step(int(observation[2] > 0) if steps else 0)
    steps += 1
assert 9 < steps < 200 and info == {}
assert env._max_episode_steps == env.spec.max_episode_steps == 200 and env.spec.reward_threshold == 195.0

# Without its limit an environment goes on.
bare = gym.make("CartPole-v0").env
bare.reset()
assert bare.step(1)[3] == {} and bare.unwrapped is bare

pendulum = gym.wrappers.RecordEpisodeStatistics(gym.make("Pendulum-v0"))
pendulum.seed(1)
pendulum.reset()
for _ in range(200):
    observation, reward, done, info = pendulum.step(np.array([0.5]))
assert done and info["TimeLimit.truncated"] is True and info["episode"]["l"] == 200 and info["episode"]["r"] < -200


class Doubled(gym.ObservationWrapper):
    def observation(self, observation):
        return observation * 2


class Longer(CartPoleEnv):
    """The reader's own cart, with a longer pole."""

    def __init__(self):
        super().__init__()
        self.length = 1.0


longer = Longer()
longer.seed(3)
assert np.allclose(longer.reset(), first) and len(longer.step(0)) == 4
assert "CartPole-v1" in gym.envs.registry.env_specs

env.seed(3)
doubled = Doubled(env)
assert np.allclose(doubled.reset(), first * 2)
observation, *rest = doubled.step(0)
assert len(rest) == 3 and np.allclose(observation, env.unwrapped._observation() * 2)


class Counting(gym.Env):
    """The reader's own environment, in the old interface."""

    def __init__(self):
        self.action_space, self.observation_space = Discrete(2), Box(-1, 1, (2,))
        self.np_random, _ = seeding.np_random(0)

    def reset(self):
        self.steps = 0
        return np.zeros(2)

    def step(self, action):
        self.steps += 1
        return np.ones(2), 1.0, self.steps >= 12, {}


gym.register("Counting-v0", entry_point=Counting, max_episode_steps=5)
counting = gym.make("Counting-v0")
counting.reset()
ends = [counting.step(0)[2:] for _ in range(5)]
assert [done for done, _ in ends] == [False] * 4 + [True] and ends[-1][1] == {"TimeLimit.truncated": True}

envs = gym.vector.make("CartPole-v1", num_envs=3)
envs.seed(4)
assert envs.reset().shape == (3, 4)
for _ in range(12):
    observations, rewards, dones, infos = envs.step(np.array([1, 1, 1]))
    for place, (done, info) in enumerate(zip(dones, infos)):
        # The next episode has begun; the last state of the one before is told.
        assert bool(done) == ("terminal_observation" in info)
        assert not done or abs(info["terminal_observation"][2]) > 0.2 and abs(observations[place][2]) < 0.06
with gym.wrappers.Monitor(gym.make("CartPole-v0"), directory="videos", force=True) as watched:
    watched.reset()
    assert len(watched.step(0)) == 4

class Bounded(gym.RewardWrapper):
    reward_range = (0, 1)


everything = (-float("inf"), float("inf"))
assert gym.make("CartPole-v1").reward_range == gym.Wrapper(gym.make("CartPole-v1")).reward_range == everything
assert gym.Wrapper(Bounded(gym.make("CartPole-v1"))).reward_range == (0, 1)

from gym.spaces.discrete import Discrete as Same

assert gym.spaces.box.Box is Box and Same is gym.spaces.Discrete and gym.spaces.dict.Dict is gym.spaces.Dict
