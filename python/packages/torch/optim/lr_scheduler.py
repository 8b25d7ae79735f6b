"""Learning rates that change with the number of steps."""

import math
import types
from bisect import bisect_right

import _late
import _warned
import torch
from torch.optim import Optimizer

EPOCH_DEPRECATION_WARNING = (
    "The epoch parameter in `scheduler.step()` was not necessary and is being deprecated where possible. Please use `scheduler.step()` to"
    " step the scheduler. During the deprecation, if epoch is different from None, the closed form is used instead of the new chainable"
    " form, where available. Please open an issue if you are unable to replicate your use case:"
    " https://github.com/pytorch/pytorch/issues/new/choose."
)
_ORDER = (
    " See more details at https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate"
)


def _need(holds, words):
    """Raises ValueError with these words unless the condition holds."""
    if not holds:
        raise ValueError(words)


def _known(optimizer):
    if not isinstance(optimizer, Optimizer):
        raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
    return optimizer


def _each(name, optimizer, given):
    """Returns a setting for each group of parameters: one for all, or a list. Nobody else writes to tensors among them."""
    groups = len(optimizer.param_groups)
    given = list(given) if isinstance(given, (list, tuple)) else [given] * groups
    _need(len(given) == groups, f"{name} must have the same length as optimizer.param_groups: {len(given)} instead of {groups}")
    return [_own(value) for value in given]


def _own(value):
    return value.clone() if isinstance(value, torch.Tensor) else value


def _watch(optimizer):
    """Lets a step that a class or a program has written itself be noticed."""
    if type(optimizer).step is not Optimizer.step and "step" not in vars(optimizer):
        own = optimizer.step

        def step(*given, **named):
            optimizer._opt_called = True
            return own(*given, **named)

        optimizer.step = step
    optimizer._scheduled_step = vars(optimizer).get("step")


class LRScheduler:
    """Sets the learning rate of each group after every call of `step`."""

    def __init__(self, optimizer, last_epoch=-1):
        self.optimizer, self.last_epoch = _known(optimizer), last_epoch
        for number, group in enumerate(optimizer.param_groups):
            if last_epoch != -1 and "initial_lr" not in group:
                raise KeyError(f"param 'initial_lr' is not specified in param_groups[{number}] when resuming an optimizer: last_epoch is {last_epoch}")
            group.setdefault("initial_lr", _own(group["lr"]))
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self._step_count = 0
        _watch(optimizer)
        self.step()

    def _warn_of_order(self):
        """Warns of a schedule that goes on before the optimiser does."""
        optimizer = self.optimizer
        if vars(optimizer).get("step") is not getattr(optimizer, "_scheduled_step", None):
            _warned.warn(
                "Seems like `optimizer.step()` has been overridden after learning rate scheduler initialization. Please, make sure to"
                " call `optimizer.step()` before `lr_scheduler.step()`." + _ORDER
            )
        elif not getattr(optimizer, "_opt_called", False):
            _warned.warn(
                "Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you should call them in"
                " the opposite order: `optimizer.step()` before `lr_scheduler.step()`.  Failure to do this will result in PyTorch"
                " skipping the first value of the learning rate schedule." + _ORDER
            )

    def step(self, epoch=None):
        if self._step_count == 1:
            self._warn_of_order()
        self._step_count += 1
        if epoch is None:
            self.last_epoch += 1
            rates = self.get_lr()
        else:
            _warned.warn(EPOCH_DEPRECATION_WARNING)
            self.last_epoch = epoch
            rates = self._get_closed_form_lr()
        self._set(rates)

    def _set(self, rates):
        for group, lr in zip(self.optimizer.param_groups, rates):
            if isinstance(group["lr"], torch.Tensor):
                with torch.no_grad():
                    group["lr"].fill_(float(lr))
            else:
                group["lr"] = lr
        self._last_lr = self._rates

    def get_lr(self):
        """Returns the next rates, from the last: other schedules may change them too."""
        before = self._factor(self.last_epoch - 1) if self.last_epoch > 0 else 1.0
        now = self._factor(self.last_epoch)
        return [lr * (now / before) for lr in self._rates] if before else self._get_closed_form_lr()

    def _get_closed_form_lr(self):
        """Returns the rates from the first ones, as if no other schedule had changed them."""
        return [base * self._factor(self.last_epoch) for base in self.base_lrs] if hasattr(self, "_factor") else self.get_lr()

    def get_last_lr(self):
        return self._last_lr

    def state_dict(self):
        return {name: value for name, value in self.__dict__.items() if name != "optimizer"}

    def load_state_dict(self, state_dict):
        self.__dict__.update(state_dict)

    @property
    def _rates(self):
        return [_own(group["lr"]) for group in self.optimizer.param_groups]


