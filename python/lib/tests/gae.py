"""Generalised advantage estimation, right and with the mistakes made in it. Tensors are [num_steps, num_envs]."""

import torch as t


def estimates(rewards, values, following, goes_on, gamma, lam, **other):
    """Returns the advantages. `following` are the values of the next states, and `goes_on` is 0 where a step ended its
    episode. `other` holds what a mistake puts elsewhere: `of_value` and `of_sum` for `goes_on` in the two places of it,
    `in_value` and `in_sum` for `gamma` and `gamma * lam`, `baseline` for what is subtracted, `beyond` for the advantage
    that the last step finds."""
    of_value, of_sum = other.get("of_value", goes_on), other.get("of_sum", goes_on)
    in_value, in_sum = other.get("in_value", gamma), other.get("in_sum", gamma * lam)
    deltas = rewards + in_value * of_value * following - other.get("baseline", values)
    advantage, rows = other.get("beyond", t.zeros_like(deltas[0])), []
    for step in reversed(range(len(deltas))):
        advantage = deltas[step] + in_sum * of_sum[step] * advantage
        rows.append(advantage)
    return t.stack(rows[::-1])


def after(rows, last):
    """Returns the rows from the second on, and a last one."""
    return t.cat([rows[1:], last.unsqueeze(0)])
