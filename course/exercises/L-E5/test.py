import torch as t
from tests.explain import CheckFailed, call, compare, passed, require
from tests.optimisers import Adam, Step
from torch import nn

_IDEA = "one Adam over both networks, which ascends"
_PAIR = "make_optimizer returns two things: the optimiser, then its scheduler"
_EPS = "Adam's eps is 1e-5: it decides how long the step of a tiny gradient is"
_MEMORY = f"{_IDEA}, with PyTorch's own settings but for lr, eps and maximize"
_RATE = "the rate begins at initial_lr, and the scheduler leads it to end_lr in total_phases calls"
_LR = 0.01


class _Made:
    """Two networks, and what the reader's function makes for them."""

    def __init__(self, make_optimizer, total=5, first=_LR, last=None):
        self.actor = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
        self.critic = nn.Sequential(nn.Linear(3, 5), nn.ReLU(), nn.Linear(5, 1))
        before = self.weights()
        self.inputs = {"total_phases": total, "initial_lr": first}
        if last is not None:
            self.inputs["end_lr"] = last
        given = {"actor": self.actor, "critic": self.critic, **self.inputs}
        self.optimizer, self.scheduler = _pair(call(_IDEA, make_optimizer, given), self.inputs)
        likely = "it trains already: make the optimiser and its scheduler, and step neither"
        same = all(bool((a == b).all()) for a, b in zip(before, self.weights()))
        require(same, "make_optimizer leaves the parameters as they are", likely)
        likely = "requires_grad is False for some parameters now, so that they cannot learn: leave it as it is"
        learn = all(p.requires_grad for network in (self.actor, self.critic) for p in network.parameters())
        require(learn, "make_optimizer leaves the parameters as they are", likely)

    def weights(self):
        """Returns the actor's parameters as one tensor, and the critic's."""
        return [t.cat([p.detach().flatten() for p in network.parameters()]) for network in (self.actor, self.critic)]

    def step(self, gradients):
        """Returns how far one step moves each network's parameters, in units of the rate."""
        for network, numbers in zip((self.actor, self.critic), gradients):
            place = 0
            for p in network.parameters():
                p.grad = numbers[place : place + p.numel()].reshape(p.shape).clone()
                place += p.numel()
        before = self.weights()
        self.optimizer.step()
        return [(now - then) / _LR for now, then in zip(self.weights(), before)]

    def rates(self):
        return [float(group["lr"]) for group in self.optimizer.param_groups]


def _pair(got, inputs):
    likely = None
    if got is None:
        likely = "the function returns nothing: is a return statement missing?"
    elif hasattr(got, "param_groups"):
        likely = "only the optimiser came back: return the scheduler too"
    elif hasattr(got, "optimizer"):
        likely = "only the scheduler came back: return the optimiser before it"
    elif isinstance(got, (tuple, list)) and len(got) == 2:
        if isinstance(got[1], type):
            likely = "the scheduler is the class itself: create one with PPOScheduler(...)"
        elif hasattr(got[0], "param_groups") and hasattr(got[1], "step"):
            _judge_scheduler(*got)
            return got
        elif hasattr(got[1], "param_groups"):
            likely = "they are in the other order: the optimiser comes first"
    likely = likely or f"a {type(got).__name__} came back: return optimizer, scheduler"
    raise CheckFailed(_PAIR, "(optimizer, scheduler)", got, inputs, likely)


def _judge_scheduler(optimizer, scheduler):
    likely = "the second is an optimiser as well: one Adam serves both networks, and the scheduler is a PPOScheduler"
    require(not hasattr(scheduler, "param_groups"), _PAIR, likely)
    likely = "the scheduler holds another optimiser: create one Adam, and give this very object to PPOScheduler"
    held = getattr(scheduler, "optimizer", optimizer)
    require(held is optimizer, _PAIR, likely)


def _judge_groups(made):
    held = [id(p) for group in made.optimizer.param_groups for p in group["params"]]
    for name, network in (("actor", made.actor), ("critic", made.critic)):
        count = sum(id(p) in held for p in network.parameters())
        whole = len(list(network.parameters()))
        idea = f"{_IDEA}: it holds all {whole} tensors of {name}, and here {count} of them"
        likely = f"the {name}'s parameters are missing: join [*actor.parameters(), *critic.parameters()]"
        some = f"some of the {name}'s parameters are missing: take all that {name}.parameters() yields"
        require(count == whole, idea, some if count else likely)
    likely = "a network stands there twice, and would take two steps at once: each parameter belongs there once"
    require(len(held) == len(set(held)), f"{_IDEA}: no parameter is held twice", likely)


def _judge_step(made):
    sizes = [len(weights) for weights in made.weights()]
    gradients = [(t.rand(size) + 0.5) * (2.0 * t.randint(0, 2, (size,)) - 1.0) for size in sizes]
    for name, moved, gradient in zip(("actor", "critic"), made.step(gradients), gradients):
        idea = f"{_IDEA}: its first step moves each parameter of {name} by the rate, in the direction of the gradient"
        sign = t.sign(gradient)
        mistakes = [
            ("it descends: Adam needs maximize=True, because PPO's objective is something to make large", -sign),
            ("these steps are as long as the gradient: take Adam, whose step has the length of its rate", gradient),
            ("these steps are as long as the gradient, and descend: take Adam with maximize=True", -gradient),
        ]
        try:
            compare(idea, moved, sign, {"gradient": gradient}, mistakes, atol=5e-3)
        except CheckFailed as failure:
            likely = failure.likely or _adam().of_settings(made.optimizer)
            raise CheckFailed(idea, sign, moved, {"gradient": gradient}, likely) from None


