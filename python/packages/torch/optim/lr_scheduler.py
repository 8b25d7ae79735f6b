"""Learning rates that change with the number of steps."""

import math

import _late
import _warned
from torch.optim import Optimizer


def _need(holds, words):
    """Raises ValueError with these words unless the condition holds."""
    if not holds:
        raise ValueError(words)


class LRScheduler:
    """Sets the learning rate of each group after every call of `step`."""

    def __init__(self, optimizer, last_epoch=-1):
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer, self.last_epoch = optimizer, last_epoch
        for number, group in enumerate(optimizer.param_groups):
            if last_epoch != -1 and "initial_lr" not in group:
                raise KeyError(f"a schedule that goes on from last_epoch {last_epoch} needs initial_lr in group {number} of the optimizer")
            group.setdefault("initial_lr", group["lr"])
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self.step()

    def step(self, epoch=None):
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        optimizer = self.optimizer
        if self.last_epoch == 1 and epoch is None and type(optimizer).step is Optimizer.step and not hasattr(optimizer, "_opt_called"):
            _warned.warn(
                "Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you should call them in"
                " the opposite order: `optimizer.step()` before `lr_scheduler.step()`.  Failure to do this will result in PyTorch"
                " skipping the first value of the learning rate schedule. See more details at"
                " https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate"
            )
        rates = self.get_lr() if epoch is None else self._begun()
        for group, lr in zip(self.optimizer.param_groups, rates):
            group["lr"] = lr
        self._last_lr = self._rates

    def get_lr(self):
        """Returns the next rates, from the last: other schedules may change them too."""
        before = self._factor(self.last_epoch - 1) if self.last_epoch > 0 else 1.0
        now = self._factor(self.last_epoch)
        return [lr * (now / before) for lr in self._rates] if before else self._begun()

    def _begun(self):
        """Returns the rates from the first ones, as if no other schedule had changed them."""
        return [base * self._factor(self.last_epoch) for base in self.base_lrs] if hasattr(self, "_factor") else self.get_lr()

    def get_last_lr(self):
        return self._last_lr

    def state_dict(self):
        return {name: value for name, value in self.__dict__.items() if name != "optimizer" and not callable(value)}

    def load_state_dict(self, state_dict):
        self.__dict__.update(state_dict)

    @property
    def _rates(self):
        return [group["lr"] for group in self.optimizer.param_groups]


_LRScheduler = LRScheduler


