"""`a` is [num_a] and `b` is [num_b]. All values are whole numbers, so sums are exact in any order."""

from itertools import combinations
from math import erfc, gamma, pi

import numpy as np
from tests.explain import CheckFailed, call, passed
from tests.randomness import check_draws

_IDEA = "the share of arrangements whose means differ at least as much as those of the given one, which counts too"
_NUM_SHUFFLES = 1000
_EQUAL_SIZES = ([1.0, 9.0, 16.0, 20.0], [5.0, 16.0, 17.0, 22.0])
_UNEQUAL_SIZES = ([9.0, 3.0], [18.0, 5.0, 1.0, 6.0, 15.0, 5.0])


def _mean(numbers):
    return sum(numbers) / len(numbers)


def _median(numbers):
    return float(np.median(np.array(numbers)))


def _std(numbers):
    return float(np.array(numbers).std())


def _p_value(a, b, of=_mean, size=None, both=True):
    """Returns the share of all arrangements whose first group has `size` values, without chance."""
    pooled, observed = a + b, abs(of(a) - of(b))
    as_large = tried = 0
    for chosen in combinations(range(len(pooled)), size or len(a)):
        first = [pooled[place] for place in chosen]
        second = [pooled[place] for place in range(len(pooled)) if place not in chosen]
        difference = of(first) - of(second)
        tried += 1
        as_large += (abs(difference) if both else difference) >= observed - 1e-9
    return as_large / tried


def _with_replacement(a, b):
    """Returns the share of draws with replacement, which arrange nothing."""
    pooled = np.array(a + b)
    first = np.random.choice(pooled, size=(4000, len(a))).mean(axis=1)
    second = np.random.choice(pooled, size=(4000, len(b))).mean(axis=1)
    return float((abs(first - second) >= abs(_mean(a) - _mean(b)) - 1e-9).mean())


def _overlapping(a, b):
    """Returns the share of arrangements that are cut at len(b), with the second group from len(a) on, where b is larger."""
    pooled, observed = a + b, abs(_mean(a) - _mean(b)) - 1e-9
    as_large = tried = 0
    for before in combinations(range(len(pooled)), len(a)):
        others = [place for place in range(len(pooled)) if place not in before]
        for after in combinations(others, len(a)):
            first = [pooled[place] for place in range(len(pooled)) if place not in after]
            second = [pooled[place] for place in others]
            tried += 1
            as_large += abs(_mean(first) - _mean(second)) >= observed
    return as_large / tried


def _by_formula(a, b, is_pooled):
    """Returns the p-values of a t-test, by the normal distribution and by Student's, whose tail is summed in small steps."""
    n, m = len(a), len(b)
    squares = [float(np.array(group).var(ddof=1)) for group in (a, b)]
    error = (squares[0] / n + squares[1] / m) ** 0.5
    if is_pooled:
        error = (((n - 1) * squares[0] + (m - 1) * squares[1]) / (n + m - 2) * (1 / n + 1 / m)) ** 0.5
    far, free = abs(_mean(a) - _mean(b)) / error, n + m - 2
    scale = gamma((free + 1) / 2) / ((free * pi) ** 0.5 * gamma(free / 2))
    body = sum(scale * (1 + ((i + 0.5) * far / 100) ** 2 / free) ** (-(free + 1) / 2) * far / 100 for i in range(100))
    return erfc(far / 2**0.5), 1 - 2 * body


def _called(permutation_test, a, b, num_shuffles=_NUM_SHUFFLES):
    """Returns the p-value as a number, and the arguments."""
    inputs = {"a": np.array(a), "b": np.array(b), "num_shuffles": num_shuffles}
    got = call(_IDEA, permutation_test, inputs)
    if got is None:
        raise CheckFailed(
            _IDEA, "a number", got, inputs, "the function returns nothing: is a return statement missing?"
        )
    if isinstance(got, (bool, str)):
        raise CheckFailed(_IDEA, "a number", got, inputs, "this is a verdict: return the p-value itself")
    try:
        p_value = float(got)
    except (TypeError, ValueError):
        raise CheckFailed(_IDEA, "a number", got, inputs, "something else than one number is returned") from None
    if p_value > 1 + 1e-9:
        likely = "this counts arrangements: divide by num_shuffles + 1"
        raise CheckFailed("a p-value is a share, at most 1", "at most 1", p_value, inputs, likely)
    return p_value, inputs