def _judge_eps(made):
    sizes = [len(weights) for weights in made.weights()]
    moved = made.step([t.full((size,), 1e-6) for size in sizes])
    for name, steps in zip(("actor", "critic"), moved):
        length = float(steps.mean())
        if abs(length - 1 / 11) > 2e-3:
            likely = "eps is of another size: pass eps=1e-5"
            if abs(length - 1 / 1.01) < 2e-3:
                likely = "eps is 1e-8, as PyTorch has it: pass eps=1e-5 (detail 3)"
            elif length < 0.05:
                likely = "eps is larger than 1e-5: count its zeros"
            got = f"{length:.4f} of the rate"
            raise CheckFailed(_EPS, "0.0909 of the rate", got, {f"gradient of {name}": 1e-6}, likely)


def _judge_decay(made):
    before = made.weights()
    moved = made.step([t.zeros(len(weights)) for weights in before])
    for name, steps in zip(("actor", "critic"), moved):
        idea = f"without a gradient the parameters of {name} stay where they are"
        likely = "its weights decay towards 0: take Adam and not AdamW, and no weight_decay"
        require(bool((t.abs(steps) < 1e-5).all()), idea, likely, moved_by=float(t.abs(steps).max()))


def _adam():
    return Adam(_MEMORY, _LR, 1e-5, "pass lr, eps and maximize alone")


def _judge_memory(made):
    """Several steps with gradients of different sizes show how long each of them is remembered."""
    adam = _adam()
    networks = made.actor, made.critic
    for size in (1.0, -0.3, 4.0, 0.05):
        for network in networks:
            for p in network.parameters():
                p.grad = size * (t.rand(p.shape) + 0.5)
        step = Step([p for network in networks for p in network.parameters()], made.optimizer)
        made.optimizer.step()
        adam.judge(step)


def _judge_rates(make_optimizer, total, first, last=None):
    made = _Made(make_optimizer, total, first, last)
    end = 0.0 if last is None else last
    now = made.rates()
    if any(abs(rate - first) > 1e-9 for rate in now):
        likely = None
        if all(abs(rate - 1e-3) < 1e-9 for rate in now):
            likely = "the rate is PyTorch's 0.001: pass lr=initial_lr"
        elif all(abs(rate - first - (end - first) / total) < 1e-9 for rate in now):
            likely = "the scheduler has been stepped already: the learning phase does that"
        elif all(abs(rate - end) < 1e-9 for rate in now):
            likely = "the rate is end_lr: it begins at initial_lr"
        elif any(abs(rate - first) <= 1e-9 for rate in now):
            likely = "one group of parameters has another rate: all of them begin at initial_lr"
        elif now == _Made(make_optimizer, total, first / 2, last).rates():
            likely = f"the rate is {now[0]:g} whatever initial_lr is: pass lr=initial_lr"
        elif all(abs(rate / now[0] - 1) < 1e-6 for rate in now):
            likely = f"the rate is {now[0] / first:.3g} times initial_lr: pass lr=initial_lr as it is"
        raise CheckFailed(_RATE, [first] * len(now), now, made.inputs, likely)
    rates = []
    for _ in range(total):
        made.scheduler.step()
        rates.append(made.rates()[0])
        likely = "the groups have different rates after a call of step: is there one scheduler for all of them?"
        require(len(set(made.rates())) == 1, _RATE, likely, rates=made.rates())

    def line(start, stop, calls):
        return t.tensor([start + min(k / calls, 1.0) * (stop - start) for k in range(1, total + 1)])

    wrong = "PPOScheduler got its numbers in another order: optimizer, initial_lr, end_lr, total_phases"
    mistakes = [
        (
            "the scheduler moves nothing: does it hold the optimiser that you return, and are its numbers in the order "
            "initial_lr, end_lr, total_phases?",
            t.full((total,), first),
        ),
        ("end_lr is not used: pass it on to PPOScheduler", line(first, 0.0, total)),
        (wrong, line(end, first, total)),
        (wrong, t.full((total,), float(total))),
    ]
    rates = t.tensor(rates)
    mistakes += [
        ("PPOScheduler begins at another rate than initial_lr: pass initial_lr on to it", line(0.0, end, total)),
        ("PPOScheduler gets one phase more: pass total_phases on as it is", line(first, end, total + 1)),
        ("PPOScheduler gets one phase fewer: pass total_phases on as it is", line(first, end, max(total - 1, 1))),
        (
            f"after total_phases calls the rate is {float(rates[-1]):.4g}, and not end_lr, {end:.4g}: create a PPOScheduler, "
            "and pass it initial_lr, end_lr and total_phases as they are",
            rates,
        ),
    ]
    compare(_RATE, rates, line(first, end, total), made.inputs, mistakes)


def test_make_optimizer(make_optimizer):
    first, second = _Made(make_optimizer), _Made(make_optimizer)
    _judge_groups(first)
    likely = "a second call returns the optimiser of the first: make one in each call"
    require(first.optimizer is not second.optimizer, _IDEA, likely)
    _judge_groups(second)
    _judge_rates(make_optimizer, 4, 0.5, 0.1)
    _judge_rates(make_optimizer, 5, 0.25)
    _judge_rates(make_optimizer, 3, 0.05, 0.2)
    _judge_rates(make_optimizer, 1, 0.5, 0.1)
    for judge in (_judge_decay, _judge_step, _judge_memory, _judge_eps):
        judge(_Made(make_optimizer))
    passed("test_make_optimizer")
