import gymnasium as gym
import numpy as np
import torch
from torch import nn, optim

class Settings:
    seed       = 17
    episodes   = 320
    gamma      = 0.995
    rate       = 0.01
    neurons    = 32
    smoothing  = 0.9     # of the running average that serves as a baseline


def discounted_sums(rewards, gamma):
    """[r0, r1, r2] -> [r0 + g r1 + g^2 r2, r1 + g r2, r2]"""
    rewards = np.asarray(rewards, dtype=np.float64)
    sums = np.zeros_like(rewards)
    ahead = 0.0
    for i in reversed(range(rewards.size)):
        ahead = rewards[i] + gamma * ahead
        sums[i] = ahead
    return sums


np.random.seed(Settings.seed)
torch.manual_seed(Settings.seed)

env = gym.make("CartPole-v1")
policy = nn.Sequential(
    nn.Linear(env.observation_space.shape[0], Settings.neurons), nn.ReLU(),
    nn.Linear(Settings.neurons, Settings.neurons), nn.ReLU(),
    nn.Linear(Settings.neurons, env.action_space.n), nn.LogSoftmax(dim=-1))
optimizer = optim.Adam(policy.parameters(), lr=Settings.rate)

baseline = 0.0
episode_returns = []
state, _ = env.reset(seed=Settings.seed)

for episode in range(Settings.episodes):
    states, actions, rewards = [], [], []
    done = False
    while not done:
        with torch.no_grad():
            p = policy(torch.from_numpy(state)).exp().numpy()
        action = np.random.choice(len(p), p=p.astype(np.float64) / p.astype(np.float64).sum())
        new_state, reward, terminated, truncated, _ = env.step(action)
        states.append(state)
        actions.append(action)
        rewards.append(reward)
        state = new_state
        done = terminated or truncated
    state, _ = env.reset()

    returns = discounted_sums(rewards, Settings.gamma)
    weights = (returns - baseline) / (returns.std() + 1e-8)
    baseline = Settings.smoothing * baseline + (1 - Settings.smoothing) * returns.mean()

    X = torch.from_numpy(np.vstack(states))
    y = torch.from_numpy(np.array(actions))
    w = torch.from_numpy(weights.astype(np.float32))

    # nll_loss is minus the log-probability of the action
    nll = nn.functional.nll_loss(policy(X), y, reduction="none")
    loss = torch.mean(nll * w)

    policy.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
    optimizer.step()

    episode_returns.append(np.sum(rewards))
    if (episode + 1) % 40 == 0:
        print(f"{episode + 1:4d} episodes, last 40 on average {np.mean(episode_returns[-40:]):6.1f}")
