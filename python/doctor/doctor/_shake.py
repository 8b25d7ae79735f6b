"""A second run in which rewards, the critic's values and the length of episodes are shaken, so that what is made of them can be told
apart: in a world that pays 1 a step, many mistakes look alike."""

import random

import numpy as np
import torch
from torch.nn import Module

from doctor._sums import policy_places
from doctor._watch import _row_bytes


class Shake:
    """What is added to rewards and to the values of some modules, and after how many steps an episode is cut off."""

    def __init__(self, size=1.0, values=frozenset(), length=None, seed=7):
        self.chance, self.size, self.values, self.length = random.Random(seed), 2.0 * size, values, length

    def reward(self, reward, is_many):
        if not is_many:
            return reward + self.chance.uniform(-self.size, self.size)
        added = [self.chance.uniform(-self.size, self.size) for _ in range(len(reward))]
        return reward + (np.array(added, dtype=np.float64).astype(reward.dtype) if isinstance(reward, np.ndarray) else torch.tensor(added))

    def value(self, watch, site, function, given, made):
        """Returns what a critic says of observations, with a number added that is the observation's own."""
        if (site.number, watch.numbers.get(id(function))) not in self.values or not given:
            return made
        node = watch.nodes.get(id(given[0]))
        origin = node.origin if node is not None and node.is_learned and node.origin is not None else given[0]
        rows = _row_bytes(origin, made.numel())
        if len(rows) != made.numel() or not rows[0]:
            return made
        added = [self.size * (2.0 * (int.from_bytes(row, "little") % 1000003) / 1000003 - 1.0) for row in rows]
        return made + torch.tensor(added).reshape(made.shape)

    def shorten(self, owner):
        """Lets the time of an environment, or of each of several, run out early."""
        if self.length is None:
            return
        for env in getattr(owner, "envs", None) or [owner]:
            for _ in range(12):
                inner = getattr(env, "env", None)
                if isinstance(getattr(env, "_max_episode_steps", None), int):
                    env._max_episode_steps = min(env._max_episode_steps, self.length)
                if inner is None or inner is env:
                    break
                env = inner


def shake_of(case):
    """Returns how a second run of a watched script is to be shaken."""
    watch = case.watch
    rewards = [abs(step.reward) for step in watch.steps]
    size = sum(rewards) / len(rewards) if rewards else 0.0
    # Where nothing was cut off, some episodes are cut short.
    length = None
    if not any(step.is_cut for step in watch.steps) and not watch.after_end:
        lengths = _lengths(watch)
        if len(lengths) >= 8:
            length = sorted(lengths)[len(lengths) // 2]
    return Shake(size or 1.0, frozenset(_critics(case)), length)


def _lengths(watch):
    found, running = [], {}
    for step in watch.steps[:600]:
        running[step.env] = running.get(step.env, 0) + 1
        if step.is_end:
            found.append(running.pop(step.env))
    return found


def _critics(case):
    """Yields the places and modules that gave one number for each observation, and from which no action was chosen."""
    watch = case.watch
    policy = policy_places(watch)
    for made, origin, passes, at, site, function in watch.valued[:2000]:
        key = site.number, watch.numbers.get(id(function))
        shape = tuple(made.shape)
        if (site.number, id(function)) in policy or key[1] is None or not shape or shape[-1] != 1 or not isinstance(function, Module) or origin is None:
            continue
        if type(function).__module__.startswith("torch"):
            yield key
