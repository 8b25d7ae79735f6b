"""CartPole and the policy network in PyTorch, and the same made-up data as harness/data.js."""

import torch
from torch import nn

GRAVITY, POLE_MASS, TOTAL_MASS, HALF_LENGTH = 9.8, 0.1, 1.1, 0.5
FORCE, TAU, MAX_X, MAX_THETA, START_SPREAD = 10.0, 0.02, 2.4, 0.20944, 0.05
HIDDEN = [120, 84]


def uniforms(seed):
    """The stream of uniform numbers of harness/data.js ("mulberry32")."""
    mask = 0xFFFFFFFF
    state = seed
    while True:
        state = (state + 0x6D2B79F5) & mask
        word = ((state ^ (state >> 15)) * (state | 1)) & mask
        word ^= (word + (word ^ (word >> 7)) * (word | 61)) & mask
        yield (word ^ (word >> 14)) / 4294967296


def around(draw, spread):
    return (2 * next(draw) - 1) * spread


def mlp(sizes, activation):
    layers = []
    for inputs, outputs in zip(sizes, sizes[1:]):
        layers += [nn.Linear(inputs, outputs), activation()]
    return nn.Sequential(*layers[:-1])


def first_policy(hidden=HIDDEN):
    """The network with the parameters that every library begins with."""
    draw = uniforms(1)
    policy = mlp([4, *hidden, 2], nn.ReLU)
    with torch.no_grad():
        for layer in policy[::2]:
            bound = layer.in_features**-0.5
            numbers = [around(draw, bound) for _ in range(layer.weight.numel())]
            # Ours are [inputs, outputs], PyTorch's [outputs, inputs].
            layer.weight.copy_(torch.tensor(numbers).view(layer.in_features, -1).T)
            layer.bias.copy_(torch.tensor([around(draw, bound) for _ in layer.bias]))
    return policy


def batch(rows):
    """Observations, actions and advantages."""
    draw = uniforms(2)
    obs, actions, advantages = [], [], []
    for _ in range(rows):
        obs.append([around(draw, spread) for spread in (2.4, 3, 0.2, 3)])
        actions.append(0 if next(draw) < 0.5 else 1)
        advantages.append(around(draw, 3**0.5))
    return torch.tensor(obs), torch.tensor(actions), torch.tensor(advantages)


def first_states(worlds):
    draw = uniforms(3)
    return torch.tensor([[around(draw, START_SPREAD) for _ in range(4)] for _ in range(worlds)])


def fresh_states(worlds):
    return torch.empty(worlds, 4).uniform_(-START_SPREAD, START_SPREAD)


def move(state, action):
    """Gymnasium's step: the next states, and where the pole fell or the cart left the track."""
    x, v, theta, omega = state.unbind(1)
    force = action * (2 * FORCE) - FORCE
    sin, cos = theta.sin(), theta.cos()
    pole_moment = POLE_MASS * HALF_LENGTH
    push = (force + pole_moment * omega * omega * sin) / TOTAL_MASS
    inertia = HALF_LENGTH * (4 / 3 - POLE_MASS * cos * cos / TOTAL_MASS)
    spin = (GRAVITY * sin - cos * push) / inertia
    pull = push - pole_moment * spin * cos / TOTAL_MASS
    moved = state + TAU * torch.stack([v, pull, omega, spin], 1)
    return moved, (moved[:, 0].abs() > MAX_X) | (moved[:, 2].abs() > MAX_THETA)


def sample(policy, obs):
    """Drawn actions as 0 and 1, and their log-probabilities."""
    log_probs = policy(obs).log_softmax(1)
    action = (torch.rand(len(obs)) > log_probs[:, 0].exp()).long()
    return action, log_probs.gather(1, action[:, None])[:, 0]


class Worlds:
    """Worlds with a time limit that begin their next episode in the step in which one ends."""

    def __init__(self, worlds, max_steps=500):
        self.max_steps = max_steps
        self.state = fresh_states(worlds)
        self.ages = torch.zeros(worlds)

    def reset(self):
        self.state = fresh_states(len(self.state))
        self.ages.zero_()

    def step(self, action):
        """What was moved to, terminated, truncated, and the age of each episode after the step."""
        moved, terminated = move(self.state, action)
        ages = self.ages + 1
        truncated = ~terminated & (ages >= self.max_steps)
        ended = terminated | truncated
        self.state = torch.where(ended[:, None], fresh_states(len(moved)), moved)
        self.ages = ages * ~ended
        return moved, terminated, truncated, ages
