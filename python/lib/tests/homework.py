"""The homework's agents: their networks, what they act on, their losses and the gradients of these. Tensors are
[num_steps, num_envs]."""

from types import SimpleNamespace

import torch as t
from tests.dense import check_network
from tests.explain import CheckFailed, call, compare, require
from torch import nn
from torch.distributions import Categorical

# What the optimiser sees of a loss is its gradient.
_SILENT = "no gradient reaches self.{}: is what it returns detached, or computed under no_grad?"


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


def check_networks(Agent, sizes, critic):
    """Checks the networks for sizes other than CartPole's, and that the agent acts on its policy."""
    agent = new_agent(Agent, *sizes)
    names = {"policy": sizes[1], "value": 1} if critic else {"policy": sizes[1]}
    for name, outputs in names.items():
        check_network(f"self.{name}", getattr(agent, name, None), sizes[0], outputs)
    if critic:
        shared = {id(p) for p in agent.policy.parameters()} & {id(p) for p in agent.value.parameters()}
        require(
            not shared,
            "self.policy and self.value share no weights",
            "the same layers are in both networks, so each loss pulls at the other's: create new layers for the second",
        )
    _check_actions(Agent)


def _check_actions(Agent):
    agent = new_agent(Agent, 2, 2)
    agent.policy = nn.Linear(2, 2)
    with t.no_grad():
        agent.policy.weight.copy_(t.zeros(2, 2))
        agent.policy.bias.copy_(t.tensor([0.0, 3.0]).log1p())
    idea = "get_action samples an action for each observation, and returns the actions and their distribution"
    got = call(idea, agent.get_action, {"obs": t.randn(1000, 2)})
    if not isinstance(got, (tuple, list)) or len(got) != 2 or not isinstance(got[0], t.Tensor):
        likely = "get_action was ready: leave it as it was in the starter"
        raise CheckFailed(idea, "(actions, dist)", got, likely=likely)
    shape = tuple(got[0].shape)
    require(shape == (1000,), idea, "one action for each observation was expected", shape=shape)
    share = float((got[0] == 1).float().mean())
    if abs(share - 0.8) > 0.08:
        likely = "the actions are not drawn with the policy's probabilities"
        likely = "the likeliest action is taken every time: sample" if share == 1.0 else likely
        raise CheckFailed(idea, "the likelier action in 80 % of the draws", f"in {100 * share:.0f} %", likely=likely)


def rollout(Agent, steps, num_envs, drift=0.0, scale=1.0):
    """Returns an agent and a rollout of its own, with gradient in the log-probabilities. With `drift` they are those of
    another policy, without gradient, and the ratios reach from exp(-drift) to exp(drift)."""
    data = SimpleNamespace()
    data.states = t.randn(steps, num_envs, 4)
    data.actions = t.randint(0, 2, (steps, num_envs))
    data.rewards = t.rand(steps, num_envs) + 0.5
    data.not_dones = (t.rand(steps, num_envs) > 0.25).float()
    data.returns = scale * t.randn(steps, num_envs) + 0.5
    places = t.randperm(steps * num_envs).reshape(steps, num_envs)
    shifts = drift * (2.0 * places / (steps * num_envs - 1) - 1.0)
    sharper = 1.0 + t.rand(1)
    agent = new_agent(Agent, 4, 2)
    with t.no_grad():
        for parameter in agent.parameters():
            parameter.copy_(parameter * sharper)
    data.log_probs = log_probs(agent, data)
    if drift:
        data.log_probs = data.log_probs.detach() + shifts
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


