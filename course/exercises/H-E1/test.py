"""`values` is [num_seeds]. The bounds are those of random resamples, so they are compared within five standard errors."""

import numpy as np
from tests.explain import CheckFailed, call, passed, require
from tests.randomness import check_draws

_IDEA = "the interval holds the middle `confidence` of the means of the resamples"
_NUM_SAMPLES = 2000


def _bounds(idea, got, inputs):
    """Returns both bounds as numbers."""
    if got is None:
        raise CheckFailed(
            idea, "(low, high)", got, inputs, "the function returns nothing: is a return statement missing?"
        )
    try:
        low, high = got
        low, high = float(low), float(high)
    except (TypeError, ValueError):
        likely = "something else than two numbers is returned: return low, high"
        raise CheckFailed(idea, "(low, high)", got, inputs, likely) from None
    if low > high:
        raise CheckFailed(idea, "low, then high", (low, high), inputs, "the high end comes first: return low, high")
    return low, high


def _means(values, size):
    return np.random.choice(values, size=(5 * _NUM_SAMPLES, size)).mean(axis=1)


def _middle(numbers, share):
    return tuple(np.quantile(numbers, [(1 - share) / 2, (1 + share) / 2]).tolist())


def _mistakes(values, means, share):
    """Returns for each likely mistake a sentence, the bounds that it leads to, and how near these are, in std of the means."""
    mean, std, n = values.mean(), values.std(ddof=1), len(values)
    resamples = np.random.choice(values, size=(_NUM_SAMPLES, n))
    per_cent = tuple(np.percentile(means, [(1 - share) / 2, (1 + share) / 2]).tolist())
    reach = {0.8: 1.2816, 0.95: 1.96}[share] * std / n**0.5
    return [
        (
            "each end leaves out 1 - confidence: the two ends share it, so each leaves out half of that",
            _middle(means, 2 * share - 1),
            0.16,
        ),
        ("confidence is not used: this is the 95 % interval", _middle(means, 0.95), 0.3),
        ("np.percentile takes per cent, from 0 to 100: multiply the shares by 100, or use np.quantile", per_cent, 0.3),
        ("this takes the median of each resample: take its mean", _middle(np.median(resamples, axis=1), share), 0.6),
        ("this takes the sum of each resample: take its mean", _middle(means * n, share), 0.3 * n),
        ("this takes the largest value of each resample: take its mean", _middle(resamples.max(axis=1), share), 0.3),
        ("this takes the smallest value of each resample: take its mean", _middle(resamples.min(axis=1), share), 0.3),
        (
            "this is the mean plus and minus the std of the values, the spread of single seeds",
            (mean - std, mean + std),
            0.3,
        ),
        (
            "this is the mean plus and minus one standard error: take the quantiles of the resampled means",
            (mean - means.std(), mean + means.std()),
            0.12,
        ),
        (
            "this is a formula for normal numbers: take the quantiles of the resampled means",
            (mean - reach, mean + reach),
            0.05,
        ),
        ("one end of this is the mean itself: both ends are quantiles", (_middle(means, share)[0], mean), 0.1),
    ]


def _distance(got, wanted):
    return max(abs(one - other) for one, other in zip(got, wanted))


def _check_width(values, got, std, inputs):
    """Names resamples of a wrong size, which make an interval far too short, and quantiles that are not of means."""
    low, high = got
    likely = None
    if high - low < 1e-6 * std:
        likely = "each resample is the values themselves: draw with replacement, so that some come twice and others not at all"
    elif high - low < 0.3 * std:
        likely = "the interval is far too short: each resample has as many values as there are seeds, not num_samples of them"
    elif high - low > 0.6 * (values.max() - values.min()) and low >= values.min() - 1e-9:
        likely = "these are quantiles of the values: take the mean of each resample first, over axis=1, and the quantiles of these"
    if likely is not None:
        raise CheckFailed(_IDEA, None, got, inputs, likely)


# Of the means of four draws from these, 32 % are 1, 42 % 3.5, 21 % 6, 5 % 8.5 and 0.4 % 11.
_FEW = [1.0, 1.0, 1.0, 11.0]
_RIGHT_OF_FEW = {0.8: (1.0, 6.0), 0.95: (1.0, 8.5)}


