# Synchronous advantage actor-critic: 8 carts, 16 steps, one update.
import numpy as np
import torch
import torch.nn as nn
import gymnasium as gym
from gymnasium.vector import AutoresetMode, SyncVectorEnv

N_ENVS = 8
N_STEPS = 16
TOTAL_UPDATES = 500
gamma = 0.99
value_coef = 0.5
entropy_coef = 0.01
max_grad_norm = 0.5

torch.manual_seed(0)
np.random.seed(0)


def make_env():
    return gym.make("CartPole-v1")


envs = SyncVectorEnv([make_env for _ in range(N_ENVS)], autoreset_mode=AutoresetMode.SAME_STEP)


class ActorCritic(nn.Module):
    def __init__(self, obs_dim, act_dim, width=64):
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(obs_dim, width), nn.Tanh(), nn.Linear(width, act_dim))
        self.critic = nn.Sequential(nn.Linear(obs_dim, width), nn.Tanh(), nn.Linear(width, 1))

    def forward(self, x):
        logits = self.actor(x)
        value = self.critic(x).squeeze(-1)
        return torch.distributions.Categorical(logits=logits), value


model = ActorCritic(4, 2)
optimizer = torch.optim.RMSprop(model.parameters(), lr=2e-3, alpha=0.99, eps=1e-5)

obs, _ = envs.reset(seed=5)
running = np.zeros(N_ENVS)
finished = []

for update in range(TOTAL_UPDATES):
    log_probs, values, rewards, masks, entropies = [], [], [], [], []

    for _ in range(N_STEPS):
        dist, value = model(torch.from_numpy(obs).float())
        action = dist.sample()
        obs, reward, term, trunc, info = envs.step(action.numpy())
        done = np.logical_or(term, trunc)

        # a cart that ran out of time did not fall: its last state is still worth something
        if trunc.any():
            for i in np.where(trunc & ~term)[0]:
                with torch.no_grad():
                    _, v_last = model(torch.from_numpy(info["final_obs"][i]).float())
                reward[i] += gamma * v_last.item()

        log_probs.append(dist.log_prob(action))
        values.append(value)
        entropies.append(dist.entropy())
        rewards.append(torch.from_numpy(reward).float())
        masks.append(torch.from_numpy(1.0 - done).float())

        running += 1.0
        for i in np.where(done)[0]:
            finished.append(running[i])
            running[i] = 0

    # n-step returns, from the last step to the first
    with torch.no_grad():
        _, R = model(torch.from_numpy(obs).float())
    returns = []
    for t in reversed(range(N_STEPS)):
        R = rewards[t] + gamma * R * masks[t]
        returns.append(R)
    returns.reverse()

    log_probs = torch.stack(log_probs)
    values = torch.stack(values)
    returns = torch.stack(returns)
    entropy = torch.stack(entropies).mean()

    advantage = returns - values
    policy_loss = -(log_probs * advantage.detach()).mean()
    value_loss = advantage.pow(2).mean()
    loss = policy_loss + value_coef * value_loss - entropy_coef * entropy

    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), max_grad_norm)
    optimizer.step()

    if (update + 1) % 50 == 0:
        print(f"update {update + 1:4d}  steps {(update + 1) * N_ENVS * N_STEPS:6d}  "
              f"return {np.mean(finished[-30:]):.1f}")
