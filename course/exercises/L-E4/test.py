import math

import torch as t
from tests.explain import CheckFailed, call, compare, passed, require

_IDEA = "after k calls the rate of every group is initial_lr + k / total_phases * (end_lr - initial_lr)"
_END = "the rate stays at end_lr once it has reached it"


def _lines(first, last, total):
    """Returns the rates of two groups after each call, and the mistakes: sentences, and the rates that they lead to."""
    counts = range(1, total + 1)

    def along(rate):
        return t.tensor([[rate(k)] * 2 for k in counts])

    def line(share):
        return first + share * (last - first)

    def moved(rate):
        now, rates = first, []
        for k in counts:
            now = rate(now, k)
            rates.append([now] * 2)
        return t.tensor(rates)

    right = along(lambda k: line(k / total))
    ends = min(first, last), max(first, last)
    jumps = (
        "the rate jumps to end_lr at once: compute it from the share of the way, min(k / total_phases, 1.0), and limit the "
        "share and not the rate"
    )
    stops = "the last call does not set the rate: at call total_phases it is end_lr, and stays there"
    short = max(total - 1, 1)
    counted_twice = "the call is counted once for each group: count it before the loop over the groups"
    compounds = "each call starts from the rate of the one before: start from self.initial_lr"
    mistakes = [
        (
            "the rate does not move: count the call in self.n_step_calls, and set group['lr'] of each group of "
            "self.optimizer.param_groups",
            t.full((total, 2), first),
        ),
        ("the first group alone has the rate: loop over all of self.optimizer.param_groups", _one(right, first, 0)),
        ("the last group alone has the rate: loop over all of self.optimizer.param_groups", _one(right, first, 1)),
        (
            "the rate is one call late: count the call first, then compute the rate",
            along(lambda k: line((k - 1) / total)),
        ),
        ("the rate is one call early: n_step_calls is 1 at the first call", along(lambda k: line((k + 1) / total))),
        (
            "every call sets the same rate: add 1 to self.n_step_calls in each of them",
            along(lambda k: line(1 / total)),
        ),
        (
            "this line leads from end_lr to initial_lr: at share 0 it is at initial_lr",
            along(lambda k: line(1 - k / total)),
        ),
        ("the line moves away from end_lr: the difference is end_lr - initial_lr", along(lambda k: line(-k / total))),
        (
            "initial_lr is missing: it is where the line begins, so add it",
            along(lambda k: k / total * (last - first)),
        ),
        (
            "this line ends at 0: it has to end at self.end_lr",
            along(lambda k: first * (1 - k / total)),
        ),
        (
            "this is the share of the way: multiply it by end_lr - initial_lr, and add initial_lr",
            along(lambda k: k / total),
        ),
        ("the line is one call too steep: divide by total_phases", along(lambda k: line(k / short))),
        ("the line is one call too flat: divide by total_phases", along(lambda k: line(k / (total + 1)))),
        ("the share is a whole number: divide with /, and not with //", along(lambda k: line(k // total))),
        (stops, along(lambda k: line(min(k, total - 1) / total))),
        (stops, along(lambda k: line((k if k < total else 0) / total))),
        (jumps, along(lambda k: max(line(k / total), last))),
        (jumps, along(lambda k: min(line(k / total), last))),
        ("the line is bent: the share of the way is k / total_phases itself", along(lambda k: line((k / total) ** 2))),
        ("the line is bent: the share of the way is k / total_phases itself", along(lambda k: line((k / total) ** 0.5))),
        (
            "the rate follows a cosine: a straight line was expected",
            along(lambda k: line((1 - math.cos(math.pi * k / total)) / 2)),
        ),
        ("the differences are multiplied by k and not by k / total_phases", along(lambda k: line(k))),
        ("end_lr is missing: the line leads from initial_lr to end_lr", along(lambda k: first * (1 + k / total))),
        ("end_lr is added: the line leads from initial_lr to end_lr", along(lambda k: first + k / total * (last + first))),
        (compounds, moved(lambda now, k: now + k / total * (last - now))),
        (compounds, moved(lambda now, k: now + k / total * (last - first))),
        (compounds, moved(lambda now, k: now * (1 - k / total))),
        (compounds, moved(lambda now, k: now + (last - now) / total)),
        (counted_twice, t.tensor([[line((2 * k - 1) / total), line(2 * k / total)] for k in counts])),
    ]
    if last > 0 and first > 0:
        falls = along(lambda k: first * (last / first) ** (k / total))
        mistakes.append(("the rate falls by the same factor each time: a straight line was expected", falls))
    # The same between the ends of the line, as a share of at most 1 leads to.
    return right, mistakes + [(why, rates.clamp(*ends)) for why, rates in mistakes]


def _one(right, first, place):
    rates = t.full(right.shape, first)
    rates[:, place] = right[:, place]
    return rates


class _Run:
    """An optimiser of two groups, its scheduler, and what they do."""

    def __init__(self, PPOScheduler, first, last, total):
        self.weights = [t.nn.Parameter(t.zeros(3)), t.nn.Parameter(t.zeros(2))]
        groups = [{"params": [weight]} for weight in self.weights]
        self.optimizer = t.optim.Adam(groups, lr=first, eps=1e-5, maximize=True)
        self.groups = self.optimizer.param_groups
        self.inputs = {"initial_lr": first, "end_lr": last, "total_phases": total}
        idea = "PPOScheduler is a class: PPOScheduler(optimizer, initial_lr, end_lr, total_phases)"
        likely = "the name PPOScheduler is no class any more: give your object another name"
        require(isinstance(PPOScheduler, type), idea, likely, PPOScheduler=PPOScheduler)
        self.scheduler = call(idea, PPOScheduler, {"optimizer": self.optimizer, **self.inputs})
        require(hasattr(self.scheduler, "step"), "a PPOScheduler has the method step", "was it renamed?")
        likely = "__init__ changes the rate: the optimiser has initial_lr until the first call of step"
        before = [group["lr"] for group in self.groups]
        require(before == [first, first], "before the first call the rate is initial_lr", likely, lr=before)

    def calls(self, count):
        """Returns the rates of both groups after each of the next calls, and the steps that parameters then take."""
        rates, lengths = [], []
        for _ in range(count):
            # Whatever a gradient of 1 is at each step, Adam's step is as long as the rate.
            for weight in self.weights:
                weight.grad = t.ones(weight.shape)
            before = [weight.detach().clone() for weight in self.weights]
            call(_IDEA, self.scheduler.step, {})
            self._judge_side_effects(before)
            rates.append([self._rate(group) for group in self.optimizer.param_groups])
            self.optimizer.step()
            lengths.append([float((w.detach() - b)[0]) for w, b in zip(self.weights, before)])
        return t.tensor(rates), t.tensor(lengths)

    def _judge_side_effects(self, before):
        idea = "step sets the rate of the optimiser and leaves the parameters alone"
        is_same = all(bool((w.detach() == b).all()) for w, b in zip(self.weights, before))
        require(is_same, idea, "it moves parameters: optimizer.step() is called by the learning phase, not here")
        cleared = any(weight.grad is None for weight in self.weights)
        require(
            not cleared,
            idea,
            "it clears the gradients: optimizer.zero_grad() is called by the learning phase, not here",
        )
        is_whole = len(self.optimizer.param_groups) == 2
        require(is_whole, idea, "there are more or fewer groups than before: change group['lr'] alone")

    def _rate(self, group):
        rate = group.get("lr")
        if isinstance(rate, t.Tensor) and rate.numel() == 1:
            rate = rate.item()
        if not isinstance(rate, (int, float)):
            raise CheckFailed(_IDEA, "a number", rate, self.inputs, "the rate group['lr'] is a number")
        return float(rate)


def test_ppo_scheduler(PPOScheduler):
    # A line that falls, one that rises, and one of a single call, in which several mistakes look alike.
    for first, last, total in ((0.8, 0.2, 6), (0.4, 0.0, 5), (0.1, 0.7, 6), (0.5, 0.1, 1)):
        _check(_Run(PPOScheduler, first, last, total), first, last, total)
    _check_apart(PPOScheduler)
    passed("test_ppo_scheduler")


def _check(run, first, last, total):
    rates, lengths = run.calls(total)
    right, mistakes = _lines(first, last, total)
    mistakes.append((_of_ends(rates, first, last), rates))
    compare(_IDEA, rates, right, run.inputs, mistakes)
    likely = "the optimiser takes steps of another length: was its state or another setting changed?"
    used = f"{_IDEA}, and its parameters take steps of this length"
    compare(used, lengths, right, run.inputs, [(likely, lengths)], atol=1e-3)
    whole = "take at most the whole way, min(share, 1.0)"
    try:
        beyond, _ = run.calls(4)
    except CheckFailed:
        raise
    except Exception as error:
        likely = f"after total_phases calls step raises {type(error).__name__}: the rate just stays where it is, so {whole}"
        raise CheckFailed(_END, inputs=run.inputs, likely=likely) from None
    stays = t.full((4, 2), last)
    along = t.tensor([[first + k / total * (last - first)] * 2 for k in range(1, 5)])
    mistakes = [(f"the line starts again after total_phases calls: {whole}", along)]
    is_past = beyond < last - 1e-7 if last < first else beyond > last + 1e-7
    if bool(is_past.all()):
        mistakes.append((f"the rate goes on past end_lr: {whole}", beyond))
    mistakes += [
        (f"the line turns back after total_phases calls: {whole}", _back(first, last, total)),
        (f"the rate goes back to initial_lr after total_phases calls: {whole}", t.full((4, 2), first)),
    ]
    if total > 1:
        mistakes.append(("one call after the end changes the rate: it stays at end_lr", beyond))
    compare(_END, beyond, stays, run.inputs, mistakes)


def _of_ends(rates, first, last):
    """Says what is not right about rates that no known mistake leads to."""
    if bool((rates[-1] - last).abs().max() > 1e-6):
        return f"after total_phases calls the rate is {float(rates[-1, 0]):.4g}, and not end_lr, {last:.4g}"
    return "the rate ends at end_lr, but on its way there it does not change by the same amount in each call"


def _back(first, last, total):
    rates = [last + min(k / total, 1.0) * (first - last) for k in range(1, 5)]
    return t.tensor([[rate] * 2 for rate in rates])


def _check_apart(PPOScheduler):
    """Two schedulers, called in turn, know nothing of each other."""
    runs = [(_Run(PPOScheduler, *ends), ends) for ends in ((0.9, 0.3, 3), (0.2, 0.6, 4))]
    rates = [[], []]
    for _ in range(3):
        for place, (run, _) in enumerate(runs):
            rates[place].append(run.calls(1)[0])
    for found, (run, (first, last, total)) in zip(rates, runs):
        right = t.tensor([[first + k / total * (last - first)] * 2 for k in (1, 2, 3)])
        likely = "a second scheduler changes the first: keep what is counted on self, and not on the class or in a global name"
        compare(_IDEA, t.cat(found), right, run.inputs, [(likely, t.cat(found))])
