"""Tensors are [num_steps, num_envs]."""

import torch as t
from tests.explain import passed
from tests.homework import (
    advantages_of,
    check_gradients,
    check_loss,
    check_networks,
    homework_rollout,
    log_probs,
    rollout,
    unsqueezed_advantages,
)
from torch.distributions import Categorical

_IDEA = "the loss is mean((return - value)^2) - mean(min(ratio * A, clip(ratio, 1 - epsilon, 1 + epsilon) * A))"


def _ratio(agent, data):
    return t.exp(log_probs(agent, data) - data.log_probs)


def _value_loss(agent, data):
    return (advantages_of(agent, data) ** 2).mean()


def _clipped(ratio, advantages, epsilon, pick=t.min):
    return -pick(ratio * advantages, ratio.clamp(1 - epsilon, 1 + epsilon) * advantages).mean()


def _losses(epsilon):
    """Returns the loss, the same with an attached advantage, and the losses that mistakes lead to."""

    def policy_loss(agent, data):
        return _clipped(_ratio(agent, data), advantages_of(agent, data).detach(), epsilon)

    def loss(agent, data):
        return policy_loss(agent, data) + _value_loss(agent, data)

    def attached(agent, data):
        return _clipped(_ratio(agent, data), advantages_of(agent, data), epsilon) + _value_loss(agent, data)

    def of(made):
        """A loss whose policy part is made of other ratios, advantages and so on."""
        return lambda a, d: made(_ratio(a, d), advantages_of(a, d), a, d) + _value_loss(a, d)

    def clip(numbers):
        return numbers.clamp(1 - epsilon, 1 + epsilon)

    def of_probs(agent, data):
        new = Categorical(probs=agent.policy(data.states)).log_prob(data.actions)
        return _clipped(t.exp(new - data.log_probs), advantages_of(agent, data), epsilon) + _value_loss(agent, data)

    def not_squeezed(agent, data):
        advantages = unsqueezed_advantages(agent, data)
        if advantages.dim() < 3:
            return advantages.mean()
        return _clipped(_ratio(agent, data), advantages, epsilon) + (advantages**2).mean()

    mistakes = [
        ("the value loss is missing: add mean((return - value)^2)", policy_loss),
        ("the policy loss is missing", _value_loss),
        (
            "the policy loss has the wrong sign: we want the mean of the minimum to grow, so it enters with a minus",
            lambda a, d: _value_loss(a, d) - policy_loss(a, d),
        ),
        ("the value loss has the wrong sign: add it", lambda a, d: policy_loss(a, d) - _value_loss(a, d)),
        ("the value loss was halved: it enters whole here", lambda a, d: policy_loss(a, d) + 0.5 * _value_loss(a, d)),
        ("nothing is clipped", of(lambda r, A, a, d: -(r * A).mean())),
        (
            "only the clipped product is used: take the minimum of it and ratio * A, or a probability that went the "
            "wrong way never comes back",
            of(lambda r, A, a, d: -(clip(r) * A).mean()),
        ),
        (
            "the larger of both products is taken: t.min keeps the smaller one",
            of(lambda r, A, a, d: _clipped(r, A, epsilon, pick=t.max)),
        ),
        (
            "the minimum is taken of the two ratios: multiply each by A first, because a negative A reverses them",
            of(lambda r, A, a, d: -(t.min(r, clip(r)) * A).mean()),
        ),
        (
            "the product ratio * A is clipped: clip the ratio alone, then multiply by A",
            of(lambda r, A, a, d: -t.min(r * A, clip(r * A)).mean()),
        ),
        (
            "the ratio is clipped between -epsilon and epsilon: its limits are 1 - epsilon and 1 + epsilon",
            of(lambda r, A, a, d: -t.min(r * A, r.clamp(-epsilon, epsilon) * A).mean()),
        ),
        (
            "the ratio is clipped on one side only: its limits are 1 - epsilon and 1 + epsilon",
            of(lambda r, A, a, d: -t.min(r * A, r.clamp(max=1 + epsilon) * A).mean()),
        ),
        (
            "the minimum of two means is taken: take it entry by entry, then the mean",
            of(lambda r, A, a, d: -t.min((r * A).mean(), (clip(r) * A).mean())),
        ),
        (
            "the ratio is upside down: it is exp(new - old)",
            of(lambda r, A, a, d: _clipped(1 / r, A, epsilon)),
        ),
        (
            "exp is missing: the ratio is exp(new - old), and not the difference of the logarithms",
            of(lambda r, A, a, d: _clipped(t.log(r), A, epsilon)),
        ),
        (
            "the log-probabilities are divided: the ratio is exp(new - old)",
            of(lambda r, A, a, d: _clipped(log_probs(a, d) / d.log_probs, A, epsilon)),
        ),
        (
            "the ratio is 1 everywhere: compute new log-probabilities of traj_data.actions with self.policy",
            of(lambda r, A, a, d: -A.mean()),
        ),
        (
            "there is no ratio: this is the policy loss of VPG",
            of(lambda r, A, a, d: -(d.log_probs * A).mean()),
        ),
        (
            "there is no ratio: the new log-probabilities are multiplied by A directly",
            of(lambda r, A, a, d: -(log_probs(a, d) * A).mean()),
        ),
        (
            "A is the return: subtract the critic's value from it",
            of(lambda r, A, a, d: _clipped(r, d.returns, epsilon)),
        ),
        (
            "A is value - return: the advantage is return - value",
            of(lambda r, A, a, d: _clipped(r, -A, epsilon)),
        ),
        (
            "the advantages are normalised: here they enter as they are",
            of(lambda r, A, a, d: _clipped(r, (A - A.mean()) / (A.std() + 1e-8), epsilon)),
        ),
        (
            "the logits went in as probabilities: write Categorical(logits=...), because its first argument is probs",
            of_probs,
        ),
        (
            "the values have one dimension more than the returns, [n_steps, n_envs, 1]: squeeze(-1) removes it",
            not_squeezed,
        ),
        ("these are sums; take the mean of each part", lambda a, d: loss(a, d) * d.returns.numel()),
        (
            "the policy loss is a sum: take its mean",
            lambda a, d: policy_loss(a, d) * d.returns.numel() + _value_loss(a, d),
        ),
    ]
    if epsilon != 0.2:
        mistakes.append(
            (
                "epsilon is 0.2; the homework's is 0.1, and the argument epsilon says it",
                of(lambda r, A, a, d: _clipped(r, A, 0.2)),
            )
        )
    if epsilon != 0.1:
        mistakes.append(
            (
                "the argument epsilon does nothing: 0.1 is written into the limits",
                of(lambda r, A, a, d: _clipped(r, A, 0.1)),
            )
        )
    return loss, attached, mistakes


