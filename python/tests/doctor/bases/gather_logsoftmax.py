# %% [markdown]
# Policy gradient with the log-softmax written out, four episodes to a batch.

# %%
import gymnasium as gym
import numpy as np
import torch
import torch.nn.functional as F

torch.manual_seed(2)
rng = np.random.default_rng(2)
env = gym.make("CartPole-v1")

# %%
policy = torch.nn.Sequential(
    torch.nn.Linear(4, 40), torch.nn.Tanh(), torch.nn.Linear(40, 2)
)
optim = torch.optim.AdamW(policy.parameters(), lr=0.015, weight_decay=0.0)
GAMMA, EPISODES_PER_BATCH, BATCHES = 0.97, 4, 70

# %%
def choose(obs):
    with torch.no_grad():
        logits = policy(torch.tensor(obs, dtype=torch.float32))
        p = F.softmax(logits, dim=0).numpy().astype(np.float64)
    return int(rng.choice(2, p=p / p.sum()))


def returns_of(rewards):
    out, tail = [], 0.0
    for r in reversed(rewards):
        tail = r + GAMMA * tail
        out.append(tail)
    out.reverse()
    return out

# %%
results = []
for batch in range(BATCHES):
    all_obs, all_act, all_ret = [], [], []
    for k in range(EPISODES_PER_BATCH):
        obs, _ = env.reset(seed=batch * 10 + k)
        rewards = []
        while True:
            action = choose(obs)
            all_obs.append(obs)
            all_act.append(action)
            obs, reward, terminated, truncated, _ = env.step(action)
            rewards.append(float(reward))
            if terminated or truncated:
                break
        all_ret.extend(returns_of(rewards))
        results.append(sum(rewards))

    O = torch.tensor(np.array(all_obs), dtype=torch.float32)
    A = torch.tensor(all_act).unsqueeze(1)
    R = torch.tensor(all_ret)
    baseline = R.mean()

    logits = policy(O)
    logp = F.log_softmax(logits, dim=1)
    logp_a = logp.gather(1, A).squeeze(1)
    objective = (logp_a * (R - baseline)).mean()

    optim.zero_grad()
    (-objective).backward()
    optim.step()

    if batch % 7 == 6:
        print(f"batch {batch + 1}: mean return {np.mean(results[-28:]):.1f}")

# %%
# What does it do without the dice?
obs, _ = env.reset(seed=12345)
steps = 0
while True:
    steps += 1
    with torch.no_grad():
        best = policy(torch.tensor(obs)).argmax().item()
    obs, _, terminated, truncated, _ = env.step(best)
    if terminated or truncated:
        break
print("greedy episode:", steps, "steps")
