"""{{algorithm}} on {{env_label}}, with the settings of a run on Policy Lab.

    pip install "gymnasium>=1.1" torch safetensors
    python {{file}} --seed 2 --save networks.safetensors

Networks that it saves open on the page ("Load networks" below "Compare runs"), and --load goes on from networks that the
page has saved.

To scale out, put AsyncVectorEnv in place of SyncVectorEnv: each environment then has a process of its own.
"""

import argparse
#if orthogonal_init
import math
#end
from dataclasses import dataclass, fields

import gymnasium as gym
import numpy as np
import torch
#if cart
from gymnasium.envs.classic_control import CartPoleEnv
#end
from gymnasium.vector import AutoresetMode, SyncVectorEnv
#if functions
from numpy import {{functions}}
#end
from safetensors.torch import load_file, save_file
from torch import nn
from torch.distributions import Categorical


@dataclass
class Args:
{{args}}


#if probe
class Probe(gym.Env):
    observation_space = gym.spaces.Box(-1, 1, (1,))
    action_space = gym.spaces.Discrete({{num_actions}})

    def reset(self, seed=None, options=None):
        super().reset(seed=seed)
        self.obs = self.np_random.choice({{first_obs}})
        self.is_last = {{is_one_step}}
        return np.array([self.obs], np.float32), {}

    def step(self, action):
        ended, reward = self.is_last, {{probe_reward}}
#if two_steps
        reward, self.obs, self.is_last = float(ended), 1.0, True
#end
        return np.array([self.obs], np.float32), reward, ended, False, {}


#end
#if cart
class Cart(CartPoleEnv):
    def step(self, action):
        obs, reward, terminated, truncated, info = super().step(action)
        x, v, theta, omega = self.state
#if never_falls
        self.steps_beyond_terminated = None
        terminated = bool(abs(x) > self.x_threshold)
#end
#if own_reward
        reward = float({{reward}})
#else
        reward = args.terminal_reward if terminated else 1.0
#end
        return obs, reward, terminated, truncated, info


#end
def make_env():
    return gym.wrappers.TimeLimit({{make}}, args.max_episode_steps)


#if orthogonal_init
def layer(inputs, outputs, gain):
    linear = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(linear.weight, gain)
    nn.init.zeros_(linear.bias)
    return linear


def network(outputs, last_gain):
    widths, layers = {{widths}}, []
    for inputs, width in zip(widths, widths[1:]):
        layers += [layer(inputs, width, math.sqrt(2)), nn.{{activation}}()]
    return nn.Sequential(*layers, layer(widths[-1], outputs, last_gain))
#else
def network(outputs):
    widths, layers = {{widths}}, []
    for inputs, width in zip(widths, widths[1:]):
        layers += [nn.Linear(inputs, width), nn.{{activation}}()]
    return nn.Sequential(*layers, nn.Linear(widths[-1], outputs))
#end


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
#if orthogonal_init
        self.actor = network({{num_actions}}, last_gain=0.01)
#if critic
        self.critic = network(1, last_gain=1.0)
#end
#else
        self.actor = network({{num_actions}})
#if critic
        self.critic = network(1)
#end
#end

    def policy(self, obs):
        return Categorical(logits=self.actor(obs))
#if critic

    def value(self, obs):
        return self.critic(obs).squeeze(-1)
#end


def tensor(numbers):
    return torch.as_tensor(np.asarray(numbers), dtype=torch.float32, device=device)


def rollout(obs):
    """Returns the columns of args.num_steps steps, [steps, environments], the last observation, and the episodes' lengths."""
    columns, finished = {}, []
#if early_stop
    has_finished = np.zeros(args.num_envs, bool)
#end
    for step in range(args.num_steps):
        with torch.no_grad():
            policy = agent.policy(tensor(obs))
            actions = policy.sample()
        next_obs, rewards, terminated, truncated, infos = envs.step(actions.cpu().numpy())
        ended = terminated | truncated
        row = dict(obs=obs, actions=actions.cpu(), log_probs=policy.log_prob(actions).cpu(), rewards=rewards, ended=ended)
#if gae
        after = next_obs.copy()
#if same_step
        if ended.any():
            after[ended] = np.stack(infos["final_obs"][ended])
#end
        with torch.no_grad():
            row["values"] = agent.value(tensor(obs)).cpu()
            row["next_values"] = np.where(terminated, 0.0, agent.value(tensor(after)).cpu())
#end
        for name, numbers in row.items():
            columns.setdefault(name, []).append(tensor(numbers))
#if same_step
        lengths[:] += 1
#else
        lengths[:] += ~was_reset
        was_reset[:] = ended
#end
        finished += lengths[ended].tolist()
        lengths[ended] = 0
        obs = next_obs
#if whole_episodes
        if ended.all():
            break
#end
#if early_stop
        has_finished |= ended
        if step % 16 == 15 and has_finished.all():
            break
#end
    return {name: torch.stack(rows) for name, rows in columns.items()}, obs, finished


#if gae
def compute_advantages(rewards, values, next_values, ended):
    """Generalised advantage estimation; next_values are 0 where an episode terminated."""
    advantages, later = torch.zeros_like(rewards), 0.0
    for step in reversed(range(len(rewards))):
        error = rewards[step] + args.gamma * next_values[step] - values[step]
        later = advantages[step] = error + args.gamma * args.gae_lambda * later * (1 - ended[step])
    return advantages
