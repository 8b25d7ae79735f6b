"""Tensors are [num_envs, num_steps]."""

import torch as t
from tests.explain import across, call, compare, passed
from tests.vpg import discounted_returns

IDEA = "G_t = r_t + gamma * G_{t+1}, and nothing is added after a step on which an episode ended"


def test_compute_returns(compute_returns):
    T, F = True, False
    cases = [
        (
            t.tensor([[1.0, 2.0, 4.0, 3.0, 5.0], [2.0, 7.0, 1.0, 6.0, 3.0]]),
            t.tensor([[F, F, T, F, F], [F, T, F, F, T]]),
            0.5,
        ),
        (t.tensor([[0.0, 0.0, 1.0, 0.0, 1.0]]), t.tensor([[F, F, T, F, T]]), 0.5),
        (t.tensor([[2.0]]), t.tensor([[F]]), 0.99),
        (t.randn(3, 1), t.tensor([[F], [T], [F]]), 0.9),
        (t.rand(4, 9), t.zeros(4, 9, dtype=t.bool), 1.0),
        (t.randn(5, 12), t.rand(5, 12) < 0.3, 0.97),
        (t.randn(6, 6), t.rand(6, 6) < 0.3, 0.8),
        (t.randn(3, 6), t.rand(3, 6) < 0.5, 0.0),
        # 0.25 to the power of 80 is 0 as a float, and to that of -80 it is infinite.
        (t.randn(1, 80), t.rand(1, 80) < 0.01, 0.25),
    ]

    def check(case):
        rewards, done, gamma = case
        inputs = {"rewards": rewards, "done": done, "gamma": gamma}
        got = call(IDEA, compute_returns, inputs)
        compare(IDEA, got, discounted_returns(rewards, done, gamma), inputs, lambda: _mistakes(rewards, done, gamma))

    across(cases, check)
    rewards, done, gamma = cases[0]
    got = call(IDEA, lambda rewards, done: compute_returns(rewards, done), {"rewards": rewards, "done": done})
    compare("gamma is 0.9 unless it is given", got, discounted_returns(rewards, done, 0.9), {}, [])
    passed("test_compute_returns")


def _late(done):
    """Returns the flags one step later; the first step keeps its own."""
    return t.cat([done[:, :1], done[:, :-1]], dim=1)


def _mistakes(rewards, done, gamma):
    def returns(gamma=gamma, ends="now", of=rewards, after=None):
        return discounted_returns(of, done, gamma, ends, after)

    right = returns()
    goes_on = (~done).float()
    steps = t.arange(rewards.shape[1]).float()
    backwards = t.flip(discounted_returns(t.flip(rewards, [1]), t.flip(done, [1]), gamma), [1])
    return [
        *(
            ("done is used one step too late: the step that ends an episode must not see what comes after it", late)
            for late in (returns(ends="late"), discounted_returns(rewards, _late(done), gamma))
        ),
        (
            "done is used one step too early: the reward of the step that ends an episode still belongs to it",
            returns(ends="early"),
        ),
        ("done is not used: returns run on into the next episode", returns(ends="never")),
        (
            "the flag is the wrong way round: the later return is kept where done is False, so use `~done`",
            returns(ends="inverted"),
        ),
        (
            "an end in one environment stops the sum in all of them: use each environment's own flag",
            returns(ends="any"),
        ),
        (
            "the reward of the step that ends an episode is lost: the flag stands before G_{t+1} only, r_t counts",
            returns(of=goes_on * rewards),
        ),
        ("gamma does nothing", returns(gamma=1.0)),
        ("gamma is 0.9 whatever is passed in: use the parameter `gamma`", returns(gamma=0.9)),
        ("gamma is 0.99 whatever is passed in: use the parameter `gamma`", returns(gamma=0.99)),
        ("the sum runs forwards: returns are what comes after a step, not before it", backwards),
        ("the columns are in the wrong order: the loop makes the last step first, so reverse them", t.flip(right, [1])),
        ("the result is [num_steps, num_envs]: stack the columns along dimension 1", right.t()),
        ("the reward of the step itself must not be discounted", gamma * right),
        (
            "each reward is discounted from the start of the rollout: at step t the first factor, that of r_t, is 1",
            returns(gamma=1.0, of=rewards * gamma**steps),
        ),
        (
            "steps are dimension 1 and environments dimension 0 here",
            discounted_returns(rewards.t(), done.t(), gamma).t(),
        ),
        ("only the return of the first step is there: one for each step was expected", right[:, 0]),
        ("these are still the rewards", rewards.clone()),
        (
            "gamma stands before the whole sum once: it belongs before G_{t+1}, in every turn of the loop",
            gamma * returns(gamma=1.0),
        ),
        (
            "the last step is left out: the loop begins with it, range(num_steps - 1, -1, -1)",
            returns(of=t.where(steps < steps.max(), rewards, 0.0)),
        ),
        (
            "the first step is left out: range(num_steps - 1, -1, -1) ends with it",
            t.where(steps > 0, right, 0.0),
        ),
        ("the last reward counts twice: the loop starts with 0", returns(after=rewards[:, -1])),
        (
            "the loop starts with 1: it starts with 0, since nothing is known after the last step",
            returns(after=t.ones(len(rewards))),
        ),
        ("each reward is discounted once more: G_t = r_t + gamma * G_{t+1}", returns(of=gamma * rewards)),
        (
            "1 - gamma weights the reward, as in a moving mean: r_t counts in full",
            returns(of=(1 - gamma) * rewards),
        ),
        (
            "only the first episode of each row counts: the sum begins again after each end",
            returns(of=rewards * _before_end(done)),
        ),
        *_of_forever(rewards, gamma, returns),
        *_of_powers(gamma, right),
    ]


def _before_end(done):
    flags = done.long()
    return (flags.cumsum(1) - flags == 0).float()


def _of_forever(rewards, gamma, returns):
    """Returns the mistake of going on from the last step as if its reward came for ever."""
    if gamma == 1:
        return []
    sentence = (
        "the last reward goes on for ever, r / (1 - gamma): nothing is known after the last step, so start with 0"
    )
    return [(sentence, returns(after=rewards[:, -1] / (1 - gamma)))]


def _of_powers(gamma, right):
    """Returns the mistake of a matrix of powers that is multiplied by a mask, where a negative power is infinite."""
    sentence = (
        "a negative power of gamma is infinite, and infinity times a mask's 0 is nan: choose with t.where or masked_fill, "
        "or take powers that are not negative"
    )
    odd = t.isinf(t.tensor(float(gamma)) ** -t.arange(right.shape[1]).float())
    return [(sentence, t.where(odd, t.nan, right))]
