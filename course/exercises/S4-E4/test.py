import random

import numpy as np
import torch as t
from tests.explain import CheckFailed, call, passed
from tests.reinforce import is_near, numbers

_IDEA = "G_t = r_t + gamma * G_{t+1}, from the last step to the first"


def test_get_cumulative_rewards(get_cumulative_rewards):
    cases = [
        ([random.uniform(-1, 1) for _ in range(7)], random.uniform(0.4, 0.9)),
        ([0, 0, 1, 0, 0, 1, 0], 0.9),
        ([0, 0, 1, -2, 3, -4, 0], 0.5),
        ([0, 0, 1, 2, 3, 4, 0], 0),
        ([2.5], 0.99),
        ([random.uniform(-1, 1) for _ in range(150)], 1.0),
        ([random.uniform(-1, 1) for _ in range(150)], 0.4),
        ([random.uniform(-1, 1) for _ in range(12)], None),
    ]
    earlier = 0
    for rewards, gamma in cases:
        try:
            _check(get_cumulative_rewards, rewards, gamma, earlier)
        except CheckFailed as failure:
            if (rewards, gamma) == cases[0]:
                _judge_examples(get_cumulative_rewards, cases[1:3], failure)
                _show_example(get_cumulative_rewards, *cases[1], failure)
            raise
        earlier += len(rewards)
    passed("test_get_cumulative_rewards")


def _judge_examples(function, examples, failure):
    """Raises if the text's examples come out right, and no mistake that is known leads to that."""
    if failure.idea != _IDEA or not isinstance(failure.got, list) or len(failure.got) != len(failure.expected):
        return
    for rewards, gamma in examples:
        right = _returns(rewards, gamma)
        if any(sentence == failure.likely and is_near(value, right) for sentence, value in _mistakes(rewards, gamma)):
            return
        got = function(list(rewards), gamma)
        if np.ndim(got) != 1 or not is_near(numbers(got) or [], right):
            return
    likely = "only the examples of the text come out right: compute the returns of whatever rewards are given"
    raise CheckFailed(_IDEA, failure.expected, failure.got, failure.inputs, likely)


def _show_example(function, rewards, gamma, failure):
    """Raises for an example that one can work out by hand, if the same mistake is named there."""
    try:
        _check(function, rewards, gamma)
    except Exception as small:
        if failure.likely and getattr(small, "likely", None) == failure.likely:
            raise small from None


def _of(gamma):
    """Returns gamma, or what it is where none is given."""
    return 0.99 if gamma is None else gamma


def _check(function, rewards, gamma, earlier=0):
    given = list(rewards)
    named = {} if gamma is None else {"gamma": gamma}
    inputs = {"rewards": rewards, **named}
    expected = _returns(rewards, _of(gamma))
    got = call(_IDEA, function, {"rewards": given, **named})
    got = _list(got, expected, inputs)
    if not is_near(got, expected):
        likely = next((sentence for sentence, value in _mistakes(rewards, _of(gamma)) if is_near(got, value)), None)
        if gamma is None:
            likely = "without a gamma of its own it is 0.99: leave the default, `(rewards, gamma=0.99)`"
        elif any(number != number for number in got):
            likely = (
                "some returns are no numbers (nan): is there a division by a power of gamma, which becomes 0? "
                "G_t = r_t + gamma * G_{t+1} needs none"
            )
        elif earlier and len(got) == earlier + len(expected):
            likely = "the list still holds an earlier episode: make a new one inside the function"
        elif likely is None and len(got) != len(expected):
            likely = f"there must be as many returns as rewards, and here are {len(got)} for {len(expected)} rewards"
        elif likely is None:
            likely = _otherwise(got, expected, rewards, _of(gamma))
        raise CheckFailed(_IDEA, expected, got, inputs, likely)
    if given != rewards:
        likely = "the list of rewards is changed in place, and its sum is still needed: write the returns to a new list"
        raise CheckFailed("the rewards that were given stay as they are", rewards, given, inputs, likely)


