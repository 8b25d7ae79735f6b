import random

import torch as t
from tests.explain import CheckFailed, call, passed


def test_get_cumulative_rewards(get_cumulative_rewards):
    idea = "G_t = r_t + gamma * G_{t+1}, from the last step to the first"
    cases = [
        ([0, 0, 1, 0, 0, 1, 0], 0.9),
        ([0, 0, 1, -2, 3, -4, 0], 0.5),
        ([0, 0, 1, 2, 3, 4, 0], 0),
        ([2.5], 0.99),
        ([random.uniform(-1, 1) for _ in range(12)], random.uniform(0.1, 1.0)),
    ]
    for rewards, gamma in cases:
        got = call(idea, get_cumulative_rewards, {"rewards": list(rewards), "gamma": gamma})
        expected = [
            sum(gamma**k * reward for k, reward in enumerate(rewards[t:])) for t in range(len(rewards))
        ]
        inputs = {"rewards": rewards, "gamma": gamma}
        if got is None:
            raise CheckFailed(idea, expected, got, inputs, "the function returns nothing: is a return statement missing?")
        got = [float(value) for value in got]
        if len(got) != len(expected):
            raise CheckFailed(idea, expected, got, inputs, "there must be as many returns as rewards")
        if all(abs(a - b) < 1e-5 for a, b in zip(got, expected)):
            continue
        likely = None
        if all(abs(a - b) < 1e-5 for a, b in zip(reversed(got), expected)):
            likely = "the order is the other way round: turn the list at the end"
        elif all(abs(a - sum(rewards[t:])) < 1e-5 for t, a in enumerate(got)):
            likely = "rewards are summed, but gamma does nothing"
        elif all(abs(a - gamma * b) < 1e-5 for a, b in zip(got, expected)):
            likely = "the reward of the step itself must not be discounted"
        raise CheckFailed(idea, expected, got, inputs, likely)
    passed("test_get_cumulative_rewards")
