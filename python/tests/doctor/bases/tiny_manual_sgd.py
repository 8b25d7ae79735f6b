# the smallest policy gradient I could get to work: two matrices, no nn.Module, no optimizer
import gymnasium as gym
import torch

torch.manual_seed(6)
W1 = (torch.randn(4, 24) * 0.4).requires_grad_()
b1 = torch.zeros(24, requires_grad=True)
W2 = (torch.randn(24, 2) * 0.1).requires_grad_()
params = [W1, b1, W2]
lr = 0.02

def forward(s):
    h = torch.tanh(s @ W1 + b1)
    return torch.log_softmax(h @ W2, dim=-1)

env = gym.make('CartPole-v1')
last = []
for n in range(400):
    o, _ = env.reset(seed=n)
    lp, rew = [], []
    end = False
    while not end:
        logp = forward(torch.tensor(o))
        a = torch.bernoulli(logp[1].exp()).long()   # 1 with the probability of "right"
        lp.append(logp[a])
        o, r, term, trunc, _ = env.step(a.item())
        rew.append(r)
        end = term or trunc

    # reward to go, then centred and scaled
    R = torch.zeros(len(rew))
    acc = 0.
    for t in range(len(rew) - 1, -1, -1):
        acc = rew[t] + 0.98 * acc
        R[t] = acc
    R = (R - R.mean()) / (R.std() + 1e-6)

    loss = -(torch.stack(lp) * R).mean()
    loss.backward()
    with torch.no_grad():
        for p in params:
            p -= lr * 10 * p.grad
            p.grad.zero_()

    last.append(len(rew))
    if n % 40 == 39:
        print(n + 1, sum(last[-40:]) / 40)
