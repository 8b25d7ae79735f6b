"""The clipped surrogate of the homework's agents, right and with the mistakes made in it. A policy loss is made of an agent,
a rollout, ratios and advantages, [num_steps, num_envs] each."""

import torch as t
from tests.homework_rollouts import log_probs
from torch.distributions import Categorical

# What is said of a loss that was right for ratios near 1.
FAR = (
    "ratios near 1 come out right, and these from 0.05 to 20, with actions of probability 1e-7, do not: take exp of the "
    "difference new - old, since a quotient divides one tiny number by another, and add and limit nothing but the clip"
)
# The loss's parts in words.
POLICY = "-mean(min(ratio * A, clip(ratio, 1 - epsilon, 1 + epsilon) * A))"
WHOLE = "neither part is there as it should be: write them one by one, each with its own mean, and add them up"


def policy_loss(ratio, advantages, epsilon=0.1, pick=t.min):
    return -pick(ratio * advantages, ratio.clamp(1 - epsilon, 1 + epsilon) * advantages).mean()


def ratios(agent, data):
    return t.exp(log_probs(agent, data) - data.log_probs)


def normal(advantages):
    return (advantages - advantages.mean()) / (advantages.std() + 1e-8)


def _of_logits(agent, data):
    return agent.policy(data.states).gather(-1, data.actions.unsqueeze(-1)).squeeze(-1)


def _of_first_action(agent, data):
    return t.log_softmax(agent.policy(data.states), -1)[..., 0]


def _mixed(agent, data):
    """The new log-probabilities with states in the order of another flattening, as if the time came second."""
    logits = agent.policy(data.states.transpose(0, 1)).reshape(*data.actions.shape, -1)
    return Categorical(logits=logits).log_prob(data.actions)


def _turned(agent, data):
    return log_probs(agent, data).T.reshape(data.actions.shape)


_ORDER = "states and actions were flattened in different orders: transpose neither, or both"
# What stands in the place of the new log-probabilities.
_NEW = [
    ("the logits stand in place of log-probabilities: Categorical(logits=...) or log_softmax makes them", _of_logits),
    ("these are the log-probabilities of action 0 in every step: take those of traj_data.actions", _of_first_action),
    (_ORDER, _mixed),
    (_ORDER, _turned),
]


