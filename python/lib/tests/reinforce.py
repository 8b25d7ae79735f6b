"""REINFORCE on whole episodes: networks whose parameters are drawn again, optimisers that are watched, and an environment
that knows what it handed out. It has the interface of the old gym."""

from contextlib import contextmanager

import numpy as np
import torch as t
from gymnasium import spaces
from tests.explain import CheckFailed


@contextmanager
def redrawn(network):
    """Lends a function that draws all parameters of a network again. Afterwards they are as they were."""
    parameters = list(network.parameters())
    before = [parameter.detach().clone() for parameter in parameters]

    def draw(scale):
        with t.no_grad():
            for parameter in parameters:
                parameter.copy_(scale * t.randn(parameter.shape))

    try:
        yield draw
    finally:
        with t.no_grad():
            for parameter, value in zip(parameters, before):
                parameter.copy_(value)


def draw_open_minded(network, draw):
    """Draws parameters with which a policy of two actions is neither certain nor indifferent."""
    for scale in (0.5, 0.35, 0.25, 0.18, 0.13, 0.09):
        draw(scale)
        with t.no_grad():
            logits = network(t.randn(64, 4))
        if float((logits[:, 1] - logits[:, 0]).abs().mean()) < 2.0:
            return


def _kinds(kind):
    return [kind] + [each for below in kind.__subclasses__() for each in _kinds(below)]


@contextmanager
def stepping(around):
    """Calls `around(optimiser, step)` in place of each step of an optimiser: its gradients are there, and `step()` makes it.
    A closure has run by then."""
    originals = {kind: vars(kind)["step"] for kind in _kinds(t.optim.Optimizer) if "step" in vars(kind)}
    inside = []

    def watching(original):
        def step(self, closure=None):
            if inside:
                # A step that calls the one of its parent class.
                return original(self) if closure is None else original(self, closure)
            loss = None
            if closure is not None:
                with t.enable_grad():
                    loss = closure()
            inside.append(self)
            try:
                around(self, lambda: original(self))
            finally:
                inside.clear()
            return loss

        return step

    for kind, original in originals.items():
        kind.step = watching(original)
    try:
        yield
    finally:
        for kind, original in originals.items():
            kind.step = original


def numbers(thing):
    """Returns the numbers in an array, a tensor, a list or a number as a flat list, or None if it is none of them."""
    if isinstance(thing, (bool, int, float)):
        return [float(thing)]
    try:
        array = thing if isinstance(thing, np.ndarray) else np.array(thing)
        return [float(number) for number in array.flatten().tolist()]
    except (AttributeError, TypeError, ValueError, RuntimeError):
        return None


def is_near(some, others, atol=1e-5):
    """Returns whether two lists have the same numbers."""
    return len(some) == len(others) and all(abs(a - b) <= atol + 1e-4 * abs(b) for a, b in zip(some, others))


class Recorded:
    """Plays back observations, ends after `length` steps, and keeps what it was given."""

    idea = "the loop plays one episode: it draws an action, takes the step, and goes on with the new observation"

    def __init__(self, observations, length):
        self.env = self.unwrapped = self
        self.action_space, self.observation_space = spaces.Discrete(2), spaces.Box(-np.inf, np.inf, (4,))
        self.length, self._observations = length, observations
        self.handed, self.taken = [], []
        self.rewards = [round(2 * float(t.rand(())) - 0.5, 3) for _ in range(length)]
        self._is_running = self._was_cut_short = False

    def _observation(self):
        self.handed.append(list(self._observations[len(self.handed)]))
        return np.array(self.handed[-1], dtype="float32")

    def reset(self):
        if self._is_running and self.taken:
            self._was_cut_short = True
            return np.array(self.handed[0], dtype="float32")
        if self.handed:
            self.handed.pop()
        self._is_running = True
        return self._observation()

    def step(self, action):
        if not self.handed:
            raise CheckFailed(self.idea, likely="env.step is called before env.reset, which begins the episode")
        if self._was_cut_short:
            likely = "env.reset() is called again in the middle of the episode: call it once, before the loop"
            raise CheckFailed(self.idea, likely=likely)
        if len(self.taken) == self.length:
            likely = "the loop goes on after the environment has said done: leave it with break"
            raise CheckFailed(self.idea, likely=likely)
        given = numbers(action)
        if given not in ([0.0], [1.0]):
            likely = "env.step takes one action, 0 or 1: draw it with np.random.choice(2, p=action_probs)"
            raise CheckFailed(self.idea, inputs={"action": action}, likely=likely)
        self.taken.append(int(given[0]))
        step = len(self.taken)
        is_done = step == self.length
        self._is_running = not is_done
        return self._observation(), self.rewards[step - 1], is_done, {}

    def close(self):
        pass
