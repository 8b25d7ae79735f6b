"""Batched VPG: the functions of its day, tensors of shape [num_envs, num_steps]."""

from collections import namedtuple

import torch as t
from tests.explain import CheckFailed, require

Tau = namedtuple("Tau", ["obs", "actions", "logprobs", "rewards", "dones"])


def random_tau(num_envs, num_steps, dones=None):
    """A made-up rollout."""
    return Tau(
        t.randn(num_envs, num_steps, 4),
        t.randint(0, 2, (num_envs, num_steps)),
        -t.rand(num_envs, num_steps) - 0.1,
        t.rand(num_envs, num_steps),
        t.rand(num_envs, num_steps) < 0.25 if dones is None else dones,
    )


def discounted_returns(rewards, done, gamma, ends="now", after=None):
    """Returns the discounted returns, computed backwards for each environment. `ends` says which flags stop the sum of
    a step: its own ("now"), none ("never"), that of the step before ("late") or after it ("early"), its own where it is
    missing ("inverted"), or one of any environment ("any"). `after` is what follows the last column, 0 if it is None."""
    flags, results = done.tolist(), []
    last = rewards.shape[1] - 1
    stops = {
        "now": lambda env, step: flags[env][step],
        "never": lambda env, step: False,
        "late": lambda env, step: step > 0 and flags[env][step - 1],
        "early": lambda env, step: step < last and flags[env][step + 1],
        "inverted": lambda env, step: not flags[env][step],
        "any": lambda env, step: any(row[step] for row in flags),
    }[ends]
    for env, row in enumerate(rewards.tolist()):
        total, column = 0.0 if after is None else float(after[env]), []
        for step in range(last, -1, -1):
            total = row[step] + (0.0 if stops(env, step) else gamma * total)
            column.append(total)
        results.append(column[::-1])
    return t.tensor(results)


def middle(numbers, dim=None):
    """Returns the lower median, as torch's does: that one lies in a file which is not always there."""
    if dim is None:
        return t.tensor(sorted(numbers.flatten().tolist())[(numbers.numel() - 1) // 2])
    rows = numbers.t().tolist() if dim == 0 else numbers.tolist()
    return t.tensor([sorted(row)[(len(row) - 1) // 2] for row in rows]).unsqueeze(dim)


def parts_of(idea, got, names):
    """Returns the parts of a reader's result, of which there must be as many as names."""
    wanted = "(" + ", ".join(names) + ")"
    if got is None:
        raise CheckFailed(idea, wanted, got, likely="the function returns nothing: is a return statement missing?")
    if not isinstance(got, (tuple, list)):
        raise CheckFailed(idea, wanted, got, likely=f"{len(names)} things were expected, and only one is returned")
    if len(got) != len(names):
        raise CheckFailed(idea, wanted, got, likely=f"{len(names)} things were expected, and {len(got)} are returned")
    return tuple(got)


def require_unchanged(before, now):
    """Raises if a tensor that the reader's function was given has changed. Both are tensors by name."""
    for name, tensor in before.items():
        require(
            t.equal(now[name].detach(), tensor.detach()),
            f"`{name}` must stay as it was given",
            f"the function changes `{name}` in place: make a new tensor, `a - b` instead of `a -= b`, or copy it first",
            before=tensor,
            after=now[name],
        )


def gradient_of(number, parameters):
    """Returns the gradient of a number in one row for all parameters, which have none afterwards."""
    parameters = list(parameters)
    for parameter in parameters:
        parameter.grad = None
    number.backward()
    rows = [t.zeros_like(p).flatten() if p.grad is None else p.grad.detach().flatten() for p in parameters]
    for parameter in parameters:
        parameter.grad = None
    return t.cat(rows)


def near(a, b, atol=1e-5):
    """Whether two tensors are equal but for rounding."""
    return a.shape == b.shape and t.allclose(a.detach().double(), b.detach().double(), rtol=1e-3, atol=atol)