_LRScheduler = LRScheduler


def _saved(function):
    """Returns what is kept of a function: the attributes of an object that can be called, and nothing of any other."""
    return None if function is None or isinstance(function, types.FunctionType) else vars(function).copy()


class LambdaLR(LRScheduler):
    """The initial rate, multiplied by a function of the number of steps."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        several = isinstance(lr_lambda, (list, tuple))
        groups = len(optimizer.param_groups)
        self.lr_lambdas = list(lr_lambda) if several else [lr_lambda] * groups
        _need(len(self.lr_lambdas) == groups, f"Expected {groups} lr_lambdas, but got {len(self.lr_lambdas)}: give one for each group of parameters")
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return [base * function(self.last_epoch) for base, function in zip(self.base_lrs, self.lr_lambdas)]

    def state_dict(self):
        return {**super().state_dict(), "lr_lambdas": [_saved(function) for function in self.lr_lambdas]}

    def load_state_dict(self, state_dict):
        self.__dict__.update({name: value for name, value in state_dict.items() if name != "lr_lambdas"})
        for function, kept in zip(self.lr_lambdas, state_dict.get("lr_lambdas", ())):
            if kept is not None:
                vars(function).update(kept)


class MultiplicativeLR(LambdaLR):
    """The last rate, multiplied by a function of the number of steps."""

    def get_lr(self):
        if not self.last_epoch:
            return self._rates
        return [lr * function(self.last_epoch) for lr, function in zip(self._rates, self.lr_lambdas)]


class LinearLR(LRScheduler):
    def __init__(self, optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5, last_epoch=-1):
        _need(0 < start_factor <= 1, f"start_factor is {start_factor}: it must be above 0 and at most 1")
        _need(0 <= end_factor <= 1, f"end_factor is {end_factor}: it must be at least 0 and at most 1")
        self.start_factor, self.end_factor, self.total_iters = start_factor, end_factor, total_iters
        super().__init__(optimizer, last_epoch)

    def _factor(self, step):
        # PyTorch's schedule of no steps stays at its start.
        share = min(step, self.total_iters) / self.total_iters if self.total_iters else 0.0
        return self.start_factor + (self.end_factor - self.start_factor) * share


class ConstantLR(LRScheduler):
    def __init__(self, optimizer, factor=1.0 / 3, total_iters=5, last_epoch=-1):
        _need(0 <= factor <= 1, f"factor is {factor}: it must be at least 0 and at most 1")
        self.factor, self.total_iters = factor, total_iters
        super().__init__(optimizer, last_epoch)

    def _factor(self, step):
        # The first rate is never whole, so PyTorch's schedule of no steps stays below for good.
        return self.factor if step < self.total_iters or not self.total_iters else 1.0


class StepLR(LRScheduler):
    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1):
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def _factor(self, step):
        return self.gamma ** (step // self.step_size)


class MultiStepLR(LRScheduler):
    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1):
        self.milestones, self.gamma = list(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def _factor(self, step):
        return self.gamma ** sum(step >= milestone for milestone in self.milestones)


class ExponentialLR(LRScheduler):
    def __init__(self, optimizer, gamma, last_epoch=-1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _factor(self, step):
        return self.gamma**step


class PolynomialLR(LRScheduler):
    def __init__(self, optimizer, total_iters=5, power=1.0, last_epoch=-1):
        self.total_iters, self.power = total_iters, power
        super().__init__(optimizer, last_epoch)

    def _factor(self, step):
        return (1 - min(step, self.total_iters) / self.total_iters) ** self.power if self.total_iters else 1.0


class CosineAnnealingLR(LRScheduler):
    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1):
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def _share(self, step):
        return 1 + math.cos(math.pi * step / self.T_max)

    def get_lr(self):
        """Returns the next rates, from the last, except where those are the lowest and say nothing of the first ones."""
        at, low = self.last_epoch, self.eta_min
        if at == 0:
            return self._rates
        if self._step_count == 1:
            return self._get_closed_form_lr()
        if (at - 1 - self.T_max) % (2 * self.T_max) == 0:
            first = (1 - math.cos(math.pi / self.T_max)) / 2
            return [lr + (base - low) * first for lr, base in zip(self._rates, self.base_lrs)]
        return [low + (lr - low) * (self._share(at) / self._share(at - 1)) for lr in self._rates]

    def _get_closed_form_lr(self):
        return [self.eta_min + (base - self.eta_min) * self._share(self.last_epoch) / 2 for base in self.base_lrs]


class CosineAnnealingWarmRestarts(LRScheduler):
    def __init__(self, optimizer, T_0, T_mult=1, eta_min=0.0, last_epoch=-1):
        _need(isinstance(T_0, int) and T_0 > 0, f"Expected positive integer T_0, but got {T_0}")
        _need(isinstance(T_mult, int) and T_mult >= 1, f"Expected integer T_mult >= 1, but got {T_mult}")
        _need(isinstance(eta_min, (float, int)), f"Expected float or int eta_min, but got {eta_min} of type {type(eta_min)}")
        self.T_0, self.T_mult, self.eta_min, self.T_i, self.T_cur = T_0, T_mult, eta_min, T_0, last_epoch
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        share = (1 + math.cos(math.pi * self.T_cur / self.T_i)) / 2
        return [self.eta_min + (base - self.eta_min) * share for base in self.base_lrs]

    def step(self, epoch=None):
        """Goes on by a step, or to a place between two."""
        if epoch is None:
            epoch = self.last_epoch + 1
        _need(epoch >= 0, f"Expected non-negative epoch, but got {epoch}")
        at, length = epoch, self.T_0
        while at >= length:
            at, length = at - length, length * self.T_mult
        self.T_cur, self.T_i, self.last_epoch = at, length, math.floor(epoch)
        self._set(self.get_lr())


class _Cycling(LRScheduler):
    """A rate that goes up and down, and a momentum, or Adam's first beta, that goes the other way."""

    def _begin(self, base_momentum, max_momentum, last_epoch):
        defaults = self.optimizer.defaults
        _need("momentum" in defaults or "betas" in defaults, "optimizer must support momentum or beta1 with `cycle_momentum` option enabled")
        self.use_beta1 = "betas" in defaults
        self.base_momentums = _each("base_momentum", self.optimizer, base_momentum)
        self.max_momentums = _each("max_momentum", self.optimizer, max_momentum)
        if last_epoch == -1:
            for group, low, high in zip(self.optimizer.param_groups, self.base_momentums, self.max_momentums):
                group["base_momentum"], group["max_momentum"] = low, high
            self._turn(self.max_momentums)

    def _turn(self, momentums):
        for group, momentum in zip(self.optimizer.param_groups, momentums):
            if self.use_beta1:
                group["betas"] = (momentum, *group["betas"][1:])
            else:
                group["momentum"] = momentum