class LambdaLR(LRScheduler):
    """The initial rate, multiplied by a function of the number of steps."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        several = isinstance(lr_lambda, (list, tuple))
        groups = len(optimizer.param_groups)
        self.lr_lambdas = list(lr_lambda) if several else [lr_lambda] * groups
        _need(len(self.lr_lambdas) == groups, f"{len(self.lr_lambdas)} functions for {groups} groups of parameters: give one for each")
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return [base * function(self.last_epoch) for base, function in zip(self.base_lrs, self.lr_lambdas)]

    def state_dict(self):
        return {name: value for name, value in super().state_dict().items() if name != "lr_lambdas"}


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

    def get_lr(self):
        share = (1 + math.cos(math.pi * self.last_epoch / self.T_max)) / 2
        return [self.eta_min + (base - self.eta_min) * share for base in self.base_lrs]


class CosineAnnealingWarmRestarts(LRScheduler):
    def __init__(self, optimizer, T_0, T_mult=1, eta_min=0.0, last_epoch=-1):
        _need(T_0 > 0 and isinstance(T_0, int), f"T_0 is {T_0}: it must be a whole number above 0")
        _need(T_mult >= 1 and isinstance(T_mult, int), f"T_mult is {T_mult}: it must be a whole number from 1")
        self.T_0, self.T_mult, self.eta_min = T_0, T_mult, eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        at, length = self.last_epoch, self.T_0
        while at >= length:
            at, length = at - length, length * self.T_mult
        share = (1 + math.cos(math.pi * at / length)) / 2
        return [self.eta_min + (base - self.eta_min) * share for base in self.base_lrs]


class OneCycleLR(LRScheduler):
    """Up to the highest rate and down again; momentum stays as it is."""

    def __init__(
        self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None, pct_start=0.3, anneal_strategy="cos",
        cycle_momentum=False, div_factor=25.0, final_div_factor=1e4, three_phase=False, last_epoch=-1, **unused,
    ):
        if three_phase or cycle_momentum:
            raise NotImplementedError("OneCycleLR changes the learning rate alone here, in two phases: cycle_momentum=False")
        if total_steps is None:
            _need(epochs and steps_per_epoch, "OneCycleLR needs total_steps, or epochs and steps_per_epoch")
            total_steps = epochs * steps_per_epoch
        _need(total_steps > 0, f"total_steps is {total_steps}: it must be above 0")
        _need(0 <= pct_start <= 1, f"pct_start is {pct_start}: it must be between 0 and 1")
        _need(anneal_strategy in ("cos", "linear"), f"anneal_strategy is {anneal_strategy!r}: it must be 'cos' or 'linear'")
        self.total_steps = total_steps
        self.pct_start, self.anneal_strategy = pct_start, anneal_strategy
        highest = list(max_lr) if isinstance(max_lr, (list, tuple)) else [max_lr] * len(optimizer.param_groups)
        self.marks = [(top / div_factor, top, top / div_factor / final_div_factor) for top in highest]
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        turn, end = self.pct_start * self.total_steps - 1, self.total_steps - 1
        if self.last_epoch > end:
            raise ValueError(f"Tried to step {self.last_epoch} times. The specified number of total steps is {self.total_steps}")
        is_rising = self.last_epoch <= turn
        share = self.last_epoch / turn if is_rising else (self.last_epoch - turn) / (end - turn)
        if self.anneal_strategy == "cos":
            share = (1 - math.cos(math.pi * share)) / 2
        ends = [mark[:2] if is_rising else mark[1:] for mark in self.marks]
        return [a + (b - a) * share for a, b in ends]


class CyclicLR(LRScheduler):
    def __init__(self, optimizer, base_lr, max_lr, step_size_up=2000, step_size_down=None, mode="triangular", gamma=1.0, cycle_momentum=False, last_epoch=-1, **unused):
        modes = ("triangular", "triangular2", "exp_range")
        _need(mode in modes, f"mode is {mode!r}: it must be one of {modes}")
        self.low, self.high, self.up, self.down = base_lr, max_lr, step_size_up, step_size_down or step_size_up
        self.mode, self.gamma = mode, gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        cycle, at = divmod(self.last_epoch, self.up + self.down)
        share = at / self.up if at <= self.up else 1 - (at - self.up) / self.down
        scale = {"triangular": 1.0, "triangular2": 0.5**cycle}.get(self.mode, self.gamma**self.last_epoch)
        return [self.low + (self.high - self.low) * share * scale for _ in self.base_lrs]


class SequentialLR(LRScheduler):
    """One schedule after the other, each beginning at its milestone."""

    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1):
        _need(len(milestones) == len(schedulers) - 1, f"{len(schedulers)} schedules need {len(schedulers) - 1} milestones, not {len(milestones)}")
        self.optimizer, self._schedulers, self._milestones, self.last_epoch = optimizer, schedulers, list(milestones), 0
        for group in optimizer.param_groups:
            group["lr"] = group["initial_lr"]
        schedulers[0].last_epoch = -1
        schedulers[0].step()
        self._last_lr = self._rates

    def step(self):
        self.last_epoch += 1
        at = sum(self.last_epoch >= milestone for milestone in self._milestones)
        begins = at > 0 and self._milestones[at - 1] == self.last_epoch
        self._schedulers[at].step(0) if begins else self._schedulers[at].step()
        self._last_lr = self._rates


class ChainedScheduler(LRScheduler):
    """All schedules at once."""

    def __init__(self, schedulers, optimizer=None):
        self._schedulers, self.optimizer = list(schedulers), schedulers[0].optimizer
        self._last_lr = self._rates

    def step(self):
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = self._rates


class ReduceLROnPlateau(LRScheduler):
    """Lowers the rate once a measure has not become better for more than `patience` steps."""

    def __init__(
        self, optimizer, mode="min", factor=0.1, patience=10, threshold=1e-4, threshold_mode="rel", cooldown=0, min_lr=0, eps=1e-8,
        **unused,
    ):
        _need(factor < 1, f"factor is {factor}: it must be below 1")
        _need(mode in ("min", "max"), f"mode is {mode!r}: it must be 'min' or 'max'")
        self.optimizer, self.mode, self.factor, self.patience = optimizer, mode, factor, patience
        self.threshold, self.threshold_mode, self.cooldown, self.eps = threshold, threshold_mode, cooldown, eps
        self.min_lr, self.best, self.num_bad_epochs, self.cooldown_counter = min_lr, None, 0, 0
        self.last_epoch, self._last_lr = 0, self._rates

    def _is_better(self, value):
        if self.best is None:
            return True
        sign = 1 if self.mode == "max" else -1
        step = self.threshold if self.threshold_mode == "abs" else self.best * self.threshold
        return value > self.best + step if sign > 0 else value < self.best - step

    def step(self, metrics, epoch=None):
        value = float(metrics)
        self.last_epoch += 1
        if self._is_better(value):
            self.best, self.num_bad_epochs = value, 0
        else:
            self.num_bad_epochs += 1
        if self.cooldown_counter > 0:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            for group in self.optimizer.param_groups:
                lr = max(group["lr"] * self.factor, self.min_lr)
                if group["lr"] - lr > self.eps:
                    group["lr"] = lr
            self.cooldown_counter, self.num_bad_epochs = self.cooldown, 0
        self._last_lr = self._rates


def __getattr__(name):
    return _late.attribute("torch.optim.lr_scheduler", (), (), name)
