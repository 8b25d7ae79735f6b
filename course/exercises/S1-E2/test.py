"""Tensors are [num_steps, num_envs]."""

from functools import partial

import torch as t
from tests import clipped
from tests.explain import passed
from tests.homework import check_gradients, check_loss, check_networks, check_next_rollout, check_small_rollouts
from tests.homework_rollouts import (
    advantages_of,
    homework_rollout,
    played,
    rollout,
    unlikely_rollout,
    unsqueezed_advantages,
)

_IDEA = "the loss is mean((return - value)^2) - mean(log_prob * (return - value))"
_UNLIKELY = (
    "moderate numbers come out right, and these do not, log-probabilities down to -120 and returns of hundreds: leave out "
    "limits and added constants, square large errors too, and take no exp and log on the way"
)
_NAMES = {
    "policy": "-mean(log_prob * (return - value))",
    "value": "mean((return - value)^2)",
    "whole": "neither part is there as it should be: write them one by one, each with its own mean, and add them up",
}


def _policy_loss(agent, data):
    return -(data.log_probs * advantages_of(agent, data).detach()).mean()


def _attached(agent, data):
    return -(data.log_probs * advantages_of(agent, data)).mean()


def _value_loss(agent, data):
    return (advantages_of(agent, data) ** 2).mean()


def _loss(agent, data):
    return _policy_loss(agent, data) + _value_loss(agent, data)


def _homework(agent, data):
    """The same value with another gradient: the homework does not detach."""
    return _attached(agent, data) + _value_loss(agent, data)


def _with_policy(made):
    """A loss whose policy part is that of other advantages."""
    return lambda a, d: _value_loss(a, d) - (d.log_probs * made(a, d)).mean()


def _with_value(made):
    """A loss whose value part is another one."""
    return lambda a, d: _policy_loss(a, d) + made(a, d)


def _turned(agent, data):
    """The values in the order of another flattening, as if the time came second."""
    turned = agent.value(data.states.transpose(0, 1)).reshape(data.returns.shape)
    return data.returns - turned


def _normal(advantages):
    return (advantages - advantages.mean()) / (advantages.std() + 1e-8)


def _not_squeezed(agent, data):
    advantages = unsqueezed_advantages(agent, data)
    return (advantages**2).mean() - (data.log_probs * advantages).mean()


def _partly_squeezed(agent, data):
    return _policy_loss(agent, data) + (unsqueezed_advantages(agent, data) ** 2).mean()


