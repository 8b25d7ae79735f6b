"""`a` is [num_a] and `b` is [num_b]. All values are whole numbers, so sums are exact in any order."""

from itertools import combinations

import numpy as np
from tests.explain import CheckFailed, call, passed, require

_IDEA = "the share of arrangements whose means differ at least as much as those of the given one, which counts too"
_NUM_SHUFFLES = 1000
_EQUAL_SIZES = ([1.0, 9.0, 16.0, 20.0], [5.0, 16.0, 17.0, 22.0])
_UNEQUAL_SIZES = ([9.0, 3.0], [18.0, 5.0, 1.0, 6.0, 15.0, 5.0])


def _mean(numbers):
    return sum(numbers) / len(numbers)


def _median(numbers):
    return float(np.median(np.array(numbers)))


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


def _called(permutation_test, a, b, num_shuffles=_NUM_SHUFFLES):
    """Returns the p-value as a number, and the arguments."""
    inputs = {"a": np.array(a), "b": np.array(b), "num_shuffles": num_shuffles}
    got = call(_IDEA, permutation_test, inputs)
    same = np.array_equal(inputs["a"], np.array(a)) and np.array_equal(inputs["b"], np.array(b))
    require(same, "the values that come in stay as they are", "this shuffles them in place: shuffle a new array")
    if got is None:
        raise CheckFailed(_IDEA, "a number", got, inputs, "the function returns nothing: is a return statement missing?")
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
            likely = "the given arrangement is not counted: count it as one more, (count + 1) / (num_shuffles + 1)"
        elif abs(got - 1 / few) < 1e-9:
            likely = "one arrangement is missing in the denominator: there are num_shuffles + 1 with the given one"
        elif got > 0.9 and abs(other - wanted) < 1e-9 or got > 0.9 and other == 0:
            likely = "only one direction counts: compare the absolute values of the differences"
        elif got > 0.9 and other > 0.9:
            likely = (
                "nearly all arrangements count, though no other is so far apart: shuffle all values of both groups together, "
                "and count those that differ at least as much"
            )
        raise CheckFailed("groups that do not overlap have the smallest p-value", wanted, got, inputs, likely)


def test_permutation_test(permutation_test):
    _check_far_apart(permutation_test)
    got, inputs = _called(permutation_test, [5.0] * 3, [5.0] * 4, 100)
    if abs(got - 1) > 1e-9:
        likely = "an arrangement that differs as much counts as well: compare with >=, not with >"
        raise CheckFailed("where all values are equal, every arrangement counts", 1.0, got, inputs, likely)
    for a, b in (_EQUAL_SIZES, _UNEQUAL_SIZES):
        got, inputs = _called(permutation_test, a, b)
        # The count of 1,000 shuffles has a standard error of at most 0.016.
        wanted = _p_value(a, b)
        if abs(got - wanted) <= 0.075:
            continue
        mistakes = [
            ("this compares medians: compare means", _p_value(a, b, of=_median)),
            (
                "this draws with replacement: a permutation uses each value once, as np.random.permutation does",
                _with_replacement(a, b),
            ),
        ]
        if len(a) == len(b):
            likely = "a shuffle counts in one direction only: take the absolute value of its difference too"
            mistakes.append((likely, _p_value(a, b, both=False)))
        else:
            half = _p_value(a, b, size=(len(a) + len(b)) // 2)
            mistakes.append(("the groups change their sizes: the first has len(a) values, not half of all", half))
            mistakes.append(("this compares sums, and the groups differ in size: compare means", _p_value(a, b, of=sum)))
        distances = [abs(got - value) for _, value in mistakes]
        nearest = distances.index(min(distances))
        likely = mistakes[nearest][0] if distances[nearest] <= 0.06 else None
        raise CheckFailed(_IDEA, wanted, got, inputs, likely)
    passed("test_permutation_test")
