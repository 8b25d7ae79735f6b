"""Tensors are [num_envs, num_steps]."""

import torch as t
from tests.explain import call, compare, passed, require
from tests.vpg import random_tau


def test_compute_importance_weights(compute_importance_weights):
    t.random.seed()
    for clip_coef in (None, 0.2, 0.05, 0.0):
        tau = random_tau(4, 6)
        fresh = (tau.logprobs + 0.5 * t.randn(4, 6)).requires_grad_()
        idea = "exp(new log-probability - old log-probability)" + ("" if clip_coef is None else f", kept within 1 ± {clip_coef}")
        inputs = {"logprobs_taken": fresh, "tau": tau, "clip_coef": clip_coef}
        got = call(idea, compute_importance_weights, inputs)
        ratio = t.exp(fresh - tau.logprobs).detach()
        expected = ratio if clip_coef is None else ratio.clamp(1 - clip_coef, 1 + clip_coef)
        mistakes = [
            ("the ratio is the other way round: new over old", (1 / ratio) if clip_coef is None else (1 / ratio).clamp(1 - clip_coef, 1 + clip_coef)),
            ("the weights are not clipped", ratio),
            ("the exponential is missing", (fresh - tau.logprobs).detach()),
        ]
        compare(idea, got, expected, {"clip_coef": clip_coef}, mistakes)
        require(not got.requires_grad, "no gradient may flow through the weights", "detach them: they only say how much a sample counts")
    passed("test_compute_importance_weights")
