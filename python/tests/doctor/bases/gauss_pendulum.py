"""PPO with a Gaussian policy swings the pendulum up."""
import gymnasium as gym
import numpy as np
import torch
import torch.nn as nn
from torch.distributions import Normal

N_ENVS, HORIZON, UPDATES = 10, 200, 45
GAMMA, LAMBDA = 0.9, 0.95
CLIP, EPOCHS, MINIBATCH = 0.2, 10, 250
PI_LR, V_LR = 1e-3, 3e-3


class GaussianActor(nn.Module):
    def __init__(self, obs_size, act_size):
        super().__init__()
        self.mu = nn.Sequential(nn.Linear(obs_size, 64), nn.Tanh(), nn.Linear(64, act_size))
        self.log_std = nn.Parameter(torch.zeros(act_size))

    def distribution(self, obs):
        return Normal(2.0 * torch.tanh(self.mu(obs)), self.log_std.exp())


def gae(rewards, values, last_value, gamma, lam):
    """All arrays are [HORIZON, N_ENVS]. A pendulum never falls, so every value counts."""
    adv = np.zeros_like(rewards)
    carry = np.zeros(rewards.shape[1])
    for t in range(len(rewards) - 1, -1, -1):
        v_next = last_value if t == len(rewards) - 1 else values[t + 1]
        delta = rewards[t] + gamma * v_next - values[t]
        carry = delta + gamma * lam * carry
        adv[t] = carry
    return adv, adv + values


torch.manual_seed(0)
np.random.seed(0)
envs = [gym.make("Pendulum-v1") for _ in range(N_ENVS)]
actor = GaussianActor(3, 1)
critic = nn.Sequential(nn.Linear(3, 64), nn.Tanh(), nn.Linear(64, 1))
pi_opt = torch.optim.Adam(actor.parameters(), lr=PI_LR)
v_opt = torch.optim.Adam(critic.parameters(), lr=V_LR)

for update in range(UPDATES):
    # an update is one whole episode of each pendulum
    O = np.zeros((HORIZON, N_ENVS, 3), dtype=np.float32)
    A = np.zeros((HORIZON, N_ENVS, 1), dtype=np.float32)
    R = np.zeros((HORIZON, N_ENVS), dtype=np.float32)
    obs = np.stack([e.reset(seed=1000 * update + i)[0] for i, e in enumerate(envs)])
    for t in range(HORIZON):
        with torch.no_grad():
            act = actor.distribution(torch.as_tensor(obs)).sample().numpy()
        O[t], A[t] = obs, act
        steps = [e.step(np.clip(a, -2, 2)) for e, a in zip(envs, act)]
        R[t] = [s[1] for s in steps]
        obs = np.stack([s[0] for s in steps])

    with torch.no_grad():
        V = critic(torch.as_tensor(O)).squeeze(-1).numpy()
        v_last = critic(torch.as_tensor(obs)).squeeze(-1).numpy()
    adv, ret = gae(R / 10.0, V, v_last, GAMMA, LAMBDA)

    flat_o = torch.as_tensor(O.reshape(-1, 3))
    flat_a = torch.as_tensor(A.reshape(-1, 1))
    flat_adv = torch.as_tensor(adv.reshape(-1), dtype=torch.float32)
    flat_ret = torch.as_tensor(ret.reshape(-1), dtype=torch.float32)
    flat_adv = (flat_adv - flat_adv.mean()) / flat_adv.std()
    with torch.no_grad():
        logp_old = actor.distribution(flat_o).log_prob(flat_a).sum(-1)

    for _ in range(EPOCHS):
        for idx in torch.randperm(len(flat_o)).split(MINIBATCH):
            dist = actor.distribution(flat_o[idx])
            logp = dist.log_prob(flat_a[idx]).sum(-1)
            ratio = torch.exp(logp - logp_old[idx])
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            pi_loss = -torch.min(ratio * flat_adv[idx], clipped * flat_adv[idx]).mean()
            pi_opt.zero_grad()
            pi_loss.backward()
            pi_opt.step()

            v_loss = nn.functional.mse_loss(critic(flat_o[idx]).squeeze(-1), flat_ret[idx])
            v_opt.zero_grad()
            v_loss.backward()
            v_opt.step()

    if update % 5 == 4:
        print(f"update {update + 1:3d}   mean return {R.sum(0).mean():8.1f}   std {actor.log_std.exp().item():.2f}")