def _otherwise(got, expected, rewards, gamma):
    """Says what is not right about returns that no known mistake leads to."""
    digits = [count for count in range(1, 5) if is_near(got, [round(value, count) for value in expected], 1e-9)]
    if digits:
        return f"the returns are rounded to {digits[0]} digits: give them as they are"
    if is_near(got, [max(value, 0.0) for value in expected]):
        return "returns below 0 become 0: give them as they are"
    right = 0
    while is_near(got[len(got) - right - 1 :], expected[len(got) - right - 1 :]):
        right += 1
    if right == 0:
        return f"the last return is not right yet: nothing follows it, so it is the last reward, {rewards[-1]:.4g}"
    step = len(got) - right - 1
    return (
        f"the last {right} returns are right, and the one before is not: for step {step} it is {rewards[step]:.4g} + "
        f"{gamma:.4g} * {expected[step + 1]:.4g} = {expected[step]:.4g}"
    )


def _list(got, expected, inputs):
    """Returns the reader's returns as a list of numbers."""
    likely = None
    if got is None:
        likely = (
            "the function returns nothing: is a return statement missing? append, reverse and sort return None, "
            "too"
        )
    elif isinstance(got, (bool, int, float)):
        likely = "this is one number: every step has its own return, so give a list of them"
    elif isinstance(got, (tuple, list, np.ndarray, t.Tensor)):
        if numbers(got) is not None and np.ndim(got) == 1:
            return numbers(got)
        if numbers(got) is not None:
            likely = f"one list of {len(expected)} numbers was expected, and this has the shape {np.shape(got)}: flatten it"
            raise CheckFailed(_IDEA, expected, got, inputs, likely)
        likely = "the list should hold one number for each step"
    else:
        likely = f"a list was expected, not {type(got).__name__}: list(...) makes one of it"
    raise CheckFailed(_IDEA, expected, got, inputs, likely)


def _returns(rewards, gamma):
    later, returns = 0.0, []
    for reward in reversed(rewards):
        later = reward + gamma * later
        returns.append(later)
    return returns[::-1]


def _whole(rewards, gamma):
    """The returns where each is cut to a whole number before it is kept."""
    return [float(int(value)) for value in _returns(rewards, gamma)]


