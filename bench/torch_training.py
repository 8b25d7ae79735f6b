"""Whole trainings in PyTorch with the settings of Policy Lab's presets ppo-quick and vpg-quick
(src/config/presets), written as one would write them by hand with vectorised worlds."""

from time import perf_counter

import torch
from torch import nn

from torch_cartpole import Worlds, mlp, sample

GAMMA, LAMBDA, GOAL, ENOUGH = 0.99, 0.95, 400.0, 20


class Clock:
    """When the mean length of the newest twenty or more episodes first passed the goal."""

    def __init__(self):
        self.start = perf_counter()
        self.solved = None
        self.iterations = []

    def iteration(self, lengths):
        """Takes the lengths of the episodes that ended in an iteration."""
        self.iterations.append((len(lengths), float(sum(lengths))))
        count, steps = 0, 0.0
        for episodes, length in reversed(self.iterations):
            count, steps = count + episodes, steps + length
            if count >= ENOUGH:
                break
        if self.solved is None and count >= ENOUGH and steps / count > GOAL:
            self.solved = perf_counter() - self.start

    def report(self):
        return {
            "solved_secs": self.solved,
            "total_secs": perf_counter() - self.start,
            "iterations": len(self.iterations),
        }


def reverse_scan(values, factors):
    """x[t] = values[t] + factors[t] * x[t + 1]."""
    result, after = torch.empty_like(values), torch.zeros_like(values[0])
    for step in reversed(range(len(values))):
        after = values[step] + factors[step] * after
        result[step] = after
    return result


def orthogonal(network, last_gain):
    layers = [layer for layer in network if isinstance(layer, nn.Linear)]
    for layer in layers:
        nn.init.orthogonal_(layer.weight, last_gain if layer is layers[-1] else 2**0.5)
        nn.init.zeros_(layer.bias)
    return network


@torch.no_grad()
def ppo_rollout(actor, critic, worlds, num_steps):
    """Samples `[num_steps, num_envs]`, values, what follows each step, and lengths of episodes."""
    obs, actions, log_probs, terminated, ended = [], [], [], [], []
    finals, lengths = [], []
    for step in range(num_steps):
        action, log_prob = sample(actor, worlds.state)
        obs.append(worlds.state)
        actions.append(action)
        log_probs.append(log_prob)
        moved, fell, truncated, ages = worlds.step(action)
        terminated.append(fell)
        ended.append(fell | truncated)
        lengths += ages[ended[-1]].tolist()
        if truncated.any():
            finals.append((step, truncated, moved[truncated]))
    obs = torch.stack(obs)
    # The critic's values in one call for all steps; behind a fall nothing is to be had.
    values = critic(obs)[..., 0]
    following = torch.cat([values[1:], critic(worlds.state).T])
    following[torch.stack(terminated)] = 0
    for step, truncated, states in finals:
        following[step, truncated] = critic(states)[:, 0]
    samples = (obs, torch.stack(actions), torch.stack(log_probs))
    return samples, values, following, torch.stack(ended), lengths


def ppo_loss(actor, critic, rows):
    obs, action, old_log_prob, advantage, returns = rows
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    log_probs = actor(obs).log_softmax(1)
    log_prob = log_probs.gather(1, action[:, None])[:, 0]
    ratio = (log_prob - old_log_prob).exp()
    surrogate = torch.min(ratio * advantage, ratio.clamp(0.8, 1.2) * advantage).mean()
    entropy = -(log_probs.exp() * log_probs).sum(1).mean()
    value_loss = (critic(obs)[:, 0] - returns).square().mean()
    return -surrogate - 0.01 * entropy + 0.25 * value_loss


def ppo(clock, num_envs, num_steps, iterations, minibatches, epochs, learning_rate):
    actor = orthogonal(mlp([4, 64, 64, 2], nn.Tanh), 0.01)
    critic = orthogonal(mlp([4, 64, 64, 1], nn.Tanh), 1.0)
    parameters = [*actor.parameters(), *critic.parameters()]
    optimizer = torch.optim.Adam(parameters, lr=learning_rate, eps=1e-5)
    worlds = Worlds(num_envs)
    for _ in range(iterations):
        samples, values, following, ended, lengths = ppo_rollout(
            actor, critic, worlds, num_steps
        )
        # The reward of every step is 1.
        deltas = 1 + GAMMA * following - values
        advantages = reverse_scan(deltas, GAMMA * LAMBDA * (~ended).float())
        columns = [*samples, advantages, advantages + values]
        flat = [column.flatten(0, 1) for column in columns]
        for _ in range(epochs):
            for rows in torch.randperm(num_envs * num_steps).chunk(minibatches):
                loss = ppo_loss(actor, critic, [column[rows] for column in flat])
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(parameters, 0.5)
                optimizer.step()
        clock.iteration(lengths)


def ppo_quick(clock):
    ppo(clock, 64, 128, 100, 4, 4, 5e-3)


def ppo_defaults(clock):
    """cleanrl's: 500,000 steps."""
    ppo(clock, 4, 128, 976, 4, 4, 2.5e-4)


def modurl_ppo(clock):
    """The workload of ModuRL's benchmark: 20,480 steps, minibatches of 64."""
    ppo(clock, 8, 256, 10, 32, 10, 3e-4)


def vpg_rollout(actor, worlds, num_steps):
    """Fresh worlds for at most `num_steps` steps; ends early once every world has fallen."""
    worlds.reset()
    columns = [[], [], []]
    alive = torch.ones(len(worlds.state), dtype=torch.bool)
    lifespans = torch.zeros(len(alive))
    for step in range(num_steps):
        obs = worlds.state
        with torch.no_grad():
            action, _ = sample(actor, obs)
        _, terminated, _, _ = worlds.step(action)
        for column, values in zip(columns, (obs, action, terminated)):
            column.append(values)
        alive &= ~terminated
        lifespans += alive
        if (step + 1) % 16 == 0 and not alive.any():
            break
    return [torch.stack(column) for column in columns], lifespans


def vpg_quick(clock):
    num_envs, num_steps, iterations = 32, 500, 40
    actor = mlp([4, 120, 84, 2], nn.ReLU)
    optimizer = torch.optim.Adam(actor.parameters(), lr=1e-2, eps=1e-5)
    worlds = Worlds(num_envs)
    for _ in range(iterations):
        (obs, action, terminated), lifespans = vpg_rollout(actor, worlds, num_steps)
        # The step on which the pole falls pays nothing; the baseline is the mean over the worlds.
        alive = (~terminated).float()
        returns = reverse_scan(alive, GAMMA * alive)
        advantages = returns - returns.mean(1, keepdim=True)
        log_probs = actor(obs).log_softmax(2)
        log_prob = log_probs.gather(2, action[..., None])[..., 0]
        optimizer.zero_grad()
        (-(log_prob * advantages).mean()).backward()
        nn.utils.clip_grad_norm_(actor.parameters(), 1.0)
        optimizer.step()
        clock.iteration(lifespans.tolist())
        # Solved for good: every world survived the whole rollout.
        if (lifespans >= num_steps).all():
            break


PRESETS = {"ppo-quick": ppo_quick, "vpg-quick": vpg_quick}


RUNS = {"ppo-defaults": ppo_defaults, "modurl-ppo": modurl_ppo}


def finish(run):
    torch.manual_seed(1)
    clock = Clock()
    RUNS[run](clock)
    return {"total_secs": clock.report()["total_secs"]}


def train(preset, seed):
    torch.manual_seed(seed)
    clock = Clock()
    PRESETS[preset](clock)
    return clock.report()
