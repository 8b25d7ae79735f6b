"""Vanilla policy gradient in epochs: collect some thousand steps, take one gradient step."""
import argparse

import gymnasium as gym
import numpy as np
import torch
import torch.nn as nn
from torch.distributions.categorical import Categorical
from torch.optim import Adam


def make_mlp(sizes, act=nn.Tanh, out_act=nn.Identity):
    parts = []
    for i, (a, b) in enumerate(zip(sizes[:-1], sizes[1:])):
        parts += [nn.Linear(a, b), act() if i < len(sizes) - 2 else out_act()]
    return nn.Sequential(*parts)


def rewards_to_go(rews, gamma):
    out = np.zeros(len(rews), dtype=np.float32)
    run = 0.0
    for i in reversed(range(len(rews))):
        run = rews[i] + gamma * run
        out[i] = run
    return out


def train(env_name, hidden, lr, gamma, epochs, batch_size, seed):
    torch.manual_seed(seed)
    env = gym.make(env_name)
    n_obs = env.observation_space.shape[0]
    n_act = env.action_space.n

    logits_net = make_mlp([n_obs] + hidden + [n_act])
    optimizer = Adam(logits_net.parameters(), lr=lr)

    def policy(obs):
        logits = logits_net(obs)
        return Categorical(logits=logits)

    def get_action(obs):
        with torch.no_grad():
            return policy(obs).sample().item()

    def compute_loss(obs, act, weights):
        logp = policy(obs).log_prob(act)
        return -(logp * weights).mean()

    env.reset(seed=seed)
    for epoch in range(1, epochs + 1):
        batch_obs, batch_acts, batch_weights = [], [], []
        batch_rets, batch_lens = [], []
        obs, _ = env.reset()
        ep_rews = []

        while True:
            batch_obs.append(obs.copy())
            act = get_action(torch.as_tensor(obs, dtype=torch.float32))
            obs, rew, term, trunc, _ = env.step(act)
            batch_acts.append(act)
            ep_rews.append(rew)

            if term or trunc:
                batch_rets.append(sum(ep_rews))
                batch_lens.append(len(ep_rews))
                batch_weights += list(rewards_to_go(ep_rews, gamma))
                obs, _ = env.reset()
                ep_rews = []
                if len(batch_obs) > batch_size:
                    break

        w = torch.as_tensor(np.array(batch_weights), dtype=torch.float32)
        w = (w - w.mean()) / w.std()
        optimizer.zero_grad()
        loss = compute_loss(
            torch.as_tensor(np.array(batch_obs), dtype=torch.float32),
            torch.as_tensor(batch_acts, dtype=torch.int64),
            w,
        )
        loss.backward()
        optimizer.step()
        print("epoch %3d   loss %.3f   return %.1f   length %.1f"
              % (epoch, loss.item(), np.mean(batch_rets), np.mean(batch_lens)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--env", default="CartPole-v1")
    parser.add_argument("--lr", type=float, default=2e-2)
    parser.add_argument("--gamma", type=float, default=0.99)
    parser.add_argument("--epochs", type=int, default=35)
    parser.add_argument("--batch", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    train(args.env, [32], args.lr, args.gamma, args.epochs, args.batch, args.seed)
