"""Tensors are [num_envs, num_steps]."""

import torch as t
from tests.explain import across, call, compare, passed, require
from tests.vpg import gradient_of, near, parts_of, random_tau
from torch import nn

IDEA = "the log-probability of each action that was taken, and the entropy of each step"
CUT = "a detach, .item() or no_grad between the policy and the result cuts the gradient off"


def test_compute_logprobs_and_entropy(compute_logprobs_and_entropy, PolicyNetwork):
    def check(size):
        # Far from even, so that no two mistakes look alike.
        _check(compute_logprobs_and_entropy, _Scaled(PolicyNetwork((4,), 2), 5.0), random_tau(*size))

    across(((5, 8), (1, 6), (6, 1), (1, 1), (4, 2)), check)
    _check_sharp(compute_logprobs_and_entropy)
    passed("test_compute_logprobs_and_entropy")


class _Scaled(nn.Module):
    """A policy with larger logits."""

    def __init__(self, policy, scale):
        super().__init__()
        self.policy, self.scale = policy, scale

    def forward(self, obs):
        return self.policy(obs) * self.scale + t.tensor([0.3, -0.4])


class _Sharp(nn.Module):
    """A policy whose logits are 200 and -200 times the last number of an observation."""

    def forward(self, obs):
        return obs[..., 3:] * t.tensor([200.0, -200.0])


def _check(function, policy, tau):
    logprobs, entropy = parts_of(IDEA, call(IDEA, function, {"tau": tau, "pi": policy}), ("logprobs_taken", "entropy"))
    logits = policy(tau.obs)
    logs = t.log_softmax(logits, -1)
    index = tau.actions.unsqueeze(-1)
    taken, terms = logs.gather(-1, index).squeeze(-1), -logs.exp() * logs
    right = terms.sum(-1)
    compare(
        "log-probabilities of the actions taken",
        logprobs,
        taken,
        {},
        lambda: _of_logprobs(tau, logits, logs, right, logprobs),
    )
    compare(
        "the entropy of a step is -sum p log p over the actions",
        entropy,
        right,
        mistakes=lambda: [
            ("the sign is missing: entropy is never below 0", -right),
            (
                "softmax is applied twice: the entropy needs log_softmax of the network's output as it is",
                _entropy_of(t.softmax(logits, -1)),
            ),
            ("the terms are averaged over actions, not summed", terms.mean(-1)),
            ("the entropy is averaged already: one number for each step was expected", right.mean()),
            ("the entropy is summed already: one number for each step was expected", right.sum()),
            (_SQUEEZED, right.squeeze()),
            (
                "the logits go through sigmoid first: softmax alone makes probabilities of them",
                _entropy_of(_sigmoid(logits)),
            ),
            (
                "this is p log p of the whole table: sum over the actions of each step alone",
                terms.sum().expand_as(right),
            ),
            ("every step has the mean entropy of all: keep each step's own", right.mean().expand_as(right)),
            (
                "the softmax runs over the steps (dim=1): use the actions, dim=-1",
                -(t.softmax(logits, 1) * t.log_softmax(logits, 1)).sum(-1),
            ),
            (
                "the softmax runs over the environments (dim=0): use the actions, dim=-1",
                -(t.softmax(logits, 0) * t.log_softmax(logits, 0)).sum(-1),
            ),
            ("this is the mean over the steps of an environment: keep one number for each step", right.mean(1)),
            ("this is the mean over the environments: keep one number for each step", right.mean(0)),
            (
                "this is 1 minus the sum of squared probabilities: the entropy is -sum p log p",
                1 - (logs.exp() ** 2).sum(-1),
            ),
            ("exp(entropy), the perplexity, was not asked for: leave out the exponential", right.exp()),
            ("these are the terms of both actions: sum them over the last dimension", terms),
            ("the probabilities are missing: each -log p is weighted with its p", -logs.sum(-1)),
            ("only the action taken is in it: sum over all actions", terms.gather(-1, index).squeeze(-1)),
            ("only the action taken is in it, and without its probability: sum -p log p over all actions", -taken),
            ("the logarithm has base 2: the natural one was expected", right / 0.6931471805599453),
            ("there is one dimension of size 1 too many: sum without keepdim", right.unsqueeze(-1)),
            ("the sum runs over the steps (dim=1): sum over the actions, dim=-1", terms.sum(1)),
        ],
    )
    for name, result in (("log-probabilities", logprobs), ("entropy", entropy)):
        require(result.requires_grad, f"gradient must be able to flow from the {name} to the policy", CUT)
    weights = t.rand(*taken.shape) + 0.5
    for place, what in enumerate(("log-probabilities", "entropy")):
        got = gradient_of((weights * function(tau, policy)[place]).sum(), policy.parameters())
        logs = t.log_softmax(policy(tau.obs), -1)
        value = logs.gather(-1, index).squeeze(-1) if place == 0 else -(logs.exp() * logs).sum(-1)
        wanted = gradient_of((weights * value).sum(), policy.parameters())
        likely = (
            "part of it is detached: the gradient has to flow through the probabilities as well as their logarithms"
        )
        require(near(got, wanted, 1e-4), f"the {what} has the right value and the wrong gradient", likely)


