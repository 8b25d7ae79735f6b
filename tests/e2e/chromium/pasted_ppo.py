"""PPO in one file, written as such scripts are: nothing in it knows of the page that it is pasted into."""

import argparse
import os
import random
import time
from collections import deque
from distutils.util import strtobool

import gymnasium as gym
import matplotlib.pyplot as plt
import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
from torch.distributions.categorical import Categorical
from torch.utils.tensorboard import SummaryWriter


def parse_args():
    parser = argparse.ArgumentParser(description="PPO on CartPole")
    parser.add_argument("--env-id", type=str, default="CartPole-v1", help="the id of the environment")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cuda", type=lambda text: bool(strtobool(text)), default=True, nargs="?", const=True)
    parser.add_argument("--total-timesteps", type=int, default=20_480)
    parser.add_argument("--num-envs", type=int, default=4)
    parser.add_argument("--num-steps", type=int, default=128)
    parser.add_argument("--lr", type=float, default=1e-3)
    args = parser.parse_args()
    args.batch_size = args.num_envs * args.num_steps
    return args


def make_env(env_id, seed, index):
    def thunk():
        env = gym.make(env_id)
        env = gym.wrappers.RecordEpisodeStatistics(env)
        env.action_space.seed(seed + index)
        return env

    return thunk


def layer_init(layer, std=np.sqrt(2), bias=0.0):
    torch.nn.init.orthogonal_(layer.weight, std)
    torch.nn.init.constant_(layer.bias, bias)
    return layer


def network(inputs, outputs, std):
    hidden = [layer_init(nn.Linear(inputs, 64)), nn.Tanh(), layer_init(nn.Linear(64, 64)), nn.Tanh()]
    return nn.Sequential(*hidden, layer_init(nn.Linear(64, outputs), std=std))


class ActorCritic(nn.Module):
    def __init__(self, envs):
        super().__init__()
        size = int(np.prod(envs.single_observation_space.shape))
        self.actor = network(size, envs.single_action_space.n, std=0.01)
        self.critic = network(size, 1, std=1.0)

    def forward(self, obs, action=None):
        policy = Categorical(logits=self.actor(obs))
        action = policy.sample() if action is None else action
        return action, policy.log_prob(action), policy.entropy(), self.critic(obs).flatten()


class Buffer:
    def __init__(self, steps, envs, device):
        shape = (steps, envs.num_envs)
        self.obs = torch.zeros(shape + envs.single_observation_space.shape, device=device)
        self.actions = torch.zeros(shape + envs.single_action_space.shape, device=device)
        self.log_probs, self.rewards, self.dones, self.values = (torch.zeros(shape, device=device) for _ in range(4))

    @torch.no_grad()
    def advantages(self, next_value, next_done, gamma=0.99, lam=0.95):
        advantages, last = torch.zeros_like(self.rewards), 0
        for t in reversed(range(len(self.rewards))):
            alive = 1.0 - (next_done if t == len(self.rewards) - 1 else self.dones[t + 1])
            value = next_value if t == len(self.rewards) - 1 else self.values[t + 1]
            delta = self.rewards[t] + gamma * value * alive - self.values[t]
            advantages[t] = last = delta + gamma * lam * alive * last
        return advantages, advantages + self.values


def update(agent, optimizer, buffer, advantages, returns, epochs=4, minibatches=4, clip=0.2):
    obs = buffer.obs.reshape((-1,) + buffer.obs.shape[2:])
    actions, log_probs = buffer.actions.reshape(-1).long(), buffer.log_probs.reshape(-1)
    advantages, returns = advantages.reshape(-1), returns.reshape(-1)
    indices, fractions = np.arange(len(obs)), []
    for _ in range(epochs):
        np.random.shuffle(indices)
        for rows in np.array_split(indices, minibatches):
            _, new_log_probs, entropy, values = agent(obs[rows], actions[rows])
            ratio = (new_log_probs - log_probs[rows]).exp()
            fractions += [((ratio - 1.0).abs() > clip).float().mean().item()]
            mine = advantages[rows]
            mine = (mine - mine.mean()) / (mine.std() + 1e-8)
            policy_loss = torch.max(-mine * ratio, -mine * torch.clamp(ratio, 1 - clip, 1 + clip)).mean()
            loss = policy_loss + 0.5 * ((values - returns[rows]) ** 2).mean() / 2 - 0.01 * entropy.mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()
    return loss.item(), float(np.mean(fractions))


if __name__ == "__main__":
    args = parse_args()
    random.seed(args.seed)
    np.random.seed(args.seed)
    torch.manual_seed(args.seed)
    torch.backends.cudnn.deterministic = True
    device = torch.device("cuda" if torch.cuda.is_available() and args.cuda else "cpu")
    writer = SummaryWriter(os.path.join("runs", f"{args.env_id}__{args.seed}__{int(time.time())}"))
    writer.add_text("settings", "\n".join(f"|{key}|{value}|" for key, value in vars(args).items()))

    envs = gym.vector.SyncVectorEnv([make_env(args.env_id, args.seed, i) for i in range(args.num_envs)])
    assert isinstance(envs.single_action_space, gym.spaces.Discrete), "only discrete actions"
    agent = ActorCritic(envs).to(device)
    optimizer = optim.Adam(agent.parameters(), lr=args.lr, eps=1e-5)
    scheduler = optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.1, args.total_timesteps // args.batch_size)
    buffer = Buffer(args.num_steps, envs, device)

    recent, curve, start = deque(maxlen=20), [], time.time()
    next_obs, _ = envs.reset(seed=args.seed)
    next_obs, next_done = torch.Tensor(next_obs).to(device), torch.zeros(args.num_envs).to(device)
    for iteration in range(1, args.total_timesteps // args.batch_size + 1):
        for step in range(args.num_steps):
            buffer.obs[step], buffer.dones[step] = next_obs, next_done
            with torch.no_grad():
                action, buffer.log_probs[step], _, buffer.values[step] = agent(next_obs)
            buffer.actions[step] = action
            next_obs, reward, terminated, truncated, infos = envs.step(action.cpu().numpy())
            buffer.rewards[step] = torch.tensor(reward).to(device).view(-1)
            next_obs, next_done = torch.Tensor(next_obs).to(device), torch.Tensor(np.logical_or(terminated, truncated))
            if "episode" in infos:
                recent.extend(infos["episode"]["r"][infos["_episode"]].tolist())
        with torch.no_grad():
            next_value = agent(next_obs)[3]
        loss, clipped = update(agent, optimizer, buffer, *buffer.advantages(next_value, next_done))
        scheduler.step()
        global_step = iteration * args.batch_size
        curve.append((global_step, np.mean(recent)))
        writer.add_scalar("charts/episodic_return", curve[-1][1], global_step)
        if iteration % 10 == 0:
            speed = int(global_step / (time.time() - start))
            print(f"global_step={global_step} return={curve[-1][1]:.1f} {loss=:.3f} {clipped=:.2f} SPS={speed}", flush=True)

    torch.save(agent.state_dict(), "runs/agent.pt")
    agent.load_state_dict(torch.load("runs/agent.pt", weights_only=True))
    envs.close()
    writer.close()
    plt.plot(*zip(*curve))
    plt.xlabel("steps")
    plt.ylabel("return")
    plt.show()
    print(f"last return: {curve[-1][1]:.1f}")