def _critic_is_told_by_policy(agent, data):
    """The value loss is detached, and the advantage is not."""
    return _losses(0.1)[1](agent, data) - _value_loss(agent, data)


_WRONG_GRADIENTS = [
    (
        "only the policy loss reaches the critic: detach the advantage there, and not in the value loss",
        _critic_is_told_by_policy,
    ),
]


def test_ppo_agent_of_homework(Agent):
    """The homework's `PPO_networks` and `PPO_loss`, and rollouts of a policy that has moved on since."""
    check_networks(Agent, (12, 7), critic=True)
    loss, attached, mistakes = _losses(0.1)
    # As many steps as environments: there a dimension too many raises nothing.
    for steps, num_envs in ((6, 6), (7, 3)):
        agent, data = rollout(Agent, steps, num_envs, drift=0.5, scale=2.0)
        got = check_loss(_IDEA, agent, data, loss, mistakes)
        check_gradients(agent, data, got, [loss, attached], _WRONG_GRADIENTS)
    agent, data = rollout(Agent, 5, 4, drift=0.5, scale=2.0)
    wide, _, mistakes_of_wide = _losses(0.3)
    check_loss(f"{_IDEA}: with epsilon=0.3", agent, data, wide, mistakes_of_wide, {"epsilon": 0.3})
    agent, data = homework_rollout(Agent, critic=True, centred=True)
    check_loss(f"{_IDEA}: the homework's case", agent, data, loss, mistakes)
    passed("test_ppo_agent_of_homework")
