"""Tensors are [num_steps, num_envs]."""

import torch as t
from tests.explain import CheckFailed, call, compare, passed, require
from tests.gae import after, estimates
from tests.randomness import check_draws
from tests.smallest import first_wrong

_IDEA = "A_t = delta_t + gamma * lambda * (1 - d_{t+1}) * A_{t+1}, delta_t = r_t + gamma * (1 - d_{t+1}) * V_{t+1} - V_t"


def _inputs(num_steps, num_envs, gamma, gae_lambda, chance):
    """Draws a rollout. With a `chance` of ends, one ends after the second step, and one with the last step."""
    terminated, next_terminated = t.rand(num_steps, num_envs) < chance, t.rand(num_envs) < chance
    if chance and num_steps > 3:
        terminated[1:4, 0] = t.tensor([False, True, False])
        # What comes last is not what comes first.
        terminated[0, -1], terminated[0, 0] = True, False
        next_terminated[0], next_terminated[-1] = True, False
    return {
        "next_value": t.randn(num_envs) + 1.0,
        "next_terminated": next_terminated,
        "rewards": t.randn(num_steps, num_envs),
        "values": t.randn(num_steps, num_envs),
        "terminated": terminated,
        "gamma": gamma,
        "gae_lambda": gae_lambda,
    }


def _right(next_value, next_terminated, rewards, values, terminated, gamma, gae_lambda):
    goes_on = 1.0 - after(terminated, next_terminated).float()
    return estimates(rewards, values, after(values, next_value), goes_on, gamma, gae_lambda)


