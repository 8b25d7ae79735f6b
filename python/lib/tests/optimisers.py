"""Optimisers that are watched: what each step finds, and whether the parameters then move as Adam moves them."""

import torch as t
from tests.explain import CheckFailed


class Step:
    """A step of an optimiser: the gradients that it finds, of what is made small, and how the parameters move.

    parameters: those that are watched; one that the optimiser does not hold has the gradient None
    """

    def __init__(self, parameters, optimiser):
        groups = optimiser.param_groups
        signs = {id(p): -1.0 if group.get("maximize") else 1.0 for group in groups for p in group["params"]}
        self.optimiser, self.parameters = optimiser, list(parameters)
        self.gradients = [_signed(p.grad, signs.get(id(p))) for p in self.parameters]
        self.before = [p.detach().clone() for p in self.parameters]
        self.memory = [_memory(optimiser, p) for p in self.parameters]

    def moves(self):
        return t.cat([(p.detach() - before).reshape(-1) for p, before in zip(self.parameters, self.before)])


def _signed(gradient, sign):
    return None if gradient is None or sign is None else sign * gradient.detach()


def _memory(optimiser, parameter):
    """Returns what an Adam remembers of a parameter: how many steps, and the means of gradients and of their squares."""
    kept = optimiser.state[parameter] if parameter in optimiser.state else {}
    if not {"step", "exp_avg", "exp_avg_sq"} <= set(kept):
        return 0, t.zeros(parameter.shape), t.zeros(parameter.shape)
    return int(kept["step"]), kept["exp_avg"].detach().clone(), kept["exp_avg_sq"].detach().clone()


class Adam:
    """What Adam does with the gradients that a reader's optimiser finds, step after step.

    rate, eps: as they should be; all else is as PyTorch has it
    starter: how the optimiser is made
    """

    def __init__(self, idea, rate, eps, starter):
        self.idea, self.rate, self.eps, self.starter = idea, rate, eps, starter
        self._memory = None

    def judge(self, step):
        """Raises unless the parameters have moved as Adam moves them."""
        memory, self._memory, wanted = self._memory or step.memory, [], []
        for gradient, (count, mean, square) in zip(step.gradients, memory):
            if gradient is not None:
                count, mean, square = count + 1, 0.9 * mean + 0.1 * gradient, 0.999 * square + 0.001 * gradient**2
            self._memory.append((count, mean, square))
            root = (square / (1 - 0.999 ** max(count, 1))).sqrt() + self.eps
            move = -self.rate * mean / (1 - 0.9 ** max(count, 1)) / root
            wanted.append((move if gradient is not None else 0.0 * move).reshape(-1))
        got, wanted = step.moves(), t.cat(wanted)
        likely = self.of_settings(step.optimiser)
        if likely is None and not self._is_near(got, wanted):
            likely = self._of_moves(got, wanted)
        if likely:
            shown = {"moved by": got[:6], "Adam moves by": wanted[:6]}
            raise CheckFailed(self.idea, inputs=shown, likely=likely)

    def _is_near(self, got, wanted):
        return float(t.abs(got - wanted).max()) < 5e-3 * self.rate

    def of_settings(self, optimiser):
        """Names what is different about an optimiser of PyTorch, or returns None."""
        kind = type(optimiser)
        if kind.__module__.startswith("torch") and kind.__name__ not in ("Adam", "AdamW"):
            return f"the optimiser is {kind.__name__} and not Adam: {self.starter}"
        for group in optimiser.param_groups:
            for name, wanted in (("betas", (0.9, 0.999)), ("weight_decay", 0), ("amsgrad", False)):
                got = group.get(name, wanted)
                got = tuple(got) if name == "betas" else got
                if got != wanted:
                    also = ", and AdamW is not Adam" if kind.__name__ == "AdamW" else ""
                    return f"the optimiser has {name}={got}, and {wanted} was expected{also}: {self.starter}"
        return None

    def _of_moves(self, got, wanted):
        ratio = float((got * wanted).sum() / (wanted * wanted).sum())
        if ratio > 0 and self._is_near(got, ratio * wanted):
            return (
                f"the steps are {ratio:.3g} times as long as Adam's with a rate of {self.rate:g}: make the optimiser with this "
                "rate, and leave it"
            )
        return (
            "the parameters do not move by Adam's rule: make the optimiser once, leave its settings and what it remembers "
            "alone, and let nothing else change parameters"
        )