def _mistakes(rewards, gamma):
    right, count = _returns(rewards, gamma), len(rewards)
    total = sum(rewards)
    forwards = _returns(rewards[::-1], gamma)[::-1]
    from_start = [sum(gamma**k * rewards[k] for k in range(step, count)) for step in range(count)]
    return [
        ("the order is the other way round: turn the list at the end", right[::-1]),
        ("rewards are summed, but gamma does nothing: multiply the later return by it", _returns(rewards, 1.0)),
        ("the sum runs forwards: a return is what comes after a step, so begin with the last one", forwards),
        ("the sum runs forwards: a return is what comes after a step, so begin with the last one", forwards[::-1]),
        (
            "the reward of the step itself must not be discounted: gamma belongs to what comes after it",
            [gamma * g for g in right],
        ),
        ("the reward of the step itself is missing: G_t begins with r_t", right[1:] + [0.0]),
        ("the reward of the step itself is missing: G_t begins with r_t", [gamma * g for g in right[1:]] + [0.0]),
        ("the reward is added to the next reward only: gamma multiplies the later return", _next_only(rewards, gamma)),
        ("rewards are discounted from the start of the episode: begin with gamma**0 at each step t", from_start),
        ("the last step is missing: begin with it, at index len(rewards) - 1", _returns(rewards[:-1], gamma) + [0.0]),
        ("the last step is missing: begin with it, at index len(rewards) - 1", _returns(rewards[:-1], gamma)),
        ("the first step is missing: go down to index 0", [0.0] + right[1:]),
        ("the first step is missing: go down to index 0", right[1:]),
        ("every step has the return of the whole episode: sum what comes from the step on", [right[0]] * count),
        ("every step has the same sum: sum what comes from the step on, with gamma", [total] * count),
        ("this is a list of one return: every step has its own", [right[0]]),
        ("these are the rewards as they were given", list(rewards)),
        (
            "each reward is multiplied by a power of gamma, but nothing is summed",
            [gamma**k * r for k, r in enumerate(rewards)],
        ),
        ("there is one return too many: the 0 behind the last step is no return", right + [0.0]),
        ("the mean is subtracted: these are not yet to be normalised", [g - sum(right) / count for g in right]),
        ("the returns are normalised: give them as they are", _normalised(right)),
        ("the rewards are averaged: add them up, without weights that sum to 1", [(1 - gamma) * g for g in right]),
        ("the sign is the other way round", [-g for g in right]),
        ("the returns are cut to whole numbers: keep them as floats", _whole(rewards, gamma)),
        ("the returns are cut to whole numbers: keep them as floats", _cut_on_the_way(rewards, gamma)),
        ("gamma is 0.99 whatever it is called with: use the argument", _returns(rewards, 0.99)),
        ("the inner calls have a gamma of 0.99: pass gamma on to them", _kept_out(rewards, gamma, 0.99)),
        ("gamma does nothing after the next step: multiply the whole later return by it", _one_power(rewards, gamma)),
        ("the power of gamma grows too fast: it grows by one with each step", _returns(rewards, gamma**2)),
        ("the reward of the next step counts in full: multiply it by gamma too", _delayed(rewards, gamma)),
        ("the returns are divided by the sum of their weights: add the rewards up as they are", _averaged(rewards, gamma)),
        ("the last reward is counted twice: begin with later = 0", _longer(rewards, 1 + gamma, gamma)),
        ("the episode goes on for ever here: nothing follows the last step, so begin with later = 0", _endless(rewards, gamma)),
        ("the returns are divided by the largest of them: give them as they are", _scaled(right)),
        ("gamma is divided by: multiply the later return by it", _returns(rewards, 1 / gamma) if gamma else []),
        ("gamma is 0.9 whatever it is called with: use the argument", _returns(rewards, 0.9)),
    ]


def _next_only(rewards, gamma):
    return [reward + gamma * later for reward, later in zip(rewards, list(rewards[1:]) + [0.0])]


def _normalised(returns):
    center = sum(returns) / len(returns)
    spread = (sum((g - center) ** 2 for g in returns) / max(len(returns) - 1, 1)) ** 0.5
    return [(g - center) / (spread + 1e-8) for g in returns]


def _cut_on_the_way(rewards, gamma):
    later, returns = 0, []
    for reward in reversed(rewards):
        later = int(reward + gamma * later)
        returns.append(float(later))
    return returns[::-1]


def _kept_out(rewards, gamma, inner):
    """The returns of a function that calls itself without gamma."""
    later = _returns(rewards[1:], inner)
    return [rewards[0] + gamma * (later[0] if later else 0.0)] + later


def _one_power(rewards, gamma):
    """Each reward that comes later is multiplied by gamma once, whenever it comes."""
    return [reward + gamma * sum(rewards[step + 1 :]) for step, reward in enumerate(rewards)]


def _delayed(rewards, gamma):
    return [
        sum(gamma ** max(k - 1, 0) * reward for k, reward in enumerate(rewards[step:])) for step in range(len(rewards))
    ]


def _averaged(rewards, gamma):
    weights = _returns([1.0] * len(rewards), gamma)
    return [value / weight for value, weight in zip(_returns(rewards, gamma), weights)]


def _endless(rewards, gamma):
    if gamma >= 1:
        return []
    return _longer(rewards, 1 / (1 - gamma), gamma)


def _longer(rewards, factor, gamma):
    """The returns if the last reward is that many times as large."""
    return _returns(list(rewards[:-1]) + [factor * rewards[-1]], gamma)


def _scaled(returns):
    most = max(abs(value) for value in returns)
    return [value / most for value in returns] if most else []
