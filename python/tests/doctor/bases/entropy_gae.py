# A2C with lambda returns on ONE cart, the entropy keeps it curious.
# Written as gradient ASCENT: everything below is an objective, only the optimizer flips it.
import copy
import gymnasium as gym
import torch as th
import torch.nn as nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(4, 64), nn.Tanh())
        self.policy = nn.Linear(64, 2)
        self.value = nn.Linear(64, 1)

    def forward(self, x):
        z = self.trunk(x)
        return self.policy(z), self.value(z)[..., 0]

def lambda_advantages(r, v, v_next, ended, cut, gamma=0.99, lam=0.95):
    # ended: the pole fell, there is no next value. cut: the episode is over, for either reason.
    T = len(r)
    out = th.zeros(T)
    a = 0.0
    for t in reversed(range(T)):
        delta = r[t] + gamma * v_next[t] * (1 - ended[t]) - v[t]
        a = delta + gamma * lam * (1 - cut[t]) * a
        out[t] = a
    return out

th.manual_seed(14)
env = gym.make("CartPole-v1")
net = Net()
opt = th.optim.Adam(net.parameters(), lr=4e-3, maximize=True)
best, best_weights = 0.0, None
score, scores = 0.0, []
obs, _ = env.reset(seed=14)

for it in range(400):
    S, A, R, S2, END, CUT = [], [], [], [], [], []
    for _ in range(128):
        s = th.from_numpy(obs)
        with th.no_grad():
            logits, _ = net(s)
        a = th.distributions.Categorical(logits=logits).sample()
        obs, r, term, trunc, _ = env.step(int(a))
        S.append(s); A.append(a); R.append(float(r))
        S2.append(th.from_numpy(obs)); END.append(float(term)); CUT.append(float(term or trunc))
        score += r
        if term or trunc:
            scores.append(score)
            score = 0.0
            obs, _ = env.reset()

    S, A, S2 = th.stack(S), th.stack(A), th.stack(S2)
    R, END, CUT = th.tensor(R), th.tensor(END), th.tensor(CUT)

    logits, v = net(S)
    with th.no_grad():
        _, v2 = net(S2)
    adv = lambda_advantages(R, v.detach(), v2, END, CUT)
    target = adv + v.detach()
    adv = (adv - adv.mean()) / (adv.std() + 1e-8)

    d = th.distributions.Categorical(logits=logits)
    gain = (d.log_prob(A) * adv).mean()
    curiosity = d.entropy().mean()
    fit = -((target - v) ** 2).mean()
    objective = gain + 0.01 * curiosity + 0.02 * fit

    opt.zero_grad()
    objective.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    opt.step()

    mean = sum(scores[-20:]) / max(1, len(scores[-20:]))
    if mean > best:
        best, best_weights = mean, copy.deepcopy(net.state_dict())
    if it % 40 == 39:
        print("iteration", it + 1, "return", round(mean, 1), "entropy", round(curiosity.item(), 3))
print("best", round(best, 1))