def _mistakes(next_value, next_terminated, rewards, values, terminated, gamma, gae_lambda):
    given = (next_value, next_terminated, rewards, values, terminated, gamma, gae_lambda)
    following, goes_on = after(values, next_value), 1.0 - after(terminated, next_terminated).float()
    always, own = t.ones_like(goes_on), 1.0 - terminated.float()

    def made(values=values, following=following, goes_on=goes_on, gamma=gamma, lam=gae_lambda, **other):
        return estimates(rewards, values, following, goes_on, gamma, lam, **other)

    def across(flag):
        return flag.unsqueeze(0).expand(goes_on.shape)

    whole = "these are advantages normalised over the batch: return them as they are, a minibatch is normalised later"
    moves_on = "next_terminated is used at every step: after each step, terminated[step] becomes the next one"
    begins = "the last step finds an advantage behind it: begin with A_T = 0"
    wraps = "behind the last row comes the first one again: behind it are next_value and next_terminated"
    right, late = made(), "d is used one step off: d_{t+1} says whether step t ended the episode"
    forwards = "the loop runs forwards: A_t needs A_{t+1}, so begin with the last step"
    return [
        (late, made(goes_on=own)),
        (late, made(of_value=own)),
        (late, made(of_sum=own)),
        (
            "d is used one step off: step t was ended by d_{t+1}, not by d_{t+2}",
            made(goes_on=after(goes_on, goes_on[-1])),
        ),
        ("terminated does nothing: values run on into the next episode", made(goes_on=always)),
        ("terminated is upside down: the factor is 1 - d_{t+1}", made(goes_on=1.0 - goes_on)),
        (
            "next_terminated does nothing: it says whether the last step ended its episode",
            made(goes_on=after(own, always[0])),
        ),
        (
            "next_terminated does nothing: it says whether the last step ended its episode",
            made(goes_on=after(terminated, terminated[-1]).float().neg() + 1.0),
        ),
        (
            "next_value does nothing: the last step must count what follows the rollout",
            made(following=after(values, t.zeros_like(next_value))),
        ),
        (
            "V_{t+1} is next_value at every step: after each step, values[step] becomes the next one",
            made(following=next_value.unsqueeze(0).expand(values.shape)),
        ),
        ("V_{t+1} is the step's own value: the next one is in the next row", made(following=values)),
        ("1 - d_{t+1} is missing before V_{t+1}: that value belongs to the next episode", made(of_value=always)),
        ("1 - d_{t+1} is missing before A_{t+1}: advantages run on into the next episode", made(of_sum=always)),
        (
            "gamma and lambda are exchanged: gamma stands before V_{t+1}, and both before A_{t+1}",
            made(gamma=gae_lambda, lam=gamma),
        ),
        ("lambda stands before V_{t+1} in the place of gamma", made(in_value=gae_lambda)),
        ("gamma stands in the place of lambda: the factor before A_{t+1} is gamma * lambda", made(in_sum=gamma**2)),
        ("lambda is 0.95 whatever it is called with: use the argument", made(lam=0.95)),
        ("gamma is 0.99 whatever it is called with: use the argument", made(gamma=0.99)),
        ("gamma is 0.99 whatever it is called with: use the argument", made(in_value=0.99)),
        (
            "an end is never forgotten: next_terminated becomes terminated[step] alone",
            made(goes_on=goes_on.flip(0).cumprod(0).flip(0)),
        ),
        ("lambda does nothing", made(lam=1.0)),
        ("gamma does nothing", made(gamma=1.0)),
        ("gamma is missing before A_{t+1}: the factor there is gamma * lambda", made(in_sum=gae_lambda)),
        ("gamma is missing before V_{t+1}", made(in_value=1.0)),
        ("lambda is in delta too: it belongs before A_{t+1} only", made(in_value=gamma * gae_lambda)),
        ("these are the residuals delta_t alone: add gamma * lambda * (1 - d_{t+1}) * A_{t+1}", made(lam=0.0)),
        ("these are the returns (advantages + values)", right + values),
        ("the rows are in the order of the loop, which runs backwards: reverse them at the end", right.flip(0)),
        ("- V_t is missing at the end of delta_t", made(baseline=0.0)),
        (
            "there are no values in it: delta_t is r_t + gamma * (1 - d_{t+1}) * V_{t+1} - V_t",
            made(baseline=0.0, in_value=0.0),
        ),
        ("V_{t+1} is missing: delta_t is r_t + gamma * (1 - d_{t+1}) * V_{t+1} - V_t", made(in_value=0.0)),
        ("time is the first dimension, [num_steps, num_envs]: stack the rows along dimension 0", right.t()),
        (
            "time is the first dimension: stack the rows along dimension 0, a reshape mixes steps and environments",
            right.t().reshape(right.shape),
        ),
        (moves_on, made(goes_on=across(1.0 - next_terminated.float()))),
        (moves_on, made(of_sum=across(1.0 - next_terminated.float()))),
        (moves_on, made(of_value=across(1.0 - next_terminated.float()))),
        (wraps, made(following=values.roll(-1, 0))),
        (wraps, made(goes_on=1.0 - terminated.roll(-1, 0).float())),
        (wraps, made(following=values.roll(-1, 0), goes_on=1.0 - terminated.roll(-1, 0).float())),
        (begins, made(beyond=next_value)),
        (begins, made(beyond=next_value - values[-1])),
        (begins, made(beyond=values[-1])),
        (begins, made(beyond=t.ones_like(next_value))),
        (whole, _normalised(right, right.std())),
        (whole, _normalised(right, right.std(unbiased=False))),
        (whole, (right - right.mean(0)) / (right.std(0) + 1e-8)),
        ("the mean of the advantages is subtracted: return them as they are", right - right.mean()),
        ("the advantages are multiplied by 1 - lambda: the recursion alone gives the weighted mean", (1 - gae_lambda) * right),
        ("gamma * lambda is squared: one factor of each for a step", made(in_sum=(gamma * gae_lambda) ** 2)),
        (
            "gamma stands before r_t too: the reward of the step itself counts in full",
            estimates(gamma * rewards, values, following, goes_on, gamma, gae_lambda),
        ),
        ("the values are added: delta_t ends in - V_t", made(baseline=-values)),
        (
            "gamma * (1 - d_{t+1}) stands before V_t, and not before V_{t+1}",
            made(of_value=always, in_value=1.0, baseline=gamma * goes_on * values),
        ),
        (
            "a step that ends its episode loses its reward: 1 - d_{t+1} stands before V_{t+1} and A_{t+1} only",
            estimates(goes_on * rewards, values, following, goes_on, gamma, gae_lambda),
        ),
        (
            "a step that ends its episode gets an advantage of 0: its residual is r_t - V_t",
            estimates(goes_on * rewards, goes_on * values, following, goes_on, gamma, gae_lambda),
        ),
        (
            "the next step's reward is in delta_t: it is r_t, of the step itself",
            estimates(after(rewards, rewards[-1]), values, following, goes_on, gamma, gae_lambda),
        ),
        (
            "the flags of all environments are joined: each environment has its own",
            made(goes_on=goes_on.min(1, keepdim=True).values.expand(goes_on.shape)),
        ),
        (forwards, _forwards(made(lam=0.0), goes_on, gamma * gae_lambda)),
        (forwards, _forwards(made(lam=0.0), own, gamma * gae_lambda)),
        (forwards, _carried_forwards(*given)),
    ]


def _normalised(advantages, spread):
    return (advantages - advantages.mean()) / (spread + 1e-8)


def _carried_forwards(value, ended, rewards, values, terminated, gamma, gae_lambda):
    """The loop of a solution, forwards: what is carried on is then of the step before."""
    advantage, rows = t.zeros_like(value), []
    for reward, own, flag in zip(rewards, values, terminated):
        goes_on = 1.0 - ended.float()
        advantage = reward + gamma * goes_on * (value + gae_lambda * advantage) - own
        rows.append(advantage)
        value, ended = own, flag
    return t.stack(rows)


def _forwards(deltas, goes_on, factor):
    advantage, rows = t.zeros_like(deltas[0]), []
    for delta, kept in zip(deltas, goes_on):
        advantage = delta + factor * kept * advantage
        rows.append(advantage)
    return t.stack(rows)


