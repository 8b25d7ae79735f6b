"""Tensors are [num_steps, num_envs]."""

import torch as t
from tests.explain import passed
from tests.homework import check_gradients, check_loss, check_networks, homework_rollout, log_probs, rollout

_IDEA = "the loss is -mean(log_prob * return) over all steps and environments"


def _weighted(data, weights):
    return -(data.log_probs * weights).mean()


def _loss(agent, data):
    return _weighted(data, data.returns)


def _normal(returns):
    return (returns - returns.mean()) / (returns.std() + 1e-8)


_MISTAKES = [
    (
        "the minus sign is missing: the optimiser descends, so a good action that becomes likelier must lower the loss",
        lambda a, d: -_loss(a, d),
    ),
    ("this is the sum; take the mean over steps and environments", lambda a, d: _loss(a, d) * d.returns.numel()),
    (
        "the sum over steps was divided by the number of environments only",
        lambda a, d: _loss(a, d) * d.returns.shape[0],
    ),
    (
        "the sum over environments was divided by the number of steps only",
        lambda a, d: _loss(a, d) * d.returns.shape[1],
    ),
    (
        "each factor has its own mean: multiply entry by entry first, then take the mean of the products",
        lambda a, d: -d.log_probs.mean() * d.returns.mean(),
    ),
    ("rewards were used: multiply by traj_data.returns", lambda a, d: _weighted(d, d.rewards)),
    ("the returns are missing: each log-probability is multiplied by its return", lambda a, d: -d.log_probs.mean()),
    (
        "not_dones was used: the returns have stopped at the ends already",
        lambda a, d: _weighted(d, d.returns * d.not_dones),
    ),
    ("the returns are normalised: here they enter as they are", lambda a, d: _weighted(d, _normal(d.returns))),
    (
        "the mean return was subtracted: here the returns enter as they are",
        lambda a, d: _weighted(d, d.returns - d.returns.mean()),
    ),
    (
        "the mean return of each step was subtracted: here the returns enter as they are",
        lambda a, d: _weighted(d, d.returns - d.returns.mean(0, keepdim=True)),
    ),
    (
        "these are probabilities: traj_data.log_probs enter without exp",
        lambda a, d: -(t.exp(d.log_probs) * d.returns).mean(),
    ),
    ("the mean is missing: a loss is one number", lambda a, d: -(d.log_probs * d.returns)),
    (
        "the mean goes over the steps only: take it over the environments too",
        lambda a, d: -(d.log_probs * d.returns).mean(0),
    ),
    (
        "the mean goes over the environments only: take it over the steps too",
        lambda a, d: -(d.log_probs * d.returns).mean(1),
    ),
    (
        "the log-probabilities were computed again: the rollout has stored them, use traj_data.log_probs",
        lambda a, d: -(log_probs(a, d) * d.returns).mean(),
    ),
]


def test_reinforce_agent(Agent):
    """The homework's `REINFORCE_policy` and `REINFORCE_loss`, and rollouts of the agent's own."""
    check_networks(Agent, (16, 4), critic=False)
    for steps, num_envs in ((7, 3), (4, 6)):
        agent, data = rollout(Agent, steps, num_envs)
        got = check_loss(_IDEA, agent, data, _loss, _MISTAKES)
        check_gradients(agent, data, got, [_loss])
    agent, data = homework_rollout(Agent, critic=False, centred=False)
    check_loss(f"{_IDEA}: the homework's case", agent, data, _loss, _MISTAKES)
    passed("test_reinforce_agent")
