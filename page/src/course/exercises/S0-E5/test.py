"""Tensors are [num_envs, num_steps]."""

import torch as t
from tests.explain import call, compare, passed, require
from tests.vpg import random_tau, require_unchanged


def test_compute_importance_weights(compute_importance_weights):
    for clip_coef in (None, 0.2, 0.5, 0.05, 0.0):
        tau = random_tau(4, 6)
        new = tau.logprobs + 0.5 * t.randn(4, 6)
        # Some far above, some far below: both limits matter in each case.
        new[0, 0], new[1, 1] = tau.logprobs[0, 0] + 0.9, tau.logprobs[1, 1] - 0.9
        before = {"logprobs_taken": new.clone(), "tau.logprobs": tau.logprobs.clone()}
        idea = "exp(new log-probability - old log-probability)"
        idea += "" if clip_coef is None else f", kept within 1 ± {clip_coef}"
        fresh = new.requires_grad_() * 1
        mistakes = _mistakes(before["logprobs_taken"], before["tau.logprobs"], clip_coef)
        got = call(idea, compute_importance_weights, {"logprobs_taken": fresh, "tau": tau, "clip_coef": clip_coef})
        expected = _clipped((before["logprobs_taken"] - before["tau.logprobs"]).exp(), clip_coef)
        compare(idea, got, expected, {**before, "clip_coef": clip_coef}, mistakes)
        require_unchanged(before, {"logprobs_taken": fresh, "tau.logprobs": tau.logprobs})
        require(
            not got.requires_grad,
            "no gradient may flow through the weights",
            "detach them: they only say how much a sample counts",
        )
    passed("test_compute_importance_weights")


def _clipped(ratio, clip_coef):
    return ratio if clip_coef is None else ratio.clamp(1 - clip_coef, 1 + clip_coef)


def _mistakes(new, old, clip_coef):
    gap = new - old
    ratio = gap.exp()
    made = [
        ("the ratio is the other way round: new over old", _clipped(1 / ratio, clip_coef)),
        ("the exponential is missing", gap),
        ("the exponential is missing: a difference of logarithms is clipped", _clipped(gap, clip_coef)),
        (
            "log-probabilities are divided: subtract the old from the new, and take the exponential",
            _clipped(new / old, clip_coef),
        ),
        (
            "probabilities are subtracted: the weight is their ratio, exp(new - old)",
            _clipped(new.exp() - old.exp(), clip_coef),
        ),
        ("these are the new probabilities: divide by the old ones", _clipped(new.exp(), clip_coef)),
        ("the weights are averaged already: one for each step was expected", _clipped(ratio, clip_coef).mean()),
        (
            "the ratios are multiplied along the steps: each step has a weight of its own",
            _clipped(gap.cumsum(1).exp(), clip_coef),
        ),
    ]
    if clip_coef is None:
        made.append(("the weights are clipped to 1 ± 0.2 although clip_coef is None", _clipped(ratio, 0.2)))
        return made
    if clip_coef == 0:
        made.append(("clip_coef = 0 is treated like None: write `clip_coef is None`, as 0 is false in Python", ratio))
    return made + [
        ("the weights are not clipped", ratio),
        ("only the upper limit is kept: the weights must not fall below 1 - clip_coef", ratio.clamp(max=1 + clip_coef)),
        ("only the lower limit is kept: the weights must not rise above 1 + clip_coef", ratio.clamp(min=1 - clip_coef)),
        (
            "the limits are -clip_coef and clip_coef: they are 1 - clip_coef and 1 + clip_coef",
            ratio.clamp(-clip_coef, clip_coef),
        ),
        (
            "the difference of the log-probabilities is clipped: take its exponential first, then clip the ratio",
            gap.clamp(-clip_coef, clip_coef).exp(),
        ),
        (
            "the difference of the log-probabilities is clipped: take its exponential first, then clip the ratio",
            _clipped(gap, clip_coef).exp(),
        ),
        ("the limits are 1 ± 0.2 whatever clip_coef is: use the parameter", _clipped(ratio, 0.2)),
    ]