def _check_far_apart(permutation_test):
    """Groups that no random arrangement separates again: the given arrangement is the only one."""
    low, high = [float(value) for value in range(15)], [float(value) for value in range(100, 115)]
    few = 200
    wanted = 1 / (few + 1)
    found = [_called(permutation_test, *groups, few) for groups in ((low, high), (high, low))]
    for (got, inputs), (other, _) in (found, found[::-1]):
        if abs(got - wanted) < 1e-9:
            continue
        likely = None
        if got == 0:
            # A formula may round to 0 here, and is named by what it makes of other groups.
            _check_chances(permutation_test)
            likely = "the given arrangement is not counted: count it as one more, (count + 1) / (num_shuffles + 1)"
        elif abs(got - 2 * wanted) < 1e-9 or abs(got - 2 / few) < 1e-9:
            likely = "the p-value is doubled: the absolute value counts both directions already"
        elif abs(got - wanted / 2) < 1e-9:
            likely = "the p-value is halved: both directions count"
        elif abs(got - 1 / (_NUM_SHUFFLES + 1)) < 1e-9:
            likely = "num_shuffles is not used: shuffle that many times"
        elif abs(got - 2 / (few + 2)) < 1e-9 or abs(got - 2 / (few + 1)) < 1e-9:
            likely = "the given arrangement is counted twice"
        elif abs(got - 1 / few) < 1e-9:
            likely = "one arrangement is missing in the denominator: there are num_shuffles + 1 with the given one"
        elif got > 0.9 and abs(other - wanted) < 1e-9 or got > 0.9 and other == 0:
            likely = "only one direction counts: compare the absolute values of the differences"
        elif got > 0.9 and other > 0.9:
            likely = (
                "nearly all arrangements count, though no other is so far apart: shuffle all values of both groups together, "
                "and count those that differ at least as much"
            )
        if likely is None:
            _check_chances(permutation_test)
        raise CheckFailed("groups that do not overlap have the smallest p-value", wanted, got, inputs, likely)


def test_permutation_test(permutation_test):
    _check_far_apart(permutation_test)
    _check_alike(permutation_test, [5.0] * 3, [5.0] * 4)
    _check_chances(permutation_test)
    _check_alike(permutation_test, [2.0], [7.0])

    def draw():
        permutation_test(np.array(_EQUAL_SIZES[0]), np.array(_EQUAL_SIZES[1]), 20)

    check_draws("permutation_test", draw)
    passed("test_permutation_test")


def _check_alike(permutation_test, a, b):
    got, inputs = _called(permutation_test, a, b, 100)
    if abs(got - 1) > 1e-9:
        likely = "an arrangement that differs as much counts as well: compare with >=, not with >"
        idea = "where all arrangements differ alike, every one counts"
        raise CheckFailed(idea, 1.0, got, inputs, likely if got == got else None)


def _check_chances(permutation_test):
    """Compares with the shares of all arrangements. A mistake is named by what it makes of both pairs of groups."""
    pairs = _UNEQUAL_SIZES, _EQUAL_SIZES
    found = [_called(permutation_test, *pair) for pair in pairs]
    rights = [_p_value(*pair) for pair in pairs]
    # The count of 1,000 shuffles has a standard error of at most 0.016.
    off = [place for place, right in enumerate(rights) if not abs(found[place][0] - right) <= 0.075]
    if not off:
        return

    def nearest(made):
        gaps = [(max(abs(got - value) for (got, _), (_, value) in zip(found, both)), both[0][0]) for both in zip(*made)]
        return min(gaps)

    gap, sentence = nearest([_mistakes(a, b, right) for (a, b), right in zip(pairs, rights)])
    formula = nearest([_formulas(*pair) for pair in pairs])
    # A formula draws nothing.
    if formula[0] <= 0.03 and all(_called(permutation_test, *pair)[0] == got for pair, (got, _) in zip(pairs, found)):
        gap, sentence = formula
    got, inputs = found[off[0]]
    raise CheckFailed(_IDEA, rights[off[0]], got, inputs, sentence if gap <= 0.06 else None)


def _formulas(a, b):
    """Returns what comes of formulas, which draw nothing."""
    sentence = "this is a t-test, a formula for normal numbers: shuffle the values, and count"
    return [(sentence, value) for is_pooled in (False, True) for value in _by_formula(a, b, is_pooled)]


def _mistakes(a, b, right):
    """Returns likely mistakes and the p-values that they lead to."""
    return [
        ("this compares medians: compare means", _p_value(a, b, of=_median)),
        (
            "this draws with replacement: a permutation uses each value once, as np.random.permutation does",
            _with_replacement(a, b),
        ),
        ("the p-value is doubled: the absolute value counts both directions already", min(1.0, 2 * right)),
        (
            "a shuffle counts in one direction only: take the absolute value of its difference too",
            _p_value(a, b, both=False),
        ),
        (
            "the groups change their sizes: the first has len(a) values, not half of all",
            _p_value(a, b, size=(len(a) + len(b)) // 2),
        ),
        (
            "the groups change their sizes: cut both at len(a), the size of the first",
            _overlapping(a, b) if len(a) < len(b) else right,
        ),
        ("this compares sums, and the groups differ in size: compare means", _p_value(a, b, of=sum)),
        ("this compares the largest values: compare means", _p_value(a, b, of=max)),
        ("this compares standard deviations: compare means", _p_value(a, b, of=_std)),
        ("the p-value is turned round: count those that differ at least as much", 1 - right),
    ]