def _mistakes_of_few(share):
    """Returns sentences and bounds. That of the mean and its std vary with the draws."""
    mean, std, error = 3.5, 5.0, 75**0.5 / 4
    deviations, students = {0.8: 1.2816, 0.95: 1.96}[share], {0.8: 1.638, 0.95: 3.182}[share]
    formula = "this is a formula for normal numbers: take the quantiles of the resampled means"
    low, high = _RIGHT_OF_FEW[share]
    fixed = "confidence is not used: this is the 95 % interval"

    def around(reach):
        return mean - reach, mean + reach

    return [
        (
            "these are 2 * mean - quantile, the basic bootstrap: return the quantiles themselves",
            (2 * mean - high, 2 * mean - low),
            1e-6,
        ),
        (fixed, _RIGHT_OF_FEW[0.95], 1e-6),
        (formula, around(deviations * error), 0.2),
        (formula, around(deviations * std / 2), 0.01),
        (formula, around(students * std / 2), 0.01),
        (f"{formula}; and 1.96 belongs to 95 %, whatever confidence is", around(1.96 * error), 0.2),
        (f"{formula}; and 1.96 belongs to 95 %, whatever confidence is", around(1.96 * std / 2), 0.01),
        ("this takes the std of each resample: take its mean", (0.0, 5.0), 1e-6),
        ("this takes the std of each resample: take its mean", (0.0, 10 / 3**0.5), 1e-6),
        ("this takes the variance of each resample: take its mean", (0.0, 25.0), 1e-6),
        ("this takes the variance of each resample: take its mean", (0.0, 100 / 3), 1e-6),
    ]


def _check_few(bootstrap_interval):
    """Returns the failure with four values, if there is one."""
    for share, wanted in _RIGHT_OF_FEW.items():
        inputs = {"values": np.array(_FEW), "num_samples": _NUM_SAMPLES, "confidence": share}
        got = _bounds(_IDEA, call(_IDEA, bootstrap_interval, inputs), inputs)
        if _distance(got, wanted) <= 1e-6:
            continue
        fits = [sentence for sentence, bounds, within in _mistakes_of_few(share) if _distance(got, bounds) <= within]
        likely = fits[0] if fits else None
        return CheckFailed(_IDEA, wanted, got, inputs, likely)
    return None


def _failure_outside(failure):
    likely = "an end lies below all values, where no mean of resamples can: take the quantiles of the resampled means"
    return CheckFailed(failure.idea, failure.expected, failure.got, failure.inputs, likely)


def _check_settings(bootstrap_interval):
    """What a call uses besides the values: the number of resamples, the defaults and the random numbers."""
    few, single = np.array(_FEW), np.array([5.0])
    idea = "of a single resample both ends are its mean"
    inputs = {"values": few, "num_samples": 1, "confidence": 0.8}
    got = [_bounds(idea, call(idea, bootstrap_interval, inputs), inputs) for _ in range(4)]
    likely = "num_samples is not used: draw that many resamples"
    require(all(abs(high - low) < 1e-9 for low, high in got), idea, likely, num_samples=1, got=got)
    idea = "num_samples is 2000 and confidence 0.95 unless they are given"
    low, high = _bounds(idea, call(idea, bootstrap_interval, {"values": few}), {"values": few})
    likely = "confidence is 0.95 by default"
    is_right = abs(low - 1.0) < 1e-9 and abs(high - 8.5) < 1e-9
    require(is_right, "the interval of 1, 1, 1 and 11 is 1 to 8.5", likely, low=low, high=high)
    idea = "a single seed has no spread: both ends are its value"
    low, high = _bounds(idea, call(idea, bootstrap_interval, {"values": single}), {"values": single})
    require(abs(low - 5.0) < 1e-9 and abs(high - 5.0) < 1e-9, idea, None, values=single, low=low, high=high)

    def draw():
        bootstrap_interval(few, 20)

    check_draws("bootstrap_interval", draw)


def test_bootstrap_interval(bootstrap_interval):
    failure = _check_few(bootstrap_interval)
    if failure is not None and failure.likely is not None:
        raise failure
    values = np.array([2.0, 3.0, 3.0, 4.0, 5.0, 7.0, 11.0, 13.0, 24.0, 28.0]) + 20 * np.random.rand()
    for confidence in (0.8, 0.95):
        inputs = {"values": values.copy(), "num_samples": _NUM_SAMPLES, "confidence": confidence}
        got = _bounds(_IDEA, call(_IDEA, bootstrap_interval, inputs), inputs)
        means = _means(values, len(values))
        std = float(means.std())
        wanted = _middle(means, confidence)
        # Standard error between the quantiles of 2,000 and of 10,000 means: 0.05 std for the 90 %, 0.08 for the 97.5 % quantile.
        within = {0.8: 0.25, 0.95: 0.4}[confidence] * std
        if _distance(got, wanted) <= within:
            continue
        near = []
        for sentence, bounds, size in _mistakes(values, means, confidence):
            distance = _distance(got, bounds)
            if distance <= size * std:
                near.append((distance / size, sentence))
        if not near:
            _check_width(values, got, std, inputs)
        raise CheckFailed(_IDEA, wanted, got, inputs, min(near)[1] if near else None)
    if failure is not None:
        if min(failure.got) < 1.0 - 1e-9:
            failure = _failure_outside(failure)
        raise failure
    _check_settings(bootstrap_interval)
    passed("test_bootstrap_interval")
