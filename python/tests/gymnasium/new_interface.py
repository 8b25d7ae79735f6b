"""A program for gym 0.26: `reset` gives two values, `step` five."""

import gym
import numpy as np

assert gym.__version__ == "0.26.2"


def play(env):
    observation, info = env.reset(seed=1)
    while True:
        observation, reward, terminated, truncated, info = env.step(1)
        if terminated or truncated:
            return observation, terminated, info


observation, terminated, info = play(gym.wrappers.RecordEpisodeStatistics(gym.make("CartPole-v1")))
assert terminated and abs(observation[2]) > 0.2 and info["episode"]["r"] == info["episode"]["l"]
assert not play(gym.make("CartPole-v1", max_episode_steps=3))[1]

envs = gym.vector.SyncVectorEnv([lambda: gym.wrappers.RecordEpisodeStatistics(gym.make("CartPole-v1"))] * 2)
assert envs.reset(seed=1)[0].shape == (2, 4)
ended = 0
for _ in range(12):
    observations, rewards, terminated, truncated, infos = envs.step([1, 1])
    if "final_info" in infos:
        for place, told in enumerate(infos["final_info"]):
            assert (told is not None) == bool(terminated[place])
            if told:
                ended += 1
                assert told["episode"]["r"][0] == told["episode"]["l"][0] > 7
                assert abs(infos["final_observation"][place][2]) > 0.2 and abs(observations[place][2]) < 0.06
assert ended == 2