def mistakes(epsilon):
    """Returns sentences, and the policy losses that these mistakes lead to."""

    def clip(ratio):
        return ratio.clamp(1 - epsilon, 1 + epsilon)

    def least(ratio, clipped, advantages):
        return -t.min(ratio * advantages, clipped * advantages).mean()

    one_side = "the ratio is clipped on one side only: its limits are 1 - epsilon and 1 + epsilon"
    known = [
        (
            "the policy loss has the wrong sign: we want the mean of the minimum to grow, so it enters with a minus",
            lambda a, d, r, A: -policy_loss(r, A, epsilon),
        ),
        ("nothing is clipped", lambda a, d, r, A: -(r * A).mean()),
        (
            "only the clipped product is used: take the minimum of it and ratio * A, or a probability that went the "
            "wrong way never comes back",
            lambda a, d, r, A: -(clip(r) * A).mean(),
        ),
        (
            "the larger of both products is taken: t.min keeps the smaller one",
            lambda a, d, r, A: policy_loss(r, A, epsilon, t.max),
        ),
        (
            "the minimum is taken of the two ratios: multiply each by A first, because a negative A reverses them",
            lambda a, d, r, A: -(t.min(r, clip(r)) * A).mean(),
        ),
        (
            "the product ratio * A is clipped: clip the ratio alone, then multiply by A",
            lambda a, d, r, A: -t.min(r * A, clip(r * A)).mean(),
        ),
        (
            "the ratio is clipped between -epsilon and epsilon: its limits are 1 - epsilon and 1 + epsilon",
            lambda a, d, r, A: least(r, r.clamp(-epsilon, epsilon), A),
        ),
        (one_side, lambda a, d, r, A: least(r, r.clamp(max=1 + epsilon), A)),
        (one_side, lambda a, d, r, A: least(r, r.clamp(min=1 - epsilon), A)),
        (
            "the logarithm of the ratio is clipped: clip the ratio, between 1 - epsilon and 1 + epsilon",
            lambda a, d, r, A: least(r, t.exp(t.log(r).clamp(-epsilon, epsilon)), A),
        ),
        (
            "the minimum of two means is taken: take it entry by entry, then the mean",
            lambda a, d, r, A: -t.min((r * A).mean(), (clip(r) * A).mean()),
        ),
        ("the ratio is upside down: it is exp(new - old)", lambda a, d, r, A: policy_loss(1 / r, A, epsilon)),
        (
            "exp is missing: the ratio is exp(new - old), and not the difference of the logarithms",
            lambda a, d, r, A: policy_loss(t.log(r), A, epsilon),
        ),
        (
            "the ratio is 1 + (new - old), which holds near 1 only: take exp",
            lambda a, d, r, A: policy_loss(1.0 + t.log(r), A, epsilon),
        ),
        (
            "the log-probabilities are divided: the ratio is exp(new - old)",
            lambda a, d, r, A: policy_loss(log_probs(a, d) / d.log_probs, A, epsilon),
        ),
        (
            "the ratio is 1 everywhere: compute new log-probabilities of traj_data.actions with self.policy",
            lambda a, d, r, A: -A.mean(),
        ),
        (
            "there is no ratio: the new log-probabilities are multiplied by A directly",
            lambda a, d, r, A: -(log_probs(a, d) * A).mean(),
        ),
        (
            "all entries share one ratio: each has its own, and the mean comes last",
            lambda a, d, r, A: policy_loss(r.mean(), A, epsilon),
        ),
        (
            "the advantages are normalised: here they enter as they are",
            lambda a, d, r, A: policy_loss(r, normal(A) if A.numel() > 1 else A, epsilon),
        ),
        (
            "the advantages have their mean subtracted: here they enter as they are",
            lambda a, d, r, A: policy_loss(r, A - A.mean(), epsilon),
        ),
        (
            "ratios and advantages were flattened in different orders: transpose neither, or both",
            lambda a, d, r, A: policy_loss(r.T.reshape(-1), A.reshape(-1), epsilon),
        ),
        ("the policy loss is missing", lambda a, d, r, A: 0.0 * A.mean()),
        ("the policy loss is a sum: take its mean", lambda a, d, r, A: policy_loss(r, A, epsilon) * A.numel()),
        (
            "epsilon is 0.2; the homework's is 0.1, and the argument epsilon says it"
            if epsilon == 0.1
            else "the argument epsilon does nothing: 0.1 is written into the limits",
            lambda a, d, r, A: policy_loss(r, A, 0.2 if epsilon == 0.1 else 0.1),
        ),
    ]
    for why, new in _NEW:
        known.append((why, lambda a, d, r, A, new=new: policy_loss(t.exp(new(a, d) - d.log_probs), A, epsilon)))
    return known


def huber(errors):
    """Returns what smooth_l1_loss does."""
    return t.where(errors.abs() < 1.0, 0.5 * errors**2, errors.abs() - 0.5).mean()


def value_mistakes(aims, formula):
    """Returns sentences, and the value losses that these mistakes lead to. `aims` returns the critic's targets."""

    def errors(agent, data):
        return aims(agent, data) - agent.value(data.states).squeeze(-1)

    def turned(agent, data):
        return aims(agent, data) - agent.value(data.states.transpose(0, 1)).reshape(data.actions.shape)

    return [
        (f"the value loss is missing: add {formula}", lambda a, d: 0.0 * errors(a, d).mean()),
        ("the value loss was halved: it enters whole here", lambda a, d: 0.5 * (errors(a, d) ** 2).mean()),
        ("the value loss has the wrong sign: add it", lambda a, d: -(errors(a, d) ** 2).mean()),
        ("the value loss is a sum: take its mean", lambda a, d: (errors(a, d) ** 2).sum()),
        ("the root of the value loss was taken", lambda a, d: (errors(a, d) ** 2).mean().sqrt()),
        (
            f"the errors are not squared, only made positive: the value loss is {formula}",
            lambda a, d: errors(a, d).abs().mean(),
        ),
        (
            f"large errors are not squared (smooth_l1_loss, huber_loss): the value loss is {formula}",
            lambda a, d: huber(errors(a, d)),
        ),
        ("the mean error was squared: square each error first", lambda a, d: errors(a, d).mean() ** 2),
        (
            "values and targets were flattened in different orders: transpose neither, or both",
            lambda a, d: (turned(a, d) ** 2).mean(),
        ),
    ]