_SQUEEZED = (
    "`squeeze()` removes every dimension of size 1, also that of one environment or step: name it, `squeeze(-1)`"
)


def _sigmoid(logits):
    """Returns the logarithms of what Categorical(probs=...) makes of logits that went through a sigmoid."""
    odds = t.sigmoid(logits)
    return (odds / odds.sum(-1, keepdim=True)).log()


def _entropy_of(logits):
    logs = t.log_softmax(logits, -1)
    return -(logs.exp() * logs).sum(-1)


def _of_logprobs(tau, logits, logs, entropy, got):
    index = tau.actions.unsqueeze(-1)
    pick = lambda table: table.gather(-1, index).squeeze(-1)
    taken = pick(logs)
    found = [
        ("these are those recorded in the rollout: compute them again with pi, so that gradient flows", tau.logprobs),
        ("the logarithm is missing: these are probabilities", taken.exp()),
        ("these are logits, not yet log-probabilities", pick(logits)),
        ("log_softmax runs over the environments (dim=0): use the actions, dim=-1", pick(t.log_softmax(logits, 0))),
        ("log_softmax runs over the steps (dim=1): use the actions, dim=-1", pick(t.log_softmax(logits, 1))),
        (
            "softmax is applied twice: log_softmax and Categorical(logits=...) take the network's output as it is",
            pick(t.log_softmax(t.softmax(logits, -1), -1)),
        ),
        ("these are negative log-probabilities: cross-entropy has the opposite sign", -taken),
        ("the two results are the other way round: log-probabilities first, entropy second", entropy),
        ("these are the log-probabilities of the likeliest actions: use tau.actions", logs.max(-1).values),
        ("these are the log-probabilities of the other action", logs.gather(-1, 1 - index).squeeze(-1)),
        *(
            (
                f"{small:g} is added to the probability before the logarithm: log_softmax needs no such number",
                (taken.exp() + small).log(),
            )
            for small in (1e-1, 1e-2, 1e-3, 1e-4)
        ),
        ("there is one dimension of size 1 too many: squeeze it after gather", taken.unsqueeze(-1)),
        ("these are the log-probabilities of all actions: pick the one at index tau.actions", logs),
        ("the log-probabilities are averaged already: one number for each step was expected", taken.mean()),
        ("the log-probabilities are summed already: one number for each step was expected", taken.sum()),
        (_SQUEEZED, taken.squeeze()),
        (
            "the logits go through sigmoid first: softmax alone makes probabilities of them, as Categorical(logits=...) does",
            pick(_sigmoid(logits)),
        ),
        ("sigmoid looks at each logit alone: log_softmax compares both actions", pick(t.sigmoid(logits).log())),
        (
            "the logits are taken for probabilities: Categorical takes those first, so write Categorical(logits=...)",
            pick((logits / logits.sum(-1, keepdim=True)).log()),
        ),
        ("sigmoid comes before log_softmax, which takes the network's output as it is", pick(t.log_softmax(t.sigmoid(logits), -1))),
        (
            "softmax over the steps comes before log_softmax, which takes the network's output as it is",
            pick(t.log_softmax(t.softmax(logits, 1), -1)),
        ),
        ("the logarithm has base 2: the natural one was expected", taken / 0.6931471805599453),
        ("these are the mean over the environments: keep one number for each step", taken.mean(0)),
        ("these are the mean over the steps: keep one number for each step", taken.mean(1)),
        ("these are added up along the steps: keep one number for each step", taken.cumsum(1)),
    ]
    if isinstance(got, t.Tensor) and got.shape == taken.shape:
        found.append(
            (
                "the logits are multiplied by a number, as by a temperature: log_softmax takes the network's output as it is",
                _tempered(logits, index, got.detach()),
            )
        )
        gaps = (logs - got.detach().unsqueeze(-1)).abs()
        if bool((gaps.min(-1).values < 1e-4).all()):
            sentence = (
                "some are the log-probabilities of actions that were not taken: use tau.actions, and sample no new ones"
            )
            found.append((sentence, got))
    return found