class OneCycleLR(_Cycling):
    """Up to the highest rate and down again, once."""

    def __init__(
        self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None, pct_start=0.3, anneal_strategy="cos",
        cycle_momentum=True, base_momentum=0.85, max_momentum=0.95, div_factor=25.0, final_div_factor=1e4, three_phase=False,
        last_epoch=-1,
    ):
        self.optimizer = _known(optimizer)
        if total_steps is None:
            _need(epochs is not None and steps_per_epoch is not None, "You must define either total_steps OR (epochs AND steps_per_epoch)")
            _need(isinstance(epochs, int) and epochs > 0, f"Expected positive integer epochs, but got {epochs}")
            _need(isinstance(steps_per_epoch, int) and steps_per_epoch > 0, f"Expected positive integer steps_per_epoch, but got {steps_per_epoch}")
            total_steps = epochs * steps_per_epoch
        _need(isinstance(total_steps, int) and total_steps > 0, f"Expected positive integer total_steps, but got {total_steps}")
        _need(isinstance(pct_start, float) and 0 <= pct_start <= 1, f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        _need(anneal_strategy in ("cos", "linear"), f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        self.total_steps, self._anneal_func_type, self.cycle_momentum = total_steps, anneal_strategy, cycle_momentum
        # The last step of each phase, then the rates and the momentums that it goes from and to.
        turn, end = pct_start * total_steps - 1, total_steps - 1
        up = (turn, "initial_lr", "max_lr", "max_momentum", "base_momentum")
        if three_phase:
            down = (2 * pct_start * total_steps - 2, "max_lr", "initial_lr", "base_momentum", "max_momentum")
            self._schedule_phases = [up, down, (end, "initial_lr", "min_lr", "max_momentum", "max_momentum")]
        else:
            self._schedule_phases = [up, (end, "max_lr", "min_lr", "base_momentum", "max_momentum")]
        if last_epoch == -1:
            for group, top in zip(optimizer.param_groups, _each("max_lr", optimizer, max_lr)):
                group["initial_lr"], group["max_lr"] = top / div_factor, top
                group["min_lr"] = group["initial_lr"] / final_div_factor
        if cycle_momentum:
            self._begin(base_momentum, max_momentum, last_epoch)
        super().__init__(optimizer, last_epoch)

    def _between(self, start, end, share):
        if getattr(self, "_anneal_func_type", "cos") == "cos":
            return end + (start - end) / 2 * (math.cos(math.pi * share) + 1)
        return (end - start) * share + start

    def get_lr(self):
        at, start = self.last_epoch, 0.0
        _need(at <= self.total_steps, f"Tried to step {at} times. The specified number of total steps is {self.total_steps}")
        for phase in self._schedule_phases:
            end = phase[0]
            if at <= end or phase is self._schedule_phases[-1]:
                break
            start = end
        share, groups = (at - start) / (end - start), self.optimizer.param_groups
        if self.cycle_momentum:
            self._turn([self._between(group[phase[3]], group[phase[4]], share) for group in groups])
        return [self._between(group[phase[1]], group[phase[2]], share) for group in groups]


class CyclicLR(_Cycling):
    """Up and down again and again."""

    def __init__(
        self, optimizer, base_lr, max_lr, step_size_up=2000, step_size_down=None, mode="triangular", gamma=1.0, scale_fn=None,
        scale_mode="cycle", cycle_momentum=True, base_momentum=0.8, max_momentum=0.9, last_epoch=-1,
    ):
        self.optimizer = _known(optimizer)
        _need(mode in ("triangular", "triangular2", "exp_range") or scale_fn is not None, "mode is invalid and scale_fn is None")
        lows, self.max_lrs = _each("base_lr", optimizer, base_lr), _each("max_lr", optimizer, max_lr)
        if last_epoch == -1:
            self._set(lows)
        up = float(step_size_up)
        self.total_size = up + (up if step_size_down is None else float(step_size_down))
        self.step_ratio = up / self.total_size
        self.mode, self.gamma, self._scale_fn_custom = mode, gamma, scale_fn
        self.scale_mode = scale_mode if scale_fn is not None else "iterations" if mode == "exp_range" else "cycle"
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._begin(base_momentum, max_momentum, last_epoch)
        super().__init__(optimizer, last_epoch)
        self.base_lrs = lows

    def scale_fn(self, x):
        if self._scale_fn_custom is not None:
            return self._scale_fn_custom(x)
        return {"triangular": 1.0, "triangular2": 0.5 ** (x - 1)}.get(self.mode, self.gamma**x)

    def get_lr(self):
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        at = 1.0 + self.last_epoch / self.total_size - cycle
        share = at / self.step_ratio if at <= self.step_ratio else (at - 1) / (self.step_ratio - 1)
        share *= self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)
        if self.cycle_momentum:
            self._turn([high - (high - low) * share for low, high in zip(self.base_momentums, self.max_momentums)])
        return [low + (high - low) * share for low, high in zip(self.base_lrs, self.max_lrs)]

    def state_dict(self):
        return {**super().state_dict(), "_scale_fn_custom": _saved(self._scale_fn_custom)}

    def load_state_dict(self, state_dict):
        kept = state_dict.get("_scale_fn_custom")
        super().load_state_dict({name: value for name, value in state_dict.items() if name != "_scale_fn_custom"})
        if kept is not None:
            vars(self._scale_fn_custom).update(kept)


class _Several(LRScheduler):
    """Schedules that change the rates of one optimiser."""

    def _take(self, schedulers, optimizer):
        name = type(self).__name__
        _need(len(schedulers) > 0, f"{name} expects at least one scheduler, but got no scheduler.")
        for at, scheduler in enumerate(schedulers):
            if not hasattr(scheduler, "optimizer"):
                raise TypeError(f"{name} at index {at} should have `optimizer` as its attribute.")
            _need(
                not isinstance(scheduler, ReduceLROnPlateau),
                f"{name} does not support `ReduceLROnPlateau` scheduler as it requires additional kwargs to be specified when calling `step`,"
                f" but got one at index {at} in the given schedulers sequence.",
            )
            _need(
                scheduler.optimizer is optimizer,
                f"{name} expects all schedulers to belong to the same optimizer, but got scheduler {type(scheduler).__name__} at index {at}"
                " has another one.",
            )
        self._schedulers, self.optimizer = list(schedulers), optimizer

    def state_dict(self):
        return {**super().state_dict(), "_schedulers": [scheduler.state_dict() for scheduler in self._schedulers]}

    def load_state_dict(self, state_dict):
        self.__dict__.update({name: value for name, value in state_dict.items() if name != "_schedulers"})
        for scheduler, kept in zip(self._schedulers, state_dict["_schedulers"]):
            scheduler.load_state_dict(kept)


def _back(scheduler):
    """Takes a step back, with all that a schedule consists of."""
    for inner in getattr(scheduler, "_schedulers", ()):
        _back(inner)
    if hasattr(scheduler, "last_epoch"):
        scheduler.last_epoch -= 1


class SequentialLR(_Several):
    """One schedule after the other, each beginning at its milestone."""

    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1):
        self._take(schedulers, optimizer)
        _need(
            len(milestones) == len(schedulers) - 1,
            "Sequential Schedulers expects number of schedulers provided to be one more than the number of milestone points, but got number of"
            f" schedulers {len(schedulers)} and the number of milestones to be equal to {len(milestones)}",
        )
        self._milestones, self.last_epoch = list(milestones), last_epoch + 1
        self._set([group["initial_lr"] for group in optimizer.param_groups])
        # All have made their first step already.
        _back(self)
        self.last_epoch += 1
        self._schedulers[0]._step_count = 0
        self._schedulers[0].step()
        self._last_lr = self._schedulers[0].get_last_lr()

    def step(self):
        self.last_epoch += 1
        at = bisect_right(self._milestones, self.last_epoch)
        begins = at > 0 and self._milestones[at - 1] == self.last_epoch
        scheduler = self._schedulers[at]
        if begins:
            scheduler.last_epoch = 0
            scheduler._set(scheduler._get_closed_form_lr() if type(scheduler).step is LRScheduler.step else scheduler.get_lr())
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()


