

# REINFORCE in the class above. The interpreter takes every step, so 300 episodes can take some minutes.
import matplotlib.pyplot as plt
import numpy as np
import torch
from gymnasium import spaces
from torch import nn
from torch.distributions import Categorical, Independent, Normal

num_episodes, max_episode_steps, gamma, learning_rate = 300, 200, 0.99, 0.01
torch.manual_seed(1)
env = OwnEnvironment()
is_discrete = isinstance(env.action_space, spaces.Discrete)


def seen(obs):
    """Returns an observation as the numbers that the policy sees: of a Discrete space a 1 among zeros."""
    flat = np.asarray(spaces.flatten(env.observation_space, obs), dtype=np.float32)
    return torch.as_tensor(flat)


obs, _ = env.reset(seed=1)
num_outputs = int(env.action_space.n) if is_discrete else int(np.prod(env.action_space.shape))
policy = nn.Sequential(nn.Linear(seen(obs).numel(), 64), nn.Tanh(), nn.Linear(64, num_outputs))
log_std = nn.Parameter(torch.zeros(num_outputs))
optimizer = torch.optim.Adam([*policy.parameters(), log_std], lr=learning_rate)


def distribution(obs):
    outputs = policy(seen(obs))
    return Categorical(logits=outputs) if is_discrete else Independent(Normal(outputs, log_std.exp()), 1)


def as_action(action):
    """Returns an action as the environment takes it."""
    if is_discrete:
        return int(env.action_space.start) + action.item()
    space = env.action_space
    return np.clip(action.numpy().reshape(space.shape), space.low, space.high)


episodic_returns = []
for episode in range(1, num_episodes + 1):
    log_probs, rewards = [], []
    for _ in range(max_episode_steps):
        dist = distribution(obs)
        action = dist.sample()
        log_probs.append(dist.log_prob(action))
        obs, reward, terminated, truncated, _ = env.step(as_action(action))
        rewards.append(float(reward))
        if terminated or truncated:
            break
    obs, _ = env.reset()

    returns, total = [], 0.0
    for reward in reversed(rewards):
        total = reward + gamma * total
        returns.insert(0, total)
    returns = torch.tensor(returns)
    weights = returns - returns.mean()
    if len(rewards) > 1:
        weights = weights / (returns.std() + 1e-8)

    loss = -(torch.stack(log_probs) * weights).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

    episodic_returns.append(sum(rewards))
    if episode % 10 == 0:
        print(f"episode {episode:4d}   mean return of the last ten {sum(episodic_returns[-10:]) / 10:8.2f}")

plt.plot(episodic_returns)
plt.xlabel("episode")
plt.ylabel("return")
plt.title("REINFORCE in OwnEnvironment")
plt.show()
