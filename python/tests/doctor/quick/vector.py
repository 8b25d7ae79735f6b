import gymnasium as gym
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(7)
envs = gym.make_vec("CartPole-v1", num_envs=8)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 64), nn.ReLU())
        self.pi, self.vf = nn.Linear(64, 2), nn.Linear(64, 1)

    def forward(self, x):
        h = self.body(x)
        return self.pi(h), self.vf(h).squeeze(-1)


net = Net()
optim = torch.optim.RMSprop(net.parameters(), lr=2e-3)
x, _ = envs.reset(seed=7)
x = torch.as_tensor(x)
for update in range(300):
    logps, vals, rews, masks, ents = [], [], [], [], []
    for _ in range(16):
        logits, v = net(x)
        dist = torch.distributions.Categorical(logits=logits)
        act = dist.sample()
        nx, r, term, trunc, _ = envs.step(act.numpy())
        logps.append(dist.log_prob(act))
        ents.append(dist.entropy())
        vals.append(v)
        rews.append(torch.as_tensor(r, dtype=torch.float32))
        masks.append(1 - torch.as_tensor(term | trunc, dtype=torch.float32))
        x = torch.as_tensor(nx)
    with torch.no_grad():
        R = net(x)[1]
    rets = []
    for r, m in zip(reversed(rews), reversed(masks)):
        R = r + 0.99 * m * R
        rets.append(R)
    rets = torch.stack(rets[::-1])
    vals = torch.stack(vals)
    adv = rets - vals
    loss = -(torch.stack(logps) * adv.detach()).mean() + 0.5 * adv.pow(2).mean() - 0.01 * torch.stack(ents).mean()
    optim.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 0.5)
    optim.step()
