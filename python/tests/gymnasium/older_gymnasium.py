"""A program for Gymnasium 0.29, which looks for "final_info": environments are reset in the step that ends an episode."""

import gymnasium as gym
import numpy as np

envs = gym.vector.SyncVectorEnv([lambda: gym.wrappers.RecordEpisodeStatistics(gym.make("CartPole-v1"))] * 2)
envs.reset(seed=1)
returns = []
for _ in range(12):
    observations, rewards, terminated, truncated, infos = envs.step(np.array([1, 1]))
    assert (abs(observations[:, 2]) < 0.21).all() and rewards.tolist() == [1.0, 1.0]
    for told in infos.get("final_info", []):
        if told and "episode" in told:
            returns.append(float(told["episode"]["r"][0]))
assert len(returns) == 2, returns
