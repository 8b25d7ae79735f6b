import gymnasium as gym
import torch

torch.manual_seed(0)
env = gym.make("FrozenLake-v1", is_slippery=False)
theta = torch.zeros(16, 4, requires_grad=True)
opt = torch.optim.SGD([theta], lr=0.5)
avg = 0.0
for ep in range(600):
    s, _ = env.reset()
    logps, rs, done = [], [], False
    while not done:
        d = torch.distributions.Categorical(logits=theta[s])
        a = d.sample()
        logps.append(d.log_prob(a))
        s, r, term, trunc, _ = env.step(a.item())
        rs.append(r)
        done = term or trunc
    G, loss = 0.0, 0.0
    for lp, r in zip(reversed(logps), reversed(rs)):
        G = r + 0.95 * G
        loss = loss - lp * (G - avg)
    opt.zero_grad()
    loss.backward()
    opt.step()
    avg = 0.95 * avg + 0.05 * sum(rs)