class ChainedScheduler(_Several):
    """All schedules at once."""

    def __init__(self, schedulers, optimizer=None):
        self._take(schedulers, optimizer or (schedulers[0].optimizer if schedulers else None))
        self._last_lr = self._schedulers[-1]._last_lr

    def step(self):
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = self._rates


class ReduceLROnPlateau(LRScheduler):
    """Lowers the rate once a measure has not become better for more than `patience` steps."""

    def __init__(
        self, optimizer, mode="min", factor=0.1, patience=10, threshold=1e-4, threshold_mode="rel", cooldown=0, min_lr=0, eps=1e-8,
    ):
        _need(factor < 1, f"Factor should be < 1.0. It is {factor}")
        _need(mode in ("min", "max"), f"mode {mode} is unknown!")
        _need(threshold_mode in ("rel", "abs"), f"threshold mode {threshold_mode} is unknown!")
        self.optimizer, self.mode, self.factor, self.patience = _known(optimizer), mode, factor, patience
        self.threshold, self.threshold_mode, self.cooldown, self.eps = threshold, threshold_mode, cooldown, eps
        self.default_min_lr = None if isinstance(min_lr, (list, tuple)) else min_lr
        self.min_lrs = _each("min_lr", optimizer, min_lr)
        self.last_epoch, self._last_lr = 0, self._rates
        self._reset()

    def _reset(self):
        self.best = math.inf if self.mode == "min" else -math.inf
        self.num_bad_epochs = self.cooldown_counter = 0

    @property
    def in_cooldown(self):
        return self.cooldown_counter > 0

    def is_better(self, a, best):
        sign = 1 if self.mode == "max" else -1
        least = best + sign * self.threshold if self.threshold_mode == "abs" else best * (1 + sign * self.threshold)
        return a > least if sign > 0 else a < least

    def step(self, metrics, epoch=None):
        value = float(metrics)
        if epoch is not None:
            _warned.warn(EPOCH_DEPRECATION_WARNING)
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        if self.is_better(value, self.best):
            self.best, self.num_bad_epochs = value, 0
        else:
            self.num_bad_epochs += 1
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self._reduce_lr()
            self.cooldown_counter, self.num_bad_epochs = self.cooldown, 0
        self._last_lr = self._rates

    def _reduce_lr(self):
        groups = self.optimizer.param_groups
        if len(groups) != len(self.min_lrs):
            if self.default_min_lr is None:
                raise RuntimeError(
                    f"The number of param groups in the `optimizer` ({len(groups)}) differs from when `ReduceLROnPlateau` was initialized"
                    f" ({len(self.min_lrs)}), usually due to a new param group being added to the optimizer. Please modify the `min_lrs` field"
                    " to match the length of the `optimizer` param groups."
                )
            self.min_lrs = [self.default_min_lr] * len(groups)
        rates = [(float(group["lr"]), low) for group, low in zip(groups, self.min_lrs)]
        lower = [max(lr * self.factor, low) for lr, low in rates]
        self._set([new if lr - new > self.eps else group["lr"] for (lr, _), new, group in zip(rates, lower, groups)])


def __getattr__(name):
    return _late.attribute("torch.optim.lr_scheduler", (), (), name)
