import gymnasium as gym
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from collections import deque, namedtuple

Saved = namedtuple("Saved", ["log_prob", "value"])
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class TwoHeadedNet(nn.Module):
    """ a body that both heads stand on """
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 128)
        self.pi_head = nn.Linear(128, 2)     # how likely is each push
        self.v_head = nn.Linear(128, 1)      # how good is the state

    def forward(self, obs):
        h = F.relu(self.body(obs))
        return self.pi_head(h), self.v_head(h)


torch.manual_seed(21)
net = TwoHeadedNet().to(device)
optimizer = torch.optim.Adam(net.parameters(), lr=7e-3)
eps = np.finfo(np.float32).eps.item()
gamma = 0.99
memory = []
rewards = []


def act(obs):
    obs = torch.from_numpy(obs).float().to(device)
    logits, value = net(obs)
    dist = torch.distributions.Categorical(logits=logits)
    action = dist.sample()
    memory.append(Saved(dist.log_prob(action), value))
    return action.item()


def learn():
    G = 0
    returns = []
    for r in rewards[::-1]:
        G = r + gamma * G
        returns.insert(0, G)
    returns = torch.tensor(returns, device=device)
    returns = (returns - returns.mean()) / (returns.std() + eps)

    policy_losses = []
    value_losses = []
    for (log_prob, value), G in zip(memory, returns):
        advantage = G - value.item()
        policy_losses.append(-log_prob * advantage)
        value_losses.append(F.smooth_l1_loss(value, torch.tensor([G], device=device)))

    optimizer.zero_grad()
    loss = torch.stack(policy_losses).sum() + torch.stack(value_losses).sum()
    loss.backward()
    optimizer.step()

    # forget this episode
    del rewards[:]
    del memory[:]


def main(n_episodes=350):
    env = gym.make("CartPole-v1")
    window = deque(maxlen=30)
    for i in range(n_episodes):
        obs, _ = env.reset(seed=21 + i)
        total, over = 0, False
        while not over:
            a = act(obs)
            obs, r, terminated, truncated, _ = env.step(a)
            over = terminated or truncated
            rewards.append(r)
            total += r
        learn()
        window.append(total)
        if (i + 1) % 35 == 0:
            print("after", i + 1, "episodes:", round(np.mean(window), 1))


main()
