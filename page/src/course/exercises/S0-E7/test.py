"""Tensors are [num_envs, num_steps]."""

import torch as t
from tests.explain import call, compare, passed, require


def test_compute_reinforce_loss(compute_reinforce_loss):
    t.random.seed()
    idea = "the mean of weight * log-probability * advantage, the advantage being the return less its mean over worlds at that step"
    for shape in ((4, 6), (3, 1), (2, 5)):
        returns, weights = t.randn(*shape), t.rand(*shape) + 0.5
        logprobs = (-t.rand(*shape)).requires_grad_()
        inputs = {"returns": returns, "logprobs_taken": logprobs, "iw": weights}
        got = call(idea, compute_reinforce_loss, inputs)
        advantage = returns - returns.mean(0, keepdim=True)
        expected = (weights * logprobs * advantage).mean()
        mistakes = [
            ("there is no baseline", (weights * logprobs * returns).mean()),
            ("the baseline is the mean over all worlds and steps; one for each step was expected", (weights * logprobs * (returns - returns.mean())).mean()),
            ("the baseline is the mean over steps; the mean over worlds was expected", (weights * logprobs * (returns - returns.mean(1, keepdim=True))).mean()),
            ("the importance weights are missing", (logprobs * advantage).mean()),
            ("a sum where the mean was expected", (weights * logprobs * advantage).sum()),
            ("the sign is the other way round: this is maximised", -expected),
        ]
        compare(idea, got, expected, inputs, mistakes)
        got.backward()
        require(
            logprobs.grad is not None and bool((logprobs.grad != 0).any()),
            "gradient must flow to the log-probabilities",
            "are they detached?",
        )
    returns = t.randn(4, 3).requires_grad_()
    logprobs = (-t.rand(4, 3)).requires_grad_()
    compute_reinforce_loss(returns, logprobs, t.ones(4, 3)).backward()
    require(returns.grad is None or not bool((returns.grad != 0).any()), "advantages are data: no gradient may flow to the returns", "detach the advantage")
    passed("test_compute_reinforce_loss")
