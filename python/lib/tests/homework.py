"""The homework's three agents: their networks, and their losses with the homework's own numbers. Tensors are
[num_steps, num_envs]."""

from types import SimpleNamespace

import torch as t
from tests.explain import CheckFailed, call, compare, passed, require
from torch import nn
from torch.distributions import Categorical


def _trajectories(n_steps, n_envs, n_obs, n_actions, centred=False):
    """Drawn as the homework draws them; all of its tensors are made, lest the stream goes another way."""
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


def _agent(Agent, sizes, critic):
    agent = call("an agent with its networks", Agent, {"n_obs": sizes[0], "n_actions": sizes[1]})
    _network(agent, "policy", 8, *sizes)
    if critic:
        _network(agent, "value", 8, sizes[0], 1)


def _small(Agent, critic):
    """The homework's agent of the loss tests: a linear layer each."""
    agent = Agent(4, 1)
    t.manual_seed(0)
    agent.policy = nn.Linear(4, 1)
    if critic:
        agent.value = nn.Linear(4, 1)
    return agent


def _losses(Agent, idea, reference, wrong, critic, centred, known):
    """The homework's case, whose loss is `known`, then one with two actions and other shapes."""
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


def test_reinforce_agent(Agent):
    """The homework's `REINFORCE_policy` and `REINFORCE_loss`, and a second case."""
    _agent(Agent, (16, 4), critic=False)

    def loss(agent, data):
        return -(data.log_probs * data.returns).mean()

    _losses(
        Agent,
        "the loss is -mean(log_prob * return) over all steps and worlds",
        loss,
        [
            ("the sign: the optimiser minimises, so likelier good actions must make the loss smaller", lambda a, d: -loss(a, d)),
            ("a sum in place of a mean", lambda a, d: loss(a, d) * d.returns.numel()),
            ("the mean of each factor by itself", lambda a, d: -d.log_probs.mean() * d.returns.mean()),
            ("rewards in place of returns", lambda a, d: -(d.log_probs * d.rewards).mean()),
        ],
        critic=False,
        centred=False,
        known=-0.2369,
    )
    passed("test_reinforce_agent")


def _advantage(agent, data):
    return data.returns - agent.value(data.states).squeeze(-1)


def test_vpg_agent(Agent):
    """The homework's `VPG_networks` and `VPG_loss`, and a second case."""
    _agent(Agent, (32, 6), critic=True)

    def parts(agent, data):
        advantage = _advantage(agent, data)
        return -(data.log_probs * advantage).mean(), (advantage**2).mean()

    _losses(
        Agent,
        "the loss is mean((return - value)^2) - mean(log_prob * (return - value))",
        lambda a, d: sum(parts(a, d)),
        [
            ("the value loss is missing", lambda a, d: parts(a, d)[0]),
            ("the policy loss is missing", lambda a, d: parts(a, d)[1]),
            ("the sign of the policy loss", lambda a, d: parts(a, d)[1] - parts(a, d)[0]),
            ("half of the squared error; the homework adds it whole", lambda a, d: parts(a, d)[0] + 0.5 * parts(a, d)[1]),
            ("returns in place of return - value in the policy loss", lambda a, d: parts(a, d)[1] - (d.log_probs * d.returns).mean()),
        ],
        critic=True,
        centred=False,
        known=0.0618,
    )
    passed("test_vpg_agent")


def test_ppo_agent_of_homework(Agent):
    """The homework's `PPO_networks` and `PPO_loss`, and a second case."""
    _agent(Agent, (12, 7), critic=True)

    def parts(agent, data, epsilon=0.1, pick=t.min):
        advantage = _advantage(agent, data)
        dist = Categorical(logits=agent.policy(data.states))
        ratio = t.exp(dist.log_prob(data.actions) - data.log_probs)
        clipped = ratio.clamp(1 - epsilon, 1 + epsilon)
        return -pick(ratio * advantage, clipped * advantage).mean(), (advantage**2).mean()

    _losses(
        Agent,
        "the loss is mean((return - value)^2) - mean(min(ratio * A, clip(ratio, 1 - 0.1, 1 + 0.1) * A))",
        lambda a, d: sum(parts(a, d)),
        [
            ("nothing is clipped", lambda a, d: sum(parts(a, d, epsilon=1e9))),
            ("epsilon is 0.2; the homework's is 0.1", lambda a, d: sum(parts(a, d, epsilon=0.2))),
            ("the larger of both terms is taken, and the smaller is meant", lambda a, d: sum(parts(a, d, pick=t.max))),
            ("the value loss is missing", lambda a, d: parts(a, d)[0]),
            ("the sign of the policy loss", lambda a, d: parts(a, d)[1] - parts(a, d)[0]),
        ],
        critic=True,
        centred=True,
        known=0.9314,
    )
    passed("test_ppo_agent_of_homework")
