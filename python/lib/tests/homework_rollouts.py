"""The homework's agents and the rollouts that they learn from. Tensors are [num_steps, num_envs]."""

from types import SimpleNamespace

import torch as t
from tests.explain import call, require
from torch import nn
from torch.distributions import Categorical

# Log-probability of a very unlikely action: its probability is 0 in single precision.
_UNLIKELY = -104.0


def new_agent(Agent, n_obs, n_actions):
    idea = "Agent is a class: Agent(n_obs, n_actions) makes an agent"
    likely = "the name Agent is no class any more: give your object another name"
    require(isinstance(Agent, type), idea, likely, Agent=Agent)
    likely = "Agent must stay an nn.Module: write class Agent(nn.Module)"
    require(issubclass(Agent, nn.Module), idea, likely, Agent=Agent)
    # The agent's own seed would make every run alike.
    seed = int(t.randint(0, 2**31, (1,)))
    agent = call(idea, Agent, {"n_obs": n_obs, "n_actions": n_actions})
    t.manual_seed(seed)
    return agent


def rollout(Agent, steps, num_envs, drift=0.0, scale=1.0, sizes=(4, 2)):
    """Returns an agent and a rollout of its own, with gradient in the log-probabilities. With `drift` they are those of
    another policy, without gradient, and the ratios reach from exp(-drift) to exp(drift)."""
    sharper = 1.0 + t.rand(1)
    agent = new_agent(Agent, *sizes)
    with t.no_grad():
        for parameter in agent.parameters():
            parameter.copy_(parameter * sharper)
    return agent, played(agent, steps, num_envs, drift, scale, sizes)


def played(agent, steps, num_envs, drift=0.0, scale=1.0, sizes=(4, 2)):
    """Returns a rollout for an agent that there is."""
    data = SimpleNamespace()
    data.states = t.randn(steps, num_envs, sizes[0])
    data.actions = t.randint(0, sizes[1], (steps, num_envs))
    data.rewards = t.rand(steps, num_envs) + 0.5
    data.not_dones = (t.rand(steps, num_envs) > 0.25).float()
    data.returns = scale * t.randn(steps, num_envs) + 0.5
    places = t.randperm(steps * num_envs).reshape(steps, num_envs)
    shifts = drift * (2.0 * places / max(steps * num_envs - 1, 1) - 1.0)
    data.log_probs = log_probs(agent, data)
    if drift:
        data.log_probs = data.log_probs.detach() + shifts
    return data


def unlikely_rollout(Agent, steps, num_envs):
    """Returns an agent and a rollout with log-probabilities down to -120, and returns of hundreds."""
    agent = new_agent(Agent, 4, 2)
    agent.policy = nn.Linear(4, 2)
    with t.no_grad():
        agent.policy.weight.copy_(t.tensor([[0.0, 0.0, 0.0, 0.0], [120.0, 0.0, 0.0, 0.0]]))
    data = played(agent, steps, num_envs)
    # Both signs, and one action that could hardly be less likely.
    data.states[:, :, 0] = data.states[:, :, 0].clamp(-1.0, 1.0)
    data.states[0, 0, 0], data.actions[0, 0] = -1.0, 1
    data.returns = 100.0 + 400.0 * t.rand(steps, num_envs)
    data.log_probs = log_probs(agent, data)
    return agent, data


def far_rollout(Agent, steps, num_envs):
    """Returns an agent and a rollout of another policy, with ratios from exp(-3) to exp(3), actions of probability 1e-7,
    and one whose probability was 0 in single precision when it was taken."""
    agent = new_agent(Agent, 4, 2)
    agent.policy = nn.Linear(4, 2)
    with t.no_grad():
        agent.policy.weight.copy_(t.tensor([[0.0, 0.0, 0.0, 0.0], [15.5, 0.0, 0.5, 0.0]]))
        agent.policy.bias.copy_(t.zeros(2))
    data = played(agent, steps, num_envs, drift=3.0, scale=2.0)
    data.states[:, :, 0] *= 0.1
    data.states[:, 0], data.actions[:, 0] = t.tensor([-1.0, 0.0, 0.0, 0.0]), 1
    new, shifts = log_probs(agent, data).detach(), 3.0 * t.linspace(-1.0, 1.0, steps * num_envs).reshape(steps, num_envs)
    data.log_probs = new - shifts
    data.log_probs[:, 0] = new[:, 0] + 0.05
    data.log_probs[0, 0] = _UNLIKELY
    # There the product is clipped, so that no number grows without limit; the ratio of 20 is not.
    with t.no_grad():
        values = agent.value(data.states).squeeze(-1)
    data.returns[0, 0], data.returns[-1, -1] = values[0, 0] + 1.0, values[-1, -1] - 1.0
    return agent, data


def homework_rollout(Agent, critic, centred):
    """The homework's case: a policy of one linear layer with a single action, and numbers from a fixed seed."""
    t.manual_seed(0)
    steps, num_envs = 10, 5
    data = SimpleNamespace()
    data.states = t.rand(steps, num_envs, 4)
    data.actions = t.randint(0, 1, (steps, num_envs))
    data.rewards = t.rand(steps, num_envs)
    data.not_dones = t.randint(0, 2, (steps, num_envs))
    data.log_probs = t.rand(steps, num_envs)
    data.returns = t.rand(steps, num_envs)
    if centred:
        data.returns = 2 * data.returns - 1
    agent = new_agent(Agent, 4, 1)
    t.manual_seed(0)
    agent.policy = nn.Linear(4, 1)
    if critic:
        agent.value = nn.Linear(4, 1)
    return agent, data


def log_probs(agent, data):
    return Categorical(logits=agent.policy(data.states)).log_prob(data.actions)


def advantages_of(agent, data):
    return data.returns - agent.value(data.states).squeeze(-1)


def unsqueezed_advantages(agent, data):
    """Returns what comes of values [n_steps, n_envs, 1]. It exists where there are as many steps as environments."""
    steps, num_envs = data.returns.shape
    return data.returns - agent.value(data.states) if steps == num_envs else t.full((1,), t.nan)