def _tempered(logits, index, got):
    """Returns the log-probabilities for logits times the number that explains the results best, of two actions."""
    gaps = (logits[..., 1] - logits[..., 0]) * (2 * index.squeeze(-1) - 1)
    chances = got.exp().clamp(1e-6, 1 - 1e-6)
    odds = (chances / (1 - chances)).log()
    factor = (gaps * odds).sum() / (gaps * gaps).sum().clamp(min=1e-9)
    return t.log_softmax(factor * logits, -1).gather(-1, index).squeeze(-1)


def _check_sharp(function):
    """Steps with logits of 200 and -200: the probability of action 1 rounds to 0, and its logarithm is -400."""
    tau = random_tau(2, 4)
    tau.actions[0] = t.tensor([1, 0, 1, 1])
    tau.obs[..., 3] = t.tensor([0.005, 1.0, 1.0, 0.004])
    results = parts_of(IDEA, call(IDEA, function, {"tau": tau, "pi": _Sharp()}), ("logprobs_taken", "entropy"))
    logs = t.log_softmax(_Sharp()(tau.obs), -1)
    index, inputs = tau.actions.unsqueeze(-1), {"logits": _Sharp()(tau.obs), "actions": tau.actions}
    sentence = "the softmax of -200 rounds to 0, and the logarithm of 0 is -inf: use log_softmax"
    rounded = [(sentence, logs.exp().log())]
    beside = "a small number stands beside the probability, so a rare action seems likelier: use log_softmax"
    bounded = "the log-probabilities are bounded from below: log_softmax is finite as it is, so leave out the bound"
    rounded += [(bounded, logs.clamp(min=-bound)) for bound in (10, 20, 30, 50, 100)]
    for small in (1e-12, 1e-10, 1e-8, 1e-7, 1.1920929e-07, 1e-6, 1e-5):
        rounded += [(beside, (logs.exp() + small).log()), (beside, logs.exp().clamp(min=small).log())]
    for name, got, of in (
        ("log-probabilities", results[0], lambda logs: logs.gather(-1, index).squeeze(-1)),
        ("entropy", results[1], lambda some: -(logs.exp() * some).sum(-1)),
    ):
        idea = f"with logits of 200 and -200 the {name} must still be finite, and right"
        compare(idea, got, of(logs), inputs, lambda: [(sentence, of(table)) for sentence, table in rounded])