def check_loss(idea, agent, data, reference, mistakes, settings=None):
    """Compares the loss with `reference(agent, data)`. A mistake is a sentence and such a function."""
    settings = settings or {}
    kept = {name: tensor.detach().clone() for name, tensor in vars(data).items() if isinstance(tensor, t.Tensor)}
    got = call(idea, agent.get_loss, {"traj_data": data}, **settings)
    with t.no_grad():
        right = reference(agent, SimpleNamespace(**kept))
    if isinstance(got, (int, float)):
        likely = "a plain number has no gradient: return the tensor itself, without .item()"
        raise CheckFailed(idea, right, got, likely=likely)
    if isinstance(got, t.Tensor) and not got.dtype.is_floating_point:
        raise CheckFailed(idea, right, got, likely=f"the loss is a number of type {got.dtype}, and has no gradient")
    if isinstance(got, (tuple, list)):
        raise CheckFailed(idea, right, got, likely="one loss was expected, not several: return their sum")
    for name, before in kept.items():
        now = getattr(data, name, None)
        if not isinstance(now, t.Tensor) or not bool((now.detach() == before).all()):
            likely = f"get_loss changes traj_data.{name}, which the next epoch needs as it was: compute a new tensor"
            raise CheckFailed("get_loss leaves the rollout as it is", before, now, likely=likely)
    if any(parameter.grad is not None for parameter in agent.parameters()):
        likely = "it calls backward itself: the training loop does that"
        raise CheckFailed("get_loss only returns the loss", likely=likely)
    is_near = isinstance(got, t.Tensor) and got.shape == right.shape and bool(((got - right).abs() < 1e-5).all())
    with t.no_grad():
        named = [] if is_near else [(why, made(agent, SimpleNamespace(**kept))) for why, made in mistakes]
    # Of many mistakes two may lead to nearly the same number: the nearest is meant.
    named.sort(key=lambda mistake: _distance(got, mistake[1]))
    try:
        compare(idea, got, right, mistakes=named)
    except CheckFailed as failure:
        if failure.likely is None and not bool((agent.get_loss(data, **settings) == got).all()):
            likely = "two calls with the same rollout return two losses: use traj_data.actions, and draw nothing"
            raise CheckFailed(idea, right, got, likely=likely) from None
        raise
    return got


def _distance(a, b):
    """Returns the largest difference, infinity for other shapes and for nan."""
    if not isinstance(a, t.Tensor) or a.shape != b.shape:
        return t.inf
    distance = float((a - b).abs().max())
    return distance if distance == distance else t.inf


def check_gradients(agent, data, got, references, mistakes=()):
    """Compares the gradient of a loss with those of `references`, one of which it must be like."""
    likely = "it was computed under no_grad, or everything in it is detached"
    require(got.requires_grad, "the loss has a gradient", likely)
    found = _gradients(agent, got)

    def wanted(reference):
        # A graph can be walked once.
        fresh = SimpleNamespace(**vars(data))
        fresh.log_probs = log_probs(agent, data) if data.log_probs.requires_grad else data.log_probs
        return _gradients(agent, reference(agent, fresh))

    right = [wanted(reference) for reference in references]
    names = [(why, wanted(reference)) for why, reference in mistakes]
    for name, arrived in found.items():
        choices = [gradients[name] for gradients in right]
        idea = f"the gradient of the loss with respect to self.{name}"
        if not bool((arrived != 0).any()):
            raise CheckFailed(idea, choices[0], arrived, likely=_SILENT.format(name))
        if not any(_alike(arrived, choice) for choice in choices):
            compare(idea, arrived, choices[0], mistakes=[(why, gradients[name]) for why, gradients in names])


def _alike(a, b):
    return bool(((a - b).abs() <= 1e-5 + 1e-4 * b.abs()).all())


def _gradients(agent, loss):
    """Returns the gradient of each network as one long tensor, zeros where nothing has arrived."""
    agent.zero_grad()
    loss.backward()
    found = {}
    for name in ("policy", "value"):
        if hasattr(agent, name):
            grads = [t.zeros_like(p) if p.grad is None else p.grad for p in getattr(agent, name).parameters()]
            found[name] = t.cat([grad.flatten() for grad in grads])
    agent.zero_grad()
    return found
