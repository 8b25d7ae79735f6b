"""Tensors are [num_envs, num_steps]."""

import torch as t
from tests.explain import call, compare, passed, require
from tests.vpg import discounted_returns


def test_compute_returns(compute_returns):
    t.random.seed()
    T, F = True, False
    cases = [
        (t.tensor([[1.0, 1.0, 1.0], [1.0, 0.0, 1.0]]), t.tensor([[F, F, T], [T, F, F]]), 0.9),
        (t.tensor([[0.0, 0.0, 1.0, 0.0, 1.0]]), t.tensor([[F, F, T, F, T]]), 0.5),
        (t.tensor([[2.0]]), t.tensor([[F]]), 0.99),
        (t.rand(4, 9), t.zeros(4, 9, dtype=t.bool), 1.0),
        (t.randn(5, 12), t.rand(5, 12) < 0.3, 0.97),
        (t.randn(3, 6), t.rand(3, 6) < 0.5, 0.0),
    ]
    idea = "G_t = r_t + gamma * G_{t+1}, and nothing is added behind a step on which an episode ended"
    for rewards, done, gamma in cases:
        inputs = {"rewards": rewards, "done": done, "gamma": gamma}
        before = rewards.clone()
        got = call(idea, compute_returns, inputs)
        expected = discounted_returns(rewards, done, gamma)
        mistakes = [
            ("done is used one step too late: the step that ends an episode must not see what comes after it", discounted_returns(rewards, done, gamma, "late")),
            ("done is not used: returns run on into the next episode", discounted_returns(rewards, done, gamma, "never")),
            ("gamma does nothing", discounted_returns(rewards, done, 1.0)),
            ("the sum runs forwards: returns are what comes after a step, not before it", t.flip(discounted_returns(t.flip(rewards, 1), t.flip(done, 1), gamma), 1)),
            ("the reward of the step itself must not be discounted", gamma * expected),
            ("steps are dimension 1 and worlds dimension 0 here", discounted_returns(rewards.t(), done.t(), gamma).t()),
            ("these are still the rewards", rewards),
        ]
        compare(idea, got, expected, inputs, mistakes)
        require(bool((rewards == before).all()), "the rewards that were given must stay as they are", "copy them first: rewards.clone()")
    passed("test_compute_returns")
