"""Tensors are [num_steps, num_envs]."""

import torch as t
from tests.explain import passed
from tests.homework import check_gradients, check_loss, check_networks, check_next_rollout, check_small_rollouts
from tests.homework_rollouts import homework_rollout, log_probs, played, rollout, unlikely_rollout

_IDEA = "the loss is -mean(log_prob * return) over all steps and environments"
_UNLIKELY = (
    "moderate numbers come out right, and these do not, log-probabilities down to -120 and returns of hundreds: leave out "
    "limits and added constants, and use the log-probabilities as they are, without exp and log on the way"
)
_NAMES = {"whole": "neither a factor nor a sum explains it: multiply each log-probability by the return of its own step"}


def _weighted(data, weights):
    return -(data.log_probs * weights).mean()


def _loss(agent, data):
    return _weighted(data, data.returns)


def _normal(returns):
    return (returns - returns.mean()) / (returns.std() + 1e-8)


def _to_go(rewards):
    """Returns the sums of rewards from each step on, as if no episode ended and nothing were discounted."""
    return rewards.flip(0).cumsum(0).flip(0)


def _discounted(returns, gamma=0.99):
    return returns * gamma ** t.arange(len(returns)).unsqueeze(-1)


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
        "the mean return of each environment was subtracted: here the returns enter as they are",
        lambda a, d: _weighted(d, d.returns - d.returns.mean(1, keepdim=True)),
    ),
    (
        "the returns are divided by their deviation: here they enter as they are",
        lambda a, d: _weighted(d, d.returns / (d.returns.std() + 1e-8)),
    ),
    (
        "the return of the first step weights all steps: each log-probability has the return of its own step",
        lambda a, d: _weighted(d, d.returns[:1].expand_as(d.returns)),
    ),
    (
        "the return of the last step weights all steps: each log-probability has the return of its own step",
        lambda a, d: _weighted(d, d.returns[-1:].expand_as(d.returns)),
    ),
    (
        "the returns of one environment weight all of them: each log-probability has the return of its own environment",
        lambda a, d: _weighted(d, d.returns[:, :1].expand_as(d.returns)),
    ),
    (
        "each environment's mean return weights all its steps: each log-probability has the return of its own step",
        lambda a, d: _weighted(d, d.returns.mean(0, keepdim=True).expand_as(d.returns)),
    ),
    (
        "the sum of all rewards weights all steps: multiply by traj_data.returns",
        lambda a, d: _weighted(d, d.rewards.sum(0, keepdim=True).expand_as(d.returns)),
    ),
    (
        "sums of rewards were computed here: traj_data.returns are there already, discounted and stopped at the ends",
        lambda a, d: _weighted(d, _to_go(d.rewards)),
    ),
    (
        "the returns were discounted once more, by the number of their step: here they enter as they are",
        lambda a, d: _weighted(d, _discounted(d.returns)),
    ),
    (
        "the returns are in the reverse order: each log-probability has the return of its own step",
        lambda a, d: _weighted(d, d.returns.flip(0)),
    ),
    (
        "each log-probability has the return of the step after it: use that of its own step",
        lambda a, d: -(d.log_probs[:-1] * d.returns[1:]).mean(),
    ),
    ("the last step is left out", lambda a, d: -(d.log_probs[:-1] * d.returns[:-1]).mean()),
    ("the first step is left out", lambda a, d: -(d.log_probs[1:] * d.returns[1:]).mean()),
    (
        "only the first environment counts: take the mean over all of them",
        lambda a, d: -(d.log_probs[:, 0] * d.returns[:, 0]).mean(),
    ),
    (
        "log-probabilities and returns were flattened in different orders: transpose neither, or both",
        lambda a, d: -(d.log_probs.T.reshape(-1) * d.returns.reshape(-1)).mean(),
    ),
    (
        "the log-probabilities of an episode were added up first: multiply each by the return of its own step",
        lambda a, d: -(d.log_probs.sum(0) * d.returns.sum(0)).mean(),
    ),
    (
        "the log-probabilities of an episode were added up first: multiply each by the return of its own step",
        lambda a, d: -(d.log_probs.sum(0) * d.returns[0]).mean(),
    ),
    ("the returns are squared: they enter as they are", lambda a, d: _weighted(d, d.returns**2)),
    ("the returns are made positive: they enter with their sign", lambda a, d: _weighted(d, d.returns.abs())),
    (
        "negative returns count as 0: they enter with their sign, and make an action less likely",
        lambda a, d: _weighted(d, d.returns.clamp(min=0.0)),
    ),
    ("the median is taken: take the mean", lambda a, d: -(d.log_probs * d.returns).median()),
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
    for steps, num_envs, sizes in ((7, 3, (4, 2)), (4, 6, (5, 3))):
        agent, data = rollout(Agent, steps, num_envs, sizes=sizes)
        got = check_loss(_IDEA, agent, data, _loss, _MISTAKES, names=_NAMES)
        check_gradients(agent, data, got, [_loss])
        check_next_rollout(_IDEA, agent, played(agent, steps, num_envs, sizes=sizes), _loss, _MISTAKES, _NAMES)
    check_small_rollouts(_IDEA, lambda steps, num_envs: rollout(Agent, steps, num_envs), _loss)
    check_loss(_IDEA, *unlikely_rollout(Agent, 80, 3), _loss, otherwise=_UNLIKELY)
    agent, data = homework_rollout(Agent, critic=False, centred=False)
    check_loss(f"{_IDEA}: the homework's case", agent, data, _loss, _MISTAKES, names=_NAMES)
    passed("test_reinforce_agent")