#else
def compute_returns(rewards, ended):
    """The discounted sum of rewards up to the end of the episode, or of the rollout."""
    returns, later = torch.zeros_like(rewards), 0.0
    for step in reversed(range(len(rewards))):
        later = returns[step] = rewards[step] + args.gamma * later * (1 - ended[step])
    return returns
#end


#if standardises
def standardise(numbers):
    return (numbers - numbers.mean()) / (numbers.std() + 1e-8)


#end
def compute_loss(batch):
#if ppo
    policy = agent.policy(batch["obs"])
    ratio = (policy.log_prob(batch["actions"]) - batch["log_probs"]).exp()
#else
    policy = agent.policy(batch["obs"])
    log_probs = policy.log_prob(batch["actions"])
#end
    returns = batch["returns"]
#if normalize_returns
    returns = standardise(returns)
#end
#if critic
    values = agent.value(batch["obs"])
#end
#if gae
    advantages = batch["advantages"]
#end
#if value
#if detach_advantage
    advantages = returns - values.detach()
#else
    advantages = returns - values
#end
#end
#if world_mean
    advantages = returns - returns.mean(dim=1, keepdim=True)
#end
#if norm_adv
    advantages = standardise(advantages)
#end
#if reinforce
    loss = -(log_probs * returns).mean()
#end
#if vpg
#if weights
    weights = (log_probs - batch["log_probs"]).exp().detach()
#if clip
    weights = weights.clamp(1 - args.clip_coef, 1 + args.clip_coef)
#end
    loss = -(weights * log_probs * advantages).mean()
#else
    loss = -(log_probs * advantages).mean()
#end
#end
#if ppo
#if clip
    clipped = ratio.clamp(1 - args.clip_coef, 1 + args.clip_coef)
    loss = -torch.min(ratio * advantages, clipped * advantages).mean()
#else
    loss = -(ratio * advantages).mean()
#end
#end
#if critic
    loss = loss + args.vf_coef * (values - returns.detach()).square().mean()
#end
    return loss - args.ent_coef * policy.entropy().mean()


#if anneal_lr
def set_learning_rate(progress):
    moved = min(progress / args.anneal_fraction, 1.0)
    optimizer.param_groups[0]["lr"] = moved * args.learning_rate_end + (1 - moved) * args.learning_rate


#end
def learn(batch):
#if gae
    batch["advantages"] = compute_advantages(*(batch[name] for name in ("rewards", "values", "next_values", "ended")))
    batch["returns"] = batch["advantages"] + batch["values"]
#else
    batch["returns"] = compute_returns(batch["rewards"], batch["ended"])
#end
#if ppo
    batch = {name: column.flatten(0, 1) for name, column in batch.items()}
    for _ in range(args.update_epochs):
        for rows in torch.randperm(len(batch["obs"]), device=device).chunk(args.num_minibatches):
            step({name: column[rows] for name, column in batch.items()})
#if target_kl
        with torch.no_grad():
            moved = agent.policy(batch["obs"]).log_prob(batch["actions"]) - batch["log_probs"]
        if (moved.exp() - 1 - moved).mean() > args.target_kl:
            break
#end
#end
#if vpg
    for _ in range(args.update_epochs):
        for of in torch.arange(args.num_envs, device=device).chunk(args.num_minibatches):
            step({name: column[:, of] for name, column in batch.items()})
#end
#if reinforce
    step(batch)
#end


def step(minibatch):
#if per_minibatch
    global updates
    set_learning_rate(updates / (num_iterations * {{updates}}))
    updates += 1
#end
    optimizer.zero_grad()
    compute_loss(minibatch).backward()
#if max_grad_norm
    nn.utils.clip_grad_norm_(agent.parameters(), args.max_grad_norm)
#end
    optimizer.step()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for field in fields(Args):
        parser.add_argument("--" + field.name, type=type(field.default), default=field.default)
    parser.add_argument("--load", help="networks to begin with")
    parser.add_argument("--save", help="the file for the networks at the end")
    chosen = vars(parser.parse_args())
    load, save = chosen.pop("load"), chosen.pop("save")
    args = Args(**chosen)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(args.seed)
    envs = SyncVectorEnv([make_env] * args.num_envs, autoreset_mode=AutoresetMode.{{autoreset}})
    agent = Agent().to(device)
    if load:
        agent.load_state_dict(load_file(load))
    optimizer = torch.optim.{{optimizer}}
    num_iterations = args.total_timesteps // ({{rollout_size}})
#if per_minibatch
    updates = 0
#end
    obs, _ = envs.reset(seed=args.seed)
    lengths = np.zeros(args.num_envs, int)
#if not same_step
    was_reset = np.zeros(args.num_envs, bool)
#end
    for iteration in range(num_iterations):
#if per_iteration
        set_learning_rate(iteration / {{schedule}})
#end
#if sessions
        finished = []
        for _ in range({{rollouts_per_iteration}}):
#if full_reset
            obs, _ = envs.reset()
            lengths[:] = 0
#end
            batch, obs, lasted = rollout(obs)
            finished += lasted
            learn(batch)
#else
#if full_reset
        obs, _ = envs.reset()
        lengths[:] = 0
#if not same_step
        was_reset[:] = False
#end
#end
        batch, obs, finished = rollout(obs)
        learn(batch)
#end
        print(f"iteration {iteration + 1}: episodes of {np.mean(finished or lengths):.0f} steps on average", flush=True)
#if stop_when_solved
        if len(batch["ended"]) == args.num_steps and not batch["ended"][:-1].any():
            print("solved: each environment lasted the whole rollout")
            break
#end
    if save:
        save_file(agent.state_dict(), save)
