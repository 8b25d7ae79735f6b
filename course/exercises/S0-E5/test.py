"""Tensors are [num_envs, num_steps]."""

import torch as t
from tests.explain import across, call, compare, passed, require
from tests.vpg import random_tau


def test_compute_importance_weights(compute_importance_weights):
    def check(case):
        _check(compute_importance_weights, *case)

    across([(clip_coef, (4, 6), 1.0) for clip_coef in (None, 0.2, 0.5, 0.05, 0.0)], check)
    # Probabilities of 1e-52 and less, which round to 0 as floats, and ratios far out.
    across([(None, (4, 6), 120.0), (0.2, (4, 6), 120.0), (0.2, (1, 1), 1.0), (None, (1, 3), 1.0)], check)
    passed("test_compute_importance_weights")


def _check(function, clip_coef, size, scale):
    tau = random_tau(*size)
    tau = tau._replace(logprobs=scale * (tau.logprobs - (scale > 1)))
    new = tau.logprobs + 0.5 * t.randn(*size)
    # Some far above, some far below: both limits matter in each case.
    new[0, 0], new[-1, -1] = tau.logprobs[0, 0] + 0.9, tau.logprobs[-1, -1] - 0.9
    if scale > 1:
        new[0, 1], new[1, 0] = tau.logprobs[0, 1] + 20, tau.logprobs[1, 0] - 20
        tau.logprobs[2, 2], new[2, 2] = -0.7, -0.4
    old = tau.logprobs
    idea = "exp(new log-probability - old log-probability)"
    idea += "" if clip_coef is None else f", kept within 1 ± {clip_coef}"
    inputs = {"logprobs_taken": new.clone().requires_grad_() * 1, "tau": tau, "clip_coef": clip_coef}
    got = call(idea, function, inputs)
    shown = {"logprobs_taken": new, "tau.logprobs": old, "clip_coef": clip_coef}
    compare(idea, got, _clipped((new - old).exp(), clip_coef), shown, lambda: _mistakes(new, old, clip_coef))
    require(
        not got.requires_grad,
        "no gradient may flow through the weights",
        "detach them: they only say how much a sample counts",
    )


def _clipped(ratio, clip_coef):
    return ratio if clip_coef is None else ratio.clamp(1 - clip_coef, 1 + clip_coef)


def _mistakes(new, old, clip_coef):
    gap = new - old
    ratio = gap.exp()
    made = [
        (
            "probabilities are divided, and those of rare actions round to 0: take exp(new - old)",
            _clipped(new.exp() / old.exp(), clip_coef),
        ),
        (
            "a small number stands beside the probabilities, and rare actions vanish in it: take exp(new - old)",
            _clipped((new.exp() + 1e-8) / (old.exp() + 1e-8), clip_coef),
        ),
        (
            "a small number stands beside the old probability, and rare actions vanish in it: take exp(new - old)",
            _clipped(new.exp() / (old.exp() + 1e-8), clip_coef),
        ),
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
        (
            "the weights are divided by their mean: each is the ratio itself",
            _clipped(ratio, clip_coef) / _clipped(ratio, clip_coef).mean(),
        ),
        (
            "the weights are divided by their sum: each is the ratio itself",
            _clipped(ratio, clip_coef) / _clipped(ratio, clip_coef).sum(),
        ),
        (
            "the logarithm is taken once more: the difference of the log-probabilities needs exp alone",
            _clipped(ratio, clip_coef).log(),
        ),
        ("a softmax makes shares of the differences: take exp alone", _clipped(t.softmax(gap, -1), clip_coef)),
        *(
            (
                "the difference is bounded before the exponential: only the ratio is clipped, at 1 ± clip_coef",
                _clipped(gap.clamp(-bound, bound).exp(), clip_coef),
            )
            for bound in (1, 2, 5, 10)
        ),
        (
            "the difference is used as 1 + difference, which is the exponential near 0 only: take exp",
            _clipped(1 + gap, clip_coef),
        ),
    ]
    if clip_coef is None:
        made.append(("the weights are clipped to 1 ± 0.2 although clip_coef is None", _clipped(ratio, 0.2)))
        return made
    if clip_coef == 0:
        made.append(("clip_coef = 0 is treated like None: write `clip_coef is None`, as 0 is false in Python", ratio))
    low, high = 1 - clip_coef, 1 + clip_coef
    swapped = "the larger limit is taken with max, or the smaller with min: a weight is at least 1 - clip_coef and at most 1 + clip_coef"
    return made + [
        (swapped, t.full_like(ratio, high)),
        (swapped, t.full_like(ratio, low)),
        (swapped, ratio.clamp(min=high)),
        (swapped, ratio.clamp(max=low)),
        ("the lower limit is 1 / (1 + clip_coef): it is 1 - clip_coef", ratio.clamp(1 / high, high)),
        (
            "weights outside of the limits are replaced by 1: replace them by the limit",
            t.where((ratio < low) | (ratio > high), 1.0, ratio),
        ),
        (
            "weights outside of the limits are replaced by 0: replace them by the limit",
            t.where((ratio < low) | (ratio > high), 0.0, ratio),
        ),
        ("the weights are not clipped", ratio),
        ("only the upper limit is kept: the weights must not fall below 1 - clip_coef", ratio.clamp(max=1 + clip_coef)),
        ("the lower limit is 0: it is 1 - clip_coef", ratio.clamp(0, high)),
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
