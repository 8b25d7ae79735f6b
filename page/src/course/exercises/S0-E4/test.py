"""Tensors are [num_envs, num_steps]."""

import torch as t
from tests.explain import call, compare, passed, require
from tests.vpg import random_tau


def test_compute_logprobs_and_entropy(compute_logprobs_and_entropy, PolicyNetwork):
    t.manual_seed(42)
    for num_envs, num_steps in ((3, 5), (1, 1), (4, 2)):
        policy, tau = PolicyNetwork((4,), 2), random_tau(num_envs, num_steps)
        idea = "the log-probability of each action that was taken, and the entropy of each step"
        logprobs, entropy = call(idea, compute_logprobs_and_entropy, {"tau": tau, "pi": policy})
        logs = t.log_softmax(policy(tau.obs), -1)
        taken = logs.gather(-1, tau.actions.unsqueeze(-1)).squeeze(-1)
        compare(
            "log-probabilities of the actions taken",
            logprobs,
            taken,
            mistakes=[
                ("these are those recorded in the rollout: compute them anew with pi, so that gradient flows", tau.logprobs),
                ("the logarithm is missing", taken.exp()),
                ("these are logits, not yet log-probabilities", policy(tau.obs).gather(-1, tau.actions.unsqueeze(-1)).squeeze(-1)),
            ],
        )
        terms = logs.exp() * logs
        compare(
            "the entropy of a step is -sum p log p over the actions",
            entropy,
            -terms.sum(-1),
            mistakes=[
                ("the sign is missing: entropy is never below 0", terms.sum(-1)),
                ("the terms are averaged over actions, not summed", -terms.mean(-1)),
                ("the entropy is averaged already: one number for each step was expected", -terms.sum(-1).mean()),
            ],
        )
        require(logprobs.requires_grad, "gradient must flow from the log-probabilities to the policy", "no_grad or detach in between?")
    require(entropy.requires_grad, "gradient must flow from the entropy too: the bonus works through it", "no_grad or detach in between?")
    passed("test_compute_logprobs_and_entropy")