_DIMENSION = "the values have one dimension more than the returns, [n_steps, n_envs, 1]: squeeze(-1) removes it"
_MISTAKES = [
    ("the value loss is missing: add mean((return - value)^2)", _policy_loss),
    ("the policy loss is missing: add -mean(log_prob * (return - value))", _value_loss),
    (
        "the policy loss has the wrong sign: it is -mean(log_prob * (return - value))",
        lambda a, d: _value_loss(a, d) - _policy_loss(a, d),
    ),
    (
        "the value loss has the wrong sign: the critic's error must become small, so add it",
        lambda a, d: _policy_loss(a, d) - _value_loss(a, d),
    ),
    ("both parts have the wrong sign: a loss is descended", lambda a, d: -_loss(a, d)),
    ("the value loss was halved: it enters whole here", _with_value(lambda a, d: 0.5 * _value_loss(a, d))),
    ("the errors are not squared, only made positive", _with_value(lambda a, d: advantages_of(a, d).abs().mean())),
    ("the errors are not squared in the value loss", _with_value(lambda a, d: advantages_of(a, d).mean())),
    ("the mean error was squared: square each error first", _with_value(lambda a, d: advantages_of(a, d).mean() ** 2)),
    ("the root of the value loss was taken", _with_value(lambda a, d: _value_loss(a, d).sqrt())),
    (
        "the critic learns rewards: its target is traj_data.returns",
        _with_value(lambda a, d: ((d.rewards - a.value(d.states).squeeze(-1)) ** 2).mean()),
    ),
    (
        "rewards were used: the advantage is traj_data.returns - value",
        lambda a, d: ((d.rewards - a.value(d.states).squeeze(-1)) ** 2).mean()
        - (d.log_probs * (d.rewards - a.value(d.states).squeeze(-1))).mean(),
    ),
    (
        "the policy loss has the returns in it: multiply by return - value, so that the critic is a baseline",
        _with_policy(lambda a, d: d.returns),
    ),
    (
        "the policy loss has the values in it: multiply by return - value",
        _with_policy(lambda a, d: a.value(d.states).squeeze(-1)),
    ),
    (
        "the advantages are normalised: here they enter as they are",
        _with_policy(lambda a, d: _normal(advantages_of(a, d))),
    ),
    (
        "the policy loss has the squared errors in it: multiply by the difference itself there",
        _with_policy(lambda a, d: advantages_of(a, d) ** 2),
    ),
    (
        "the advantages have their mean subtracted: here they enter as they are",
        _with_policy(lambda a, d: advantages_of(a, d) - advantages_of(a, d).mean()),
    ),
    (
        "the policy loss has the rewards in it: multiply by return - value",
        _with_policy(lambda a, d: d.rewards),
    ),
    (
        "the policy loss has the rewards in it: the advantage is traj_data.returns - value",
        _with_policy(lambda a, d: d.rewards - a.value(d.states).squeeze(-1)),
    ),
    (
        "the policy loss has return + value in it: the value is subtracted",
        _with_policy(lambda a, d: d.returns + a.value(d.states).squeeze(-1)),
    ),
    (
        "negative advantages count as 0: they enter with their sign, and make an action less likely",
        _with_policy(lambda a, d: advantages_of(a, d).clamp(min=0.0)),
    ),
    (
        "the advantages are made positive: they enter with their sign",
        _with_policy(lambda a, d: advantages_of(a, d).abs()),
    ),
    (
        "the mean return is the baseline: it is the critic's value of each state",
        _with_policy(lambda a, d: d.returns - d.returns.mean()),
    ),
    (
        "the value of the next state is subtracted: the baseline is that of the state in which the action was taken",
        _with_policy(lambda a, d: d.returns - t.cat([a.value(d.states[1:]), a.value(d.states[-1:])]).squeeze(-1)),
    ),
    (
        "the policy loss has probabilities in it: traj_data.log_probs enter without exp",
        lambda a, d: _value_loss(a, d) - (d.log_probs.exp() * advantages_of(a, d)).mean(),
    ),
    (
        "values and returns were flattened in different orders: transpose neither, or both",
        lambda a, d: (_turned(a, d) ** 2).mean() - (d.log_probs * _turned(a, d)).mean(),
    ),
    (
        "log-probabilities and advantages were flattened in different orders: transpose neither, or both",
        lambda a, d: _value_loss(a, d) - (d.log_probs.T.reshape(-1) * advantages_of(a, d).reshape(-1)).mean(),
    ),
    (
        "large errors are not squared (smooth_l1_loss, huber_loss): the value loss is mean((return - value)^2)",
        _with_value(lambda a, d: clipped.huber(advantages_of(a, d))),
    ),
    (
        "the value loss is a sum over the steps: take its mean over both dimensions",
        _with_value(lambda a, d: _value_loss(a, d) * d.returns.shape[0]),
    ),
    (
        "the policy loss is a sum over the steps: take its mean over both dimensions",
        lambda a, d: _policy_loss(a, d) * d.returns.shape[0] + _value_loss(a, d),
    ),
    ("these are sums; take the mean of each part", lambda a, d: _loss(a, d) * d.returns.numel()),
    (
        "the policy loss is a sum: take its mean",
        lambda a, d: _policy_loss(a, d) * d.returns.numel() + _value_loss(a, d),
    ),
    (
        "the value loss is a sum: take its mean",
        lambda a, d: _policy_loss(a, d) + _value_loss(a, d) * d.returns.numel(),
    ),
    (
        "each factor of the policy loss has its own mean: multiply entry by entry first",
        lambda a, d: _value_loss(a, d) - d.log_probs.mean() * advantages_of(a, d).mean(),
    ),
    (_DIMENSION, _not_squeezed),
    (_DIMENSION, _partly_squeezed),
    (
        "the mean is missing: a loss is one number",
        lambda a, d: advantages_of(a, d) ** 2 - d.log_probs * advantages_of(a, d),
    ),
]
_WRONG_GRADIENTS = [
    (
        "only the policy loss reaches the critic: detach the advantage there, and not in the value loss",
        lambda a, d: _attached(a, d) + _value_loss(a, d).detach(),
    ),
    ("the critic's gradient has the wrong sign", lambda a, d: _policy_loss(a, d) - _value_loss(a, d)),
]


def test_vpg_agent(Agent):
    """The homework's `VPG_networks` and `VPG_loss`, and rollouts of the agent's own."""
    check_networks(Agent, (32, 6), critic=True)
    accepted = [_loss, _homework]
    # As many steps as environments: there a dimension too many raises nothing.
    for steps, num_envs, sizes in ((5, 5, (4, 2)), (7, 3, (5, 3))):
        agent, data = rollout(Agent, steps, num_envs, scale=2.0, sizes=sizes)
        names = _NAMES if sizes[1] == 2 else {**_NAMES, "policy": f"{_NAMES['policy']}, for any number of actions"}
        got = check_loss(_IDEA, agent, data, _loss, _MISTAKES, names=names)
        check_gradients(agent, data, got, accepted, _WRONG_GRADIENTS)
        other = played(agent, steps, num_envs, scale=2.0, sizes=sizes)
        check_next_rollout(_IDEA, agent, other, _loss, _MISTAKES, names)
    check_small_rollouts(_IDEA, partial(rollout, Agent), _loss, accepted, single=False)
    check_loss(_IDEA, *unlikely_rollout(Agent, 80, 3), _loss, otherwise=_UNLIKELY)
    agent, data = homework_rollout(Agent, critic=True, centred=False)
    check_loss(f"{_IDEA}: the homework's case", agent, data, _loss, _MISTAKES, names=_NAMES)
    passed("test_vpg_agent")
