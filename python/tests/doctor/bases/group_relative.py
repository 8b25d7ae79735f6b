# Group-relative policy gradient, as for language models but with a cart:
# G attempts from the same start, each is judged against its own group. No critic.
import gymnasium as gym
import torch
import torch.nn as nn
import torch.nn.functional as F

GROUP = 8            # attempts per start
STARTS = 2           # starts per round
ROUNDS = 30
EPS = 0.2
INNER = 4
MAX_LEN = 500

torch.manual_seed(31)
env = gym.make("CartPole-v1")
model = nn.Sequential(nn.Linear(4, 64), nn.Tanh(), nn.Linear(64, 2))
opt = torch.optim.Adam(model.parameters(), lr=8e-3)


@torch.no_grad()
def attempt(seed):
    obs, _ = env.reset(seed=seed)
    xs, acts, logps, score = [], [], [], 0.0
    for _ in range(MAX_LEN):
        x = torch.tensor(obs, dtype=torch.float32)
        logp = F.log_softmax(model(x), dim=-1)
        a = torch.multinomial(logp.exp(), 1).squeeze()
        xs.append(x)
        acts.append(a)
        logps.append(logp[a])
        obs, r, term, trunc, _ = env.step(a.item())
        score += r
        if term or trunc:
            break
    return torch.stack(xs), torch.stack(acts), torch.stack(logps), score


def group_advantages(scores):
    scores = torch.tensor(scores)
    return (scores - scores.mean()) / (scores.std() + 1e-4)


for rnd in range(ROUNDS):
    states, actions, old_logps, advantages, all_scores = [], [], [], [], []
    for start in range(STARTS):
        seed = rnd * STARTS + start
        group = [attempt(seed) for _ in range(GROUP)]
        scores = [g[3] for g in group]
        all_scores += scores
        for (x, a, lp, _), adv in zip(group, group_advantages(scores)):
            states.append(x)
            actions.append(a)
            old_logps.append(lp)
            advantages.append(adv.expand(len(a)))   # one number for the whole attempt

    states = torch.cat(states)
    actions = torch.cat(actions)
    old_logps = torch.cat(old_logps)
    advantages = torch.cat(advantages)

    for _ in range(INNER):
        logp_all = F.log_softmax(model(states), dim=-1)
        logps = logp_all.gather(-1, actions[:, None])[:, 0]
        ratio = (logps - old_logps).exp()
        surrogate = torch.minimum(ratio * advantages, ratio.clamp(1 - EPS, 1 + EPS) * advantages)
        loss = -surrogate.mean()
        opt.zero_grad()
        loss.backward()
        opt.step()

    if (rnd + 1) % 5 == 0:
        print(f"round {rnd + 1}: mean score {sum(all_scores) / len(all_scores):.1f}")
