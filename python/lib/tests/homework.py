"""The homework's three agents: their networks, and their losses with the homework's own numbers. Tensors are
[num_steps, num_envs]."""

from types import SimpleNamespace

import torch as t
from tests.explain import CheckFailed, call, compare, require
from torch import nn


def _trajectories(n_steps, n_envs, n_obs, n_actions, centred=False):
    """Draws tensors as the homework does, all of them, so that the random stream stays the same."""
    data = SimpleNamespace()
    data.states = t.rand(n_steps, n_envs, n_obs)
    data.actions = t.randint(0, n_actions, (n_steps, n_envs))
    data.rewards = t.rand(n_steps, n_envs)
    data.not_dones = t.randint(0, 2, (n_steps, n_envs))
    data.log_probs = t.rand(n_steps, n_envs)
    data.returns = t.rand(n_steps, n_envs)
    if centred:
        data.returns = 2 * data.returns - 1
    return data


def _network(agent, name, rows, n_obs, outputs):
    network = getattr(agent, name, None)
    require(isinstance(network, nn.Module), f"self.{name} is a network", f"assign one to self.{name} in __init__")
    got = network(t.randn(rows, n_obs))
    require(
        tuple(got.shape) == (rows, outputs),
        f"self.{name} maps [{rows}, {n_obs}] to [{rows}, {outputs}]",
        shape=tuple(got.shape),
    )
    children = [module for module in network.modules() if not list(module.children())]
    require(
        isinstance(children[-1], nn.Linear),
        f"the last layer of self.{name} is linear",
        "logits and values are any numbers: nothing must squash them",
        last=children[-1],
    )


def check_networks(Agent, sizes, critic):
    agent = call("an agent with its networks", Agent, {"n_obs": sizes[0], "n_actions": sizes[1]})
    _network(agent, "policy", 8, *sizes)
    if critic:
        _network(agent, "value", 8, sizes[0], 1)


def _small(Agent, critic):
    """The homework's agent of the loss tests: one linear layer for each network."""
    agent = Agent(4, 1)
    t.manual_seed(0)
    agent.policy = nn.Linear(4, 1)
    if critic:
        agent.value = nn.Linear(4, 1)
    return agent


def check_losses(Agent, idea, reference, wrong, critic, centred, known):
    """Returns the homework's case, whose loss is `known`, and a case with two actions and other shapes."""
    for case in range(2):
        t.manual_seed(0) if case == 0 else t.random.seed()
        shape = (10, 5, 4, 1) if case == 0 else (7, 3, 4, 2)
        data = _trajectories(*shape, centred=centred)
        if case == 0:
            agent = _small(Agent, critic)
        else:
            agent = Agent(4, 2)
        got = call(idea, agent.get_loss, {"traj_data": data})
        expected = reference(agent, data)
        compare(idea, got, expected, mistakes=[(why, made(agent, data)) for why, made in wrong])
        if case == 0 and abs(float(expected) - known) > 1e-4:
            raise CheckFailed(f"the homework's own number, {known}", known, float(expected))


def advantage_of(agent, data):
    return data.returns - agent.value(data.states).squeeze(-1)
