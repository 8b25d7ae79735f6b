"""Environments of a class that is no program, which Python steps while a policy trains in them."""

import random

import numpy

from own_environment._checks import check_reset, check_seed, check_step
from own_environment._load import PREFIX, Quiet, class_of, line_of, made_of, module_of
from own_environment._sources import add_types
from own_environment._spaces import Space, action_of, space_of
from own_environment._symbols import Refusal

FILE = "environment.py"


class Vector:
    """Environments of the class `name` of a text, each for itself. What the class does wrong is a `ValueError` with its line."""

    def __init__(self, text, name, num_envs, seed):
        self._seed = seed
        # What the class draws beside `self.np_random`.
        random.seed(seed)
        numpy.random.seed(seed)
        # Its steps may name them too, so they stay.
        add_types(text)
        with Quiet():
            self._told(self._make, text, name, num_envs)

    def _make(self, text, name, num_envs):
        kind = class_of(module_of(text, FILE, PREFIX + "trained"), name)
        self._environments = [made_of(kind, FILE) for _ in range(num_envs)]
        self._begun = [False] * num_envs
        self._reset_line, self._step_line = line_of(kind, "reset"), line_of(kind, "step")
        spaces = (space_of(self._environments[0], f"{what}_space", self._step_line) for what in ("action", "observation"))
        self._action, self._observation = (Space(space, what, self._step_line) for space, what in zip(spaces, ("action", "observation")))
        # Asked of one that is not trained in, because it begins an episode.
        self._takes_seed = check_seed(made_of(kind, FILE), self._reset_line, FILE) is None

    def begin(self, which):
        """Begins an episode in the environments that `which` says. Returns the first observation of each, and zeros for the others."""
        told = []
        for index, is_meant in enumerate(which):
            told += self._told(self._first, index) if is_meant else [0.0] * self._observation.size
        return told

    def _first(self, index):
        seed = {"seed": self._seed + index} if self._takes_seed and not self._begun[index] else {}
        self._begun[index] = True
        return check_reset(self._environments[index], self._observation, self._reset_line, FILE, **seed)

    def step(self, which, actions):
        """Takes a step in the environments that `which` says: an action is a number, or a row of numbers of a Box. Returns of each the
        next observation, the reward, and 1 if the episode is over, 2 if it was only cut off and 0 if it goes on; zeros for the others."""
        told = []
        for index, is_meant in enumerate(which):
            told += self._told(self._next, index, actions[index]) if is_meant else [0.0] * (self._observation.size + 2)
        return told

    def _next(self, index, numbers):
        environment, action = self._environments[index], self._action_of(numbers)
        observation, reward, terminated, truncated = check_step(environment, action, self._observation, self._step_line, FILE)
        return [*observation, reward, 1.0 if terminated else 2.0 if truncated else 0.0]

    def _action_of(self, numbers):
        space, numbers = self._action, numbers if isinstance(numbers, (list, tuple)) else [numbers]
        if space.kind == "Discrete":
            return space.start + int(numbers[0])
        return action_of(space, [min(max(one, low), high) for one, low, high in zip(numbers, space.low, space.high)])

    def _told(self, call, *args):
        try:
            return call(*args)
        except Refusal as refusal:
            place = FILE if refusal.line is None else f"{FILE}, line {refusal.line}"
            raise ValueError(f"{place}: {refusal.said()}") from None
