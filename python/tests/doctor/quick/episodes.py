import gymnasium as gym
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(11)
env = gym.make("CartPole-v1")


class Pilot(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(4, 32)
        self.outer = nn.Linear(32, 2)

    def forward(self, seen):
        return self.outer(torch.relu(self.inner(seen)))


pilot = Pilot()
adam = torch.optim.Adam(pilot.parameters(), lr=5e-3)
discount = 0.98


def play(number):
    seen, _ = env.reset(seed=number)
    logs, paid, over = [], [], False
    while not over:
        choice = Categorical(logits=pilot(torch.as_tensor(seen)))
        action = choice.sample()
        logs.append(choice.log_prob(action))
        seen, reward, fell, cut, _ = env.step(action.item())
        paid.append(reward)
        over = fell or cut
    return torch.stack(logs), paid


def later(paid):
    sums, so_far = [], 0.0
    for reward in reversed(paid):
        so_far = reward + discount * so_far
        sums.append(so_far)
    sums.reverse()
    sums = torch.tensor(sums)
    return (sums - sums.mean()) / (sums.std() + 1e-6)


for episode in range(200):
    logs, paid = play(episode)
    loss = -(logs * later(paid)).mean()
    adam.zero_grad()
    loss.backward()
    adam.step()
    if episode % 20 == 0:
        print(episode, sum(paid))
