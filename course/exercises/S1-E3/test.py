"""Tensors are [num_steps, num_envs]."""

from functools import partial

import torch as t
from tests import clipped
from tests.explain import passed
from tests.homework import (
    check_every_rollout,
    check_gradients,
    check_loss,
    check_networks,
    check_next_rollout,
    check_small_rollouts,
)
from tests.homework_rollouts import (
    advantages_of,
    far_rollout,
    homework_rollout,
    log_probs,
    played,
    rollout,
    unsqueezed_advantages,
)

_VALUE = "mean((return - value)^2)"
_IDEA = f"the loss is {_VALUE} - mean(min(ratio * A, clip(ratio, 1 - epsilon, 1 + epsilon) * A))"
_NAMES = {"policy": clipped.POLICY, "value": _VALUE, "whole": clipped.WHOLE}


def _value_loss(agent, data):
    return (advantages_of(agent, data) ** 2).mean()


def _losses(epsilon):
    """Returns the loss, the same with an attached advantage, and the losses that mistakes lead to."""

    def policy_loss(agent, data):
        return clipped.policy_loss(clipped.ratios(agent, data), advantages_of(agent, data).detach(), epsilon)

    def loss(agent, data):
        return policy_loss(agent, data) + _value_loss(agent, data)

    def attached(agent, data):
        return of(lambda a, d, r, A: clipped.policy_loss(r, A, epsilon))(agent, data)

    def of(made):
        """A loss whose policy part is made of other ratios, advantages and so on."""
        return lambda a, d: made(a, d, clipped.ratios(a, d), advantages_of(a, d)) + _value_loss(a, d)

    def with_value(made):
        return lambda a, d: policy_loss(a, d) + made(a, d)

    def not_squeezed(agent, data):
        advantages = unsqueezed_advantages(agent, data)
        if advantages.dim() < 3:
            return advantages.mean()
        return clipped.policy_loss(clipped.ratios(agent, data), advantages, epsilon) + (advantages**2).mean()

    def turned(agent, data):
        errors = data.returns - agent.value(data.states.transpose(0, 1)).reshape(data.returns.shape)
        return clipped.policy_loss(clipped.ratios(agent, data), errors, epsilon) + (errors**2).mean()

    mistakes = [(why, of(made)) for why, made in clipped.mistakes(epsilon)]
    mistakes += [(why, with_value(made)) for why, made in clipped.value_mistakes(lambda a, d: d.returns, _VALUE)]
    mistakes += [
        (
            "there is no ratio: this is the policy loss of VPG",
            of(lambda a, d, r, A: -(d.log_probs * A).mean()),
        ),
        (
            "A is the return: subtract the critic's value from it",
            of(lambda a, d, r, A: clipped.policy_loss(r, d.returns, epsilon)),
        ),
        (
            "A is value - return: the advantage is return - value",
            of(lambda a, d, r, A: clipped.policy_loss(r, -A, epsilon)),
        ),
        (
            "A is return + value: the advantage is return - value",
            of(lambda a, d, r, A: clipped.policy_loss(r, 2.0 * d.returns - A, epsilon)),
        ),
        (
            "A is made of rewards: the advantage is traj_data.returns - value",
            of(lambda a, d, r, A: clipped.policy_loss(r, A - d.returns + d.rewards, epsilon)),
        ),
        (
            "the critic learns rewards: its target is traj_data.returns",
            with_value(lambda a, d: ((d.rewards - a.value(d.states).squeeze(-1)) ** 2).mean()),
        ),
        ("values and returns were flattened in different orders: transpose neither, or both", turned),
        (
            "the values have one dimension more than the returns, [n_steps, n_envs, 1]: squeeze(-1) removes it",
            not_squeezed,
        ),
        ("these are sums; take the mean of each part", lambda a, d: loss(a, d) * d.returns.numel()),
        ("the mean is missing: a loss is one number", lambda a, d: _each(a, d, epsilon)),
    ]
    return loss, attached, mistakes


def _each(agent, data, epsilon):
    ratio, advantages = clipped.ratios(agent, data), advantages_of(agent, data)
    return advantages**2 - t.min(ratio * advantages, ratio.clamp(1 - epsilon, 1 + epsilon) * advantages)


def _critic_is_told_by_policy(agent, data):
    """The value loss is detached, and the advantage is not."""
    return _losses(0.1)[1](agent, data) - _value_loss(agent, data)


_WRONG_GRADIENTS = [
    (
        "only the policy loss reaches the critic: detach the advantage there, and not in the value loss",
        _critic_is_told_by_policy,
    ),
    (
        "a part of the minimum is detached: gradient flows through ratio * A and through its clipped copy",
        lambda a, d: -(clipped.ratios(a, d) * advantages_of(a, d).detach()).mean() + _value_loss(a, d),
    ),
    (
        "this is the gradient of the log-probabilities, without the ratio: only the rollout's are detached",
        lambda a, d: -(log_probs(a, d) * advantages_of(a, d).detach()).mean() + _value_loss(a, d),
    ),
]


def test_ppo_agent_of_homework(Agent):
    """The homework's `PPO_networks` and `PPO_loss`, and rollouts of a policy that has moved on since."""
    check_networks(Agent, (12, 7), critic=True)
    loss, attached, mistakes = _losses(0.1)
    accepted = [loss, attached]
    # As many steps as environments: there a dimension too many raises nothing.
    for steps, num_envs, sizes in ((6, 6, (4, 2)), (7, 3, (5, 3))):
        agent, data = rollout(Agent, steps, num_envs, drift=0.5, scale=2.0, sizes=sizes)
        names = _NAMES if sizes[1] == 2 else {**_NAMES, "policy": f"{_NAMES['policy']}, for any number of actions"}
        got = check_loss(_IDEA, agent, data, loss, mistakes, names=names)
        check_gradients(agent, data, got, accepted, _WRONG_GRADIENTS)
        other = played(agent, steps, num_envs, 0.5, 2.0, sizes)
        check_next_rollout(_IDEA, agent, other, loss, mistakes, names)
    agent, data = rollout(Agent, 5, 4, drift=0.5, scale=2.0)
    wide, _, mistakes_of_wide = _losses(0.3)
    check_loss(f"{_IDEA}: with epsilon=0.3", agent, data, wide, mistakes_of_wide, {"epsilon": 0.3}, names=_NAMES)
    check_small_rollouts(_IDEA, partial(rollout, Agent, drift=0.5, scale=2.0), loss, accepted, single=False)
    check_every_rollout(_IDEA, *far_rollout(Agent, 8, 4), loss, clipped.FAR, accepted)
    agent, data = homework_rollout(Agent, critic=True, centred=True)
    check_loss(f"{_IDEA}: the homework's case", agent, data, loss, mistakes, names=_NAMES)
    passed("test_ppo_agent_of_homework")
