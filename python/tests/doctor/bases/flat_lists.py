# REINFORCE for the pole on the cart. One file, no classes, just lists.
import gymnasium as gym
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(3)
env = gym.make("CartPole-v1")

net = nn.Sequential(
    nn.Linear(4, 64),
    nn.ReLU(),
    nn.Linear(64, 2),
)
opt = torch.optim.Adam(net.parameters(), lr=4e-3)
GAMMA = 0.98

history = []
for episode in range(220):
    logps = []
    rewards = []
    s, _ = env.reset(seed=1000 + episode)
    done = False
    while not done:
        x = torch.as_tensor(s, dtype=torch.float32)
        scores = net(x)
        pi = Categorical(logits=scores)
        a = pi.sample()
        s, r, terminated, truncated, _ = env.step(a.item())
        logps.append(pi.log_prob(a))
        rewards.append(r)
        done = terminated or truncated

    # how much came after each step
    returns = []
    g = 0.0
    for r in reversed(rewards):
        g = r + GAMMA * g
        returns.insert(0, g)
    returns = torch.tensor(returns)
    returns = (returns - returns.mean()) / (returns.std() + 1e-8)

    loss = 0
    for logp, ret in zip(logps, returns):
        loss = loss - logp * ret

    opt.zero_grad()
    loss.backward()
    opt.step()

    history.append(sum(rewards))
    if episode % 20 == 19:
        last = history[-20:]
        print("episode", episode + 1, "average of the last 20:", sum(last) / len(last))
