# REINFORCE on CartPole-v1. Press Run, change a number, run it again.
import argparse

import gymnasium as gym
import matplotlib.pyplot as plt
import torch
from torch import nn
from torch.distributions import Categorical

parser = argparse.ArgumentParser()
parser.add_argument("--episodes", type=int, default=120)
parser.add_argument("--gamma", type=float, default=0.99)
parser.add_argument("--seed", type=int, default=1)
args = parser.parse_args()

torch.manual_seed(args.seed)
env = gym.make("CartPole-v1")
policy = nn.Sequential(nn.Linear(4, 64), nn.Tanh(), nn.Linear(64, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=0.01)
lengths = []

for episode in range(1, args.episodes + 1):
    obs, _ = env.reset(seed=args.seed if episode == 1 else None)
    log_probs, rewards, done = [], [], False
    while not done:
        dist = Categorical(logits=policy(torch.as_tensor(obs)))
        action = dist.sample()
        log_probs.append(dist.log_prob(action))
        obs, reward, terminated, truncated, _ = env.step(action.item())
        rewards.append(reward)
        done = terminated or truncated

    returns, total = [], 0.0
    for reward in reversed(rewards):
        total = reward + args.gamma * total
        returns.insert(0, total)
    returns = torch.tensor(returns)
    advantages = (returns - returns.mean()) / (returns.std() + 1e-8)

    loss = -(torch.stack(log_probs) * advantages).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

    lengths.append(len(rewards))
    if episode % 10 == 0:
        print(f"episode {episode:4d}   mean return of the last ten {sum(lengths[-10:]) / 10:6.1f}")

plt.plot(lengths)
plt.xlabel("episode")
plt.ylabel("return")
plt.title("REINFORCE on CartPole-v1")
plt.show()
