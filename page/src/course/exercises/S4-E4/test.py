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
        ([random.uniform(-1, 1) for _ in range(40)], 1.0),
    ]
    for rewards, gamma in cases:
        _check(get_cumulative_rewards, rewards, gamma)
    passed("test_get_cumulative_rewards")


def _check(function, rewards, gamma):
    given = list(rewards)
    inputs = {"rewards": rewards, "gamma": gamma}
    expected = _returns(rewards, gamma)
    got = call(_IDEA, function, {"rewards": given, "gamma": gamma})
    got = _list(got, expected, inputs)
    if not is_near(got, expected):
        mistakes = _mistakes(rewards, gamma)
        likely = next((sentence for sentence, value in mistakes if is_near(got, value)), None)
        if likely is None and len(got) != len(expected):
            likely = f"there must be as many returns as rewards, and here are {len(got)} for {len(expected)} rewards"
        raise CheckFailed(_IDEA, expected, got, inputs, likely)
    if given != rewards:
        likely = "the list of rewards is changed in place, and its sum is still needed: write the returns to a new list"
        raise CheckFailed("the rewards that were given stay as they are", rewards, given, inputs, likely)


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
        if numbers(got) is not None:
            return numbers(got)
        likely = "the list should hold one number for each step"
    else:
        likely = f"a list was expected, not {type(got).__name__}: list(...) makes one of it"
    raise CheckFailed(_IDEA, expected, got, inputs, likely)


def _returns(rewards, gamma):
    steps = range(len(rewards))
    return [sum(gamma**k * reward for k, reward in enumerate(rewards[step:])) for step in steps]


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