def _check(compute_advantages, inputs):
    kept = {name: value.clone() if isinstance(value, t.Tensor) else value for name, value in inputs.items()}
    got = call(_IDEA, compute_advantages, inputs)
    for name in ("next_value", "next_terminated", "rewards", "values", "terminated"):
        likely = f"the function writes into {name}, which its caller still needs: make a new tensor for the advantages"
        require(bool((inputs[name] == kept[name]).all()), "what comes in stays as it is", likely)
    if isinstance(got, (list, tuple)):
        likely = "a list was returned: t.stack makes a tensor of its rows"
        raise CheckFailed(_IDEA, _right(**kept), got, kept, likely)
    right = _right(**kept)
    try:
        compare(_IDEA, got, right, atol=1e-4)
        return
    except CheckFailed:
        mistakes = _mistakes(**kept)
    try:
        compare(_IDEA, got, right, kept, mistakes, atol=1e-4)
    except CheckFailed as failure:
        if failure.likely is not None:
            raise
    likely = _of_kind(got, right) or first_wrong(_SMALL, _first(compute_advantages)) or _of_columns(got, right)
    if not bool((compute_advantages(*inputs.values()) == got).all()):
        likely = "two calls return different numbers: an advantage looks at the next step in time, so do not shuffle"
    raise CheckFailed(_IDEA, right, got, kept, likely)


# Steps, environments, gamma, lambda and the chance of an end. Cases of one row or column are the last: in them several
# mistakes lead to the same numbers.
_CASES = (
    (8, 3, 0.9, 0.8, 0.25),
    (6, 1, 0.95, 0.9, 0.25),
    (5, 2, 0.9, 0.0, 0.25),
    (5, 2, 0.9, 1.0, 0.25),
    (8, 3, 0.9, 0.8, 0.0),
    (5, 2, 0.9, 1.0, 0.0),
    (150, 2, 0.8, 0.6, 0.02),
    (4, 3, 0.0, 0.9, 0.25),
    (1, 3, 0.9, 0.8, 0.25),
    (1, 1, 0.9, 0.8, 0.0),
)


# One environment: the arguments by hand, and its first advantage.
_SMALL = (
    (
        "one step pays 1, V is 2, next_value 4, gamma and lambda 0.5, no end: 1 + 0.5 * 4 - 2 = 1",
        ([1.0], [2.0], [0], 4.0, 0),
        1.0,
    ),
    ("this step ends its episode: 1 - 2 = -1", ([1.0], [2.0], [0], 4.0, 1), -1.0),
    ("an episode ended before this step, which changes nothing: 1 + 0.5 * 4 - 2 = 1", ([1.0], [2.0], [1], 4.0, 0), 1.0),
    (
        "two steps pay 1, V is 2 and 0: 1 + 0.5 * 0 - 2 + 0.25 * (1 + 0.5 * 4 - 0) = -0.25",
        ([1.0, 1.0], [2.0, 0.0], [0, 0], 4.0, 0),
        -0.25,
    ),
    ("the first of these two steps ends its episode: 1 - 2 = -1", ([1.0, 1.0], [2.0, 0.0], [0, 1], 4.0, 0), -1.0),
    ("the second ends its episode: 1 + 0.5 * 0 - 2 + 0.25 * (1 - 0) = -0.75", ([1.0, 1.0], [2.0, 0.0], [0, 0], 4.0, 1), -0.75),
)


def _first(compute_advantages):
    def run(rewards, values, terminated, next_value, ended, gamma=0.5, gae_lambda=0.5):
        rows = [t.tensor(column).reshape(-1, 1) for column in (rewards, values)]
        flags = t.tensor(terminated).bool().reshape(-1, 1)
        return compute_advantages(t.tensor([next_value]), t.tensor([ended]).bool(), *rows, flags, gamma, gae_lambda)

    return run


def _of_columns(got, right):
    """Says in which environments a result is right, if it is in some; or None."""
    good = [env for env in range(right.shape[1]) if t.allclose(got[:, env].double(), right[:, env].double(), 1e-4, 1e-4)]
    if not good:
        return None
    return f"environment {good[0]} comes out right, and others do not: each has its own rewards, values, flags and next_value"


def _of_kind(got, right):
    """Says how a result differs from the right one as a whole, or returns None."""
    if not isinstance(got, t.Tensor) or got.shape != right.shape:
        return None
    got = got.double()
    for said, value in (
        ("the advantages have lost their signs: return them as they are", right.abs()),
        ("the advantages are cut to whole numbers: they are floats", right.trunc()),
        ("the advantages are limited: return them as they are", right.clamp(float(got.min()), float(got.max()))),
    ):
        if t.allclose(got, value.double(), 1e-4, 1e-4):
            return said
    return None


def _alone(compute_advantages):
    compute_advantages(*_inputs(4, 2, 0.9, 0.8, 0.25).values())


def test_compute_advantages(compute_advantages):
    for num_steps, num_envs, gamma, gae_lambda, chance in _CASES:
        _check(compute_advantages, _inputs(num_steps, num_envs, gamma, gae_lambda, chance))
    check_draws("compute_advantages", lambda: _alone(compute_advantages))
    passed("test_compute_advantages")
